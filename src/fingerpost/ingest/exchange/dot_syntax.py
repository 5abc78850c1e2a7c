"""Parses DOT, the language of Graphviz, in one pass over its tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from fingerpost.core.errors import SourceError
from fingerpost.ingest.exchange.graph import wrong

_DEEPEST = 50
_GRAPHS = ("graph", "digraph")
KEYWORDS = frozenset(("node", "edge", "subgraph", "strict", *_GRAPHS))
_TOKEN = re.compile(
    r"""\s*(?:(?P<skipped>//[^\n]*|/\*(?s:.*?)\*/|(?<![^\n])\#[^\n]*)
    |(?P<quoted>"[^"\\]*(?:\\(?s:.)[^"\\]*)*")
    |(?P<sign>->|--|[{}\[\]=;,:+])
    |(?P<plain>-?(?:\d+(?:\.\d*)?|\.\d+)e[+-]?\d+\b|-?[\w.]+)
    |(?P<html><))""",
    re.VERBOSE,
)
_ANGLE = re.compile("[<>]")


class Written(NamedTuple):
    """A name or value: its text without its delimiters, and its form: plain, quoted (escapes are kept) or html."""

    text: str
    form: str

    @property
    def keyword(self) -> str:
        """The keyword that it is; empty if it is none."""
        return self.text.lower() if self.form == "plain" and self.text.lower() in KEYWORDS else ""


Attributes = dict[str, Written]
"""Values by names, whose escapes are kept."""


@dataclass
class Part:
    """A graph or subgraph. Default attributes of nodes and edges are left out; `attributes` are its own."""

    name: Written | None
    directed: bool
    attributes: Attributes = field(default_factory=dict)
    nodes: list[tuple[Written, Attributes]] = field(default_factory=list)
    edges: list[tuple[Written | Part, Written | Part, Attributes]] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    def names(self) -> Iterator[Written]:
        """The nodes that stand in it and its subgraphs, as often as they are mentioned."""
        for part in self.parts:
            yield from part.names()
        for name, _ in self.nodes:
            yield name
        for source, target, _ in self.edges:
            yield from (end for end in (source, target) if isinstance(end, Written))


def parsed(text: str, check: Callable[[], None] | None = None) -> list[Part]:
    """The graphs in a text. `check` is called at each token, and may raise.

    Raises:
        SourceError: `source.format`: it is not DOT, or contains no graph.
    """
    reading = _Reading(text, check)
    found = []
    while reading.form:
        found.append(reading.graph())
    if not found:
        raise wrong("dot", "it contains no graph")
    return found


class _Reading:
    """The tokens of a text: `form` and `token` are those of the next one; at the end, both are empty."""

    def __init__(self, text: str, check: Callable[[], None] | None) -> None:
        self._text = text.rstrip()
        self._check = check
        self._at = self._from = 0
        self.token = self.form = ""
        self._advance()

    def _advance(self) -> str:
        """Go on to the next token; the one left behind."""
        left = self.token
        self.form = "skipped"
        while self.form == "skipped":
            if self._check is not None:
                self._check()
            self._from = self._at
            found = _TOKEN.match(self._text, self._at)
            if found is None:
                if self._at < len(self._text):
                    raise self._wrong(f"{self._text[self._at : self._at + 20]!r} is not expected")
                self.form = self.token = ""
                return left
            self.form = str(found.lastgroup)
            self._from, self._at = found.span(self.form)
            self.token = found[self.form]
        if self.form == "html":
            self._skip_html()
        return left

    def _skip_html(self) -> None:
        depth, begun = 1, self._at
        while depth:
            angle = _ANGLE.search(self._text, self._at)
            if angle is None:
                raise self._wrong("an HTML-like text is not closed")
            depth += 1 if angle[0] == "<" else -1
            self._at = angle.end()
        self.token = self._text[begun : self._at - 1]

    def _wrong(self, what: str) -> SourceError:
        return wrong("dot", what, self._text.count("\n", 0, self._from) + 1)

    def _is(self, *signs: str) -> bool:
        return self.form == "sign" and self.token in signs

    def _expect(self, sign: str) -> None:
        if not self._is(sign):
            raise self._wrong(f"{sign!r} is expected at {self.token[:20]!r}")
        self._advance()

    def _written(self) -> Written:
        if self.form not in ("plain", "quoted", "html"):
            raise self._wrong(f"a name is expected at {self.token[:20]!r}")
        form = self.form
        text = self._advance()
        if form != "quoted":
            return Written(text, form)
        pieces = [text[1:-1]]
        while self._is("+"):
            self._advance()
            if self.form != "quoted":
                raise self._wrong("a quoted text is expected after '+'")
            pieces.append(self._advance()[1:-1])
        return Written("".join(pieces), form)

    def graph(self) -> Part:
        head = self._written()
        if head.keyword == "strict":
            head = self._written()
        if head.keyword not in _GRAPHS:
            raise self._wrong(f"a graph is expected at {head.text[:20]!r}")
        name = None if self._is("{") else self._written()
        part = Part(name, head.keyword == "digraph")
        self._body(part, 0)
        return part

    def _body(self, part: Part, depth: int) -> None:
        if depth > _DEEPEST:
            raise wrong("dot", "subgraphs are nested too deep")
        self._expect("{")
        while not self._is("}"):
            if self._is(";", ","):
                self._advance()
            else:
                self._statement(part, depth)
        self._advance()

    def _statement(self, part: Part, depth: int) -> None:
        begun = self._end(part, depth)
        if isinstance(begun, Written):
            if self._is("="):
                self._advance()
                part.attributes[begun.text] = self._written()
                return
            if begun.keyword:
                attributes = self._attributes()
                if begun.keyword == "graph":
                    part.attributes.update(attributes)
                return
        ends = [begun]
        while self._is("->", "--"):
            self._advance()
            ends.append(self._end(part, depth))
        attributes = self._attributes()
        if len(ends) > 1:
            part.edges += [(start, end, attributes) for start, end in pairwise(ends)]
        elif isinstance(begun, Written):
            part.nodes.append((begun, attributes))

    def _end(self, part: Part, depth: int) -> Written | Part:
        """A node, whose port is left out, a subgraph, which is added to `part`, or the word before attributes."""
        name = None if self._is("{") else self._written()
        if name is None or name.keyword == "subgraph":
            titled = None if self._is("{") else self._written()
            inner = Part(titled, part.directed)
            part.parts.append(inner)
            self._body(inner, depth + 1)
            return inner
        if name.keyword and not self._is("[", "="):
            raise self._wrong(f"{name.text!r} cannot be a name without quotes")
        while self._is(":"):
            self._advance()
            self._written()
        return name

    def _attributes(self) -> Attributes:
        found: Attributes = {}
        while self._is("["):
            self._advance()
            while not self._is("]"):
                name = self._written()
                found[name.text] = Written("true", "plain")
                if self._is("="):
                    self._advance()
                    found[name.text] = self._written()
                if self._is(",", ";"):
                    self._advance()
            self._advance()
        return found
