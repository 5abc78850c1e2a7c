"""Databases of Ladybug, the living fork of Kuzu. The engine runs in a process that can be ended (`ladybug_engine`)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar
from urllib.parse import unquote, urlsplit

from fingerpost.core.access import Access
from fingerpost.core.cells import Cell, Node, Relationship
from fingerpost.core.errors import KnowledgeBaseError, StoreError
from fingerpost.core.limits import Limits
from fingerpost.core.schema import GraphSchema
from fingerpost.stores.ladybug.survey import Survey
from fingerpost.stores.ladybug.writer import GRAPH_FILE, LadybugWriter
from fingerpost.stores.outline import Outline
from fingerpost.stores.protocol import Capabilities, Origin
from fingerpost.stores.support.profile import build_schema
from fingerpost.stores.support.subprocess_store import SubprocessStore
from fingerpost.stores.support.worker_process import WorkerProcess

_ENGINE = "fingerpost.stores.ladybug.engine:LadybugEngine"
_SURVEY = Limits(time_ms=600_000, rows=10_000_000)
"""What looking through a database may cost."""
_SCHEME = "ladybug"


class LadybugStore(SubprocessStore):
    """An open database, which is only read. Queries run one after another, in a process that can be ended.

    The element id of a node is the source's own where we loaded it, else its label and its primary key (`Person:7`);
    that of a relationship is its table and its place in it (`4:17`), which hold as long as the database is not changed.
    """

    libraries: ClassVar[tuple[str, ...]] = ("ladybug",)
    dialect = "ladybug"
    capabilities = Capabilities(
        dialect="ladybug",
        interruptible=False,
        several_labels=False,
        any_names=False,
        any_values=False,
        work_limit=False,
    )

    def __init__(self, child: WorkerProcess) -> None:
        self.child = child
        self._survey = Survey(self._rows)

    @classmethod
    def open(cls, place: str | Path, access: Access | None = None) -> LadybugStore:
        """Open a database: its file, a folder that we wrote, or `ladybug:///absolute/path` (see `StoreKind.open`)."""
        path = database_path(place)
        if not path.exists():
            raise KnowledgeBaseError(f"{path} is missing", code="kb.missing")
        child = WorkerProcess(_ENGINE, path)
        try:
            child.start()
        except BaseException:
            child.close()
            raise
        return cls(child)

    @classmethod
    def writer(cls, place: str | Path | None = None, access: Access | None = None) -> LadybugWriter:
        """A writer that makes a new database in a folder (see `StoreKind.writer`)."""
        return LadybugWriter(None if place is None else _path(place), cls.open)

    def operators(self, rows: Sequence[Sequence[Cell]]) -> tuple[str, ...]:
        """The operators of a plan (see `SubprocessStore.operators`)."""
        return operators(str(rows[0][0]))

    def schema(self) -> GraphSchema:
        """What the graph holds, counted (see `Store.schema`)."""
        return build_schema(self.outline(), self.values)

    def outline(self) -> Outline:
        """Labels, types and endpoints with their counts and the names of their properties."""
        return self._survey.outline()

    def values(self, owner: str, name: str, *, of_relationship: bool = False) -> Iterator[Cell]:
        """Distinct values of a property (see `Store.values`)."""
        return self._survey.values(owner, name, of_relationship=of_relationship)

    def elements(self) -> Iterator[tuple[Node | Relationship, Origin | None]]:
        """Every node, then every relationship (see `Store.elements`)."""
        return self._survey.elements()

    def nodes(self, element_ids: Sequence[str]) -> Mapping[str, Node]:
        """Nodes by their ids (see `Store.nodes`)."""
        self.child.start()
        return self._survey.nodes(element_ids)

    def origins(self, elements: Sequence[Node | Relationship]) -> Sequence[Origin | None]:
        """Where elements were read (see `Store.origins`)."""
        self.child.start()
        return self._survey.origins(elements)

    def _rows(self, text: str, **parameters: Cell) -> tuple[tuple[Cell, ...], ...]:
        found = self.child.run(text, parameters, _SURVEY)
        if found.cut:
            raise StoreError(f"there are more than {_SURVEY.rows} values", code="store.failed")
        return found.rows


def database_path(place: str | Path) -> Path:
    """The database at a place: that in a folder of ours, else the place itself."""
    path = _path(place)
    if path.is_dir() and not any(path.glob("*.kz")):
        return path / GRAPH_FILE
    return path


def _path(place: str | Path) -> Path:
    parts = urlsplit(str(place))
    return Path(unquote(parts.path)) if parts.scheme == _SCHEME else Path(place)


def operators(drawing: str) -> tuple[str, ...]:
    """The operators of a drawn plan, from the last to the first: in each box, the words in capitals at its top."""
    found = []
    lines = drawing.splitlines()
    for above, line in itertools.pairwise(lines):
        name = line.strip("│ ").partition("[")[0].strip()
        if above.startswith("┌") and name and name.replace("_", "").isupper():
            found.append(name)
    return tuple(found)
