"""Reads Cypher scripts that hold data, such as exports of APOC. They are read, never executed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import ClassVar

from fingerpost.ingest.attributes import cells
from fingerpost.ingest.records import LoadContext, NodeRecord, Record, RelationshipRecord
from fingerpost.ingest.scripts.drawing import Drawing
from fingerpost.ingest.scripts.tokens import IMPORT, NotData, Words, statements
from fingerpost.ingest.text_source import TextSource, stem

SIZE_LIMIT = 512 * 1024**2
"""Characters of a script: it is held in memory as a whole."""
_IMPORT_LABEL, _IMPORT_ID = IMPORT
_IGNORED = (
    ("CREATE", "CONSTRAINT"),
    ("CREATE", "INDEX"),
    ("CREATE", "RANGE", "INDEX"),
    ("CREATE", "TEXT", "INDEX"),
    ("CREATE", "FULLTEXT", "INDEX"),
    ("CREATE", "POINT", "INDEX"),
    ("CREATE", "NODE", "TABLE"),
    ("CREATE", "REL", "TABLE"),
    ("DROP", "CONSTRAINT"),
    ("DROP", "INDEX"),
    ("CALL", "DB", ".", "AWAITINDEXES"),
    ("CALL", "DB", ".", "AWAITINDEX"),
)
"""Beginnings of statements about the database and not its data."""


class CypherScriptLoader:
    """A Cypher script: CREATE, MERGE, MATCH, UNWIND and SET of literals."""

    name: ClassVar[str] = "cypher"
    summary: ClassVar[str] = "Cypher script of data (exports of APOC)"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a .cypher, .cyp or .cql file, optionally gzipped. Never raises."""
        try:
            return path.is_file() and bool(stem(path, ".cypher", ".cyp", ".cql"))
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """The nodes and relationships that the script writes down.

        A statement that is not data is reported as `bad-record`, and skipped from there on; one that only reads, or
        deletes before anything was written, changes nothing and is left out. The labels and ids by which
        exports of APOC join their statements are left out.

        Raises:
            SourceError: it is missing, is not text, is longer than `SIZE_LIMIT`, or writes no node.
        """
        file = context.add_file(path)
        with TextSource(path, context, guess=True) as source:
            text = "".join(iter(source.read, ""))
            if len(text) > SIZE_LIMIT:
                raise source.error(f"has more than {SIZE_LIMIT:,} characters")
            drawing = Drawing()
            for tokens in statements(text):
                words = Words(tokens)
                words.take_shell()
                if _says_nothing(words, drawing):
                    continue
                try:
                    drawing.take(words)
                except NotData as error:
                    context.problems.add("bad-record", f"{path}:{error.line}: {error}")
            if not drawing.nodes:
                raise source.error("writes no node")
        yield from _records(drawing, file, path, context)


def _says_nothing(words: Words, drawing: Drawing) -> bool:
    """Whether a statement has no effect on the data: it is about the database, only reads, or clears an empty graph."""
    if words.done or any(words.sees(*ignored) for ignored in _IGNORED):
        return True
    return words.clears_import() or words.only_reads() or (not drawing.nodes and words.deletes())


def _records(drawing: Drawing, file: int, path: Path, context: LoadContext) -> Iterator[Record]:
    def bad(line: int, what: str) -> None:
        context.problems.add("bad-value", f"{path}:{line}: {what}")

    for node in drawing.nodes:
        labels = tuple(label for label in node.labels if label != _IMPORT_LABEL)
        given = {key: _listed(value) for key, value in node.properties.items() if key != _IMPORT_ID}
        properties = cells(given, partial(bad, node.line))
        yield NodeRecord(f"n{node.number}", labels, properties, file, node.line)
    for edge in drawing.edges:
        given = {key: _listed(value) for key, value in edge.properties.items()}
        properties = cells(given, partial(bad, edge.line))
        yield RelationshipRecord(f"n{edge.start.number}", f"n{edge.end.number}", edge.type, properties, file, edge.line)


def _listed(value: object) -> object:
    return [_listed(item) for item in value] if isinstance(value, tuple) else value
