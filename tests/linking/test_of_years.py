"""Properties of which there is one for each year: the year that a question names says which is meant."""

from __future__ import annotations

import pytest

import fingerpost as fp

MILLS = "name,county,flour2021,flour2022\nAsh,Kent,40,50\nElm,Kent,60,10\nOak,Devon,7,90\n"


@pytest.fixture(scope="module")
def kb(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mills")
    (folder / "mills.csv").write_text(MILLS)
    fp.load([folder / "mills.csv"], folder / "kb.fp")
    with fp.open(folder / "kb.fp") as base:
        yield base


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the total flour of all mills in 2022?", 150),
        ("total 2021 flour of the mills", 107),
        ("What was the flour of the mill Elm in 2021?", 60),
        ("mills with more than 55 flour in 2022", "Oak"),
        ("average flour for 2022", 50),
    ],
)
def test_a_year_behind_or_before_the_words_of_a_name_is_part_of_it(kb, question, expected):
    answer = kb.ask(question)
    told = answer.rows[0][0]
    assert (told if isinstance(told, (int, float)) else told.properties["name"]) == expected
