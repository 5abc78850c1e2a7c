"""What assignments write: fields and variables."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.code.loader.code_graph import CodeGraph

_WRITES: Final = re.compile(r"<operators?>\.(?:assignment|(?:pre|post)(?:Increment|Decrement))")
_TEMPORARY: Final = re.compile(r"tmp\d+$")
"""Variables that the front end of Python makes up."""
_ELEMENT: Final = "<operator>.indirectIndexAccess"
_FIELD: Final = re.compile(r"<operator>\.(?:indirectF|f)ieldAccess")
_OWN_FIELD: Final = "<operator>.fieldAccess"
"""A field of the variable itself, and not of what it points to."""


def written(graph: CodeGraph) -> set[str]:
    """The FIELD_IDENTIFIER and IDENTIFIER nodes that are assigned, incremented or decremented, arrays by an element.

    A variable that is a struct is written by a field of it.
    """
    arguments = graph.arguments
    found: set[str] = set()
    for call in graph.labelled("CALL"):
        target = arguments.get(call, {}).get(1)
        if target is None or not _WRITES.match(graph.text(call, "name")):
            continue
        while graph.text(target, "name") == _ELEMENT and (array := arguments.get(target, {}).get(1)) is not None:
            if "[" not in graph.text(array, "typeFullName"):
                break  # what a pointer points to is not the pointer
            target = array
        if graph.label.get(target) == "CALL" and _FIELD.match(graph.text(target, "name")):
            of = target
            while (
                graph.text(of, "name") in (_OWN_FIELD, _ELEMENT) and (whole := arguments.get(of, {}).get(1)) is not None
            ):
                of = whole
            if graph.label.get(of) == "IDENTIFIER":
                found.add(of)
            target = arguments.get(target, {}).get(2, target)
        if graph.label.get(target) in ("FIELD_IDENTIFIER", "IDENTIFIER"):
            found.add(target)
    return found


def assigned_in_modules(graph: CodeGraph, owner: dict[str, str]) -> set[tuple[str, str]]:
    """The variables that modules of Python assign, with the method that stands for the module.

    Its front end also writes imports, functions, classes and the names of built-in functions as assignments.
    """
    arguments, found = graph.arguments, set[tuple[str, str]]()
    for call in graph.labelled("CALL"):
        module = owner.get(call, "")
        if graph.text(call, "name") != "<operator>.assignment" or module not in graph.label:
            continue
        target, value = arguments.get(call, {}).get(1), arguments.get(call, {}).get(2)
        if graph.text(module, "name") != "<module>" or target is None or value is None:
            continue
        name = graph.text(target, "name")
        made_up = graph.text(value, "name") == "import" or graph.text(value, "code").startswith("__builtins__.")
        if name and not made_up and graph.label[value] not in ("METHOD_REF", "TYPE_REF") and not _TEMPORARY.match(name):
            found.add((module, name))
    return found
