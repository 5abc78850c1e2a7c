"""The Plan as a value: JSON there and back, a hash of its meaning, names that are seen, and no change."""

from __future__ import annotations

import datetime as dt
import math
from types import MappingProxyType

import pytest
from pydantic import ValidationError

from fingerpost.core.cells import Duration, Point
from fingerpost.core.errors import PlanError
from fingerpost.plans import model as m
from fingerpost.plans.rename import rename_stage
from fingerpost.plans.scope import check, names_in, parameters_of
from fingerpost.query_languages.cypher.lift import lift
from fingerpost.query_languages.cypher.parser import parse

BOOK = m.NodePattern(name="b", label="Book")
BOOKS = m.Match(pattern=m.Pattern(nodes=(BOOK,)))
SHOWN = m.Column(name="b", operand=m.Ref(name="b"))


def plan_of(text):
    return lift(parse(text))


def stage(**changes):
    return m.Stage(**{"matches": (BOOKS,), "columns": (SHOWN,), **changes})


def plan(*stages, **changes):
    return m.Plan(branches=(stages,), **changes)


def test_it_is_json_and_back():
    parameters = {
        "a": dt.date(1813, 1, 28),
        "b": dt.datetime(2024, 1, 1, 10, tzinfo=dt.UTC),
        "c": Duration(months=14),
        "d": Point(1.0, 2.0),
        "e": (1, 1.0, True, None, "x"),
        "f": MappingProxyType({"$date": "no date"}),
        "g": math.inf,
    }
    tests = tuple(
        m.Test(left=m.Ref(name="b", property="x"), comparison=m.Comparison.NE, right=m.Value(parameter=name))
        for name in parameters
    )
    made = plan(stage(matches=(BOOKS.model_copy(update={"where": tests}),)), parameters=parameters)
    again = m.Plan.model_validate_json(made.model_dump_json())
    assert again == made
    assert again.fingerprint == made.fingerprint
    assert {name: type(value) for name, value in again.parameters.items()} == {
        name: type(value) for name, value in made.parameters.items()
    }


@pytest.mark.parametrize(
    "json",
    [
        "{}",
        '{"branches": []}',
        '{"branches": [[{"delete": "b"}]]}',
        '{"branches": [[{"set": {"b": 1}, "columns": []}]], "more": 1}',
        '{"branches": [[{"columns": [{"name": "", "operand": {"kind": "ref", "name": "b"}}]}]]}',
        '{"branches": [[{"limit": -1}]]}',
        '{"branches": [[{"lets": [{"kind": "write", "name": "x"}]}]]}',
        '{"branches": [[{"matches": [{"pattern": {"nodes": []}}]}]]}',
    ],
)
def test_json_that_is_no_plan_is_refused(json):
    with pytest.raises(ValidationError):
        m.Plan.model_validate_json(json)


def test_nothing_of_it_can_be_changed():
    given = {"p": [1, 2], "q": {"a": [1]}}
    made = plan(stage(), parameters=given)
    for part in (made, made.branches[0][0], BOOKS, BOOK, SHOWN, SHOWN.operand):
        name = next(iter(type(part).model_fields))
        with pytest.raises(ValidationError, match="frozen"):
            setattr(part, name, None)
    with pytest.raises(TypeError):
        made.parameters["p"] = 3
    given["p"].append(3)
    given["q"]["a"].append(2)
    assert (made.parameters["p"], made.parameters["q"]["a"]) == ((1, 2), (1,))
    with pytest.raises(TypeError):
        made.parameters["q"]["b"] = 1


def test_columns_are_those_of_the_last_stage():
    counted = m.Aggregate(name="n", function=m.AggregateFunction.COUNT)
    last = m.Stage(columns=(m.Column(name="book", operand=m.Ref(name="b")),), aggregates=(counted,))
    assert plan(stage(), last).columns == ("book", "n")
    assert m.Plan(branches=((stage(),),), then=(last,)).columns == ("book", "n")
    assert plan(stage(), last).stages == (stage(), last)


