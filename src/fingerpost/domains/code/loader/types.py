"""What types are (struct, union, enum, class), their methods and bases, and the names of methods within their types."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from fingerpost.domains.code.loader.code_graph import CodeGraph
from fingerpost.domains.code.loader.methods import FUNCTION, Methods

CLASS: Final = "CLASS"
_KEYWORD: Final = re.compile(r"(?:typedef\s+)?(enum|union|struct|class)\b")
_DUPLICATE: Final = re.compile(r"<duplicate>\d+$")
"""What Joern adds to the name of a type that it meets again, after `class Iterator;` for instance."""
_MADE_UP: Final = re.compile(r"^<|<meta>$")
"""Types that the front end of Python makes: of modules and of classes as objects."""
_MODULE: Final = re.compile(r"(?:\.\w+)?:<module>")
_SIGNATURE: Final = re.compile(r":[^:]*\(.*", re.S)
_TWO_PARTS: Final = re.compile(r"(?:^|[./])(\w+)\.(\w+)$")


def type_kind(graph: CodeGraph, node: str, *, is_c: bool) -> str | None:
    """The derived label of a TYPE_DECL: STRUCT, UNION, ENUM, CLASS; None for a name of another type.

    Without a keyword in the code it is a struct in C, and a class elsewhere.
    """
    if _MADE_UP.search(graph.text(node, "name")) or _SIGNATURE.search(graph.text(node, "fullName")):
        return None  # the front end of C++ also makes a type of each constructor
    children = graph.children.get(node, ())
    has_fields = any(graph.label.get(one) == "MEMBER" for one in children)
    has_methods = any(
        graph.label.get(one) == "METHOD" and graph.attributes[one].get("isExternal") is not True for one in children
    )
    keyword, defines = _KEYWORD.match(graph.text(node, "code")), "{" in graph.text(node, "code")
    has_methods = has_methods or (is_c and defines and keyword is not None and keyword[1] == "class")
    if not has_fields and (not has_methods or graph.attributes[node].get("isExternal") is True):
        return None
    if keyword:
        return keyword[1].upper()
    return "STRUCT" if is_c else CLASS


def members_of_pointers(graph: CodeGraph) -> None:
    """Make members of the fields that point to functions, which the front end of C gives as variables of the type."""
    for node in graph.labelled("TYPE_DECL"):
        for child in graph.children.get(node, ()):
            if graph.label.get(child) == "LOCAL":
                graph.label[child] = "MEMBER"


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
    """Each type that has methods, with each of them: those that stand in it, and those defined outside by its name.

    One that is only declared, as what derived classes implement, is a method where there is no definition of it.
    """
    graph = methods.graph
    named = {_plain(graph.text(node, "fullName")): node for node in types}
    defined = {_plain(graph.text(one, "fullName")) for one in methods.of_kind(FUNCTION)}
    inside: set[str] = set()
    for node in types:
        for method in methods_in(graph, node):
            kind = methods.kind.get(method)
            if kind == FUNCTION or (kind is not None and _plain(graph.text(method, "fullName")) not in defined):
                inside.add(method)
                yield node, method
    for method in methods.of_kind(FUNCTION) if methods.is_c else ():
        owner = named.get(_plain(graph.text(method, "fullName")).rpartition(".")[0])
        if owner is not None and method not in inside:
            yield owner, method


def bases(graph: CodeGraph, types: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Each type with each type that it is derived from, where that is declared in the code.

    A base that the front end does not resolve is looked for by its name, in the scopes that the type stands in.
    """
    declared = {start: end for start, end, _ in graph.edges.get("REF", ()) if graph.label.get(start) == "TYPE"}
    named = {_plain(graph.text(node, "fullName")): node for node in types}
    for start, end, _ in graph.edges.get("INHERITS_FROM", ()):
        base = declared.get(end)
        if start in types and base not in types:
            base = _in_scope(_plain(graph.text(start, "fullName")), graph.text(end, "name"), named)
        if start in types and base in types and base != start:
            yield start, str(base)


def _in_scope(of: str, name: str, named: dict[str, str]) -> str | None:
    """The type of a name as code within a type means it: `a.b.Name`, then `a.Name`, then `Name`."""
    scope = of
    while scope:
        scope = scope.rpartition(".")[0]
        found = named.get(f"{scope}.{name}" if scope else name)
        if found is not None:
            return found
    return None


def created(methods: Methods, types: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Each function with each type that it creates: by a constructor, or in C++ as the value of a variable."""
    graph = methods.graph
    by_name: dict[str, list[str]] = defaultdict(list)
    for node, kind in types.items():
        if kind in (CLASS, "STRUCT"):
            by_name[graph.text(node, "name")].append(node)
    full = {_plain(graph.text(node, "fullName")): node for node in types}
    for node in graph.labelled("CALL", "LOCAL"):
        owner = methods.owner.get(node, "")
        if methods.kind.get(owner) != FUNCTION:
            continue
        if graph.label[node] == "CALL":
            found = by_name.get(graph.text(node, "name"), [])
        else:
            made = full.get(_plain(graph.text(node, "typeFullName"))) if methods.is_c else None
            found = [made] if made is not None and types[made] == CLASS and methods.is_declared(node) else []
        for one in found:
            yield owner, one


def _plain(full_name: str) -> str:
    """A full name without its signature, and what Joern adds to one that it meets again."""
    return _DUPLICATE.sub("", _SIGNATURE.sub("", full_name))


def qualified(full_name: str) -> str:
    """A method's name with that of its class or module: `Session.get`; empty if it has none."""
    plain = _SIGNATURE.sub("", _MODULE.sub("", full_name)).replace("::", ".")
    found = _TWO_PARTS.search(plain)
    return f"{found[1]}.{found[2]}" if found else ""
