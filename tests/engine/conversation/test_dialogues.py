"""Dialogues over the samples: each turn finds the rows of its Cypher, as sets; in order, where it sorts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from fingerpost.core.cells import freeze
from fingerpost.engine.conversation.turns import DialogueState, take_turn

TEXT = (Path(__file__).parent / "dialogues.txt").read_text(encoding="utf-8")
DIALOGUES = [(block.splitlines()[0].removeprefix("= "), block.splitlines()[1:]) for block in TEXT.strip().split("\n\n")]


@pytest.mark.parametrize(("base", "lines"), DIALOGUES, ids=[lines[0] for _, lines in DIALOGUES])
def test_dialogue(base, lines, request):
    kb = request.getfixturevalue(base)
    memory = DialogueState()
    for question, gold in zip(lines[::2], lines[1::2], strict=True):
        turn = take_turn(kb.context, question, memory)
        memory = turn.memory
        query = gold.strip().removeprefix("ordered: ")
        if query == "unanswerable":
            assert turn.answer.status == query, f"{question}: {turn.answer.text}"
            continue
        rows = kb.query(query).rows
        got, wanted = [_row(row) for row in turn.answer.rows], [_row(row) for row in rows]
        said = f"{question}: {turn.answer.status}: {turn.answer.text}; {turn.answer.reading}"
        if gold.strip().startswith("ordered: "):
            assert [row[-1] for row in got] == [row[-1] for row in wanted], said
        else:
            assert Counter(got) == Counter(wanted), said


def _row(row):
    return tuple(str(getattr(cell, "element_id", None) or freeze(cell)) for cell in row)
