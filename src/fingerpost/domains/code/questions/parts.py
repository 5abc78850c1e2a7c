"""Forms of questions for the parts of functions and types, and for files, types, variables and macros themselves."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.code.questions.conditions import ConditionReader
from fingerpost.domains.code.questions.forms import LIST, F, method, rule
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Asked, Condition, Kind, NotInGraph, Request
from fingerpost.domains.code.questions.vocabulary import (
    FILE,
    IDENTIFIER,
    LIBRARY_FUNCTIONS,
    TYPE,
    bare,
    one_of,
    type_name,
)
from fingerpost.plans import Comparison


@rule(
    rf"(?:(?P<many>how many )|{LIST})(?:(?P<macro>macros?)|{LIBRARY_FUNCTIONS}) (?:that |which )?"
    rf"(?:are |is )?(?:used|called|invoked) (?:in|by|from) {FILE}"
)
@rule(
    rf"(?:(?P<many>how many )|{LIST})(?:(?P<macro>macros?)|{LIBRARY_FUNCTIONS}) "
    rf"(?:does|do) {FILE} (?:use|call|invoke|rely on)"
)
def _used_in(match: re.Match[str], names: Names) -> Request | None:
    label, noun = ("MACRO", "macro") if match["macro"] else ("EXTERNAL_FUNCTION", "external function")
    used = Condition(Kind.USED_IN, (names.file(match[3]),))
    return Request(Asked.COUNT if match["many"] else Asked.LIST, label, (used,), noun=noun)


@rule(
    rf"{LIST}(?:source )?files? (?:that |which )?"
    r"(?P<rest>(?:calls?|calling|uses?|using|access(?:es|ing)?|writes?|modif(?:y|ies)|reads?|sets?) .+)"
)
def _files_with(match: re.Match[str], names: Names) -> Request | None:
    conditions = ConditionReader(names).read(match["rest"])
    return Request(Asked.LIST, conditions=conditions, show="filename", noun="file") if conditions else None


@rule(
    r"(?:in|from) (?:which|what) (?:source )?files? (?:is|are) (?:the )?"
    r"(?P<rest>(?:function |macro |field |global variable )?.+) (?:called|used|accessed|invoked)"
)
def _files_using(match: re.Match[str], names: Names) -> Request | None:
    conditions = ConditionReader(names).read(f"use {match['rest']}")
    return Request(Asked.LIST, conditions=conditions, show="filename", noun="file") if conditions else None


@rule(rf"{LIST}(?:source )?files? (?:has|have|contains?|defines?|with) the (?P<most>most|fewest) {F}")
def _most_functions(match: re.Match[str], names: Names) -> Request:
    least = match["most"].lower() == "fewest"
    return Request(Asked.MOST, "FILE", measure="functionCount", least=least, noun="file")


@rule(
    rf"{LIST}(?:source )?files? (?:(?:sorted|ordered|ranked) )?by (?:the |their )?(?:number|count) of {F}"
    r"(?:,? (?:most|largest|highest|biggest) first|,? descending)?"
)
def _by_functions(match: re.Match[str], names: Names) -> Request:
    any_ = Condition(Kind.MEASURE, property="functionCount", comparison=Comparison.GT)
    return Request(Asked.MOST, "FILE", (any_,), measure="functionCount", count=len(names.files), noun="file")


@rule(
    rf"{LIST}(?:source )?files? (?:that |which )?(?:include|includes|import|imports) [<\"]?(?P<header>[\w./-]+)[>\"]?"
)
def _including(match: re.Match[str], names: Names) -> Request | None:
    including = Condition(Kind.INCLUDES, names.imported(match["header"]), any=True)
    return Request(Asked.LIST, "FILE", (including,), noun="file")


_OF: Final[tuple[tuple[str, str, str, str, str], ...]] = (
    (r"parameters?|params?|arguments?|args|inputs?", "HAS_PARAMETER", "METHOD_PARAMETER_IN", "name", "parameter"),
    (r"local variables?|locals?|variables?", "HAS_LOCAL", "LOCAL", "name", "local variable"),
    (r"(?:string )?literals?|strings?", "CONTAINS", "STRING_LITERAL", "code", "string literal"),
    (r"macros?", "CALLS", "MACRO", "name", "macro"),
    (
        r"(?:possible )?(?:case labels?|labels?|cases)(?: (?:of|in) the switch(?: statement)?)?",
        "CONTAINS",
        "JUMP_TARGET",
        "code",
        "label",
    ),
)
"""What functions have: words, relationship, label, the property that names it, noun."""


_UNUSED: Final = {
    "METHOD_PARAMETER_IN": (r"(?:function )?(?:parameters?|params?|arguments?|args)", "HAS_PARAMETER", "parameter"),
    "LOCAL": (r"(?:local variables?|locals?)", "HAS_LOCAL", "local variable"),
}


def _unused_rules() -> None:
    """Parameters and local variables that are never used, of a function, of a file or of all."""
    for label, (words, edge, noun) in _UNUSED.items():

        def make(match: re.Match[str], names: Names, label: str = label, edge: str = edge, noun: str = noun) -> Request:
            asked = Asked.COUNT if match["many"] else Asked.LIST
            place, function = match["place"], match["of"]
            file = (Condition(Kind.PART_IN, (names.file(bare(place)),), property=edge),) if place else ()
            of = method(names, bare(function)) if function else ""
            joined = edge if of else ""
            return Request(asked, label, (Condition(Kind.UNUSED), *file), edge=joined, of=of, noun=noun)

        many = rf"(?:(?P<many>how many )|{LIST})"
        of = rf"(?: (?:in|of|by) (?:the )?(?:file |function )?(?:(?P<place>{FILE})|(?P<of>{IDENTIFIER})))?"
        rule(rf"{many}(?:unused|unreferenced) {words}{of}")(make)
        rule(rf"{many}{words}{of} (?:that |which )?(?:are |is )?(?:unused|(?:never|not) (?:used|referenced))")(make)
        rule(rf"{many}{words} (?:that |which )?(?:are |is )?(?:unused|(?:never|not) (?:used|referenced)){of}")(make)


_unused_rules()


_CASES: Final = re.compile(r"\bcases?\b(?! of)", re.I)


def _part_rules() -> None:
    for words, edge, label, show, noun in _OF:

        def make(
            match: re.Match[str], names: Names, edge: str = edge, label: str = label, show: str = show, noun: str = noun
        ) -> Request:
            asked = Asked.COUNT if match["many"] else Asked.LIST
            cases = (Condition(Kind.HAS, ("case",), property="name"),) if _CASES.search(match[0]) else ()
            return Request(asked, label, cases, edge=edge, of=method(names, match["of"]), show=show, noun=noun)

        many = rf"(?:(?P<many>how many )|{LIST})"
        of = IDENTIFIER.replace("([A-Za-z_]", "(?P<of>[A-Za-z_]")
        verbs = r"(?:take|have|accept|expect|use|declare|contain|define|need|get|mention)"
        rule(rf"{many}(?:{words}) (?:do|does) (?:the )?(?:function )?{of} {verbs}")(make)
        rule(
            rf"{many}(?:{words}) (?:are |is )?(?:used |declared |defined |there |appear |occur |found )?(?:of|in|by|"
            rf"inside) (?:the )?(?:function )?{of}"
        )(make)


_part_rules()


@rule(
    rf"(?:(?P<many>how many )|{LIST})(?:string literals?|strings?|(?:error )?messages?|texts?) "
    rf"(?:(?:are |is )?(?:there )?(?:used |defined |printed )?(?:in|of) (?:the file )?{FILE}|"
    rf"(?:does|do) {FILE} (?:contain|have|use|print))"
)
def _strings_in(match: re.Match[str], names: Names) -> Request:
    within = Condition(Kind.PART_IN, (names.file(match[2] or match[3]),), property="CONTAINS")
    asked = Asked.COUNT if match["many"] else Asked.LIST
    return Request(asked, "STRING_LITERAL", (within,), show="code", noun="string literal")


_PLAIN: Final = {
    "GLOBAL_VARIABLE": (r"global variables?|globals", "global variable"),
    "MACRO": (r"macros?", "macro"),
    "EXTERNAL_FUNCTION": (rf"{LIBRARY_FUNCTIONS}", "external function"),
    "FILE": (r"(?:source )?files?", "file"),
}
"""Labels that are listed and counted by themselves."""


def _plain_rules() -> None:
    for label, (words, noun) in _PLAIN.items():

        def make(match: re.Match[str], names: Names, label: str = label, noun: str = noun) -> Request | None:
            conditions = ConditionReader(names).read(match["rest"])
            allowed = {Kind.FILE, Kind.NAMED, *((Kind.CALLED,) if label in ("MACRO", "EXTERNAL_FUNCTION") else ())}
            unused = (Condition(Kind.CALLED, negated=True), Condition(Kind.MEASURE, property="callerCount"))
            if label == "MACRO" and any(one in unused for one in conditions or ()):
                raise NotInGraph("The graph has no macros but those that the code uses.")
            if conditions is None or any(one.kind not in allowed for one in conditions):
                return None
            if label == "FILE":  # front ends add files of their own, such as <includes>
                conditions = (*conditions, Condition(Kind.NAMED, ("<",), True, comparison=Comparison.STARTS_WITH))
            return Request(Asked.COUNT if match["many"] else Asked.LIST, label, conditions, noun=noun)

        rule(rf"(?:(?P<many>how many )|{LIST})(?:{words})(?: are there| exist)?(?P<rest>.*)")(make)


_plain_rules()


@rule(
    rf"(?:(?:which|what) (?:headers?|header files?|files?|modules?) (?:does|do) {FILE} (?:include|import)|"
    rf"what does {FILE} (?:include|import)|{LIST}(?:headers?|includes?|imports?) of {FILE}|"
    rf"(?:what is|(?:which|what|list)(?: the)? (?:headers?|header files?|files?|modules?)(?: are| is)?) "
    rf"(?:included|imported) (?:by|in|from) {FILE})"
)
@rule(rf"(?:what|(?:which|what) modules?) does (?:the )?module {IDENTIFIER} import")
def _includes(match: re.Match[str], names: Names) -> Request | None:
    name = next(one for one in match.groups() if one)
    file = names.file(name) if "." in name else names.module(name)
    return Request(
        Asked.LIST, "IMPORT", edge="INCLUDES", of=file, of_label="FILE", show="importedEntity", noun="header"
    )


@rule(
    rf"(?:(?P<many>how many )|{LIST})(?:format )?(?:string literals?|strings?|literals?|texts?) "
    rf"(?:that |which )?(?:are |is )?(?:passed|given|handed) (?:in)?to {IDENTIFIER}"
    r"(?: as (?:an? )?(?:format|argument)s?)?"
)
def _given(match: re.Match[str], names: Names) -> Request:
    given = Condition(Kind.GIVEN_TO, (method(names, match.groups()[-1]),))
    return Request(
        Asked.COUNT if match["many"] else Asked.LIST, "STRING_LITERAL", (given,), show="code", noun="string literal"
    )


@rule(
    rf"(?:(?P<many>how many )|{LIST})(?:global variables?|globals?) (?:does|do) (?:the )?(?:function )?{IDENTIFIER} "
    r"(?P<how>write|modify|change|set|assign|update|read|use|access|touch|reference)(?: to)?"
)
def _globals_of(match: re.Match[str], names: Names) -> Request:
    how = match["how"].lower()
    done = "read" if how == "read" else "" if how in ("use", "access", "touch", "reference") else "written"
    used = Condition(Kind.USED_BY, (method(names, match.groups()[1]),), property=done)
    return Request(Asked.COUNT if match["many"] else Asked.LIST, "GLOBAL_VARIABLE", (used,), noun="global variable")


_KINDS_OF_PARTS: Final = {
    "field": ("MEMBER", "HAS_FIELD"), "member": ("MEMBER", "HAS_FIELD"),
    "parameter": ("METHOD_PARAMETER_IN", "HAS_PARAMETER"), "argument": ("METHOD_PARAMETER_IN", "HAS_PARAMETER"),
    "local variable": ("LOCAL", "HAS_LOCAL"), "variable": ("LOCAL", "HAS_LOCAL"),
}  # fmt: skip


@rule(
    rf"{LIST}(?P<part>{one_of(_KINDS_OF_PARTS)})s? (?:of|in) (?:the )?(?:struct |function )?{IDENTIFIER} "
    r"(?:that |which )?(?:(?:are|is) (?:(?:declared )?(?P<const>const|constant)|(?:an? )?pointers?(?: types?)?)|"
    rf"(?:has|have|with|of|(?:are|is) of) (?:the )?type (?P<type>{TYPE})(?P<star> pointers?)?)"
)
def _parts_like(match: re.Match[str], names: Names) -> Request:
    label, edge = _KINDS_OF_PARTS[match["part"].lower()]
    is_field = label == "MEMBER"
    of = match.groups()[1]
    of = names.one_of(of, names.types, "struct or class") if is_field else method(names, of)
    like = Condition(Kind.LIKE, (r".*[*]",), property="typeFullName")
    if match["type"]:
        types = names.types_like(type_name(match["type"], match["star"]))
        like = Condition(Kind.HAS, types, property="typeFullName")
    if match["const"]:
        like = Condition(Kind.LIKE, (r"(?s)(.*\W)?const\W.*",), property="code")
    of_label = "TYPE_DECL" if is_field else "FUNCTION"
    return Request(Asked.LIST, label, (like,), edge=edge, of=of, of_label=of_label, noun=match["part"].lower())
