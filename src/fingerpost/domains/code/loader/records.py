"""Records of a code property graph: its own nodes and edges, and what follows from them.

Derived labels of methods: FUNCTION, DECLARATION, EXTERNAL_FUNCTION, MACRO, OPERATOR; of types: STRUCT, UNION,
ENUM, CLASS; of variables: GLOBAL_VARIABLE; of literals: STRING_LITERAL. Derived relationships: CALLS, CONTAINS,
HAS_PARAMETER, HAS_LOCAL, HAS_FIELD, HAS_METHOD, SUBCLASS_OF, DEFINED_IN, INCLUDES, USES.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from fingerpost.core.cells import Cell
from fingerpost.domains.code.enrichment import Tag, tags_of
from fingerpost.domains.code.loader.calls import add_unresolved, calls_between, in_circles
from fingerpost.domains.code.loader.code_graph import CodeGraph
from fingerpost.domains.code.loader.methods import FUNCTION, MACRO, Methods, methods_of, parameters, used_in_functions
from fingerpost.domains.code.loader.types import (
    bases,
    created,
    fields,
    members_of_pointers,
    methods_of_types,
    qualified,
    type_kind,
)
from fingerpost.domains.code.loader.writes import assigned_in_modules, written
from fingerpost.ingest import LoadContext, NodeRecord, PropertyHint, Record, RelationshipRecord

_Calls = dict[tuple[str, str], list[str]]
_CONTAINED: Final = frozenset("CALL LITERAL FIELD_IDENTIFIER CONTROL_STRUCTURE RETURN JUMP_TARGET COMMENT".split())
_PLACED: Final = frozenset(
    "LITERAL CALL MEMBER LOCAL METHOD_PARAMETER_IN CONTROL_STRUCTURE FIELD_IDENTIFIER RETURN UNKNOWN".split()
)
"""Labels whose nodes are given their place as a property."""
_HINTS: Final = {
    "lines": "lines from the first to the last, both counted",
    "complexity": "cyclomatic: 1 + if, for, while, do, case, &&, ||, ?:",
    "location": "file and line",
    "referenced": "whether anything but calls names it, as its address is taken",
    "indirectlyRecursive": "whether it reaches itself through other functions",
}


_SHOWN: Final = 5
_TYPEDEF: Final = re.compile(r"(?:__extension__\s+)?typedef\b")


_MACRO: Final = re.compile(r"(?s)#\s*define\s+\w+(?:\([^)]*\))?[ \t]*(.*)")
"""What a macro stands for, after its name and parameters."""


@dataclass
class _Places:
    """The number of each source file in the load, and the file of each node."""

    context: LoadContext
    export: int
    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, file: str) -> int:
        if not file:
            return self.export
        if file not in self.numbers:
            self.numbers[file] = self.context.add_file(Path(file), loaded=False)
        return self.numbers[file]


def records_of(graph: CodeGraph, context: LoadContext, export: int) -> Iterator[Record]:
    """The records of a graph: nodes, then relationships."""
    members_of_pointers(graph)
    methods = methods_of(graph)
    for name, description in _HINTS.items():
        context.property_hints[FUNCTION, name] = PropertyHint(description=description)
    if graph.left_out:
        left = ", ".join(f"{count:,} {kind}" for kind, count in sorted(graph.left_out.items()))
        context.notes.append(f"edges that are not loaded: {left}")
    if methods.is_c and (lost := graph.labelled("UNKNOWN")):
        files = sorted({file for file in map(partial(_file, graph, methods, {}), lost) if file})
        where = f", in {', '.join(files[:_SHOWN])}{' and others' if len(files) > _SHOWN else ''}" if files else ""
        context.notes.append(
            f"pieces of code missing, because the front end did not understand them: {len(lost)}{where}"
        )
    add_unresolved(methods)
    calls = calls_between(methods)
    kinds = ((node, type_kind(graph, node, is_c=methods.is_c)) for node in graph.labelled("TYPE_DECL"))
    types = {node: kind for node, kind in kinds if kind is not None}
    globals_, assigned = _globals(graph, methods), written(graph)
    yield from _nodes(graph, methods, calls, types, globals_, assigned, _Places(context, export))
    yield from _derived(graph, methods, calls, types)
    yield from _uses(graph, methods, globals_, assigned)
    yield from _tagged(graph, methods)
    for kind, edges in graph.edges.items():
        for start, end, variable in edges:
            yield RelationshipRecord(start, end, kind, {"variable": variable} if variable else {}, export)


def _nodes(
    graph: CodeGraph,
    methods: Methods,
    calls: _Calls,
    types: dict[str, str],
    globals_: set[str],
    assigned: set[str],
    places: _Places,
) -> Iterator[Record]:
    parents = {child: parent for parent, children in graph.children.items() for child in children}
    recursive = {caller for caller, called in calls if caller == called}
    others = [pair for pair in calls if pair[0] != pair[1]]
    circular = in_circles(others)
    callers = Counter(called for caller, called in others if methods.kind.get(caller) == FUNCTION)
    for function, maybe in methods.maybe_called.items():
        callers[function] += len({one for one in maybe if one != function and (one, function) not in calls})
    sites: Counter[str] = Counter()
    for (_, called), nodes in calls.items():
        sites[called] += len(nodes)
    callees = Counter(caller for caller, called in others if methods.kind.get(called) != MACRO)
    used = used_in_functions(methods)
    conditions = {start: graph.text(end, "code") for start, end, _ in graph.edges.get("CONDITION", ())}
    held = Counter(node for node, _ in methods_of_types(methods, types))
    held.update(methods.file(one) for one in methods.of_kind(FUNCTION))
    for node, label in graph.label.items():
        properties = graph.attributes[node]
        if label == "FIELD_IDENTIFIER":
            properties = properties | {"written": node in assigned}
        elif node in used:
            properties = properties | {"used": used[node]}
        further = types.get(node) if label == "TYPE_DECL" else _further(graph, methods, node, label, globals_)
        if further == FUNCTION:
            properties = (
                properties
                | methods.measures[node]
                | {
                    "recursive": node in recursive,
                    "indirectlyRecursive": node in circular,
                    "leaf": not (callees[node] or node in recursive or methods.measures[node]["callsThroughPointer"]),
                }
            )
        if label == "METHOD":
            properties = properties | {
                "callerCount": callers[node],
                "calleeCount": callees[node],
                "callCount": sites[node],
            }
            if within := qualified(graph.text(node, "fullName")):
                properties["qualifiedName"] = within
        file = _file(graph, methods, parents, node)
        line = graph.number(node, "lineNumber") or 0
        labels = (label, further) if further else (label,)
        if node in types:
            counts = {"fieldCount": sum(1 for _ in fields(graph, node)), "methodCount": held[node]}
            properties = properties | counts
        elif label == "FILE":
            properties = properties | {"functionCount": held[graph.text(node, "name")]}
        if node in conditions:
            properties = properties | {"condition": conditions[node]}
        if further == MACRO and (value := _MACRO.match(graph.text(node, "code"))) and value[1]:
            properties = properties | {"value": value[1].strip()}
        if file and line and (node in types or label in _PLACED):
            properties = properties | {"location": f"{file}:{line}"}
        if file and further == "GLOBAL_VARIABLE":
            properties = properties | {"filename": file}
        yield NodeRecord(node, labels, properties, places.number(file if line else ""), line)


def _further(graph: CodeGraph, methods: Methods, node: str, label: str, globals_: set[str]) -> str | None:
    """The derived label of a node."""
    if label == "METHOD":
        return methods.kind.get(node)
    if label == "LITERAL" and graph.text(node, "code").startswith('"'):
        return "STRING_LITERAL"
    return "GLOBAL_VARIABLE" if node in globals_ else None


def _globals(graph: CodeGraph, methods: Methods) -> set[str]:
    """Variables outside functions. Front ends of C also list typedefs and prototypes there.

    There a variable may have the name of a type: `static struct quit quit`. One that files declare `extern` is counted
    where it is defined, and once where the graph does not have its definition.
    """
    others = graph.labelled("METHOD" if methods.is_c else "TYPE_DECL")
    taken = {graph.text(one, "name") for one in others if graph.attributes[one].get("isExternal") is not True}
    assigned = assigned_in_modules(graph, methods.owner)
    found: set[str] = set()
    for one in graph.labelled("LOCAL"):
        owner, name = methods.owner.get(one, one), graph.text(one, "name")
        outside = graph.text(owner, "name") == "<global>" and methods.is_declared(one)
        if (owner, name) in assigned or (
            outside
            and name not in taken
            and name != "NULL"
            and not _is_type_or_prototype(graph.text(one, "code"), name)
        ):
            found.add(one)
    return found - _declared_again(graph, found)


def _linkage(code: str) -> str:
    """The storage class of a declaration: `extern`, `static`, or none."""
    return next((word for word in code.split()[:2] if word in ("extern", "static")), "")


def _declared_again(graph: CodeGraph, found: set[str]) -> set[str]:
    """Declarations of variables that are defined, or declared before, in another file."""
    known: set[str] = set()
    again: set[str] = set()
    variables = [one for one in graph.labelled("LOCAL") if one in found]
    for one in sorted(variables, key=lambda one: _linkage(graph.text(one, "code")) == "extern"):
        name, linkage = graph.text(one, "name"), _linkage(graph.text(one, "code"))
        if linkage == "extern" and name in known:
            again.add(one)
        elif linkage != "static":
            known.add(name)
    return again


def _is_type_or_prototype(code: str, name: str) -> bool:
    return bool(_TYPEDEF.match(code) or re.search(rf"\b{re.escape(name)}\s*\(", code))


def _file(graph: CodeGraph, methods: Methods, parents: dict[str, str], node: str) -> str:
    """The file that a node stands in."""
    method = methods.owner.get(node)
    if method is not None:
        return methods.file(method)
    for place in (node, parents.get(node, node)):
        name = graph.text(place, "filename")
        if name:
            return "" if name.startswith("<") else name
    return ""


def _derived(graph: CodeGraph, methods: Methods, calls: _Calls, types: dict[str, str]) -> Iterator[RelationshipRecord]:
    for (caller, called), nodes in calls.items():
        lines: dict[str, Cell] = {"count": len(nodes)}
        yield RelationshipRecord(caller, called, "CALLS", lines)
    for node, method in methods.owner.items():
        if graph.label[node] in _CONTAINED and node not in methods.wrappers:
            yield RelationshipRecord(method, node, "CONTAINS", {})
    for method, kind in methods.kind.items():
        if kind == FUNCTION:
            for node in parameters(graph, method):
                yield RelationshipRecord(method, node, "HAS_PARAMETER", {})
            for node in methods.inside[method]:
                if graph.label[node] == "LOCAL" and methods.is_declared(node):
                    yield RelationshipRecord(method, node, "HAS_LOCAL", {})
    for node in types:
        for child in fields(graph, node):
            yield RelationshipRecord(node, child, "HAS_FIELD", {})
    for node, method in methods_of_types(methods, types):
        yield RelationshipRecord(node, method, "HAS_METHOD", {})
    for node, base in bases(graph, types):
        yield RelationshipRecord(node, base, "SUBCLASS_OF", {})
    for node, made in dict.fromkeys(created(methods, types)):
        yield RelationshipRecord(node, made, "CREATES", {})
    yield from _of_files(graph, methods)


def _of_files(graph: CodeGraph, methods: Methods) -> Iterator[RelationshipRecord]:
    files = {graph.text(one, "name"): one for one in graph.labelled("FILE")}
    for node in (*methods.kind, *graph.labelled("TYPE_DECL")):
        name = graph.text(node, "filename")
        file = files.get(name) if name else None
        if file is not None:
            yield RelationshipRecord(node, file, "DEFINED_IN", {})
    for block in graph.labelled("NAMESPACE_BLOCK"):
        file = files.get(graph.text(block, "filename"))
        for child in graph.children.get(block, ()):
            if file is not None and graph.label.get(child) == "IMPORT":
                yield RelationshipRecord(file, child, "INCLUDES", {})
    for call, imported, _ in graph.edges.get("IS_CALL_FOR_IMPORT", ()):
        importing = files.get(methods.file(methods.owner.get(call, ""))) if call in methods.owner else None
        if importing is not None:
            yield RelationshipRecord(importing, imported, "INCLUDES", {})


def _tagged(graph: CodeGraph, methods: Methods) -> Iterator[Record]:
    """Tags of functions by rules, in the form that code property graphs have for tags."""
    known: set[Tag] = set()
    for method in methods.of_kind(FUNCTION):
        called = {graph.text(one, "name") for one in methods.inside[method] if graph.label[one] == "CALL"}
        for tag in tags_of(graph.text(method, "name"), methods.file(method), called):
            ident = f"tag:{tag.name}:{tag.value}"
            if tag not in known:
                known.add(tag)
                yield NodeRecord(ident, ("TAG",), {"name": tag.name, "value": tag.value, "derived": True})
            yield RelationshipRecord(method, ident, "TAGGED_BY", {})


def _uses(graph: CodeGraph, methods: Methods, globals_: set[str], assigned: set[str]) -> Iterator[RelationshipRecord]:
    """Uses of global variables, by name: of several, that of the same file, else one that is not declared `static`."""
    named: dict[str, list[str]] = defaultdict(list)
    for one in sorted(globals_, key=lambda one: _linkage(graph.text(one, "code")) == "static"):
        named[graph.text(one, "name")].append(one)
    own: dict[str, set[str]] = defaultdict(set)
    for method, nodes in methods.inside.items():
        own[method] = {
            graph.text(n, "name")
            for n in nodes
            if graph.label[n] == "METHOD_PARAMETER_IN" or (graph.label[n] == "LOCAL" and methods.is_declared(n))
        }
    found: dict[tuple[str, str], set[bool]] = defaultdict(set)
    for node in graph.labelled("IDENTIFIER"):
        user, name = methods.owner.get(node), graph.text(node, "name")
        if user is not None and name in named and methods.kind.get(user) == FUNCTION and name not in own[user]:
            file = methods.file(user)
            variable = next((one for one in named[name] if _file(graph, methods, {}, one) == file), named[name][0])
            found[user, variable].add(node in assigned)
    for (method, variable), writes in found.items():
        yield RelationshipRecord(method, variable, "USES", {"written": True in writes, "read": False in writes})
