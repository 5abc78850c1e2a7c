"""What parsing a question gives: candidate plans, each with its score and the reasons for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from fingerpost.linking.mentions import Linked
from fingerpost.plans import Plan
from fingerpost.questions.algebra import Head
from fingerpost.questions.markers import Marker
from fingerpost.questions.state import Reason, State
from fingerpost.questions.whole import explained


@dataclass(frozen=True)
class Candidate:
    """One plan for a question: its score, and the reason for every point of it."""

    plan: Plan
    score: float
    reasons: tuple[Reason, ...]
    state: State
    head: Head

    @cached_property
    def explained(self) -> frozenset[int]:
        """The places of the words that it has a use for."""
        return explained(self.state, self.head)


@dataclass(frozen=True)
class Parsed:
    """A question's candidates, best first, no two the same plan."""

    linked: Linked
    markers: tuple[Marker, ...]
    candidates: tuple[Candidate, ...]
