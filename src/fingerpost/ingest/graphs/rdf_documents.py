"""Files of RDF that name one another as the web does, without the ending of the file: `<penny>` is what `penny.ttl`
says of itself, `<>`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rdflib import Graph


def join_documents(graph: Graph, subjects: dict[Any, int], paths: Sequence[Path]) -> int:
    """Make one resource of each file's own, and of what others call it by its name without the ending; the number of
    files of which this is told.

    `subjects`, the resources of which anything is said, are changed alike. A name that says something of its own is
    another resource.
    """
    from rdflib import URIRef

    own = {path.resolve().as_uri(): _bare(path).as_uri() for path in paths}
    own = {document: bare for document, bare in own.items() if URIRef(bare) not in subjects}
    within = {each: own[document] for each in subjects if (document := _document(each)) in own}
    if not within:
        return 0
    told = {_document(each) for each in graph.objects() if isinstance(each, URIRef)}
    instead = {each: URIRef(bare + each[len(_document(each)) :]) for each, bare in within.items() if bare in told}
    if not instead:
        return 0
    for triple in [triple for triple in graph if not instead.keys().isdisjoint(triple)]:
        graph.remove(triple)
        graph.add(tuple(instead.get(term, term) for term in triple))  # type: ignore[arg-type]
    renamed = {instead.get(each, each): file for each, file in subjects.items() if each not in instead.values()}
    subjects.clear()
    subjects.update(renamed)
    return len(set(map(_document, instead)))


def _bare(path: Path) -> Path:
    whole = path.resolve()
    return whole.with_name(whole.name.removesuffix(".gz").rpartition(".")[0] or whole.name)


def _document(term: Any) -> str:
    return str(term).partition("#")[0]
