"""A code property graph in memory, as the loader collects it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from sys import intern
from typing import Final

from fingerpost.core.cells import Cell

Attributes = dict[str, Cell]

KEPT_EDGES: Final = frozenset(
    "AST CALL ARGUMENT RECEIVER REF CFG CDG REACHING_DEF CONDITION PARAMETER_LINK SOURCE_FILE TAGGED_BY ALIAS_OF "
    "INHERITS_FROM IS_CALL_FOR_IMPORT".split()
)
"""Edges that are loaded. Dominance, containment and bindings follow from these, or are asked of Joern."""


@dataclass
class CodeGraph:
    """Labels and attributes by node, edges by type as (start, end, variable), and the children in the syntax tree."""

    label: dict[str, str] = field(default_factory=dict)
    attributes: dict[str, Attributes] = field(default_factory=dict)
    edges: dict[str, list[tuple[str, str, str | None]]] = field(default_factory=lambda: defaultdict(list))
    children: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    left_out: dict[str, int] = field(default_factory=dict)

    def add_edge(self, kind: str, start: str, end: str, variable: str | None) -> None:
        """Keep an edge of a type that is loaded; count the others."""
        if kind not in KEPT_EDGES:
            self.left_out[kind] = self.left_out.get(kind, 0) + 1
            return
        start, end = intern(start), intern(end)  # each stands in many edges, and large graphs have millions
        self.edges[kind].append((start, end, intern(variable) if variable else None))
        if kind == "AST":
            self.children[start].append(end)

    @cached_property
    def arguments(self) -> dict[str, dict[int, str]]:
        """The arguments of each call by their place, from 1."""
        found: dict[str, dict[int, str]] = {}
        for call, argument, _ in self.edges.get("ARGUMENT", ()):
            found.setdefault(call, {})[self.number(argument, "argumentIndex") or 0] = argument
        return found

    def labelled(self, *labels: str) -> list[str]:
        """The nodes with one of these labels."""
        return [node for node, label in self.label.items() if label in labels]

    def text(self, node: str, name: str) -> str:
        """An attribute as text; empty if it is absent."""
        found = self.attributes[node].get(name)
        return found if isinstance(found, str) else ""

    def number(self, node: str, name: str) -> int | None:
        """An attribute as a whole number."""
        found = self.attributes[node].get(name)
        return found if isinstance(found, int) else None
