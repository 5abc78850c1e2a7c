"""A bug in one reading costs that reading, not the question, and is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import fingerpost
from fingerpost.core.answer import Status
from fingerpost.engine.gate import Gate
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.engine.scoring import signs
from fingerpost.engine.steps import reading, running
from fingerpost.questions import compose, parse

QUESTION = "Which books did Jane Austen write?"
AGREEING = "Has anyone borrowed Emma?"
"""A question of which two readings are likely and find the same: the gate sees the likeliest one first."""
TYPED = (Status.ANSWERED, Status.EMPTY, Status.AMBIGUOUS, Status.UNANSWERABLE)

PLACES: dict[str, tuple[str, Any, str]] = {
    "compose": ("parse", compose, "_skipped"),
    "heads": ("parse", parse, "learned_heads"),
    "score": ("parse", parse, "whole_reasons"),
    "compile": ("parse", parse, "fingerprint"),
    "ways": ("parse", parse, "ways"),
    "verify": ("rank", Gate, "check_plan"),
    "rank": ("rank", signs, "reading_signs"),
}
"""Each part of the work on readings, the step that it belongs to, and a function of it that can be made to fail."""


@pytest.fixture(scope="module")
def patient(library_path: Path) -> Iterator[KnowledgeBase]:
    """A knowledge base that contains internal errors, as it does for its users."""
    with fingerpost.open(library_path, fingerpost.Settings(raise_internal_errors=False)) as opened:
        opened.ask(QUESTION)
        yield opened


@pytest.fixture
def fail(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Makes a function fail, the first time that it is called or every time."""

    def put(place: Any, name: str, error: BaseException, *, always: bool = False) -> None:
        real, failed = getattr(place, name), []

        def failing(*args: Any, **kwargs: Any) -> Any:
            if always or not failed:
                failed.append(True)
                raise error
            return real(*args, **kwargs)

        monkeypatch.setattr(place, name, failing)

    return put


@pytest.mark.parametrize("part", PLACES)
def test_one_reading_is_lost_and_the_question_is_answered(
    patient: KnowledgeBase, fail: Callable[..., None], part: str
) -> None:
    name, place, function = PLACES[part]
    fail(place, function, ZeroDivisionError("a bug"))
    answer = patient.ask(AGREEING if part == "verify" else QUESTION)
    assert answer.status is Status.ANSWERED
    (step,) = (step for step in answer.trace.steps if step.internal_errors)
    assert (step.name, step.internal_errors, answer.trace.internal_errors) == (name, 1, 1)
    (fault,) = step.details["internal_errors"]
    assert (fault["part"], fault["error"], fault["count"]) == (part, "ZeroDivisionError", 1)


def test_a_reading_that_cannot_be_run_is_lost(patient: KnowledgeBase, fail: Callable[..., None]) -> None:
    fail(patient.store, "run", KeyError("a bug"))
    answer = patient.ask(QUESTION)
    assert answer.status in TYPED
    assert [step.name for step in answer.trace.steps if step.internal_errors] == ["rank"]


@pytest.mark.parametrize("part", PLACES)
def test_a_bug_that_every_reading_meets_is_no_crash(
    patient: KnowledgeBase, fail: Callable[..., None], part: str
) -> None:
    _, place, function = PLACES[part]
    fail(place, function, AssertionError("a bug"), always=True)
    answer = patient.ask(QUESTION)
    assert answer.status in (*TYPED, Status.FAILED)
    assert answer.trace.internal_errors
    assert (answer.error_code == "internal.error") == (answer.status is Status.FAILED)


@pytest.mark.parametrize(("place", "function"), [(reading, "route"), (running, "citations"), (reading, "rivals")])
def test_a_bug_outside_the_readings_fails_the_question(
    patient: KnowledgeBase, fail: Callable[..., None], place: Any, function: str
) -> None:
    fail(place, function, TypeError("a bug"))
    answer = patient.ask(QUESTION)
    assert (answer.status, answer.error_code) == (Status.FAILED, "internal.error")
    assert "TypeError" in answer.text
    assert answer.trace.steps[-1].name == "fail"


@pytest.mark.parametrize("part", PLACES)
@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, SystemExit, TimeoutError, RuntimeError])
def test_what_a_host_raises_passes_through(
    patient: KnowledgeBase, fail: Callable[..., None], part: str, error: type[BaseException]
) -> None:
    """Interrupts, and what a host raises to cancel the question: an exception of its own."""
    _, place, function = PLACES[part]
    fail(place, function, error())
    with pytest.raises(error):
        patient.ask(QUESTION)


@pytest.mark.parametrize("part", PLACES)
def test_a_setting_raises_them(kb: KnowledgeBase, fail: Callable[..., None], part: str) -> None:
    """As in this suite, where a bug must not stay unseen."""
    assert kb.settings.raise_internal_errors
    _, place, function = PLACES[part]
    fail(place, function, ZeroDivisionError("a bug"))
    with pytest.raises(ZeroDivisionError):
        kb.ask(QUESTION)
