"""Reads RDF as a graph, by rdflib: Turtle, N-Triples, TriG, N-Quads, JSON-LD and RDF/XML."""

from __future__ import annotations

import gzip
import io
import json
import logging
import re
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar
from xml.sax import SAXParseException

from fingerpost.core.errors import MissingExtra, SourceError
from fingerpost.ingest.graphs.rdf_documents import join_documents
from fingerpost.ingest.graphs.rdf_resources import Resources
from fingerpost.ingest.records import LoadContext, Record

if TYPE_CHECKING:
    from rdflib import Graph

_FORMATS = {
    ".ttl": "turtle",
    ".nt": "nt",
    ".nq": "nquads",
    ".trig": "trig",
    ".jsonld": "json-ld",
    ".rdf": "xml",
    ".owl": "xml",
}
_SPOKEN = {
    "turtle": "Turtle",
    "nt": "N-Triples",
    "nquads": "N-Quads",
    "trig": "TriG",
    "json-ld": "JSON-LD",
    "xml": "RDF/XML",
}
_IN_GRAPHS = ("nquads", "trig")
"""The formats that put statements into named graphs, which are read as one."""
_NOTATION3 = re.compile(r"at line (\d+) of <[^>]*>: Bad syntax \((.*?)\) at \^ in: ")
"""An error of rdflib's parser of Turtle, which ends with the text around it as bytes."""
_TERMS = logging.getLogger("rdflib.term")
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


class RdfLoader:
    """An RDF file: resources are nodes, their classes labels, literals properties, other statements relationships."""

    name: ClassVar[str] = "rdf"
    summary: ClassVar[str] = "RDF: Turtle, N-Triples, TriG, N-Quads, JSON-LD or RDF/XML"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a file with one of the usual endings, optionally gzipped. Never raises."""
        try:
            return path.is_file() and _format(path) is not None
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the records of one file (see `read_together`)."""
        yield from self.read_together([path], context)

    def read_together(self, paths: Sequence[Path], context: LoadContext) -> Iterator[Record]:
        """Stream the nodes, then the relationships, of files that are one graph: what several say of a resource is
        joined. A record's line is the number of its resource in the first file that says anything about it.

        Each node has its `iri`, and a `name`: its label, else the end of its IRI. Relationship types are the names of
        the properties, as `WORKS_FOR`.

        Raises:
            SourceError: a file is not RDF of its kind, is too large, or names a JSON-LD context elsewhere: no file
                reaches the network.
            MissingExtra: rdflib is not installed.
        """
        try:
            from rdflib import Graph
        except ImportError as error:
            message = f"RDF is read with rdflib, which cannot be imported here ({error})"
            raise MissingExtra(message, hint='pip install "fingerpost[rdf]"') from error
        statements = _Statements(Graph())
        for path in paths:
            statements.add(path, context.add_file(path, positions="record"))
        if len(paths) > 1 and (count := join_documents(statements.graph, statements.subjects, paths)):
            context.notes.append(f"{count:,} files are named by others without their ending, as on the web")
        yield from Resources(statements.graph, statements.subjects, paths, context).records()


def _format(path: Path) -> str | None:
    return _FORMATS.get(Path(path.name.removesuffix(".gz")).suffix.lower())


class _Statements:
    """What files say, in one graph. `subjects` has each subject in the order of the files, which rdflib's set has not,
    with the number of the first file that says anything about it."""

    def __init__(self, graph: Graph) -> None:
        from rdflib.store import TripleAddedEvent

        self.graph = graph
        self.subjects: dict[Any, int] = {}
        self._file = self._count = 0
        events: Any = graph.store.dispatcher  # untyped in rdflib
        events.subscribe(TripleAddedEvent, self._take)

    def add(self, path: Path, file: int) -> None:
        """Add what a file says, which has this number."""
        self._file, self._count = file, 0
        about = {"file": str(path)}
        data = _bytes(path)
        form = _form(path, data)
        if form == "json-ld":
            _refuse_remote(data, path)
        if form == "xml":
            _refuse_growing(data, path)
        try:
            with warnings.catch_warnings():  # rdflib's JSON-LD parser uses what rdflib calls deprecated
                warnings.simplefilter("ignore", DeprecationWarning)
                _TERMS.addFilter(_nothing)
                target = self._graphs() if form in _IN_GRAPHS else self.graph
                target.parse(io.BytesIO(data), format=form, publicID=path.resolve().as_uri())
        except Exception as error:  # each parser of rdflib has errors of its own
            line, reason = _reason(error)
            where = f"{path}:{line}:" if line else str(path)
            raise SourceError(f"{where} is not valid {_SPOKEN[form]}: {reason}", details=about) from error
        finally:
            _TERMS.removeFilter(_nothing)
        if not self._count:
            raise SourceError(f"{path} has no statements", details=about)

    def _graphs(self) -> Graph:
        """Named graphs, whose statements are added to those of the one graph as they are read."""
        from rdflib import Dataset
        from rdflib.store import TripleAddedEvent

        found = Dataset()
        events: Any = found.store.dispatcher  # untyped in rdflib
        events.subscribe(TripleAddedEvent, lambda event: self.graph.add(event.triple))
        return found

    def _take(self, event: Any) -> None:
        self._count += 1
        self.subjects.setdefault(event.triple[0], self._file)


def _nothing(_: logging.LogRecord) -> bool:
    """Whether to log that an IRI could not be written as RDF again: it never is."""
    return False


def _reason(error: Exception) -> tuple[int, str]:
    """The line of an error, or 0, and what is wrong there."""
    text = " ".join(str(error).split())
    if found := _NOTATION3.match(text):
        return int(found[1]), found[2]
    if isinstance(error, SAXParseException):
        return error.getLineNumber() or 0, error.getMessage()
    return 0, text[:200] or type(error).__name__


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
