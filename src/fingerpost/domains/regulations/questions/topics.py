"""Instruments that a question is about without naming them: "the Canada emergency response benefit", of the act."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from fingerpost.domains.regulations.questions.answer_signs import Signs
from fingerpost.domains.regulations.questions.catalog import KIND_WORDS, Title, words_of
from fingerpost.domains.regulations.questions.content import content
from fingerpost.retrieval import stems

_LEAST: Final = 2
"""Words of a title, beside those for what kind of law it is, that say what it is about."""
_TELLING: Final = 2
"""Words of a question that say what is asked, at least."""


@dataclass(frozen=True, slots=True)
class Topic:
    """The instruments (ids) that a question is about without naming them, and what else it says."""

    documents: tuple[str, ...] = ()
    rest: str = ""


def topic_of(question: str, titles: Iterable[Title], language: str) -> Topic:
    """The instruments that a question is about without naming them, with what else it says."""
    found, span = _topics_in(question, titles, language)
    return (
        Topic() if span is None else Topic(tuple(one.identifier for one in found), content(question, language, [span]))
    )


def _topics_in(question: str, titles: Iterable[Title], language: str) -> tuple[list[Title], tuple[int, int] | None]:
    """The loaded instruments whose whole subject stands in a question, and where; of several, the longest.

    A subject is the title without its year and the words for a kind of law.
    """
    asked = words_of(question)
    words = [word for word, _, _ in asked]
    found: list[Title] = []
    span: tuple[int, int] | None = None
    longest = _LEAST
    for title in titles:
        if title.label not in ("Act", "Regulation") or title.language != language:
            continue
        subject = [word for word, _, _ in words_of(title.title) if not word.isdigit()]
        while subject and subject[-1] in KIND_WORDS:
            subject.pop()
        if len(subject) < longest:
            continue
        at = next((at for at in range(len(words) - len(subject) + 1) if words[at : at + len(subject)] == subject), None)
        if at is None:
            continue
        if len(subject) > longest or span is None:
            found, longest = [], len(subject)
            span = asked[at][1], asked[at + len(subject) - 1][2]
        found.append(title)
    return found, span


def searched(asked: str, signs: Signs) -> str:
    """The words to search for; those of the signs where a question says little beside what it is about."""
    return asked if len(stems(asked)) >= _TELLING else f"{asked} {signs.adds}".strip()
