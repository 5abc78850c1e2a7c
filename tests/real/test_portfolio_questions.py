"""The office's questions over 26 projects: by project, model, version and owner."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("ifcopenshell", reason='needs ifcopenshell: pip install "fingerpost[ifc]"')
sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))

from building_measure import SURE
from portfolio_questions import QUESTIONS, REFUSED, Portfolio
from scale import some

import fingerpost as fp
from fingerpost.core.answer import Status
from fingerpost.core.cells import Node
from scripts.samples.make_portfolio import write_portfolio


@pytest.fixture(scope="module")
def portfolio(tmp_path_factory):
    folder = tmp_path_factory.mktemp("portfolio")
    paths = write_portfolio(folder / "models")
    report = fp.load([folder / "models"], folder / "portfolio.fp")
    assert not report.problems
    with fp.open(folder / "portfolio.fp") as kb:
        yield kb, Portfolio(paths)


def _right(answer, wanted):
    if wanted is REFUSED:
        return answer.status in (Status.REFUSED, Status.UNANSWERABLE)
    if answer.status not in (Status.ANSWERED, Status.EMPTY):
        return False
    if isinstance(wanted, dict):
        return {_said(row[0]): row[-1] for row in answer.rows} == wanted
    if isinstance(wanted, set):
        return any(
            {_said(cell) for cell in column} == wanted or {_id(cell) for cell in column} == wanted
            for column in zip(*answer.rows, strict=True)
        )
    return [row[-1] for row in answer.rows] == [wanted]


def _said(cell):
    return str(cell.properties.get("name")) if isinstance(cell, Node) else cell


def _id(cell):
    return cell.element_id if isinstance(cell, Node) else cell


def test_the_office_gets_right_answers(portfolio):
    kb, files = portfolio
    wrong = []
    for question, wanted in some(QUESTIONS, 4):
        answer = kb.ask(question)
        if not _right(answer, wanted(files)):
            wrong.append((question, answer.confidence, answer.text[:200], answer.reading))
    sure = [one for one in wrong if one[1] >= SURE]
    assert not sure, sure
    assert len(wrong) <= 2, wrong


def test_a_single_number_over_few_models_is_told_by_model(tmp_path):
    paths = write_portfolio(tmp_path / "models")
    chosen = [one for one in paths if one.parts[-3] == "24-01-161"]
    fp.load(chosen, tmp_path / "tower.fp")
    with fp.open(tmp_path / "tower.fp") as kb:
        answer = kb.ask("How many walls are there?")
    assert answer.rows == ((10,),)
    told = Counter(note.startswith("by part: ") for note in answer.notes)
    assert told[True] == 1, answer.notes
