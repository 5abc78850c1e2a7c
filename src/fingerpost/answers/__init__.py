"""Answers: text that a person would write for a plan and its rows, with citations."""
