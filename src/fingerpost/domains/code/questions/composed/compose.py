"""Composes what a question asks of its parts: the ask, the noun, and what is said of it, in any order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from fingerpost.domains.code.questions.composed import pairs, parts, sites, values
from fingerpost.domains.code.questions.composed.asks import Ask, asked_for, counts_after
from fingerpost.domains.code.questions.composed.functions import functions
from fingerpost.domains.code.questions.composed.plainly import Said, plainly
from fingerpost.domains.code.questions.composed.resolve import resolved
from fingerpost.domains.code.questions.forms import read
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Asked, NotInGraph, Request, UnknownName
from fingerpost.domains.code.questions.vocabulary import LIBRARY, is_like_a_name


@dataclass(frozen=True)
class Composed:
    """What a question asks, and whether all of its words are in that."""

    request: Request
    whole: bool


_Make = Callable[[Ask, str, Names], Request | None]
_MAKES: Final[tuple[_Make, ...]] = (
    pairs.read,
    values.read,
    sites.read,
    parts.read,
    functions,
)
_MEANING: Final = re.compile(r"[\"“`\d_*]|\b(?:which|what|who|where|how|not|no|never|without|only|but)\b", re.I)
"""What a clause that is left out may not have."""
_UNIVERSAL: Final = re.compile(r"(?:is|are|do|does|can|has|have) (?:every|all|each)\b", re.I)
"""Whether all are so: it is not asked which ones."""
_TRUTHS: Final = (Asked.YES_NO, Asked.EXISTS, Asked.CAN_REACH, Asked.RECURSION, Asked.COUNT)
"""What words that are left out may turn into its opposite, or into another number."""
_CLAUSE: Final = re.compile(r"[,;:] (?!.*[,;:])|(?<=[\w)]) - ")


def compose(question: str, names: Names) -> Composed | None:
    """What a question asks; None if it is not understood.

    Raises:
        UnknownName: it names what the code does not have.
        NotInGraph: it asks what the graph does not say.
    """
    if _UNIVERSAL.match(question):
        return None
    said = plainly(_without_project(question, names), names)
    missing: UnknownName | None = None
    later: list[tuple[str, bool]] = []
    for text, whole in _texts(said, names):
        ask, left = asked_for(text)
        if not counts_after(text):
            if ask.counts or ask.places:
                later.append((text, whole))
            elif (known := _known(text, names)) is not None and (whole or known.asked not in _TRUTHS):
                return Composed(known, whole)
        for make in _MAKES:
            try:
                found = make(ask, left, names)
            except UnknownName as error:
                missing = missing or (error if is_like_a_name(error.name) or error.name in LIBRARY else None)
                continue
            if found is not None and (whole or found.asked not in _TRUTHS):
                return Composed(found, whole)
    for text, whole in later:
        known = _known(text, names)
        if known is not None and (whole or known.asked not in _TRUTHS):
            return Composed(known, whole)
    if missing is not None:
        raise missing
    return _leniently(said, names)


_SAYS_LITTLE: Final = re.compile(
    r"\b(?:various|several|particular|certain|respective|corresponding|existing|"
    r"available|given|individual|whole|entire|"
    r"complete|actual|overall|general|simple|internal|known|single|so-called|"
    r"exactly|precisely|explicitly|itself|themselves|"
    r"herein|therein|exclusively|eventually|immediately|merely|usually|still|"
    r"already|again|though|however|therefore|thus|"
    r"else|please|kind of|sort of|some kind of|a number of|as well|as such|in question|at hand|for example|in turn|"
    r"in its own right|in this case|in the end|on their own|of ours|of theirs|"
    r"of its own|by itself|at present|right now|"
    r"in there|over there|out there|lying around|whatsoever|or so|and so on|etc)\b[,.]?",
    re.I,
)
"""Words that seldom change what is asked. What is read without them is not sure."""


def _leniently(said: Said, names: Names) -> Composed | None:
    shorter = re.sub(r"\s+", " ", _SAYS_LITTLE.sub(" ", said.text)).strip(" ,")
    if shorter == said.text:
        return None
    for text in resolved(replace(said, text=shorter), names):
        ask, left = asked_for(text)
        for make in _MAKES:
            try:
                found = make(ask, left, names)
            except UnknownName:
                continue
            if found is not None and found.asked not in _TRUTHS:
                return Composed(found, whole=False)
    return None


def _without_project(question: str, names: Names) -> str:
    """A question without the name of the program, which is that of all its functions."""
    if not names.project or names.method(names.project) is not None or names.project in names.types:
        return question
    name = re.escape(names.project)
    question = re.sub(
        (
            rf"^(?:does|do) {name}(?: ever| actually)? (?:call|use|invoke) ([A-Za-z_]\w*)"
            r"(?:\(\))?(?: anywhere| at all)?(?=\W*$)"
        ),
        r"is \1 called",
        question,
        flags=re.I,
    )
    text = re.sub(
        (
            r" (?:(?:in|of|within|across|from|inside) )?(?:all of |all |the whole of )"
            rf"?{name}(?:['’]s)? (?:own )?(?=functions?\b|fns?\b|routines?\b)"
        ),
        " own ",
        question,
        flags=re.I,
    )
    return re.sub(
        rf" (?:in|of|within|across|from|inside|throughout) (?:all of |all |the whole of |the )?{name}\b(?![.\w])",
        "",
        text,
        flags=re.I,
    )


def _known(text: str, names: Names) -> Request | None:
    """What a plain text asks, where it is one of the known forms; not one for a topic."""
    try:
        found = read(text, names)
    except (UnknownName, NotInGraph):
        return None
    return found if found is not None and found.asked is not Asked.EXPLAIN else None


def _texts(said: Said, names: Names) -> Iterator[tuple[str, bool]]:
    """The texts that are tried: all that is said, and without the last clause where that names nothing."""
    for text in resolved(said, names):
        yield text, not said.dropped
    shorter = said.text
    while (cut := _CLAUSE.search(shorter)) and not _MEANING.search(shorter[cut.end() :]):
        shorter = shorter[: cut.start()]
        for text in resolved(replace(said, text=shorter), names):
            yield text, False
