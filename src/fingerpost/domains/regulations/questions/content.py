"""What a question about the text of law is about."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
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
    if language == "fr":
        left = _FRENCH.sub(" ", question)
    else:
        said = (law for everyday, law in _everyday() if everyday.search(question))
        left = " ".join((_APPLYING.sub("application", _ASKING.sub(" ", question)), *said))
    left = _SPACES.sub(" ", left).strip()
    return left if stems(left) else question


@cache
def _everyday() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Words that people say, and those of statutes for the same."""
    table = tomllib.loads((files(__package__) / _FILE).read_text(encoding="utf-8"))
    return tuple((re.compile(rf"\b(?:{said})\b", re.I), law) for said, law in table.items())


def closeness(question: Sequence[str], heading: str, text: str, weights: Mapping[str, float]) -> float:
    """How well a passage says what is asked, by the stems of the question in their order (0..1.5).

    How much of the question it has, by `weights`; and how many of the words that stand side by side there do so here.
    """
    noted, said = stems(heading), stems(text)
    held = frozenset(noted).union(said)
    asked = dict.fromkeys(question)
    whole = sum(weights.get(one, 0.0) for one in asked)
    covered = sum(weights.get(one, 0.0) for one in asked if one in held) / whole if whole else 0.0
    pairs = list(pairwise(question))
    beside = frozenset(pairwise(noted)).union(pairwise(said))
    return covered / 2 + (sum(pair in beside for pair in pairs) / len(pairs) if pairs else 0.0)
