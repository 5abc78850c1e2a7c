"""Prints a checked tree. Texts are escaped to ASCII, so that no reader of Scala sees anything but a text in them."""

from __future__ import annotations

from typing import Final

from fingerpost.query_languages.cpgql.ast import Chain, Expression, Group, Lambda, Literal, Operation, Step

_ESCAPED: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def print_query(chain: Chain) -> str:
    """The text of a query."""
    return _print(chain)


def _print(node: Expression) -> str:
    if isinstance(node, Literal):
        return _literal(node.value)
    if isinstance(node, Lambda):
        return f"{node.parameter} => {_print(node.body)}"
    if isinstance(node, Operation):
        return _operation(node)
    if isinstance(node, Group):
        return f"({', '.join(map(_print, node.items))})"
    return ".".join([node.root, *map(_step, node.steps)])


def _step(step: Step) -> str:
    return step.name + "".join(f"({', '.join(map(_print, arguments))})" for arguments in step.arguments)


def _operation(node: Operation) -> str:
    parts = [f"({_print(one)})" if isinstance(one, Operation) else _print(one) for one in node.operands]
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
