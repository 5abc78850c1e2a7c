"""Filters of questions about law, and the citation network."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import Result
from typer.testing import CliRunner

from fingerpost.core.answer import Status
from fingerpost.core.errors import QuestionError
from fingerpost.domains.regulations.questions.filters import Filters, read_filters
from fingerpost.domains.regulations.questions.request import Period
from fingerpost.engine import KnowledgeBase, Network, NetworkEdge, NetworkNode
from fingerpost.surfaces.cli.app import app
from fingerpost.surfaces.cli.network_files import written

SVG = "http://www.w3.org/2000/svg"
CITING = "What references the Harbour Safety Act?"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def titles(kb: KnowledgeBase, question: str, **filters: object) -> list[object]:
    return [row[0] for row in kb.ask(question, filters=filters).rows]


def test_a_type_restricts_lists(kb: KnowledgeBase) -> None:
    assert titles(kb, CITING, type="act") == ["Pilotage Licences Act", "Tidal Waters Act"]
    assert titles(kb, CITING, type=["regulation"]) == ["Harbour Lights Regulations", "Lighthouse Fees Regulations"]
    assert len(titles(kb, CITING, type="all")) == 4


def test_a_date_restricts_amendments(kb: KnowledgeBase) -> None:
    question = "What amended the Harbour Safety Act?"
    assert titles(kb, question, date="2023") == ["2023, c. 8"]
    assert kb.ask(question, filters={"date": "2020-2021"}).status is Status.EMPTY


def test_a_program_restricts_to_its_act_and_regulations(kb: KnowledgeBase) -> None:
    found = kb.ask("What references the Tidal Waters Act?", filters={"program": "HSA"})
    assert [row[0] for row in found.rows] == ["Harbour Safety Act"]
    assert found.metadata["filters_used"] == {"program": "HSA"}


def test_passages_are_those_of_the_type(kb: KnowledgeBase) -> None:
    pytest.importorskip("wordllama", reason="needs the extra documents")
    answer = kb.ask("What is the fine for acting without a licence?", filters={"type": "regulation"})
    assert "$5,000" not in answer.text


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"type": "act", "jurisdiction": ["federal"]}, Filters(("Act",))),
        ({"date": "2023"}, Filters(period=Period(2023, 2023))),
        ({"date": "2020-2023"}, Filters(period=Period(2020, 2023))),
        ({"date": "2020-"}, Filters(period=Period(2020))),
        ({"date": {"from": "2020-01-01", "to": None}}, Filters(period=Period(2020))),
        ({"date": [2020, 2021]}, Filters(period=Period(2020, 2021))),
        ({"type": ["act", "regulation"], "program": "EI"}, Filters(programs=("EI",))),
    ],
)
def test_filters_are_read(given: dict[str, object], expected: Filters) -> None:
    assert read_filters(given) == expected


@pytest.mark.parametrize(
    "filters",
    [{"type": "contract"}, {"date": "yesterday"}, {"jurisdiction": "Ontario"}, {"program": "XYZ"}, {"colour": "red"}],
)
def test_what_a_filter_does_not_take_is_an_error(kb: KnowledgeBase, filters: dict[str, object]) -> None:
    with pytest.raises(QuestionError) as refusal:
        kb.ask(CITING, filters=filters)
    assert refusal.value.code == "question.filter"


@pytest.mark.parametrize("suffix", [".json", ".graphml", ".svg", ".html"])
def test_the_network_is_written(kb: KnowledgeBase, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"network{suffix}"
    result = run("network", str(kb.place), "HSA", "--hops", "2", "--out", str(file))
    assert result.exit_code == 0, result.output
    text = file.read_text(encoding="utf-8")
    if suffix == ".json":
        document = json.loads(text)
        first = document["nodes"][0]
        assert (first["name"], first["hops"]) == ("Harbour Safety Act", 0)
        assert {"source": "H-99", "target": "T-99", "type": "cites", "strength": 2} in document["links"]
        assert {"source": "SOR-2021-17", "target": "H-99", "type": "implements", "strength": 1} in document["links"]
    elif suffix != ".html":
        assert ElementTree.fromstring(text) is not None
    if suffix in (".svg", ".html"):
        assert all(
            word in text for word in ("cites", "implements", "Stub", "a stub is cited", "Current to 2024-11-01.")
        )
    assert "Harbour Safety Act" in text


def test_the_names_of_a_drawing_lie_along_their_spokes(tmp_path: Path) -> None:
    """So that no two overlap, and none leaves the picture."""
    names = [f"Proclamation of the Agreement between the Parties, No. {number}" for number in range(40)]
    nodes = [NetworkNode("0", "Middle Act", "Act", 0)]
    nodes += [NetworkNode(str(number), name, "Regulation", 1) for number, name in enumerate(names, 1)]
    edges = [NetworkEdge(node.id, "0", kind) for node in nodes[1:] for kind in ("cites", "implements")]
    root = ElementTree.fromstring(written(Network(tuple(nodes), tuple(edges)), ".svg"))
    size = float(root.attrib["width"])
    texts = [one for one in root.iter(f"{{{SVG}}}text") if "transform" in one.attrib]
    assert len({one.attrib["transform"] for one in texts}) == len({one.text for one in texts}) == 40
    for text in texts:
        x, y, angle = map(float, re.findall(r"-?[\d.]+", text.attrib["transform"]))
        outward = 1 if text.attrib["text-anchor"] == "start" else -1
        length = 7 * len(text.text or "") + 11
        ends = (
            x + outward * length * math.cos(math.radians(angle)),
            y + outward * length * math.sin(math.radians(angle)),
        )
        assert all(0 <= end <= size for end in ends), text.text
    lines = [tuple(one.attrib[name] for name in ("x1", "y1", "x2", "y2")) for one in root.iter(f"{{{SVG}}}line")]
    assert len(set(lines)) == len(lines), "two kinds of one pair are two lines"


def test_what_a_network_leaves_out_is_said(kb: KnowledgeBase) -> None:
    result = run("network", str(kb.place), "Harbour Safety Act", "--most", "3")
    assert "3 instruments are shown; " in result.output
    assert "Current to 2024-11-01." in result.output


def test_a_network_needs_a_name_of_the_corpus(kb: KnowledgeBase) -> None:
    result = run("network", str(kb.place), "Bridge Act")
    assert getattr(result.exception, "code", "") == "question.unknown"


@pytest.mark.parametrize(
    ("question", "filters"),
    [
        ("How many acts cite the Harbour Safety Act?", {"type": "regulation"}),
        ("Which acts cite each other?", {"program": "HSA"}),
        ("How many sections are there?", {"program": "HSA"}),
        ("What cites the Harbour Safety Act in 2020?", {"date": "2023"}),
        ("What is the Harbour Safety Act?", {"date": "2023"}),
        ("What does section 4 of the Harbour Safety Act say?", {"type": "regulation"}),
    ],
)
def test_a_filter_that_would_be_passed_over_is_refused(
    kb: KnowledgeBase, question: str, filters: dict[str, object]
) -> None:
    assert kb.ask(question, filters=filters).status is Status.UNANSWERABLE


def test_a_type_that_is_named_anyway_changes_nothing(kb: KnowledgeBase) -> None:
    for question in (
        "What does section 4 of the Harbour Safety Act say?",
        "Which sections of the Harbour Safety Act cite the Tidal Waters Act?",
        "Does the Harbour Safety Act cite the Tidal Waters Act?",
    ):
        assert kb.ask(question, filters={"type": "act"}).rows == kb.ask(question).rows
    defined = kb.ask("What is a harbour master?", filters={"type": "act"})
    assert [citation.element_id for citation in defined.citations] == ["H-99#2"]


def test_a_date_is_said_not_to_narrow_texts(kb: KnowledgeBase) -> None:
    answer = kb.ask("How do I apply for a pilotage licence?", filters={"date": "2021"})
    assert any("the filter date was not applied" in note for note in answer.notes)
