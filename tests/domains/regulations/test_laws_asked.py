"""Questions about law as analysts asked them, over the sample statutes: each a kind that was once answered wrongly."""

from __future__ import annotations

from fingerpost.core.answer import Status
from fingerpost.domains.regulations.questions.catalog import Catalog, Title
from fingerpost.engine import KnowledgeBase


def test_the_kind_of_what_a_provision_cites_is_known_of_stubs_too(kb: KnowledgeBase) -> None:
    rows = kb.ask("Which acts does section 14 of the Tidal Waters Act cite?").rows
    assert [row[0] for row in rows] == ["Maritime Tribunals Act"]
    assert kb.ask("How many acts does section 14 of the Tidal Waters Act cite?").rows == ((1,),)
    assert kb.ask("Which regulations does section 14 of the Tidal Waters Act cite?").status is Status.EMPTY


def test_what_an_instrument_amended_is_cited_by_what_it_amended(kb: KnowledgeBase) -> None:
    answer = kb.ask("What did SOR/2022-55 amend?")
    assert answer.text.startswith("2 instruments are amended by SOR/2022-55:")
    assert {citation.element_id for citation in answer.citations} == {"SOR-2021-17", "SOR-2010-40"}


def test_the_first_and_the_last_are_as_many_as_are_asked_for(kb: KnowledgeBase) -> None:
    oldest = kb.ask("Which is the oldest regulation?").text
    assert oldest.startswith(
        "The oldest regulation of a known date is Ferry Signals Regulations, registered 2010-03-01."
    )
    under = kb.ask("What are the two most recent regulations made under the Harbour Safety Act?").text
    assert under.splitlines()[:3] == [
        "The most recent 2 of 3 regulations of a known date under the Harbour Safety Act:",
        "1. Harbour Lights Regulations (registered 2021-02-10)",
        "2. Lighthouse Fees Regulations (registered 2020-12-01)",
    ]


def test_a_relation_that_no_law_says_is_never_sure(kb: KnowledgeBase) -> None:
    assert kb.ask("Which regulations are prerequisites of the Harbour Lights Regulations?").confidence < 0.8


def test_a_title_is_known_without_what_stands_in_brackets_behind_it() -> None:
    rules = Title("C.R.C.,_c._390", "Pension Appeals Board Rules of Procedure (Benefits)", "Regulation")
    fishing = Title("SOR-96-445:fr", "Règlement sur l’assurance-emploi (pêche)", "Regulation", "fr")
    catalog = Catalog([rules, fishing])
    [mention] = catalog.find("What repealed the Pension Appeals Board Rules of Procedure?")
    assert mention.titles == (rules,)
    question = "Le Règlement sur l'assurance-emploi (pêche) a-t-il été modifié ?"
    [mention] = catalog.find(question)
    assert question[mention.start : mention.end].endswith("(pêche)")
