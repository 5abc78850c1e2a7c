"""Answers: their JSON, their text, how a notebook shows them, and the trace of a question."""

from __future__ import annotations

import datetime as dt

import pytest
from pydantic import ValidationError

from fingerpost.core.answer import Answer, Choice, Citation, SourceRef, Span, Status
from fingerpost.core.cells import Node
from fingerpost.core.trace import Trace, Tracer
from fingerpost.plans.model import Column, Plan, Ref, Stage


def full() -> Answer[Plan]:
    plan = Plan(branches=((Stage(columns=(Column(name="n", operand=Ref(name="n")),)),),))
    return Answer[Plan](
        question="Who?",
        status=Status.AMBIGUOUS,
        text="Ann or Bob?",
        columns=("who", "when"),
        rows=((Node("1", ("Person",), {"name": "Ann"}), dt.date(2017, 8, 11)), (None, None)),
        units={"height": "m"},
        citations=(Citation(element_id="1", label="Person", name="Ann", source=SourceRef(file="a.csv", position="3")),),
        plan=plan,
        query="MATCH ...",
        parameters={"p1": dt.date(2017, 8, 11)},
        spans=(Span(start=0, end=3, text="Who", reading="Person"),),
        choices=(Choice[Plan](reading="a reading", confidence=0.5, plan=plan),),
        notes=("a note",),
    )


def test_an_answer_survives_json():
    answer = full()
    again = Answer[Plan].model_validate_json(answer.model_dump_json())
    assert again == answer
    assert again.rows[0][0].properties == {"name": "Ann"}
    assert again.choices[0].plan == answer.plan


def test_an_answer_reads_as_its_text():
    assert str(full()) == "Ann or Bob?"


def test_an_answer_cannot_be_changed_or_extended():
    with pytest.raises(ValidationError, match="frozen"):
        full().text = "Carl"
    with pytest.raises(ValidationError, match="Extra inputs"):
        Answer(question="q", status=Status.EMPTY, text="", colour="red")


@pytest.mark.parametrize(
    ("citation", "text"),
    [
        (Citation(element_id="7"), "node 7"),
        (Citation(element_id="7", label="Wall", name="Basic Wall"), "Wall 7 “Basic Wall”"),
        (Citation(element_id="7", label="Wall", name="7"), "Wall 7"),
        (Citation(element_id="orders:7", label="orders", name="7"), "orders 7"),
        (Citation(element_id="tblOrders:7", label="Orders", name="Ann"), "Orders 7 “Ann”"),
        (Citation(element_id="http://a/b", label="Place"), "Place http://a/b"),
        (Citation(element_id="7", kind="relationship", source=SourceRef(file="a.csv")), "relationship 7 (a.csv)"),
        (Citation(element_id="7", source=SourceRef(file="a.ifc", position="#123")), "node 7 (a.ifc #123)"),
    ],
)
def test_a_citation_as_text(citation, text):
    assert str(citation) == text


def test_a_notebook_shows_a_table_and_escapes_it():
    shown = full()._repr_html_()
    assert shown.startswith("<p>Ann or Bob?</p><table>")
    assert "<td>Ann</td><td>2017-08-11</td>" in shown
    assert "<td></td><td></td>" in shown
    hostile = Answer(question="", status=Status.EMPTY, text="<b>", columns=("<i>",), rows=(("<script>",),))
    assert "<b>" not in hostile._repr_html_()
    assert "<i>" not in hostile._repr_html_()
    assert "<script>" not in hostile._repr_html_()


def test_a_notebook_shows_elements_by_their_names():
    nodes = (Node("p:1", ("P",), {"full_name": "Ann"}), Node("p:2", ("P",), {"name": "Bob"}), Node("p:3", ("P",), {}))
    cited = (Citation(element_id="p:1", name="Ann"),)
    rows = tuple((node,) for node in nodes)
    shown = Answer(question="", status=Status.ANSWERED, text="", columns=("P",), rows=rows, citations=cited)
    assert "<td>Ann</td></tr><tr><td>Bob</td></tr><tr><td>p:3</td>" in shown._repr_html_()


def test_a_notebook_shows_the_first_fifty_rows():
    long = Answer(question="", status=Status.ANSWERED, text="", columns=("n",), rows=tuple((n,) for n in range(60)))
    assert long._repr_html_().count("<tr>") == 51
    assert long._repr_html_().endswith("<p>10 more rows</p>")
    assert long._repr_html_().startswith("<p>answered</p>")


def test_a_trace_keeps_every_step_also_one_that_failed():
    tracer = Tracer()
    with tracer.step("parse") as step:
        step.decided = "one reading"
        step.details["plans"] = 3
    with pytest.raises(ValueError, match="broken"), tracer.step("run"):
        raise ValueError("broken")
    trace = tracer.trace()
    assert [(s.name, s.decided, s.details) for s in trace.steps] == [
        ("parse", "one reading", {"plans": 3}),
        ("run", "", {}),
    ]
    assert trace.milliseconds == sum(step.milliseconds for step in trace.steps) >= 0
    assert Trace.model_validate_json(trace.model_dump_json()) == trace
