"""Finds what each comment of some source files describes in a graph of code, and adds the comments to it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from fingerpost.core.errors import SourceError
from fingerpost.domains.code.comments.comment import LIKE_C, PROSE, PYTHON, Comment, comments_in
from fingerpost.ingest import LoadContext, NodeRecord, Record, RelationshipRecord, TextSource
from fingerpost.plans import counted

_PREFIX: Final = "comment:"
_GAP: Final = 2
"""A comment describes what begins so many lines after its end: one line between them may be empty."""
_HEAD: Final = 6
"""The lines of a function within which its name stands."""
_SHOWN: Final = 5
_Described = NodeRecord
"""A node with a file and a line: a method or a type."""


@dataclass
class _File:
    """A source file that was read: its name in the graph, its lines and comments, and what stands in it."""

    path: Path
    name: str
    lines: list[str]
    comments: list[Comment]
    nodes: list[_Described] = field(default_factory=list)


class Adding:
    """The records of a graph with the comments of some files."""

    def __init__(self, paths: Sequence[Path], context: LoadContext) -> None:
        self._context = context
        self._files = {name: found for path in paths for name, found in _read(path, context)}
        self._ends: dict[str, list[str]] = defaultdict(list)
        for name in self._files:
            parts = name.split("/")
            for at in range(len(parts)):
                self._ends["/".join(parts[at:])].append(name)
        self._kept: list[NodeRecord] = []
        self._of_file: dict[str, str] = {}
        self._astray: list[str] = []

    def records(self, held: Iterable[Record]) -> Iterator[Record]:
        """The graph's own records, functions with their `comment`; then the comments, by file and line.

        Raises:
            SourceError: `source.format`; the graph has no code.
        """
        for record in held:
            if isinstance(record, RelationshipRecord):
                if not record.start.startswith(_PREFIX) and not record.end.startswith(_PREFIX):
                    yield record
            elif {"METHOD", "TYPE_DECL", "FILE"} & set(record.labels):
                self._kept.append(record)
            elif not record.id.startswith(_PREFIX):
                yield record
        if not any("METHOD" in one.labels for one in self._kept):
            message = "comments are added to the graph of their code, but this graph has no functions"
            raise SourceError(message, code="source.format", hint="load what Joern exported first")
        self._place()
        added = [record for file in self._files.values() for record in self._of(file)]
        self._tell_of_prototypes()
        yield from self._kept
        yield from added
        self._note()

    def _place(self) -> None:
        """Put each method and type into its file, if its name stands where the graph says."""
        for node in self._kept:
            node.properties.pop("comment", None)
            if "FILE" in node.labels:
                if file := self._file(str(node.properties.get("name", ""))):
                    self._of_file[file.name] = node.id
                continue
            file, line = self._file(str(node.properties.get("filename", ""))), node.properties.get("lineNumber")
            if file is None or not isinstance(line, int):
                continue
            head = "\n".join(file.lines[line - 1 : line - 1 + _HEAD])
            name = str(node.properties.get("name", ""))
            if name in head:
                file.nodes.append(node)
            elif "FUNCTION" in node.labels and name.isidentifier() and name not in ("__init__", "<init>"):
                self._astray.append(f"{name} ({file.name}:{line})")

    def _file(self, name: str) -> _File | None:
        """The file that was read of that name; or of the end of that name, or the one that ends in it."""
        parts = name.replace("\\", "/").split("/")
        for at in range(len(parts)):
            end = "/".join(parts[at:])
            if end in self._files:
                return self._files[end]
            if at == 0 and len(self._ends.get(end, ())) == 1:
                return self._files[self._ends[end][0]]
        return None

    def _of(self, file: _File) -> Iterator[Record]:
        """The records of a file's comments; functions that they describe are given their text."""
        if not file.comments:
            return
        number, taken = self._number(file), Counter[int]()
        for comment in file.comments:
            if comment.is_licence:
                continue
            taken[comment.first] += 1
            ident = f"{_PREFIX}{file.name}:{comment.first}:{taken[comment.first]}"
            properties = {"code": comment.text, "filename": file.name, "lineNumber": comment.first, "derived": True}
            properties["location"] = f"{file.name}:{comment.first}"
            yield NodeRecord(ident, ("COMMENT",), properties, number, comment.first)
            described = _described(comment, file)
            for node in described:
                node.properties.setdefault("comment", comment.text)
                yield RelationshipRecord(ident, node.id, "DESCRIBES", {})
            if not described and (around := _around(comment, file)):
                yield RelationshipRecord(around.id, ident, "CONTAINS", {})
            elif not described and file.name in self._of_file and _is_head(comment, file):
                yield RelationshipRecord(ident, self._of_file[file.name], "DESCRIBES", {})

    def _number(self, file: _File) -> int:
        """The number of the file in the load, under which its functions are cited."""
        known = {entry.path: at for at, entry in enumerate(self._context.files) if not entry.loaded}
        path = Path(file.name)
        return known[path] if path in known else self._context.add_file(path, loaded=False)

    def _tell_of_prototypes(self) -> None:
        """Functions without a comment have that of their prototype: many headers are where a library is described."""
        said: dict[str, str] = {}
        for node in self._kept:
            if "METHOD" in node.labels and "FUNCTION" not in node.labels and "comment" in node.properties:
                said.setdefault(str(node.properties.get("name")), str(node.properties["comment"]))
        for node in self._kept:
            text = said.get(str(node.properties.get("name")))
            if text is not None and "FUNCTION" in node.labels:
                node.properties.setdefault("comment", text)

    def _note(self) -> None:
        count = sum(len(file.comments) for file in self._files.values())
        described = sum("comment" in node.properties for node in self._kept if "FUNCTION" in node.labels)
        sizes = f"{counted(count, 'comment')}, {counted(len(self._files), 'file')}"
        self._context.notes.append(f"{sizes}; {counted(described, 'function')} described")
        if self._astray:
            shown = ", ".join(self._astray[:_SHOWN]) + (" and others" if len(self._astray) > _SHOWN else "")
            self._context.notes.append(
                f"functions that are not where the graph says: {len(self._astray):,}, {shown}; are these its sources?"
            )


