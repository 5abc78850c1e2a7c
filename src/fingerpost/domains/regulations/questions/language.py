"""The language of a question about law."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.domains.regulations.questions.catalog import Mention
from fingerpost.domains.regulations.questions.patterns import ENGLISH, FRENCH


def language_of(question: str) -> str:
    """`fr` for a question with at least two French words, and more than it has English ones; else `en`."""
    french = len(FRENCH.findall(question))
    return "fr" if french >= 2 and french > len(ENGLISH.findall(question)) else "en"


def beside(question: str, mentions: Sequence[Mention]) -> str:
    """The words of a question beside the instruments that it names: a title may be in the other language."""
    ends = [0, *(mention.end for mention in mentions)]
    starts = [*(mention.start for mention in mentions), len(question)]
    return " ".join(question[end:start] for end, start in zip(ends, starts, strict=True))
