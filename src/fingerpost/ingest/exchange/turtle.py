"""Turtle, by rdflib. Resources are nodes, literals properties, other statements relationships.

What we write is read again without loss: names, types, relations and properties are IRIs of a namespace of our own,
values without an XSD type are JSON literals, and properties of relationships are reified statements.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from fingerpost.core.cells import Cell, decode, encode
from fingerpost.core.errors import LimitExceeded, MissingExtra
from fingerpost.ingest.exchange.graph import ExchangedEdge, ExchangedGraph, ExchangedNode, wrong

if TYPE_CHECKING:
    import rdflib

_OWN = "urn:fingerpost:"
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_XSD = "http://www.w3.org/2001/XMLSchema#"
_NAMES = (
    f"{_RDFS}label",
    "http://www.w3.org/2004/02/skos/core#prefLabel",
    "http://xmlns.com/foaf/0.1/name",
    "https://schema.org/name",
    "http://schema.org/name",
)
"""Predicates with a name, the best first."""
_LOCAL = re.compile(r"[^/#:]+(?=[/#]*$)")
_PLAIN = re.compile("[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]*")


def _library() -> Any:
    try:
        import rdflib
    except ImportError as error:
        raise MissingExtra("Turtle needs rdflib", code="extra.missing", hint='pip install "fingerpost[rdf]"') from error
    return rdflib


def read(text: str, check: Callable[[], None]) -> ExchangedGraph:
    """Resources, their types, literals and relationships; nothing is fetched."""
    library = _library()
    from rdflib.store import TripleAddedEvent

    graph = library.Graph()
    graph.store.dispatcher.subscribe(TripleAddedEvent, lambda _: check())
    try:
        graph.parse(data=text, format="turtle", publicID=_OWN)
    except LimitExceeded:
        raise
    except Exception as error:  # the parser raises all kinds of exceptions
        raise wrong("turtle", " ".join(str(error).split())[:200] or type(error).__name__) from error
    return _Reading(library, graph).result(check)


class _Reading:
    def __init__(self, library: Any, graph: rdflib.Graph) -> None:
        self._literal = library.Literal
        self._graph = graph
        self._types: dict[Any, str] = {}
        self._about: dict[Any, dict[str, list[Cell]]] = {}
        self._names: dict[Any, str] = {}
        self._edges: dict[tuple[Any, Any, Any], None] = {}
        self._statements: dict[Any, dict[str, Any]] = {}

    def result(self, check: Callable[[], None]) -> ExchangedGraph:
        triples = sorted(self._graph, key=lambda triple: tuple(map(str, triple)))
        reified = {s for s, p, o in triples if str(p) == f"{_RDF}type" and str(o) == f"{_RDF}Statement"}
        ranks: dict[Any, int] = {}
        for subject, predicate, value in triples:
            check()
            if subject in reified:
                self._statements.setdefault(subject, {})[str(predicate)] = value
                continue
            self._about.setdefault(subject, {})
            if str(predicate) in _NAMES and isinstance(value, self._literal):
                rank = _NAMES.index(str(predicate))
                if rank < ranks.get(subject, len(_NAMES)):
                    ranks[subject], self._names[subject] = rank, str(value)
            elif str(predicate) == f"{_RDF}type":
                self._types.setdefault(subject, _named(value))
            elif isinstance(value, self._literal):
                self._about[subject].setdefault(_named(predicate), []).append(self._cell(value))
            else:
                self._about.setdefault(value, {})
                self._edges[subject, predicate, value] = None
        self._settle_names()
        return ExchangedGraph(tuple(self._nodes()), tuple(self._relationships()))

    def _settle_names(self) -> None:
        """Names that are unique: labels, else the ends of IRIs, else whole IRIs."""
        wanted = {node: self._names.get(node) or _named(node) for node in self._about}
        for whole in (False, True):
            counts: dict[str, int] = {}
            for name in wanted.values():
                counts[name] = counts.get(name, 0) + 1
            for node, name in wanted.items():
                if counts[name] > 1:
                    wanted[node] = str(node) if whole else _named(node)
        self._names = wanted

    def _nodes(self) -> Iterator[ExchangedNode]:
        for node, held in self._about.items():
            yield ExchangedNode(self._names[node], self._types.get(node), _single(held))

    def _relationships(self) -> Iterator[ExchangedEdge]:
        properties: dict[tuple[Any, Any, Any], dict[str, list[Cell]]] = {}
        for held in self._statements.values():
            ends = tuple(held.get(f"{_RDF}{part}") for part in ("subject", "predicate", "object"))
            for predicate, value in held.items():
                if isinstance(value, self._literal):
                    properties.setdefault(ends, {}).setdefault(_named(predicate), []).append(self._cell(value))  # type: ignore[arg-type]
        for edge in self._edges:
            start, relation, end = edge
            yield ExchangedEdge(
                self._names[start], self._names[end], _named(relation), _single(properties.get(edge, {}))
            )

    def _cell(self, literal: Any) -> Cell:
        if str(literal.datatype) == f"{_RDF}JSON":
            try:
                return decode(json.loads(str(literal)))
            except (ValueError, RecursionError):
                return str(literal)
        value = literal.value
        if isinstance(value, Decimal):
            return float(value)
        if isinstance(value, bool) or (isinstance(value, int) and -(2**63) <= value < 2**63):
            return value
        return value if isinstance(value, (float, dt.datetime, dt.date)) else str(literal)


def _single(held: Mapping[str, list[Cell]]) -> dict[str, Cell]:
    """Properties, those with several values as lists."""
    return {name: values[0] if len(values) == 1 else tuple(values) for name, values in held.items()}


def _named(resource: Any) -> str:
    """The name in an IRI: our own, else its end."""
    text = str(resource)
    if text.startswith(_OWN):
        return unquote(text[len(_OWN) :].partition(":")[2])
    found = _LOCAL.search(text)
    return unquote(found[0]) if found else text


def write(graph: ExchangedGraph) -> str:
    """All nodes and edges with their properties."""
    library = _library()
    found = library.Graph()
    for kind in ("node", "type", "relation", "property"):
        found.bind(kind, f"{_OWN}{kind}:")
    iri = library.URIRef

    def own(kind: str, name: str) -> Any:
        return iri(f"{_OWN}{kind}:{quote(name, safe='')}")

    def add(subject: Any, properties: Mapping[str, Cell]) -> None:
        for name, value in properties.items():
            found.add((subject, own("property", name), _literal(library, value)))

    for node in graph.nodes:
        subject = own("node", node.name)
        found.add((subject, iri(f"{_RDFS}label"), _literal(library, node.name)))
        if node.type is not None:
            found.add((subject, iri(f"{_RDF}type"), own("type", node.type)))
        add(subject, node.properties)
    for edge in graph.edges:
        triple = own("node", edge.source), own("relation", edge.relation), own("node", edge.target)
        found.add(triple)
        if edge.properties:
            statement = library.BNode()
            found.add((statement, iri(f"{_RDF}type"), iri(f"{_RDF}Statement")))
            for part, value in zip(("subject", "predicate", "object"), triple, strict=True):
                found.add((statement, iri(f"{_RDF}{part}"), value))
            add(statement, edge.properties)
    return str(found.serialize(format="turtle"))


def _literal(library: Any, value: Cell) -> Any:
    if isinstance(value, str) and _PLAIN.fullmatch(value):
        return library.Literal(value)
    # rdflib writes doubles with seven digits: others are JSON.
    for kind, name in ((bool, "boolean"), (int, "integer"), (float, "double")):
        if type(value) is kind and not (isinstance(value, float) and float(f"{value:e}") != value):
            lexical = str(value).lower() if kind is bool else repr(value)
            return library.Literal(lexical, datatype=library.URIRef(f"{_XSD}{name}"))
    if type(value) is dt.date:
        return library.Literal(value.isoformat(), datatype=library.URIRef(f"{_XSD}date"))
    return library.Literal(json.dumps(encode(value)), datatype=library.URIRef(f"{_RDF}JSON"), normalize=False)
