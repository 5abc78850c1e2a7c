"""Questions over the rows of tables that stand in documents: how many, which, the most, the sum.

The tables of all documents are a graph of their own, in a temporary folder: a table is a kind of thing, named by the
head of its first column, and each row a thing. It is made when a question is first asked, anew when a table changes.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
import shutil
import tempfile
import threading
import weakref
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from fingerpost.core.answer import Answer, Status
from fingerpost.core.cells import Node
from fingerpost.core.errors import FingerpostError
from fingerpost.core.settings import Settings
from fingerpost.engine.filling import Filling, fill
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.ingest import (
    DocumentTable,
    GraphBuilder,
    LoadContext,
    PropertyHint,
    loader_for,
    records_from,
    tables_in,
)
from fingerpost.plans import Plan
from fingerpost.retrieval import StoredDocument, asks_twice, asks_who

MOST_ROWS = 20_000
"""Rows of tables, in all, that are read, small tables first; the rest are sentences like any other text."""
TABLES_CUT = "[TABLES_CUT]"
"""What the note begins with that says which tables were too large."""
_SURE = 0.5
"""The confidence from which tables answer."""
_PLAIN = 0.8
"""The confidence from which sentences may go before an answer of tables that has less."""
_UNNAMED = frozenset("name title id no nr number item key # nummer what".split())
"""Heads of first columns that do not say what the rows are."""
_OF = re.compile(r"\s+(?:of|for|in|at|by|on|from|as)\s|\s*[:(,–—]|\s+\d")
"""What stands behind the noun of a heading: "Members of the club", "Members 2026"."""
_LINE = re.compile(r"line (\d+)")


@dataclass(frozen=True)
class Place:
    """Where a row stands: the document and its characters."""

    document: str
    start: int
    end: int


@dataclass(frozen=True)
class TableAnswer:
    """An answer from tables, and the rows that it rests on; `whole` if it is all of one row, which was only named."""

    answer: Answer[Plan]
    places: tuple[Place, ...]
    whole: bool

    def gives_way(self, passages: Answer[Plan]) -> bool:
        """Whether an answer of passages goes before: if this only names a row, and otherwise if a sentence is surer."""
        if passages.status is not Status.ANSWERED:
            return False
        if self.whole:
            return passages.confidence >= _SURE
        return passages.confidence >= max(self.answer.confidence, _PLAIN) and not passages.text.startswith("|")


def _nothing() -> None:
    """There is nothing to remove."""


class Tables:
    """The tables of documents. Thread-safe."""

    def __init__(self, settings: Settings) -> None:
        """The settings are those of questions."""
        self._settings = settings
        self._lock = threading.Lock()
        self._stamp: object = None
        self._hash = ""
        self._base: KnowledgeBase | None = None
        self._places: dict[str, list[Place]] = {}
        self._left_out: dict[str, int] = {}
        self._clear: Callable[[], object] = _nothing

    def answer(
        self, question: str, stamp: object, documents: Callable[[], Iterable[StoredDocument]]
    ) -> TableAnswer | None:
        """The answer to a question, if it is sure, leaves no word out and rests on rows; `stamp` is the documents'."""
        with self._lock:
            if stamp != self._stamp:
                self._follow([(one.key, one.title, one.text) for one in documents() if "|" in one.text])
                self._stamp = stamp
            if self._base is None or asks_twice(question):
                return None
            found = self._base.ask(question)
            if found.status is not Status.ANSWERED or found.confidence < _SURE or found.ignored:
                return None
            cells = [cell for row in found.rows for cell in row if not isinstance(cell, Node)]
            if asks_who(question) and cells and not any(map(str.isalpha, "".join(map(str, cells)))):
                return None  # "Who built Gemse?" is not answered by a column of years that is called "Built"
            places = dict.fromkeys(place for one in found.citations if (place := self._place(one.source)) is not None)
            whole = len(found.rows) == 1 and any(isinstance(cell, Node) for cell in found.rows[0])
            return TableAnswer(found, tuple(places), whole) if places else None

    @property
    def note(self) -> str:
        """What tables were too large to be read when a question was last answered; empty if none."""
        if not self._left_out:
            return ""
        named = "; ".join(f"“{name}” ({rows:,} rows)" for name, rows in self._left_out.items())
        return f"{TABLES_CUT} at most {MOST_ROWS:,} rows are counted and listed, without those of {named}"

    def close(self) -> None:
        """Remove what was made."""
        with self._lock:
            self._drop()

    def _place(self, source: object) -> Place | None:
        file, position = getattr(source, "file", ""), getattr(source, "position", None)
        line = _LINE.fullmatch(position or "")
        places = self._places.get(Path(file).name, [])
        return places[int(line[1]) - 2] if line and 0 <= int(line[1]) - 2 < len(places) else None

    def _follow(self, texts: Sequence[tuple[str, str, str]]) -> None:
        found = [(key, title, table) for key, title, text in texts for table in tables_in(text)]
        told = json.dumps([[key, title, asdict(table)] for key, title, table in found])
        digest = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()
        if digest == self._hash:
            return
        self._drop()
        self._hash = digest
        files = _grouped(found)
        self._left_out = _too_many(files)
        files = {name: group for name, group in files.items() if Path(name).stem not in self._left_out}
        if not files:
            return
        folder = Path(tempfile.mkdtemp(prefix="fingerpost-tables-"))
        self._clear = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        with suppress(FingerpostError):  # what cannot be read as a graph stays text
            self._places = {
                name: [Place(key, row.start, row.end) for key, table in group for row in table.rows]
                for name, group in files.items()
            }
            self._base = _made(folder, files, self._settings)

    def _drop(self) -> None:
        base, self._base, self._places, self._left_out, self._hash = self._base, None, {}, {}, ""
        if base is not None:
            base.close()
        self._clear()
        self._clear = _nothing


