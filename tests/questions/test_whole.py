"""Features of whole readings: what they tell of a reading, and that their weights are of nothing but them."""

from __future__ import annotations

from fingerpost.core.containment import Containment
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.engine.scoring.overlooked import SIGNS, passed_over
from fingerpost.engine.scoring.signs import Readings
from fingerpost.questions.candidates import Candidate
from fingerpost.questions.weights import WEIGHTS
from fingerpost.questions.whole import whole_features


def _best(library: KnowledgeBase, question: str) -> dict[str, float]:
    parsed = library.parser.parse(question)
    best = parsed.candidates[0]
    return whole_features(parsed.linked, best.state, best.head, library.schema)


def _all(library: KnowledgeBase, question: str) -> list[tuple[Candidate, dict[str, float]]]:
    parsed = library.parser.parse(question, 20, width=16)
    return [(c, whole_features(parsed.linked, c.state, c.head, library.schema)) for c in parsed.candidates]


def test_a_node_of_which_nothing_is_told_or_asked_is_bare(library: KnowledgeBase) -> None:
    features = _best(library, "Which books were borrowed by a member?")
    assert features["bare end"] == 1
    assert "bare end" not in _best(library, "Which books did Jane Austen write?")


def test_a_property_that_was_said_is_a_said_column(library: KnowledgeBase) -> None:
    features = _best(library, "What are the titles of the books in French?")
    assert features["column said"] == 1
    assert "column unsaid" not in features
    assert "thing of many" in _best(library, "Which books are in French?")


def test_two_nodes_of_one_label_are_twins(library: KnowledgeBase) -> None:
    found = _all(library, "Which books were borrowed by members who borrowed books in French?")
    twins = [
        features for candidate, features in found if sum(node.label == "Book" for node in candidate.state.nodes) == 2
    ]
    assert twins
    assert all(any(name.startswith("twins ") for name in features) for features in twins)
    assert not any(name.startswith("twin") for name in _best(library, "Which books are in French?"))


def test_what_no_part_explains_is_counted(library: KnowledgeBase) -> None:
    assert "unexplained" not in _best(library, "How many books are there?")
    assert _best(library, "How many splendid books are there?")["unexplained"] >= 1


def test_each_feature_with_a_weight_is_a_reason(library: KnowledgeBase) -> None:
    for candidate, features in _all(library, "How many books did Jane Austen write?"):
        told = {reason.feature: reason.amount for reason in candidate.reasons if reason.feature in features}
        assert told == {name: amount for name, amount in features.items() if name in WEIGHTS}


def test_a_named_value_that_a_reading_has_no_use_for_is_told_and_costs_confidence(library: KnowledgeBase) -> None:
    parsed = library.parser.parse("Which books by Jane Austen are at Riverside?", 20, width=16)
    place = next(i for i, token in enumerate(parsed.linked.tokens) if token.norm == "riverside")
    heeding = {any(f.value == "Riverside" for f in c.state.filters) for c in parsed.candidates}
    assert heeding == {True, False}
    readings = Readings(parsed, library.schema, parsed.candidates, Containment())
    for candidate, signs in zip(readings.candidates, readings.own, strict=True):
        left = not any(f.value == "Riverside" for f in candidate.state.filters)
        assert left == (place in passed_over(parsed, candidate, signs)), candidate.plan.reading
        features = whole_features(parsed.linked, candidate.state, candidate.head, library.schema)
        if left:
            assert features["name unheeded"] >= 1
            assert place in SIGNS["overlooked name"](parsed, candidate)


def test_a_label_of_which_a_reading_has_nothing_is_unheeded(library: KnowledgeBase) -> None:
    seen = set()
    for candidate, features in _all(library, "Which authors have books at branches?"):
        labels = {node.label for node in candidate.state.nodes}
        labels |= {"Branch" for condition in candidate.state.filters if condition.value == "Branch"}
        missed = not {"Author", "Branch", "Book"} <= labels
        assert ("name unheeded" in features) == missed, candidate.plan.reading
        seen.add(missed)
    assert seen == {True, False}


def test_of_two_labels_side_by_side_one_is_enough(library: KnowledgeBase) -> None:
    found = [
        features
        for candidate, features in _all(library, "How many branch books are there?")
        if {node.label for node in candidate.state.nodes} == {"Book"}
    ]
    assert found
    assert not any("name unheeded" in features for features in found)
