"""Data sets: questions with gold Cypher (JSON Lines), and the graphs that they are about."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fingerpost.core.errors import SourceError
from fingerpost.core.settings import Settings
from fingerpost.engine import MANIFEST, KnowledgeBase, load

_GROUPS = ("type", "category")


@dataclass(frozen=True)
class Example:
    """One question. `answer` holds the published rows where there are some, `answer_count` how many there are."""

    id: str
    question: str
    cypher: str
    graph: str | None
    group: str
    answer: tuple[tuple[Any, ...], ...] | None = None
    answer_count: int | None = None


def read_examples(files: Sequence[Path], only: str | None = None, limit: int | None = None) -> list[Example]:
    """The questions of JSON Lines files, perhaps only those with a field of a value (`db=er`).

    Raises:
        SourceError: a file is missing, or a line is not JSON with `question` and `cypher`.
    """
    field, _, wanted = (only or "").partition("=")
    examples: list[Example] = []
    for file in files:
        if not file.is_file():
            raise SourceError(f"{file} does not exist", code="source.missing", details={"file": str(file)})
        for number, record in _records(file):
            if field and str(record.get(field)) != wanted:
                continue
            examples.append(_example(record, f"{file.stem}:{number}"))
            if limit is not None and len(examples) >= limit:
                return examples
    return examples


def _records(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The records of a file with their lines, which line feeds alone end."""
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield number, _record(file, number, line)


def _record(file: Path, number: int, line: bytes) -> dict[str, Any]:
    details = {"file": str(file), "line": number}
    try:
        record = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise SourceError(f"{file}:{number} is not UTF-8", details=details) from error
    except ValueError as error:
        raise SourceError(f"{file}:{number} is not JSON: {error}", details=details) from error
    if not isinstance(record, dict) or not {"question", "cypher"} <= record.keys():
        raise SourceError(f"{file}:{number} has no question and cypher", details=details)
    return record


def _example(record: dict[str, Any], place: str) -> Example:
    answer = record.get("answer")
    rows = None
    if isinstance(answer, list) and all(isinstance(row, list) for row in answer):
        rows = tuple(tuple(row) for row in answer)
    count = record.get("return_count")
    return Example(
        id=str(record.get("id", place)),
        question=str(record["question"]),
        cypher=str(record["cypher"]),
        graph=None if record.get("db") is None else str(record["db"]),
        group=next((str(record[name]) for name in _GROUPS if record.get(name)), ""),
        answer=rows,
        answer_count=count if isinstance(count, int) else None,
    )


class Graphs:
    """The graphs of an evaluation: knowledge bases, or sources loaded into a temporary one.

    Each is given as `SOURCE` or `NAME=SOURCE`; a question's `db` names its graph where there are several.
    """

    def __init__(self, graphs: Sequence[str], pack: str | None, settings: Settings | None = None) -> None:
        self._named: dict[str, KnowledgeBase] = {}
        self._folders: dict[str, Path] = {}
        chosen = settings or Settings()
        if pack is not None:
            chosen = chosen.model_copy(update={"pack": pack})
        self.settings = chosen
        with ExitStack() as opened:
            for text in graphs:
                name, source = _named(text)
                self._folders[name] = self._folder(source, opened)
                self._named[name] = opened.enter_context(KnowledgeBase(self._folders[name], chosen))
            self._stack = opened.pop_all()

    @staticmethod
    def _folder(source: Path, opened: ExitStack) -> Path:
        if (source / MANIFEST).is_file():
            return source
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="fingerpost-eval-")))
        load([source], folder / "graph.fp")
        return folder / "graph.fp"

    def of(self, example: Example) -> KnowledgeBase:
        """The graph of a question.

        Raises:
            SourceError: it names a graph that was not given.
        """
        if len(self._named) == 1:
            return next(iter(self._named.values()))
        if example.graph in self._named:
            return self._named[example.graph]
        known = ", ".join(self._named)
        raise SourceError(f"question {example.id} is about graph {example.graph}; given are {known}")

    def sources(self) -> list[str]:
        """The graphs as they stand in folders, as `Graphs` takes them: for another process."""
        return [f"{name}={folder}" for name, folder in self._folders.items()]

    def __iter__(self) -> Iterator[KnowledgeBase]:
        return iter(self._named.values())

    def __enter__(self) -> Graphs:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()


def _named(text: str) -> tuple[str, Path]:
    name, separator, source = text.partition("=")
    if separator and not Path(text).exists():
        return name, Path(source)
    return Path(text).name, Path(text)
