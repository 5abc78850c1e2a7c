"""204 questions that were written without a look at the rules, each with its gold: 186 are answered right.

A change that answers fewer of them fails; one that answers more raises the figures here. A question that a rule is
written for belongs in the files beside this one, where each must be answered right.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from small_graphs import Graphs

from fingerpost.evals.data import Example
from fingerpost.evals.questions import Measures, judge

FOLDER = Path(__file__).parent / "frozen"
RIGHT = {
    "campus": 25,
    "clinic": 31,
    "dining": 25,
    "flights": 20,
    "league": 21,
    "packages": 12,
    "shop": 27,
    "staff": 25,
}
"""Answers that say what the gold says, by the lenient measure of `fingerpost eval`."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", RIGHT)
def test_as_many_frozen_questions_are_answered_right(graphs: Graphs, name: str) -> None:
    wrong = []
    asked = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    for question, gold in asked.items():
        example = Example(id=question, question=question, cypher=gold, graph=name, group="")
        outcome = judge(graphs[name], example, Measures(oracle=0, lenient=True))
        assert outcome.verdict != "gold", f"the gold of “{question}” does not run: {outcome.why}"
        if not outcome.lenient:
            wrong.append(f"{outcome.verdict}: {question}")
    assert len(asked) - len(wrong) >= RIGHT[name], "\n".join(wrong)


def test_all_of_them_are_asked() -> None:
    assert {file.stem for file in FOLDER.glob("*.toml")} == set(RIGHT)
