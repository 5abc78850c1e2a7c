"""What a loader yields, and what it tells while it reads.

A loader is a class registered under the entry-point group `fingerpost.loaders`. It streams `NodeRecord`s and
`RelationshipRecord`s in any order: a relationship may come before its nodes. It never raises over a bad line that can
be told apart from the next one: it reports it to `context.problems` and goes on with what is left of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Protocol

from fingerpost.core.cells import Cell
from fingerpost.core.errors import SourceError


@dataclass(slots=True)
class NodeRecord:
    """A node as read: `id` is unique in the load, `line` its place in file number `file` (see `LoadContext.add_file`).

    Properties hold cells (see `core.cells`); a missing value is left out, never stored as None.
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
    """One kind of trouble in a source: how often it was met, and the first places where."""

    kind: str
    count: int = 0
    examples: list[str] = field(default_factory=list)


class Problems:
    """Counts what was wrong with a source, by kind, with the first examples of each.

    Kinds in use: `missing-endpoint`, `duplicate-id`, `bad-encoding`, `ragged-line`, `bad-value`, `bad-record`.
    """

    EXAMPLES: ClassVar[int] = 5

    def __init__(self) -> None:
        self._by_kind: dict[str, Problem] = {}

    def add(self, kind: str, where: str) -> None:
        """Count one problem; `where` names file, line and what is wrong there."""
        problem = self._by_kind.setdefault(kind, Problem(kind))
        problem.count += 1
        if len(problem.examples) < self.EXAMPLES:
            problem.examples.append(where)

    def __bool__(self) -> bool:
        return bool(self._by_kind)

    def __iter__(self) -> Iterator[Problem]:
        return iter(sorted(self._by_kind.values(), key=lambda p: (-p.count, p.kind)))

    def raise_if_any(self) -> None:
        """Raise `SourceError` (`source.strict`) that lists every kind; this is what `--strict` does."""
        if not self._by_kind:
            return
        parts = [f"{p.count} {p.kind} (first: {p.examples[0]})" for p in self]
        details = {p.kind: {"count": p.count, "examples": p.examples} for p in self}
        raise SourceError("refused by strict loading: " + "; ".join(parts), code="source.strict", details=details)


@dataclass(slots=True)
class SourceFile:
    """A file of a load. `positions` says what a record's `line` counts: "line", "record" or "step" (`#123` in STEP)."""

    path: Path
    positions: str = "line"


@dataclass(slots=True)
class PropertyHint:
    """What a loader knows of a property beyond its values: its unit, its meaning in words."""

    unit: str | None = None
    description: str | None = None


class LoadContext:
    """What a loader is given: where to register files, report problems, tell progress, and leave hints.

    `progress` is called with a number of bytes just read; `property_hints` maps (label or type, property) to a hint.
    """

    def __init__(self, progress: Callable[[int], None] | None = None) -> None:
        self.files: list[SourceFile] = []
        self.problems = Problems()
        self.property_hints: dict[tuple[str, str], PropertyHint] = {}
        self._progress = progress

    def add_file(self, path: Path, positions: str = "line") -> int:
        """Register a file and return its number, which its records carry."""
        self.files.append(SourceFile(path, positions))
        return len(self.files) - 1

    def advance(self, count: int) -> None:
        """Tell that `count` more bytes were read."""
        if self._progress is not None:
            self._progress(count)


class Loader(Protocol):
    """A reader of one kind of source.

    `name` is the entry point's name, `summary` one line for the help, `pack` the pack that its graphs use by default.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    pack: ClassVar[str | None]

    def recognises(self, path: Path) -> bool:
        """True when this loader reads the file or folder: by its name, or by its first bytes. Never raises."""
        ...

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the records of a file or folder.

        Raises:
            SourceError: the source as a whole cannot be read (`source.format`), with `file` and, where known, `line`.
            MissingExtra: a library that this loader needs is not installed.
        """
        ...
