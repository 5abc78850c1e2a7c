"""JSON with nodes and edges, and CSV with one relationship per row."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from fingerpost.core.cells import Cell, encode
from fingerpost.ingest.attributes import cells, identifier
from fingerpost.ingest.exchange.graph import (
    DEFAULT_RELATION,
    ExchangedEdge,
    ExchangedGraph,
    ExchangedNode,
    integer,
    wrong,
)

_OF_NODE = frozenset(("id", "label", "type", "properties"))
_OF_EDGE = frozenset(("source", "target", "relation", "key", "id", "properties"))
_OWN_OF_NODE, _OWN_OF_EDGE = frozenset(("label", "type")), frozenset(("relation",))


def read_json(text: str, check: Callable[[], None]) -> ExchangedGraph:
    """`nodes` with label (or id), type and properties; `edges` or `links` with source, target, relation, properties.

    Other keys are properties, as `networkx.node_link_data` writes them.
    """
    try:
        data = json.loads(text, parse_int=lambda digits: integer("json", digits))
    except (ValueError, RecursionError) as error:
        raise wrong("json", str(error), getattr(error, "lineno", None)) from error
    if not isinstance(data, dict):
        raise wrong("json", "an object with nodes and edges is expected")
    notes: list[str] = []
    names: dict[str, str] = {}
    nodes = tuple(_nodes(_each(data, "nodes", check), names, notes))
    links = chain(_each(data, "edges", check), _each(data, "links", check))
    return ExchangedGraph(nodes, tuple(_edges(links, names, notes)), tuple(notes))


def _each(data: Mapping[str, Any], key: str, check: Callable[[], None]) -> Iterator[Any]:
    found = data.get(key, [])
    if not isinstance(found, list):
        raise wrong("json", f"{key} is not a list")
    for item in found:
        check()
        yield item


def _nodes(items: Iterable[Any], names: dict[str, str], notes: list[str]) -> Iterator[ExchangedNode]:
    for number, item in enumerate(items, 1):
        given = item if isinstance(item, dict) else {"id": item}
        id_, label = identifier(given.get("id")), identifier(given.get("label"))
        name = label or id_
        if name is None:
            notes.append(f"node {number} has no label and was left out")
            continue
        if id_ is not None:
            names[id_] = name
        type_ = given.get("type")
        yield ExchangedNode(
            name,
            type_ if isinstance(type_, str) and type_ else None,
            _properties(given, _OF_NODE, _OWN_OF_NODE, f"node {name!r}", notes),
        )


def _edges(items: Iterable[Any], names: Mapping[str, str], notes: list[str]) -> Iterator[ExchangedEdge]:
    for number, item in enumerate(items, 1):
        given = item if isinstance(item, dict) else {}
        source, target = identifier(given.get("source")), identifier(given.get("target"))
        if source is None or target is None:
            notes.append(f"edge {number} has no source or target and was left out")
            continue
        relation = given.get("relation")
        if not isinstance(relation, str) or not relation:
            key = given.get("key")
            relation = key if isinstance(key, str) and key else DEFAULT_RELATION
        yield ExchangedEdge(
            names.get(source, source),
            names.get(target, target),
            relation,
            _properties(given, _OF_EDGE, _OWN_OF_EDGE, f"edge {number}", notes),
        )


def _properties(
    given: Mapping[str, Any], own: frozenset[str], kept: frozenset[str], where: str, notes: list[str]
) -> dict[str, Cell]:
    held = given.get("properties")
    flat = {key: value for key, value in given.items() if key not in own}
    nested = {key: value for key, value in held.items() if key not in kept} if isinstance(held, dict) else {}
    return cells({**flat, **nested}, lambda what: notes.append(f"{where}: {what}"))


def write_json(graph: ExchangedGraph) -> str:
    """Write nodes and edges without loss."""
    nodes = [
        {"label": node.name, "type": node.type, "properties": encode(dict(node.properties))} for node in graph.nodes
    ]
    edges = [
        {
            "source": edge.source,
            "target": edge.target,
            "relation": edge.relation,
            "properties": encode(dict(edge.properties)),
        }
        for edge in graph.edges
    ]
    return json.dumps({"nodes": nodes, "edges": edges}, indent=2, ensure_ascii=False)


def read_csv(text: str, check: Callable[[], None]) -> ExchangedGraph:
    """Columns `source`, `target` and optionally `relation`; blanks around cells are removed."""
    try:
        reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")), strict=True, skipinitialspace=True)
        columns = {(name or "").strip().lower(): name for name in reader.fieldnames or ()}
        if not {"source", "target"} <= columns.keys():
            raise wrong("csv", "the columns source and target are needed", 1)
        edges = []
        for row in reader:
            check()
            source, target = ((row[columns[name]] or "").strip() for name in ("source", "target"))
            if not source or not target:
                raise wrong("csv", "a row needs a source and a target", reader.line_num)
            relation = (row[columns["relation"]] or "").strip() if "relation" in columns else ""
            edges.append(ExchangedEdge(source, target, relation or DEFAULT_RELATION))
    except csv.Error as error:
        raise wrong("csv", str(error)) from error
    return ExchangedGraph((), tuple(edges))


def write_csv(graph: ExchangedGraph) -> str:
    """Write relationships only, without isolated nodes, types and properties."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("source", "target", "relation"))
    writer.writerows((edge.source, edge.target, edge.relation) for edge in graph.edges)
    return out.getvalue()
