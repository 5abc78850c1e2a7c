"""Reads RDF as a graph, by rdflib: Turtle, N-Triples, JSON-LD and RDF/XML."""

from __future__ import annotations

import datetime as dt
import gzip
import io
import json
import re
import warnings
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from fingerpost.core.cells import Cell
from fingerpost.core.errors import MissingExtra, SourceError
from fingerpost.ingest.records import LoadContext, NodeRecord, Record, RelationshipRecord
from fingerpost.linking import split_name

if TYPE_CHECKING:
    from rdflib import Graph

_FORMATS = {".ttl": "turtle", ".nt": "nt", ".jsonld": "json-ld", ".rdf": "xml", ".owl": "xml"}
_LOCAL = re.compile(r"[^/#:]+(?=[/#]*$)")
_NUMBERED = re.compile(r"[A-Za-z]{1,8}_?\d+")
"""The local name of an identifier that says nothing, as `Q42` and `GO_0008150`: its label is its name."""
_DEFAULT_LABEL = "Resource"
_SPOKEN = {"subClassOf": "subclass of", "subPropertyOf": "subproperty of"}
_EXPRESSION = "ClassExpression"
"""The label of an unnamed class, as `intersectionOf` makes it: counts and lists of classes are of named ones."""
_INSTANCE_OF = "http://www.wikidata.org/prop/direct/P31"
"""What Wikidata has for rdf:type."""
_VOCABULARY = "http://www.wikidata.org/entity/P"
"""Where Wikidata says what a property is called; that is no data."""
_LANGUAGES = ("", "en")
"""The languages of texts in order of preference; texts in other languages are read where there is none of these."""
_DECLARED = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']""")
_ENCODINGS = re.compile(rb"utf-8|us-ascii|iso-8859-\d+|windows-125\d", re.IGNORECASE)
_OWL_XML = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*(?:<[?!][^>]*>\s*)*<(?:\w+:)?Ontology[\s>]")
_FUNCTIONAL = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*(?:#[^\n]*\n\s*)*(?:Prefix|Ontology)\s*:?\s*[(<]")
_WIDE = (b"\xff\xfe", b"\xfe\xff")
"""How text in UTF-16 begins."""
_ENTITY = re.compile(rb"""<!ENTITY\s+[\w.-]+\s+(?:"[^"&%<]{0,500}"|'[^'&%<]{0,500}')\s*>""")
"""An entity as ontologies declare them: short for an IRI, and nothing in it to expand."""
SIZE_LIMIT = 2 * 1024**3
"""Bytes of a file, unpacked: it is held in memory as a whole."""
_INT_MIN, _INT_MAX = -(2**63), 2**63 - 1


class RdfLoader:
    """An RDF file: resources are nodes, their classes labels, literals properties, other statements relationships."""

    name: ClassVar[str] = "rdf"
    summary: ClassVar[str] = "RDF: Turtle, N-Triples, JSON-LD or RDF/XML"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a file with one of the usual endings, optionally gzipped. Never raises."""
        try:
            return path.is_file() and _format(path) is not None
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the nodes, then the relationships. A record's line is the number of its resource in the file.

        Each node has its `iri`, and a `name`: its label, else the end of its IRI. Relationship types are the names of
        the properties, as `WORKS_FOR`.

        Raises:
            SourceError: it is not RDF of this kind, is too large, or names a JSON-LD context elsewhere: no file reaches
                the network.
            MissingExtra: rdflib is not installed.
        """
        graph, subjects = _parsed(path)
        yield from _Resources(graph, subjects, context.add_file(path, positions="record")).records()


def _format(path: Path) -> str | None:
    return _FORMATS.get(Path(path.name.removesuffix(".gz")).suffix.lower())


def _parsed(path: Path) -> tuple[Graph, list[Any]]:
    """The graph, and its subjects in the order of the file: rdflib walks a set, whose order changes."""
    try:
        from rdflib import Graph
        from rdflib.store import TripleAddedEvent
    except ImportError as error:
        message = f"RDF is read with rdflib, which cannot be imported here ({error})"
        raise MissingExtra(message, hint='pip install "fingerpost[rdf]"') from error
    about = {"file": str(path)}
    data = _bytes(path)
    form = _form(path, data)
    if form == "json-ld":
        _refuse_remote(data, path)
    if form == "xml":
        _refuse_growing(data, path)
    graph = Graph()
    subjects: dict[Any, None] = {}
    events: Any = graph.store.dispatcher  # untyped in rdflib
    events.subscribe(TripleAddedEvent, lambda event: subjects.setdefault(event.triple[0]))
    try:
        with warnings.catch_warnings():  # rdflib's JSON-LD parser uses what rdflib calls deprecated
            warnings.simplefilter("ignore", DeprecationWarning)
            graph.parse(io.BytesIO(data), format=form, publicID=path.resolve().as_uri())
    except Exception as error:  # each parser of rdflib has errors of its own
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise SourceError(f"{path} is not valid {form}: {reason}", details=about) from error
    if not len(graph):
        raise SourceError(f"{path} has no statements", details=about)
    return graph, list(subjects)


def _form(path: Path, data: bytes) -> str:
    """The format by the name of the file; what is called .owl or .rdf may be Turtle, or no RDF at all."""
    form = _format(path) or "turtle"
    if form != "xml":
        return form
    if _OWL_XML.match(data) or _FUNCTIONAL.match(data):
        raise SourceError(
            f"{path} is an ontology in a syntax of OWL that is not RDF",
            details={"file": str(path)},
            hint="save it as RDF/XML or Turtle (Protégé: File, Save as; ROBOT: robot convert)",
        )
    return form if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"<", b"") or data[:2] in _WIDE else "turtle"


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            zipped = file.read(2) == b"\x1f\x8b"
        with gzip.open(path) if zipped else path.open("rb") as opened:
            data = opened.read(SIZE_LIMIT + 1)
    except (OSError, EOFError) as error:
        raise SourceError(f"{path} cannot be read: {error}", details={"file": str(path)}) from error
    if len(data) > SIZE_LIMIT:
        raise SourceError(f"{path} has more than {SIZE_LIMIT:,} bytes", details={"file": str(path)})
    return data


