"""Every word of a plan, asked of a store in its dialect: the rows are right, or the dialect refuses and says what."""

from __future__ import annotations

import pytest

from fingerpost.core.cells import Cell
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Call,
    Column,
    Comparison,
    EdgePattern,
    Hops,
    Match,
    NodePattern,
    Order,
    Pattern,
    Plan,
    Ref,
    Stage,
    Test,
    Value,
)
from fingerpost.stores import Store
from fingerpost.testing.asking import Case, check_plan
from fingerpost.testing.base import Conformance
from fingerpost.testing.expression_cases import AGGREGATES, CONDITIONS, LETS
from fingerpost.testing.plan_cases import MATCHES, STAGES, UNIONS

_PERSON = Match(pattern=Pattern(nodes=(NodePattern(name="p", label="Person"),)))
_NAME = Column(name="name", operand=Ref(name="p", property="name"))


def _about(stage: Stage, **given: Cell) -> Plan:
    return Plan(branches=((stage,),), parameters=given)


_COUNT = AggregateFunction.COUNT
_ADULT = Test(left=Ref(name="p", property="age"), comparison=Comparison.GE, right=Value(parameter="age"))
_STOPS = Pattern(
    nodes=(NodePattern(name="a", label="Stop"), NodePattern(name="b")),
    edges=(EdgePattern(start="a", end="b", types=("NEXT",), hops=Hops(minimum=1, maximum=3)),),
    path="way",
)
BUILT: dict[str, tuple[Plan, list[tuple[Cell, ...]]]] = {
    "an aggregate of some": (
        _about(Stage(matches=(_PERSON,), aggregates=(Aggregate(name="n", function=_COUNT, only=(_ADULT,)),)), age=30),
        [(3,)],
    ),
    "a having of an aggregate": (
        _about(
            Stage(
                matches=(_PERSON,),
                columns=(Column(name="age", operand=Ref(name="p", property="age")),),
                aggregates=(Aggregate(name="n", function=_COUNT),),
                having=(Test(left=Ref(name="n"), comparison=Comparison.GT, right=Value(parameter="least")),),
            ),
            least=1,
        ),
        [(30, 2)],
    ),
    "a having, an order and a limit": (
        _about(
            Stage(
                matches=(_PERSON,),
                columns=(_NAME,),
                having=(Test(left=Ref(name="name"), comparison=Comparison.NE, right=Value(parameter="not")),),
                order=(Order(operand=Ref(name="name"), descending=True),),
                skip=1,
                limit=1,
            ),
            **{"not": "eve"},
        ),
        [("Cid",)],
    ),
    "a name that is a word of Cypher": (
        _about(
            Stage(
                matches=(Match(pattern=Pattern(nodes=(NodePattern(name="match", label="City"),))),),
                columns=(Column(name="order", operand=Ref(name="match", property="name")),),
                order=(Order(operand=Ref(name="order")),),
                limit=1,
            )
        ),
        [("Kirkby",)],
    ),
    "text read as a number": (
        _about(
            Stage(
                matches=(_PERSON,),
                lets=(
                    Call(name="pay", function="typed", arguments=(Ref(name="p", property="pay"),), keys=("numeric",)),
                ),
                columns=(_NAME,),
                order=(Order(operand=Ref(name="pay"), descending=False),),
                limit=2,
            )
        ),
        [("Bob",), ("Ann",)],
    ),
    "text read as a date": (
        _about(
            Stage(
                matches=(_PERSON,),
                lets=(
                    Call(
                        name="day",
                        function="typed",
                        arguments=(Ref(name="p", property="joined"),),
                        keys=("month_first_date",),
                    ),
                ),
                columns=(_NAME, Column(name="day", operand=Ref(name="day"))),
                order=(Order(operand=Ref(name="name")),),
                limit=2,
            )
        ),
        [("Ann", "2017-06-08"), ("Bob", "2017-12-01")],
    ),
    "the length of a path": (
        _about(
            Stage(
                matches=(Match(pattern=_STOPS),),
                columns=(Column(name="length", operand=Ref(name="way", function="length")),),
                aggregates=(Aggregate(name="n", function=_COUNT),),
            )
        ),
        [(1, 5), (2, 4), (3, 2)],
    ),
    "a percentile of a share that is given": (
        _about(
            Stage(
                matches=(_PERSON,),
                aggregates=(
                    Aggregate(
                        name="x",
                        function=AggregateFunction.PERCENTILE,
                        operand=Ref(name="p", property="age"),
                        argument=Value(parameter="share"),
                    ),
                ),
            ),
            share=0.5,
        ),
        [(30.0,)],
    ),
}


class Plans(Conformance):
    """Stages, matches, unions, conditions, lets, aggregates: each as a text and as the plan that it lifts to."""

    @pytest.mark.parametrize("name", STAGES)
    def test_a_stage(self, town: Store, name: str) -> None:
        self.check(town, STAGES[name])

    @pytest.mark.parametrize("name", MATCHES)
    def test_a_match(self, town: Store, name: str) -> None:
        self.check(town, MATCHES[name])

    @pytest.mark.parametrize("name", UNIONS)
    def test_a_union(self, town: Store, name: str) -> None:
        self.check(town, UNIONS[name])

    @pytest.mark.parametrize("name", CONDITIONS)
    def test_a_condition(self, town: Store, name: str) -> None:
        self.check(town, CONDITIONS[name])

    @pytest.mark.parametrize("name", LETS)
    def test_a_let(self, town: Store, name: str) -> None:
        self.check(town, LETS[name])

    @pytest.mark.parametrize("name", AGGREGATES)
    def test_an_aggregate(self, town: Store, name: str) -> None:
        self.check(town, AGGREGATES[name])

    @pytest.mark.parametrize("name", BUILT)
    def test_a_plan_that_no_text_lifts_to(self, town: Store, name: str) -> None:
        plan, rows = BUILT[name]
        ordered = bool(plan.stages[-1].order)
        check_plan(town, Case(name, rows, ordered, refused="percentile" if "percentile" in name else ""), plan)
