"""What types are (struct, union, enum, class), their methods and bases, and the names of methods within their types."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from fingerpost.domains.code.loader.code_graph import CodeGraph
from fingerpost.domains.code.loader.methods import FUNCTION, Methods

CLASS: Final = "CLASS"
_KEYWORD: Final = re.compile(r"(?:typedef\s+)?(enum|union|struct|class)\b")
_MADE_UP: Final = re.compile(r"^<|<meta>$")
"""Types that the front end of Python makes: of modules and of classes as objects."""
_MODULE: Final = re.compile(r"(?:\.\w+)?:<module>")
_SIGNATURE: Final = re.compile(r":[^:]*\(.*", re.S)
_TWO_PARTS: Final = re.compile(r"(?:^|[./])(\w+)\.(\w+)$")


def type_kind(graph: CodeGraph, node: str, *, is_c: bool) -> str | None:
    """The derived label of a TYPE_DECL: STRUCT, UNION, ENUM, CLASS; None for a name of another type.

    Without a keyword in the code it is a struct in C, and a class elsewhere.
    """
    if _MADE_UP.search(graph.text(node, "name")):
        return None
    children = graph.children.get(node, ())
    has_fields = any(graph.label.get(one) == "MEMBER" for one in children)
    has_methods = any(
        graph.label.get(one) == "METHOD" and graph.attributes[one].get("isExternal") is not True for one in children
    )
    if not has_fields and (not has_methods or graph.attributes[node].get("isExternal") is True):
        return None
    keyword = _KEYWORD.match(graph.text(node, "code"))
    if keyword:
        return keyword[1].upper()
    return "STRUCT" if is_c else CLASS


def fields(graph: CodeGraph, node: str) -> Iterator[str]:
    """The members of a type that hold data: one of each name, and none that is a method of it."""
    seen = {graph.text(one, "name") for one in methods_in(graph, node)}
    for child in graph.children.get(node, ()):
        if graph.label.get(child) == "MEMBER" and graph.text(child, "name") not in seen:
            seen.add(graph.text(child, "name"))
            yield child


def methods_in(graph: CodeGraph, node: str) -> Iterator[str]:
    """The methods that stand in a type, or in the body that the front end of Python makes a method."""
    for child in graph.children.get(node, ()):
        if graph.label.get(child) != "METHOD":
            continue
        if graph.text(child, "name") == "<body>":
            yield from methods_in(graph, child)
        else:
            yield child


def methods_of_types(methods: Methods, types: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Each type that has methods, with each of them that has a body."""
    for node in types:
        for method in methods_in(methods.graph, node):
            if methods.kind.get(method) == FUNCTION:
                yield node, method


def bases(graph: CodeGraph, types: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Each type with each type that it is derived from, where that is declared in the code."""
    declared = {start: end for start, end, _ in graph.edges.get("REF", ()) if graph.label.get(start) == "TYPE"}
    for start, end, _ in graph.edges.get("INHERITS_FROM", ()):
        base = declared.get(end)
        if start in types and base in types:
            yield start, base


def qualified(full_name: str) -> str:
    """A method's name with that of its class or module: `Session.get`; empty where it has none."""
    plain = _SIGNATURE.sub("", _MODULE.sub("", full_name)).replace("::", ".")
    found = _TWO_PARTS.search(plain)
    return f"{found[1]}.{found[2]}" if found else ""
