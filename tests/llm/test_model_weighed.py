"""Plans of a model beside readings of the parser: which of them answers, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fingerpost as fp
from fingerpost.engine.generation.weighing import MOST, probability, weights
from fingerpost.engine.stepwise import Stepwise
from scripts.models.learn import Example, learned

KNOWN = "Which books cost more than 22?"
UNKNOWN = "Which gribbles are pricier than 22?"
RIGHT = "MATCH (b:Book) WHERE b.price > 22 RETURN b.title"
OTHER = "MATCH (m:Member) RETURN m.firstName"


@pytest.fixture
def asked(library_path: Path, model_server: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Asks the library with a model that writes this, below a confidence of the parser."""

    def ask(question: str, *written: str, below: float = 1.0) -> Any:
        monkeypatch.setenv("FINGERPOST_MODEL_BELOW", str(below))
        server = model_server(*({"content": text} for text in written))
        with fp.open(library_path, fp.Settings(model=server.spec)) as kb:
            return kb.ask(question), server.requests

    return ask


def test_who_finds_the_same_makes_the_reading_of_the_parser_no_less_sure(asked: Any, library: Any) -> None:
    alone = library.ask(KNOWN)
    answer, requests = asked(KNOWN, RIGHT)
    assert len(requests) == 1, "the parser agrees, so that SQL is not asked for"
    assert (answer.rows, answer.reading) == (alone.rows, alone.reading)
    assert answer.confidence >= alone.confidence
    assert "author" not in answer.metadata
    assert any("finds the same" in note for note in answer.notes)
    assert answer.spans == alone.spans


def test_a_sure_reading_stays_where_the_model_finds_something_else(asked: Any, library: Any) -> None:
    alone = library.ask(KNOWN)
    answer, _ = asked(KNOWN, OTHER, "NONE")
    assert (answer.rows, answer.confidence) == (alone.rows, alone.confidence)
    weighed = next(step for step in answer.trace.steps if step.name == "generate").details["weighed"]
    assert weighed[0]["signs"]["parser elsewhere"] > 0.5
    assert weighed[0]["confidence"] < alone.confidence


def test_a_model_that_has_nothing_leaves_the_reading_of_the_parser(asked: Any, library: Any) -> None:
    answer, requests = asked(KNOWN, "NONE")
    assert len(requests) == 2
    assert answer.rows == library.ask(KNOWN).rows


def test_the_model_is_asked_below_its_threshold_only(asked: Any, library: Any) -> None:
    sure = library.ask(KNOWN).confidence
    assert asked(KNOWN, RIGHT, below=sure / 2)[1] == []


def test_what_is_unsaid_or_refused_makes_a_plan_less_likely(asked: Any) -> None:
    full, _ = asked(UNKNOWN, RIGHT, "NONE")
    refused, _ = asked(UNKNOWN, "MATCH (b:Novel) RETURN b.title", "MATCH (b:Book) RETURN b.title", "NONE")
    assert full.confidence > refused.confidence
    signs = next(step for step in refused.trace.steps if step.name == "generate").details["weighed"][0]["signs"]
    assert signs["refused"] == 1
    assert signs["numbers unsaid"] == 1


def test_an_unlikely_plan_is_no_answer(asked: Any) -> None:
    answer, _ = asked(UNKNOWN, "MATCH (m:Member) WHERE m.email = 'gribbles' RETURN m.lastName", "NONE")
    assert answer.status == "unanswerable"
    assert "author" not in answer.metadata


def test_weights_follow_what_was_right() -> None:
    signs = {"always": 1.0, "notations agree": 1.0}
    assert learned([]) == weights()
    taught = learned([Example("a", signs, right, 1.0) for right in (True,) * 30])
    assert taught["notations agree"] > weights()["notations agree"]
    assert taught["unsaid"] == weights()["unsaid"]
    assert learned([Example("a", signs, False, 1.0)] * 30)["notations agree"] < weights()["notations agree"]


def test_no_plan_of_a_model_is_sure() -> None:
    assert probability({"always": 100.0, "parser agrees": 100.0, "notations agree": 100.0}) <= MOST < 0.8
    assert probability({}) == pytest.approx(0.5)


def test_agreement_is_worth_most(asked: Any) -> None:
    agreeing, _ = asked(UNKNOWN, RIGHT, "SELECT title FROM Book WHERE price > 22")
    differing, _ = asked(UNKNOWN, RIGHT, "SELECT title FROM Book WHERE price > 25")
    assert agreeing.confidence > differing.confidence


@pytest.mark.parametrize("written", [(RIGHT,), (OTHER, "NONE"), ("NONE",)])
def test_a_run_that_goes_on_elsewhere_gives_the_same(
    library_path: Path, model_server: Any, monkeypatch: pytest.MonkeyPatch, written: tuple[str, ...]
) -> None:
    monkeypatch.setenv("FINGERPOST_MODEL_BELOW", "1")
    server = model_server(*({"content": text} for text in written))
    with fp.open(library_path, fp.Settings(model=server.spec)) as kb:
        first, done, kept = Stepwise(kb.context, KNOWN), [], {}
        while first.next is not None:
            name = first.next
            done.append((name, first.step()))
            kept[name] = first.kept(name)
        asked_before = len(server.requests)
        again = Stepwise(kb.context, KNOWN)
        again.replay(done, {name: found for name, found in kept.items() if found})
        assert len(server.requests) == asked_before
        one, other = first.answer(), again.answer()
    assert (one.rows, one.confidence, one.text, one.notes) == (other.rows, other.confidence, other.text, other.notes)
