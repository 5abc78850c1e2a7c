"""The tables of a Ladybug database, and queries that ask for what no table is or has.

In Cypher a label that nothing has matches nothing, and a property that nothing has is null; the engine refuses both,
and takes `Name` for `name`. Our printing has every label, type and property in backticks, labels and types behind a
colon or bar, and parentheses around every condition of a WHERE.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.stores.ladybug.binding import untyped

_NAME = r"`(?:[^`]|``)+`"
_LABELLED = re.compile(rf"([(\[])((?:{_NAME})?):({_NAME}(?:\|{_NAME})*)")
_PROPERTY = re.compile(rf"({_NAME})\.({_NAME})")
_STEP = re.compile(
    rf"\(((?:{_NAME})?)(?::({_NAME}(?:\|{_NAME})*))?\)(<?)-(?:\[(?:{_NAME})?(?::({_NAME}(?:\|{_NAME})*))?[^\]]*\])?-(>?)"
    rf"(?=\(((?:{_NAME})?)(?::({_NAME}(?:\|{_NAME})*))?\))"
)
_ALIAS = re.compile(rf"({_NAME}) AS ({_NAME})")
_MATCHING = re.compile(rf"{_NAME}|(OPTIONAL MATCH|MATCH) |([{{}}])")
_TOKEN = re.compile(
    rf"{_NAME}|'(?:[^'\\]|\\.)*'|[()\[\]{{}}]|\b(?:WHERE|OPTIONAL MATCH|MATCH|WITH|RETURN|UNWIND|UNION)\b"
)
_OPENING, _CLOSING = "([{", ")]}"


@dataclass(frozen=True)
class Catalog:
    """Tables: the primary key of each of nodes, the pairs of labels of each of relationships, columns of either."""

    keys: Mapping[str, str | None]
    joins: Mapping[str, Collection[tuple[str, str]]]
    columns: Mapping[str, Collection[str]]

    def _spellings(self, name: str, tables: Iterable[str]) -> set[str]:
        """How columns of some tables are spelled that the engine takes for a name."""
        wanted = name.casefold()
        return {column for table in tables for column in self.columns[table] if column.casefold() == wanted}

    def asked(self, query: str) -> str:
        """The query without what no table is or has, and with the same meaning."""
        tables = _tables_of(query, self.columns)
        query = untyped(_PROPERTY.sub(lambda found: self._property(found, tables), query))
        pieces: list[str] = []
        never: list[int] = []
        at = length = 0
        for found in _LABELLED.finditer(query):
            known_tables: Collection[str] = self.keys if found[1] == "(" else self.joins
            names = re.findall(_NAME, found[3])
            known = [name for name in names if _said(name) in known_tables]
            if len(known) == len(names) or not known_tables:
                continue
            kept = known or ["`" + min(known_tables).replace("`", "``") + "`"]
            piece = query[at : found.start(3)] + "|".join(kept)
            pieces.append(piece)
            length += len(piece)
            at = found.end(3)
            if not known:
                never.append(length)
        query = "".join(pieces) + query[at:]
        for position in reversed(never):
            query = _never(query, position)
        return self._without_what_cannot_be(query, tables)

    def _without_what_cannot_be(self, query: str, tables: dict[str, set[str]]) -> str:
        """The query in which a pattern never matches that joins what no type joins.

        Of an optional one, and one in a subquery, the engine takes nodes of one table for those of another.
        """
        optional = _optional_places(query)
        for found in _ALIAS.finditer(query):
            if _said(found[1]) in tables:
                tables.setdefault(_said(found[2]), tables[_said(found[1])])
        never: list[int] = []
        for found in _STEP.finditer(query):
            left, right = self._of(found[1], found[2], tables), self._of(found[6], found[7], tables)
            types = [_said(name) for name in re.findall(_NAME, found[4] or "")] or list(self.joins)
            pairs = {pair for type_ in types for pair in self.joins.get(type_, ())}
            there = {(a, b) for a, b in pairs if a in left and b in right and not found[3]}
            back = {(b, a) for a, b in pairs if b in left and a in right and not found[5]}
            if not there | back:
                never.append(found.start() + 1)
            elif not optional(found.start()):
                for name, ends in ((found[1], {a for a, _ in there | back}), (found[6], {b for _, b in there | back})):
                    if name:
                        tables[_said(name)] = tables.get(_said(name), set(self.keys)) & ends
        for position in reversed(never):
            query = _never(query, position)
        return query

    def _of(self, name: str, labels: str | None, tables: Mapping[str, set[str]]) -> set[str]:
        """The tables that a node of a pattern may be of."""
        known = set(self.keys)
        if labels:
            known &= {_said(label) for label in re.findall(_NAME, labels)}
        return known & tables[_said(name)] if name and tables.get(_said(name)) else known

    def _property(self, found: re.Match[str], tables: Mapping[str, Collection[str]]) -> str:
        """A property whose name differs from those of columns by case is none of the graph.

        Raises:
            UnsupportedConstruct: of some tables that a variable may be of it is, and of others not.
        """
        name = _said(found[2])
        owners = tables.get(_said(found[1])) or self.columns
        spellings = self._spellings(name, owners)
        if not spellings - {name}:
            return found[0]
        if name not in spellings:
            return "null"
        said = ", ".join(sorted(spellings))
        raise UnsupportedConstruct(f"the property {name} beside others of its name ({said}): ladybug ignores case")


def _tables_of(query: str, known: Collection[str]) -> dict[str, set[str]]:
    """The tables that the labels of variables name."""
    tables: dict[str, set[str]] = {}
    for found in _LABELLED.finditer(query):
        if found[2]:
            names = {_said(name) for name in re.findall(_NAME, found[3])} & set(known)
            tables.setdefault(_said(found[2]), set()).update(names)
    return tables


def _optional_places(query: str) -> Callable[[int], bool]:
    """Tells of a place whether it is in an optional MATCH or in a subquery."""
    places: list[tuple[int, bool]] = []
    depth, inside = 0, False
    for found in _MATCHING.finditer(query):
        if found[1]:
            inside = found[1] != "MATCH"
        elif found[2]:
            depth += 1 if found[2] == "{" else -1
        places.append((found.start(), inside or depth > 0))

    def optional(place: int) -> bool:
        return next((said for start, said in reversed(places) if start <= place), False)

    return optional


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
