"""A fact that a document states."""

from __future__ import annotations

from dataclasses import dataclass

from fingerpost.ingest.documents.names import Name

CERTAINTIES = ("supported", "likely", "possible")
"""How certain a statement is, most certain first."""
SAME_AS = "SAME_AS"
"""The relation of a name to another name of the same thing."""


@dataclass(frozen=True, slots=True)
class DocumentFact:
    """What characters `start` to `end` of a document state; `negated` facts deny it. `date` is ISO 8601, if given."""

    subject: Name
    relation: str
    object: Name
    start: int
    end: int
    certainty: str = "supported"
    negated: bool = False
    date: str | None = None
