"""Parses the GraphML that Joern and atom export. Only this subset of GraphML is read: flat nodes and edges with data.

A graph of a hundred thousand elements is read in about a second: the callbacks of the XML parser are kept short.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser, ParseError

from fingerpost.core.cells import Cell
from fingerpost.domains.code.loader.code_graph import CodeGraph
from fingerpost.ingest import LoadContext, TextSource

_NAMESPACE: Final = "http://graphml.graphdrawing.org/xmlns}"
_DATA, _EDGE, _NODE, _KEY = (f"{_NAMESPACE}{name}" for name in ("data", "edge", "node", "key"))
ABSENT: Final = frozenset({"", "<empty>", "<unknown>"})
IGNORED: Final = frozenset(
    "AST_PARENT_TYPE AST_PARENT_FULL_NAME EVALUATION_STRATEGY IS_VARIADIC PARSER_TYPE_NAME CONTAINED_REF HASH "
    "COLUMN_NUMBER_END OFFSET OFFSET_END CONTENT DYNAMIC_TYPE_HINT_FULL_NAME POSSIBLE_TYPES".split()
)
_LONGEST: Final = 4_000
"""Characters of a piece of code that are kept; a function's whole text would be stored again in each of its blocks."""


def camel(name: str) -> str:
    """The name that CPGQL gives an attribute: LINE_NUMBER is `lineNumber`."""
    first, *rest = name.lower().split("_")
    return first + "".join(word.capitalize() for word in rest)


def shortened(text: str) -> str:
    """A text as it is kept."""
    return text if len(text) <= _LONGEST else text[:_LONGEST] + " …"


def read_export(path: Path, context: LoadContext, graph: CodeGraph) -> None:
    """Add the nodes and edges of a file to the graph.

    Raises:
        SourceError: `source.missing`, or `source.format` with the line.
    """
    with TextSource(path, context) as source:
        parser = DefusedXMLParser()
        target = _Target(graph, context, path, parser.parser)
        parser.parser.StartElementHandler = target.start
        parser.parser.EndElementHandler = target.end
        parser.parser.CharacterDataHandler = target.text.append
        parser.parser.buffer_text = True
        parser.parser.ordered_attributes = False
        try:
            while block := source.read(1 << 18):
                parser.feed(block)
            parser.parser.Parse("", True)
        except ParseError as error:
            raise source.error(f"is not well-formed XML: {error}", error.position[0]) from error
        except DefusedXmlException as error:
            raise source.error("declares XML entities, which are refused", parser.parser.CurrentLineNumber) from error
        except Exception as error:
            if type(error).__name__ != "ExpatError":
                raise
            raise source.error(f"is not well-formed XML: {error}", parser.parser.CurrentLineNumber) from error
        if "METHOD" not in graph.label.values():
            raise source.error("is not a code property graph: it has no METHOD nodes")


class _Target:
    """The callbacks of the parser."""

    def __init__(self, graph: CodeGraph, context: LoadContext, path: Path, position: Any) -> None:
        self._graph = graph
        self._problems = context.problems
        self._path = path
        self._position = position
        self._names: dict[str, str | None] = {}
        self._kept: dict[str, tuple[str, str]] = {}
        self._element: dict[str, str] = {}
        self._found: dict[str, str] = {}
        self._key = ""
        self.text: list[str] = []
        """What was read since the last value began."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == _DATA:
            self._key = attributes.get("key", "")
            self.text.clear()
        elif tag in (_EDGE, _NODE):
            self._element, self._found = attributes, {}
        elif tag == _KEY:
            name = attributes.get("attr.name", "")
            ident = attributes.get("id", "")
            self._names[ident] = None if name in IGNORED else name
            self._kept[name] = camel(name), attributes.get("attr.type", "string")

    def end(self, tag: str) -> None:
        if tag == _DATA:
            name = self._names.get(self._key)
            if name is not None:
                self._found[name] = "".join(self.text)
        elif tag == _EDGE:
            self._edge()
        elif tag == _NODE:
            self._node()

    def _edge(self) -> None:
        element, found = self._element, self._found
        start, end, kind = element.get("source"), element.get("target"), found.get("labelE")
        if start and end and kind:
            self._graph.add_edge(kind, start, end, found.get("VARIABLE") or found.get("property"))
        else:
            self._report("an edge without source, target or label")

    def _node(self) -> None:
        node, label = self._element.get("id"), self._found.pop("labelV", None)
        if not node or not label:
            self._report("a node without id or label")
            return
        self._graph.label[node] = label
        kept = self._kept
        self._graph.attributes[node] = {
            kept[name][0]: value
            for name, text in self._found.items()
            if text not in ABSENT and (value := self._value(name, text)) is not None
        }

    def _value(self, name: str, text: str) -> Cell:
        declared = self._kept[name][1]
        if declared == "string":
            return shortened(text.strip() if text[0].isspace() else text)  # blanks around it are layout
        if declared == "boolean":
            return text == "true"
        try:
            return int(text)
        except ValueError:
            self._problems.add("bad-value", f"{self._path}:{self._position.CurrentLineNumber}: {name} is {text!r}")
            return None

    def _report(self, what: str) -> None:
        self._problems.add("bad-record", f"{self._path}:{self._position.CurrentLineNumber}: {what}")
