"""What methods are, and their measures: lines, complexity, parameters, loops, what they allocate."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property
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
_C: Final = frozenset({"NEWC", "C", "CPP"})
_ADAPTER: Final = "<metaClassAdapter>"
"""What the front end of Python adds to the name of a method that it makes of one, to be called on the class."""
_CONSTRUCTOR: Final = re.compile(r"(\w+)\.(?:<init>|__init__$)")
_CLASS_AS_OBJECT: Final = "<meta>"
"""What it adds to the name of a class that is called: `int<meta>`."""
_POINTER_CALL: Final = "<operator>.pointerCall"
_VISIBILITIES: Final = frozenset({"PUBLIC", "PROTECTED", "PRIVATE"})
_STATIC: Final = re.compile(r"(?:(?:inline|__inline|extern)\s+)*(?:static|local|LOCAL|STATIC|PRIVATE)\b(?!\s*[(])")
"""`static`, and the macros that by convention stand for it."""
_ALLOCATES: Final = re.compile(r"(?i)(?<!de)alloc|strdup")
_FREES: Final = re.compile(r"(?i)free|dealloc")


@dataclass
class Methods:
    """The methods of a graph: the kind of each, its file, and for each node the method that it is in.

    A function that is called and has no body here is external, whether it is declared or not.
    """

    graph: CodeGraph
    kind: dict[str, str] = field(default_factory=dict)
    owner: dict[str, str] = field(default_factory=dict)
    inside: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    measures: dict[str, dict[str, Cell]] = field(default_factory=dict)
    meant: dict[str, str] = field(default_factory=dict)
    """What calls of unknown methods are taken to mean, by their names."""
    maybe_called: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The callers of functions that are among several of the name that is called."""

    @cached_property
    def is_c(self) -> bool:
        """Whether this is C or C++, where what declares a variable says its type."""
        languages = {self.graph.text(one, "language") for one in self.graph.labelled("META_DATA")}
        return bool(languages & _C)

    @cached_property
    def wrappers(self) -> frozenset[str]:
        """The `do {...} while (0)` that statements of macros are wrapped in: they run once, and are not loops."""
        graph = self.graph
        conditions = graph.edges.get("CONDITION", ())
        return frozenset(
            start
            for start, end, _ in conditions
            if graph.text(end, "code") == "0" and graph.text(start, "controlStructureType") == "DO"
        )

    @cached_property
    def referenced(self) -> frozenset[str]:
        """The methods that something other than a call names, as their address is taken for a callback or a table."""
        graph = self.graph
        found: set[str] = set()
        for one, method, _ in graph.edges.get("REF", ()):
            if graph.label.get(one) != "METHOD_REF":
                continue
            # where a function is declared or defined, front ends make a reference too
            declares = one in self.statements or graph.number(one, "lineNumber") == graph.number(method, "lineNumber")
            if not declares:
                found.add(method)
        return frozenset(found)

    @cached_property
    def statements(self) -> frozenset[str]:
        """The nodes that stand in a block by themselves."""
        graph = self.graph
        return frozenset(one for block in graph.labelled("BLOCK") for one in graph.children.get(block, ()))

    @cached_property
    def variables(self) -> dict[str, set[str]]:
        """The names of the parameters and variables of each method."""
        found: dict[str, set[str]] = defaultdict(set)
        for node in self.graph.labelled("METHOD_PARAMETER_IN", "LOCAL"):
            if node in self.owner and (self.graph.label[node] != "LOCAL" or self.is_declared(node)):
                found[self.owner[node]].add(self.graph.text(node, "name"))
        return found

    def of_kind(self, kind: str) -> list[str]:
        """The methods of a kind."""
        return [method for method, found in self.kind.items() if found == kind]

    def is_declared(self, local: str) -> bool:
        """Whether a function declares this variable.

        Front ends add one for each variable from outside that a function uses, and for each name that they do not
        resolve.
        """
        if self.graph.text(local, "closureBindingId"):
            return False
        code = self.graph.text(local, "code")
        if code.startswith(("<global>", "<unknown>")):
            return False
        name = self.graph.text(local, "name")
        # `struct sigaction` alone is a name of a type, which a function may have too
        return not (self.is_c and code in (name, f"struct {name}", f"union {name}", f"enum {name}"))

    def file(self, method: str) -> str:
        """The file of a method; empty for what is not in a file."""
        name = self.graph.text(method, "filename")
        return "" if name.startswith("<") else name


