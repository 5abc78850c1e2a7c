"""What parsing a question gives: candidate plans, each with its score and the reasons for it."""

from __future__ import annotations

from dataclasses import dataclass

from fingerpost.linking.mentions import Linked
from fingerpost.plans import Plan
from fingerpost.questions.algebra import Head
from fingerpost.questions.markers import Marker
from fingerpost.questions.state import Reason, State


@dataclass(frozen=True)
class Candidate:
    """One plan for a question: its score, and the reason for every point of it."""

    plan: Plan
    score: float
    reasons: tuple[Reason, ...]
    state: State
    head: Head


@dataclass(frozen=True)
class Parsed:
    """A question's candidates, best first, no two the same plan."""

    linked: Linked
    markers: tuple[Marker, ...]
    candidates: tuple[Candidate, ...]
