"""Copies a graph between any two stores, and compares the results."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from fingerpost.core.cells import Node, Relationship, encode
from fingerpost.core.errors import StoreError
from fingerpost.core.places import is_url, shown
from fingerpost.core.progress import Progress
from fingerpost.core.settings import Settings
from fingerpost.engine.existing import record_of
from fingerpost.engine.filling import Filling, LoadReport, fill
from fingerpost.engine.manifest import Manifest, read_manifest
from fingerpost.engine.registry import store_class
from fingerpost.engine.remote import cache_folder, connected, stamp_of
from fingerpost.ingest import GraphBuilder, LoadContext, Record
from fingerpost.stores import Store


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a graph: counts, and a digest that does not depend on the order of elements."""

    nodes: int
    relationships: int
    digest: str


class _Tally:
    """Counts and digests a stream of elements."""

    def __init__(self) -> None:
        self._nodes = self._relationships = self._total = 0

    def add(self, element: Node | Relationship) -> None:
        properties = {name: encode(value) for name, value in element.properties.items()}
        if isinstance(element, Node):
            self._nodes += 1
            said: list[object] = [element.element_id, sorted(element.labels), properties]
        else:
            self._relationships += 1
            said = [element.type, element.start, element.end, properties]
        body = json.dumps(said, sort_keys=True).encode()
        self._total += int.from_bytes(hashlib.blake2b(body, digest_size=16).digest(), "big")

    @property
    def content(self) -> Content:
        return Content(self._nodes, self._relationships, f"{self._total % 2**128:032x}")


def content_of(store: Store) -> Content:
    """Count and digest all nodes (id, labels, properties) and relationships (type, ends, properties)."""
    tally = _Tally()
    for element, _ in store.elements():
        tally.add(element)
    return tally.content


def copy(
    source: str | Path,
    into: str | Path,
    *,
    add: bool = False,
    pack: str | None = None,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> tuple[LoadReport, Content]:
    """Copy a knowledge base or database to another place, and compare the copy with the source.

    `pack` is that of the copy, by default the source's.

    Raises:
        KnowledgeBaseError: as opening the source and writing the target raise it.
        StoreError: `store.differs`: the copy differs from the source; or one of the stores failed.
    """
    chosen = settings or Settings()
    store, manifest = _opened(source, chosen)
    with closing(store):
        tally = _Tally()

        def feed(builder: GraphBuilder, context: LoadContext) -> None:
            for entry in manifest.sources if manifest is not None else ():
                context.add_file(Path(entry.path), entry.positions)
            builder.add_all(_records(store, tally))

        def check(copied: Store) -> None:
            found = content_of(copied)
            wanted = tally.content
            if not add and found != wanted:
                message = f"the copy differs: {_said(found)} in {shown(into)}, {_said(wanted)} in {shown(source)}"
                raise StoreError(message, code="store.differs")

        filling = Filling(
            feed,
            pack=pack or (manifest.pack if manifest is not None else None),
            add=add,
            mark=f"{shown(source)} {stamp_of(store.outline())}",
            check=check,
            sources=manifest.sources if manifest is not None else (),
            settings=chosen,
            progress=progress,
        )
        return fill(into, filling), tally.content


def _opened(place: str | Path, settings: Settings) -> tuple[Store, Manifest | None]:
    """The store at a place, and its manifest if it has one."""
    if is_url(place):
        folder = cache_folder(str(place), settings)
        known = read_manifest(folder) if folder.exists() else None
        return connected(str(place), settings), known
    manifest = read_manifest(Path(place))
    if manifest.url is not None:
        return connected(manifest.url, settings), manifest
    return store_class(manifest.store).open(str(Path(place) / manifest.data)), manifest


def _records(store: Store, tally: _Tally) -> Iterator[Record]:
    for element, origin in store.elements():
        tally.add(element)
        yield record_of(element, origin)


def _said(content: Content) -> str:
    return f"{content.nodes:,} nodes and {content.relationships:,} relationships ({content.digest[:8]})"
