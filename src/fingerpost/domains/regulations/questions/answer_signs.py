"""What a provision says that answers a kind of question (who is eligible, how long, at what age): a table."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

_FILE: Final = "answer_signs.toml"


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
    lower = question.lower().strip()
    rows = [row for row in _table() if row[0].search(lower) is not None]
    return Signs(tuple(holds for _, holds, _ in rows), " ".join(filter(None, (adds for _, _, adds in rows))))


@cache
def _table() -> tuple[tuple[re.Pattern[str], re.Pattern[str], str], ...]:
    table = tomllib.loads((files(__package__) / _FILE).read_text(encoding="utf-8"))
    return tuple((re.compile(row["asks"]), re.compile(row["holds"]), row["adds"]) for row in table["sign"])
