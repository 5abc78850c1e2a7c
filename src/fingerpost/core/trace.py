"""What a question went through: each step's name, milliseconds, and what it decided."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pydantic import Field

from fingerpost.core.schema import Frozen


class Step(Frozen):
    """One step of the straight line. `details` is JSON-ready."""

    name: str
    milliseconds: float
    decided: str = ""
    details: dict[str, Any] = Field(default_factory=dict)


class Trace(Frozen):
    """All steps of one question, in order."""

    steps: tuple[Step, ...] = ()

    @property
    def milliseconds(self) -> float:
        return sum(step.milliseconds for step in self.steps)


class OpenStep:
    """A step that is under way: say what it decided before its block ends."""

    __slots__ = ("decided", "details", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.decided = ""
        self.details: dict[str, Any] = {}


class Tracer:
    """Collects steps while a question runs; `trace()` freezes them."""

    def __init__(self) -> None:
        self._steps: list[Step] = []

    @contextmanager
    def step(self, name: str) -> Iterator[OpenStep]:
        """Time a block as one step; it is recorded also when the block raises."""
        current = OpenStep(name)
        started = time.perf_counter()
        try:
            yield current
        finally:
            spent = (time.perf_counter() - started) * 1000
            self._steps.append(
                Step(name=name, milliseconds=round(spent, 3), decided=current.decided, details=current.details)
            )

    def trace(self) -> Trace:
        return Trace(steps=tuple(self._steps))
