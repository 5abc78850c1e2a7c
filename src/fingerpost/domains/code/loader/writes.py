"""What assignments write: fields and variables."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.code.loader.code_graph import CodeGraph

_WRITES: Final = re.compile(r"<operators?>\.(?:assignment|(?:pre|post)(?:Increment|Decrement))")
_FIELD: Final = re.compile(r"<operator>\.(?:indirectF|f)ieldAccess")


def written(graph: CodeGraph) -> set[str]:
    """The FIELD_IDENTIFIER and IDENTIFIER nodes that are assigned, incremented or decremented."""
    arguments: dict[str, dict[int, str]] = {}
    for call, argument, _ in graph.edges.get("ARGUMENT", ()):
        arguments.setdefault(call, {})[graph.number(argument, "argumentIndex") or 0] = argument
    found: set[str] = set()
    for call in graph.labelled("CALL"):
        target = arguments.get(call, {}).get(1)
        if target is None or not _WRITES.match(graph.text(call, "name")):
            continue
        if graph.label.get(target) == "CALL" and _FIELD.match(graph.text(target, "name")):
            target = arguments.get(target, {}).get(2, target)
        if graph.label.get(target) in ("FIELD_IDENTIFIER", "IDENTIFIER"):
            found.add(target)
    return found
