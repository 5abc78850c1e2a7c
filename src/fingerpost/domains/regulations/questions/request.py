"""What a relationship question asks of the corpus, before it becomes a plan."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fingerpost.domains.regulations.questions.catalog import Title


class Asked(StrEnum):
    """The kind of answer."""

    LIST = "list"
    COUNT = "count"
    YES_NO = "yes or no"
    LAST = "the last"
    FIRST = "the first"
    STRENGTH = "how often"
    PROVISIONS = "provisions"
    CITING_PARTS = "provisions that cite"
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
    MOST_PARTS = "the most of parts"
    AMENDED_PARTS = "amended parts"
    DEFINITIONS = "definitions"
    UNAMENDED = "unamended"
    ALL = "all"
    BY_DATE = "by date"
    ABOUT = "about"
    STATISTICS = "statistics"
    NONE = "none"
    SINCE = "in force since"
    EXISTS = "exists"


@dataclass(frozen=True, slots=True)
class Target:
    """An instrument, or a provision of it by its label path; instruments that no title names are told by `among`."""

    title: Title
    provision: str = ""
    among: Among | None = None

    @property
    def is_loaded_part(self) -> bool:
        """Whether it is a provision that has a node: those of what is cited and not loaded have none."""
        return bool(self.provision) and self.title.label != "Stub"


@dataclass(frozen=True, slots=True)
class Step:
    """One relation from a set of instruments to another. `incoming`: the new set is at the start of the arrow.

    `kind` is the label of the new set, where it lies between what is named and the answer.
    """

    relation: str
    incoming: bool
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Period:
    """Years (both ends included) or one day; None is open.

    `since` and `until` are days within the first and the last year, where it does not have these whole. What holds on a
    day that is said `as_of` may have begun before.
    """

    first: int | None = None
    last: int | None = None
    day: dt.date | None = None
    since: dt.date | None = None
    until: dt.date | None = None
    as_of: bool = False

    @property
    def begin(self) -> dt.date | None:
        """The first day; None is open."""
        return self.day or self.since or (dt.date(self.first, 1, 1) if self.first is not None else None)

    @property
    def end(self) -> dt.date | None:
        """The last day; None is open."""
        return self.day or self.until or (dt.date(self.last, 12, 31) if self.last is not None else None)


@dataclass(frozen=True, slots=True)
class Among:
    """Instruments that are told by what happened to them: amended or registered in a period, in force or no longer."""

    amended: Period | None = None
    registered: Period | None = None
    in_force: bool | None = None


@dataclass(frozen=True, slots=True)
class Chain:
    """Steps from a target, the nearest first.

    `others` are targets that do as well ("X or Y"); `negated` chains lead to what is left out ("but not Z").
    """

    target: Target
    steps: tuple[Step, ...]
    others: tuple[Target, ...] = ()
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Bound:
    """A number that is asked for: `more than 5 times` is above 5, `at least 3` is above 2, `once` is exactly 1."""

    above: int | None = None
    below: int | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """A relationship question. All chains lead to the same set; `kinds` are the labels that it may have.

    `term` is what a definition is asked of, `versus` another that it is compared with, `translated` if it is a term
    of the other language; `most` how many of the most are wanted, `held` the label of those that are ranked, where
    not all of a kind are. `strength` bounds how often one cites the other, or how many do; `other` is the label of
    what it must stand in no relation to; `amended`, `unamended` and `registered` ask for those that were so in a
    period, `latest` for those that were amended last, or registered last where they are asked for by date, `ranked`
    for the strongest first, `in_force` for those that are or are no longer. The `period` is that of the relation
    `dated`, or of all; `apart` asks also for what only one of two cites; `whether` asks for a yes or no. The answer
    is none of those `excluded`, and one of the instruments `within`, by their identifiers; `section` is where they
    cite. `by_title` asks for what
    is cited without a link. `counted` is the part of instruments whose number is asked for, `numbered` asks for
    sections and no headings, `sort` the word for some of the regulations ("order") that their titles have.
    `ignored` are words that nothing was made of.
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
    strength: Bound | None = None
    amended: Period | None = None
    registered: Period | None = None
    dated: str = ""
    ranked: bool = False
    apart: bool = False
    in_force: bool | None = None
    latest: bool = False
    within: tuple[str, ...] | None = None
    section: str = ""
    other: str = ""
    ignored: tuple[str, ...] = ()
    by_title: bool = False
    whether: bool = True
    counted: str = ""
    sort: str = ""
    versus: str = ""
    translated: bool = False
    held: str = ""
    unamended: Period | None = None
    numbered: bool = False
    excluded: tuple[Title, ...] = ()

    @property
    def last_step(self) -> Step:
        """The step that leads to the answer."""
        return self.chains[0].steps[-1]

    @property
    def sort_said(self) -> str:
        """The noun of the sort, where there is one: none for "documents", and for the series of their numbers."""
        return self.sort if self.sort.islower() and self.sort != "document" else ""

    @property
    def is_bounded(self) -> bool:
        """Whether it takes the number that is asked for: how often is known of citations, and of what is counted."""
        counted = self.asked in (Asked.MOST, Asked.MOST_PARTS)
        cites = bool(self.chains) and all(one.relation == "CITES" for chain in self.chains for one in chain.steps[-1:])
        return self.strength is not None and (counted or cites)

    @property
    def is_far(self) -> bool:
        """Whether other instruments lie between what is asked about and the answer."""
        return len(self.chains[0].steps) > 1 or self.indirect or self.chains[0].target.among is not None


OF_RELATIONS: Final = frozenset(
    (
        Asked.LIST, Asked.COUNT, Asked.YES_NO, Asked.LAST, Asked.FIRST, Asked.STRENGTH, Asked.PROVISIONS, Asked.MOST,
        Asked.MUTUAL, Asked.BETWEEN, Asked.AMENDED, Asked.AMENDED_PARTS, Asked.MOST_PARTS, Asked.UNAMENDED, Asked.NONE,
        Asked.BY_DATE, Asked.CITING_PARTS,
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Unread:
    """Why a question that is about law cannot be answered: a law the corpus does not have, or no law named."""

    message: str
    words: tuple[str, ...] = ()
    titles: tuple[Title, ...] = ()