Found = Sequence[tuple[str, str, DocumentTable]]
Files = dict[str, list[tuple[str, DocumentTable]]]


def _too_many(files: Files) -> dict[str, int]:
    """The names and rows of tables that are too many to be read with those that have fewer."""
    sizes = {Path(name).stem: sum(len(table.rows) for _, table in group) for name, group in files.items()}
    left_out, total = {}, 0
    for name, rows in sorted(sizes.items(), key=lambda pair: pair[1]):
        total += rows
        if total > MOST_ROWS:
            left_out[name] = rows
    return left_out


def _made(folder: Path, files: Files, settings: Settings) -> KnowledgeBase:
    """The graph of tables, by way of files that tables are loaded from."""
    written = folder / "tables"
    written.mkdir()
    hints = {}
    for file, group in files.items():
        heads = _columns(Path(file).stem, group[0][1].heads)
        for head, unit in zip(heads, group[0][1].units, strict=True):
            if unit is not None:
                hints[Path(file).stem, head] = PropertyHint(unit=unit)
        with (written / file).open("w", newline="", encoding="utf-8") as opened:
            writer = csv.writer(opened)
            writer.writerow(heads)
            writer.writerows(row.cells for _, table in group for row in table.rows)

    def feed(builder: GraphBuilder, context: LoadContext) -> None:
        builder.add_all(records_from(loader_for(written, "csv"), [written], context))
        context.property_hints.update(hints)

    fill(folder / "graph", Filling(feed, settings=settings))
    return KnowledgeBase(folder / "graph", settings)


def _columns(kind: str, heads: Sequence[str]) -> Sequence[str]:
    """The heads of a table; the first is "name" where the rows are called by it."""
    named = heads[0].casefold() == kind.casefold() and all(one.casefold() != "name" for one in heads)
    return ("name", *heads[1:]) if named else heads


def _grouped(found: Found) -> Files:
    """The tables by the file that they are written to: those with the same heads make one."""
    names: dict[tuple[object, ...], str] = {}
    groups: Files = {}
    for key, title, table in found:
        shape = (*table.heads, *table.units)
        if shape not in names:
            first = table.heads[0]
            own = first if first.casefold() not in _UNNAMED else _OF.split(table.heading or title or first)[0]
            name = re.sub(r"[^\w ]+", " ", own).strip()[:60] or "Row"
            taken = {other.casefold() for other in names.values()}
            spare = (name if n == 1 else f"{name} {n}" for n in range(1, len(taken) + 2))
            names[shape] = next(one for one in spare if one.casefold() not in taken)
        groups.setdefault(f"{names[shape]}.csv", []).append((key, table))
    return groups
