"""What is said behind a question about its answer."""

from __future__ import annotations

import pytest

from fingerpost.linking.follow_ups import followed
from fingerpost.linking.text import tokenise


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("Is there any shop that nobody runs? Name it.", "which shop that nobody runs"),
        ("Are there shops without staff? Which ones?", "which shops without staff"),
        ("Is there a shop with a garden? What is its name?", "which shop with a garden"),
        ("Does Ada run a shop? Which one?", "does ada run a shop which one"),
        ("Shops selling tea and rice: which ones?", "shops selling tea and rice"),
        ("Who runs most shops? Name all of them if it is a tie.", "who runs most shops"),
        ("Which shops sell ties?", "which shops sell ties"),
        ("Owners over 40, and how many?", "owners over 40 and how many"),
    ],
)
def test_it_is_read_as_part_of_the_question(question, read):
    assert " ".join(token.norm for token in followed(tokenise(question), question)) == read
