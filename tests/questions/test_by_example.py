"""Examples that are like a question: found by how both are built, and their queries with the question's own values."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.core.settings import Settings
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.evals.golds import lifted
from fingerpost.linking.learned import Learned, LearnedExample
from fingerpost.plans.model import Plan
from fingerpost.questions.by_example import BY_EXAMPLE, filled, said_slots
from fingerpost.questions.likeness import Likeness
from fingerpost.questions.neighbours import Neighbours, words_of
from fingerpost.questions.outline import Drawn, Outline

REGULARS = "MATCH (b:Branch {name: 'Riverside'})<-[:REGISTERED_AT]-(m:Member)-[:BORROWED]->(:Book) RETURN DISTINCT m"
QUESTION = "Who are the regulars of Riverside?"


def _plan(text: str) -> Plan:
    plan = lifted(text)
    assert plan is not None
    return plan


def _outline(library: KnowledgeBase, question: str) -> Outline:
    best = library.parser.parse(question).candidates[0]
    return Drawn(best.state).with_head(best.head)


def test_other_values_and_words_make_the_same_outline(library: KnowledgeBase) -> None:
    one = _outline(library, "Which books did Jane Austen write?")
    assert one == _outline(library, "Show me the books written by Charlotte Brontë")
    other = _outline(library, "How many books did Jane Austen write?")
    assert (one.pattern, one.told) == (other.pattern, other.told)
    assert one.asked != other.asked
    assert one.whole != other.whole
    assert one.told != _outline(library, "Which books did authors write?").told


def test_values_are_marked_by_their_property(library: KnowledgeBase) -> None:
    assert words_of(library.parser.link(QUESTION)) == "who are the regular of =name"


def test_the_nearest_has_the_words_that_few_have() -> None:
    known = Neighbours(["who are the regular of =name", "who are the author of =title", "how mani regular =name hold"])
    (alike, place), *others = known.nearest("who are the regular of =title", 3)
    assert place == 0
    assert all(alike > other for other, _ in others)
    assert known.nearest("who are the regular of =name", 1)[0][0] == pytest.approx(1.0)
    assert known.nearest("nothing alike", 1) == []


def test_likeness_counts_the_nearer_ones_more() -> None:
    one, other = Outline("a", "p", "t", "q"), Outline("b", "p", "t", "r")
    near = Likeness([(0.8, one), (0.4, other), (0.4, None)])
    assert near.nearest(other) == [0.4, 0.8, 0.8, 0.4]
    assert near.share(one) > 0.8
    assert Likeness([]).share(one) == 0


def test_a_plan_takes_the_values_of_another_question(library: KnowledgeBase) -> None:
    link = library.parser.link
    plan = _plan(REGULARS)
    says = said_slots(plan, link(QUESTION))
    words = words_of(link(QUESTION)).split()
    assert [plan.parameters[name] for name in says] == ["Riverside"]
    found = filled(plan, says, words, link("Who are the regulars of Market Square?"), number=False)
    assert found is not None
    assert list(found[0].parameters.values()) == ["Market Square"]
    assert filled(plan, says, words, link("Who are the regulars?"), number=False) is None
    assert filled(plan, says, words, link("Who are the Gothic regulars of Market Square?"), number=False) is None
    assert filled(plan, says, words, link("Who are the regulars of Anna?"), number=False) is None
    assert filled(plan, says, words, link("How many are the regulars of Market Square?"), number=True) is None


def _taught(library: KnowledgeBase, place: Path, always: float) -> KnowledgeBase:
    linked = library.parser.link(QUESTION)
    example = LearnedExample(words=words_of(linked), says=said_slots(_plan(REGULARS), linked))
    learned = Learned(told=(example,), queries=(REGULARS,), by_example={"always": always})
    place.write_text(learned.model_dump_json(), encoding="utf-8")
    return KnowledgeBase(library.path, Settings(learned=str(place)))


def test_the_query_of_an_example_answers(library: KnowledgeBase, tmp_path: Path) -> None:
    wanted = library.query(REGULARS.replace("Riverside", "Market Square")).rows
    with _taught(library, tmp_path / "learned.json", 3.0) as taught:
        answer = taught.ask("Who are the regulars of Market Square?")
        assert sorted(map(str, answer.rows)) == sorted(map(str, wanted))
        assert any("of the examples" in span.reading for span in answer.spans)
        best = taught.parser.parse("Who are the regulars of Market Square?").candidates[0]
        assert best.score == pytest.approx(sum(best.state.weights[r.feature] * r.amount for r in best.reasons))
        answer = taught.ask("Who are the frobnicated regulars of Market Square?")
        assert "frobnicated" in answer.ignored or answer.missing == ("frobnicated",)
    with _taught(library, tmp_path / "learned.json", -3.0) as taught:
        candidates = taught.parser.parse("Who are the regulars of Market Square?").candidates
        assert BY_EXAMPLE not in {reason.feature for reason in candidates[0].reasons}


def test_a_reading_that_says_what_the_example_says_is_taken(library: KnowledgeBase, tmp_path: Path) -> None:
    question = "Which books did Jane Austen write?"
    second = library.parser.parse(question).candidates[1]
    query = "MATCH (a:Author {name: 'Jane Austen'})-[:WROTE]->(b:Book) RETURN b"
    linked = library.parser.link(question)
    example = LearnedExample(words=words_of(linked), outline=0, says=said_slots(_plan(query), linked))
    learned = Learned(
        told=(example,),
        outlines=(Drawn(second.state).with_head(second.head),),
        queries=(query,),
        by_example={"always": 1.0},
    )
    file = tmp_path / "learned.json"
    file.write_text(learned.model_dump_json(), encoding="utf-8")
    with KnowledgeBase(library.path, Settings(learned=str(file))) as taught:
        first = taught.parser.parse(question).candidates[0]
        assert first.plan == second.plan
        assert first.reasons[-1].feature == BY_EXAMPLE


def test_a_query_that_cannot_be_read_lends_nothing(library: KnowledgeBase, tmp_path: Path) -> None:
    example = LearnedExample(words=words_of(library.parser.link(QUESTION)))
    learned = Learned(told=(example,), queries=("CREATE (n)",), by_example={"always": 9.0})
    file = tmp_path / "learned.json"
    file.write_text(learned.model_dump_json(), encoding="utf-8")
    with KnowledgeBase(library.path, Settings(learned=str(file))) as taught:
        plans = [candidate.plan for candidate in taught.parser.parse(QUESTION).candidates]
        assert plans == [candidate.plan for candidate in library.parser.parse(QUESTION).candidates]
