"""The words for relations in a question, in their order."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

_FILE: Final = "cues.toml"


@dataclass(frozen=True, slots=True)
class Cue:
    """A stretch of a question (offsets) that says a relation; `form` is active, passive, nouns or under."""

    start: int
    end: int
    relation: str
    form: str


def cues(text: str, language: str) -> list[Cue]:
    """The cues of a lower-case text, in their order; the longest where several begin alike."""
    pattern, forms = _pattern(language)
    return [Cue(match.start(), match.end(), *forms[match[0]]) for match in pattern.finditer(text)]


@cache
def _pattern(language: str) -> tuple[re.Pattern[str], dict[str, tuple[str, str]]]:
    table = tomllib.loads((files(__package__) / _FILE).read_text(encoding="utf-8"))
    forms = {
        phrase: (relation, form)
        for relation, languages in table.items()
        for form, phrases in languages.get(language, {}).items()
        for phrase in phrases
    }
    longest = sorted(forms, key=lambda phrase: (-len(phrase), phrase))
    return re.compile(r"(?<![\w⟨])(?:" + "|".join(map(re.escape, longest)) + r")(?!\w)"), forms
