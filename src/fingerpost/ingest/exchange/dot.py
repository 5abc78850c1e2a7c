"""DOT, parsed by pydot. Attributes are properties; `type` is a node's type, and an edge's `label` is its relation."""

from __future__ import annotations

import re
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fingerpost.core.cells import Cell
from fingerpost.core.errors import LimitExceeded, MissingExtra
from fingerpost.ingest.exchange.graph import DEFAULT_RELATION, ExchangedEdge, ExchangedGraph, ExchangedNode, wrong
from fingerpost.ingest.exchange.graphml import MARK, marked, unmarked

_KEYWORDS = frozenset(("node", "edge", "graph", "digraph", "subgraph", "strict"))
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?(?:e[+-]?\d+)?")
_PLAIN_ID = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_DEEPEST = 50
_ONE_AT_A_TIME = threading.Lock()
"""Pydot's parser is not thread-safe."""


def read(text: str, check: Callable[[], None] | None = None) -> ExchangedGraph:
    """Nodes and edges of the first graph and its subgraphs; `check` is called as they are read, and may raise."""
    if text.count("{") > _DEEPEST * 10:
        raise wrong("dot", "there are too many subgraphs")
    graphs = parsed(text, check)
    directed = graphs[0].get_type() != "graph"
    nodes: dict[str, dict[str, Cell]] = {}
    edges: list[ExchangedEdge] = []
    for part in _parts(graphs[0], 0):
        for node in part.get_nodes():
            name = _text(node.get_name())
            if node.get_name() not in _KEYWORDS:
                nodes.setdefault(name, {}).update(_attributes(node.get_attributes()))
        for edge in part.get_edges():
            edges += _edge(edge, directed)
    found = []
    for name, held in nodes.items():
        type_ = held.pop("type", None)
        found.append(ExchangedNode(name, str(type_) if type_ else None, held))
    return ExchangedGraph(tuple(found), tuple(edges))


def parsed(text: str, check: Callable[[], None] | None = None) -> list[Any]:
    """The graphs in a text. Pydot's public function prints parse errors to standard output, so it is not used.

    `check` is called at each statement, name and end of an edge.

    Raises:
        LimitExceeded: as `check` does.
        SourceError: it is not DOT, or contains no graph.
        MissingExtra: pydot is not installed.
    """
    with _ONE_AT_A_TIME, warnings.catch_warnings():  # pydot uses deprecated names of its parser
        warnings.simplefilter("ignore")
        try:
            from pydot.dot_parser import GraphParser
        except ImportError as error:
            raise MissingExtra(
                "DOT needs pydot", code="extra.missing", hint='pip install "fingerpost[graphs]"'
            ) from error
        watched = () if check is None else (GraphParser.stmt, GraphParser.node_id, GraphParser.ID)
        usual = [element.parseAction[:] for element in watched]
        try:
            for element in watched:
                element.add_parse_action(lambda: None if check is None else check())
            found = list(GraphParser.parser.parse_string(text))
        except LimitExceeded:
            raise
        except Exception as error:  # the parser raises all kinds of exceptions
            raise wrong("dot", str(error).splitlines()[0] if str(error) else type(error).__name__) from error
        finally:
            for element, actions in zip(watched, usual, strict=True):
                element.parseAction = actions
    if not found:
        raise wrong("dot", "it contains no graph")
    return found


def _parts(graph: Any, depth: int) -> Iterator[Any]:
    if depth > _DEEPEST:
        raise wrong("dot", "subgraphs are nested too deep")
    yield graph
    for part in graph.get_subgraphs():
        yield from _parts(part, depth + 1)


def _edge(edge: Any, directed: bool) -> Iterator[ExchangedEdge]:
    source, target = (_text(end) if isinstance(end, str) else "" for end in (edge.get_source(), edge.get_destination()))
    if not source or not target:
        raise wrong("dot", "edges between groups are not read")
    held = _attributes(edge.get_attributes())
    relation = held.pop("label", None)
    said = str(relation) if relation not in (None, "") else DEFAULT_RELATION
    yield ExchangedEdge(source, target, said, held)
    if not directed:
        yield ExchangedEdge(target, source, said, held)


def _attributes(given: Mapping[str, Any]) -> dict[str, Cell]:
    found = {}
    for key, value in given.items():
        text = str(value)
        quoted = text.startswith('"')
        name, cell = unmarked(_text(str(key)), _text(text) if quoted else _plain(text))
        found[name] = cell
    return found


def _plain(text: str) -> Cell:
    if text in ("true", "false"):
        return text == "true"
    number = _NUMBER.fullmatch(text)
    if number is None:
        return text
    return float(text) if number[1] or "e" in text else int(text)


def _text(written: str) -> str:
    if len(written) > 1 and written[0] == written[-1] == '"':
        return written[1:-1].replace("\\\n", "").replace('\\"', '"').replace("\\\\", "\\")
    return written


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
    return text if _PLAIN_ID.fullmatch(text) and text.lower() not in _KEYWORDS else _quoted(text)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
