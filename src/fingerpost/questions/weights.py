"""Weights of the features that rank readings: data for English over any graph.

Those of single steps are set by hand; those of whole readings (`questions.whole`) are learned over many graphs at once
(`whole.json`, made by `scripts/tables/learn_generic.py`).
"""

from __future__ import annotations

import json
from importlib.resources import files

WEIGHTS: dict[str, float] = {
    # What was said and used.
    "label": 1.0,
    "value": 1.7,
    "value words": 0.8,
    "property": 0.9,
    "described value": 1.0,
    "wrong description": -0.6,
    "named value": 0.35,
    "relation used": 1.1,
    "relation said after": 0.9,
    "relation unused": -0.75,
    "comparison": 1.2,
    "literal": 0.8,
    "marker": 0.6,
    "unseen value": -1.0,
    "names it": 0.3,
    # How the pattern was put together.
    "edge": -0.3,
    "edge unsaid": -0.3,
    "rarer end": -0.02,
    "hop": -1.2,
    "way round": -0.5,
    "several ways": 0.0,
    "unit guessed": 0.0,
    "way through": -0.5,
    "far": -0.25,
    "same label": 0.25,
    "same label again": -0.9,
    "same label, definite": -0.1,
    "label twice": -1.0,
    "possessive": 0.5,
    "one more": 1.3,
    "coordinated": 1.1,
    "property elsewhere": -0.6,
    "property beside": 0.3,
    "value beside": 0.35,
    "pronoun": 0.8,
    "of that kind": 0.9,
    "unnamed node": -0.25,
    "implied node": -0.6,
    "narrow label": -0.4,
    "object passed by": -0.6,
    # What was left.
    "unread word": -0.9,
    "name unheeded": -2.0,
    "full name parted": -2.0,
    "unknown word": -0.5,
    "text unsaid": -0.4,
    "denied one of many": -0.8,
    "marker unused": -1.5,
    # What is asked.
    "asked first": 0.5,
    "asked by who": 0.6,
    "asked by where": 0.5,
    "asked by a field": -1.2,
    "measured": 0.6,
    "unmeasured": -0.9,
    "head unclear": -0.6,
    "nested": 0.0,
    "columns": 0.0,
    "column untold": 0.0,
    "halves": 0.0,
    "item unused": -0.9,
    "asks what was told": -1.2,
    "not whom or where": -1.0,
    "number held": 0.8,
    "number of another": -0.6,
    "number counted": 1.2,
    "relation counted": 0.4,
    "relation said again": 0.5,
    "stray column": -1.1,
    "return unsaid": -1.0,
    "not there": -0.8,
    "as in an example": 1.0,
}
"""Feature to weight; a reading's score is the sum of weight times amount."""


def _of_wholes() -> dict[str, float]:
    found: dict[str, float] = json.loads((files(__package__) / "whole.json").read_text(encoding="utf-8"))
    return found


WEIGHTS.update(_of_wholes())
