"""The resources of an RDF graph as records: classes are labels, literals properties, other statements relationships."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fingerpost.core.cells import Cell
from fingerpost.ingest.graphs.rdf_shapes import Shapes
from fingerpost.ingest.graphs.rdf_terms import Terms
from fingerpost.ingest.records import LoadContext, NodeRecord, Record, RelationshipRecord
from fingerpost.linking import split_name

if TYPE_CHECKING:
    from rdflib import Graph

_LOCAL = re.compile(r"[^/#:]+(?=[/#]*$)")
_NUMBERED = re.compile(r"[A-Za-z]{1,8}_?\d+")
"""The local name of an identifier that says nothing, as `Q42` and `GO_0008150`: its label is its name."""
_HAS = re.compile(r"has(?=[A-Z][a-z])")
"""How names of properties of ontologies begin, which is no part of what they hold: `hasShortName`."""
_DEFAULT_LABEL = "Resource"
_SPOKEN = {"subClassOf": "subclass of", "subPropertyOf": "subproperty of"}
_CLASS = "Class"
_EXPRESSION = "ClassExpression"
"""The label of an unnamed class, as `intersectionOf` makes it: counts and lists of classes are of named ones."""
_INSTANCE_OF = "http://www.wikidata.org/prop/direct/P31"
"""What Wikidata has for rdf:type."""
_VOCABULARY = "http://www.wikidata.org/entity/P"
"""Where Wikidata says what a property is called; that is not data."""
_SCHEMA_NAME = "http://schema.org/name"
"""What schema.org called it before it had https."""
_NAMES_OF_PEOPLE = (
    frozenset(("givenname", "firstname", "forename")),
    frozenset(("familyname", "lastname", "surname")),
)
"""How vocabularies call the two parts of the name of a person, without hyphens and in small letters."""
_ENDING = re.compile(r"(?<=.)\.(?:ttl|nt|nq|trig|rdf|owl|jsonld)$")
_LANGUAGES = ("", "en")
"""The languages of texts in order of preference; texts in other languages are read where there is none of these."""
_YEAR = re.compile(r"-?\d{1,6}")
_INT_MIN, _INT_MAX = -(2**63), 2**63 - 1


class Resources:
    """The resources of an RDF graph as records.

    `subjects` are its subjects in the order in which they are read, with the number of the file that has each.
    """

    def __init__(self, graph: Graph, subjects: dict[Any, int], paths: Sequence[Path], context: LoadContext) -> None:
        from rdflib import OWL, RDF, RDFS, XSD, BNode, Literal, URIRef
        from rdflib.namespace import DCTERMS, FOAF, SDO, SKOS

        self._graph = graph
        self._subjects = subjects
        self._rdf = RDF
        self._blank, self._literal, self._iri = BNode, Literal, URIRef
        self._naming = (RDFS.label, SKOS.prefLabel, FOAF.name, SDO.name, URIRef(_SCHEMA_NAME), DCTERMS.title)
        self._kinds = (RDF.type, URIRef(_INSTANCE_OF))
        self._classes = (OWL.Class, RDFS.Class)
        self._year = XSD.gYear
        self._terms = Terms(graph, subjects)
        self._shapes = Shapes(graph, subjects)
        for told in filter(None, (self._terms.told, self._shapes.told)):
            context.notes.append(f"{paths[0].name}{' and others' if len(paths) > 1 else ''}: {told}")
        self._left_out = self._terms.left_out | self._shapes.left_out
        self._ids: dict[Any, str] = {}
        self._names: dict[Any, str] = {}

    def records(self) -> Iterator[Record]:
        """The nodes, then the relationships."""
        statements = [
            (subject, predicate, found)
            for subject in self._subjects
            if not self._in_list(subject) and not str(subject).startswith(_VOCABULARY)
            if subject not in self._left_out
            for predicate, found in self._graph.predicate_objects(subject)
        ]
        places = self._places(statements)
        for node, (file, number) in places.items():
            yield self._node(node, file, number)
        for subject, predicate, found in statements:
            if predicate in self._kinds:
                continue
            for item in self._items(found):
                if item in places:
                    called = self._called(predicate)
                    type_ = "_".join(split_name(_SPOKEN.get(called, called))).upper() or "RELATED"
                    ends = self._id(subject), self._id(item)
                    yield RelationshipRecord(*ends, type_, {}, *places[subject])

    def _places(self, statements: Sequence[tuple[Any, Any, Any]]) -> dict[Any, tuple[int, int]]:
        """The file and number of each resource: first subjects, then other resources."""
        files = {subject: self._subjects[subject] for subject, _, _ in statements}
        named = (
            (item, self._subjects[subject])
            for subject, predicate, found in statements
            if predicate not in self._kinds
            for item in self._items(found)
            if not isinstance(item, self._literal) and item not in self._left_out
        )
        for item, file in named:
            files.setdefault(item, file)
        counts: Counter[int] = Counter()
        places = {}
        for node, file in files.items():
            counts[file] += 1
            places[node] = (file, counts[file])
        return places

    def _node(self, node: Any, file: int, number: int) -> NodeRecord:
        labels = tuple(sorted(set(self._labels(node)))) or (self._held_as(node),)
        properties: dict[str, Cell] = {}
        if isinstance(node, self._iri):
            properties["iri"] = str(node)
        for predicate in dict.fromkeys(self._graph.predicates(node)):
            literals = [
                item
                for found in self._graph.objects(node, predicate)
                for item in self._items(found)
                if isinstance(item, self._literal)
            ]
            values = [cell for cell in map(self._cell, _preferred(literals)) if cell is not None]
            if values:
                values = sorted(dict.fromkeys(values), key=str)
                properties[self._held(predicate)] = values[0] if len(values) == 1 else tuple(values)
        name = self._name(node)
        if name is not None:
            properties.setdefault("name", name)
        return NodeRecord(self._id(node), labels, properties, file, number)

    def _name(self, node: Any) -> str | None:
        """The label of a resource or the name of a person, else the end of its IRI: of a class or property, whose
        identifiers are words, that goes before a label that is in another language."""
        local = _local(node) if isinstance(node, self._iri) else None
        if local and self._terms.is_term(node) and not _NUMBERED.fullmatch(local):
            return self._label(node, _LANGUAGES) or local
        return self._label(node) or self._person(node) or (_ENDING.sub("", local) if local else None)

    def _person(self, node: Any) -> str | None:
        """The given and the family name of a person, as far as they are told."""
        held = {
            self._called(found).replace("-", "").replace("_", "").casefold(): found
            for found in set(self._graph.predicates(node))
        }
        parts = [next((held[name] for name in sorted(names) if name in held), None) for names in _NAMES_OF_PEOPLE]
        told = [[str(found) for found in self._graph.objects(node, part)] for part in parts if part is not None]
        return " ".join(min(texts) for texts in told) or None

    def _labels(self, node: Any) -> Iterator[str]:
        """The names of a resource's classes, and of those above them."""
        kinds = [
            kind
            for predicate in self._kinds
            for kind in self._graph.objects(node, predicate)
            if isinstance(kind, self._iri)
        ]
        for kind in self._terms.with_above(self._shapes.without(kinds)):
            called = self._called(kind)
            if kind in self._classes and isinstance(node, self._blank):
                yield _EXPRESSION
            elif kind in kinds or called != _CLASS:  # an ontology may call its uppermost class that
                yield called

    def _held_as(self, node: Any) -> str:
        """The label of a resource without a class: for one without an IRI, by the only property that leads to it, as
        records of JSON are by their keys."""
        ways = (
            {self._called(way) for way in self._graph.predicates(None, node)} if isinstance(node, self._blank) else ()
        )
        return next(iter(ways)) if len(ways) == 1 else _DEFAULT_LABEL

    def _id(self, node: Any) -> str:
        """The IRI of a resource; a number for one without: rdflib gives it another identifier each time."""
        if node not in self._ids:
            blank = isinstance(node, self._blank)
            self._ids[node] = f"_:{len(self._ids) + 1}" if blank else str(node)
        return self._ids[node]

    def _called(self, node: Any) -> str:
        """What a class or property is called: the end of its IRI, or its label where that says nothing."""
        if node not in self._names:
            local = _local(node)
            label = (self._label(node) or self._numbered.get(local)) if _NUMBERED.fullmatch(local) else None
            self._names[node] = label or local
        return self._names[node]

    def _held(self, predicate: Any) -> str:
        """What a property of literals is called: without "has", if no other is called so."""
        called = self._called(predicate)
        if _HAS.match(called) is None:
            return called
        bare = called[len("has") :]
        short = bare[0].lower() + bare[1:]
        return called if short in self._predicates else short

    @cached_property
    def _predicates(self) -> frozenset[str]:
        return frozenset(map(self._called, set(self._graph.predicates())))

    @cached_property
    def _numbered(self) -> dict[str, str]:
        """Labels by the ends of IRIs that say nothing: Wikidata has that of `wdt:P50` at `wd:P50`."""
        found: dict[str, str] = {}
        for subject in self._subjects:
            local = _local(subject)
            label = self._label(subject) if _NUMBERED.fullmatch(local) else None
            if label is not None:
                found.setdefault(local, label)
        return found

    def _label(self, node: Any, languages: Sequence[str] | None = None) -> str | None:
        """The label in one of the languages, or in any."""
        for predicate in self._naming:
            labels = [found for found in self._graph.objects(node, predicate) if isinstance(found, self._literal)]
            if found := _preferred([each for each in labels if languages is None or _language(each) in languages]):
                return min(map(str, found))
        return None

    def _in_list(self, node: Any) -> bool:
        return isinstance(node, self._blank) and (node, self._rdf.first, None) in self._graph

    def _items(self, found: Any) -> Iterable[Any]:
        """What a statement says: its object, or the members of a list."""
        if found == self._rdf.nil:
            return ()
        if not self._in_list(found):
            return (found,)
        items, seen = [], set()
        while found not in seen and self._in_list(found):
            seen.add(found)
            items += [item for item in self._graph.objects(found, self._rdf.first) if not self._in_list(item)]
            found = next(iter(self._graph.objects(found, self._rdf.rest)), self._rdf.nil)
        return items

    def _cell(self, literal: Any) -> Cell | None:
        if literal.datatype == self._year and _YEAR.fullmatch(str(literal)):
            return int(literal)
        value = literal.toPython()
        if isinstance(value, Decimal):
            return float(value)
        if isinstance(value, int) and not isinstance(value, bool) and not _INT_MIN <= value <= _INT_MAX:
            return str(value)
        if isinstance(value, str | bool | int | float | dt.date | dt.time):
            return str(value) if type(value) is not str and isinstance(value, str) else value
        return str(literal)


def _local(node: Any) -> str:
    found = _LOCAL.search(str(node))
    return found[0] if found else str(node)


def _language(literal: Any) -> str:
    return str(literal.language or "").partition("-")[0].lower()


def _preferred(literals: list[Any]) -> list[Any]:
    """The literals without a language and in the preferred ones; where there is none, those of the first language."""
    by_language: dict[str, list[Any]] = {}
    for literal in literals:
        by_language.setdefault(_language(literal), []).append(literal)
    wanted = [language for language in reversed(_LANGUAGES) if language in by_language]
    if wanted == ["en", ""] and all(literal.datatype is None for literal in by_language[""]):
        return by_language["en"]
    return by_language[(wanted or sorted(by_language))[0]] if by_language else []
