"""Containing internal errors: a bug met while one reading is worked on costs that reading, not the question.

Only exceptions that bugs raise are contained. KeyboardInterrupt, MemoryError, and whatever a host raises to cancel the
work (TimeoutError, an exception of its own) pass through, as do the errors that fingerpost raises on purpose.
"""

from __future__ import annotations

import traceback
from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from fingerpost.core.errors import PlanError

BUGS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NameError,
    PlanError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What a bug raises; a plan that breaks its own rules is one too, where nobody expects it."""


class InternalFault(NamedTuple):
    """Where an internal error was contained, its type, and the line that raised it."""

    part: str
    error: str
    line: str


class Containment:
    """Counts the internal errors of one step of a question; where it is `raising`, they are raised instead."""

    def __init__(self, *, raising: bool = True) -> None:
        self.raising = raising
        self.faults: Counter[InternalFault] = Counter()

    def within(self, part: str) -> _Contained:
        """A context that ends quietly where an internal error is raised in it. It may be entered again and again."""
        return _Contained(self, part)

    def to_json(self) -> list[dict[str, Any]]:
        """The faults, most frequent first: `part`, `error`, `line`, `count`."""
        return [{**fault._asdict(), "count": count} for fault, count in self.faults.most_common()]


class _Contained:
    """One part of a step. A class, as it is entered for every partial reading: a generator costs ten times as much."""

    __slots__ = ("_containment", "_part")

    def __init__(self, containment: Containment, part: str) -> None:
        self._containment = containment
        self._part = part

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> bool:
        if kind is None or self._containment.raising or not isinstance(error, BUGS):
            return False
        self._containment.faults[InternalFault(self._part, kind.__name__, line_of(error))] += 1
        return True


def line_of(error: BaseException) -> str:
    """The line of ours that raised an error, as `file.py:12`."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "fingerpost" in frame.filename] or list(frames)
    return f"{Path(own[-1].filename).name}:{own[-1].lineno}" if own else ""
