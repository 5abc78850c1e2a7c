"""The words for relations in a question, in their order."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from rapidfuzz.distance import OSA

from fingerpost.linking import commonness, stem

_FILE: Final = "cues.toml"
_LEAST: Final = 7
"""Letters of a cue that may be misspelt: shorter words are other words too often."""
_LONG_WORD: Final = re.compile(r"[^\W\d_]{6,}")


@dataclass(frozen=True, slots=True)
class Cue:
    """A stretch of a question (offsets) that says a relation; `form` is active, passive, nouns or under."""

    start: int
    end: int
    relation: str
    form: str


def cues(text: str, language: str) -> list[Cue]:
    """The cues of a lower-case text, in their order; the longest where several begin alike.

    Where there is none, a word that is spelled almost like one is taken for it.
    """
    pattern, forms = _pattern(language)
    found = [Cue(match.start(), match.end(), *forms[match[0]]) for match in pattern.finditer(text)]
    return found or list(_misspelt(text, forms))


def _misspelt(text: str, forms: dict[str, tuple[str, str]]) -> Iterator[Cue]:
    for match in _LONG_WORD.finditer(text):
        word = match[0]
        if stem(word) in commonness():
            continue
        near = [form for form in forms if form[0] == word[0] and len(form) >= _LEAST and _distance(word, form)]
        if word.endswith("ed") and any(stem(form) == stem(word) for form in near):
            continue  # "revoked" is no misspelt "revokes": it leads the other way
        if near and len({forms[form][0] for form in near}) == 1:
            yield Cue(match.start(), match.end(), *forms[near[0]])


def _distance(word: str, form: str) -> bool:
    return OSA.distance(word, form, score_cutoff=1) <= 1


def _contracted(phrase: str) -> Iterator[str]:
    """French phrases that end in "de" or "à", as they stand before "le" and "les"."""
    for ending, others in ((" de", (" du", " des")), (" à", (" au", " aux"))):
        if phrase.endswith(ending):
            yield from (phrase.removesuffix(ending) + other for other in others)


@cache
def _pattern(language: str) -> tuple[re.Pattern[str], dict[str, tuple[str, str]]]:
    table = tomllib.loads((files(__package__) / _FILE).read_text(encoding="utf-8"))
    forms = {
        phrase: (relation, form)
        for relation, languages in table.items()
        for form, phrases in languages.get(language, {}).items()
        for phrase in phrases
        for phrase in (phrase, *_contracted(phrase))
    }
    longest = sorted(forms, key=lambda phrase: (-len(phrase), phrase))
    return re.compile(r"(?<![\w⟨])(?:" + "|".join(map(re.escape, longest)) + r")(?!\w)"), forms
