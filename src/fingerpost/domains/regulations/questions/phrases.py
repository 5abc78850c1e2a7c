"""Phrases that the answers about law share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Final, overload

from fingerpost.core.cells import Cell
from fingerpost.domains.regulations.questions.catalog import AMENDMENT, Title
from fingerpost.domains.regulations.questions.request import Bound, Period, Request, Target
from fingerpost.stores import Result

MOST_LINES: Final = 100
"""Rows that the text of an answer lists."""


class Rows(Sequence[Mapping[str, Cell]]):
    """The rows of a result by the names of its columns; each is made when it is looked at."""

    def __init__(self, result: Result) -> None:
        self._columns = result.columns
        self._rows = result.rows

    @overload
    def __getitem__(self, at: int) -> Mapping[str, Cell]: ...

    @overload
    def __getitem__(self, at: slice) -> list[Mapping[str, Cell]]: ...

    def __getitem__(self, at: int | slice) -> Mapping[str, Cell] | list[Mapping[str, Cell]]:
        if isinstance(at, slice):
            return [self._named(row) for row in self._rows[at]]
        return self._named(self._rows[at])

    def __len__(self) -> int:
        return len(self._rows)

    def _named(self, row: Sequence[Cell]) -> Mapping[str, Cell]:
        return dict(zip(self._columns, row, strict=True))

    @property
    def first_cells(self) -> list[str]:
        """What stands in the first column, each once."""
        return list(dict.fromkeys(str(row[0]) for row in self._rows))

    @cached_property
    def by_first(self) -> dict[tuple[str, str], list[int]]:
        """The places of the rows by what stands in the first column and its id: titles are not unique."""
        name, _, kind = self._columns[0].rpartition("_")
        key = f"{name}_id" if kind in ("title", "document") else "identifier"
        at = self._columns.index(key) if key in self._columns else 0
        found: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        firsts, keys = ([*map(str, map(itemgetter(place), self._rows))] for place in (0, at))
        for number, both in enumerate(zip(firsts, keys, strict=True)):
            found[both].append(number)
        return dict(found)


def said(target: Target) -> str:
    """A target in words: "section 7(1) of the Employment Insurance Act"."""
    title = target.title.title
    if target.among is not None or target.title.label == AMENDMENT:
        return title
    name = title if title.startswith(("Loi", "Règlement")) else f"the {title}"
    if not target.provision:
        return name
    kind = "" if target.provision.startswith(("PART", "SCHEDULE")) else "section "
    return f"{kind}{target.provision} of {name}"


def number_of(title: Title) -> str:
    """The number of an instrument as others cite it: "2023, c. 8", "SOR/2022-55"."""
    return title.number.removeprefix("S.C. ") or title.identifier


def times_within(bound: Bound) -> str:
    """How often, by a bound: "more than 5 times"."""
    if bound.above is not None and bound.below is not None:
        return f"exactly {bound.above + 1} times"
    if bound.above is not None:
        return f"more than {bound.above} times"
    return f"fewer than {bound.below} times"


def opened(text: str) -> str:
    return text[:1].upper() + text[1:]


def within(period: Period) -> str:
    if period.day is not None:
        return f" {'as of' if period.as_of else 'on'} {period.day}"
    if period.first is not None and period.first == period.last and period.since is None and period.until is None:
        return f" in {period.first}"
    first, last = period.since or period.first, period.until or period.last
    if first is not None and last is not None:
        return f" between {first} and {last}"
    return f" since {first}" if first is not None else f" until {last}" if last is not None else ""


def when(request: Request) -> str:
    """The period of the relation that is asked for, to be said behind it."""
    return within(request.period) if request.period is not None else ""
