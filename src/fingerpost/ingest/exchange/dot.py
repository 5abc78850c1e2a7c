"""DOT. Attributes are properties; `type` is a node's type, and an edge's `label` is its relation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from fingerpost.core.cells import Cell
from fingerpost.ingest.exchange.dot_syntax import KEYWORDS, Attributes, Part, Written, parsed
from fingerpost.ingest.exchange.graph import (
    DEFAULT_RELATION,
    ExchangedEdge,
    ExchangedGraph,
    ExchangedNode,
    integer,
)
from fingerpost.ingest.exchange.graphml import MARK, marked, unmarked

_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?(?:e[+-]?\d+)?")
_PLAIN_ID = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def read(text: str, check: Callable[[], None]) -> ExchangedGraph:
    """Nodes and edges of the first graph and its subgraphs; an edge between groups joins all their nodes."""
    whole = parsed(text, check)[0]
    nodes: dict[str, dict[str, Cell]] = {}
    edges: list[ExchangedEdge] = []
    for part in _parts(whole):
        for written, attributes in part.nodes:
            check()
            nodes.setdefault(_text(written), {}).update(_attributes(attributes))
        for source, target, attributes in part.edges:
            held = _attributes(attributes)
            relation = held.pop("label", None)
            said = str(relation) if relation not in (None, "") else DEFAULT_RELATION
            for start in _names(source):
                for end in _names(target):
                    check()
                    edges.append(ExchangedEdge(start, end, said, held))
                    if not whole.directed:
                        edges.append(ExchangedEdge(end, start, said, held))
    found = []
    for name, held in nodes.items():
        type_ = held.pop("type", None)
        found.append(ExchangedNode(name, str(type_) if type_ else None, held))
    return ExchangedGraph(tuple(found), tuple(edges))


def _parts(part: Part) -> Iterator[Part]:
    yield part
    for inner in part.parts:
        yield from _parts(inner)


def _names(end: Written | Part) -> list[str]:
    return [_text(end)] if isinstance(end, Written) else list(dict.fromkeys(map(_text, end.names())))


def _attributes(given: Attributes) -> dict[str, Cell]:
    found = {}
    for key, value in given.items():
        name, cell = unmarked(_unescaped(key), _plain(value.text) if value.form == "plain" else _text(value))
        found[name] = cell
    return found


def _plain(text: str) -> Cell:
    if text in ("true", "false"):
        return text == "true"
    number = _NUMBER.fullmatch(text)
    if number is None:
        return text
    return float(text) if number[1] or "e" in text else integer("dot", text)


def _text(written: Written) -> str:
    return _unescaped(written.text) if written.form == "quoted" else written.text


def _unescaped(text: str) -> str:
    return text.replace("\\\n", "").replace('\\"', '"').replace("\\\\", "\\")


def write(graph: ExchangedGraph) -> str:
    """All nodes and edges with their properties."""
    lines = ["digraph {"]
    for node in graph.nodes:
        type_ = {} if node.type is None else {"type": node.type}
        lines.append(f"  {_id(node.name)}{_listed({**type_, **node.properties})};")
    for edge in graph.edges:
        held = _listed({"label": edge.relation, **edge.properties})
        lines.append(f"  {_id(edge.source)} -> {_id(edge.target)}{held};")
    return "\n".join([*lines, "}", ""])


def _listed(properties: Mapping[str, Cell]) -> str:
    if not properties:
        return ""
    said = []
    for name, value in properties.items():
        known, plain = marked(name, value)
        if isinstance(plain, float) and "e" in repr(plain):  # which the parser cannot read
            known, plain = name + MARK, repr(plain)
        text = _quoted(plain) if isinstance(plain, str) else str(plain).lower()
        said.append(f"{_id(known)}={text}")
    return f" [{', '.join(said)}]"


def _id(text: str) -> str:
    """A name: as it is if it needs no quotes."""
    return text if _PLAIN_ID.fullmatch(text) and text.lower() not in KEYWORDS else _quoted(text)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
