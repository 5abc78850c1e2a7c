"""Teaching: what a question means from then on, what is not taken for the same, and what would change elsewhere."""

from __future__ import annotations

import multiprocessing
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import fingerpost as fp
from fingerpost import KnowledgeBase
from fingerpost.core.errors import PlanError, QueryRejected, QuestionError, SettingsError
from fingerpost.plans import Plan

TABLES = {
    "Customer": """id:ID(Customer),companyName,contactName,country
A,Alder Ltd,Ann Alder,Norway
B,Birch plc,Ben Birch,Norway
C,Cedar AG,Cleo Cedar,Austria
""",
    "Order": """id:ID(Order),orderDate:date,requiredDate:date,shippedDate:date,freight:int
10,1997-03-01,1998-01-05,1998-01-02,5
11,1997-04-01,1998-05-01,1998-05-09,7
12,1998-02-01,1998-03-01,1998-03-09,11
13,1996-12-30,1997-01-30,1997-01-12,2
14,1998-05-04,1998-06-01,1998-05-20,3
""",
    "PURCHASED": """:START_ID(Customer),:END_ID(Order)
A,10
A,11
B,12
C,13
C,14
""",
}
WHO = "Who placed order 10?"
MEANS = "MATCH (c:Customer)-[:PURCHASED]->(o:Order {id: '10'}) RETURN c.contactName AS who"


@pytest.fixture(scope="module")
def orders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("orders")
    for name, table in TABLES.items():
        (folder / f"{name}.csv").write_text(table, encoding="utf-8")
    fp.load([str(folder)], folder.parent / f"{folder.name}.fp")
    return folder.parent / f"{folder.name}.fp"


@pytest.fixture
def kb(orders: Path, tmp_path: Path) -> Iterator[KnowledgeBase]:
    place = tmp_path / "kb"
    shutil.copytree(orders, place)
    with fp.open(place) as opened:
        yield opened


def found(kb: KnowledgeBase, question: str) -> list[str]:
    return sorted(str(row[0]) for row in kb.ask(question).rows)


def test_a_question_means_what_it_was_taught_and_so_do_others_with_other_values(kb: KnowledgeBase) -> None:
    taught = kb.teach(WHO, MEANS, who="Ann", check=["Which customers are from Norway?"])
    assert [row[0] for row in taught.answer.rows] == ["Ann Alder"]
    assert (taught.replaced, taught.checked, taught.changed) == ((), 1, ())
    answer = kb.ask(WHO)
    assert (answer.confidence, answer.metadata["author"], answer.metadata["approved"]) == (
        0.97,
        "person",
        taught.approval.id,
    )
    assert found(kb, "who placed the order 12?") == ["Ben Birch"]
    assert found(kb, "Which customer placed order 13?") == ["Cleo Cedar"]
    with fp.open(kb.path) as again:
        assert found(again, "Who placed order 14?") == ["Cleo Cedar"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "question",
    [
        "Who shipped order 10?",
        "Who did not place order 10?",
        "Who placed order 10 in 1997?",
        "How many customers placed order 10?",
        "Who placed the most orders?",
        "Who placed orders 10 and 11?",
        "Who in Norway placed order 10?",
        "When was order 10 placed?",
    ],
)
def test_a_question_that_says_something_else_is_read_as_before(kb: KnowledgeBase, question: str) -> None:
    before = kb.ask(question)
    kb.teach(WHO, MEANS)
    after = kb.ask(question)
    assert "approved" not in after.metadata
    assert (after.status, after.rows, after.text) == (before.status, before.rows, before.text)


def test_words_that_the_graph_does_not_know_can_be_taught(kb: KnowledgeBase) -> None:
    assert kb.ask("botched orders").status.value != "answered"
    kb.teach(
        "Which botched orders are there?", "MATCH (o:Order) WHERE o.shippedDate > o.requiredDate RETURN o.id AS id"
    )
    assert found(kb, "botched orders") == ["11", "12"]


def test_a_period_is_a_value_like_any_other(kb: KnowledgeBase) -> None:
    kb.teach(
        "turnover of 1997",
        "MATCH (o:Order) WHERE o.orderDate >= date('1997-01-01') AND o.orderDate < date('1998-01-01') "
        "RETURN sum(o.freight) AS turnover",
    )
    assert found(kb, "the turnover of 1998") == ["14"]
    assert found(kb, "What was the turnover of March 1997?") == ["5"]


def test_a_choice_settles_readings_that_differ_in_the_same_way(kb: KnowledgeBase) -> None:
    question = "How many orders were in 1997?"
    offered = kb.ask(question)
    assert offered.status.value == "ambiguous"
    number = next(n for n, one in enumerate(offered.choices, 1) if "required date" in one.reading)
    assert kb.ask("orders after 1 January 1998").confidence < 0.8
    kept = kb.teach(question, number).approval
    assert (kept.source, len(kept.instead)) == ("choice", len(offered.choices) - 1)
    assert found(kb, question) == ["1"]
    settled = kb.ask("orders after 1 January 1998")
    assert (settled.status.value, settled.confidence >= 0.8) == ("answered", True)
    assert {str(row[0].properties["id"]) for row in settled.rows} == {"10", "11", "12", "14"}
    assert "order date" in kb.ask("orders with an order date in 1998").reading
    kb.unteach(kept.id)
    assert kb.ask(question).status.value == "ambiguous"
    assert kb.ask("orders after 1 January 1998").confidence < 0.8


