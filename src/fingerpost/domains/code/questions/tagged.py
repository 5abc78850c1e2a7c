"""Conditions that name what functions are for, work on, or risk, and to which part of the code they belong."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

from fingerpost.domains.code.enrichment import RISK, SUBSYSTEM, Tag, tag_rules
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Condition, Kind, NotInGraph
from fingerpost.domains.code.questions.vocabulary import one_of

Rule = Callable[[re.Match[str], Names], Condition | tuple[Condition, ...] | None]

CONCEPTS: Final = one_of({said for one in tag_rules() for said in one.said if one.tag.name != RISK})
RISKS: Final = one_of({said for one in tag_rules() for said in one.said if one.tag.name == RISK})
_ABOUT: Final = (
    r"(?:implement(?:s|ing)?|do(?:es|ing)?|perform(?:s|ing)?|handl(?:es?|ing)|deal(?:s|ing)? with|manag(?:es?|ing)|"
    r"(?:are |is )?(?:about|concerned with|responsible for|involved in|related to|for|used for|tagged(?: as| with)?)|"
    r"tak(?:es?|ing) care of|work(?:s|ing)? (?:with|on)|do(?:es)? something with|"
    r"ha(?:s|ve) (?:something |anything )?to do with)"
)
_PART: Final = r"(?:subsystem|module|component|part)"
_RISKY: Final = (
    rf"(?:(?:have|has|with|carry|carries|pose|poses)\s+(?:an?\s+|any\s+)?(?P<one>{RISKS})\s+"
    r"(?:risks?|vulnerabilit(?:y|ies)|problems?)|"
    rf"(?:are |is )?(?:at risk of|vulnerable to|prone to|open to|risk(?:ing)?|susceptible to)\s+(?:an?\s+)?"
    rf"(?P<two>{RISKS}))"
)
_ANY_RISK: Final = (
    r"(?:(?:have|has|with|pose|poses)\s+(?:an?\s+|any\s+)?security (?:risks?|problems?|issues?)|"
    r"(?:are |is )(?:an?\s+)?security risks?)"
)


@cache
def _tag_said(said: str) -> Tag:
    return next(one.tag for one in tag_rules() if said.lower() in one.said)


def concept(said: str, names: Names) -> Condition:
    """The condition that a function has the tag of a concept.

    Raises:
        NotInGraph: no function has it, or the graph has no tags.
    """
    tag = _tag_said(said)
    if tag not in names.tags:
        raise _untagged(names, tag.value)
    return Condition(Kind.TAGGED, (tag.value,), property=tag.name)


def _one_not_other(match: re.Match[str], names: Names) -> tuple[Condition, ...]:
    return concept(match[1], names), replace(concept(match[2], names), negated=True)


def _either(match: re.Match[str], names: Names) -> Condition | None:
    """Two concepts of one family, joined by or."""
    one, other = concept(match[1], names), concept(match[2], names)
    same = one.property == other.property
    return replace(one, values=(*one.values, *other.values), any=True) if same else None


def any_risk(names: Names) -> Condition:
    """The condition that a function has a tag of any risk. Raises as `concept` does."""
    risks = tuple(sorted(tag.value for tag in names.tags if tag.name == RISK))
    if not risks:
        raise _untagged(names, "a security risk")
    return Condition(Kind.TAGGED, risks, any=True, property=RISK)


def _untagged(names: Names, what: str) -> NotInGraph:
    if not names.tags:
        return NotInGraph("The graph has no tags that say what functions are for; they are added when it is loaded.")
    return NotInGraph(f"No function is tagged as {what.replace('-', ' ')}.")


def _part(match: re.Match[str], names: Names) -> Condition | None:
    said = (match["before"] or match["after"]).lower()
    parts = {tag.value.lower(): tag.value for tag in names.tags if tag.name == SUBSYSTEM}
    if said not in parts:
        known = ", ".join(sorted(parts.values())[:10])
        raise NotInGraph(f"The code has no part named {said}" + (f"; it has {known}." if known else "."))
    return Condition(Kind.TAGGED, (parts[said],), property=SUBSYSTEM)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern + r"(?=[\s,]|$)", re.I)


TAG_RULES: Final[tuple[tuple[re.Pattern[str], Rule], ...]] = (
    (_compiled(_RISKY), lambda match, names: concept(match["one"] or match["two"], names)),
    (_compiled(_ANY_RISK), lambda match, names: any_risk(names)),
    (_compiled(rf"{_ABOUT}\s+(?:the\s+)?({CONCEPTS})\s+(?:but|and)\s+not\s+({CONCEPTS})"), _one_not_other),
    (_compiled(rf"{_ABOUT}\s+(?:either\s+)?({CONCEPTS})(?:,\s*|,?\s+or\s+)({CONCEPTS})"), _either),
    (_compiled(rf"{_ABOUT}\s+(?:the\s+)?({CONCEPTS})"), lambda match, names: concept(match[1], names)),
    (
        _compiled(
            r"(?:belong(?:s|ing)? to|(?:are |is )?(?:a )?part of|(?:are |is )?(?:in|of|from|within))\s+(?:the\s+)?"
            rf"(?:(?P<before>[\w-]+)\s+{_PART}|{_PART}\s+(?P<after>[\w-]+))"
        ),
        _part,
    ),
)
"""The conditions by their words, which are tried before those of `rules`."""
