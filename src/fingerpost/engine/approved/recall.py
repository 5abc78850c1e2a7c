"""Finds what people approved for a question: the plan that it means, and readings that it does not mean."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

from fingerpost.engine.approved.approval import Approval, Verdict
from fingerpost.engine.approved.asked import Asked, asked, followed
from fingerpost.engine.approved.preferring import Preference, preferences
from fingerpost.linking import Linked, is_content, tokenise
from fingerpost.plans import Plan
from fingerpost.questions import find_markers

_SHARED = 0.5
"""The share of an approved question's words that another must have to be compared with it."""


_NEAR = 0.2
"""The share of the words of both questions that a near one has in common."""


class Recalled(NamedTuple):
    """An approved plan with a question's values, and how surely it is meant (0 to 1)."""

    plan: Plan
    confidence: float
    approval: Approval


class Recall:
    """The approvals of one graph. Thread-safe; what others approve meanwhile counts from the next question on."""

    def __init__(self, approvals: Callable[[], tuple[Approval, ...]], link: Callable[[str], Linked]) -> None:
        """`approvals` gives those that stand now, `link` what the words of a question can mean."""
        self._approvals = approvals
        self._link = link
        self._asked: dict[str, tuple[Asked, frozenset[str]]] = {}
        self._preferences: tuple[tuple[Approval, ...], tuple[Preference, ...]] = ((), ())
        self._lock = threading.Lock()

    def __bool__(self) -> bool:
        """Whether anything was approved. Raises `SettingsError`, as `find` does: `approved.invalid`."""
        return bool(self._approvals())

    def find(self, question: str) -> Recalled | None:
        """What was approved for a question that says the same; of several, the surest, then the latest."""
        best: Recalled | None = None
        for recalled in self._said(question, Verdict.RIGHT):
            if best is None or recalled.confidence > best.confidence:
                best = recalled
        return best

    def denied(self, question: str) -> frozenset[str]:
        """The fingerprints of plans of which it was said that a question does not mean them."""
        return frozenset(recalled.plan.fingerprint for recalled in self._said(question, Verdict.WRONG))

    def nearest(self, question: str, most: int) -> tuple[Approval, ...]:
        """What was approved for the questions that share most words with this one, the nearest first."""
        stems = _stems(question)
        shared = [
            (len(words & stems) / len(words | stems), one)
            for one in self._approvals()
            if one.verdict is Verdict.RIGHT and (words := self._words(one))
        ]
        near = sorted((pair for pair in shared if pair[0] >= _NEAR), key=lambda pair: -pair[0])
        return tuple(one for _, one in near[:most])

    def preferences(self) -> tuple[Preference, ...]:
        """What was chosen where readings were as likely."""
        now = self._approvals()
        if self._preferences[0] is not now:
            self._preferences = now, preferences(now)
        return self._preferences[1]

    def _said(self, question: str, verdict: Verdict) -> Sequence[Recalled]:
        """The approvals of one verdict whose question says the same, the latest first."""
        approvals = [one for one in reversed(self._approvals()) if one.verdict is verdict]
        stems = _stems(question)
        near = [one for one in approvals if _is_near(self._words(one), stems)]
        if not near:
            return ()
        linked = self._link(question)
        markers = find_markers(linked.without_guesses())
        found: list[Recalled] = []
        for one in near:
            same = followed(self._held(one)[0], linked, markers)
            if same is not None:
                found.append(Recalled(*same, one))
        return found

    def _words(self, one: Approval) -> frozenset[str]:
        """The words of an approved question that are not those of its values."""
        held = self._asked.get(one.id)
        if held is not None:
            return held[1]
        values = " ".join(str(value) for value in one.plan.parameters.values())
        return _stems(one.question) - _stems(values)

    def _held(self, one: Approval) -> tuple[Asked, frozenset[str]]:
        with self._lock:
            if one.id not in self._asked:
                linked = self._link(one.question)
                said = asked(one.plan, linked, find_markers(linked.without_guesses()))
                self._asked[one.id] = said, frozenset(said.content)
            return self._asked[one.id]


def _stems(question: str) -> frozenset[str]:
    return frozenset(token.stem for token in tokenise(question) if is_content(token.norm))


def _is_near(words: frozenset[str], stems: frozenset[str]) -> bool:
    return len(words & stems) >= _SHARED * len(words)