def _read(path: Path, context: LoadContext) -> Iterator[tuple[str, _File]]:
    """The source files of a folder, by their names below it; texts about the code too. Hidden folders are left out."""
    wanted = LIKE_C | PYTHON | PROSE
    found = sorted(one for one in path.rglob("*") if one.suffix.lower() in wanted) if path.is_dir() else [path]
    for file in found:
        name = file.relative_to(path).as_posix() if path.is_dir() else file.name
        if not file.is_file() or not file.stat().st_size or any(part.startswith(".") for part in name.split("/")):
            continue
        try:
            with TextSource(file, context, guess=True) as source:
                text = "".join(source)
        except SourceError as error:
            context.problems.add("bad-record", f"{name}: {error.message}")
            continue
        text = text.replace("\r\n", "\n")
        yield name, _File(file, name, text.split("\n"), comments_in(file, text))


def _described(comment: Comment, file: _File) -> list[_Described]:
    """The methods and types that a comment stands before or, in Python, at the head of."""
    if comment.inside:
        return [node for node in file.nodes if node.properties["lineNumber"] == comment.first]
    starts = range(comment.last + 1, comment.last + _GAP + 1)
    between = file.lines[comment.last : comment.last + _GAP - 1]
    if any(line.strip() for line in between):
        starts = starts[:1]
    found: list[_Described] = []
    for start in starts:
        found = [node for node in file.nodes if node.properties["lineNumber"] == start]
        if found:
            break
    return found


def _around(comment: Comment, file: _File) -> _Described | None:
    """The innermost method that a comment stands in."""
    around = [
        node
        for node in file.nodes
        if "FUNCTION" in node.labels
        and _line(node, "lineNumber") <= comment.first
        and comment.last <= _line(node, "lineNumberEnd")
    ]
    return max(around, key=lambda node: _line(node, "lineNumber"), default=None)


def _line(node: _Described, name: str) -> int:
    value = node.properties.get(name)
    return value if isinstance(value, int) else 0


def _is_head(comment: Comment, file: _File) -> bool:
    """Whether a comment stands before all code of its file."""
    if comment.inside:
        return comment.first == 1
    before = {number for one in file.comments for number in range(one.first, one.last + 1)}
    code = (n for n, line in enumerate(file.lines, 1) if line.strip() and n not in before)
    return comment.last < next(code, len(file.lines) + 1)
