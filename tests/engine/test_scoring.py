"""One probability for each reading: the model, the signs that it weighs, and what is decided by it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fingerpost.core.containment import Containment
from fingerpost.engine import KnowledgeBase
from fingerpost.engine.deciding import MOST_CHOICES, rivals, unknown_quotation
from fingerpost.engine.ranking import Ranked, rank
from fingerpost.engine.scoring.alike import opinions
from fingerpost.engine.scoring.model import Model, logistic, model_of, shipped
from fingerpost.engine.scoring.overlooked import passed_over
from fingerpost.engine.scoring.question import Question
from fingerpost.engine.scoring.scorer import GENERIC, Scorer, local_signs
from fingerpost.engine.scoring.signs import Readings, joined
from fingerpost.linking import commonness
from fingerpost.stores import Result

TREES = (["words left", 0.5, 1.0, ["first", 0.5, -2.0, -1.0]], 0.5)


@pytest.mark.parametrize(
    ("signs", "odds"), [({}, 1.5), ({"words left": 1.0}, -1.5), ({"words left": 2.0, "first": 1.0}, -0.5)]
)
def test_trees_are_summed_up(signs: dict[str, float], odds: float) -> None:
    model = Model(TREES, slope=2.0, shift=0.25)
    assert model.odds(signs) == 2 * odds + 0.25
    assert model.probability(signs) == logistic(2 * odds + 0.25)
    assert model_of(model.to_json()) == model


def test_the_shipped_model_weighs_signs_that_readings_have(kb: KnowledgeBase) -> None:
    def names(tree: Any) -> set[str]:
        return {tree[0]} | names(tree[2]) | names(tree[3]) if isinstance(tree, list) else set()

    weighed = set().union(*map(names, shipped().trees))
    assert {"words left, telling", "lead", "missing asked"} <= weighed
    held = set(rank(kb.context, kb.parser.parse("Which happy authors wrote Emma?", 20)).ranked[0].signs)
    assert len(held & weighed) > len(weighed) / 8


def test_words_of_any_question_tell_little(kb: KnowledgeBase) -> None:
    assert commonness()["mani"] > 0.9
    assert "submarin" not in commonness()
    question = Question(kb.parser.parse("How many different submarines are there?"), kb.schema)
    telling = {question.tokens[place].norm: amount for place, amount in question.telling.items()}
    assert telling["submarines"] == 1.0
    assert telling["different"] < 0.2
    assert question.opening == "how many"


def test_readings_stand_beside_each_other() -> None:
    signs = joined([{"skipped": 2.0}, {"skipped": 1.0}, {}], [{}, {}, {}], [3.0, 2.5, 1.0], ["a", "a", "b"], [0, 1, 2])
    assert [one.get("finds the same", 0.0) for one in signs] == [1.0, 1.0, 0.0]
    assert [one["lead"] for one in signs] == [2.0, 1.5, -2.0]
    assert [one.get("more skipped", 0.0) for one in signs] == [2.0, 1.0, 0.0]
    assert [one.get("better finds the same", 0.0) for one in signs] == [0.0, 1.0, 0.0]


def test_readings_of_one_opinion_agree_on_nothing() -> None:
    """Floor and slab are two names of the same nodes."""
    twins = joined([{}, {}, {}], [{}, {}, {}], [3.0, 3.0, 3.0], ["a", "a", "b"], [0, 0, 1])
    assert ["finds the same" in one for one in twins] == [False, False, False]
    assert [round(one["weight"], 6) for one in twins] == [0.5, 0.5, 0.5]


def test_what_differs_in_labels_alone_is_one_opinion(kb: KnowledgeBase) -> None:
    parsed = kb.parser.parse("Which authors wrote Emma?", 20)
    first = parsed.candidates[0]
    state = first.state
    labels = replace(first, state=state.but(nodes=tuple(node._replace(label="X") for node in state.nodes)))
    types = replace(first, state=state.but(edges=tuple(edge._replace(type="X") for edge in state.edges)))
    assert opinions([first, labels, types]) == (0, 0, 1)


@pytest.mark.parametrize(
    ("question", "rooms"),
    [
        ("Which rooms have a floor area over 15 square metres?", 5),
        ("Which room has the largest floor area?", 1),
    ],
)
def test_a_name_of_two_words_is_not_taken_apart(house: KnowledgeBase, question: str, rooms: int) -> None:
    """The house has floors with an area too, which are slabs and elements: one opinion, four times."""
    ranked = rank(house.context, house.parser.parse(question, 20)).ranked
    assert "names taken apart" not in ranked[0].signs
    assert any(one.signs.get("names taken apart") for one in ranked)
    answer = house.ask(question)
    assert {cell.properties["area"] > 15 for (cell,) in answer.rows} == {True}
    assert len(answer.rows) == rooms


def test_rows_are_signs(kb: KnowledgeBase) -> None:
    parsed = kb.parser.parse("Who borrowed Emma?", 20)
    readings = Readings(parsed, kb.schema, parsed.candidates, Containment())
    assert readings.found(0, None) == {"not run": 1.0}
    assert readings.found(0, Result(("m",), ()))["finds nothing"] == 1.0
    assert readings.found(0, Result(("m",), (("Emma",), ("Emma",))))["echo"] == 1.0
    assert "echo" not in readings.found(0, Result(("m",), (("Ann",),)))


@pytest.mark.parametrize(
    "question", ["How many splendid books are there?", "Which friendly members borrowed Emma?", "Who frobbed Emma?"]
)
def test_what_passes_over_a_telling_word_is_never_sure(kb: KnowledgeBase, question: str) -> None:
    for ranked in rank(kb.context, kb.parser.parse(question, 20)).ranked:
        assert not ranked.ignored or ranked.confidence < 0.8


def test_filling_words_are_not_named(kb: KnowledgeBase) -> None:
    parsed = kb.parser.parse("Count the total number of different books that are used", 20)
    readings = Readings(parsed, kb.schema, parsed.candidates, Containment())
    passed = passed_over(parsed, readings.candidates[0], readings.own[0])
    assert "used" not in {parsed.linked.tokens[place].norm for place in passed}


def test_what_was_learned_of_a_graph_weighs_anew() -> None:
    signs = {"lead": 2.0, "first": 1.0}
    generic = Scorer({}).probability(signs)
    assert Scorer({GENERIC: 1.0}).probability(signs) == generic
    assert Scorer({GENERIC: 1.0, "lead": -3.0}).probability(signs) < generic
    assert local_signs(signs)["lead"] == 2.0


def _ranked(*amounts: float) -> list[Ranked]:
    class _Candidate:
        def __init__(self, number: int) -> None:
            self.plan: Any = number
            self.score = 0.0
            self.head = None

    return [
        Ranked(_Candidate(number), amount, result=Result(("a",), ((number,),)))  # type: ignore[arg-type]
        for number, amount in enumerate(amounts)
    ]


@pytest.mark.parametrize(
    ("amounts", "offered"),
    [
        ((0.9, 0.89), 0),  # sure enough
        ((0.5, 0.499, 0.1), 2),
        ((0.5, 0.45, 0.1), 0),
        ((0.5, 0.3), 0),
        ((0.2, 0.15, 0.1, 0.01), 3),  # none would be answered, together they are worth asking
        ((0.2, 0.01), 0),
        ((0.1, 0.1), 0),
        ((0.2, 0.2, 0.2, 0.2, 0.2, 0.2), MOST_CHOICES),
    ],
)
def test_close_readings_are_offered(amounts: tuple[float, ...], offered: int) -> None:
    assert len(rivals(_ranked(*amounts), 0.25, str)) == offered


def test_readings_that_find_or_say_the_same_are_offered_once() -> None:
    one, two = _ranked(0.5, 0.5)
    assert rivals([one, two], 0.25, lambda _: "the same") == ()
    assert rivals([one, Ranked(two.candidate, 0.5, result=one.result)], 0.25, str) == ()


def test_a_quoted_name_that_nothing_has_is_not_passed_over(kb: KnowledgeBase) -> None:
    parsed = kb.parser.parse('How many books are called "Xyzzyx Qqq"?', 20)
    heeding = [
        (not ranked.candidate.state.skipped, unknown_quotation(parsed, ranked))
        for ranked in rank(kb.context, parsed).ranked
    ]
    assert (True, False) in heeding
    assert all(heeds != unknown for heeds, unknown in heeding)
