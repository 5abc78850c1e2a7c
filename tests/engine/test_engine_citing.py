"""What an answer cites: what its rows show, what its values were read from, and what was counted."""

from __future__ import annotations

from itertools import count
from types import SimpleNamespace

import pytest

import fingerpost
from fingerpost import Settings
from fingerpost.core.cells import Node
from fingerpost.engine import citing


def line_of(source, file, start):
    lines = (source / file).read_text(encoding="utf-8").splitlines()
    (number,) = [number for number, line in enumerate(lines, 1) if line.startswith(start)]
    return f"line {number}"


def test_a_node_in_a_row_is_cited_with_its_place(kb, library_source):
    answer = kb.ask("Who borrowed Kokoro?")
    (citation,) = answer.citations
    assert (citation.kind, citation.label, citation.element_id, citation.row) == ("node", "Member", "M01", 0)
    assert citation.name == "Anna Kowalska"
    assert citation.source.file == "Member.csv"
    assert citation.source.position == line_of(library_source, "Member.csv", "M01,")
    assert answer.citation_total == 1


def test_the_value_of_a_relationship_is_cited_by_the_relationship(kb, library_source):
    answer = kb.ask("What is the due date of Kokoro?")
    ((due,),) = answer.rows
    (citation,) = answer.citations
    assert (citation.kind, citation.label, citation.row) == ("relationship", "BORROWED", 0)
    assert citation.name == "Anna Kowalska → Kokoro"
    (kokoro,) = kb.query("MATCH (b:Book {title: 'Kokoro'}) RETURN elementId(b)").rows[0]
    (loan,) = (
        line
        for line in (library_source / "BORROWED.csv").read_text(encoding="utf-8").splitlines()
        if line.startswith(f"M01,{kokoro},")
    )
    assert loan.split(",")[3] == due.isoformat()
    assert citation.source.file == "BORROWED.csv"
    assert citation.source.position == line_of(library_source, "BORROWED.csv", f"M01,{kokoro},")


def test_each_value_of_a_relationship_is_cited_by_its_own(kb):
    answer = kb.ask("What are the due dates of Persuasion?")
    assert len(answer.rows) == 2
    assert sorted(c.row for c in answer.citations if c.kind == "relationship") == [0, 1]
    assert len({c.source.position for c in answer.citations}) == 2


def test_what_was_counted_is_cited(kb):
    answer = kb.ask("How many branches are there?")
    count = answer.rows[0][0]
    assert {c.label for c in answer.citations} == {"Branch"}
    assert len(answer.citations) == answer.citation_total == count


def test_the_evidence_of_a_row_lists_all_that_was_counted(kb):
    answer = kb.ask("How many books are there?")
    evidence = kb.evidence(answer.plan, answer.rows[0])
    assert (len(evidence.rows), evidence.total, evidence.cut) == (34, 34, False)
    assert all(isinstance(cell, Node) for row in evidence.rows for cell in row)
    some = kb.evidence(answer.plan, answer.rows[0], limit=10)
    assert (len(some.rows), some.total, some.cut) == (10, None, True)


@pytest.mark.parametrize("limit", [0, 3])
def test_no_more_is_cited_than_the_settings_say(library_path, limit):
    with fingerpost.open(library_path, Settings(citation_limit=limit)) as kb:
        for question in ("How many books are there?", "List all books", "What is the due date of Kokoro?"):
            answer = kb.ask(question)
            assert answer.status == "answered"
            assert len(answer.citations) <= limit


def test_an_answer_stands_where_there_is_no_time_to_cite(library_path):
    with fingerpost.open(library_path, Settings(citation_time_ms=1)) as kb:
        answer = kb.ask("How many books were borrowed by each member?")
    assert answer.status == "answered"
    assert answer.rows


def test_work_and_not_the_clock_decides_what_is_cited(library_path, monkeypatch):
    """Here each query for citations takes a seventh of a second."""
    question = "How many books were borrowed by each member?"
    with fingerpost.open(library_path) as kb:
        cited = kb.ask(question).citations
        monkeypatch.setattr(citing, "time", SimpleNamespace(monotonic=count(step=0.15).__next__))
        assert kb.ask(question).citations == cited != ()
    with fingerpost.open(library_path, Settings(citation_work=1)) as kb:
        answer = kb.ask(question)
    assert (answer.status, answer.citations) == ("answered", ())
    assert any("citations" in note for note in answer.notes)


def test_each_of_what_many_matches_counted_is_cited_once(library_path):
    question = "How many different members borrowed a book?"
    with fingerpost.open(library_path) as kb:
        every = [citation.element_id for citation in kb.ask(question).citations]
    assert len(every) == len(set(every)) > 3
    for limit in (1, 2, 3):
        with fingerpost.open(library_path, Settings(citation_limit=limit)) as kb:
            answer = kb.ask(question)
        assert [citation.element_id for citation in answer.citations] == every[:limit]
        assert answer.citation_total is None


def test_more_values_than_are_cited_are_those_of_the_first_rows(library_path):
    question = "What are the due dates of the books that members borrowed?"
    with fingerpost.open(library_path) as kb:
        every = kb.ask(question)
    with fingerpost.open(library_path, Settings(citation_limit=2)) as kb:
        some = kb.ask(question)
    assert len(every.citations) > len(some.citations) == 2
    assert some.rows == every.rows
    assert some.citations == every.citations[:2]
    assert some.citation_total is None