def methods_of(graph: CodeGraph) -> Methods:
    """The methods of a graph with their kinds and measures."""
    found = Methods(graph)
    for method in graph.labelled("METHOD"):
        _rename(graph, method, graph.text(method, "fullName"))
        stack = list(graph.children.get(method, ()))
        while stack:
            node = stack.pop()
            if graph.label.get(node) in ("METHOD", None) or found.owner.get(node) == method:
                continue  # what a macro declares may stand below several nodes
            found.owner[node] = method
            found.inside[method].append(node)
            stack += graph.children.get(node, ())
    calls: dict[str, list[str]] = defaultdict(list)
    for call in graph.labelled("CALL"):
        _rename(graph, call, graph.text(call, "methodFullName"))
        calls[graph.text(call, "name")].append(call)
    for method in graph.labelled("METHOD"):
        kind = _kind(found, method, calls)
        if kind is not None:
            found.kind[method] = kind
    bodies = {graph.text(method, "name") for method, kind in found.kind.items() if kind == FUNCTION}
    for method, kind in found.kind.items():
        name = graph.text(method, "name")
        if kind == DECLARATION and name in calls and name not in bodies:
            found.kind[method] = EXTERNAL
    functions = found.of_kind(FUNCTION)
    static = {one for one in functions if _STATIC.match(graph.text(one, "code")) or "STATIC" in _modifiers(graph, one)}
    for method in functions:
        found.measures[method] = _measures(found, method)
        if static:
            found.measures[method]["static"] = method in static
        if visible := _modifiers(graph, method) & _VISIBILITIES:
            found.measures[method]["visibility"] = min(visible).lower()
    return found


def _rename(graph: CodeGraph, node: str, full_name: str) -> None:
    """Give what constructs an object the name of its class, as code says it: `new Option()`, `int(text)`."""
    name = graph.text(node, "name")
    if name == "<init>":
        made_up = graph.label[node] == "METHOD" and graph.number(node, "lineNumberEnd") is None
        constructs = None if made_up else _CONSTRUCTOR.search(full_name)
    else:
        outside = name == "__init__" and graph.attributes[node].get("isExternal") is True
        constructs = _CONSTRUCTOR.search(full_name) if outside else None
    if constructs or name.endswith(_CLASS_AS_OBJECT):
        graph.attributes[node]["name"] = constructs[1] if constructs else name.removesuffix(_CLASS_AS_OBJECT)


def _kind(methods: Methods, method: str, calls: dict[str, list[str]]) -> str | None:
    """The kind of a method. A call of a variable that holds a function has a method too, which is of no kind."""
    graph, name = methods.graph, methods.graph.text(method, "name")
    if name.startswith("<operator"):
        return OPERATOR
    if name.startswith("<") or not name or name.endswith(_ADAPTER):
        return None
    if graph.attributes[method].get("isExternal") is True:
        if calls.get(name) and all(name in methods.variables[methods.owner.get(one, "")] for one in calls[name]):
            return None
        dispatches = {graph.text(one, "dispatchType") for one in calls.get(name, ())}
        return MACRO if dispatches == {"INLINED"} else EXTERNAL
    bodies = (one for one in graph.children.get(method, ()) if graph.label.get(one) == "BLOCK")
    return FUNCTION if any(graph.children.get(body) for body in bodies) else DECLARATION


def parameters(graph: CodeGraph, method: str) -> list[str]:
    """The parameters of a method in order; `f(void)` has none, and the object of a method is none."""
    found = [one for one in graph.children.get(method, ()) if graph.label.get(one) == "METHOD_PARAMETER_IN"]
    found = [one for one in found if graph.text(one, "typeFullName") != "void" and not _is_this(graph, one)]
    return sorted(found, key=lambda one: graph.number(one, "index") or 0)


