"""What a Ladybug database holds: its outline, the distinct values of its properties, its elements by their ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

from fingerpost.core.cells import Cell, Node, Relationship, freeze
from fingerpost.core.names import ELEMENT_ID, ELEMENT_ORIGIN, OWN, quoted, said_name, stored_name
from fingerpost.stores.ladybug.binding import literal
from fingerpost.stores.outline import Outline, RelationshipOutline
from fingerpost.stores.protocol import Origin

_PAGE = 20_000
"""Elements read at a time when all of them are."""

_Rows = Sequence[Sequence[Any]]


class Rows(Protocol):
    """Runs a query of ours in the process of the engine."""

    def __call__(self, text: str, **parameters: Cell) -> _Rows: ...


class Survey:
    """Looks through one database."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    @cached_property
    def columns(self) -> dict[str, dict[str, bool]]:
        """The columns of every table, and whether each is the primary key; tables of relationships too."""
        return {
            table: {row[1]: len(row) > 4 and row[4] is True for row in self._info(table)}
            for table in (*self._tables("NODE"), *self._tables("REL"))
        }

    @cached_property
    def _kinds(self) -> list[tuple[str, str]]:
        return [(str(name), str(kind)) for name, kind in self._rows("CALL show_tables() RETURN name, type")]

    def _tables(self, kind: str) -> list[str]:
        return [name for name, is_kind in self._kinds if is_kind == kind]

    def _info(self, table: str) -> _Rows:
        return self._rows(f"CALL table_info({literal(table)}) RETURN *")

    def outline(self) -> Outline:
        """Labels, types and endpoints with their counts and the names of their properties."""
        outline = Outline({}, {}, {}, 0, 0)
        for label in self._tables("NODE"):
            outline.labels[label], present = self._counted(f"(e:{quoted(label)})", label)
            outline.properties[label] = tuple(sorted(present))
            outline.present.update(((label, name), count) for name, count in present.items())
            outline.node_count += outline.labels[label]
        for type_ in self._tables("REL"):
            about = RelationshipOutline(0, {})
            held: dict[str, int] = {}
            for start, end in self._pairs(type_):
                # Between named labels: for nodes of any label the engine may fail.
                pattern = f"(:{quoted(start)})-[e:{quoted(type_)}]->(:{quoted(end)})"
                count, present = self._counted(pattern, type_)
                about.count += count
                if count:
                    about.endpoints[start, end] = count
                for name, number in present.items():
                    held[name] = held.get(name, 0) + number
            about.properties = tuple(sorted(held))
            outline.relationships[type_] = about
            outline.present.update(((type_, name), number) for name, number in held.items())
            outline.relationship_count += about.count
        return outline

    def _counted(self, pattern: str, owner: str) -> tuple[int, dict[str, int]]:
        """How many there are, and how many have each property that any has."""
        said = {name: column for column in self.columns[owner] if (name := said_name(column, OWN)) is not None}
        there = "count(CASE WHEN e.{} IS NOT NULL THEN 1 END)"  # count() takes no decimals
        counts = "".join(", " + there.format(quoted(column)) for column in said.values())
        ((total, *present),) = self._rows(f"MATCH {pattern} RETURN count(*){counts}")
        return total, {name: number for name, number in zip(said, present, strict=True) if number}

    def _pairs(self, type_: str) -> list[tuple[str, str]]:
        found = self._rows(f"CALL show_connection({literal(type_)}) RETURN *")
        return [(str(row[0]), str(row[1])) for row in found]

    def _patterns(self, owner: str, *, of_relationship: bool) -> list[str]:
        if not of_relationship:
            return [f"(e:{quoted(owner)})"]
        return [f"(:{quoted(a)})-[e:{quoted(owner)}]->(:{quoted(b)})" for a, b in self._pairs(owner)]

    def values(self, owner: str, name: str, *, of_relationship: bool = False) -> Iterator[Cell]:
        """Distinct values of a property (see `Store.values`)."""
        column = stored_name(name, OWN)
        kind = "REL" if of_relationship else "NODE"
        if owner not in self._tables(kind) or column not in self.columns[owner]:
            return
        place = f"e.{quoted(column)}"
        patterns = self._patterns(owner, of_relationship=of_relationship)
        seen: set[Cell] = set()
        for pattern in patterns:
            for (value,) in self._rows(f"MATCH {pattern} WHERE {place} IS NOT NULL RETURN DISTINCT {place}"):
                if len(patterns) > 1:
                    if freeze(value) in seen:
                        continue
                    seen.add(freeze(value))
                yield value

    def elements(self) -> Iterator[tuple[Node | Relationship, Origin | None]]:
        """Every node, then every relationship (see `Store.elements`)."""
        for kind in ("NODE", "REL"):
            for table in self._tables(kind):
                at = f"e.{ELEMENT_ORIGIN}" if ELEMENT_ORIGIN in self.columns[table] else "NULL"
                for pattern in self._patterns(table, of_relationship=kind == "REL"):
                    for element, packed in self._paged(pattern, at):
                        yield element, None if packed is None else Origin.unpack(packed)

    def _paged(self, pattern: str, at: str) -> Iterator[Sequence[Any]]:
        """The elements of a table with their origins, a page of places at a time."""
        ((last,),) = self._rows(f"MATCH {pattern} RETURN max(offset(id(e)))")
        text = f"MATCH {pattern} WHERE offset(id(e)) >= $first AND offset(id(e)) < $beyond RETURN e, {at}"
        for first in range(0, -1 if last is None else last + 1, _PAGE):
            yield from self._rows(text, first=first, beyond=first + _PAGE)

    def nodes(self, element_ids: Iterable[str]) -> Mapping[str, Node]:
        """Nodes by their ids (see `Store.nodes`)."""
        found: dict[str, Node] = {}
        for label, key, keys in self._wanted(element_ids):
            text = f"UNWIND $wanted AS id MATCH (n:{quoted(label)}) WHERE CAST(n.{quoted(key)} AS STRING) = id RETURN n"
            found.update((row[0].element_id, row[0]) for row in self._rows(text, wanted=keys))
        return found

    def _wanted(self, element_ids: Iterable[str]) -> Iterator[tuple[str, str, list[str]]]:
        """Which primary keys to look for in which table."""
        ids = sorted(set(element_ids))
        for label in self._tables("NODE"):
            key = next((column for column, primary in self.columns[label].items() if primary), None)
            before = "" if key == ELEMENT_ID else f"{label}:"
            keys = [i.removeprefix(before) for i in ids if i.startswith(before)]
            if key is not None and keys:
                yield label, key, keys

    def _keyed(self, labels: Sequence[str]) -> set[str]:
        """The columns of the table of a node that loading wrote: there, our own id is the key."""
        columns = self.columns.get(labels[0], {}) if labels else {}
        return set(columns) if columns.get(ELEMENT_ID) else set()

    def origins(self, elements: Sequence[Node | Relationship]) -> list[Origin | None]:
        """Where elements were read (see `Store.origins`)."""
        at: dict[tuple[str, str], int] = {}
        of_label: dict[str, set[str]] = {}
        for element in elements:
            if isinstance(element, Node) and {ELEMENT_ID, ELEMENT_ORIGIN} <= self._keyed(element.labels):
                of_label.setdefault(element.labels[0], set()).add(element.element_id)
        for label, wanted in of_label.items():
            # From a list, row by row: for IN the engine goes through the table, for each row it has an index.
            text = f"UNWIND $wanted AS id MATCH (n:{quoted(label)}) WHERE n.fp_id = id RETURN n.fp_id, n.fp_at"
            found = self._rows(text, wanted=sorted(wanted))
            at.update((("node", row[0]), row[1]) for row in found if row[1] is not None)
        joined: dict[str, set[int]] = {}
        for element in elements:
            if isinstance(element, Relationship) and element.element_id.rpartition(":")[2].isdecimal():
                joined.setdefault(element.type, set()).add(int(element.element_id.rpartition(":")[2]))
        for type_, offsets in joined.items():
            if ELEMENT_ORIGIN in self.columns.get(type_, ()):
                found = [
                    row
                    for pattern in self._patterns(type_, of_relationship=True)
                    for row in self._rows(
                        f"MATCH {pattern} WHERE offset(id(e)) IN $wanted RETURN id(e), e.fp_at", wanted=sorted(offsets)
                    )
                ]
                at.update((("relationship", row[0]), row[1]) for row in found if row[1] is not None)
        kinds = [("node" if isinstance(e, Node) else "relationship", e.element_id) for e in elements]
        return [Origin.unpack(at[key]) if key in at else None for key in kinds]
