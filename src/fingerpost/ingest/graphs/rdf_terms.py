"""The terms of an ontology: classes and properties say what data are, and are data only where there is nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rdflib import Graph


class Terms:
    """The terms that an RDF graph declares.

    Individuals are resources of the classes that are declared. If there are more of them than classes, or if a file has
    only individuals, whose classes another one declares, the graph is data and its terms are not: `left_out` has them,
    with the unnamed classes, restrictions and axioms about them. Otherwise it is an ontology, and they are its data.
    What individuals refer to is left in either way.
    """

    def __init__(self, graph: Graph, files: Mapping[Any, int]) -> None:
        from rdflib import OWL, RDF, RDFS, BNode, URIRef

        self._graph, self._files = graph, files
        self._owl, self._rdf, self._rdfs = OWL, RDF, RDFS
        self._blank, self._iri = BNode, URIRef
        self._any = frozenset((OWL.Thing, OWL.NamedIndividual, RDFS.Resource))
        self._above: dict[Any, tuple[Any, ...]] = {}

    def with_above(self, kinds: Iterable[Any]) -> tuple[Any, ...]:
        """Classes with all above them that have a name, but those that everything belongs to if there are others."""
        found: dict[Any, None] = {}
        for kind in kinds:
            found.update(dict.fromkeys(self._reached(kind)))
        told = tuple(kind for kind in found if kind not in self._any)
        return told or tuple(found)

    def _reached(self, kind: Any) -> tuple[Any, ...]:
        if kind not in self._above:
            seen = {kind: None}
            waiting = [kind]
            while waiting:
                for above in self._graph.objects(waiting.pop(), self._rdfs.subClassOf):
                    if isinstance(above, self._iri) and above not in seen:
                        seen[above] = None
                        waiting.append(above)
            self._above[kind] = tuple(seen)
        return self._above[kind]

    @cached_property
    def told(self) -> str:
        """What a note says of terms that are left out; empty if none are."""
        left = sum(not isinstance(term, self._blank) for term in self.left_out)
        what, were = ("1 term", "is not data, and was") if left == 1 else (f"{left:,} terms", "are not data, and were")
        return f"{what} of the ontology (classes, properties) {were} left out" if left else ""

    @cached_property
    def left_out(self) -> frozenset[Any]:
        """The resources that are terms and no data."""
        terms = {subject for subject in self._files if self.is_term(subject)}
        if not self._is_data(terms):
            return frozenset()
        parts = list(terms)
        while parts:  # what only terms refer to: restrictions, lists, domains that are unions
            for found in self._graph.objects(parts.pop()):
                if isinstance(found, self._blank) and found not in terms:
                    terms.add(found)
                    parts.append(found)
        kept = {
            found
            for subject in self._files
            if subject not in terms
            for predicate, found in self._graph.predicate_objects(subject)
            if found in terms and predicate != self._rdf.type
        }
        return frozenset(terms - kept)

    def _is_data(self, terms: set[Any]) -> bool:
        classes = {term for term in terms if self._is_class(term)}
        individuals = {
            subject
            for subject in self._files
            if subject not in terms and any(kind in classes for kind in self._kinds(subject))
        }
        if len(individuals) > len(classes):
            return True
        declaring = {self._files[term] for term in terms}
        return any(self._files[each] not in declaring for each in individuals)

    def is_term(self, subject: Any) -> bool:
        """Whether a resource is a class, a property, or another term of RDFS or OWL."""
        return any(
            (str(kind).startswith(str(self._owl)) and kind not in self._any)
            or kind in (self._rdfs.Class, self._rdfs.Datatype, self._rdf.Property)
            for kind in self._kinds(subject)
        )

    def _is_class(self, subject: Any) -> bool:
        return isinstance(subject, self._iri) and any(
            kind in (self._owl.Class, self._rdfs.Class) for kind in self._kinds(subject)
        )

    def _kinds(self, subject: Any) -> Iterator[Any]:
        yield from self._graph.objects(subject, self._rdf.type)
