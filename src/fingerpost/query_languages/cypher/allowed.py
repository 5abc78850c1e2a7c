"""What a query calls, is given and asks for: functions and procedures by their names, parameters, hops."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from fingerpost.core.cells import Cell, Duration, Point
from fingerpost.core.names import is_text
from fingerpost.core.nearest import closest
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.census import Census
from fingerpost.query_languages.cypher.vocabulary import ALIASES, FUNCTIONS
from fingerpost.query_languages.findings import Finding, Severity
from fingerpost.query_languages.policy import Policy

_INT_MIN, _INT_MAX = -(2**63), 2**63 - 1
_DEEPEST = 60
"""Levels of lists and maps within each other; engines take few more."""
_SENDABLE = (str, float, dt.date, dt.time, Duration, Point)


def allowed(census: Census, parameters: Mapping[str, Cell], policy: Policy) -> list[Finding]:
    """Everything that a query calls or asks for and may not."""
    return [
        *_functions(census, policy),
        *_procedures(census, policy),
        *_parameters(census, parameters),
        *_hops(census, policy),
    ]


def _functions(census: Census, policy: Policy) -> list[Finding]:
    found = []
    for call in census.of(ast.FunctionCall):
        lower = call.name.lower()
        if lower not in FUNCTIONS and lower not in ALIASES and lower not in policy.extra_functions:
            message = f"the function {call.name} is not on the list of allowed ones"
            suggestion = closest(call.name, FUNCTIONS.values())
            name = "UnknownFunction"
            found.append(Finding(code="C010", message=message, position=call.pos, suggestion=suggestion, name=name))
    return found


def _procedures(census: Census, policy: Policy) -> list[Finding]:
    return [
        Finding(
            code="C011",
            message=f"the procedure {call.name} is not on the list of allowed ones",
            position=call.pos,
            name="ProcedureNotFound",
        )
        for call in census.of(ast.CallProcedure)
        if call.name.lower() not in policy.procedures
    ]


def _parameters(census: Census, parameters: Mapping[str, Cell]) -> list[Finding]:
    found = []
    for node in census.of(ast.Parameter):
        if node.name not in parameters:
            found.append(Finding(code="P001", message=f"the parameter ${node.name} has no value", position=node.pos))
            continue
        wrong = _no_parameter(parameters[node.name])
        if wrong is not None:
            message = f"the parameter ${node.name} is {wrong}"
            found.append(Finding(code="P003", message=message, position=node.pos))
    return found


def _no_parameter(value: Cell) -> str | None:
    """What a value holds that cannot be sent as a parameter."""
    stack = [value]
    while stack:
        current = stack.pop()
        if isinstance(current, (list, tuple)):
            stack.extend(current)
        elif isinstance(current, Mapping):
            if not all(isinstance(key, str) and is_text(key) for key in current):
                return "a map with keys that are not text"
            stack.extend(current.values())
        elif isinstance(current, int):
            if not _INT_MIN <= current <= _INT_MAX:
                return "a whole number that does not fit 64 bits"
        elif isinstance(current, str) and not is_text(current):
            return "half of a surrogate pair, which is no text"
        elif current is not None and not isinstance(current, _SENDABLE):
            return f"a {type(current).__name__}"
    return None


def too_deep(parameters: Mapping[str, Cell]) -> list[Finding]:
    """Values of parameters that nest so deep that looking into them, or sending them, would fail."""
    return [
        Finding(code="P003", message=f"the parameter ${name} nests deeper than {_DEEPEST} levels", position=0)
        for name, value in parameters.items()
        if _nests(value)
    ]


def _nests(value: Cell) -> bool:
    level: list[Cell] = [value]
    for _ in range(_DEEPEST + 1):
        inside: list[Cell] = []
        for held in level:
            inside.extend(
                held.values() if isinstance(held, Mapping) else held if isinstance(held, (list, tuple)) else ()
            )
        level = inside
        if not level:
            return False
    return True


def _hops(census: Census, policy: Policy) -> list[Finding]:
    found = []
    for hops in census.of(ast.HopRange):
        if hops.minimum is not None and hops.maximum is not None and hops.minimum > hops.maximum:
            message = "this path has a lower bound above its upper bound, so nothing matches it"
            found.append(Finding(code="B006", message=message, position=hops.pos, severity=Severity.NOTE))
        if max(hops.minimum or 0, hops.maximum or 0) > policy.max_shortest_hops:
            message = f"a path may have at most {policy.max_shortest_hops} hops"
            found.append(Finding(code="B003", message=message, position=hops.pos))
    return found
