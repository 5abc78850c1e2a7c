"""Lists that do not answer the question word."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("question", ["Whose horse is groomed by Cora Lind?", "Whose horse does Cora Lind groom?"])
def test_what_is_no_answer_to_who_is_never_sure(graphs, question):
    assert graphs["stables"].ask(question).confidence < 0.8


@pytest.mark.parametrize("question", ["Who has a jumping score above 50?", "Where did Juniper ride?"])
def test_an_answer_of_the_kind_that_is_asked_for_is_sure(graphs, question):
    assert graphs["stables"].ask(question).confidence >= 0.8
