"""A hundred questions over cJSON, answered without a model, against answers computed over the raw file.

A short run asks a seventh of them, and wants the same shares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from cjson_questions import QUESTIONS, Expected, kept_back
from raw_graph import RawGraph, bare
from scale import some

from fingerpost.core.answer import Answer, Status
from fingerpost.engine import KnowledgeBase

pytestmark = pytest.mark.shared

SURE = 0.8
RIGHT_AT_LEAST = 0.8
SURE_AND_WRONG_AT_MOST = 0.05


@pytest.fixture(scope="module")
def raw(shared: Callable[[str], Path]) -> RawGraph:
    return RawGraph(shared("code/cjson_cpg.graphml.gz"))


@pytest.fixture(scope="module")
def cjson(shared_base: Callable[[str], Path]) -> Iterator[KnowledgeBase]:
    with KnowledgeBase(shared_base("code/cjson_cpg.graphml.gz")) as kb:
        yield kb


def is_right(raw: RawGraph, expected: Expected, answer: Answer) -> bool:
    """Whether an answer has exactly what is expected."""
    if expected is None:
        return answer.status not in (Status.ANSWERED,)
    if answer.status not in (Status.ANSWERED, Status.EMPTY):
        return False
    cells = [cell for row in answer.rows for cell in row]
    if isinstance(expected, bool):
        return answer.text.startswith("Yes" if expected else "No")
    if isinstance(expected, int | float):
        numbers = [cell for cell in cells if isinstance(cell, int | float)]
        return len(answer.rows) == 1 and any(abs(number - expected) < 0.01 for number in numbers)
    if isinstance(expected, str):
        return len(answer.rows) == 1 and expected in cells
    if isinstance(expected, list):
        steps = answer.text.splitlines()[0].split(" → ")
        chained = all(raw.calls.has_edge(*pair) for pair in pairwise(steps))
        return chained and len(steps) == len(expected) and steps[0] == expected[0] and steps[-1] == expected[-1]
    wanted = {bare(name) for name in expected}
    return any({str(row[n]) for row in answer.rows} == wanted for n in range(len(answer.columns))) or (
        not wanted and not answer.rows
    )


def test_the_questions_are_answered(raw: RawGraph, cjson: KnowledgeBase) -> None:
    right, sure_and_wrong = [], []
    asked = some(list(enumerate(QUESTIONS)), 7)
    for number, (question, compute) in asked:
        answer = cjson.ask(question)
        if is_right(raw, compute(raw), answer):
            right.append(number)
        elif answer.status in (Status.ANSWERED, Status.EMPTY) and answer.confidence >= SURE:
            sure_and_wrong.append(question)
    print(f"right: {len(right)}, kept back: {sum(map(kept_back, right))} of 33, sure and wrong: {len(sure_and_wrong)}")
    assert len(right) >= RIGHT_AT_LEAST * len(asked)
    assert len(sure_and_wrong) <= SURE_AND_WRONG_AT_MOST * len(asked), sure_and_wrong


def test_every_function_is_cited_with_file_and_line(cjson: KnowledgeBase) -> None:
    answer = cjson.ask("Where is cJSON_Print defined?")
    assert re.search(r"cJSON\.c:1302", answer.text)
    (citation,) = answer.citations
    assert citation.source is not None
    assert (citation.source.file, citation.source.position) == ("cJSON.c", "line 1302")
