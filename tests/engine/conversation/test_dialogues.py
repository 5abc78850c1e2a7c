"""Dialogues over the samples: each turn finds the rows of its Cypher; in order, where it sorts.

A row of the answer holds a gold row if each gold value is one of its cells, or a property of a node among them. A gold
that begins with "unmet: " is one that is not found yet; nine turns in ten must be.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.core.cells import Node, freeze
from fingerpost.engine.conversation.state import DialogueState
from fingerpost.engine.conversation.turns import take_turn

TEXT = (Path(__file__).parent / "dialogues.txt").read_text(encoding="utf-8")
DIALOGUES = [(block.splitlines()[0].removeprefix("= "), block.splitlines()[1:]) for block in TEXT.strip().split("\n\n")]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("base", "lines"), DIALOGUES, ids=[lines[0] for _, lines in DIALOGUES])
def test_dialogue(base, lines, request):
    kb = request.getfixturevalue(base)
    memory = DialogueState()
    for question, gold in zip(lines[::2], lines[1::2], strict=True):
        turn = take_turn(kb.context, question, memory)
        memory = turn.memory
        if gold.strip() == "unanswerable":
            assert turn.answer.status == "unanswerable", f"{question}: {turn.answer.text}"
            continue
        query = gold.strip().removeprefix("unmet: ").removeprefix("ordered: ")
        found = _matches(turn.answer.rows, kb.query(query).rows, ordered=gold.strip().startswith("ordered: "))
        said = f"{question}: {turn.answer.status}: {turn.answer.text}; {turn.answer.reading}"
        assert found != gold.strip().startswith("unmet: "), said


def test_nine_turns_in_ten_are_right():
    golds = [gold for _, lines in DIALOGUES for gold in lines[1::2]]
    assert len(DIALOGUES) >= 60
    assert sum("unmet: " in gold for gold in golds) <= len(golds) / 10


def _matches(rows, golds, *, ordered):
    if ordered:
        return len(rows) == len(golds) and all(map(_holds, rows, golds))
    left, wanted = list(rows), sorted(set(golds), key=repr)
    if len({repr(row) for row in rows}) != len(wanted):
        return False
    for gold in wanted:
        holding = next((row for row in left if _holds(row, gold)), None)
        if holding is None:
            return False
        left.remove(holding)
    return True


def _holds(row, gold):
    return {_cell(cell) for cell in gold} <= {value for cell in row for value in _values(cell)}


def _values(cell):
    return {_cell(cell), *map(_cell, cell.properties.values())} if isinstance(cell, Node) else {_cell(cell)}


def _cell(cell):
    if isinstance(cell, Node):
        return cell.element_id
    return f"{float(cell):.6g}" if isinstance(cell, (int, float)) and not isinstance(cell, bool) else str(freeze(cell))
