"""Instruments that a question is about without naming them: "the Canada emergency response benefit", of the act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fingerpost.domains.regulations.questions.catalog import Subject, Title, words_of
from fingerpost.domains.regulations.questions.content import content, in_law_words
from fingerpost.domains.regulations.questions.intents import Signs
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


def topic_of(question: str, subjects: Mapping[str, Sequence[Subject]], language: str) -> Topic:
    """The instruments that a question is about without naming them, with what else it says.

    `subjects` are those of the catalog.
    """
    found, span = _topics_in(question, subjects, language)
    return (
        Topic() if span is None else Topic(tuple(one.identifier for one in found), content(question, language, [span]))
    )


def _topics_in(
    question: str, subjects: Mapping[str, Sequence[Subject]], language: str
) -> tuple[list[Title], tuple[int, int] | None]:
    """The loaded instruments whose whole subject stands in a question, and where; of several, the longest."""
    asked = words_of(question)
    words = tuple(word for word, _, _ in asked)
    found: list[Title] = []
    span: tuple[int, int] | None = None
    longest = _LEAST
    for at, word in enumerate(words):
        for subject, title in subjects.get(word, ()):
            if title.language != language or len(subject) < longest or words[at : at + len(subject)] != subject:
                continue
            if len(subject) > longest or span is None:
                found, longest = [], len(subject)
                span = asked[at][1], asked[at + len(subject) - 1][2]
            if title not in found:
                found.append(title)
    return found, span


def searched(asked: str, signs: Signs) -> str:
    """The words to search for, with those of the law; of the signs, too, where a question says little beside."""
    adds = signs.adds if len(stems(asked)) < _TELLING else ""
    return " ".join(filter(None, (asked, in_law_words(asked), adds)))
