"""Checks CPGQL and makes verified queries: only the print of a checked tree is ever sent to a Joern server."""

from __future__ import annotations

from typing import Final

from fingerpost.core.seal import mint
from fingerpost.core.verified import VerifiedQuery
from fingerpost.plans import Plan
from fingerpost.query_languages.cpgql.ast import Chain, Expression, Group, Lambda, Literal, Operation, Step
from fingerpost.query_languages.cpgql.checker import LISTS, Checker, Kind, Stop
from fingerpost.query_languages.cpgql.general import GENERAL
from fingerpost.query_languages.cpgql.parser import parse
from fingerpost.query_languages.cpgql.printer import print_query
from fingerpost.query_languages.cpgql.rendering import rendered
from fingerpost.query_languages.cpgql.tokens import MAX_LENGTH, refused
from fingerpost.query_languages.findings import Finding, Severity

NAME: Final = "cpgql"
DIALECT: Final = "joern"
MAX_STEPS: Final = 120
MAX_PLAN_STEPS: Final = 600
"""A plan says in few words what takes many steps: the complexity of a function, for instance."""
MAX_NESTED: Final = 2
MAX_ROWS: Final = 10_000
MAX_PLAN_ROWS: Final = 1_000_000
"""The rows of a plan are limited by who runs it, and what that cuts is said."""


def verify(text: str) -> VerifiedQuery:
    """Check a query and print it. Lists end in `toJson`, after at most `MAX_ROWS` results.

    Raises:
        QueryRejected: with every finding: S201 it is not a chain of steps; N201 a step does not exist there; N202 an
            argument of the wrong type; B201 too long or deep; B202 too many rounds or sources; B203 a regular
            expression that may not end.
    """
    parsed, fixes = parse(text)
    if _nested(parsed) > MAX_NESTED:
        message = f"chains from cpg stand in each other at most {MAX_NESTED} deep"
        raise refused([Finding(code="B202", message=message)], text)
    chain, kind, checker = _checked(parsed, text, MAX_STEPS)
    ended, notes = _ended(chain, kind, checker, MAX_ROWS)
    return _minted(ended, _columns(ended, kind), notes, (*fixes, *checker.fixes))


def _nested(node: Expression, depth: int = 0) -> int:
    """How deep chains from `cpg` stand in lambdas of each other: each is run for every result of the one around it."""
    if isinstance(node, Chain):
        here = depth + (node.root == "cpg")
        return max([here, *(_nested(one, here) for step in node.steps for given in step.arguments for one in given)])
    if isinstance(node, Lambda):
        return _nested(node.body, depth)
    parts = node.operands if isinstance(node, Operation) else node.items if isinstance(node, Group) else ()
    return max([depth, *(_nested(one, depth) for one in parts)])


def verify_plan(plan: Plan) -> VerifiedQuery:
    """Write a plan as a query, and check it like any other.

    Raises:
        UnsupportedConstruct: CPGQL cannot say a part of the plan.
        QueryRejected: a value does not fit its property, or the query is too long.
    """
    chain, kind, checker = _checked(rendered(plan), "", MAX_PLAN_STEPS)
    ended, notes = _ended(chain, kind, checker, MAX_PLAN_ROWS)
    if len(print_query(ended)) > MAX_LENGTH:
        raise refused([Finding(code="B201", message=f"a query has at most {MAX_LENGTH:,} characters")], "")
    return _minted(ended, plan.columns, notes, ())


def _checked(parsed: Chain, text: str, most: int) -> tuple[Chain, Kind, Checker]:
    checker = Checker(GENERAL)
    if _steps(parsed) > most:
        raise refused([Finding(code="B201", message=f"a query has at most {most} steps")], "")
    try:
        chain, kind = checker.query(parsed)
    except Stop:
        raise refused(checker.findings, text) from None
    return chain, kind, checker


def _minted(
    chain: Chain, columns: tuple[str, ...], notes: tuple[Finding, ...], fixes: tuple[str, ...]
) -> VerifiedQuery:
    return mint(
        text=print_query(chain, bounded=True),
        language=NAME,
        dialect=DIALECT,
        parameters={},
        columns=columns,
        notes=notes,
        fixes_applied=tuple(dict.fromkeys(fixes)),
        cleared=False,
    )


def _ended(chain: Chain, kind: Kind, checker: Checker, most: int) -> tuple[Chain, tuple[Finding, ...]]:
    """The query with an end that gives JSON, and a bound on its results."""
    steps = chain.steps
    bound = Finding(code="B204", message=f"at most {most:,} results are returned", severity=Severity.NOTE)
    if kind.name == "Groups":
        return Chain("cpg", (*steps, Step("iterator"), Step("take", ((Literal(most),),)), Step("toJson"))), (bound,)
    if not kind.many and not kind.ended:
        return chain, ()
    if steps[-1].name in LISTS:
        steps = steps[:-1]
    else:
        checker.fixes.append("end: a query ends in l")
    notes: tuple[Finding, ...] = ()
    if not _is_bounded(steps, most):
        steps = (*steps, Step("take", ((Literal(most),),)))
        notes = (bound,)
    return Chain("cpg", (*steps, Step("toJson"))), notes


def _is_bounded(steps: tuple[Step, ...], most: int) -> bool:
    last = steps[-1]
    given = last.arguments[0][0] if last.name == "take" and last.arguments else None
    return isinstance(given, Literal) and isinstance(given.value, int) and given.value <= most


def _columns(chain: Chain, kind: Kind) -> tuple[str, ...]:
    if kind.name == "Groups":
        return ("key", "value")
    maps = [step for step in chain.steps if step.name == "map"]
    if kind.name == "Tuple" and maps:
        given = maps[-1].arguments[0][0]
        body = given.body if isinstance(given, Lambda) else given
        if isinstance(body, Group):
            return tuple(f"_{number}" for number in range(1, len(body.items) + 1))
    return ("value",)


def _steps(node: Expression) -> int:
    """The number of steps in a tree."""
    if isinstance(node, Chain):
        return sum(1 + sum(_steps(one) for given in step.arguments for one in given) for step in node.steps)
    if isinstance(node, Lambda):
        return _steps(node.body)
    if isinstance(node, Literal):
        return 0
    return sum(map(_steps, node.items if isinstance(node, Group) else node.operands))
