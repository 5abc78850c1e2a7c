"""What a question about the text of law is about: its words, its language, and instruments that it does not name."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from fingerpost.domains.regulations.questions.catalog import Mention, Subject, Title, words_of
from fingerpost.domains.regulations.questions.intents import Signs
from fingerpost.domains.regulations.questions.patterns import ENGLISH, FRENCH
from fingerpost.retrieval import stems

_ASKING: Final = re.compile(
    r"^\s*(?:please )?(?:what (?:is|are) (?:meant by|the meaning of)|(?:what )?does(?= .* mean\b)|meaning of|explain"
    r"|interpret|clarify|how (?:do|should) (?:i|we) understand|tell me about"
    r"|(?:find|show(?: me)?|locate|search(?: for)?|look for|list|where (?:can i|do i) find) (?:the |all |any )?"
    r"(?:provisions?|sections?|rules?|texts?)? ?(?:about|on|for|that deal with)?"
    r"|(?:which|what) (?:sections?|provisions?|parts?) (?:of (?:the )?)?(?:deals? with|covers?|is about|are about"
    r"|concerns?|govern\w*|addresse?s?|talks? about))\b|\bmeans?\s*\??\s*$",
    re.I,
)
_APPLYING: Final = re.compile(r"\bapply(?:ing)?\b(?= for)", re.I)
"""Statutes say that an application is made."""
_FILE: Final = "everyday.toml"
_FRENCH: Final = re.compile(
    r"\b(?:[ldjmtsnc]|qu)[’']|\b(?:quel(?:le)?s?|qui|que|quoi|comment|quand|combien|pourquoi|où|est|sont|puis-je|peut-on|"
    r"dois-je|doit-on|faut-il|ai-je|peut|peuvent|je|tu|il|elle|on|nous|vous|ils|elles|mon|ma|mes|son|sa|ses|leurs?|le|la|"
    r"les|un|une|des|du|de|au|aux|à|et|ou|en|dans|par|pour|sur|avec|ce|cette|ces|si|ne|pas|fait|faire|y|a)\b",
    re.I,
)
_SPACES: Final = re.compile(r"\s+")


def content(question: str, language: str, named: Sequence[tuple[int, int]] = ()) -> str:
    """The words to look for. What is `named` (characters) is left out, where the search is within it anyway."""
    for start, end in sorted(named, reverse=True):
        question = f"{question[:start]} {question[end:]}"
    pattern = _FRENCH if language == "fr" else _ASKING
    left = _APPLYING.sub("application", pattern.sub(" ", question))
    left = _SPACES.sub(" ", left).strip()
    return left if stems(left) else question


def in_law_words(question: str) -> str:
    """What statutes say for words of a question that people say."""
    return " ".join(dict.fromkeys(law for _, law in _said(question)))


def everyday_words(question: str) -> frozenset[str]:
    """The words of a question that people say for others that statutes have, in lower case."""
    return frozenset(word for said, _ in _said(question) for word in said.lower().split())


def alternatives(question: str) -> dict[str, frozenset[str]]:
    """The stems of words that people say, and those of statutes for the same."""
    found: dict[str, frozenset[str]] = {}
    for said, law in _said(question):
        for one in stems(said):
            found[one] = found.get(one, frozenset()).union(stems(law))
    return found


@lru_cache(maxsize=64)
def _said(question: str) -> tuple[tuple[str, str], ...]:
    """The words of a question that people say, each with those of statutes for it."""
    return tuple(
        (match[0], law)
        for everyday, law in _everyday()
        for match in everyday.finditer(question)
        # Unless it is a word of a name: "Board of Appeal", "Tax Court".
        if not (match.start() and match[0][0].isupper() and everyday.pattern.islower())
    )


@cache
def _everyday() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Words that people say, and those of statutes for the same."""
    table = tomllib.loads((files(__package__) / _FILE).read_text(encoding="utf-8"))
    return tuple((re.compile(rf"\b(?:{said})\b", re.I), law) for said, law in table.items())


def language_of(question: str) -> str:
    """`fr` for a question with at least two French words, and more than it has English ones; else `en`."""
    french = len(FRENCH.findall(question))
    return "fr" if french >= 2 and french > len(ENGLISH.findall(question)) else "en"


def beside(question: str, mentions: Sequence[Mention]) -> str:
    """The words of a question beside the instruments that it names: a title may be in the other language."""
    ends = [0, *(mention.end for mention in mentions)]
    starts = [*(mention.start for mention in mentions), len(question)]
    return " ".join(question[end:start] for end, start in zip(ends, starts, strict=True))


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
