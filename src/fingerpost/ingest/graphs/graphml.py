"""Reads GraphML from NetworkX, TinkerPop, Neo4j (APOC) and others.

The parser feeds a target that keeps only open elements, so that memory is bounded and each record has its line.
Source of the format: http://graphml.graphdrawing.org/specification.html
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser, ParseError

from fingerpost.core.cells import Cell
from fingerpost.ingest import typed_text
from fingerpost.ingest.attributes import DEFAULT_TYPE, LABEL_KEYS, TYPE_KEYS, add_name, take_labels, take_type
from fingerpost.ingest.records import LoadContext, NodeRecord, Record, RelationshipRecord
from fingerpost.ingest.text_source import TextSource, read_head, stem

CONTAINS = "CONTAINS"
"""The type of a relationship from a node with a graph of its own to the nodes in it."""
_DRAWN = {"nodegraphics": "NodeLabel", "edgegraphics": "EdgeLabel"}
"""Keys under which yEd keeps how an element is drawn, and the element in it with what is written there."""
_DECLARED = re.compile(rb"""^[^<]*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']""")


class GraphmlLoader:
    """Loads GraphML, optionally gzipped: typed keys with defaults, labels and types from attributes or data."""

    name: ClassVar[str] = "graphml"
    summary: ClassVar[str] = "GraphML of NetworkX, TinkerPop, Neo4j and others"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a .graphml file, and an .xml file that begins as GraphML, optionally gzipped. Never raises."""
        try:
            if not path.is_file():
                return False
        except OSError:
            return False
        return bool(stem(path, ".graphml")) or (bool(stem(path, ".xml")) and b"<graphml" in read_head(path))

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream nodes and relationships in the order in which their elements end.

        A node with a graph of its own is joined to the nodes in it (`CONTAINS`). What yEd writes at a node is its name,
        and at an edge its type. Hyperedges and ports are reported as `bad-record`, and values of the wrong type as
        `bad-value`.

        Raises:
            SourceError: the file is missing or empty, is not well-formed XML, is not GraphML, or declares entities.
        """
        file = context.add_file(path)
        with TextSource(path, context, _encoding(path)) as source:
            target = _Target(source, context, file)
            parser = DefusedXMLParser(target=target)
            expat = target.position = parser.parser
            # Called by expat itself: to spell names out in between takes a fifth of the time.
            expat.StartElementHandler, expat.EndElementHandler = target.start, target.end
            expat.ordered_attributes = False
            try:
                while block := source.read():  # the input is text, so the file's encoding declaration does not apply
                    parser.feed(block)
                    yield from target.records
                    target.records.clear()
                parser.close()
                yield from target.records  # newer parsers may hold back the last piece until the end
            except ParseError as error:
                raise source.error(f"is not well-formed XML: {error}", error.position[0]) from error
            except DefusedXmlException as error:
                line = target.position.CurrentLineNumber
                raise source.error("declares XML entities, which are refused", line) from error


def _encoding(path: Path) -> str:
    declared = _DECLARED.match(read_head(path, 1024))
    name = declared[1].decode().lower() if declared else "utf-8"
    # A file that could be read this far without a byte order mark is not UTF-16, whatever it declares.
    return "utf-8" if name.startswith(("utf-16", "utf-32", "ucs", "iso-10646")) else name


@dataclass(slots=True)
class _Key:
    """A declared attribute: its name, its converter (None: text), and its default as text.

    `drawing` is "nodegraphics" or the like if it is a key of yEd, for how something is drawn.
    """

    name: str
    domain: str
    convert: typed_text.Converter | None
    default: str = ""
    drawing: str = ""


@dataclass(slots=True)
class _Element:
    """An open node or edge: its XML attributes, line, data so far, and what yEd writes at it."""

    xml: dict[str, str]
    line: int
    attributes: dict[str, Cell] = field(default_factory=dict)
    written: str = ""


class _Drawing:
    """What yEd keeps of how an element is drawn; `text` is what is written at it: in the first `wanted` element."""

    def __init__(self, wanted: str) -> None:
        self.text = ""
        self._wanted = wanted
        self._depth = self._within = 0
        self._pieces: list[str] = []

    def start(self, name: str) -> None:
        """An element begins in it."""
        self._depth += 1
        if name == self._wanted and not self.text and not self._within:
            self._within = self._depth

    def data(self, text: str) -> None:
        """Text in it."""
        if self._within and self._depth == self._within:
            self._pieces.append(text)

    def end(self) -> bool:
        """An element ends; False if that is all of the drawing."""
        if self._within and self._depth == self._within:
            self.text = " ".join("".join(self._pieces).split())
            self._pieces.clear()
            self._within = 0
        self._depth -= 1
        return self._depth >= 0


