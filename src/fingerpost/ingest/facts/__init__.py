"""Reads facts written as lines of knowledge."""

from fingerpost.ingest.facts.lines import Fact, Mention, read_lines

__all__ = ["Fact", "Mention", "read_lines"]
