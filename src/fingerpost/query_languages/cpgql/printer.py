"""Prints a checked tree. Texts are escaped to ASCII, so that no reader of Scala sees anything but a text in them."""

from __future__ import annotations

from typing import Final

from fingerpost.query_languages.cpgql.ast import Chain, Expression, Group, Lambda, Literal, Operation, Step

_ESCAPED: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


FLOWS: Final = ("reachableBy", "reachableByFlows")
"""Steps that follow the flow of data."""
FLOW_CALLS: Final = 2
"""Through how many calls a flow of data is followed from its end; without a bound, a server is busy for hours."""
_ENGINE: Final = "io.joern.dataflowengineoss.queryengine"
_CONTEXT: Final = f"({_ENGINE}.EngineContext(config = {_ENGINE}.EngineConfig(maxCallDepth = {FLOW_CALLS})))"


def print_query(chain: Chain, *, bounded: bool = False) -> str:
    """The text of a query. Where `bounded`, flows of data are followed through `FLOW_CALLS` calls."""
    return _print(chain, bounded)


def _print(node: Expression, bounded: bool) -> str:
    if isinstance(node, Literal):
        return _literal(node.value)
    if isinstance(node, Lambda):
        return f"{node.parameter} => {_print(node.body, bounded)}"
    if isinstance(node, Operation):
        return _operation(node, bounded)
    if isinstance(node, Group):
        return f"({', '.join(_print(one, bounded) for one in node.items)})"
    return ".".join([node.root, *(_step(step, bounded) for step in node.steps)])


def _step(step: Step, bounded: bool) -> str:
    lists = (", ".join(_print(one, bounded) for one in given) for given in step.arguments)
    made = step.name + "".join(f"({given})" for given in lists)
    return made + _CONTEXT if bounded and step.name in FLOWS else made


def _operation(node: Operation, bounded: bool) -> str:
    parts = [
        f"({text})" if isinstance(one, Operation) else text
        for one, text in ((one, _print(one, bounded)) for one in node.operands)
    ]
    return f"{node.operator}{parts[0]}" if len(parts) == 1 else f" {node.operator} ".join(parts)


def _literal(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return '"' + "".join(map(_sign, value)) + '"'


def _sign(sign: str) -> str:
    if sign in _ESCAPED:
        return _ESCAPED[sign]
    if " " <= sign <= "~":
        return sign
    units = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