def _refuse_growing(data: bytes, path: Path) -> None:
    """Refuse XML that may expand without end, or that could hide this: entities in entities, unusual encodings."""
    about = {"file": str(path)}
    declared = _DECLARED.search(data[:1_000])
    if (declared and not _ENCODINGS.fullmatch(declared[1])) or b"\0" in data[:1_000]:
        raise SourceError(f"{path} is in an encoding that is not read here: save it as UTF-8", details=about)
    if data.count(b"<!ENTITY") != len(_ENTITY.findall(data)):
        raise SourceError(f"{path} declares entities that are more than short names", details=about)


def _refuse_remote(data: bytes, path: Path) -> None:
    """Refuse a document with a context that would be fetched."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise SourceError(f"{path} is not JSON: {error}", details={"file": str(path)}) from error
    waiting: list[Any] = [document]
    while waiting:
        found = waiting.pop()
        if isinstance(found, list):
            waiting += found
        elif isinstance(found, dict):
            given = found.get("@context", [])
            named = [each for each in (given if isinstance(given, list) else [given]) if isinstance(each, str)]
            if named or isinstance(found.get("@import"), str):
                where = named[0] if named else found["@import"]
                message = f"{path} has its context at {where}: write the context into the file"
                raise SourceError(message, details={"file": str(path)})
            waiting += found.values()


class _Resources:
    """The resources of an RDF graph as records."""

    def __init__(self, graph: Graph, subjects: list[Any], file: int) -> None:
        from rdflib import OWL, RDF, RDFS, BNode, Literal, URIRef
        from rdflib.namespace import DCTERMS, FOAF, SDO, SKOS

        self._graph = graph
        self._subjects = subjects
        self._file = file
        self._rdf = RDF
        self._blank, self._literal, self._iri = BNode, Literal, URIRef
        self._naming = (RDFS.label, SKOS.prefLabel, FOAF.name, SDO.name, DCTERMS.title)
        self._kinds = (RDF.type, URIRef(_INSTANCE_OF))
        self._classes = (OWL.Class, RDFS.Class)
        self._ids: dict[Any, str] = {}
        self._names: dict[Any, str] = {}

    def records(self) -> Iterator[Record]:
        statements = [
            (subject, predicate, found)
            for subject in self._subjects
            if not self._in_list(subject) and not str(subject).startswith(_VOCABULARY)
            for predicate, found in self._graph.predicate_objects(subject)
        ]
        subjects = dict.fromkeys(subject for subject, _, _ in statements)
        objects = dict.fromkeys(
            item
            for _, predicate, found in statements
            if predicate not in self._kinds
            for item in self._items(found)
            if not isinstance(item, self._literal)
        )
        numbers = {node: number for number, node in enumerate(dict.fromkeys([*subjects, *objects]), 1)}
        for node, number in numbers.items():
            yield self._node(node, number)
        for subject, predicate, found in statements:
            if predicate in self._kinds:
                continue
            for item in self._items(found):
                if item in numbers:
                    called = self._called(predicate)
                    type_ = "_".join(split_name(_SPOKEN.get(called, called))).upper() or "RELATED"
                    ends = self._id(subject), self._id(item)
                    yield RelationshipRecord(*ends, type_, {}, self._file, numbers[subject])

    def _node(self, node: Any, number: int) -> NodeRecord:
        labels = tuple(sorted(self._labels(node))) or (_DEFAULT_LABEL,)
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
            values = [cell for cell in map(_cell, _preferred(literals)) if cell is not None]
            if values:
                values = sorted(dict.fromkeys(values), key=str)
                properties[self._called(predicate)] = values[0] if len(values) == 1 else tuple(values)
        name = self._label(node) or (_local(node) if isinstance(node, self._iri) else None)
        if name is not None:
            properties.setdefault("name", name)
        return NodeRecord(self._id(node), labels, properties, self._file, number)

    def _labels(self, node: Any) -> Iterator[str]:
        for kind in (kind for predicate in self._kinds for kind in self._graph.objects(node, predicate)):
            if isinstance(kind, self._iri):
                unnamed = kind in self._classes and isinstance(node, self._blank)
                yield _EXPRESSION if unnamed else self._called(kind)

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

    def _label(self, node: Any) -> str | None:
        for predicate in self._naming:
            found = _preferred([o for o in self._graph.objects(node, predicate) if isinstance(o, self._literal)])
            if found:
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


def _local(node: Any) -> str:
    found = _LOCAL.search(str(node))
    return found[0] if found else str(node)


def _preferred(literals: list[Any]) -> list[Any]:
    """The literals without a language and in the preferred ones; where there is none, those of the first language."""
    by_language: dict[str, list[Any]] = {}
    for literal in literals:
        by_language.setdefault((literal.language or "").partition("-")[0].lower(), []).append(literal)
    wanted = [language for language in reversed(_LANGUAGES) if language in by_language]
    if wanted == ["en", ""] and all(literal.datatype is None for literal in by_language[""]):
        return by_language["en"]
    return by_language[(wanted or sorted(by_language))[0]] if by_language else []


def _cell(literal: Any) -> Cell | None:
    value = literal.toPython()
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, int) and not isinstance(value, bool) and not _INT_MIN <= value <= _INT_MAX:
        return str(value)
    if isinstance(value, str | bool | int | float | dt.date | dt.time):
        return str(value) if type(value) is not str and isinstance(value, str) else value
    return str(literal)
