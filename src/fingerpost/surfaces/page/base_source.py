"""A knowledge base as a page shows it: its graph, the elements of the last answer, and floor plans if it has any."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fingerpost.core.cells import Cell
from fingerpost.engine import (
    Deadline,
    Edge,
    FloorPlan,
    PlanReader,
    SolidModel,
    SolidReader,
    Topology,
    element_ids,
    topology_of,
)
from fingerpost.surfaces.page.drawing import Asked

if TYPE_CHECKING:
    from fingerpost.engine import KnowledgeBase

_MOST: Final = 500_000
"""Nodes and relationships that are read into memory."""
_READ_MS: Final = 120_000


class BaseSource:
    """The graph of an open knowledge base (see `GraphSource`). Thread-safe."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._lock = threading.Lock()
        self._topology: Topology | None = None
        self._number = 0
        self._asked: Asked | None = None
        self._shaping = threading.Lock()
        self._solids: SolidModel | None = None

    @property
    def name(self) -> str:
        """The name of the folder, or of the database."""
        return Path(self._kb.place.partition("?")[0]).stem or self._kb.place

    @property
    def asked(self) -> Asked | None:
        """The last question with its answer."""
        return self._asked

    def stamp(self) -> str:
        """See `GraphSource`."""
        return f"{self._kb.manifest.stamp} {self._number}"

    def topology(self) -> Topology:
        """See `GraphSource`. Properties and types that the pack hides are left out."""
        with self._lock:
            if self._topology is None:
                schema, hidden = self._kb.schema, self._kb.pack.hidden
                count = schema.node_count + schema.relationship_count
                read = topology_of(self._kb.store, self._kb.display.name, count, _MOST, Deadline(_READ_MS))
                vertices = {
                    id_: replace(vertex, properties=_told(vertex.properties, hidden))
                    for id_, vertex in read.vertices.items()
                }
                after = {id_: _shown(targets, hidden) for id_, targets in read.after.items()}
                self._topology = Topology(vertices, after)
            return self._topology

    def cells(self, query: str) -> Iterator[Cell]:
        """See `GraphSource`."""
        return (cell for row in self._kb.query(query).rows for cell in row)

    def ask(self, question: str) -> Asked:
        """Answer a question; its elements are what the page marks from now on. Raises as `KnowledgeBase.ask` does."""
        answer = self._kb.ask(question)
        ids = tuple(dict.fromkeys(element_ids(self._kb, answer)))
        self._asked = Asked(question, answer.text, answer.status.value, ids)
        self._number += 1
        return self._asked

    def plans(self) -> Sequence[FloorPlan]:
        """The floor plans, with the elements of the last answer marked."""
        reader = self._kb.context.reader
        ids = self._asked.ids if self._asked is not None else ()
        return reader.floor_plans(ids) if isinstance(reader, PlanReader) else ()

    @property
    def has_shapes(self) -> bool:
        """Whether the elements have shapes to draw."""
        reader = self._kb.context.reader
        return isinstance(reader, SolidReader) and reader.has_solids()

    def solid_model(self) -> SolidModel:
        """The shapes of the elements; made on the first call, which takes seconds to minutes."""
        reader = self._kb.context.reader
        with self._shaping:
            if self._solids is None:
                self._solids = reader.solid_model() if isinstance(reader, SolidReader) else SolidModel(())
            return self._solids


def _told(properties: Mapping[str, Cell], hidden: Sequence[str]) -> dict[str, Cell]:
    return {name: value for name, value in properties.items() if not _is_hidden(name, hidden)}


def _shown(targets: Mapping[str, Sequence[Edge]], hidden: Sequence[str]) -> dict[str, Sequence[Edge]]:
    kept = {id_: [edge for edge in edges if not _is_hidden(edge.relation, hidden)] for id_, edges in targets.items()}
    return {id_: edges for id_, edges in kept.items() if edges}


def _is_hidden(name: str, hidden: Sequence[str]) -> bool:
    return any(fnmatchcase(name, one) for one in hidden)
