"""Shapes of SHACL say how data are checked: beside what they describe they are not data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rdflib import Graph

_OF_NO_DATA = "http://www.w3.org/2002/07/owl#Ontology"


class Shapes:
    """The shapes of an RDF graph: resources of SHACL's classes, and the unnamed ones that only its properties reach.

    A class may be a shape, too; it is left in, as what else it is. In a graph of nothing but shapes they are its data.
    """

    def __init__(self, graph: Graph, files: Mapping[Any, int]) -> None:
        from rdflib import RDF, SH, BNode

        self._graph, self._files = graph, files
        self._type, self._first, self._space, self._blank = RDF.type, RDF.first, str(SH), BNode

    @cached_property
    def told(self) -> str:
        """What a note says of shapes that are left out; empty if none are."""
        left = sum((each, self._first, None) not in self._graph for each in self.left_out)
        return f"shapes of SHACL, which say how data are checked, were left out ({left:,} nodes)" if left else ""

    @cached_property
    def left_out(self) -> frozenset[Any]:
        """The resources that are shapes, or parts of shapes, and nothing else."""
        shapes, others = set(), False
        for subject in self._files:
            kinds = [str(kind) for kind in self._graph.objects(subject, self._type)]
            only = bool(kinds) and all(kind.startswith(self._space) for kind in kinds)
            others = others or (bool(kinds) and not only and _OF_NO_DATA not in kinds)
            if only:
                shapes.add(subject)
        if not others:
            return frozenset()
        parts = [
            found
            for _, predicate, found in self._graph
            if str(predicate).startswith(self._space) and isinstance(found, self._blank)
        ]
        parts += [found for shape in shapes for found in self._unnamed(shape)]
        while parts:
            if (part := parts.pop()) not in shapes:
                shapes.add(part)
                parts += self._unnamed(part)
        return frozenset(shapes)

    def without(self, kinds: Iterable[Any]) -> list[Any]:
        """Classes without those of SHACL, if there are others."""
        found = list(kinds)
        return [kind for kind in found if not str(kind).startswith(self._space)] or found

    def _unnamed(self, subject: Any) -> list[Any]:
        return [found for found in self._graph.objects(subject) if isinstance(found, self._blank)]
