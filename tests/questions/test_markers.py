"""Markers: which words say what to do with what is named."""

from __future__ import annotations

import json
import re
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

import fingerpost
from fingerpost.linking.sought import TABLE, digest
from fingerpost.linking.text import tokenise
from fingerpost.questions.markers import Role, find_markers
from scripts.tables.needed_words import PATTERNS, table

FOLDER = Path(__file__).parent


def _found(kb, question):
    linked = kb.parser._linker.link(question)
    return [
        (marker.role.value, marker.value, " ".join(t.text for t in linked.tokens[marker.start : marker.end]))
        for marker in find_markers(linked)
    ]


@pytest.mark.parametrize(
    ("question", "role", "value", "words"),
    [
        ("How many books are there?", "count", "", "How many"),
        ("How many different languages are there?", "count", "distinct", "How many different"),
        ("What is the average price of the books?", "aggregate", "avg", "average"),
        ("How many books are in each genre?", "group", "", "each"),
        ("Which books have more than 600 pages?", "compare", ">", "more than"),
        ("Which books have at least 600 pages?", "compare", ">=", "at least"),
        ("Which books have no more than 100 pages?", "compare", "<=", "no more than"),
        ("Which books have between 100 and 200 pages?", "between", "", "between"),
        ("Which books were published in 1813?", "compare", "= time", "in"),
        ("Which books were published before 1900?", "compare", "< time", "before"),
        ("Which books were borrowed later than May 2025?", "compare", "> late", "later than"),
        ("Which books were borrowed later than last year?", "compare", "> late", "later than"),
        ("Which loans are more recent than last year?", "compare", "> recent", "more recent than"),
        ("Which members never borrowed a book?", "negate", "", "never"),
        ("Which books have no publisher?", "negate", "", "have no"),
        ("What is the longest book?", "superlative", "long", "the longest"),
        ("Which author wrote the most books?", "superlative", "most", "the most"),
        ('Which books contain "Day" in the title?', "text", "contains", "contain"),
        ("Is there a book by Jane Austen?", "check", "", "Is there"),
        ("Which members are at least 18 years old?", "compare", ">= old", "at least"),
        ("Members aged over 30", "compare", "> old", "aged over"),
        ("List the books from newest to oldest", "sort", "first new", "from newest to oldest"),
        ("List the books by price, cheapest first", "sort", "first cheap", "cheapest first"),
        ("List the books by price, cheapest first", "sort", "", "by"),
        ("Which books have the same language as Emma?", "beyond", "= - split", "same"),
        ("Which members borrowed only French books?", "only", "", "only"),
        ("Which authors have neither a country nor a book?", "either", "nor", "nor"),
        ("Members between 20 and 30 years old", "between", "old", "between"),
        ("List the members alphabetically", "sort", "asc name", "alphabetically"),
        ("The members, and sort them by age", "sort", "", "sort them by"),
        ("The members in lexicographic order", "sort", "asc name", "in lexicographic order"),
        ("Members in descending alphabetical order", "sort", "desc name", "in descending alphabetical order"),
        ("Members who are no longer active", "negate", "", "no longer"),
        ("Show the books, limit the list to 5", "top", "some", "limit the list to 5"),
        ("Who wrote Emma?", "who", "", "Who"),
        ("When did Anna Kowalska join?", "ask property", "when", "When"),
    ],
)
def test_words_that_say_what_to_do(library, question, role, value, words):
    assert (role, value, words) in _found(library, question)


@pytest.mark.parametrize(
    ("question", "count"),
    [("What are the three longest books?", 3), ("Top 5 books by pages", 5), ("What is the longest book?", None)],
)
def test_how_many_are_asked_for(library, question, count):
    linked = library.parser._linker.link(question)
    [marker] = [m for m in find_markers(linked) if m.role in (Role.TOP, Role.SUPERLATIVE)]
    assert marker.number == count


def test_words_inside_a_name_mark_nothing(library):
    assert not [found for found in _found(library, "Who wrote The Last Man?") if found[0] == "superlative"]
    assert not [
        found for found in _found(library, "What is the first name of the members?") if found[0] == "superlative"
    ]


def test_a_comparison_needs_something_to_compare_with(library):
    assert not [found for found in _found(library, "What is over there?") if found[0] == "compare"]


def test_no_word_belongs_to_two_markers(library):
    linked = library.parser._linker.link("Which three members borrowed more than two of the longest books in 2026?")
    spans = sorted((m.start, m.end) for m in find_markers(linked))
    assert all(one[1] <= other[0] for one, other in pairwise(spans))


def test_what_is_stored_as_unknown_is_asked_for(tmp_path):
    """ "Unknown" is a value like any other where it is stored; elsewhere it asks for what has none."""
    rows = ["name,weight,height,:LABEL", "Ada,unknown,1.7,Person", "Bob,,1.8,Person", "Cyd,unknown,,Person"]
    (tmp_path / "people.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    fingerpost.load([tmp_path / "people.csv"], tmp_path / "people.fp")
    with fingerpost.open(tmp_path / "people.fp") as kb:
        assert kb.ask("How many people have an unknown weight?").rows == ((2,),)
        assert kb.ask("How many people have an unknown height?").rows == ((1,),)


def test_patterns_are_found_by_words_that_every_match_has() -> None:
    assert json.loads(TABLE.read_text(encoding="utf-8")) == table(one.pattern for one in PATTERNS), (
        "run python -m scripts.tables.needed_words"
    )
    patterns = {one.pattern for one in PATTERNS}
    assert len({digest(pattern) for pattern in patterns}) == len(patterns)
    read = [tomllib.loads(file.read_text(encoding="utf-8")) for file in FOLDER.glob("*.toml")]
    kinds = [kind for file in read for kind in file.values()]
    lines = [" ".join(token.norm for token in tokenise(question)) for questions in kinds for question in questions]
    for one in PATTERNS:
        whole = re.compile(one.pattern)
        missed = [line for line in lines if whole.search(line) and not any(word in line for word in one.needed)]
        assert missed == []
