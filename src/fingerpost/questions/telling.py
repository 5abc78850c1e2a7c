"""What tells two readings of a question apart: the features in which they differ, and what each is worth."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from fingerpost.linking.mentions import Linked
from fingerpost.questions.candidates import Candidate

_LEAST = 1e-9


@dataclass(frozen=True)
class Difference:
    """A feature that one reading has more or less of, what that is worth to it, and the words (tokens) that gave it."""

    feature: str
    worth: float
    start: int = -1
    end: int = -1

    def said(self, linked: Linked) -> str:
        """The difference with its words, as a person reads it."""
        end = max(self.end, self.start + 1)  # many features have the place of one word only
        words = linked.text(self.start, end) if 0 <= self.start < end <= len(linked.tokens) else ""
        return f"{self.worth:+.2f} {self.feature}" + (f" (“{words}”)" if words else "")


def differences(one: Candidate, other: Candidate) -> tuple[Difference, ...]:
    """In what the first reading differs from the second, the weightiest first."""
    worth: defaultdict[tuple[str, int, int], float] = defaultdict(float)
    for candidate, sign in ((one, 1), (other, -1)):
        for reason in candidate.reasons:
            place = reason.feature, reason.start, reason.end
            worth[place] += sign * candidate.state.weights[reason.feature] * reason.amount
    found = (Difference(name, value, start, end) for (name, start, end), value in worth.items())
    return tuple(sorted((d for d in found if abs(d.worth) > _LEAST), key=lambda d: -abs(d.worth)))
