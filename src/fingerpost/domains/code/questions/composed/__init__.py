"""Reads questions by their parts: what is asked, of what, and what is said of that, in any order."""
