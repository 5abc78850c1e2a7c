"""Reads questions by their clauses: a noun, and what is said of it, in any order and number."""