QUERIES = [
    "MATCH (a:Author)-[w:WROTE]->(b:Book) WHERE a.name = 'x' AND b.pages > 3 RETURN a.name AS name, count(b) AS n",
    "MATCH (a:Author) OPTIONAL MATCH p = (a)-[:WROTE]->(b) RETURN a, p ORDER BY a.name LIMIT 3",
    "MATCH (a) WHERE EXISTS { (a)-[:R]->(x) WHERE x.k = 1 } OR NOT EXISTS { (a)-[:S]->(y) } RETURN a.k + 1 AS k",
    "UNWIND [1, 2] AS x MATCH (n {k: x}) WHERE any(i IN n.list WHERE i = x) RETURN x, collect(DISTINCT n) AS ns",
    "MATCH (a:A) RETURN a.x AS x UNION MATCH (b:B) WHERE b.y IS NULL RETURN b.x AS x",
    "MATCH (a) WITH a, COUNT { (a)-->(b) } AS n WHERE n > 2 RETURN CASE WHEN n > 3 THEN 'x' ELSE 'y' END AS c",
]


def renamed(made):
    """The plan with every local name and every parameter called otherwise."""
    names = {name: f"z{number}" for number, name in enumerate(sorted(names_in(made), reverse=True))}
    text = made.model_copy(update={"parameters": {}}).model_dump(mode="json")

    def change(part, key=None):
        if isinstance(part, dict):
            return {k: change(v, k) for k, v in part.items()}
        if isinstance(part, list):
            return [change(item, key) for item in part]
        return names.get(part, part) if key in ("name", "start", "end", "item", "path", "parameter") else part

    parameters = {names[name]: value for name, value in made.parameters.items()}
    return m.Plan.model_validate(change(text)).model_copy(update={"parameters": parameters})


@pytest.mark.parametrize("text", QUERIES)
def test_other_local_names_do_not_change_the_hash(text):
    made = plan_of(text)
    other = renamed(made)
    assert other != made
    assert check(other).fingerprint == made.fingerprint


def test_every_query_here_is_another_plan():
    assert len({plan_of(text).fingerprint for text in QUERIES}) == len(QUERIES)


@pytest.mark.parametrize(
    "changes",
    [
        {"distinct": True},
        {"limit": 1},
        {"skip": 1},
        {"order": (m.Order(operand=m.Ref(name="b", property="x")),)},
        {"columns": (m.Column(name="b", operand=m.Ref(name="b", property="x")),)},
        {"columns": (m.Column(name="b", operand=m.Ref(name="b", function="labels")),)},
        {"aggregates": (m.Aggregate(name="n", function=m.AggregateFunction.COUNT),)},
        {"matches": (BOOKS.model_copy(update={"optional": True}),)},
        {"matches": (BOOKS, BOOKS)},
        {"matches": (m.Match(pattern=m.Pattern(nodes=(m.NodePattern(name="b"),))),)},
        {"having": (m.Test(left=m.Ref(name="b"), comparison=m.Comparison.IS_NULL),)},
        {"having": (m.Test(left=m.Ref(name="b"), comparison=m.Comparison.IS_NULL, negated=True),)},
    ],
    ids=lambda changes: repr(changes)[:60],
)
def test_any_other_part_changes_the_hash(changes):
    assert plan(stage(**changes)).fingerprint != plan(stage()).fingerprint


def test_the_hash_is_the_same_in_every_process():
    assert plan(stage()).fingerprint == "49b6191218c4b1738ac5bd11dac9631733a8b58c684d2c0c6380272f16b4b198"


