"""How much a run tests: by default each case and each pair of what varies together, with `make test-long` all of it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TypeVar

Case = TypeVar("Case")

LONG = os.environ.get("LONG_TESTS", "0") != "0"
"""Whether this is a long run."""


def some(cases: Sequence[Case], every: int) -> list[Case]:
    """All cases in a long run, else every so many of them."""
    return list(cases) if LONG else list(cases[::every])


def of_each(kinds: Mapping[str, Sequence[Case]], every: int) -> list[tuple[str, Case]]:
    """Each case with its kind; outside a long run the first of every kind, and every so many further ones of it."""
    return [(kind, case) for kind, cases in kinds.items() for case in some(cases, every)]


def examples(count: int) -> int:
    """How many examples a property test tries: all in a long run, else an eighth of them."""
    return count if LONG else max(count // 8, min(count, 10))


def part_of_products(number: int) -> int | None:
    """Which part of the kit's products a store runs; all of them in a long run."""
    return None if LONG else number
