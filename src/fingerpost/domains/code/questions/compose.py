"""Composes what a question asks of its parts: the ask, the noun, and what is said of it, in any order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from fingerpost.domains.code.questions.clauses.cores import cores, says_nothing
from fingerpost.domains.code.questions.clauses.reader import read_clauses
from fingerpost.domains.code.questions.composed import pairs, parts, sites, values
from fingerpost.domains.code.questions.composed.asks import Ask, asked_for, counts_after
from fingerpost.domains.code.questions.composed.functions import functions
from fingerpost.domains.code.questions.composed.openings import CHATTER
from fingerpost.domains.code.questions.composed.plainly import Said, plainly
from fingerpost.domains.code.questions.composed.resolve import code_names, resolved
from fingerpost.domains.code.questions.forms import read
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Asked, Condition, Kind, NotInGraph, Request, UnknownName
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


def compose(question: str, names: Names, *, beside: bool = True) -> Composed | None:
    """What a question asks, which may stand beside what is only told; None if it is not understood.

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
            if found is not None and _is_everything(found) and not says_nothing(question, names, function=True):
                continue
            if found is not None and (whole or found.asked not in _TRUTHS):
                return Composed(found, whole)
    for text, whole in later:
        known = _known(text, names)
        if known is not None and (whole or known.asked not in _TRUTHS):
            return Composed(known, whole)
    if beside and (told := _among(question, said, names)) is not None:
        return told
    if missing is not None:
        raise missing
    return _leniently(said, names)


def beyond(question: str, names: Names) -> Composed | None:
    """What a question asks, where only clauses say it: of something that is described, or one of several conditions."""
    said = plainly(_without_project(question, names), names)
    if said.dropped or said.before:
        return None
    found = _clauses(said.text, names)
    if found is None or found[1]:
        return None
    if "excluding" not in said.text and not any(map(_is_beyond, found[0].conditions)):
        return None
    return Composed(found[0], whole=True)


def _is_beyond(condition: Condition) -> bool:
    link = condition.link
    if link is None:
        return condition.kind is Kind.EITHER
    own = [one for one in link.conditions if one.kind not in (Kind.HAS, Kind.NAMED)]
    return len(link.conditions) > 1 or bool(own)


def _among(question: str, said: Said, names: Names) -> Composed | None:
    """What is asked by clauses, alone or among what is told around them."""
    for text, whole in _texts(said, names):
        clauses = _clauses(text, names)
        if clauses is None or clauses[1]:
            continue
        if not _is_everything(clauses[0]) or says_nothing(question, names, function=True):
            return Composed(clauses[0], whole)
    if any(not _is_known(one, names) for one in SNAKE.findall(question)):
        return None
    found: Composed | None = None
    for core, beside, apart in cores(question, names):
        told = _told(core, beside, names)
        if told is not None and (told.whole or found is None):
            found = replace(told, whole=told.whole and apart)
        if found is not None and found.whole:
            return found
    return found


def _told(core: str, beside: str, names: Names) -> Composed | None:
    """What a part of a question asks of what is told beside it; None if that is left out although it is of the code."""
    subjects = code_names(beside, names)
    if not subjects and _OF_IT.search(core):
        subjects = [one for one in re.findall(r"[A-Za-z_]\w*", beside) if one in names.functions][-1:]
    if code_names(core, names):  # the name of the program is often that of a type
        subjects = [one for one in subjects if one not in names.types]
    topic = subjects[0] if len(subjects) == 1 else ""
    if topic:
        core = re.sub(r"\b(?:with|of|by|having) (?:that|this) name\b", f"named {topic}", core)
    if (ones := _ONES.search(core)) and (nouns := _NOUNS.findall(beside)):
        core = f"{core[: ones.start()]}{nouns[-1]}{core[ones.end() :]}"
    pronouns = (_OF_IT.sub(topic, core),) if topic and not re.search(r"\bits\b", core, re.I) else ()
    for text in (*pronouns, *resolved(Said(core, beside if subjects else ""), names), core):
        request = _known(text, names) or _made(text, names)
        found = (request, ()) if request is not None else _clauses(text, names, topic)
        if found is None or (subjects and not any(one in str(found[0]) for one in subjects)):
            continue
        request, skipped = found
        left = beside
        for one in subjects:
            if one in str(request):
                left = re.sub(rf"(?<!\w){re.escape(one)}(?!\w)", " ", left)
        whole = not skipped and says_nothing(left, names)
        if _is_everything(request) and (not whole or re.search(r"[a-z]{4}", _CHATTERED.sub(" ", left), re.I)):
            continue
        return Composed(request, whole)
    return None


_ONES: Final = re.compile(r"(?<=which )(?:ones?|of (?:them|these|those))\b", re.I)
_NOUNS: Final = re.compile(
    r"\b(?:functions|macros|global variables|structs|enums|types|fields|parameters|local variables|files|headers)\b",
    re.I,
)
_CHATTERED: Final = re.compile(r"\b(?:" + "|".join(sorted(CHATTER)) + r")\b", re.I)


def _is_everything(request: Request) -> bool:
    """Whether all functions are listed."""
    return (
        request.asked in (Asked.LIST, Asked.COUNT)
        and request.label == "FUNCTION"
        and not (request.conditions or request.edge)
    )


_OF_IT: Final = re.compile(r"\b(?:it|its|this function|that function|this one)\b", re.I)
SNAKE: Final = re.compile(r"(?<![\w./-])[A-Za-z]+(?:_[A-Za-z0-9]+)+(?![\w./])")
"""Names that are no English: `page_count`, `MAX_SHELVES`."""


def _is_known(name: str, names: Names) -> bool:
    """Whether anything in the code is named so, or mentions it."""
    return (
        names.has(name)
        or names.mentions(name)
        or name in names.read_identifiers()
        or any(one.startswith(f"{name}_") or name in one for one in names.callable)
    )


def _made(text: str, names: Names) -> Request | None:
    ask, left = asked_for(text)
    for make in _MAKES:
        try:
            found = make(ask, left, names)
        except (UnknownName, NotInGraph):
            continue
        if found is not None:
            return found
    return None


def _clauses(text: str, names: Names, topic: str = "") -> tuple[Request, tuple[str, ...]] | None:
    try:
        return read_clauses(text, names, topic)
    except (UnknownName, NotInGraph):
        return None


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
