"""What reading is measured on: questions with golds over many graphs, some of them closed, some held back for now."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_PARTS = 3
"""One of so many open graphs is held back at a time."""


@dataclass(frozen=True)
class Case:
    """One question of a set over a graph. `rows` are those of the gold, None if `cypher` must be run for them; it is
    "" where the gold has no translation.

    `kinds` are the kinds of its gold query. With `exact`, rows are right only where they are the gold's, no cell more.
    """

    id: str
    set: str
    graph: str
    question: str
    cypher: str
    rows: tuple[tuple[Any, ...], ...] | None = None
    kinds: tuple[str, ...] = ()
    exact: bool = False


@dataclass(frozen=True)
class Graph:
    """A graph with its source. Of a `closed` one only figures are shown; a `held` one is neither read nor learned from
    this week."""

    name: str
    source: Path
    closed: bool = False
    held: bool = False

    @property
    def readable(self) -> bool:
        """Whether single questions of it may be looked at and learned from."""
        return not (self.closed or self.held)


def held_graphs(names: Collection[str], week: int) -> frozenset[str]:
    """The third of the open graphs that is held back in a week; each is in one week of three."""
    ordered = sorted(names, key=lambda name: hashlib.sha256(name.encode()).digest())
    return frozenset(ordered[week % _PARTS :: _PARTS])


def evenly(cases: Sequence[Case], number: int | None) -> list[Case]:
    """At most so many cases, drawn by their questions' digests, so that a larger number takes the same and more."""
    if number is None or len(cases) <= number:
        return list(cases)
    drawn = sorted(cases, key=lambda case: hashlib.sha256(f"{case.set} {case.id}".encode()).digest())[:number]
    chosen = {id(case) for case in drawn}
    return [case for case in cases if id(case) in chosen]


_COMPARED = re.compile(r"\(\s*select\s+(avg|min|max|sum|count)")
_MOST = 3


def kinds_of_sql(sql: str) -> tuple[str, ...]:
    """The kinds of a gold query, so that a weakness shows without a look at a question."""
    text = sql.lower()
    found = []
    if "except" in text or "not in" in text:
        found.append("none of")
    if "intersect" in text:
        found.append("both")
    if "union" in text:
        found.append("union")
    if _COMPARED.search(text):
        found.append("compared with an aggregate")
    if "group by" in text:
        found.append(
            "top of groups" if "limit" in text else "groups with a condition" if "having" in text else "groups"
        )
    elif "order by" in text:
        found.append("top of one property" if "limit" in text else "ordering")
    found.append(f"{min(text.count(' join '), _MOST)} joins")
    found.append(f"{min(text.split(' from ')[0].count(',') + 1, _MOST)} columns")
    return tuple(found)
