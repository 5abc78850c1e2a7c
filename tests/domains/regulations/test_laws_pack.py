"""The examples of the pack: each question finds over the sample what its query finds."""

from __future__ import annotations

import pytest

from fingerpost.engine import KnowledgeBase
from fingerpost.linking import read_pack

EXAMPLES = read_pack("regulations").example


def test_there_are_many() -> None:
    assert len(EXAMPLES) >= 20


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.question)
def test_an_example_is_answered_as_its_query_is(kb: KnowledgeBase, example: object) -> None:
    question, cypher = example.question, example.cypher  # type: ignore[attr-defined]
    answer = kb.ask(question)
    assert {row[0] for row in answer.rows} == {row[0] for row in kb.query(cypher).rows}
    assert answer.citations or not answer.rows
