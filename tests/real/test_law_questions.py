"""Questions over the public subset of federal law: complete sets, directions and dates, against the XML itself."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("lxml", reason='needs lxml: pip install "fingerpost[laws]"')
sys.path.insert(0, str(Path(__file__).parent))

from laws_facts import Document, read_facts
from scale import some

import fingerpost as fp

pytestmark = pytest.mark.shared
EVERY = 50
"""Of how many documents one is asked about in a short run."""


@pytest.fixture(scope="module")
def facts(shared) -> dict[str, Document]:
    return read_facts(shared("regulations"))


@pytest.fixture(scope="module")
def kb(shared_base) -> Iterator[fp.KnowledgeBase]:
    with fp.open(shared_base("regulations")) as opened:
        yield opened


def named(document: Document, facts: dict[str, Document]) -> str:
    """The title; the number where another document has the same title."""
    alone = sum(one.title == document.title for one in facts.values()) == 1
    return f"the {document.title}" if alone else document.id.replace("SOR-", "SOR/").replace("SI-", "SI/")


def found(kb: fp.KnowledgeBase, question: str, column: str) -> set[object]:
    answer = kb.ask(question)
    assert answer.status in ("answered", "empty"), (question, answer.text)
    assert answer.status == "empty" or answer.citations, question
    assert answer.confidence >= 0.8
    return set() if column not in answer.columns else {row[answer.columns.index(column)] for row in answer.rows}


def test_the_subset_has_its_citations_and_enabling_acts(facts):
    assert sum(count for one in facts.values() for key, count in one.cites.items() if key in facts) == 1714
    assert sum(key in facts for one in facts.values() for key in one.enabling) == 79


def test_relationships_are_complete_and_in_the_right_direction(kb, facts):
    for one in some(list(facts.values()), EVERY):
        name = named(one, facts)
        citing = {other.id for other in facts.values() if other.cites[one.id]}
        assert found(kb, f"What references {name}?", "referencing_id") == citing, name
        assert found(kb, f"What does {name} cite?", "target_id") == set(one.cites), name
        if one.kind == "Act":
            under = {other.id for other in facts.values() if one.id in other.enabling}
            assert found(kb, f"Which regulations implement {name}?", "regulation_id") == under, name
        elif None not in one.enabling:
            assert found(kb, f"Under which act was {name} made?", "act_id") == one.enabling, name


def test_amendments_and_repeals_are_those_of_the_text(kb, facts):
    for one in some(list(facts.values()), EVERY):
        name = named(one, facts)
        labels = {
            str(label).partition(" [")[0] for label in found(kb, f"Which sections of {name} were repealed?", "label")
        }
        assert labels == one.repealed, name
        if one.recent:
            last = max(date for _, date in one.recent)
            text = kb.ask(f"When was {name} last amended?").text
            assert f"in force {last}" in text, name
            assert all(by.partition(", s. ")[0] in text for by, date in one.recent if date == last), name


def test_the_sections_that_cite_are_those_of_the_text(kb, facts):
    for one in some(list(facts.values()), EVERY):
        acts = [labels for key, labels in one.sections.items() if one.kinds[key] == "act"]
        if acts and all("" not in labels for labels in acts):
            answer = kb.ask(f"How many sections of {named(one, facts)} cite other acts?")
            assert answer.metadata["relationship_count"] == len(set().union(*acts)), one.title
        for other in some([facts[key] for key in one.sections if key in facts], EVERY):
            labels = {label for label in one.sections[other.id] if label}
            asked = f"sections of {named(one, facts)} cite {named(other, facts)}?"
            if labels and len(labels) == len(one.sections[other.id]):
                assert kb.ask(f"How many {asked}").metadata["relationship_count"] == len(labels), asked
            for label in sorted(labels)[:2]:
                question = f"Does section {label} of {named(one, facts)} cite {named(other, facts)}?"
                assert kb.ask(question).text.startswith("Yes:"), question


QUESTIONS = {
    "Which regulations cite both the Canada Pension Plan and the Old Age Security Act?": lambda facts: {
        one.id for one in facts.values() if one.kind == "Regulation" and one.cites["C-8"] and one.cites["O-9"]
    },
    "Which acts cite the Privacy Act but not the Access to Information Act?": lambda facts: {
        one.id for one in facts.values() if one.kind == "Act" and one.cites["P-21"] and not one.cites["A-1"]
    },
    "What cites the Privacy Act or the Access to Information Act?": lambda facts: {
        one.id for one in facts.values() if one.cites["P-21"] or one.cites["A-1"]
    },
    "What cites the Employment Insurance Act more than 5 times?": lambda facts: {
        one.id for one in facts.values() if one.cites["E-5.6"] > 5
    },
    "What cites the Criminal Code?": lambda facts: {one.id for one in facts.values() if one.cites["C-46"]},
    "Which regulations made under the Employment Insurance Act do not cite it?": lambda facts: {
        one.id for one in facts.values() if "E-5.6" in one.enabling and not one.cites["E-5.6"]
    },
    "What indirectly references the Canada Emergency Response Benefit Act?": lambda facts: {
        one.id for one in facts.values() if one.id != "C-3.7" and any(
            one.cites[other.id] and other.cites["C-3.7"] for other in facts.values())
    },
    "Which acts do regulations made under the Canada Pension Plan cite?": lambda facts: {
        key for one in facts.values() if "C-8" in one.enabling for key in one.cites if one.kinds[key] == "act"
    },
    "Quels règlements citent la Loi sur la sécurité de la vieillesse ?": lambda facts: {
        one.id for one in facts.values() if one.kind == "Regulation" and one.cites["O-9"]
    },
}  # fmt: skip
"""Questions, with the identifiers of their answers by the facts."""


@pytest.mark.parametrize("question", QUESTIONS)
def test_sets_are_exact(kb, facts, question):
    answer = kb.ask(question)
    columns = ("referencing_id", "target_id", "regulation_id", "identifier")
    column = next(name for name in columns if name in answer.columns)
    assert found(kb, question, column) == QUESTIONS[question](facts)


def test_the_most_cited_and_the_mutual_are_those_of_the_text(kb, facts):
    incoming = Counter(key for one in facts.values() for key in one.cites if one.kinds[key] == "act")
    fifth = sorted(incoming.values(), reverse=True)[4]
    answer = kb.ask("What are the five most cited acts?")
    assert {row[1]: row[2] for row in answer.rows} == {key: count for key, count in incoming.items() if count >= fifth}
    pairs = {
        (a.id, b.id) for a in facts.values() for b in facts.values() if a.id < b.id and a.cites[b.id] and b.cites[a.id]
    }
    answer = kb.ask("Which documents cite each other?")
    assert len(answer.rows) == len(pairs)


def test_definitions_and_counts_are_those_of_the_text(kb, facts):
    acts = [one for one in facts.values() if one.kind == "Act"]
    assert kb.ask("How many acts and regulations are there?").text.startswith(
        f"This corpus has {len(acts)} acts and {len(facts) - len(acts)} regulations."
    )
    assert {str(term) for term in found(kb, "Show the definitions in the Employment Insurance Act", "term")} - {
        "None"
    } == (facts["E-5.6"].terms)


def test_every_answer_says_how_current_it_is(kb, facts):
    assert kb.ask("What does the Employment Insurance Act cite?").text.endswith(f"Current to {facts['E-5.6'].current}.")


def test_every_source_slices_back_to_the_text(kb):
    """The characters of a citation, in the document's text, are words of the sentence that cites."""
    answer = kb.ask("What does the Statistics Act cite?")
    query = "MATCH (p:Section) WHERE p.documentId = 'S-19' RETURN p.start AS start, p.end AS end, p.text AS text"
    sections = kb.query(query).rows
    assert answer.metadata["sources"]
    for source in answer.metadata["sources"]:
        first, last = source["start"], source["end"]
        held = [text[first - start : last - start] for start, end, text in sections if start <= first and last <= end]
        assert all(one in source["snippet"] for one in held), source
