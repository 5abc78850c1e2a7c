"""Reads questions about connections: a table of forms, each with what it asks for.

A form applies only if it covers the whole question and knows every name, type and relation in it; otherwise the general
reader gets the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from importlib.resources import files

from fingerpost.engine.context import AskContext
from fingerpost.engine.graph_questions.asked import Asked, Far
from fingerpost.engine.graph_questions.counting import counting
from fingerpost.engine.graph_questions.excluding import excluding, without_exceptions
from fingerpost.engine.graph_questions.readings import COMPOUND, DIRECT, READERS
from fingerpost.engine.graph_questions.words import Words
from fingerpost.engine.question_reader import DomainReading
from fingerpost.linking import ValueIndex

_POLITE = re.compile(
    r"^(?:please |kindly |can you |could you |tell me |show me |show |give me |list me |list |name |find me |find |"
    r"give |get |i want to know |i(?:'d| would) like to know |do you know |trace |explain |describe |display |return |"
    r"so |and )+",
    re.IGNORECASE,
)
_FAR = re.compile(
    r",?\s*\(?\b(?:(?:either )?directly (?:or|and|as well as) (?:indirectly|(?:through|via) \w+(?: \w+)?)|"
    r"indirectly (?:or|and) directly|direct (?:or|and) indirect|transitively|no matter how (?:deep|deeply|far)|"
    r"recursively|ultimately|eventually|(?:at|on) (?:any|every|all) (?:levels?|depths?)|"
    r"(?:through|over|via|by|in|across|after|within|with) any number of "
    r"(?:steps|hops|levels|links|relations|relationships)|"
    r"however (?:far|deep|indirectly)|at whatever (?:level|depth)|altogether|in (?:total|all$)|overall|"
    r"all the way (?:up|down)|down to (?:the |its )?\w+$|"
    r"step by step|with (?:all )?(?:its|the) steps|"
    r"(?:including|and) (?:all )?(?:of )?(?:the |their |its )?(?:indirect ones|parts of parts|(?:sub-?)?parts)|"
    r"(?:with|including) (?:all )?(?:its |their |the )?sub-?\w+|"
    r"including (?:indirect ones|parts of parts))\b\)?",
    re.IGNORECASE,
)
_DIRECT = re.compile(r"\b(?:directly|direct|immediate|immediately)\b", re.IGNORECASE)

_INDIRECT = re.compile(
    r",?\s*\b(?:only )?(?:indirectly|through (?:other|some|more) \w+|(?:through|via) others?)\b", re.IGNORECASE
)
_ANYWHERE = re.compile(r"\b(?:some|any)where (?=(?:in|inside|within|at|on)\b)", re.IGNORECASE)
_HOW_MANY = re.compile(r"^how many (?=\w+ )", re.IGNORECASE)
_LONGEST = 200
"""The most characters of a question; longer ones would let the forms try too much."""
_DEEPEST = 2
_VERBS = (r"\w+", r"\w+ \w+", r"\w+ \w+ \w+")
"""How many words a verb may have: each number is a form of its own, so that the fewest are tried first."""


class GraphReader:
    """The reader of one state of a graph whose nodes are identified by their names (see `QuestionReader`)."""

    def __init__(self, context: AskContext, index: ValueIndex) -> None:
        self.context = context
        self.words = Words(context.schema, index)

    def read(self, question: str) -> DomainReading | None:
        """The reading of a question of one of these forms; None for any other."""
        if not self.words.types or len(question) > _LONGEST:
            return None
        text = _ANYWHERE.sub("", _POLITE.sub("", " ".join(re.sub(r"[?.!\s]+$", "", question).split())))
        plain = _FAR.sub("", text).strip(" ,")
        far = Far.UNSAID if plain == text else Far.ANY
        if far is Far.UNSAID and _INDIRECT.search(plain):
            plain, far = _INDIRECT.sub("", plain).strip(" ,"), Far.INDIRECT
        if far is Far.UNSAID and _DIRECT.search(plain):
            plain, far = " ".join(_DIRECT.sub("", plain).split()), Far.DIRECT
        whole = self._of_forms(plain, far)
        if whole is not None:
            return whole
        for fewer, names in without_exceptions(self.words, plain):
            reading = self._of_forms(fewer, far)
            left = excluding(self.context, reading, names) if reading is not None else None
            if left is not None:
                return left
        several = _HOW_MANY.sub("which ", plain)
        listed = self._of_forms(several, far) if several != plain else None
        return counting(self.context, listed) if listed is not None else None

    def _of_forms(self, text: str, far: Far, within: int = 0) -> DomainReading | None:
        """The reading of the first form that can be read; questions within questions are read `_DEEPEST` times."""
        again = partial(self._of_forms, far=Far.UNSAID, within=within + 1)
        for kind, form in _forms():
            if (far is Far.DIRECT and kind not in DIRECT) or (within >= _DEEPEST and kind in COMPOUND):
                continue
            found = form.fullmatch(text)
            asked = Asked(self.context, self.words, found, far, again) if found is not None else None
            reading = READERS[kind](asked) if asked is not None else None
            if reading is not None:
                return reading
        return None


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The forms of `forms.txt` and their kinds, in order."""
    parts: dict[str, str] = {}
    found = []
    for line in files(__package__).joinpath("forms.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        defined = re.fullmatch(r"([A-Z]+) = (.+)", line)
        if defined is not None:
            parts[defined[1]] = defined[2]
            continue
        kind, _, form = line.partition(": ")
        whole = re.sub(r"<([A-Z]+)>", lambda named: parts[named[1]], form)
        found += [(kind, re.compile(one, re.IGNORECASE)) for one in _by_verbs(whole)]
    return tuple(found)


def _by_verbs(form: str) -> Iterator[str]:
    """A form for each length of its verb."""
    if "<verb>" not in form:
        yield form
        return
    for verb in _VERBS:
        yield form.replace("<verb>", verb)
