"""Steps of every traversal: filters, maps, groups, repetition, order, data flow, ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from fingerpost.query_languages.cpgql.ast import Chain, Expression, Lambda, Literal, Step
from fingerpost.query_languages.cpgql.checker import ENDS, LISTS, MAX_DEPTH, MAX_DEPTH_ONCE, Checker, Kind, Rule, Stop
from fingerpost.query_languages.cpgql.printer import FLOWS
from fingerpost.query_languages.findings import Finding

MAX_SOURCES: Final = 5
_NODES_ONLY: Final = ("String", "Int", "Double", "Boolean", "Tuple", "Group", "Groups", "Flow", "Elements")
_INT: Final = Kind("Int", many=False)


def _refuse(checker: Checker, step: Step, message: str, code: str = "N202", suggestion: str | None = None) -> Stop:
    checker.findings.append(Finding(code=code, message=message, position=step.position, suggestion=suggestion))
    return Stop()


def _arguments(checker: Checker, step: Step, count: int, lists: int = 1) -> tuple[Expression, ...]:
    given = step.arguments[0] if step.arguments else ()
    if len(step.arguments) > lists or len(given) != count:
        words = {0: "nothing", 1: "one argument"}.get(count, f"{count} arguments")
        raise _refuse(checker, step, f"{step.name} takes {words}")
    return given


def _where(checker: Checker, step: Step, kind: Kind, scope: dict[str, Kind]) -> tuple[Step, Kind]:
    """`where(_.caller)`: a Boolean there is meant for `filter`, and a traversal in `filter` for `where`."""
    (given,) = _arguments(checker, step, 1)
    begun = len(checker.findings)
    wanted_many = step.name in ("where", "whereNot")
    for many in (wanted_many, not wanted_many):
        try:
            made, gives = checker.function(given, replace(kind, many=many), scope)
        except Stop:
            if many is wanted_many and begun + 1 == len(checker.findings):
                first = checker.findings.pop()
                continue
            checker.findings[begun:] = [first]
            raise
        fits = (gives.many and not gives.ended) if many else (gives.name == "Boolean" and not gives.many)
        if many and gives.name == "Boolean":
            first = _finding(step, "where takes a traversal, filter a Boolean")
            continue
        if not fits:
            first = _finding(step, f"{step.name} takes {'a traversal' if wanted_many else 'a Boolean'} of _")
            continue
        name = step.name
        if many is not wanted_many:
            name = {"where": "filter", "whereNot": "filterNot", "filter": "where", "filterNot": "whereNot"}[step.name]
            checker.fixes.append(f"step: {step.name} with {'a traversal' if many else 'a Boolean'} is {name}")
        return Step(name, ((made,),), step.position), kind
    checker.findings.append(first)
    raise Stop


def _finding(step: Step, message: str) -> Finding:
    return Finding(code="N202", message=message, position=step.position)


def _junction(checker: Checker, step: Step, kind: Kind, scope: dict[str, Kind]) -> tuple[Step, Kind]:
    """`or(_.name("a"), _.name("b"))`: at least one, or each, of some traversals has a result."""
    given = step.arguments[0] if len(step.arguments) == 1 else ()
    if not 1 <= len(given) <= 10:
        raise _refuse(checker, step, f"{step.name} takes one to ten traversals of _")
    made = []
    for one in given:
        function, gives = checker.function(one, kind, scope)
        if not gives.many or gives.ended:
            raise _refuse(checker, step, f"{step.name} takes traversals of _")
        made.append(function)
    return Step(step.name, (tuple(made),), step.position), kind


def _map(checker: Checker, step: Step, kind: Kind, scope: dict[str, Kind]) -> tuple[Step, Kind]:
    (given,) = _arguments(checker, step, 1)
    made, gives = checker.function(given, replace(kind, many=False), scope)
    if step.name == "flatMap":
        if not gives.many or gives.ended:
            raise _refuse(checker, step, "flatMap takes a function to a traversal", suggestion="map")
        return Step(step.name, ((made,),)), gives
    if gives.many and not gives.ended:
        raise _refuse(checker, step, "map takes a function to one value", suggestion="flatMap")
    return Step(step.name, ((made,),)), replace(gives, many=True, ended=False)


def _grouped(checker: Checker, step: Step, kind: Kind, scope: dict[str, Kind]) -> tuple[Step, Kind]:
    if not step.arguments and step.name == "groupCount":
        return Step("groupCount"), Kind("Groups", many=False, ended=True, items=(replace(kind, many=False), _INT))
    (given,) = _arguments(checker, step, 1)
    made, gives = checker.function(given, replace(kind, many=False), scope)
    if gives.many or gives.name not in ("String", "Int", "Boolean"):
        raise _refuse(checker, step, f"{step.name} takes a function to one property")
    value = _INT if step.name == "groupCount" else replace(kind, many=True)
    return Step(step.name, ((made,),)), Kind("Groups", many=False, ended=True, items=(gives, value))


def _sorted(checker: Checker, step: Step, kind: Kind, scope: dict[str, Kind]) -> tuple[Step, Kind]:
    (given,) = _arguments(checker, step, 1)
    made, gives = checker.function(given, replace(kind, many=False), scope)
    if gives.many or gives.name not in ("String", "Int", "Double", "Boolean"):
        raise _refuse(checker, step, f"{step.name} takes a function to one property")
    return Step(step.name, ((made,),)), kind


def _values(checker: Checker, step: Step, kind: Kind, scope: dict[str, Kind]) -> tuple[Step, Kind]:
    """`sum`, `min` and `max` of numbers."""
    _arguments(checker, step, 0)
    if kind.name not in ("Int", "Double"):
        raise _refuse(checker, step, f"{step.name} takes numbers", suggestion="map(_.numberOfLines)")
    return Step(step.name), Kind(kind.name, many=False)


def _in_groups(checker: Checker, step: Step, kind: Kind, scope: dict[str, Kind]) -> tuple[Step, Kind]:
    """`grouped(1000000)`: the values in groups of so many."""
    made, _ = _number(checker, step, kind, scope)
    return made, Kind("Group", items=(replace(kind, many=False),))


def _number(checker: Checker, step: Step, kind: Kind, scope: dict[str, Kind]) -> tuple[Step, Kind]:
    (given,) = _arguments(checker, step, 1)
    return Step(step.name, ((checker._typed(given, "Int"),),)), kind


def _plain(checker: Checker, step: Step, kind: Kind, scope: dict[str, Kind]) -> tuple[Step, Kind]:
    _arguments(checker, step, 0)
    return Step(step.name), kind


def _head(checker: Checker, step: Step, kind: Kind, scope: dict[str, Kind]) -> tuple[Step, Kind]:
    """`headOption`: the first value, if there is one."""
    _arguments(checker, step, 0)
    if kind.name not in ("String", "Int", "Double", "Boolean"):
        raise _refuse(checker, step, "headOption takes values of a property")
    return Step("headOption"), Kind(kind.name, many=False, optional=True)


def _path(checker: Checker, step: Step, kind: Kind, scope: dict[str, Kind]) -> tuple[Step, Kind]:
    _arguments(checker, step, 0)
    return Step("path"), Kind("Path")


def _end(checker: Checker, step: Step, kind: Kind, scope: dict[str, Kind]) -> tuple[Step, Kind]:
    _arguments(checker, step, 0)
    if step.name in ENDS:
        return Step(step.name), Kind(ENDS[step.name], many=False)
    return Step(step.name), replace(kind, ended=True)


def _repeat(checker: Checker, step: Step, kind: Kind, scope: dict[str, Kind]) -> tuple[Step, Kind]:
    """`repeat(_.caller)(_.emit.maxDepth(3))`: without a bound, one is added."""
    if not 1 <= len(step.arguments) <= 2 or any(len(one) != 1 for one in step.arguments):
        raise _refuse(
            checker,
            step,
            "repeat takes a traversal of _, and how far it goes",
            suggestion="repeat(_.caller)(_.maxDepth(3))",
        )
    body, gives = checker.function(step.arguments[0][0], kind, scope)
    if not gives.many or gives.ended or gives.name != kind.name:
        raise _refuse(checker, step, f"repeat takes a traversal from {kind.name} to {kind.name}")
    how = step.arguments[1][0] if len(step.arguments) == 2 else Chain("_")
    root = "_"
    if isinstance(how, Lambda) and isinstance(how.body, Chain) and how.body.root == how.parameter:
        root, how = how.parameter, how.body
    if not isinstance(how, Chain) or how.root != root:
        raise _refuse(checker, step, "how far repeat goes is a chain of _: _.emit.maxDepth(3)")
    steps, bounded = [], False
    once = any(one.name == "dedup" for one in how.steps)
    for one in how.steps:
        made, bounds = _how_far(checker, one, kind, scope, MAX_DEPTH_ONCE if once else MAX_DEPTH)
        bounded = bounded or bounds
        steps.append(made)
    if not bounded:
        checker.fixes.append(f"bound: repeat goes at most {MAX_DEPTH} rounds")
        steps.append(Step("maxDepth", ((Literal(MAX_DEPTH),),)))
    return Step("repeat", ((body,), (Chain("_", tuple(steps)),)), step.position), kind


def _how_far(checker: Checker, step: Step, kind: Kind, scope: dict[str, Kind], most: int) -> tuple[Step, bool]:
    if step.name in ("maxDepth", "times"):
        made, _ = _number(checker, step, kind, scope)
        depth = made.arguments[0][0]
        if getattr(depth, "value", 0) > most:
            raise _refuse(checker, step, f"repeat goes at most {most} rounds", "B202")
        return replace(made, name="maxDepth"), True
    if step.name in ("emit", "dedup", "breadthFirstSearch", "bfs") and not step.arguments:
        return Step(step.name), False
    if step.name in ("emit", "until", "whilst"):
        (given,) = _arguments(checker, step, 1)
        made_function, gives = checker.function(given, kind, scope)
        if not gives.many or gives.ended:
            raise _refuse(checker, step, f"{step.name} takes a traversal of _")
        return Step(step.name, ((made_function,),)), False
    known = "maxDepth, times, emit, until, whilst, dedup"
    raise _refuse(checker, step, f"repeat has no {step.name}; known: {known}", "N201")


def _flow(checker: Checker, step: Step, kind: Kind, scope: dict[str, Kind]) -> tuple[Step, Kind]:
    """`reachableBy(cpg.call.name("read"))`: sources of data that flows here."""
    given = step.arguments[0] if len(step.arguments) == 1 else ()
    if kind.name in _NODES_ONLY or not 1 <= len(given) <= MAX_SOURCES:
        raise _refuse(checker, step, f"{step.name} takes one to {MAX_SOURCES} traversals from cpg")
    made, names = [], set()
    for one in given:
        if not isinstance(one, Chain) or one.root != "cpg":
            raise _refuse(checker, step, f"{step.name} takes traversals from cpg")
        chain, gives = checker.chain(one, scope)
        if not gives.many or gives.ended or gives.name in _NODES_ONLY or len(chain.steps) < 2:
            raise _refuse(checker, step, f"{step.name} takes traversals from cpg that are narrowed", "B202")
        made.append(chain)
        names.add(gives.name)
    if step.name == "reachableByFlows":
        return Step(step.name, (tuple(made),)), Kind("Flow")
    return Step(step.name, (tuple(made),)), Kind(names.pop() if len(names) == 1 else "Expression")


GENERAL: Final[Mapping[str, Rule]] = {
    **dict.fromkeys(("where", "whereNot", "filter", "filterNot"), _where),
    **dict.fromkeys(("or", "and"), _junction),
    **dict.fromkeys(("map", "flatMap"), _map),
    **dict.fromkeys(("groupBy", "groupCount"), _grouped),
    "sortBy": _sorted,
    **dict.fromkeys(("take", "drop"), _number),
    **dict.fromkeys(("dedup", "reverse", "iterator", "enablePathTracking"), _plain),
    **dict.fromkeys(("sum", "min", "max"), _values),
    "grouped": _in_groups,
    "path": _path,
    "headOption": _head,
    **dict.fromkeys((*ENDS, *LISTS), _end),
    "repeat": _repeat,
    **dict.fromkeys(FLOWS, _flow),
}
"""Steps of every traversal."""
