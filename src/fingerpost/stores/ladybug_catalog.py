"""The tables of a Ladybug database, and queries that ask for what no table is or has.

In Cypher a label that nothing has matches nothing, and a property that nothing has is null; the engine refuses both,
and takes `Name` for `name`. Our printing has every label, type and property in backticks, labels and types behind a
colon or bar, and parentheses around every condition of a WHERE.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

_NAME = r"`(?:[^`]|``)+`"
_LABELLED = re.compile(rf"([(\[])((?:{_NAME})?):({_NAME}(?:\|{_NAME})*)")
_PROPERTY = re.compile(rf"({_NAME})\.({_NAME})")
_TOKEN = re.compile(
    rf"{_NAME}|'(?:[^'\\]|\\.)*'|[()\[\]{{}}]|\b(?:WHERE|OPTIONAL MATCH|MATCH|WITH|RETURN|UNWIND|UNION)\b"
)
_OPENING, _CLOSING = "([{", ")]}"


@dataclass(frozen=True)
class Catalog:
    """Tables: the primary key of each of nodes, the pairs of labels of each of relationships, columns of either."""

    keys: Mapping[str, str | None]
    joins: Mapping[str, Collection[tuple[str, str]]]
    columns: frozenset[str]
    lowered: frozenset[str] = field(default=frozenset())

    def asked(self, query: str) -> str:
        """The query without what no table is or has, and with the same meaning."""
        query = _PROPERTY.sub(self._property, query)
        pieces: list[str] = []
        never: list[int] = []
        at = length = 0
        for found in _LABELLED.finditer(query):
            tables: Collection[str] = self.keys if found[1] == "(" else self.joins
            names = re.findall(_NAME, found[3])
            known = [name for name in names if _said(name) in tables]
            if len(known) == len(names) or not tables:
                continue
            kept = known or ["`" + min(tables).replace("`", "``") + "`"]
            piece = query[at : found.start(3)] + "|".join(kept)
            pieces.append(piece)
            length += len(piece)
            at = found.end(3)
            if not known:
                never.append(length)
        query = "".join(pieces) + query[at:]
        for position in reversed(never):
            query = _never(query, position)
        return query

    def _property(self, found: re.Match[str]) -> str:
        """A property whose name differs from that of a column by case is none of the graph."""
        name = _said(found[2])
        return "null" if name not in self.columns and name.casefold() in self.lowered else found[0]


def _said(name: str) -> str:
    return name[1:-1].replace("``", "`")


def _never(query: str, inside: int) -> str:
    """The query with a condition that never holds for the MATCH of the pattern that a position is inside."""
    depth = 1
    for found in _TOKEN.finditer(query, inside):
        sign = found[0]
        if sign in _OPENING:
            depth += 1
        elif sign in _CLOSING:
            depth -= 1
            if depth < 0:
                return f"{query[: found.start()]}WHERE false {query[found.start() :]}"
        elif depth == 0 and sign == "WHERE":
            return f"{query[: found.end()]} false AND{query[found.end() :]}"
        elif depth == 0 and sign[0] not in "`'":
            return f"{query[: found.start()]}WHERE false {query[found.start() :]}"
    return f"{query} WHERE false"
