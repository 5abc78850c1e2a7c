"""Contains internal errors: a bug in one reading costs only that reading, not the question.

Only exceptions that indicate bugs are contained. KeyboardInterrupt, MemoryError, exceptions that a host raises to
cancel the work, and errors that fingerpost raises on purpose pass through.
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
"""Exceptions that indicate a bug, including an unexpected invalid plan."""


class InternalFault(NamedTuple):
    """Where an internal error was contained, its type, and the line that raised it."""

    part: str
    error: str
    line: str


class Containment:
    """Counts the internal errors of one step; with `raising`, they are raised instead."""

    def __init__(self, *, raising: bool = True) -> None:
        self.raising = raising
        self.faults: Counter[InternalFault] = Counter()

    def within(self, part: str) -> _Contained:
        """A reusable context that suppresses internal errors and counts them."""
        return _Contained(self, part)

    def to_json(self) -> list[dict[str, Any]]:
        """The faults, most frequent first: `part`, `error`, `line`, `count`."""
        return [{**fault._asdict(), "count": count} for fault, count in self.faults.most_common()]


class _Contained:
    """One part of a step. A class, because it is entered for every partial reading: a generator is ten times slower."""

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
    """The line of fingerpost that raised an error, as `file.py:12`."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "fingerpost" in frame.filename] or list(frames)
    return f"{Path(own[-1].filename).name}:{own[-1].lineno}" if own else ""