def used_in_functions(methods: Methods) -> dict[str, bool]:
    """Whether a function of C uses each of its parameters and variables: by name, or by a call through it."""
    graph = methods.graph
    meant = {declared for _, declared, _ in graph.edges.get("REF", ())}
    found: dict[str, bool] = {}
    for method in methods.of_kind(FUNCTION) if methods.is_c else ():
        inside = methods.inside[method]
        called = {graph.text(one, "name") for one in inside if graph.label[one] == "CALL"}
        declared = [one for one in inside if graph.label[one] == "LOCAL" and methods.is_declared(one)]
        for one in (*parameters(graph, method), *declared):
            found[one] = one in meant or graph.text(one, "name") in called
    return found


def _is_this(graph: CodeGraph, parameter: str) -> bool:
    return graph.text(parameter, "name") == "this" and graph.number(parameter, "index") == 0


def _modifiers(graph: CodeGraph, method: str) -> set[str]:
    """What is declared of a method: STATIC, PUBLIC, PRIVATE, ABSTRACT and the like."""
    children = graph.children.get(method, ())
    return {graph.text(one, "modifierType") for one in children if graph.label.get(one) == "MODIFIER"}


def _loop_depth(methods: Methods, method: str) -> int:
    """How many loops stand one within another, at most."""
    graph, deepest = methods.graph, 0
    stack = [(node, 0) for node in graph.children.get(method, ())]
    while stack:
        node, depth = stack.pop()
        if methods.owner.get(node) != method:
            continue
        kind = graph.text(node, "controlStructureType") if graph.label[node] == "CONTROL_STRUCTURE" else ""
        depth += kind in _LOOPS and node not in methods.wrappers
        deepest = max(deepest, depth)
        stack += [(child, depth) for child in graph.children.get(node, ())]
    return deepest


def _measures(methods: Methods, method: str) -> dict[str, Cell]:
    """The properties that are derived for a function."""
    graph, inside = methods.graph, methods.inside[method]
    structures = Counter(graph.text(n, "controlStructureType") for n in inside if graph.label[n] == "CONTROL_STRUCTURE")
    wrappers = sum(n in methods.wrappers for n in inside)
    cases = sum(graph.label[n] == "JUMP_TARGET" and graph.text(n, "name") == "case" for n in inside)
    calls = [n for n in inside if graph.label[n] == "CALL"]
    names = [graph.text(n, "name") for n in calls]
    constants = {graph.text(n, "name") for n in calls if graph.text(n, "code") == graph.text(n, "name")}
    pointers = [graph.text(n, "code").partition("(")[0] for n in calls if graph.text(n, "name") == _POINTER_CALL]
    pointers += [name for name in names if name in methods.variables[method]]
    called = [*(name for name in names if not name.startswith("<") and name not in constants), *pointers]
    start, end = graph.number(method, "lineNumber"), graph.number(method, "lineNumberEnd")
    returned = [graph.text(n, "typeFullName") for n in graph.children[method] if graph.label.get(n) == "METHOD_RETURN"]
    decisions = sum(structures[kind] for kind in _BRANCHES) + sum(name in _SHORT_CIRCUITS for name in names)
    found: dict[str, Cell] = {
        "complexity": 1 + decisions + cases,
        "parameterCount": len(parameters(graph, method)),
        "returnCount": sum(graph.label[n] == "RETURN" for n in inside),
        "localCount": sum(graph.label[n] == "LOCAL" and methods.is_declared(n) for n in inside),
        "loopCount": sum(structures[kind] for kind in _LOOPS) - wrappers,
        "loopDepth": _loop_depth(methods, method),
        "referenced": method in methods.referenced,
        "allocates": any(_ALLOCATES.search(name) for name in called),
        "frees": any(_FREES.search(name) for name in called),
        "callsThroughPointer": bool(pointers),
    }
    if start is not None and end is not None:
        found["lines"] = end - start + 1
    if returned and returned[0]:
        found["returnType"] = returned[0] + _lost_stars(graph, method, returned[0])
    if methods.file(method) and start is not None:
        found["location"] = f"{methods.file(method)}:{start}"
    return found


def _lost_stars(graph: CodeGraph, method: str, returned: str) -> str:
    """The stars of a returned pointer that the front end drops: `struct shelf *shelf_new(void)` returns `shelf`."""
    before, called, _ = graph.text(method, "code").partition(graph.text(method, "name"))
    if not called or "*" in returned or "(" in before:
        return ""
    return "*" * before[len(before.rstrip("* \t\n")) :].count("*")
