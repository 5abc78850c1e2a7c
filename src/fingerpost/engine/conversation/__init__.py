"""Conversations: follow-up questions, read as edits of what was asked before."""
