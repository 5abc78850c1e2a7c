"""Loads a graph into a Bolt database in batches, each in a transaction of its own.

Every element has an id of its own (`fp_id`), unique among those of its first label or its type: a load that broke off
is run again, and adds what is missing. A node's is the source's. A relationship's is made from all that it is (its
ends, type, origin and properties) and from how many the same there were before it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from fingerpost.core.cells import Cell
from fingerpost.core.errors import LimitExceeded, StoreError
from fingerpost.core.names import ELEMENT_ID, ELEMENT_ORIGIN, OWN, quoted, stored_name
from fingerpost.stores.bolt.held import held
from fingerpost.stores.bolt.link import Link
from fingerpost.stores.protocol import NodeRow, RelationshipRow, Store

_BATCH = 2_000


class BoltWriter:
    """Adds to a database; what was added is durable when the call returns."""

    def __init__(self, link: Link, read: Callable[[], Store]) -> None:
        self._link = link
        self._read = read
        self._ready: set[tuple[str, bool]] = set()
        self._seen: set[int] = set()
        self._again: Counter[int] = Counter()
        self._added: Counter[tuple[str, bool]] = Counter()

    def add_nodes(self, labels: tuple[str, ...], rows: Sequence[NodeRow]) -> None:
        """Add nodes (see `GraphWriter.add_nodes`); those that are there, by id and first label, stay as they are."""
        first = labels[0]
        self._prepare(first, of_relationship=False)
        further = "".join(f", n:{quoted(label)}" for label in labels[1:])
        text = (
            f"UNWIND $rows AS row MERGE (n:{quoted(first)} {{{ELEMENT_ID}: row.i}}) "
            f"ON CREATE SET n += row.p{further} RETURN count(n)"
        )
        for some in _batches(rows):
            batch = [{"i": held(ELEMENT_ID, id_), "p": _stored(origin, held_)} for id_, origin, held_ in some]
            self._write(text, batch, lambda row: f"the node {row['i']}")
        self._added[first, False] += len(rows)

    def add_relationships(self, start: str, type_: str, end: str, rows: Sequence[RelationshipRow]) -> None:
        """Add relationships (see `GraphWriter.add_relationships`); those that are there already stay as they are."""
        self._prepare(type_, of_relationship=True)
        text = (
            f"UNWIND $rows AS row MATCH (a:{quoted(start)} {{{ELEMENT_ID}: row.a}}) "
            f"MATCH (b:{quoted(end)} {{{ELEMENT_ID}: row.b}}) "
            f"MERGE (a)-[r:{quoted(type_)} {{{ELEMENT_ID}: row.i}}]->(b) ON CREATE SET r += row.p RETURN count(r)"
        )
        for some in _batches(rows):
            batch = [
                {"i": self._relationship_id((start, one, type_, end, other, origin), own), "a": one, "b": other,
                 "p": _stored(origin, own)}
                for one, other, origin, own in some
            ]  # fmt: skip
            self._write(text, batch, lambda row: f"a relationship {type_} from {row['a']} to {row['b']}")
        self._added[type_, True] += len(rows)

    def _relationship_id(self, what: tuple[Cell, ...], properties: Mapping[str, Cell]) -> str:
        told = repr((what, sorted(properties.items()))).encode("utf-8", "surrogatepass")
        digest = hashlib.blake2b(told, digest_size=16).digest()
        key = int.from_bytes(digest[:8], "big")
        if key in self._seen:
            self._again[key] += 1
            return f"r{digest.hex()}-{self._again[key]}"
        self._seen.add(key)
        return f"r{digest.hex()}"

    def _prepare(self, name: str, *, of_relationship: bool) -> None:
        """Have ids unique, and found at once, among the elements of a label or type."""
        if (name, of_relationship) in self._ready:
            return
        pattern = f"()-[e:{quoted(name)}]-()" if of_relationship else f"(e:{quoted(name)})"
        self._link.define(
            f"CREATE CONSTRAINT IF NOT EXISTS FOR {pattern} REQUIRE e.{ELEMENT_ID} IS UNIQUE", self._link.wait_s
        )
        self._ready.add((name, of_relationship))

    def _write(self, text: str, batch: list[dict[str, Any]], named: Callable[[dict[str, Any]], str]) -> None:
        """Write a batch whole, in halves where the server has too little memory for it."""
        try:
            self._link.write(text, batch, self._link.wait_s)
        except LimitExceeded as error:
            if error.code != "limit.memory" or len(batch) == 1:
                raise
            middle = len(batch) // 2
            self._write(text, batch[:middle], named)
            self._write(text, batch[middle:], named)
        except StoreError as error:
            if error.code != "store.write" or len(batch) == 1:
                raise
            self._tell_which(text, batch, named)
            raise

    def _tell_which(self, text: str, batch: list[dict[str, Any]], named: Callable[[dict[str, Any]], str]) -> None:
        """Add the rows of a batch that failed one by one, to name the first that the server does not take."""
        for row in batch:
            try:
                self._link.write(text, [row], self._link.wait_s)
            except StoreError as error:
                raise StoreError(f"{named(row)}: {error.message}", code=error.code, details=error.details) from error

    def save(self) -> None:
        """Check that all that was added is there (see `GraphWriter.save`)."""
        for (name, of_relationship), added in self._added.items():
            pattern = f"()-[e:{quoted(name)}]->()" if of_relationship else f"(e:{quoted(name)})"
            ((found,),) = self._link.ask(f"MATCH {pattern} WHERE e.{ELEMENT_ID} IS NOT NULL RETURN count(e)")
            if found < added:
                kind = "relationships" if of_relationship else "nodes"
                message = f"the server has {found} {kind} of {name}, where {added} were added: were ids given twice?"
                raise StoreError(message, code="store.write")

    def reading(self) -> Store:
        """What the database holds, to read (see `GraphWriter.reading`)."""
        return self._read()

    def close(self) -> None:
        """Give back the connections (see `GraphWriter.close`)."""
        self._link.close()


def _batches(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (rows[start : start + _BATCH] for start in range(0, len(rows), _BATCH))


def _stored(origin: int, properties: Mapping[str, Cell]) -> dict[str, Any]:
    stored = {stored_name(name, OWN): held(name, value) for name, value in properties.items() if value is not None}
    stored[ELEMENT_ORIGIN] = origin
    return stored
