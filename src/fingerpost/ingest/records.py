"""The records that a loader yields, and the context that it reports to.

A loader is a class registered under the entry-point group `fingerpost.loaders`. It streams `NodeRecord`s and
`RelationshipRecord`s in any order: a relationship may come before its nodes. It does not raise
for a bad line if it can find the next one: it reports the line to `context.problems` and continues.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Protocol, runtime_checkable

from fingerpost.core.cells import Cell
from fingerpost.core.errors import SourceError
from fingerpost.ingest.mapping import SourceMapping


@dataclass(slots=True)
class NodeRecord:
    """A node as read: `id` is unique in the load, `line` its place in file number `file` (see `LoadContext.add_file`).

    Properties hold cells (see `core.cells`); a missing value is omitted, never stored as None.
    """

    id: str
    labels: tuple[str, ...]
    properties: dict[str, Cell]
    file: int = 0
    line: int = 0


@dataclass(slots=True)
class RelationshipRecord:
    """A relationship as read, from node id `start` to node id `end`."""

    start: str
    end: str
    type: str
    properties: dict[str, Cell]
    file: int = 0
    line: int = 0


Record = NodeRecord | RelationshipRecord


@dataclass(slots=True)
class Problem:
    """One kind of problem in a source: its count and first examples."""

    kind: str
    count: int = 0
    examples: list[str] = field(default_factory=list)


class Problems:
    """Counts the problems of a source by kind, with the first examples of each.

    Kinds in use: `missing-endpoint`, `duplicate-id`, `bad-encoding`, `ragged-line`, `bad-value`, `bad-record`.
    """

    EXAMPLES: ClassVar[int] = 5

    def __init__(self) -> None:
        self._by_kind: dict[str, Problem] = {}

    def add(self, kind: str, where: str) -> None:
        """Count one problem; `where` has the file, line and reason."""
        problem = self._by_kind.setdefault(kind, Problem(kind))
        problem.count += 1
        if len(problem.examples) < self.EXAMPLES:
            problem.examples.append(where)

    def __bool__(self) -> bool:
        return bool(self._by_kind)

    def __iter__(self) -> Iterator[Problem]:
        return iter(sorted(self._by_kind.values(), key=lambda p: (-p.count, p.kind)))

    def raise_if_any(self) -> None:
        """Raise `SourceError` (`source.strict`) that lists all kinds, for `--strict`."""
        if not self._by_kind:
            return
        parts = [f"{p.count} {p.kind} (first: {p.examples[0]})" for p in self]
        details = {p.kind: {"count": p.count, "examples": p.examples} for p in self}
        raise SourceError("refused by strict loading: " + "; ".join(parts), code="source.strict", details=details)


@dataclass(slots=True)
class SourceFile:
    """A file of a load.

    `positions` is the unit of a record's `line`: "line", "record", "row" (of a table) or "step" (`#123` in STEP).
    A file that is not `loaded` is only cited: a graph of code cites the code. `url` is that of a database, without its
    password: then there is no file.
    """

    path: Path
    positions: str = "line"
    loaded: bool = True
    url: str | None = None


@dataclass(slots=True)
class PropertyHint:
    """What a loader knows about a property: its unit and a description.

    For the property "" it describes the relationship type itself, or is what else the label is called. `declared` marks
    a property that the source has without a value: questions may name it, and nothing has it.
    """

    unit: str | None = None
    description: str | None = None
    declared: bool = False


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What the user says about the sources: the encoding of text files, how tables become a graph, whether building
    models are of one building, so that they share its levels, whether their shapes are measured; whether a graph is
    taken `as_is`, without relationships that its keys show; and which files of folders are read `beside` a graph."""

    encoding: str | None = None
    mapping: SourceMapping | None = None
    same_building: bool = False
    geometry: bool = False
    as_is: bool = False
    beside: frozenset[Path] = frozenset()


