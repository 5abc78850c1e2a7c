"""What a question about the text of law is about."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

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


def alternatives(question: str) -> dict[str, frozenset[str]]:
    """The stems of words that people say, and those of statutes for the same."""
    found: dict[str, frozenset[str]] = {}
    for said, law in _said(question):
        for one in stems(said):
            found[one] = found.get(one, frozenset()).union(stems(law))
    return found


def _said(question: str) -> Iterator[tuple[str, str]]:
    for everyday, law in _everyday():
        for match in everyday.finditer(question):
            if match.start() and match[0][0].isupper() and everyday.pattern.islower():
                continue  # a word of a name: "Board of Appeal", "Tax Court"
            yield match[0], law


@cache
def _everyday() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Words that people say, and those of statutes for the same."""
    table = tomllib.loads((files(__package__) / _FILE).read_text(encoding="utf-8"))
    return tuple((re.compile(rf"\b(?:{said})\b", re.I), law) for said, law in table.items())
