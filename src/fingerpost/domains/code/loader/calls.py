"""Which method each call means, and the calls between methods."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from fingerpost.domains.code.loader.code_graph import CodeGraph
from fingerpost.domains.code.loader.methods import DECLARATION, EXTERNAL, FUNCTION, MACRO, OPERATOR, Methods

_RANK: Final = {FUNCTION: 0, MACRO: 1, EXTERNAL: 1, DECLARATION: 2}


def calls_between(methods: Methods) -> dict[tuple[str, str], list[str]]:
    """The call nodes by caller and called method. Operators are left out; a definition goes before a declaration."""
    graph = methods.graph
    linked: dict[str, list[str]] = defaultdict(list)
    for call, method, _ in graph.edges.get("CALL", ()):
        linked[call].append(method)
    named: dict[str, list[str]] = defaultdict(list)
    for method, kind in methods.kind.items():
        if kind != OPERATOR:
            named[graph.text(method, "fullName")].append(method)
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for call in graph.labelled("CALL"):
        caller = methods.owner.get(call)
        if caller is None or graph.text(call, "name").startswith("<operator"):
            continue
        candidates = named.get(graph.text(call, "methodFullName")) or _linked(graph, methods, linked[call])
        if candidates:
            file = methods.file(caller)
            best = min(candidates, key=lambda one: (_RANK[methods.kind[one]], methods.file(one) != file))
            found[caller, best].append(call)
    return found


def _linked(graph: CodeGraph, methods: Methods, targets: list[str]) -> list[str]:
    return [one for one in targets if graph.label.get(one) == "METHOD" and methods.kind.get(one, OPERATOR) != OPERATOR]
