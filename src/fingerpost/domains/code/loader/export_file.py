"""Parses the GraphML that Joern and atom export. Only this subset of GraphML is read: flat nodes and edges with data.

Elements in the form in which they are written are taken out of the text by a pattern, in a third of the time of a
parser; only the rest is given to one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import unescape
from pathlib import Path
from sys import intern
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
_BLOCK: Final = 1 << 18
_LONGEST_ELEMENT: Final = 8 * _BLOCK
"""Characters of an element that is waited for; a longer one is left to the parser."""
_NAME: Final = r'([^"<&\s]+)'
_TEXT: Final = r"([^<\x00-\x08\x0b-\x1f]*)"
_DATA_OF_NODE: Final = r'\s*<data key="[^"<&]+"(?:/>|>[^<\x00-\x08\x0b-\x1f]*</data>)'
_PLAIN: Final = re.compile(
    rf'<edge source="{_NAME}" target="{_NAME}">\s*<data key="labelE">(\w+)</data>'
    rf'(?:\s*<data key="{_NAME}">{_TEXT}</data>)?\s*</edge>\s*'
    rf'|<node id="{_NAME}">((?:{_DATA_OF_NODE})+)\s*</node>\s*'
)
_VALUES: Final = re.compile(rf'<data key="{_NAME}">{_TEXT}</data>')
_UNUSUAL: Final = re.compile(r"&(?!(?:lt|gt|quot|apos|amp);)")
_VARIABLE: Final = ("variable", "property")
"""What an edge of data flow calls the variable."""
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
        target = _Target(graph, context, path, parser)
        parser.parser.StartElementHandler = target.start
        parser.parser.EndElementHandler = target.end
        parser.parser.CharacterDataHandler = target.text.append
        parser.parser.buffer_text = True
        parser.parser.ordered_attributes = False
        try:
            while block := source.read(_BLOCK):
                target.take(block)
            target.take("", last=True)
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


def _said(text: str) -> str:
    return shortened(text.strip() if text[0].isspace() else text)  # blanks around it are layout


_READ: Final[dict[str, Callable[[str], Cell]]] = {"": _said, "string": _said, "boolean": "true".__eq__}
"""How a value of each type is read; of any other, as a whole number."""


class _Target:
    """Takes plain elements out of the text, and others as the parser reports them, in the order of the text."""

    def __init__(self, graph: CodeGraph, context: LoadContext, path: Path, parser: Any) -> None:
        self._graph = graph
        self._problems = context.problems
        self._path = path
        self._parser = parser
        self._fields: dict[str, tuple[str, Callable[[str], Cell]]] = {}
        self._element: dict[str, str] = {}
        self._found: dict[str, str] = {}
        self._key = ""
        self._left = ""
        self._line = self._begun = 1
        self._match: re.Match[str] | None = None
        self._is_plain = True
        self.text: list[str] = []
        """What the parser read since the last value began."""

    def take(self, block: str, *, last: bool = False) -> None:
        """Take the next piece of the text. The last element in it waits for the rest, as it may be cut off.

        From where a comment, CDATA or the like begins, in which elements are only text, the parser reads everything.
        """
        if not self._is_plain:
            self._parser.feed(block)
            return
        text = self._left + block
        cut = len(text) if last else max(text.rfind("<node "), text.rfind("<edge "), 0) or max(text.rfind("<"), 0)
        if not cut and len(text) > _LONGEST_ELEMENT:
            cut = max(text.rfind("<"), 0) or len(text)
        fed = done = 0  # up to where the parser has it, and elements are taken
        for match in _PLAIN.finditer(text, 0, cut):
            start, end, kind, key, variable, node, values = match.groups()
            named = values or variable
            if named and "&" in named and _UNUSUAL.search(named):
                continue
            if key and self._fields.get(key, ("",))[0] not in _VARIABLE:
                continue
            begin = match.start()
            if begin != done:
                self._feed(text, fed, done, begin)
                fed = begin
                if not self._is_plain:
                    break
            done = match.end()
            self._match = match
            if node:
                self._node(node, _VALUES.findall(values), escaped="&" in values)
            else:
                self._graph.add_edge(kind, start, end, unescape(variable) if variable else None)
        self._feed(text, fed, max(fed, done), cut)
        self._line += text.count("\n", 0, cut)
        self._left = text[cut:]
        if not self._is_plain:
            self._parser.feed(self._left)

    def _feed(self, text: str, fed: int, done: int, end: int) -> None:
        """Give the parser what is between two places, and before that the ends of the lines that it did not get."""
        self._match = None
        piece = text[done:end]
        self._parser.feed("\n" * text.count("\n", fed, done) + piece)
        self._is_plain = self._is_plain and "<!" not in piece and "<?" not in piece.removeprefix("<?xml ")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        if tag == _DATA:
            self._key = attributes.get("key", "")
            self.text.clear()
        elif tag in (_EDGE, _NODE):
            self._element, self._found = attributes, {}
            self._begun = self._parser.parser.CurrentLineNumber
        elif tag == _KEY:
            name = attributes.get("attr.name", "")
            if name not in IGNORED:
                self._fields[attributes.get("id", "")] = camel(name), _READ.get(attributes.get("attr.type", ""), int)

    def end(self, tag: str) -> None:
        """An element ends."""
        if tag == _DATA:
            self._found[self._key] = "".join(self.text)
        elif tag == _EDGE:
            self._edge()
        elif tag == _NODE:
            self._node(self._element.get("id"), self._found.items(), escaped=False)

    def _edge(self) -> None:
        found = {self._fields[key][0]: text for key, text in self._found.items() if key in self._fields}
        start, end, kind = self._element.get("source"), self._element.get("target"), found.get("labele")
        if start and end and kind:
            self._graph.add_edge(kind, start, end, next(filter(None, map(found.get, _VARIABLE)), None))
        else:
            self._report("bad-record", "an edge without source, target or label")

    def _node(self, node: str | None, values: Iterable[tuple[str, str]], *, escaped: bool) -> None:
        found: dict[str, Cell] = {}
        for key, text in values:
            field = self._fields.get(key)
            if field is None or not text:
                continue
            name, read = field
            if escaped and "&" in text:
                text = unescape(text)
            if text in ABSENT:
                continue
            try:
                found[name] = read(text)
            except ValueError:
                self._report("bad-value", f"{name} is {text!r}")
        label = found.pop("labelv", None)
        if node and isinstance(label, str):
            node = intern(node)  # as edges have it
            self._graph.label[node] = label
            self._graph.attributes[node] = found
        else:
            self._report("bad-record", "a node without id or label")

    def _report(self, kind: str, what: str) -> None:
        line, match = self._begun, self._match
        if match is not None:
            line = self._line + match.string.count("\n", 0, match.start())
        self._problems.add(kind, f"{self._path}:{line}: {what}")
