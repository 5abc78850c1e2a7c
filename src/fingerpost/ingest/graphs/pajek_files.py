"""Reads networks of Pajek. Format: the Pajek reference manual, "Data objects" and "Input files"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import ClassVar

from fingerpost.core.cells import Cell
from fingerpost.ingest.attributes import DEFAULT_LABEL, DEFAULT_TYPE
from fingerpost.ingest.records import LoadContext, NodeRecord, Record, RelationshipRecord
from fingerpost.ingest.text_source import TextSource, stem

_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|(\S+)')
_SECTION = re.compile(r"\*\s*(\w+)\s*(.*)")
_RELATION = re.compile(r':\s*(\d+)(?:\s+"?([^"]*)"?)?')
_VALUES = {"partition": int, "vector": float}
"""Sections with a number for each vertex: the class that it is in, or a measure of it."""
_NODES_LIMIT = 10_000_000


class PajekLoader:
    """A network of Pajek, with the partitions and vectors of its project file."""

    name: ClassVar[str] = "pajek"
    summary: ClassVar[str] = "Pajek network"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a file with an ending of Pajek, optionally gzipped. Never raises."""
        try:
            return path.is_file() and bool(stem(path, ".net", ".paj"))
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the vertices, then their lines: a line's type is that of its section (`*Arcs :1 "likes"`), or its own
        label. Where and how vertices and lines are drawn is left out. A line that cannot be read is a `bad-record`.

        Raises:
            SourceError: it is not text, has no vertices, or has several networks.
        """
        file = context.add_file(path)
        with TextSource(path, context, guess=True) as source:
            network = _Network(source, file, context)
            yield from network.nodes()
        yield from network.relationships


class _Network:
    """The vertices and lines of a network, held until the partitions after them are read."""

    def __init__(self, source: TextSource, file: int, context: LoadContext) -> None:
        self._source = source
        self._file = file
        self._problems = context.problems
        self._vertices: dict[int, NodeRecord] = {}
        self._names: set[str] = set()
        self._line = 0
        self._seen = False
        self._within = ""
        self.relationships: list[RelationshipRecord] = []
        self._read()

    def nodes(self) -> Iterator[NodeRecord]:
        """The vertices, by their numbers."""
        yield from (self._vertices[number] for number in sorted(self._vertices))

    def _read(self) -> None:
        take: Callable[[str], None] = self._ignored
        for line in self._source:
            self._line += 1
            text = line.strip()
            if not text or text[0] == "%":
                continue
            if text[0] == "*":
                take = self._section(text, take)
                continue
            try:
                take(text)
            except (ValueError, IndexError, KeyError) as error:
                reason = "no such vertex" if isinstance(error, KeyError) else "not as Pajek writes it"
                self._problems.add("bad-record", f"{self._source.path}:{self._line}: {reason}: {text[:60]}")
        if not self._vertices:
            raise self._source.error("has no *Vertices")

    def _section(self, text: str, before: Callable[[str], None]) -> Callable[[str], None]:
        found = _SECTION.match(text)
        name, rest = (found[1].casefold(), found[2].strip()) if found is not None else ("", "")
        if name == "vertices":
            return self._begin(rest) if self._within in ("", "network") else before
        self._within = name
        if name in ("arcs", "edges", "arcslist", "edgeslist", "matrix"):
            relation = _RELATION.match(rest)
            type_ = (relation[2] or "").strip() if relation is not None else ""
            if name == "matrix":
                return _Matrix(self._join, type_)
            return partial(self._list if name.endswith("list") else self._tie, type_)
        if name in _VALUES:
            return _Numbers(self._vertices, rest.strip('"') or name, _VALUES[name])
        return self._ignored

    def _begin(self, rest: str) -> Callable[[str], None]:
        """Number the vertices: those that are not listed have their number for a name."""
        if self._seen:
            raise self._source.error("holds several networks: save each in a file of its own", self._line)
        self._seen = True
        count = rest.split()[0] if rest else ""
        if not count.isdigit() or int(count) > _NODES_LIMIT:
            raise self._source.error(f"is not a Pajek network: {rest!r} is not a number of vertices", self._line)
        for number in range(1, int(count) + 1):
            self._vertices[number] = NodeRecord(str(number), (DEFAULT_LABEL,), {}, self._file, self._line)
        return self._vertex

    def _vertex(self, text: str) -> None:
        words = _words(text)
        node = self._vertices[int(words[0])]
        node.line = self._line
        if len(words) > 1:
            name, number = words[1], int(words[0])
            node.properties["name"] = name
            another = name.isdigit() and int(name) != number and int(name) in self._vertices
            node.id = f"{name} ({number})" if another or name in self._names else name
            self._names.add(name)

    def _tie(self, type_: str, text: str) -> None:
        words = _words(text)
        properties: dict[str, Cell] = {"weight": float(words[2])} if len(words) > 2 else {}
        label = words[words.index("l", 3) + 1] if "l" in words[3:-1] else ""
        if type_ and label:
            properties["label"] = label
        self._join(int(words[0]), int(words[1]), type_ or label, properties)

    def _list(self, type_: str, text: str) -> None:
        first, *others = map(int, text.split())
        for other in others:
            self._join(first, other, type_, {})

    def _join(self, start: int, end: int, type_: str, properties: dict[str, Cell]) -> None:
        ends = self._vertices[abs(start)].id, self._vertices[abs(end)].id
        self.relationships.append(RelationshipRecord(*ends, type_ or DEFAULT_TYPE, properties, self._file, self._line))

    def _ignored(self, text: str) -> None:
        """A line of a section that holds no data of the graph."""


class _Matrix:
    """Rows of a matrix: what is not 0 is an arc with its weight."""

    def __init__(self, join: Callable[[int, int, str, dict[str, Cell]], None], type_: str) -> None:
        self._join = join
        self._type = type_
        self._row = 0

    def __call__(self, text: str) -> None:
        self._row += 1
        for column, weight in enumerate(map(float, text.split()), 1):
            if weight:
                self._join(self._row, column, self._type, {"weight": weight})


class _Numbers:
    """A number for each vertex, in their order: a property."""

    def __init__(self, vertices: dict[int, NodeRecord], name: str, kind: type[int] | type[float]) -> None:
        self._vertices = vertices
        self._name = name
        self._kind = kind
        self._number = 0

    def __call__(self, text: str) -> None:
        self._number += 1
        self._vertices[self._number].properties[self._name] = self._kind(text)


def _words(text: str) -> list[str]:
    return [quoted or plain for quoted, plain in _WORD.findall(text)]
