"""Hiking trails: a domain in a package of its own."""
