"""Measures of answers: claims that no row has are found."""

from __future__ import annotations

from fingerpost.answers import quality, unsupported_claims
from fingerpost.core.answer import Answer, Status


def answer(text: str, *, status: Status = Status.ANSWERED, ignored: tuple[str, ...] = ()) -> Answer:  # type: ignore[type-arg]
    rows = (("copy_title", "shelf.c:11"), ("shelf_new", "shelf.c:48"))
    return Answer(
        question="Which functions allocate memory?", status=status, text=text, columns=("name", "location"), rows=rows,
        reading="functions that allocate memory", ignored=ignored,
    )  # fmt: skip


def test_a_text_of_the_rows_is_faithful() -> None:
    found = quality(answer("2 functions:\n- copy_title (shelf.c:11)\n- shelf_new (shelf.c:48)"))
    assert found is not None
    assert (found.faithfulness, found.answer_relevance, found.context_precision) == (1.0, 1.0, 1.0)
    assert found.overall_score == 1.0


def test_what_no_row_has_is_not_faithful() -> None:
    invented = answer("3 functions:\n- copy_title (shelf.c:12)\n- free_all")
    assert unsupported_claims(invented) == ("3", "shelf.c:12", "free_all")
    found = quality(invented)
    assert found is not None
    assert found.faithfulness == 0.25


def test_rows_that_the_text_leaves_out_and_words_that_were_ignored() -> None:
    found = quality(answer("- shelf_new (shelf.c:48)", ignored=("memory",)))
    assert found is not None
    assert found.context_precision == 0.5
    assert found.answer_relevance < 1


def test_without_an_answer_there_is_nothing_to_measure() -> None:
    assert quality(answer("That cannot be said.", status=Status.UNANSWERABLE)) is None
