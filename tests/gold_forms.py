"""The forms of queries that were made from templates: a short run asks one of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from scale import LONG

from fingerpost.query_languages.cypher.tokens import NAME, tokenize

Case = TypeVar("Case")


def form(text: str) -> tuple[str, ...]:
    """What remains of a query without the names of its labels, types and properties, and without literals."""
    tokens = tokenize(text)
    parts = zip(("", *tokens.uppers), tokens.kinds, tokens.uppers, strict=False)
    return tuple("" if before in (":", "|", ".") and kind == NAME else word for before, kind, word in parts)


def one_of_each(cases: Iterable[Case], text: Callable[[Case], str]) -> list[Case]:
    """All cases in a long run, else the first of each form of their queries."""
    listed = list(cases)
    return listed if LONG else list({form(text(case)): case for case in reversed(listed)}.values())
