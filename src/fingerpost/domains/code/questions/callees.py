"""Forms of questions for what functions call, directly or through others, and for what a change to one affects."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.code.questions.forms import LIST, F, method, rule
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Asked, Condition, Kind, Request
from fingerpost.domains.code.questions.vocabulary import (
    FILE,
    IDENTIFIER,
    INDIRECTLY,
    LIBRARY_WORDS,
    NUMBER,
    bare,
    number,
)

_OF: Final = IDENTIFIER.replace("([A-Za-z_]", "(?P<of>[A-Za-z_]")
_WHICH: Final = rf"(?:(?:other|different|(?P<own>own)|(?P<library>{LIBRARY_WORDS})) )*"


@rule(
    rf"(?P<many>how many) {_WHICH}{F} (?:does|do) (?:the )?(?:function )?{_OF} call(?P<far>{INDIRECTLY})?(?: directly)?"
)
@rule(
    rf"(?P<many>)(?:what|(?:which|what) {_WHICH}{F}) (?:does|do|can) (?:the )?(?:function |method )?{_OF} "
    rf"(?:in (?P<file>{FILE}) )?"
    rf"(?P<soon>directly |eventually |indirectly |ultimately )?(?:call|reach|invoke|use|depend on|rely on)"
    rf"(?P<far>{INDIRECTLY})?(?: directly)?"
    rf"(?: (?:in|within|through|with|over) (?:at most |up to |no more than )?(?P<steps>{NUMBER}) "
    r"(?:calls?|steps?|hops?|levels?))?"
)
def _callees(match: re.Match[str], names: Names) -> Request | None:
    said = match.groupdict()
    soon = (said.get("soon") or "directly").strip().lower()
    far = match["far"] or soon != "directly" or re.search(r"\b(?:reach|depend on|rely on)\b", match[0].lower())
    file = said.get("file")
    if far and file:
        return None
    within = names.file(bare(file)) if file else ""
    most = number(said["steps"]) if said.get("steps") else 0
    kind = Kind.REACHED_FROM if far or most else Kind.CALLED_BY
    calling = Condition(kind, (method(names, match["of"]),), property=within, number=most)
    label = "FUNCTION" if match["own"] else "EXTERNAL_FUNCTION" if match["library"] else "METHOD"
    noun = "external function" if match["library"] else "function"
    return Request(Asked.COUNT if match["many"] else Asked.LIST, label, (calling,), noun=noun)


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


@rule(
    rf"(?:what|(?:which|what) (?:other |common )?(?:{F}|callees?)) (?:does|do) (?:both )?{IDENTIFIER} and {IDENTIFIER} "
    r"(?:(?:both )?(?:call|use|invoke)|share|have in common)(?: as callees)?"
)
@rule(
    rf"do {IDENTIFIER} and {IDENTIFIER} (?:both )?(?:(?:share|have) (?:any |some )?(?:common |shared )?(?:callees|{F})"
    rf"(?: in common)?|call (?:any of )?the same {F}|call any common {F})"
)
@rule(rf"{LIST}(?:common|shared) callees of {IDENTIFIER} and {IDENTIFIER}")
def _common_callees(match: re.Match[str], names: Names) -> Request:
    return Request(
        Asked.LIST, "METHOD", (Condition(Kind.CALLED_BY, (method(names, match[1]), method(names, match[2]))),)
    )


@rule(
    rf"(?:{LIST}|(?:what|which) (?:is|are) )(?:{F} )?(?:that |which )?(?:lies?|(?:is|are)|stands?|sits?|comes?)? ?"
    rf"(?:between|(?:on|along|in) (?:the |a |any )?(?:way|path|paths|call path|call paths|call chain|route) "
    rf"(?:from|between)) {IDENTIFIER} (?:and|to) {IDENTIFIER}(?: in the call graph| in the graph)?"
)
@rule(
    rf"(?:through|via|by way of) (?:which|what) {F} (?:does|do|can) {IDENTIFIER} "
    rf"(?:reach|call|get to|lead to|end up in) {IDENTIFIER}"
)
def _between(match: re.Match[str], names: Names) -> Request:
    first, last = method(names, match[1]), method(names, match[2])
    ends = Condition(Kind.NAMED, (first, last), negated=True, any=True)
    return Request(
        Asked.LIST, conditions=(Condition(Kind.REACHED_FROM, (first,)), Condition(Kind.REACHES, (last,)), ends)
    )


_CHANGE: Final = (
    r"(?:(?:a |any )?changes? (?:to|of|in)|changing|modifying|touching|removing|rewriting) (?:the )?(?:function )?"
)
_AFFECT: Final = r"(?:affect|break|impact|influence|touch)"


@rule(
    rf"(?:what|who|(?:which|what) {F}) (?:(?:would|could|might|may|can|will) (?:break|fail|be (?:affected|broken))|"
    r"breaks?|(?:is|are) affected) (?:if|when) (?:i|we|one|you|someone) (?:chang(?:e|ed)|modif(?:y|ied)|touch(?:ed)?|"
    rf"remov(?:e|ed)|delet(?:e|ed)|rewr(?:ite|ote)|renam(?:e|ed)|replac(?:e|ed)|refactor(?:ed)?|edit(?:ed)?)"
    rf" (?:the )?(?:function )?{IDENTIFIER}"
)
@rule(
    rf"(?:what|everything|anything|{LIST}{F}) (?:that |which )?(?:(?:would|could|will|might|may|can) be |are |is )"
    rf"(?:affected|impacted|broken|touched) by {_CHANGE}{IDENTIFIER}"
)
@rule(rf"(?:what|(?:which|what) {F}) (?:would|could|will|might|may|can|does|do) {_CHANGE}{IDENTIFIER} {_AFFECT}")
@rule(
    r"what (?:(?:would|could|will|might|can|may) (?:break|be (?:affected|impacted|broken)|change|fail|stop working)|"
    r"breaks|(?:is|gets) (?:affected|impacted|broken)|stops working) (?:if|when) "
    rf"(?:the )?(?:function )?{IDENTIFIER} (?:is |was |were |gets |got |has been )?"
    r"(?:chang(?:es|ed)|modified|removed|deleted|touched|rewritten|replaced|renamed|fails?|broke)"
)
@rule(rf"what (?:depends|relies) on {IDENTIFIER}")
@rule(rf"(?:what is |what's )?(?:the )?impact of {_CHANGE}{IDENTIFIER}")
def _impact(match: re.Match[str], names: Names) -> Request | None:
    return Request(Asked.LIST, conditions=(Condition(Kind.REACHES, (method(names, match[1]),)),))


@rule(rf"{LIST}callees of {IDENTIFIER}")
def _callees_of(match: re.Match[str], names: Names) -> Request | None:
    return Request(Asked.LIST, "METHOD", (Condition(Kind.CALLED_BY, (method(names, match[1]),)),))


@rule(
    rf"(?:show|find|give|what is|list|is there)?\s*(?:me )?(?:a|an|the|any)"
    rf"?\s*(?:(?:shortest|quickest) )?(?:call )?(?:chain|path|route|way|call path|call chain) (?:of "
    rf"calls )?(?:from|between) {IDENTIFIER} (?:to|and) {IDENTIFIER}"
)
@rule(
    rf"(?:show |tell |explain )?(?:me )?how (?:(?:does|can|do) )?(?:the )?(?:function )?{IDENTIFIER} "
    r"(?:gets? to|reach(?:es)?|leads? to|ends? up (?:in|calling)|arrives? at|comes? to(?: call)?|eventually calls?) "
    rf"(?:the )?(?:function )?{IDENTIFIER}"
)
@rule(
    r"(?:is there |are there )(?:an?|any) (?:way|path|route|chain|call (?:path|chain))(?: of calls)? "
    rf"(?:to (?:get|go|come) )?from {IDENTIFIER} to {IDENTIFIER}"
)
@rule(
    r"(?:what(?:'s| is) )?(?:the )?(?:call )?(?:depth|distance|shortest path) "
    rf"(?:from|between) {IDENTIFIER} (?:to|and) {IDENTIFIER}"
)
@rule(
    r"how many (?:steps|calls|hops|levels) (?:are there |is it |does it take )?(?:to (?:get|go) )?(?:from|between) "
    rf"{IDENTIFIER} (?:to|and|until) {IDENTIFIER}"
)
@rule(rf"how (?:deep|far)(?: down)? is {IDENTIFIER} (?:below|from|under) {IDENTIFIER}")
@rule(
    rf"(?:can|does|could) (?:the )?(?:function )?{IDENTIFIER} (?:reach|call|get to|lead to) {IDENTIFIER},? "
    r"(?:and )?(?:if so,? )?(?:how|(?:through|via|by) (?:what|which)(?: \w+)?)"
)
@rule(
    r"(?:by|via|through|over) (?:what|which) (?:route|path|chain|way|sequence)(?: of calls)? (?:does|do|can) "
    rf"{IDENTIFIER} (?:reach|call|get to|lead to|end up in) {IDENTIFIER}"
)
@rule(
    r"(?:what|which) (?:call )?(?:chain|path|route|way|sequence)(?: of calls)? (?:leads|goes|runs|gets) from "
    rf"{IDENTIFIER} to {IDENTIFIER}"
)
@rule(rf"(?:trace|follow) (?:the )?(?:calls?|path|chain|way) from {IDENTIFIER} (?:down )?to {IDENTIFIER}")
@rule(rf"how (?:do|does|can) (?:you|i|we|one|control|execution|it) (?:get|come|go) from {IDENTIFIER} to {IDENTIFIER}")
@rule(rf"(?:call )?(?:path|route|chain) {IDENTIFIER} (?:to|->|→) {IDENTIFIER}")
def _path(match: re.Match[str], names: Names) -> Request | None:
    return Request(Asked.PATH, ends=(method(names, match[1]), method(names, match[2])))
