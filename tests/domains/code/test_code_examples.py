"""The worked examples of the code pack: every query is checked, and with a Joern server run on two programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from scale import LONG

from fingerpost.core.limits import Limits
from fingerpost.engine import nearest_examples, worked_examples
from fingerpost.query_languages import language
from fingerpost.stores import JoernClient
from scripts.servers.jars import Unavailable
from scripts.servers.joern import JoernServer, library

EXAMPLES = worked_examples("code")
GRAPHS = ("code/cjson-1.7.15.cpg.bin", "code/zlib-1.2.13.cpg.bin")
INTENTS = {"find-function", "code-analysis", "security-check", "explain-concept"}


def test_there_are_enough_and_each_is_checked_without_repairs() -> None:
    assert len(EXAMPLES) >= 150
    assert len({one.question for one in EXAMPLES}) == len(EXAMPLES)
    assert {one.intent for one in EXAMPLES} == INTENTS
    assert len({one.shape for one in EXAMPLES}) >= 12
    for one in EXAMPLES:
        verified = language("cpgql").verify(one.cpgql)
        assert verified.text.startswith("cpg."), one
        assert not verified.fixes_applied, one


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which functions call palloc?", "Which functions call malloc?"),
        ("Which functions are longer than 80 lines?", "Which functions are longer than 100 lines?"),
        ("Which functions call read but never close?", "Which functions call strlen but never strcpy?"),
        ("Which structs have a field called owner?", "Which structs have a field named next?"),
        ("Where does data from recv reach strcpy?", "Where does data from read reach memcpy?"),
        ("What are the ten longest functions?", "What are the five longest functions?"),
    ],
)
def test_the_nearest_are_of_the_same_kind(question: str, expected: str) -> None:
    near = nearest_examples("code", question, 5)
    assert expected in [one.question for one in near[:3]]


def test_intent_and_domain_filter() -> None:
    near = nearest_examples("code", "Which functions call strcpy?", 5, intent="security-check", domain="memory")
    assert len(near) >= 3
    assert {(one.intent, one.domain) for one in near} == {("security-check", "memory")}
    assert nearest_examples("code", "Which functions call strcpy?", 5, domain="nowhere") == ()
    assert nearest_examples("code", "Quel temps fait-il demain?", 5) == ()
    assert worked_examples("library") == worked_examples(None) == ()


if LONG:  # two servers are started

    @pytest.mark.shared
    @pytest.mark.xdist_group("joern")
    def test_each_runs_on_both_programs(shared: Callable[[str], Path]) -> None:
        try:
            library(fetch=False)
        except Unavailable as why:
            pytest.skip(f"needs a Joern server: {why}")
        found: Counter[str] = Counter()
        for graph in GRAPHS:
            with JoernServer(shared(graph), memory=1024) as running:
                client = JoernClient(running.url)
                for one in EXAMPLES:
                    result = client.run(language("cpgql").verify(one.cpgql), Limits(time_ms=120_000))
                    found[one.question] += len(result.rows)
        empty = [one.question for one in EXAMPLES if not found[one.question]]
        assert len(empty) <= len(EXAMPLES) // 6, empty
