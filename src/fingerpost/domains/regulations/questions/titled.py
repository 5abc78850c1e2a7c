"""Instruments that are named by words of their titles: "list all proclamations about social security"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from fingerpost.domains.regulations.questions.catalog import Mention, Title, words_of
from fingerpost.domains.regulations.questions.cues import cues
from fingerpost.domains.regulations.questions.request import Asked, Request
from fingerpost.retrieval import stems

_KINDS: Final = {"act": ("Act",), "statute": ("Act",), "regulation": ("Regulation",)}
_ANY: Final = frozenset(("act", "statute", "regulation", "instrument", "law", "document"))
_LISTED: Final = re.compile(
    r"^\s*(?:(?:list|find|show(?: me)?|give me|name|search for)\s+(?:all |the |every |any )*|(?:which|what)\s+)"
    r"(?P<kind>act|statute|regulation|proclamation|order|instrument|law|document|agreement)s?\s+"
    r"(?:(?:are |that are |there are )?(?:about|on|concerning|regarding|respecting|called|named|titled)"
    r"|(?:whose|with) titles? (?:that )?(?:contains?|has|have|includes?)|have in (?:the|their) titles?)\s+"
    r"(?P<topic>.+?)\s*[?.]?\s*$",
    re.I,
)


_SERIES: Final = r"(?P<series>SOR|SI|DORS|TR|C\.?R\.?C\.?)"
_OF_SERIES: Final = (
    re.compile(
        r"[\s,;(–—-]*\b(?P<out>leaving (?:aside|out)|excluding|exclude|except(?: for)?|other than|not counting|without"
        r"|but (?:not|no)|minus|ignoring|apart from|not)\s+(?:(?:everything|anything|all|any|the|those|ones|instruments"
        r"|regulations|regs|orders|that|which|are|is|numbered|registered|published|as|with|having|an?)\s+)*"
        rf"{_SERIES}(?:/?(?:\.\.\.|…|\*)|s\b|/(?!\d)|(?: numbers?| numbered| instruments?| regulations| regs| orders)*)"
        r"(?![\w/])[\s.,)]*"
    ),
    re.compile(
        rf"[\s,;(–—-]*\b(?:only |just )?(?:(?:those|ones) )?(?:numbered|(?:with|having) (?:an? )?) ?{_SERIES}"
        r"(?:/?(?:\.\.\.|…|\*)|/(?!\d)|(?: numbers?)?)(?![\w/])(?P<out>)[\s.)]*"
    ),
)
_AS_NOUN: Final = re.compile(r"\b(?P<series>SOR|SI)s\b(?P<out>)")
_PREFIXES: Final = {"DORS": "SOR", "TR": "SI"}


def series_in(question: str) -> tuple[str, str]:
    """The question without the series of numbers that it asks for ("SOR", "not SI"), and that; empty without one."""
    for pattern, instead in (*((pattern, " ") for pattern in _OF_SERIES), (_AS_NOUN, "regulations")):
        match = pattern.search(question)
        if match is not None:
            series = match["series"].replace(".", "").upper()
            sort = f"{'not ' if match['out'] else ''}{_PREFIXES.get(series, series)}"
            return f"{question[: match.start()]}{instead}{question[match.end() :]}".strip(), sort
    return question, ""


def of_sort(sort: str, titles: Sequence[Title]) -> tuple[str, ...]:
    """The identifiers of the regulations whose titles say that they are of a sort: the orders, the proclamations.

    Or of a series of numbers: SOR, SI, CRC; "not SI" are all others.

    "Support Orders Garnishment Regulations" are no order. A "document" is whatever has a text here.
    """
    if sort == "document":
        return tuple(one.identifier for one in titles if one.label in ("Act", "Regulation"))
    series = sort.removeprefix("not ")
    if series in ("SOR", "SI", "CRC"):
        left_out = series != sort
        return tuple(
            one.identifier
            for one in titles
            if one.label == "Regulation" and one.number.replace(".", "").upper().startswith(series) != left_out
        )
    return tuple(
        one.identifier
        for one in titles
        if one.label == "Regulation" and any(word == sort for word, _, _ in words_of(one.title))
    )


def titled(question: str, titles: Sequence[Title], language: str) -> Request | None:
    """The request for the loaded instruments whose titles have all words of a topic; None if none has them."""
    match = _LISTED.match(question)
    if match is None:
        return None
    kind = match["kind"].lower()
    kinds = _KINDS.get(kind, ())
    wanted = {*stems(match["topic"]), *(stems(kind) if kind not in _ANY else ())}
    found = tuple(
        one.identifier
        for one in titles
        if one.label in (kinds or ("Act", "Regulation")) and one.language == "en" and wanted.issubset(stems(one.title))
    )
    if not wanted or not found:
        return None
    return Request(Asked.ALL, kinds=kinds, language=language, term=match["topic"].strip('"“” '), within=found)


_DESCRIBED: Final = re.compile(
    r"\b(?:the|that)\s+(?P<what>(?:[\w’'-]+\s+){0,8}?(?:agreement|convention|proclamation|order|rules)\b"
    r"(?:\s+(?:on|with|between|of|for|about|respecting|concerning|and|the|[\w’'-]+))*?)"
    r"\s*(?=[?.,;]|$|\b(?:is|was|are|were|has|been|in|by)\b)",
    re.I,
)
_LEAST: Final = 2
"""Words that say which instrument is meant, beside the small ones."""
_BEGINNING: Final = 4
"""Letters that a word and its stem have in common."""
_FEW: Final = 5
"""Instruments that a description may be of; more are not told apart by it."""


def described(question: str, titles: Sequence[Title]) -> list[Mention]:
    """The instruments whose titles have every word of a description; none where these are many."""
    lower = question.lower()
    end = next((cue.start for cue in cues(lower, "en") if cue.start > lower.find("the ") > -1), len(question))
    match = _DESCRIBED.search(question, 0, end) or _DESCRIBED.search(question)
    if match is None:
        return []
    wanted = frozenset(stems(match["what"]))
    if len(wanted) < _LEAST:
        return []
    begin = [f" {word[:_BEGINNING]}" for word in sorted(wanted, key=len, reverse=True)]
    likely = (one for one in titles if one.label == "Regulation" and _has_words(one.title, begin))
    found = tuple(one for one in likely if one.language == "en" and wanted <= set(stems(one.title)))
    if not 0 < len(found) <= _FEW:
        return []
    return [Mention(match.start("what"), match.end("what"), found)]


def _has_words(title: str, beginnings: Sequence[str]) -> bool:
    """Whether a title has words that begin so: quick, before their stems are compared."""
    folded = f" {title.casefold()}".replace("(", "")
    return all(beginning in folded for beginning in beginnings)
