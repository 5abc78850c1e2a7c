"""Which method each call means, and the calls between methods."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from fingerpost.domains.code.loader.code_graph import CodeGraph
from fingerpost.domains.code.loader.methods import DECLARATION, EXTERNAL, FUNCTION, MACRO, OPERATOR, Methods

_DUPLICATE: Final = re.compile(r"<duplicate>\d+$")
"""What Joern adds to the name of a function that it meets again, after a prototype for instance."""
_UNKNOWN: Final = re.compile(r"^<un(?:known|resolved)|<returnValue>|<member>")
"""In the full name of a called method: it is not known, or belongs to what something of unknown type returns or has."""
_IDENTIFIER: Final = re.compile(r"[A-Za-z_]\w*")
_TEXT: Final = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'")
_RANK: Final = {FUNCTION: 0, MACRO: 1, EXTERNAL: 1, DECLARATION: 2}


def add_unresolved(methods: Methods) -> None:
    """Resolve the calls of unknown methods: to the functions of that name, or to a stand-in for the name.

    Without declared types, front ends leave many calls unresolved, or guess the type. The only function of that name
    counts as called; several may be (`Methods.maybe_called`). A stand-in is external.
    """
    graph = methods.graph
    functions: dict[str, list[str]] = defaultdict(list)
    for method in methods.of_kind(FUNCTION):
        functions[graph.text(method, "name")].append(method)
    imports = {call for call, _, _ in graph.edges.get("IS_CALL_FOR_IMPORT", ())}
    kinds: dict[str, set[str]] = defaultdict(set)
    for call, method, _ in graph.edges.get("CALL", ()):
        kinds[call].add(methods.kind.get(method, OPERATOR))
    for call in graph.labelled("CALL"):
        name, caller = graph.text(call, "name"), methods.owner.get(call, "")
        unknown = _UNKNOWN.search(graph.text(call, "methodFullName")) and FUNCTION not in kinds[call]
        if not unknown or not name or name.startswith("<operator") or call in imports:
            continue
        if name in methods.variables[caller]:
            continue
        if len(functions[name]) == 1:
            methods.meant[call] = functions[name][0]
            continue
        for function in functions[name]:
            methods.maybe_called[function].add(caller)
        if kinds[call] <= {OPERATOR}:
            methods.meant[call] = stand_in = f"unresolved:{name}"
            graph.label[stand_in] = "METHOD"
            graph.attributes[stand_in] = {"name": name, "isExternal": True}
            methods.kind[stand_in] = EXTERNAL
            graph.edges["CALL"].append((call, stand_in, None))


def calls_between(methods: Methods) -> dict[tuple[str, str], list[str]]:
    """The call nodes by caller and called method. Operators are left out; a definition goes before a declaration."""
    graph = methods.graph
    linked: dict[str, list[str]] = defaultdict(list)
    for call, method, _ in graph.edges.get("CALL", ()):
        linked[call].append(method)
    named: dict[str, list[str]] = defaultdict(list)
    for method, kind in methods.kind.items():
        if kind != OPERATOR and graph.text(method, "fullName"):
            named[_DUPLICATE.sub("", graph.text(method, "fullName"))].append(method)
    defined: dict[str, list[str]] = defaultdict(list)
    for method in methods.of_kind(FUNCTION):
        defined[graph.text(method, "fullName").partition(":")[0]].append(method)
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    macros = {graph.text(one, "name"): one for one in methods.of_kind(MACRO)}
    for call in graph.labelled("CALL"):
        if graph.text(call, "dispatchType") == "INLINED" and call in methods.owner:
            for macro in _among_arguments(graph, call, macros):
                found[methods.owner[call], macro].append(call)
        caller = methods.owner.get(call)
        if caller is None or graph.text(call, "name").startswith("<operator"):
            continue
        meant = [methods.meant[call]] if call in methods.meant else named.get(graph.text(call, "methodFullName"))
        candidates = meant or _linked(graph, methods, linked[call])
        if methods.is_c and all(methods.kind[one] != FUNCTION for one in candidates):
            candidates = _by_name(graph, graph.text(call, "methodFullName"), defined) or candidates
        if candidates:
            file = methods.file(caller)
            best = min(candidates, key=lambda one: (_RANK[methods.kind[one]], methods.file(one) != file))
            found[caller, best].append(call)
    return found


def _by_name(graph: CodeGraph, full_name: str, defined: dict[str, list[str]]) -> list[str]:
    """The functions of a full name in C++ where the types of the arguments are not known: `Arena.Allocate:char*(ANY)`.

    Of several, those that take as many.
    """
    name, colon, signature = full_name.partition(":")
    found = defined.get(name, []) if colon and "." in name else []
    wanted = signature.count(",")
    return [one for one in found if graph.text(one, "fullName").count(",") == wanted] or found


def _among_arguments(graph: CodeGraph, call: str, macros: dict[str, str]) -> set[str]:
    """The macros that stand in the arguments of a macro: the front end of C shows what they expand to, not them."""
    name, _, arguments = graph.text(call, "code").partition("(")
    words = _IDENTIFIER.findall(_TEXT.sub("", arguments))
    return {macros[word] for word in words if word in macros and word != name.strip()}


def _linked(graph: CodeGraph, methods: Methods, targets: list[str]) -> list[str]:
    return [one for one in targets if graph.label.get(one) == "METHOD" and methods.kind.get(one, OPERATOR) != OPERATOR]


def in_circles(calls: Iterable[tuple[str, str]]) -> set[str]:
    """The methods that reach themselves through others: the strongly connected ones (Tarjan)."""
    called: dict[str, list[str]] = defaultdict(list)
    for caller, one in calls:
        called[caller].append(one)
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    open_: list[str] = []
    is_open: set[str] = set()
    found: set[str] = set()
    for root in list(called):
        if root in order:
            continue
        path = [(root, iter(called[root]))]
        order[root] = low[root] = len(order)
        open_.append(root)
        is_open.add(root)
        while path:
            node, ahead = path[-1]
            following = next((one for one in ahead if one not in order or one in is_open), None)
            if following is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == order[node]:
                    component = [open_.pop()]
                    while component[-1] != node:
                        component.append(open_.pop())
                    is_open.difference_update(component)
                    found.update(component if len(component) > 1 else ())
            elif following in order:
                low[node] = min(low[node], order[following])
            else:
                order[following] = low[following] = len(order)
                open_.append(following)
                is_open.add(following)
                path.append((following, iter(called.get(following, ()))))
    return found
