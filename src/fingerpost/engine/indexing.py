"""Builds the schema and the value index of a store's graph in one pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import TypeVar

from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, RelationshipInfo, TextKind, ValueType
from fingerpost.engine.leaving import NOTHING, Left
from fingerpost.engine.manifest import SCHEMA_FILE
from fingerpost.ingest import PropertyHint
from fingerpost.linking import IndexBuilder
from fingerpost.stores import Outline, Place, Store, build_schema, properties_of

Hints = Mapping[tuple[str, str], PropertyHint]
_Described = TypeVar("_Described", LabelInfo, RelationshipInfo)


def indexed(
    store: Store,
    outline: Outline,
    folder: Path,
    *,
    hints: Hints | None = None,
    left: Left = NOTHING,
    progress: Callable[[int, int], None] | None = None,
    ahead: bool = False,
) -> tuple[GraphSchema, int]:
    """Write the value index and the schema of a graph to a folder; return the schema and the number of values.

    Values of the properties in `left` are not read. `progress` is called with the number of properties done and the
    total. `ahead` asks the store for those of one property while it looks at those of the one before.
    """
    index = _Watched(folder, outline, left, progress)

    def values(owner: str, name: str, *, of_relationship: bool = False) -> Iterator[Cell]:
        skipped = Place(owner, name, of_relationship) in left
        return iter(()) if skipped else store.values(owner, name, of_relationship=of_relationship)

    with _Ahead(values, outline) if ahead else nullcontext(values) as read:
        schema = _hinted(left.told(build_schema(outline, read, index)), hints or {})
    index.finish()
    (folder / SCHEMA_FILE).write_text(schema.model_dump_json(), encoding="utf-8")
    return schema, index.count


class _Ahead:
    """The values of properties, each asked for while those of the one before it are looked at."""

    def __init__(self, values: Callable[..., Iterator[Cell]], outline: Outline) -> None:
        self._values = values
        self._next = dict(pairwise(properties_of(outline)))
        self._asked: tuple[Place | None, Future[Iterator[Cell]] | None] = (None, None)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="fingerpost-values")

    def __enter__(self) -> _Ahead:
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.shutdown(cancel_futures=True)

    def __call__(self, owner: str, name: str, *, of_relationship: bool = False) -> Iterator[Cell]:
        """The values of a property (see `Store.values`)."""
        place = Place(owner, name, of_relationship)
        asked, found = self._asked
        if found is None or asked != place:
            found = self._thread.submit(self._begun, place)
        values = found.result()
        following = self._next.get(place)
        self._asked = following, self._thread.submit(self._begun, following) if following is not None else None
        return values

    def _begun(self, place: Place) -> Iterator[Cell]:
        """The values of a property, of which the first is there."""
        values = iter(self._values(place.owner, place.property, of_relationship=place.of_relationship))
        return chain(list(islice(values, 1)), values)


class _Watched(IndexBuilder):
    """A value index that reports progress and skips the properties whose values stay in the database."""

    def __init__(self, folder: Path, outline: Outline, left: Left, progress: Callable[[int, int], None] | None) -> None:
        super().__init__(folder)
        self._left = left
        self._skips = False
        self._progress = progress
        self._total = sum(map(len, outline.properties.values()))
        self._total += sum(len(about.properties) for about in outline.relationships.values())
        self._done = 0

    def begin(self, owner: str, name: str, of_relationship: bool) -> None:
        """Start the values of a property."""
        self._skips = Place(owner, name, of_relationship) in self._left
        if not self._skips:
            super().begin(owner, name, of_relationship)

    def end(self, kind: TextKind | None) -> None:
        """End the values of a property."""
        if not self._skips:
            super().end(kind)
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, self._total)


def _hinted(schema: GraphSchema, hints: Hints) -> GraphSchema:
    """The schema with the units and descriptions from loaders."""
    if not hints:
        return schema

    def told(owner: str, properties: tuple[PropertyInfo, ...]) -> tuple[PropertyInfo, ...]:
        return tuple(_with_hint(p, hints.get((owner, p.name))) for p in properties) + declared(owner, properties)

    def declared(owner: str, properties: tuple[PropertyInfo, ...]) -> tuple[PropertyInfo, ...]:
        known = {p.name for p in properties}
        names = (name for (of, name), hint in hints.items() if of == owner and hint.declared and name not in known)
        return tuple(PropertyInfo(name=name, type=ValueType.STRING, present=0, distinct=0) for name in names)

    labels: list[LabelInfo] = [
        _with_description(label, hints.get((label.name, ""))).model_copy(
            update={"properties": told(label.name, label.properties)}
        )
        for label in schema.labels
    ]
    relationships: list[RelationshipInfo] = [
        _with_description(r, hints.get((r.type, ""))).model_copy(update={"properties": told(r.type, r.properties)})
        for r in schema.relationships
    ]
    return schema.model_copy(update={"labels": tuple(labels), "relationships": tuple(relationships)})


def _with_description(info: _Described, hint: PropertyHint | None) -> _Described:
    return info if hint is None else info.model_copy(update={"description": hint.description})


def _with_hint(info: PropertyInfo, hint: PropertyHint | None) -> PropertyInfo:
    if hint is None:
        return info
    return info.model_copy(update={"unit": hint.unit, "description": hint.description})
