"""What kind of question about law it is, and what a provision says that answers such a question: two tables."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

RELATIONSHIP: Final = "graph_relationship"
UNKNOWN: Final = "unknown"
_FILE: Final = "intents.toml"
_IN_FRONT: Final = re.compile(
    r"^(?:.*[.!]\s+(?=[^.!]{8,}\?\s*$))?"
    r"(?:\s*(?:in|under|for|by|within|according to|pursuant to|as|if|when|where|once|after|before|because|since)\s"
    r"[^,?]{1,120},\s*(?=(?:(?:until|by|from|for|after|within|to) )?"
    r"(?:how|whom?|what|which|when|where|can|could|must|may|should|do|does|is|are|am|will)\b))?",
    re.S,
)
"""What is told, and where, for whom or when it is asked, before the question itself: "I am ill. If I ..., how ..."."""


@dataclass(frozen=True, slots=True)
class Intent:
    """An intent, and the words of the question that decided."""

    name: str
    why: str = ""


def _asked(question: str) -> str:
    """The question itself, in lower case."""
    return _IN_FRONT.sub("", question.lower(), count=1).strip()


def intent_of(question: str) -> Intent:
    """The intent of a question that asks for no relation."""
    lower = _asked(question)
    for name, patterns in _table():
        for pattern in patterns:
            match = pattern.search(lower)
            if match is not None:
                return Intent(name, match[0].strip())
    return Intent(UNKNOWN)


@cache
def _table() -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    return tuple((row["name"], tuple(re.compile(cue) for cue in row["cues"])) for row in _tables()["intent"])


@cache
def _tables() -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads((files(__package__) / _FILE).read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs by which a provision answers a question, and the words of the law that are searched for, too."""

    holds: tuple[re.Pattern[str], ...] = ()
    adds: str = ""

    def share(self, text: str) -> float:
        """The share of the signs that a text has (0..1); none where there are none."""
        lower = text.lower()
        return sum(sign.search(lower) is not None for sign in self.holds) / len(self.holds) if self.holds else 0.0


def signs_of(question: str) -> Signs:
    """The signs of an answer to a question."""
    lower = _asked(question)
    rows = [row for row in _sign_table() if row[0].search(lower) is not None]
    return Signs(tuple(holds for _, holds, _ in rows), " ".join(filter(None, (adds for _, _, adds in rows))))


@cache
def _sign_table() -> tuple[tuple[re.Pattern[str], re.Pattern[str], str], ...]:
    return tuple((re.compile(row["asks"]), re.compile(row["holds"]), row["adds"]) for row in _tables()["sign"])
