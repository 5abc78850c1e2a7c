"""Real files, loaded and asked: what anyone can count in them must come out."""

from __future__ import annotations

import pytest

import fingerpost as fp
from fingerpost.core.answer import Status
from fingerpost.core.cells import Node

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def opened(shared_base):
    """The knowledge base of a file of the development data, open."""
    open_ones = {}

    def of(name):
        if name not in open_ones:
            open_ones[name] = fp.open(shared_base(name))
        return open_ones[name]

    yield of
    for kb in open_ones.values():
        kb.close()


def _cell(cell):
    if isinstance(cell, Node):
        return cell.properties.get("name", cell.element_id)
    return round(cell, 2) if isinstance(cell, float) else cell


def _rows(answer):
    return sorted(tuple(_cell(cell) for cell in row) for row in answer.rows)


DUPLEX, FZK, LARGE = "bim/duplex_A.ifc", "bim/AC20-FZK-Haus.ifc", "bim/LargeBuilding.ifc"
POLE = "zograscope/graph_csv"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("file", "question", "rows"),
    [
        (DUPLEX, "How many walls are there?", [(57,)]),
        (DUPLEX, "How many walls are on each level?", [("Level 1", 21), ("Level 2", 25), ("Roof", 4), ("T/FDN", 7)]),
        (DUPLEX, "How many load bearing walls are there?", [(7,)]),
        (DUPLEX, "How many walls are load bearing?", [(7,)]),
        (DUPLEX, "How many external walls are there?", [(23,)]),
        (DUPLEX, "How many walls are external?", [(23,)]),
        (DUPLEX, "How many beams are there?", [(8,)]),
        (DUPLEX, "How many columns are there?", [(0,)]),
        (DUPLEX, "How many spaces are there?", [(21,)]),
        (LARGE, "How many walls are there?", [(18,)]),
        (FZK, "How many walls are there?", [(13,)]),
        (FZK, "How many rooms are there?", [(7,)]),
        (FZK, "What is the total net floor area of the rooms?", [(173.34,)]),
        (POLE, "How many crimes are there?", [(28762,)]),
        (POLE, "How many people are there?", [(369,)]),
    ],
)
def test_what_can_be_counted_in_a_file_comes_out(opened, file, question, rows):
    answer = opened(file).ask(question)
    assert answer.status is Status.ANSWERED, answer.text
    assert _rows(answer) == rows, answer.reading


def test_elevations_of_the_levels_of_a_building(opened):
    answer = opened(DUPLEX).ask("What is the elevation of each level?")
    assert sorted(round(row[-1], 2) for row in answer.rows) == [-1.25, 0, 3.1, 6]


@pytest.mark.parametrize("file", ["graphs/fellowship.json", "graphs/fellowship.graphml"])
def test_one_graph_in_two_formats_gives_the_same_answers(opened, file):
    kb = opened(file)
    assert kb.ask("How many characters are there?").rows == ((22,),)
    members = kb.ask("Which characters are members of the Fellowship?")
    assert len(members.rows) == 9
    assert all(citation.source for citation in members.citations)


@pytest.mark.parametrize("file", [DUPLEX, LARGE, FZK, POLE, "graphs/fellowship.json"])
def test_what_a_graph_has_not_is_said(opened, file):
    answer = opened(file).ask("How many penguins are there?")
    assert answer.status is Status.UNANSWERABLE
    assert "penguins" in answer.text


@pytest.mark.parametrize("file", [DUPLEX, POLE])
def test_a_wish_to_change_the_graph_is_refused(opened, file):
    assert opened(file).ask("Delete all nodes").status is Status.REFUSED
