"""Forms of questions for what functions call, directly or through others."""

from __future__ import annotations

import re

from fingerpost.domains.code.questions.forms import LIST, F, method, rule
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Asked, Condition, Kind, Request
from fingerpost.domains.code.questions.vocabulary import FILE, IDENTIFIER, INDIRECTLY, bare


@rule(
    rf"(?P<many>how many) (?:other |different )*{F} (?:does|do) (?:the )?(?:function )?{IDENTIFIER} "
    rf"call(?P<far>{INDIRECTLY})?(?: directly)?"
)
@rule(
    rf"(?P<many>)(?:what|(?:which|what) (?:other )?{F}) (?:does|do|can) (?:the )?(?:function |method )?{IDENTIFIER} "
    rf"(?:in (?P<file>{FILE}) )?"
    rf"(?P<soon>directly |eventually |indirectly |ultimately )?(?:call|reach|invoke|use|depend on|rely on)"
    rf"(?P<far>{INDIRECTLY})?(?: directly)?"
)
def _callees(match: re.Match[str], names: Names) -> Request | None:
    soon = (match.groupdict().get("soon") or "directly").strip().lower()
    far = match["far"] or soon != "directly" or re.search(r"\b(?:reach|depend on|rely on)\b", match[0].lower())
    file = match.groupdict().get("file")
    if far and file:
        return None
    within = names.file(bare(file)) if file else ""
    calling = Condition(Kind.REACHED_FROM if far else Kind.CALLED_BY, (method(names, match[2]),), property=within)
    return Request(Asked.COUNT if match["many"] else Asked.LIST, "METHOD", (calling,))


@rule(
    rf"(?:{LIST}{F} (?:that |which )?(?:(?:are|is|get|can be) )?|what (?:is|can be) )?(?:called|"
    rf"invoked|reachable|reached) (?:by|from) {IDENTIFIER}"
)
def _called_by(match: re.Match[str], names: Names) -> Request | None:
    far = "reach" in match[0].lower()
    kind = Kind.REACHED_FROM if far else Kind.CALLED_BY
    return Request(Asked.LIST, "METHOD", (Condition(kind, (method(names, match[1]),)),))


@rule(
    rf"(?:what|(?:which|what) (?:other )?{F}) (?:does|do) (?:the )?{IDENTIFIER} call (?:that|but|which) "
    rf"(?:the )?{IDENTIFIER} (?:does not|doesn't|doesn’t|never)(?: calls?)?"
)
def _callees_without(match: re.Match[str], names: Names) -> Request:
    called, other = method(names, match[1]), method(names, match[2])
    return Request(
        Asked.LIST, "METHOD", (Condition(Kind.CALLED_BY, (called,)), Condition(Kind.CALLED_BY, (other,), negated=True))
    )


@rule(rf"(?:what|(?:which|what) (?:other )?{F}) (?:does|do) (?:both )?{IDENTIFIER} and {IDENTIFIER} (?:both )?call")
def _common_callees(match: re.Match[str], names: Names) -> Request:
    return Request(
        Asked.LIST, "METHOD", (Condition(Kind.CALLED_BY, (method(names, match[1]), method(names, match[2]))),)
    )


@rule(rf"{LIST}callees of {IDENTIFIER}")
def _callees_of(match: re.Match[str], names: Names) -> Request | None:
    return Request(Asked.LIST, "METHOD", (Condition(Kind.CALLED_BY, (method(names, match[1]),)),))