class _Target:
    """The target of the XML parser; complete records are in `records`."""

    def __init__(self, source: TextSource, context: LoadContext, file: int) -> None:
        self.records: list[Record] = []
        self.position: Any = None
        self._source = source
        self._problems = context.problems
        self._file = file
        self._rooted = False
        self._keys: dict[str, _Key] = {}
        self._defaults: dict[str, list[_Key]] = {"node": [], "edge": []}
        self._open: list[_Element] = []
        self._key: _Key | None = None
        self._text: list[str] | None = None
        self._skipped = 0
        self._drawing: _Drawing | None = None

    def start(self, tag: str, xml: dict[str, str]) -> None:
        """An element begins."""
        if self._skipped:
            self._skipped += 1
            return
        name = tag.rpartition("}")[2]
        if self._drawing is not None:
            self._drawing.start(name)
        elif self._text is not None:
            self._report("bad-value", f"<{name}> within a value; not read")
            self._skipped = 1
        elif name == "data":
            if self._open:
                self._begin_data(xml)
        elif name in ("node", "edge"):
            self._open.append(_Element(xml, self.position.CurrentLineNumber))
        elif name == "key":
            self._declare(xml)
        elif name == "default":
            self._text = []
        elif name in ("hyperedge", "port"):
            self._report("bad-record", f"a {name}, which a property graph cannot hold; not read")
            self._skipped = 1
        elif not self._rooted and name != "graphml":
            raise self._source.error(f"is not GraphML: it begins with <{name}>", self.position.CurrentLineNumber)
        self._rooted = True

    def data(self, text: str) -> None:
        """Text within an element."""
        if self._drawing is not None:
            self._drawing.data(text)
        elif self._text is not None and not self._skipped:
            self._text.append(text)

    def end(self, tag: str) -> None:
        """An element ends."""
        if self._skipped:
            self._skipped -= 1
            return
        if self._drawing is not None:
            if not self._drawing.end():
                self._open[-1].written = self._open[-1].written or self._drawing.text
                self._drawing = None
            return
        name = tag.rpartition("}")[2]
        if name == "data":
            if self._text is not None and self._key is not None:
                self._take(self._open[-1].attributes, self._key, "".join(self._text))
            self._text = None
        elif name == "node":
            self._node(self._open.pop())
        elif name == "edge":
            self._edge(self._open.pop())
        elif name == "default":
            if self._key is not None and self._text is not None:
                self._key.default = "".join(self._text)
                for domain, keys in self._defaults.items():
                    if self._key.domain in (domain, "all"):
                        keys.append(self._key)
            self._text = None

    def _begin_data(self, xml: dict[str, str]) -> None:
        key = self._find(xml.get("key", ""))
        if key.drawing:
            self._drawing = _Drawing(_DRAWN.get(key.drawing, ""))
        else:
            self._key = None if key.domain == "graph" else key  # of a graph within a node
            self._text = []

    def _report(self, kind: str, what: str, line: int | None = None) -> None:
        self._problems.add(kind, f"{self._source.path}:{line or self.position.CurrentLineNumber}: {what}")

    def _declare(self, xml: dict[str, str]) -> None:
        declared = xml.get("attr.type", "string")
        convert = typed_text.converter(declared) if typed_text.is_type(declared) else typed_text.text
        if "attr.list" in xml:
            convert = _list
        ident = xml.get("id", "")
        name = xml.get("attr.name") or ident
        plain = None if convert is typed_text.text else convert
        self._key = _Key(name, xml.get("for", "all"), plain, drawing=xml.get("yfiles.type", ""))
        self._keys[ident] = self._key

    def _find(self, ident: str) -> _Key:
        if ident not in self._keys:
            self._report("bad-value", f"the key {ident!r} is not declared; read as text")
            return _Key(ident, "all", None)
        return self._keys[ident]

    def _take(self, attributes: dict[str, Cell], key: _Key, text: str) -> None:
        if key.name in attributes:
            self._report("bad-value", f"{key.name} stands twice; the first is kept")
        elif key.convert is None:
            attributes[key.name] = text
        elif text.strip():
            try:
                attributes[key.name] = key.convert(text)
            except ValueError as error:
                attributes[key.name] = text
                self._report("bad-value", f"{key.name}: {error}; kept as text")

    def _fill(self, element: _Element, domain: str) -> dict[str, Cell]:
        """The element's attributes, with defaults for missing ones."""
        attributes = element.attributes
        for key in self._defaults[domain]:
            if key.name not in attributes:
                self._take(attributes, key, key.default)
        return attributes

    def _node(self, element: _Element) -> None:
        attributes = self._fill(element, "node")
        ident = element.xml.get("id")
        if not ident:
            self._report("bad-record", "a node without id", element.line)
            return
        labels = _neo4j_labels(element.xml, attributes) or take_labels(attributes, ("labelV", *LABEL_KEYS))
        if element.written:
            attributes.setdefault("name", element.written)
        add_name(ident, attributes)
        self.records.append(NodeRecord(ident, labels, attributes, self._file, element.line))
        around = self._open[-1].xml.get("id") if self._open else None
        if around:
            self.records.append(RelationshipRecord(around, ident, CONTAINS, {}, self._file, element.line))

    def _edge(self, element: _Element) -> None:
        attributes = self._fill(element, "edge")
        xml = element.xml
        start, end = xml.get("source"), xml.get("target")
        if not start or not end:
            self._report("bad-record", f"an edge without {'target' if start else 'source'}", element.line)
            return
        kind = xml.get("label")
        if not kind:
            kind = take_type(attributes, ("labelE", *TYPE_KEYS))
            kind = element.written if kind == DEFAULT_TYPE and element.written else kind
        elif attributes.get("label") == kind:  # Neo4j writes it twice
            del attributes["label"]
        self.records.append(RelationshipRecord(start, end, kind, attributes, self._file, element.line))


def _list(text: str) -> Cell:
    """A list of Neo4j (APOC), which writes it as JSON."""
    items = json.loads(text)
    if not isinstance(items, list) or not all(isinstance(item, str | int | float | bool) for item in items):
        raise ValueError(f"{text[:40]!r} is not a list")
    return tuple(items)


def _neo4j_labels(xml: dict[str, str], attributes: dict[str, Cell]) -> tuple[str, ...]:
    """The labels in `:A:B`, which Neo4j writes as an XML attribute, as data, or both."""
    found = xml.get("labels", "")
    data = attributes.get("labels")
    if isinstance(data, str) and data.startswith(":"):
        found = found or data
        del attributes["labels"]
    return tuple(dict.fromkeys(filter(None, found.split(":"))))
