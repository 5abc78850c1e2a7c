"""The eight checks that a service of this kind is known by: intent, routing, relations, direction, answer, kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import fingerpost
from fingerpost.core.answer import Status
from fingerpost.core.verified import VerifiedQuery
from fingerpost.engine import KnowledgeBase
from fingerpost.plans import Plan
from fingerpost.query_languages import language_of


@pytest.mark.parametrize(
    "question",
    [
        "What references the Harbour Safety Act?",
        "Which regulations cite the Harbour Safety Act?",
        "Has the Harbour Safety Act been amended?",
        "Which regulations implement the Harbour Safety Act?",
        "What superseded the Old Harbour Lights Regulations?",
        "How are the Harbour Safety Act and the Tidal Waters Act related?",
    ],
)
def test_intent(kb: KnowledgeBase, question: str) -> None:
    assert kb.ask(question).metadata["intent"] == "graph_relationship"


def test_routing(kb: KnowledgeBase) -> None:
    answer = kb.ask("What references the Harbour Safety Act?")
    assert answer.metadata["query_type"] == "graph_query"
    assert [step.name for step in answer.trace.steps][:3] == ["route", "intent", "verify"], "no passages, no parser"
    assert answer.plan is not None


def test_references(kb: KnowledgeBase) -> None:
    answer = kb.ask("What does the Pilotage Licences Act reference?")
    assert {row[0] for row in answer.rows} == {"Harbour Safety Act", "Lighthouse Fees Regulations"}
    assert (answer.metadata["relationship_type"], answer.metadata["direction"]) == ("cites", "outgoing")


def test_reverse(kb: KnowledgeBase) -> None:
    answers = [
        kb.ask("What references the Pilotage Licences Act?"),
        kb.ask("The Pilotage Licences Act is referenced by what?"),
        kb.ask("What is the Pilotage Licences Act cited by?"),
    ]
    for answer in answers:
        assert {row[0] for row in answer.rows} == {"Harbour Safety Act", "Lighthouse Fees Regulations"}
        assert answer.metadata["direction"] == "incoming"


def test_amendments(kb: KnowledgeBase) -> None:
    answer = kb.ask("What amended the Harbour Safety Act?")
    row = answer.to_dicts()[0]
    assert (row["amending_document"], row["amended_document"]) == ("2023, c. 8", "Harbour Safety Act")
    assert str(row["effective_date"]) == "2023-06-15"
    assert row["amended_sections"] == ["3", "5", "8"]


def test_sentence(kb: KnowledgeBase) -> None:
    answer = kb.ask("What references the Tidal Waters Act?")
    lines = answer.text.splitlines()
    assert lines[0] == "1 act cites the Tidal Waters Act:" or lines[0].startswith("1 instrument cites")
    assert lines[1].startswith("1. Harbour Safety Act (section ")
    assert answer.metadata["relationship_count"] == len(answer.rows) == 1
    none = kb.ask("What referenced the Lighthouse Fees Regulations in 1999?")
    assert (none.status, none.metadata["relationship_count"]) == (Status.EMPTY, 0)


@pytest.mark.parametrize("question", ["Am I eligible for a licence?", "How many days do I have to apply?"])
def test_non_graph_stays_on_passages(kb: KnowledgeBase, question: str) -> None:
    metadata = kb.ask(question).metadata
    assert metadata["query_type"] == "passages"
    assert metadata["intent"] not in ("graph_relationship", "statistics")


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What cites the Harbour Safety Act?", "cites"),
        ("What amended the Harbour Safety Act?", "amends"),
        ("What implements the Harbour Safety Act?", "implements"),
        ("What replaced the Old Harbour Lights Regulations?", "replaces"),
    ],
)
def test_kind(kb: KnowledgeBase, question: str, kind: str) -> None:
    assert kb.ask(question).metadata["relationship_type"] == kind


def test_a_corpus_of_one_language_is_not_asked_for_it(kb: KnowledgeBase, statutes: Path, tmp_path: Path) -> None:
    question = "What indirectly references the Tidal Waters Act?"
    both = kb.ask(question)
    fingerpost.load([statutes / "2024-11-01" / "eng"], tmp_path / "english.fp")
    with fingerpost.open(tmp_path / "english.fp") as english:
        alone = english.ask(question)
    assert (".language" in str(both.query), ".language" in str(alone.query)) == (True, False)
    assert alone.rows == both.rows


def test_the_largest_plan_is_checked_once(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    cypher = language_of(kb.context.gate.dialect)
    verify_plan, branches = cypher.verify_plan, []

    def counting(plan: Plan, *rest: Any, **options: Any) -> VerifiedQuery:
        branches.append(len(plan.branches))
        return verify_plan(plan, *rest, **options)

    monkeypatch.setattr(cypher, "verify_plan", counting)
    assert kb.ask("Compare the Pilotage Licences Act and the Lighthouse Fees Regulations").text
    assert branches.count(max(branches)) == 1, branches
