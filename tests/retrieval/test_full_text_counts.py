"""BM25 with the counts of many passages is what SQLite says of all of them."""

from __future__ import annotations

import random

import pytest

from fingerpost.retrieval.full_text_counts import Counts, indexed, scored, words_of

WORDS = "cat dog bird fish runs running ran tree stone don't C++ déjà x 7".split()


def test_scores_are_those_of_sqlite_over_all_passages():
    chance = random.Random(3)
    passages = [(chance.choice(WORDS), " ".join(chance.choices(WORDS, k=chance.randint(1, 30)))) for _ in range(200)]
    asked = ["bird", "running", "stone", "absent"]
    said = words_of(passages)
    holding = {word: sum(word in one for one in said) for word in set().union(*said)}
    counts = Counts(len(passages), sum(one.total() for one in said), holding)
    whole = indexed(passages)
    query = "SELECT rowid, -bm25(words, 1.0, 1.0) FROM words WHERE words MATCH ?"
    expected = dict(whole.execute(query, (" OR ".join(f'"{word}"' for word in asked),)))
    some = range(0, 200, 3)
    few = indexed([passages[number] for number in some])
    forms = [form for one in words_of([("", word) for word in asked]) for form in one]
    found = scored(few, forms, [said[number].total() for number in some], counts, 1_000)
    assert found
    assert {some[at]: score for at, score in found} == pytest.approx(
        {number: score for number, score in expected.items() if number in some}
    )
    assert found == sorted(found, key=lambda pair: (-pair[1], pair[0]))