def test_nothing_is_kept_where_other_answers_would_change(kb: KnowledgeBase) -> None:
    first, second, third = "How many orders were in 1997?", "orders after 1 January 1998", "orders before 1 May 1998"
    kb.teach(first, 1)
    with pytest.raises(QuestionError, match="other answers would change") as refused:
        kb.teach(second, 2, check=[third])
    assert (refused.value.code, refused.value.details["changed"]) == (
        "teach.changes",
        [third],
    )
    assert len(kb.approvals()) == 1
    taught = kb.teach(second, 2, check=[third], anyway=True)
    assert taught.changed == (third,)


def test_an_answer_that_goes_with_what_is_replaced_is_a_change(kb: KnowledgeBase) -> None:
    others = "MATCH (:Order {id: '10'})<-[:PURCHASED]-(:Customer)-[:PURCHASED]->(o:Order) RETURN o.freight AS freight"
    kb.teach(WHO, others)
    guarded = ["How many customers are there?", "Which freight placed order 13?"]
    assert found(kb, guarded[1]) == ["3"]
    with pytest.raises(QuestionError, match="would change: Which freight placed order 13"):
        kb.teach("who placed order 12", MEANS.replace("10", "12").replace("contactName", "country"), check=guarded)
    assert found(kb, guarded[1]) == ["3"]


def test_a_question_has_one_meaning_at_a_time(kb: KnowledgeBase) -> None:
    first = kb.teach(WHO, MEANS).approval
    second = kb.teach(
        "who placed order 12", "MATCH (c:Customer)-[:PURCHASED]->(o:Order {id: '12'}) RETURN c.country AS c"
    )
    assert second.replaced == (first,)
    assert kb.approvals() == (second.approval,)
    assert found(kb, WHO) == ["Norway"]


def test_a_reading_that_was_rejected_is_not_the_answer_again(kb: KnowledgeBase) -> None:
    question = "Which customers are from Norway?"
    wrong = kb.ask(question)
    assert isinstance(wrong.plan, Plan)
    kept = kb.reject(question, wrong.plan)
    after = kb.ask(question)
    assert after.rows != wrong.rows or after.confidence < 0.5
    assert kb.ask("Which customers are from Austria?").confidence < 0.5
    kb.unteach(kept.id)
    assert kb.ask(question).rows == wrong.rows


def test_what_does_not_fit_the_graph_is_refused_or_passed_over(kb: KnowledgeBase, tmp_path: Path) -> None:
    with pytest.raises(QueryRejected):
        kb.teach(WHO, "MATCH (c:Customer) DETACH DELETE c")
    with pytest.raises((QueryRejected, PlanError)):
        kb.teach(WHO, "MATCH (c:Client) RETURN c")
    with pytest.raises(QuestionError, match="no reading 70"):
        kb.teach(WHO, 70)
    assert kb.approvals() == ()
    kb.teach(WHO, MEANS)
    smaller = tmp_path / "Customer.csv"
    smaller.write_text(TABLES["Customer"], encoding="utf-8")
    fp.load([str(smaller)], kb.path)
    with fp.open(kb.path) as changed:
        answer = changed.ask(WHO)
        assert "approved" not in answer.metadata
        assert any("does not fit this graph any more" in note for note in answer.notes)


def _teach(place: Path, number: int) -> None:
    with fp.open(place) as kb:
        kb.teach(f"gadget {'x' * (number + 1)}", "MATCH (o:Order) RETURN count(o) AS n", check=())


def test_several_processes_teach_at_once_and_nothing_is_lost(kb: KnowledgeBase) -> None:
    processes = [multiprocessing.get_context("spawn").Process(target=_teach, args=(kb.path, n)) for n in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert {one.question for one in kb.approvals()} == {f"gadget {'x' * (n + 1)}" for n in range(2)}


def test_a_line_that_was_cut_off_is_passed_over_and_any_other_damage_is_told(kb: KnowledgeBase) -> None:
    kb.teach(WHO, MEANS, check=())
    file = kb.path / "approved.jsonl"
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole + whole[: len(whole) // 2], encoding="utf-8")
    assert len(kb.approvals()) == 1
    kb.teach("late orders", "MATCH (o:Order) WHERE o.shippedDate > o.requiredDate RETURN o", check=())
    assert len(kb.approvals()) == 2
    file.write_text('{"approval": 1}\n' + whole, encoding="utf-8")
    with pytest.raises(SettingsError, match="line 1 is not an approval") as damaged:
        kb.approvals()
    assert damaged.value.code == "approved.invalid"
    file.write_text(whole, encoding="utf-8")
    with pytest.raises(SettingsError, match="no approval zzz"):
        kb.unteach("zzz")


def test_what_was_taught_is_the_reading(kb: KnowledgeBase) -> None:
    kb.teach(WHO, MEANS)
    found = kb.read(WHO)
    assert [(one.plan, one.confidence) for one in found.readings] == [(found.plan, found.confidence)]
    assert found.readings[0].reading == found.reading
