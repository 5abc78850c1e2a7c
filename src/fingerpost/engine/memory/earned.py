"""How sure it is that a name in documents is that of one thing: by how it was found, and in how many documents."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.engine.memory.identity import POSSIBLE_SAME_AS
from fingerpost.ingest import CERTAINTIES
from fingerpost.retrieval import StoredFact

_BY_PATTERN, _KNOWN_KIND, _DEFINED, _CAPITALISED, _PHRASE = 0.95, 0.85, 0.8, 0.6, 0.4
"""An identifier or a document; a kind by its last word, its place or a list of names; "X is a Y" or "X (Y)"; a name by
its capitals; words in lower case, or a number. Of names in sets of notes, 27 of 27 identifiers, 8 of 15 capitalised
ones, and all 15 that two documents have, were names of a thing."""
_OF_PATTERNS = frozenset(("Incident", "Decision", "Change", "Meeting", "Document"))
_OF_KINDS = frozenset(("Person", "Team", "System"))
_DEFINING = frozenset((POSSIBLE_SAME_AS, "IS_A"))
_HELD = dict(zip(CERTAINTIES, (1.0, 0.8, 0.6), strict=True))
"""What is left where a document states the fact as likely or possible only."""


def earned(ends: Sequence[tuple[StoredFact, str, str]]) -> float:
    """The confidence (0..1) in a thing: the best way in which facts have it, nearer to 1 with each document.

    `ends` are the facts that have it, denied ones left out, each with the name and the kind that it gives the thing.
    """
    best = max(_HELD[fact.certainty] * _found(fact, name, kind) for fact, name, kind in ends)
    return round(1 - (1 - best) / len({fact.document for fact, _, _ in ends}), 3)


def _found(fact: StoredFact, name: str, kind: str) -> float:
    if kind in _OF_PATTERNS:
        return _BY_PATTERN
    if kind in _OF_KINDS:
        return _KNOWN_KIND
    if fact.relation in _DEFINING:
        return _DEFINED
    return _CAPITALISED if kind == "Entity" and any(map(str.isalpha, name)) else _PHRASE
