"""Reads XML of records as graphs, like JSON documents: elements become nodes and properties by what they hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from fingerpost.ingest.graphs.json_objects import ObjectGraph
from fingerpost.ingest.graphs.object_documents import add_document
from fingerpost.ingest.graphs.xml_shapes import XmlElement, records_of
from fingerpost.ingest.records import LoadContext, Record
from fingerpost.ingest.text_source import TextSource, read_head, stem

DEPTH_LIMIT = 200
"""Levels of elements in one another."""
ELEMENTS_LIMIT = 5_000_000
"""Elements of a file: they are held in memory as a whole."""
_DECLARED = re.compile(rb"""^[^<]*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']""")
_ROOT = re.compile(
    rb"^\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>\[]*(?:\[.*?\])?\s*>\s*)*<(?:[\w.-]+:)?([\w.-]+)", re.DOTALL
)
_OTHERS = frozenset(b"graphml gexf RDF html svg schema stylesheet transform ifcXML Statute Regulation".split())
"""Roots of XML that holds no records, or that other loaders read."""


class XmlLoader:
    """XML of records: elements that hold others, or stand there several times with attributes, are nodes."""

    name: ClassVar[str] = "xml"
    summary: ClassVar[str] = "XML of records"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a .xml file, optionally gzipped, whose root is none of other kinds of XML. Never raises."""
        try:
            if not (path.is_file() and stem(path, ".xml")):
                return False
        except OSError:
            return False
        root = _ROOT.match(read_head(path).removeprefix(b"\xef\xbb\xbf"))
        return root is not None and root[1] not in _OTHERS

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the nodes, then the relationships. A record's line is its number below the root.

        Raises:
            SourceError: the file is missing or empty, is not well-formed XML, declares entities, holds no records, is
                nested more than `DEPTH_LIMIT` deep, or has more than `ELEMENTS_LIMIT` elements.
        """
        yield from self.read_together([path], context)

    def read_together(self, paths: Sequence[Path], context: LoadContext) -> Iterator[Record]:
        """Stream files that make one graph: the records of one may refer to those of another.

        Raises:
            SourceError: as `read` does.
        """
        found = ObjectGraph(context)
        for path in paths:
            found.begin(path)
            label, document = records_of(_root(path, context), stem(path, ".xml") or path.stem)
            add_document(document, label, found)
            found.end("record")
        yield from found.records()


def _root(path: Path, context: LoadContext) -> XmlElement:
    declared = _DECLARED.match(read_head(path, 1024))
    name = declared[1].decode().lower() if declared else "utf-8"
    # A file that could be read this far without a byte order mark is not UTF-16, whatever it declares.
    with TextSource(path, context, "utf-8" if name.startswith("utf-16") else name) as source:
        target = _Target(source)
        parser = DefusedXMLParser(target=target)
        target.position = parser.parser
        try:
            while block := source.read():  # the input is text, so the file's encoding declaration does not apply
                parser.feed(block)
            parser.close()
        except ParseError as error:
            raise source.error(f"is not well-formed XML: {error}", error.position[0]) from error
        except DefusedXmlException as error:
            line = target.position.CurrentLineNumber
            raise source.error("declares XML entities, which are refused", line) from error
        return target.root


class _Target:
    """Builds elements from what the parser finds; namespaces are dropped."""

    def __init__(self, source: TextSource) -> None:
        self._source = source
        self.position: Any = None
        self.root = XmlElement("")
        self._open = [self.root]
        self._count = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        self._count += 1
        if self._count > ELEMENTS_LIMIT:
            raise self._source.error(f"has more than {ELEMENTS_LIMIT:,} elements", self.position.CurrentLineNumber)
        if len(self._open) > DEPTH_LIMIT:
            raise self._source.error(f"is nested more than {DEPTH_LIMIT} deep", self.position.CurrentLineNumber)
        made = XmlElement(_local(tag), {_local(key): value for key, value in attributes.items() if _is_own(key)})
        self._open[-1].children.append(made)
        self._open.append(made)

    def data(self, text: str) -> None:
        """Text within the element."""
        self._open[-1].texts.append(text)

    def end(self, tag: str) -> None:
        """The element ends."""
        made = self._open.pop()
        made.text = "".join(made.texts).strip()
        made.texts.clear()

    def close(self) -> None:
        """The document ends."""
        self.root = self.root.children[0]


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _is_own(name: str) -> bool:
    """Whether an attribute is of the record, and not of XML Schema or of XML itself."""
    return not name.startswith(("{http://www.w3.org/2001/XMLSchema-instance}", "{http://www.w3.org/XML/"))
