"""What methods are, and their measures: lines, complexity, parameters, loops, what they allocate."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Final

from fingerpost.core.cells import Cell
from fingerpost.domains.code.loader.code_graph import CodeGraph

FUNCTION: Final = "FUNCTION"
"""A method of the code base with a body."""
DECLARATION: Final = "DECLARATION"
EXTERNAL: Final = "EXTERNAL_FUNCTION"
MACRO: Final = "MACRO"
OPERATOR: Final = "OPERATOR"

_BRANCHES: Final = frozenset({"IF", "FOR", "WHILE", "DO"})
_LOOPS: Final = frozenset({"FOR", "WHILE", "DO"})
_SHORT_CIRCUITS: Final = frozenset({"<operator>.logicalAnd", "<operator>.logicalOr", "<operator>.conditional"})
_POINTER_CALL: Final = "<operator>.pointerCall"
_ALLOCATES: Final = re.compile(r"(?i)(?<!de)alloc|strdup")
_FREES: Final = re.compile(r"(?i)free|dealloc")


@dataclass
class Methods:
    """The methods of a graph: the kind of each, its file, and for each node the method that it is in."""

    graph: CodeGraph
    kind: dict[str, str] = field(default_factory=dict)
    owner: dict[str, str] = field(default_factory=dict)
    inside: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    measures: dict[str, dict[str, Cell]] = field(default_factory=dict)

    def file(self, method: str) -> str:
        """The file of a method; empty for what is not in a file."""
        name = self.graph.text(method, "filename")
        return "" if name.startswith("<") else name


def methods_of(graph: CodeGraph) -> Methods:
    """The methods of a graph with their kinds and measures."""
    found = Methods(graph)
    for method in graph.labelled("METHOD"):
        stack = list(graph.children.get(method, ()))
        while stack:
            node = stack.pop()
            if graph.label.get(node) in ("METHOD", None):
                continue
            found.owner[node] = method
            found.inside[method].append(node)
            stack += graph.children.get(node, ())
    dispatches: dict[str, set[str]] = defaultdict(set)
    for call in graph.labelled("CALL"):
        dispatches[graph.text(call, "name")].add(graph.text(call, "dispatchType"))
    for method in graph.labelled("METHOD"):
        kind = _kind(graph, method, dispatches)
        if kind is not None:
            found.kind[method] = kind
        if kind == FUNCTION:
            found.measures[method] = _measures(found, method)
    return found


def _kind(graph: CodeGraph, method: str, dispatches: dict[str, set[str]]) -> str | None:
    name = graph.text(method, "name")
    if name.startswith("<operator"):
        return OPERATOR
    if name.startswith("<") or not name:
        return None
    if graph.attributes[method].get("isExternal") is True:
        return MACRO if dispatches.get(name) == {"INLINED"} else EXTERNAL
    bodies = (one for one in graph.children.get(method, ()) if graph.label.get(one) == "BLOCK")
    return FUNCTION if any(graph.children.get(body) for body in bodies) else DECLARATION


def parameters(graph: CodeGraph, method: str) -> list[str]:
    """The parameters of a method in order; `f(void)` has none."""
    found = [one for one in graph.children.get(method, ()) if graph.label.get(one) == "METHOD_PARAMETER_IN"]
    found = [one for one in found if graph.text(one, "typeFullName") != "void"]
    return sorted(found, key=lambda one: graph.number(one, "index") or 0)


def _measures(methods: Methods, method: str) -> dict[str, Cell]:
    """The properties that are derived for a function."""
    graph, inside = methods.graph, methods.inside[method]
    structures = Counter(graph.text(n, "controlStructureType") for n in inside if graph.label[n] == "CONTROL_STRUCTURE")
    cases = sum(graph.label[n] == "JUMP_TARGET" and graph.text(n, "name") == "case" for n in inside)
    calls = [n for n in inside if graph.label[n] == "CALL"]
    names = [graph.text(n, "name") for n in calls]
    pointers = [graph.text(n, "code").partition("(")[0] for n in calls if graph.text(n, "name") == _POINTER_CALL]
    called = [*(name for name in names if not name.startswith("<")), *pointers]
    start, end = graph.number(method, "lineNumber"), graph.number(method, "lineNumberEnd")
    returned = [graph.text(n, "typeFullName") for n in graph.children[method] if graph.label.get(n) == "METHOD_RETURN"]
    decisions = sum(structures[kind] for kind in _BRANCHES) + sum(name in _SHORT_CIRCUITS for name in names)
    found: dict[str, Cell] = {
        "complexity": 1 + decisions + cases,
        "parameterCount": len(parameters(graph, method)),
        "loopCount": sum(structures[kind] for kind in _LOOPS),
        "allocates": any(_ALLOCATES.search(name) for name in called),
        "frees": any(_FREES.search(name) for name in called),
        "callsThroughPointer": bool(pointers),
    }
    if start is not None and end is not None:
        found["lines"] = end - start + 1
    if returned and returned[0]:
        found["returnType"] = returned[0]
    if methods.file(method) and start is not None:
        found["location"] = f"{methods.file(method)}:{start}"
    return found