class LoadContext:
    """The context of a load: registers files, and takes problems, progress and hints.

    `progress` is called with the number of bytes just read; `property_hints` maps (label or type, property) to a hint.
    `notes` are lines about what the loader decided, to be shown to the user; `mapped` the tables read by the mapping;
    `numbers` the columns of text (`table.column`) whose values are read as numbers.
    `spool`, where there is one, is a folder in which a loader may keep what it has read: it stays if the load is
    interrupted, for the next one of the same knowledge base, and is removed once a load is complete. `data`, where the
    sources become a knowledge base of their own, is the folder of its data, for what its domain derives from them.
    """

    def __init__(self, progress: Callable[[int], None] | None = None, options: ReadOptions | None = None) -> None:
        self.options = options or ReadOptions()
        self.mapped: set[str] = set()
        self.files: list[SourceFile] = []
        self.problems = Problems()
        self.property_hints: dict[tuple[str, str], PropertyHint] = {}
        self.notes: list[str] = []
        self.numbers: list[str] = []
        self.spool: Path | None = None
        self.data: Path | None = None
        self._progress = progress
        self._times = 1

    def trial(self) -> LoadContext:
        """A context for reading a source that is read again: its problems and progress are not reported."""
        return LoadContext(options=self.options)

    def looking(self) -> LoadContext:
        """A trial for reading sources that are read again as a whole: either reading is half of the progress."""
        found = LoadContext(self._progress, self.options)
        found._times = self._times = 2
        return found

    def add_file(self, path: Path, positions: str = "line", *, loaded: bool = True, url: str | None = None) -> int:
        """Register a file, or a database behind a URL, and return its number for its records."""
        self.files.append(SourceFile(path, positions, loaded, url))
        return len(self.files) - 1

    def advance(self, count: int) -> None:
        """Report that `count` more bytes were read."""
        if self._progress is not None:
            self._progress(count // self._times)


class Loader(Protocol):
    """A loader for one kind of source.

    `name` is the entry point's name, `summary` one line for the help, `pack` the default pack of its graphs.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    pack: ClassVar[str | None]

    def recognises(self, path: Path) -> bool:
        """Whether this loader reads the file or folder, judging by its name or first bytes. Never raises."""
        ...

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the records of a file or folder.

        Raises:
            SourceError: the source as a whole cannot be read (`source.format`), with `file` and, if known, `line`.
            MissingExtra: a library that this loader needs is not installed.
        """
        ...


@runtime_checkable
class TableLoader(Protocol):
    """A loader whose sources may refer to one another, so that it is given all of them at once."""

    def read_together(self, paths: Sequence[Path], context: LoadContext) -> Iterator[Record]:
        """Stream the records of several files or folders; raises what `Loader.read` raises."""
        ...


@runtime_checkable
class AddingLoader(Protocol):
    """A loader that may change what a knowledge base holds when more is added to it."""

    def read_onto(self, existing: Iterable[Record], paths: Sequence[Path], context: LoadContext) -> Iterator[Record]:
        """Stream the records of the whole graph: those that exist and those of the files. Raises what `read` raises."""
        ...


@runtime_checkable
class GraphLoader(Protocol):
    """A loader that makes a graph of its own of the elements of a graph database whose schema it knows."""

    def recognises_graph(self, labels: Sequence[str], types: Sequence[str]) -> bool:
        """Whether it knows a graph with these labels and relationship types."""
        ...

    def read_graph(self, records: Iterable[Record], context: LoadContext) -> Iterator[Record]:
        """Stream the records of the graph that is made."""
        ...


@dataclass(frozen=True, slots=True)
class Proposal:
    """How tables may become a graph, with a line on each reference found or left undecided."""

    mapping: SourceMapping
    notes: tuple[str, ...]


@runtime_checkable
class MappedLoader(Protocol):
    """A loader of tables, which can be read by a mapping."""

    def propose(self, paths: Sequence[Path], context: LoadContext, *, typed: bool) -> Proposal:
        """How the tables may become a graph; `typed`: with types for the columns. Raises what `Loader.read` raises."""
        ...
