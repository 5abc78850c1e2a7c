"""Reads YAML as graphs, like JSON documents: each mapping is a node, and what it holds is joined to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from fingerpost.core.errors import MissingExtra, SourceError
from fingerpost.ingest.graphs.json_objects import ObjectGraph
from fingerpost.ingest.graphs.object_documents import add_document
from fingerpost.ingest.graphs.record_files import labels_by_folder, with_file_name
from fingerpost.ingest.records import LoadContext, Record
from fingerpost.ingest.text_source import TextSource, stem

_ENDINGS = (".yaml", ".yml")
DEPTH_LIMIT = 200
"""Levels of collections in one another."""
VALUES_LIMIT = 5_000_000
"""Values of a file, at most, counted where aliases repeat them: a few lines may stand for billions."""
_NULL = frozenset(["", "~", "null", "Null", "NULL"])
_FLAGS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_LONGEST_NUMBER = 400
_TEXT = "tag:yaml.org,2002:str"
_MERGE = "<<"


class YamlLoader:
    """YAML documents. Scalars are read as YAML 1.2 says: `no` and `12:30` are texts, and so is `0123`, a code."""

    name: ClassVar[str] = "yaml"
    summary: ClassVar[str] = "YAML documents: nested records"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a .yaml or .yml file, optionally gzipped. Never raises."""
        try:
            return path.is_file() and bool(stem(path, *_ENDINGS))
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the nodes, then the relationships. A record's line is its number at the top level.

        Raises:
            SourceError: the file is missing or empty, is not YAML, holds no mapping, is nested more than `DEPTH_LIMIT`
                deep, refers to itself, or (`source.archive`) stands for more than `VALUES_LIMIT` values.
            MissingExtra: PyYAML is not installed.
        """
        yield from self.read_together([path], context)

    def read_together(self, paths: Sequence[Path], context: LoadContext) -> Iterator[Record]:
        """Stream files that make one graph: the records of one may refer to those of another.

        Raises:
            SourceError: as `read` does.
            MissingExtra: PyYAML is not installed.
        """
        found = ObjectGraph(context)
        held = {path: list(_documents(path, context)) for path in paths}
        labels = labels_by_folder({path: each[0] for path, each in held.items() if len(each) == 1})
        for path, documents in held.items():
            label = stem(path, *_ENDINGS) or path.stem
            found.begin(path)
            if path in labels:
                found.next_record()
                found.add(labels[path], with_file_name(documents[0], label))
            elif len(documents) == 1 and isinstance(documents[0], dict):
                add_document(documents[0], label, found)
            else:
                for item in documents[0] if len(documents) == 1 and isinstance(documents[0], list) else documents:
                    found.next_record()
                    found.add(label, item)
            found.end("mapping")
        yield from found.records()


def _documents(path: Path, context: LoadContext) -> Iterator[Any]:
    try:
        import yaml
    except ImportError as error:
        message = f"YAML is read with PyYAML, which cannot be imported here ({error})"
        raise MissingExtra(message, hint='pip install "fingerpost[yaml]"') from error
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    with TextSource(path, context, guess=True) as source:
        try:
            builder = _Builder(source)
            for event in yaml.parse(source, Loader=loader):
                if (document := builder.take(event)) is not None:
                    yield document[0]
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            why = getattr(error, "problem", None) or str(error)
            raise source.error(f"is not valid YAML: {why}", mark.line + 1 if mark is not None else None) from None


class _Builder:
    """Builds values from the events of a parser, without recursion.

    A value that an alias repeats is built once, and counted as often as it stands there.
    """

    def __init__(self, source: TextSource) -> None:
        self._source = source
        self._anchors: dict[str, Any] = {}
        self._open: list[tuple[Any, Any, str | None, int]] = []
        self._sizes: dict[int, int] = {}
        self._count = 0

    def take(self, event: Any) -> tuple[Any] | None:
        """Take an event; a document that it ends is given, as the only item of a tuple."""
        kind = type(event).__name__
        if kind == "DocumentStartEvent":
            self._anchors, self._sizes, self._count = {}, {}, 0
            self._open = [([], ..., None, 0)]
        elif kind == "DocumentEndEvent":
            held = self._open.pop()[0]
            return (held[0],) if held and held[0] is not None else None
        elif kind == "ScalarEvent":
            self._put(_scalar(event), 1, event)
        elif kind == "AliasEvent":
            self._alias(event)
        elif kind in ("MappingStartEvent", "SequenceStartEvent"):
            if len(self._open) > DEPTH_LIMIT:
                raise self._error(f"is nested more than {DEPTH_LIMIT} deep", event)
            made: Any = {} if kind == "MappingStartEvent" else []
            if event.anchor is not None:
                self._anchors[event.anchor] = made
            self._open.append((made, ..., None, self._count))
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            made, _, _, before = self._open.pop()
            self._sizes[id(made)] = self._count - before + 1
            self._put(made, 1, event)
        return None

    def _alias(self, event: Any) -> None:
        if event.anchor not in self._anchors:
            raise self._error(f"has no anchor {event.anchor!r}", event)
        value = self._anchors[event.anchor]
        size = self._sizes.get(id(value)) if isinstance(value, dict | list) else 1
        if size is None:
            raise self._error("refers to itself", event)
        self._put(value, size, event)

    def _put(self, value: Any, size: int, event: Any) -> None:
        """Put a value into the collection that is open; the first of a pair is its key."""
        self._count += size
        if self._count > VALUES_LIMIT:
            message = f"stands for more than {VALUES_LIMIT:,} values"
            raise self._error(message, event, code="source.archive")
        if getattr(event, "anchor", None) is not None and type(event).__name__ == "ScalarEvent":
            self._anchors[event.anchor] = value
        collection, key, _, before = self._open[-1]
        if isinstance(collection, list):
            collection.append(value)
        elif key is ...:
            self._open[-1] = (collection, value, None, before)
        else:
            self._open[-1] = (collection, ..., None, before)
            _pair(collection, key, value)

    def _error(self, message: str, event: Any, code: str = "source.format") -> SourceError:
        found = self._source.error(message, event.start_mark.line + 1)
        return SourceError(found.message, code=code, details=found.details)


def _pair(collection: dict[str, Any], key: Any, value: Any) -> None:
    if key == _MERGE:
        for held in value if isinstance(value, list) else [value]:
            for inner, given in held.items() if isinstance(held, dict) else ():
                collection.setdefault(inner, given)
        return
    collection["null" if key is None else str(key).lower() if isinstance(key, bool) else str(key)] = value


def _scalar(event: Any) -> Any:
    """The value of a scalar: by its form if it is plain, else a text."""
    text: str = event.value
    if not event.implicit[0] or event.style or event.tag == _TEXT:
        return text
    if text in _NULL:
        return None
    if text in _FLAGS:
        return _FLAGS[text]
    if len(text) > _LONGEST_NUMBER:
        return text
    return int(text) if _INTEGER.fullmatch(text) else float(text) if _FLOAT.fullmatch(text) else text
