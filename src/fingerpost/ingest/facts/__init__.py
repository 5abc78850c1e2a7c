"""Facts as people and models write them: lines of knowledge."""

from fingerpost.ingest.facts.lines import Fact, Mention, read_lines

__all__ = ["Fact", "Mention", "read_lines"]
