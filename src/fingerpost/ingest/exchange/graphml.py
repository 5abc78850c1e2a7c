"""GraphML with one attribute per property. Values without a GraphML type are JSON in specially marked attributes."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping

import defusedxml.ElementTree
from defusedxml.common import DefusedXmlException

from fingerpost.core.cells import Cell, decode, encode
from fingerpost.core.errors import SourceError
from fingerpost.ingest.exchange.graph import (
    DEFAULT_RELATION,
    ExchangedEdge,
    ExchangedGraph,
    ExchangedNode,
    integer,
    wrong,
)

MARK = "^^json"
_PIECE = 1_000
"""Characters that are parsed between two looks at the time."""
_SPACE = "http://graphml.graphdrawing.org/xmlns"
_TYPES: tuple[tuple[type, str], ...] = ((bool, "boolean"), (int, "long"), (float, "double"), (str, "string"))
_UNWRITABLE = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def marked(name: str, value: Cell) -> tuple[str, Cell]:
    """A property as a plain value: itself, or its JSON under a marked name."""
    plain = isinstance(value, (bool, int, float, str)) and not name.endswith(MARK)
    if plain and not (isinstance(value, str) and _UNWRITABLE.search(value)):
        return name, value
    return name + MARK, json.dumps(encode(value))


def unmarked(name: str, value: Cell) -> tuple[str, Cell]:
    """The inverse of `marked`."""
    if not name.endswith(MARK) or not isinstance(value, str):
        return name, value
    try:
        return name[: -len(MARK)], decode(json.loads(value))
    except (ValueError, RecursionError):
        return name, value


def read(text: str, check: Callable[[], None]) -> ExchangedGraph:
    """Nodes and edges of every graph in the document; undirected ones lead in both directions."""
    parser = defusedxml.ElementTree.DefusedXMLParser()
    try:
        for begun in range(0, len(text), _PIECE):
            check()
            parser.feed(text[begun : begun + _PIECE])
        root = parser.close()
    except (ET.ParseError, DefusedXmlException, ValueError) as error:
        raise wrong("graphml", str(error)) from error
    keys = {
        key.get("id", ""): (key.get("attr.name") or key.get("id", ""), key.get("attr.type", "string"))
        for key in root.iter()
        if _local(key) == "key"
    }
    nodes, names = [], {}
    for element in root.iter():
        check()
        if _local(element) == "node":
            data = _data(element, keys)
            id_ = element.get("id") or ""
            name = data.pop("label", None)
            names[id_] = name = name if isinstance(name, str) and name else id_
            type_ = data.pop("type", None)
            nodes.append(ExchangedNode(name, type_ if isinstance(type_, str) and type_ else None, data))
    if len(set(names.values())) < len(names):  # labels that are not unique are not names
        nodes = [
            ExchangedNode(id_, node.type, node.properties)
            for id_, node in zip(names, nodes, strict=True)
        ]  # fmt: skip
        names = {id_: id_ for id_ in names}
    edges = []
    for graph in root.iter():
        if _local(graph) == "graph":
            for edge in _edges(graph, keys, names):
                check()
                edges.append(edge)
    return ExchangedGraph(tuple(nodes), tuple(edges))


def _edges(graph: ET.Element, keys: Mapping[str, tuple[str, str]], names: Mapping[str, str]) -> Iterator[ExchangedEdge]:
    both = graph.get("edgedefault") == "undirected"
    for element in graph:
        if _local(element) != "edge":
            continue
        data = _data(element, keys)
        source, target = (names.get(element.get(end, ""), element.get(end, "")) for end in ("source", "target"))
        if not source or not target:
            raise wrong("graphml", "an edge has no source or target")
        relation = data.pop("relation", None)
        relation = relation if isinstance(relation, str) and relation else DEFAULT_RELATION
        yield ExchangedEdge(source, target, relation, data)
        if both if element.get("directed") is None else element.get("directed") == "false":
            yield ExchangedEdge(target, source, relation, data)


def _data(element: ET.Element, keys: Mapping[str, tuple[str, str]]) -> dict[str, Cell]:
    found = {}
    for item in element:
        if _local(item) == "data":
            name, type_ = keys.get(item.get("key", ""), (item.get("key", ""), "string"))
            known, value = unmarked(name, _typed(item.text or "", type_))
            found[known] = value
    return found


def _typed(text: str, type_: str) -> Cell:
    try:
        if type_ in ("int", "long"):
            return integer("graphml", text)
        if type_ in ("float", "double"):
            return float(text)
    except ValueError as error:
        raise wrong("graphml", f"{text[:40]!r} is not a {type_}") from error
    if type_ == "boolean":
        return text.strip().lower() in ("true", "1")
    return text


def _local(element: ET.Element) -> str:
    return str(element.tag).rpartition("}")[2]


def write(graph: ExchangedGraph) -> str:
    """All nodes and edges with their properties."""
    root = ET.Element("graphml", {"xmlns": _SPACE})
    keys: dict[tuple[str, str, str], str] = {}
    body = ET.Element("graph", {"edgedefault": "directed"})

    def add(element: ET.Element, kind: str, properties: Mapping[str, Cell]) -> None:
        for name, value in properties.items():
            known, plain = marked(name, value)
            type_ = next(said for of, said in _TYPES if isinstance(plain, of))
            key = keys.setdefault((kind, known, type_), f"d{len(keys)}")
            data = ET.SubElement(element, "data", {"key": key})
            data.text = str(plain).lower() if isinstance(plain, bool) else str(plain)

    ids: dict[str, str] = {}
    for node in graph.nodes:
        ids[node.name] = id_ = _id(node.name)
        element = ET.SubElement(body, "node", {"id": id_})
        typed = {} if node.type is None else {"type": node.type}
        add(element, "node", {"label": node.name, **typed, **node.properties})
    for edge in graph.edges:
        ends = {"source": ids.get(edge.source, _id(edge.source)), "target": ids.get(edge.target, _id(edge.target))}
        add(ET.SubElement(body, "edge", ends), "edge", {"relation": edge.relation, **edge.properties})
    for (kind, name, type_), key in keys.items():
        ET.SubElement(root, "key", {"id": key, "for": kind, "attr.name": name, "attr.type": type_})
    root.append(body)
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode")


def _id(name: str) -> str:
    if _UNWRITABLE.search(name):
        raise SourceError(f"{name!r} has a character that XML does not have", details={"format": "graphml"})
    return name
