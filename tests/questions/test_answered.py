"""Questions of every kind, each with the Cypher that it must come to the same rows as."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from fingerpost.core.answer import Status
from fingerpost.core.cells import Node, Relationship


def _cases(name):
    for kind, questions in tomllib.loads((Path(__file__).parent / name).read_text(encoding="utf-8")).items():
        for question, gold in questions.items():
            yield pytest.param(question, gold, id=f"{kind}: {question}")


def _value(cell):
    if isinstance(cell, (Node, Relationship)):
        return ("element", cell.element_id)
    if isinstance(cell, (int, float)) and not isinstance(cell, bool):
        return round(float(cell), 6)
    return cell


def _multiset(rows):
    """Rows as a multiset, columns in any order."""
    return sorted(sorted(repr(_value(cell)) for cell in row) for row in rows)


def _check(kb, question, gold):
    answer = kb.ask(question)
    rows = kb.query(gold).rows
    assert answer.status in (Status.ANSWERED, Status.EMPTY), answer.text
    assert _multiset(answer.rows) == _multiset(rows), answer.reading


@pytest.mark.parametrize(("question", "gold"), list(_cases("library.toml")))
def test_a_question_about_the_library(library, question, gold):
    _check(library, question, gold)


@pytest.mark.parametrize(("question", "gold"), list(_cases("house.toml")))
def test_a_question_about_the_house(house, question, gold):
    _check(house, question, gold)