NULL = m.Test(left=m.Ref(name="nobody"), comparison=m.Comparison.IS_NULL)
EDGE = m.EdgePattern(start="b", end="nobody", types=("R",))
COUNT = m.Aggregate(name="n", function=m.AggregateFunction.COUNT)
WRONG = {
    "an unseen column": (plan(stage(columns=(m.Column(name="x", operand=m.Ref(name="nobody")),))), "plan.scope"),
    "an unseen name in a condition": (
        plan(stage(matches=(BOOKS.model_copy(update={"where": (NULL,)}),))),
        "plan.scope",
    ),
    "an unseen name in having": (plan(stage(having=(NULL,))), "plan.scope"),
    "an unseen sort key": (plan(stage(order=(m.Order(operand=m.Ref(name="nobody")),))), "plan.scope"),
    "a sort key that grouping took away": (
        plan(
            stage(
                columns=(m.Column(name="x", operand=m.Ref(name="b", property="x")),),
                aggregates=(COUNT,),
                order=(m.Order(operand=m.Ref(name="b", property="y")),),
            )
        ),
        "plan.scope",
    ),
    "a name that the stage before did not hand on": (
        plan(stage(columns=(m.Column(name="x", operand=m.Ref(name="b")),)), m.Stage(columns=(SHOWN,))),
        "plan.scope",
    ),
    "a parameter without value": (
        plan(stage(columns=(m.Column(name="x", operand=m.Value(parameter="p")),))),
        "plan.scope",
    ),
    "an edge to no node": (
        plan(stage(matches=(m.Match(pattern=m.Pattern(nodes=(BOOK,), edges=(EDGE,))),))),
        "plan.scope",
    ),
    "a node twice in a pattern": (plan(stage(matches=(m.Match(pattern=m.Pattern(nodes=(BOOK, BOOK))),))), "plan.scope"),
    "a column twice": (plan(stage(columns=(SHOWN, SHOWN))), "plan.scope"),
    "a let that takes a name": (
        plan(stage(lets=(m.Call(name="b", function="abs", arguments=(m.Ref(name="b"),)),))),
        "plan.scope",
    ),
    "an unwind of what is matched later": (
        plan(stage(unwind=m.Unwind(name="x", source=m.Ref(name="b", property="list")))),
        "plan.scope",
    ),
    "a name from inside an existence test": (
        plan(
            stage(
                matches=(
                    BOOKS.model_copy(
                        update={"where": (m.Exists(pattern=m.Pattern(nodes=(m.NodePattern(name="inner"),))),)}
                    ),
                ),
                columns=(m.Column(name="x", operand=m.Ref(name="inner")),),
            )
        ),
        "plan.scope",
    ),
    "a stage that projects nothing": (plan(stage(columns=())), "plan.shape"),
    "a comparison with one side": (
        plan(stage(having=(m.Test(left=m.Ref(name="b"), comparison=m.Comparison.EQ),))),
        "plan.shape",
    ),
    "a label test without a label": (
        plan(stage(having=(m.Test(left=m.Ref(name="b"), comparison=m.Comparison.IS_LABEL),))),
        "plan.shape",
    ),
    "branches of other columns": (
        m.Plan(branches=((stage(),), (stage(columns=(m.Column(name="x", operand=m.Ref(name="b")),)),))),
        "plan.shape",
    ),
    "branches of other widths": (
        m.Plan(branches=((stage(),), (stage(aggregates=(COUNT,)),))),
        "plan.shape",
    ),
    "a branch without stages": (m.Plan(branches=((stage(),), ())), "plan.shape"),
    "common stages that see what branches do not give": (
        m.Plan(branches=((stage(),),), then=(m.Stage(columns=(m.Column(name="x", operand=m.Ref(name="y")),)),)),
        "plan.scope",
    ),
}


@pytest.mark.parametrize(("made", "code"), WRONG.values(), ids=WRONG)
def test_a_plan_that_breaks_its_rules_is_an_error(made, code):
    with pytest.raises(PlanError) as error:
        check(made)
    assert error.value.code == code


def test_what_is_right_passes_the_scope_check():
    for text in QUERIES:
        made = plan_of(text)
        assert check(made) is made
        assert parameters_of(made) == set(made.parameters)


def test_renaming_leaves_the_inside_of_existence_tests_alone():
    made = plan_of("MATCH (a) WHERE EXISTS { (a)-[:R]->(x) WHERE x.k = 1 } RETURN a.k AS k")
    other = rename_stage(made.branches[0][0], {"a": "c", "k": "l"})
    names = names_in(made.model_copy(update={"branches": ((other,),)}))
    assert {"c", "l", "x"} <= names
    assert not {"a", "k"} & names
    again = made.model_copy(update={"branches": ((other,),)})
    assert check(again).fingerprint == made.fingerprint
