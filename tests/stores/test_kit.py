"""The kit itself: its cases use every word that a plan has, and what a store gets wrong fails them."""

from __future__ import annotations

import dataclasses
from enum import StrEnum

import pytest
from pydantic import BaseModel

from fingerpost.core.schema import Frozen
from fingerpost.plans import model
from fingerpost.query_languages.cypher.lift import lift
from fingerpost.query_languages.cypher.parser import parse
from fingerpost.stores.protocol import Result
from fingerpost.testing.asking import Case, check
from fingerpost.testing.expression_cases import AGGREGATES, CONDITIONS, LETS
from fingerpost.testing.plan_cases import MATCHES, STAGES, UNIONS
from fingerpost.testing.plans import BUILT

CASES = {**STAGES, **MATCHES, **UNIONS, **CONDITIONS, **LETS, **AGGREGATES}
WORDS = [
    kind
    for kind in vars(model).values()
    if isinstance(kind, type) and kind.__module__ == model.__name__ and issubclass(kind, (Frozen, StrEnum))
]


def said(value):
    """Every word of a plan that is said in a value: a model with a field that is set, or a member of an enumeration."""
    if isinstance(value, BaseModel):
        kind = type(value)
        yield kind.__name__
        for name, field in kind.model_fields.items():
            held = getattr(value, name)
            if field.is_required() or held != field.get_default(call_default_factory=True):
                yield f"{kind.__name__}.{name}"
                yield from said(held)
    elif isinstance(value, StrEnum):
        yield f"{type(value).__name__}.{value.name}"
    elif isinstance(value, tuple):
        for item in value:
            yield from said(item)


@pytest.fixture(scope="module")
def used():
    plans = [lift(parse(case.text), case.given) for case in CASES.values() if not case.raw]
    return {word for plan in [*plans, *(plan for plan, _ in BUILT.values())] for word in said(plan)}


@pytest.mark.parametrize("kind", WORDS, ids=lambda kind: kind.__name__)
def test_the_cases_say_every_word_of_a_plan(used, kind):
    if issubclass(kind, StrEnum):
        words = {f"{kind.__name__}.{member.name}" for member in kind}
    else:
        words = {f"{kind.__name__}.{name}" for name in kind.model_fields if name != "kind"}
    assert words - used == set()


class Answering:
    """Stands in for a store, and answers with rows of its own."""

    dialect = "kglite"

    def __init__(self, rows, **without):
        from fingerpost.stores.kglite.store import KgliteStore

        self.capabilities = dataclasses.replace(KgliteStore.capabilities, **without)
        self.rows = rows

    def run(self, query, limits=None):
        return Result(query.columns, self.rows)


@pytest.mark.parametrize(("rows", "right"), [
    (((1, "a"), (2, None)), True),
    (((2, None), (1, "a")), True),
    (((1, "a"),), False),
    (((1, "a"), (2, None), (2, None)), False),
    (((1.0, "a"), (2, None)), False),
    (((True, "a"), (2, None)), False),
    (((1, "a"), (2, "")), False),
    (((1, "A"), (2, None)), False),
])  # fmt: skip
def test_a_case_fails_where_rows_differ(rows, right):
    case = Case("MATCH (n:N) RETURN n.x AS x, n.y AS y", [(1, "a"), (2, None)])
    if right:
        check(Answering(rows), case)
    else:
        with pytest.raises(pytest.fail.Exception):
            check(Answering(rows), case)


def test_a_case_of_an_order_fails_in_another():
    case = Case("MATCH (n:N) RETURN n.x AS x ORDER BY x", [(1,), (2,)], ordered=True)
    check(Answering(((1,), (2,))), case)
    with pytest.raises(pytest.fail.Exception):
        check(Answering(((2,), (1,))), case)


@pytest.mark.parametrize(("changes", "without", "allowed"), [
    ({}, {}, False),
    ({"refused": "valueType"}, {}, True),
    ({"refused": "median"}, {}, False),
    ({"refused": "valueType", "needs": "subqueries"}, {}, False),
    ({"refused": "valueType", "needs": "subqueries"}, {"subqueries": False}, True),
])  # fmt: skip
def test_a_refusal_is_let_by_where_a_case_allows_it_and_it_names_what(changes, without, allowed):
    case = Case("MATCH (n:N) RETURN valueType(n.x) AS x", [(1.0,)], **changes)
    if allowed:
        check(Answering((), **without), case)
    else:
        with pytest.raises(pytest.fail.Exception, match="is refused"):
            check(Answering((), **without), case)
