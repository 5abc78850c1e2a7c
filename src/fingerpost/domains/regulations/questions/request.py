"""What a relationship question asks of the corpus, before it becomes a plan."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from enum import StrEnum

from fingerpost.domains.regulations.questions.catalog import Title


class Asked(StrEnum):
    """The kind of answer."""

    LIST = "list"
    COUNT = "count"
    YES_NO = "yes or no"
    LAST = "the last"
    STRENGTH = "how often"
    PROVISIONS = "provisions"
    MOST = "the most"
    MUTUAL = "mutual"
    BETWEEN = "between two"
    TEXT = "text"
    REPEALED = "repealed"
    HISTORY = "history"
    DEFINITION = "definition"
    SECTIONS = "sections"
    AMENDED = "amended"
    NOT_IN_FORCE = "not in force"
    REPEALED_PARTS = "repealed parts"
    SINCE = "in force since"


@dataclass(frozen=True, slots=True)
class Target:
    """An instrument, or a provision of it by its label path."""

    title: Title
    provision: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One relation from a set of instruments to another. `incoming`: the new set is at the start of the arrow."""

    relation: str
    incoming: bool


@dataclass(frozen=True, slots=True)
class Period:
    """Years (both ends included) or one day; None is open."""

    first: int | None = None
    last: int | None = None
    day: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Chain:
    """Steps from a target, the nearest first."""

    target: Target
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Request:
    """A relationship question. All chains lead to the same set; `kinds` are the labels that it may have.

    `term` is what a definition is asked of; `most` how many of the most are wanted.
    """

    asked: Asked
    chains: tuple[Chain, ...] = ()
    kinds: tuple[str, ...] = ()
    period: Period | None = None
    language: str = "en"
    term: str = ""
    most: int = 1
    relation: str = "CITES"
    indirect: bool = False
    notes: tuple[str, ...] = field(default=())

    @property
    def last_step(self) -> Step:
        """The step that leads to the answer."""
        return self.chains[0].steps[-1]
