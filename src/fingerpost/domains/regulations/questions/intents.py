"""What kind of question about law it is: the first row of a table whose cue it holds."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

RELATIONSHIP: Final = "graph_relationship"
UNKNOWN: Final = "unknown"
_FILE: Final = "intents.toml"


@dataclass(frozen=True, slots=True)
class Intent:
    """An intent, and the words of the question that decided."""

    name: str
    why: str = ""


def intent_of(question: str) -> Intent:
    """The intent of a question that asks for no relation."""
    lower = question.lower().strip()
    for name, patterns in _table():
        for pattern in patterns:
            match = pattern.search(lower)
            if match is not None:
                return Intent(name, match[0].strip())
    return Intent(UNKNOWN)


@cache
def _table() -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    table = tomllib.loads((files(__package__) / _FILE).read_text(encoding="utf-8"))
    return tuple((row["name"], tuple(re.compile(cue) for cue in row["cues"])) for row in table["intent"])
