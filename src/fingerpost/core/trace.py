"""The steps of answering a question, with their times and decisions."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fingerpost.core.containment import Containment
from fingerpost.core.schema import Frozen
from fingerpost.core.spans import span
from fingerpost.core.step import Step as Step
from fingerpost.core.watching import current_watch


class Trace(Frozen):
    """All steps of one question, in order."""

    steps: tuple[Step, ...] = ()

    @property
    def milliseconds(self) -> float:
        return sum(step.milliseconds for step in self.steps)

    @property
    def internal_errors(self) -> int:
        """The number of readings dropped because of a bug."""
        return sum(step.internal_errors for step in self.steps)


class OpenStep:
    """A step in progress: set `decided` and `details` before its block ends."""

    __slots__ = ("containment", "decided", "details", "name")

    def __init__(self, name: str, *, raising: bool = True) -> None:
        self.name = name
        self.containment = Containment(raising=raising)
        self.decided = ""
        self.details: dict[str, Any] = {}


class Tracer:
    """Collects steps while a question runs; `trace()` freezes them. With `raising`, internal errors are raised."""

    def __init__(self, *, raising: bool = True) -> None:
        self._steps: list[Step] = []
        self._raising = raising

    @contextmanager
    def step(self, name: str) -> Iterator[OpenStep]:
        """Time a block as one step; it is recorded even if the block raises."""
        current = OpenStep(name, raising=self._raising)
        started = time.perf_counter()
        try:
            with span(name):
                yield current
        finally:
            spent = (time.perf_counter() - started) * 1000
            faults = current.containment.to_json()
            taken = Step(
                name=name,
                milliseconds=round(spent, 3),
                decided=current.decided,
                details={**current.details, "internal_errors": faults} if faults else current.details,
                internal_errors=sum(fault["count"] for fault in faults),
            )
            self._steps.append(taken)
            current_watch().taken(taken)

    def trace(self) -> Trace:
        return Trace(steps=tuple(self._steps))
