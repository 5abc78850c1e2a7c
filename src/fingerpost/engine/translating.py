"""Loads a graph database whose schema a domain knows: its elements become the domain's own graph."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from fingerpost.core.places import shown
from fingerpost.core.settings import Settings
from fingerpost.engine.existing import records_of
from fingerpost.engine.filling import Filling, LoadReport, fill
from fingerpost.engine.remote import connected, stamp_of
from fingerpost.ingest import GraphBuilder, GraphLoader, LoadContext, loader_for_graph


def translated(url: str, into: str | Path, *, add: bool, pack: str | None, settings: Settings) -> LoadReport | None:
    """The report of the load; None if no loader knows the schema of the database, which can then be copied.

    Raises as `load` does.
    """
    with closing(connected(url, settings)) as store:
        outline = store.outline()
        loader = loader_for_graph(tuple(outline.labels), tuple(outline.relationships))
        if loader is None or not isinstance(loader, GraphLoader):
            return None

        def feed(builder: GraphBuilder, context: LoadContext) -> None:
            name = shown(url).rpartition("/")[2] or "database"
            context.add_file(Path(name), "record", url=shown(url))
            context.notes.append(f"{name}: read as {loader.summary}; to keep the graph as it is, use fingerpost copy")
            builder.add_all(loader.read_graph(records_of(store), context))

        mark = f"{shown(url)} {stamp_of(outline)}"
        return fill(into, Filling(feed, pack=pack or loader.pack, add=add, mark=mark, settings=settings))
