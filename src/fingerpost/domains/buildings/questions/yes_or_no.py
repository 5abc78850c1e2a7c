"""Whether things are so: "are the doors external", "is any partition load-bearing", "does every door have a rating".

The answer says how many are, how many are not, and of how many the model does not say. What all must have is answered
with those that lack it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.core.cells import Cell, Node
from fingerpost.domains.buildings.questions.condition_patterns import EVERY, MUST, STATES
from fingerpost.domains.buildings.questions.holding import require_bounds
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase
from fingerpost.domains.buildings.questions.readings import Read, read_of
from fingerpost.domains.buildings.questions.values_said import demanded
from fingerpost.domains.buildings.questions.vocabulary import Vocabulary
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Column,
    Comparison,
    Conditions,
    Holds,
    Plan,
    Ref,
    Stage,
    Test,
    plural,
    singular,
    words,
)
from fingerpost.stores import Result

_SOME: Final = re.compile(r"^(?:any|some|one|either)(?: of)? ", re.IGNORECASE)
_ALL: Final = re.compile(r"^(?:all|each|every|both)(?: of)? ", re.IGNORECASE)
_MOST_WORDS: Final = 4
"""The number of words that a property has at most."""
_MOST_NAMED: Final = 10
_HOLDS: Final = Column(name="answer", operand=Ref(name="holds"))


class YesOrNo:
    """The forms, each with what reads it, over a reader of noun phrases (`phrase`)."""

    def __init__(self, words: Vocabulary, phrase: Callable[[str], Phrase | None]) -> None:
        self._words = words
        self._phrase = phrase
        self.forms: tuple[tuple[str, Callable[[re.Match[str]], Read | None]], ...] = (
            (
                (
                    rf"^{EVERY} {MUST}(?:{STATES}) (?:an? |the |its |their )?(?P<part>[a-z][a-z\- ]*?)"
                    r"(?: stated| given)?$"
                ),
                self._have,
            ),
            (r"^(?:is|are) (?:all|each|every) (?:the )?(?P<what>.+?) (?P<part>(?:fire[ -]?)?rated)$", self._have),
            (r"^do(?:es)? (?P<what>.+?) have (?:an? |any )?(?P<part>[a-z][a-z ]*)$", self._held),
            (
                r"^(?P<be>is|are) there (?:an? |any |some |at least one )(?P<what>(?!more\b|fewer\b|less\b).+)$",
                self._there,
            ),
            (r"^(?:is|are) (?P<said>.+)$", self._are),
            (r"^can (?P<said>.+? be used as .+)$", self._are),
            (
                (
                    r"^how many (?P<what>.+?) (?:are|is) (?P<one>[a-z\- ]+?),? and how many "
                    r"(?:of them )?(?:are|is) (?P<other>[a-z\- ]+)$"
                ),
                self._each,
            ),
        )

    def _held(self, found: re.Match[str]) -> None:
        """Raises `NotHeld` where no model says what rooms have; all else is left to the general reader."""
        phrase, part = self._phrase(found["what"]), self._phrase(found["part"])
        if phrase is not None and part is not None and phrase.label == "Room":
            require_bounds(self._words, part.label)

    def _have(self, found: re.Match[str]) -> Read | None:
        """Whether all state something: those that do not are listed."""
        phrase = self._phrase(found["what"])
        info = demanded(self._words, phrase.label, found["what"], found["part"]) if phrase is not None else None
        if info is None:
            self._held(found)
        if phrase is None or info is None or phrase.most is not None:
            return None
        count = Stage(matches=(phrase.match,), aggregates=(_count("all"),))
        unsaid = Test(left=Ref(name=ONE, property=info.name), comparison=Comparison.IS_NULL)
        match = phrase.match.model_copy(update={"where": (*phrase.match.where, unsaid)})
        column = Column(name=phrase.label, operand=Ref(name=ONE))
        read = read_of(phrase, (Stage(matches=(match,), columns=(column,), distinct=True),))
        total = Plan(branches=((count,),), parameters=dict(phrase.parameters))
        told = partial(_told_lacking, what=found["what"], part=words(info.name))
        return replace(read, told=told, total=total)

    def _are(self, found: re.Match[str]) -> Read | None:
        said = found["said"].replace(" be used as ", " ")
        some = _SOME.match(said) is not None
        tokens = _ALL.sub("", _SOME.sub("", said)).split()
        for place in range(len(tokens) - 1, max(0, len(tokens) - 1 - _MOST_WORDS), -1):
            quality = re.sub(r"^(?:an? |all )", "", " ".join(tokens[place:]), flags=re.IGNORECASE)
            phrase = self._phrase(" ".join(tokens[:place]))
            flag = self._words.flag(phrase.label, quality) if phrase is not None and phrase.most is None else None
            if phrase is not None and flag is not None and self._words.exists(phrase.match, phrase.parameters):
                return self._read(phrase, flag, quality, some=some)
        return None

    def _there(self, found: re.Match[str]) -> Read | None:
        """Whether there is any: "is there a lift in the building"."""
        phrase = self._phrase(found["what"])
        if phrase is None or phrase.most is not None:
            return None
        count = Stage(matches=(phrase.match,), aggregates=(_count("n"),))
        some = Test(left=Ref(name="n"), comparison=Comparison.GT, right=phrase.value(0))
        answer = Stage(lets=(Holds(name="holds", conditions=(some,)),), columns=(_HOLDS,))
        total = Plan(branches=((count,),), parameters=dict(phrase.parameters))
        told = partial(_told_there, none=f"there {found['be'].lower()} no {found['what']}")
        return replace(read_of(phrase, (count, answer)), told=told, total=total)

    def _each(self, found: re.Match[str]) -> Read | None:
        """How many are one thing, and how many another."""
        phrase = self._phrase(found["what"])
        if phrase is None or phrase.most is not None:
            return None
        counts = []
        for said in (found["one"], found["other"]):
            flag = self._words.flag(phrase.label, said)
            if flag is None:
                return None
            so = Test(left=Ref(name=ONE, property=flag[0]), comparison=Comparison.EQ, right=phrase.value(flag[1]))
            counts.append(_count(re.sub(r"\W+", "_", said.strip()), (so,)))
        return read_of(phrase, (Stage(matches=(phrase.match,), aggregates=tuple(counts)),))

    def _read(self, phrase: Phrase, flag: tuple[str, bool], quality: str, *, some: bool) -> Read:
        read = read_of(phrase, (Stage(matches=(phrase.match,), aggregates=counts_so(phrase, flag)),))
        return Read(read.plan, read.confidence, partial(_told, quality=quality, some=some), {}, read.notes)


def counts_so(phrase: Phrase, flag: tuple[str, bool]) -> tuple[Aggregate, ...]:
    """How many things a phrase means, how many of them state a property, and how many have the value that is meant."""
    value = Ref(name=ONE, property=flag[0])
    so = Test(left=value, comparison=Comparison.EQ, right=phrase.value(flag[1]))
    known = Test(left=value, comparison=Comparison.IS_NULL, negated=True)
    return _count("all"), _count("known", (known,)), _count("so", (so,))


def _count(name: str, only: Conditions = ()) -> Aggregate:
    return Aggregate(name=name, function=AggregateFunction.COUNT, operand=Ref(name=ONE), distinct=True, only=only)


def _told_lacking(result: Result, symbol: str, *, total: Cell, what: str, part: str) -> tuple[str, Status]:
    """The answer from those that lack something, of so many. `symbol` is unused."""
    number = total if isinstance(total, int) else 0
    lacking = Counter(
        str(cell.properties.get("name", cell.element_id)) for (cell,) in result.rows if isinstance(cell, Node)
    )
    if not number:
        return f"There are no {plural(singular(what))}.", Status.EMPTY
    if not lacking:
        return f"Yes, all {number:,} have one: {part}." if number > 1 else f"Yes, it has one: {part}.", Status.ANSWERED
    missing = sum(lacking.values())
    named = [f"{name} (×{times})" if times > 1 else name for name, times in lacking.most_common(_MOST_NAMED)]
    more = f" and {len(lacking) - len(named):,} more" if len(lacking) > len(named) else ""
    return (
        f"No: {missing:,} of {number:,} {'has' if missing == 1 else 'have'} no {part}: {', '.join(named)}{more}.",
        Status.ANSWERED,
    )


def _told_there(result: Result, symbol: str, *, none: str, total: Cell) -> tuple[str, Status]:
    """Whether there are any, and how many. `symbol` is unused."""
    return (f"Yes: {total:,}." if isinstance(total, int) and total else f"No: {none}."), Status.ANSWERED


def _told(result: Result, symbol: str, *, quality: str, some: bool) -> tuple[str, Status]:
    """The answer from how many there are, of how many it is known, and how many are so. `symbol` is unused."""
    total, known, so = (cell if isinstance(cell, int) else 0 for cell in result.rows[0])
    unknown = f" Of {total - known} the model does not say." if known < total else ""
    if known == 0:
        return f"The model does not say whether {'it is' if total == 1 else 'they are'} {quality}.", Status.EMPTY
    if total == 1:
        return ("Yes." if so else "No."), Status.ANSWERED
    if so == total:
        return f"Yes, all {total} are.", Status.ANSWERED
    if so == 0:
        none = f"none of the {known} of which it says so is" if unknown else f"none of the {total} is"
        return f"No, {none}.{unknown}", Status.ANSWERED
    return f"{'Yes' if some else 'Not all'}: {so} of {total} {'is' if so == 1 else 'are'}.{unknown}", Status.ANSWERED
