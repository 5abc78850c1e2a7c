"""Forms of questions about code: a table of patterns, tried in order; conditions follow a head of functions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from fingerpost.domains.code.questions import callees, concepts, counts, parts, types
from fingerpost.domains.code.questions.conditions import ConditionReader
from fingerpost.domains.code.questions.forms import ADJECTIVE, LIST, F, method, read, rest, rule
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Asked, Condition, Kind, Request
from fingerpost.domains.code.questions.vocabulary import (
    FILE,
    IDENTIFIER,
    LIBRARY,
    LIBRARY_WORDS,
    MEASURES,
    WRITE,
    bare,
    is_like_a_name,
)
from fingerpost.plans import Comparison

_MEASURE: Final = "|".join(sorted(MEASURES, key=len, reverse=True))
assert counts
assert types  # its forms come before those of parts, and these before what follows here
assert parts
assert concepts
assert callees
__all__ = ["read"]
_DEFINED: Final = r"(?: defined| implemented| located| declared| in)?"
_PLACES: Final = r"(?:places|locations|lines|spots)"
_TOUCHED: Final = (
    r"used|accessed|referenced|read|written(?: to)?|set|assigned|modified|changed|updated|incremented|decremented"
)


@rule(
    r"(?:is there (?:any )?)?(?:direct |(?P<far>indirect |mutual ))?recursion"
    r"(?: in (?:the|this) (?:code|code base|codebase|program)|(?P<rest> in .+))?"
)
def _recursion(match: re.Match[str], names: Names) -> Request | None:
    conditions = rest(match, names)
    flag = Condition(Kind.FLAG, property="indirectlyRecursive" if match["far"] else "recursive")
    return None if conditions is None else Request(Asked.LIST, conditions=(flag, *conditions))


@rule(
    rf"(?:what(?:'s| is) )?(?:the )?(?:average|mean) (?P<measure>{_MEASURE}|number of "
    rf"(?P<of>{_MEASURE})) (?:of|per|in) (?:a |an |all |the |each )*{F}(?P<rest>.*)"
)
@rule(
    rf"(?:what(?:'s| is) )?(?:the )?(?:average|mean) (?P<measure>(?:cyclomatic )?complexity|number of "
    rf"(?P<of>{_MEASURE}))(?P<rest>| (?:in|of) {FILE})"
)
def _average(match: re.Match[str], names: Names) -> Request | None:
    conditions = rest(match, names)
    measure = MEASURES[(match["of"] or match["measure"]).lower()]
    return None if conditions is None else Request(Asked.AVERAGE, conditions=conditions, measure=measure)


_NAMED_FILE: Final = FILE.replace("([", "(?P<file>[")


@rule(
    r"how many lines (?:of code )?(?:are |is )?(?:there )?(?:do |does |has |in )(?:all |the )*"
    rf"(?P<of>{F} (?:in|of) )?(?:the file )?{_NAMED_FILE}(?: have| contain)?(?P<within> in (?:its |all )?{F})?"
)
@rule(rf"how (?:long|big|large) is (?:the )?(?:file )?{_NAMED_FILE}(?P<of>)(?P<within>)")
def _total(match: re.Match[str], names: Names) -> Request:
    file = names.file(match["file"])
    noun = "function" if match["of"] or match["within"] else "file"
    return Request(Asked.TOTAL, conditions=(Condition(Kind.FILE, (file,)),), measure="lines", of=file, noun=noun)


@rule(
    rf"how many {ADJECTIVE}{F}(?P<rest>(?: (?!are\b|is\b).*?)??)(?: are there| are| is)?(?: (?:defined|there))? "
    r"(?:in|per|by|for)\s*(?:each |every )?file|"
    rf"how many {F} (?:does|do) (?:each|every) (?:source )?file (?:have|define|contain|declare)|"
    rf"(?:count|number of) {F} (?:per|by|in each) file"
)
def _per_file(match: re.Match[str], names: Names) -> Request | None:
    conditions = ConditionReader(names).read(f"{match['adjectives'] or ''} {match['rest'] or ''}")
    return None if conditions is None else Request(Asked.PER_FILE, conditions=conditions)


@rule(rf"(?:(?P<many>how many )|{LIST}){ADJECTIVE}{F} (?:does|do) (?P<file>{FILE}) (?:contain|have|define|declare)")
def _in_file(match: re.Match[str], names: Names) -> Request | None:
    adjectives = ConditionReader(names).read(match["adjectives"])
    if adjectives is None:
        return None
    file = Condition(Kind.FILE, (names.file(match["file"]),))
    return Request(Asked.COUNT if match["many"] else Asked.LIST, conditions=(file, *adjectives))


@rule(rf"(?:(?P<many>how many )|{LIST}){F} (?:does|do) (?P<file>{FILE}) (?:call|use)(?P<rest>.*)")
def _called_in_file(match: re.Match[str], names: Names) -> Request | None:
    """What is called in a file: `which functions does a.c call that are defined in b.c`."""
    conditions = rest(match, names)
    if conditions is None:
        return None
    used = Condition(Kind.USED_IN, (names.file(bare(match["file"])),))
    made_up = Condition(Kind.NAMED, ("<",), negated=True, comparison=Comparison.STARTS_WITH)
    label, more = ("FUNCTION", ()) if conditions else ("METHOD", (made_up,))
    return Request(Asked.COUNT if match["many"] else Asked.LIST, label, (used, *conditions, *more))


@rule(rf"(?:{LIST}|is there )(?:any )?(?P<which>dead|unused|unreachable|uncalled) (?:code|{F})(?P<rest>.*)")
def _dead(match: re.Match[str], names: Names) -> Request | None:
    which = "uncalled" if match["which"].lower() == "uncalled" else "unused"
    conditions = ConditionReader(names).read(f"{which} {match['rest']}")
    return None if conditions is None else Request(Asked.LIST, conditions=conditions)


@rule(
    rf"(?:what(?:'s| is)|who is|(?:tell me|what do you know) about|describe|explain|summari[sz]e)(?: the)?"
    rf"(?: function| macro| method)? {IDENTIFIER}"
)
@rule(rf"what (?:does|do) (?:the )?(?:function |macro |method )?{IDENTIFIER} do")
@rule(rf"what is (?:the )?(?:purpose of )?(?:the )?(?:function |macro |method )?{IDENTIFIER} (?:used )?for")
def _card(match: re.Match[str], names: Names) -> Request | None:
    name = names.method(match[1])
    if name is None or not (name == match[1] or is_like_a_name(name)):
        return None
    return Request(Asked.CARD, "METHOD", (Condition(Kind.NAMED, (name,)),))


@rule(
    rf"(?:where|(?:in|by) (?:which|what) {F}) (?:is|are) (?:the )?"
    rf"(?:(?P<what>field|member|global variable|global|variable|constant) )?{IDENTIFIER} "
    rf"(?P<how>(?:{_TOUCHED}) (?:and|or) (?:{_TOUCHED})|{_TOUCHED})"
)
def _where_used(match: re.Match[str], names: Names) -> Request | None:
    name, how = match[2], match["how"].lower()
    verb = (
        "access"
        if how in ("used", "accessed", "referenced") or re.search(" (?:and|or) ", how)
        else "read"
        if how == "read"
        else "write to"
    )
    if names.method(name) is not None or (name not in names.fields and name not in names.globals):
        return None
    what = "field" if name in names.fields and name not in names.globals else "global variable"
    conditions = ConditionReader(names).read(f"{verb} {what} {name}")
    return Request(Asked.LIST, conditions=conditions) if conditions else None


@rule(rf"(?P<many>)how (?:is|are) (?:the )?(?:function |macro )?{IDENTIFIER} (?:used|called|invoked)")
@rule(rf"(?:(?P<many>how many )|{LIST})callers? (?:of|does) (?:the )?(?:function )?{IDENTIFIER}(?: have)?")
@rule(
    rf"where (?:is|are|do we use|do we call) (?:the )?(?:function |macro )"
    rf"?{IDENTIFIER}(?: used| called| invoked)(?: from)?(?P<many>)"
)
@rule(
    rf"(?P<many>)(?:in|from|by) (?:which|what) {F} (?:is|are) (?:the )?(?:function |macro )?{IDENTIFIER} "
    r"(?:used|called|invoked)"
)
@rule(rf"(?P<many>)from where (?:is|are) {IDENTIFIER} (?:used|called|invoked)")
def _callers(match: re.Match[str], names: Names) -> Request | None:
    name = next(one for one in match.groups()[::-1] if one)
    asked = Asked.COUNT if match["many"] else Asked.LIST
    return Request(asked, conditions=(Condition(Kind.CALLS, (method(names, name),)),))


@rule(rf"(?P<many>how many )(?:call sites|calls) (?:of|to) {IDENTIFIER}(?: are there| exist)?")
@rule(
    rf"(?:in )?(?P<many>how (?:many times|often|many {_PLACES})) (?:does|do) (?:the )?(?:code|code base|program|we) "
    rf"call {IDENTIFIER}"
)
@rule(rf"(?P<many>how many )call sites does {IDENTIFIER} have")
@rule(rf"(?P<many>how many ){_PLACES} (?:call|use|invoke) (?:the )?(?:function |macro )?{IDENTIFIER}")
@rule(
    rf"(?:in |from )?(?P<many>how many ){_PLACES} (?:is|are) (?:the )?(?:function |macro )?{IDENTIFIER} "
    r"(?:called|used|invoked)(?: from| in)?"
)
@rule(rf"(?P<many>how (?:many times|often)) (?:is|are) {IDENTIFIER} (?:called|used|invoked)")
@rule(
    rf"(?P<many>)(?:at|on|in) (?:which|what) lines? (?:of code )?(?:is|are) (?:the )?(?:function |macro |constant )?"
    rf"{IDENTIFIER} (?:called|used|invoked)"
)
@rule(
    rf"(?P<many>){LIST}(?:(?:call sites|calls|places?) (?:of|to|where|at which)"
    rf"|lines? (?:where|at which)) {IDENTIFIER}(?: is called)?"
)
def _sites(match: re.Match[str], names: Names) -> Request | None:
    name = method(names, match[2])
    named = Condition(Kind.CALL_OF if "." in name else Kind.NAMED, (name,))
    return Request(Asked.COUNT if match["many"] else Asked.LIST, "CALL", (named,), show="location", noun="call")


@rule(
    rf"how (?:many times|often) (?:does|do|is) (?:the )?(?:function )?(?P<by>{FILE}|{IDENTIFIER}) "
    rf"(?:call|use|invoke) (?P<called>{IDENTIFIER})"
)
@rule(
    rf"how (?:many times|often) is (?:the )?(?:function |macro )?(?P<called>{IDENTIFIER}) (?:called|used|invoked) "
    rf"(?:in|by|from|inside) (?:the )?(?:function |file )?(?P<by>{FILE}|{IDENTIFIER})"
)
@rule(
    rf"how many (?:calls|call sites) (?:of|to) (?P<called>{IDENTIFIER}) (?:are there |are )?(?:in|from|inside) "
    rf"(?P<by>{FILE}|{IDENTIFIER})"
)
def _sites_within(match: re.Match[str], names: Names) -> Request:
    called, by = method(names, bare(match["called"])), match["by"]
    if re.fullmatch(FILE, by, re.I):
        within = Condition(Kind.SITE_IN, (names.file(bare(by)),), property="filename")
    else:
        within = Condition(Kind.SITE_IN, (method(names, bare(by)),), property="name")
    named = Condition(Kind.NAMED, (called,))
    return Request(Asked.COUNT, "CALL", (named, within), show="location", noun="call")


@rule(
    rf"(?:is|are|does anything use|is anything using) (?:the )?(?:{LIBRARY_WORDS} )?(?:function |macro |method )?"
    rf"{IDENTIFIER}(?: (?:ever |still |actually )?(?:called|used|invoked|referenced|in use))?(?: directly)?"
    r"(?:,? by (?:its|that|this) (?:own )?name)?(?: anywhere| at all)?"
)
def _is_used(match: re.Match[str], names: Names) -> Request | None:
    if not re.search(r"\b(?:called|used|using|use|invoked|referenced)\b", match[0], re.I):
        return None
    name = match[1] if match[1] in LIBRARY else method(names, match[1])
    return Request(Asked.USERS, conditions=(Condition(Kind.CALLS, (name,)),), of=match[1])


_DATA: Final = (
    r"(?:the |any )?(?:data|input|bytes|values?|user input|results?|return values?|outputs?|tainted data) "
    r"(?:from|of|returned by|read by|out of|in)"
)
_SOURCE: Final = rf"(?:(?:the )?parameter {IDENTIFIER} of )?(?:the )?(?:calls? (?:of|to) |function )?{IDENTIFIER}"
_SINK: Final = rf"(?:(?:a|the|any) )?(?:calls? (?:of|to) |function )?{IDENTIFIER}"
_FLOWS: Final = r"(?:reach(?:es)?|flows? (?:in)?to|gets? (?:in)?to|ends? up in|arrives? (?:at|in))"


@rule(rf"(?:where|how) (?:does|do|can|could) {_DATA} {_SOURCE} {_FLOWS} {_SINK}")
@rule(rf"(?:does|do|can|could) {_DATA} {_SOURCE} (?:ever )?{_FLOWS} {_SINK}")
@rule(
    rf"(?:is there|find|show|list)(?: me)? (?:an? |any |all )?(?:data ?-?flows?|taint(?:ed)? flows?|flows? of data) "
    rf"from {_SOURCE} (?:to|into) {_SINK}"
)
def _flow(match: re.Match[str], names: Names) -> Request | None:
    parameter, source, sink = (match[1] or ""), method(names, match[2]), method(names, match[3])
    return Request(Asked.FLOW, "METHOD_PARAMETER_IN" if parameter else "CALL", ends=(source, sink), of=parameter)


@rule(
    rf"(?:is|can|does|will) (?:the )?(?:function )?{IDENTIFIER} (?:recursive|recurse|call itself)"
    r"(?P<far> (?:directly or )?indirectly)?"
)
def _is_recursive(match: re.Match[str], names: Names) -> Request | None:
    names.flag("indirectlyRecursive")
    return Request(Asked.RECURSION, conditions=(Condition(Kind.NAMED, (method(names, match[1]),)),))


@rule(rf"(?:does|do|can|will|is|has|have) (?:the )?(?:function )?{IDENTIFIER} (?P<rest>.+)")
def _yes_no(match: re.Match[str], names: Names) -> Request | None:
    conditions = rest(match, names)
    if not conditions or any(one.kind is Kind.NAMED and one.negated for one in conditions):
        return None
    name = method(names, match[1])
    if len(conditions) == 1 and (ends := _ends(name, conditions[0])):
        return Request(Asked.CAN_REACH, ends=ends)
    named = Condition(Kind.NAMED, (name,))
    called = (Kind.CALLED_BY, Kind.REACHED_FROM, Kind.USED_IN, Kind.CALLED)
    label = "METHOD" if any(one.kind in called for one in conditions) else "FUNCTION"  # malloc is called, too
    return Request(Asked.YES_NO, label, (named, *conditions))


def _ends(name: str, asks: Condition) -> tuple[str, str] | None:
    """The ends of the chain of calls that a function is asked to begin or end; None where it is none, or a circle."""
    if asks.kind not in (Kind.REACHES, Kind.REACHED_FROM) or asks.negated or asks.values in ((name,), ()):
        return None
    (other, *more) = asks.values
    return None if more else (name, other) if asks.kind is Kind.REACHES else (other, name)


@rule(rf"{LIST}callers? of {IDENTIFIER}(?P<rest> .+)")
@rule(rf"{LIST}{F} (?:that |which )?(?:are )?calling {IDENTIFIER}(?P<rest> .+)")
def _callers_with(match: re.Match[str], names: Names) -> Request | None:
    conditions = rest(match, names)
    calling = Condition(Kind.CALLS, (method(names, match[1]),))
    return Request(Asked.LIST, conditions=(calling, *conditions)) if conditions else None


@rule(
    r"(?:where|in which functions?|by which functions?) (?:is|are|does) (?:the )?"
    r"(?:string |text |message |literal |string literal )?"
    r"(?P<text>[\"“'][^\"”]+[\"”']) (?:used|printed|appear|defined|found|mentioned|referenced|come from)"
)
def _string_used(match: re.Match[str], names: Names) -> Request | None:
    conditions = ConditionReader(names).read(f"use the string {match['text']}")
    return Request(Asked.LIST, conditions=conditions) if conditions else None


@rule(rf"{LIST}{F} (?:that |which )?(?:are )?(?:declared|prototyped) in {FILE}")
@rule(rf"{LIST}(?:function )?(?:declarations|prototypes) in {FILE}")
def _declared(match: re.Match[str], names: Names) -> Request:
    file = Condition(Kind.FILE, (names.file(match[1]),))
    made_up = Condition(Kind.NAMED, ("<",), negated=True, comparison=Comparison.STARTS_WITH)
    return Request(Asked.LIST, "METHOD", (file, made_up, Condition(Kind.NO_MACRO)))


_VALUES: Final[Mapping[str, str]] = {
    "signature": rf"(?:what is |what's |show )?(?:me )?(?:the )?(?:signature|prototype|declaration) of {IDENTIFIER}",
    "returnType": r"(?:what|which) (?:(?:type|kind|sort) (?:of (?:value|result|thing|data) )?)?(?:does|do)"
    rf" (?:the function )?{IDENTIFIER} return|"
    rf"what is the return type of {IDENTIFIER}",
    "location": r"where (?:is|can i find) (?:the )?(?:function |method |macro |class |struct |enum |type |field |"
    rf"global variable |global |variable |constant )?{IDENTIFIER}{_DEFINED}|"
    rf"(?:at |on )?(?:which|what) line (?:is|does|has) (?:the )?(?:function |method )?{IDENTIFIER}"
    r"(?: defined| start(?:s)?(?: at| on)?| begin(?:s)?(?: at| on)?| on| at)|"
    rf"(?:in |at |on )?(?:which|what) file and (?:at |on )?(?:which |what )?line (?:does|is) {IDENTIFIER}"
    r"(?: defined| starts?| begins?)?",
    "filename": rf"(?:in )?(?:which|what) file (?:is|defines|contains) (?:the )?"
    rf"(?:(?:function|struct|enum|type|global variable|global) )?{IDENTIFIER}{_DEFINED}",
    "lineNumberEnd": rf"(?:on |at )?(?:which|what) (?:lines|line range) (?:is|does|has) {IDENTIFIER}"
    r"(?: defined(?: on)?| span| cover| occupy| take up)?|"
    rf"(?:from )?(?:which|what) line to (?:which|what) line (?:is|does) {IDENTIFIER}(?: go| run| reach| defined)?|"
    rf"(?:on |at )?(?:which|what) line (?:does|is) (?:the )?(?:function )?{IDENTIFIER} (?:end|stop|finish|over)s?|"
    rf"(?:at |in |on )?(?:which|what) file and lines? (?:does|do) {IDENTIFIER} (?:start|begin) and end|"
    rf"where does {IDENTIFIER} (?:start|begin) and (?:where does it )?(?:end|stop)|"
    rf"(?:what are )?(?:the )?(?:start|first) and (?:the )?(?:end|last) lines? of {IDENTIFIER}|"
    rf"(?:what is |what are )?(?:the )?lines? (?:range|numbers) of {IDENTIFIER}",
    "lines": rf"how (?:long|big|large) is (?:the )?(?:function )?{IDENTIFIER}|what is the length of {IDENTIFIER}|"
    rf"how many lines (?:of code )?(?:does|are in|has) {IDENTIFIER}(?: have| contain)?",
    "complexity": rf"how complex is {IDENTIFIER}|what is the (?:cyclomatic )?complexity of {IDENTIFIER}",
}
"""Questions for a property of one function."""


def _placed(match: re.Match[str], names: Names) -> Request | None:
    """Where a type, a global variable or a field is declared, if no function has the name."""
    name = next(one for one in match.groups() if one)
    if names.method(name) is not None:
        return None
    kinds = ((names.types, "TYPE_DECL"), (names.globals, "GLOBAL_VARIABLE"), (names.fields, "MEMBER"))
    label = next((label for known, label in kinds if name in known), None)
    named = Condition(Kind.NAMED, (name,))
    return Request(Asked.VALUE, label, (named,), measure="location") if label else None


def _value_rules() -> None:
    for measure, pattern in _VALUES.items():

        def make(match: re.Match[str], names: Names, measure: str = measure) -> Request:
            if measure in ("location", "filename") and (place := _placed(match, names)):
                return place
            name = method(names, next(one for one in match.groups() if one))
            return Request(Asked.VALUE, conditions=(Condition(Kind.NAMED, (name,)),), measure=measure)

        rule(pattern)(make)


_value_rules()


@rule(
    r"(?:who|what|which) (?P<rest>(?:(?:in)?directly |eventually |ultimately |transitively )?"
    rf"(?:calls?|uses?|invokes?|access(?:es)?|references?|reach(?:es)?|reads?|{WRITE}) .+|"
    r"(?:is|are)(?:n['’]t| not| never) (?:called|invoked).*)"
)
@rule(r"(?:who|what) (?P<rest>\w+s (?:\w+ ){0,3}(?:with|using|via|through|by calling) .+)")
@rule(rf"(?P<many>how many ){ADJECTIVE}{F}(?: are there| exist)?(?P<rest>.*)")
@rule(rf"(?:is|are) there (?:any )?{ADJECTIVE}{F}(?P<rest>.*)")
@rule(rf"{LIST}{ADJECTIVE}{F}(?P<rest>.*)")
def _functions(match: re.Match[str], names: Names) -> Request | None:
    reader = ConditionReader(names)
    conditions = reader.read(f"{match.groupdict().get('adjectives') or ''} {match['rest'] or ''}")
    if conditions is None:
        return None
    # what is called may be a function of a library, but for what is only called by one: those the code does not have
    called = any(one.kind is Kind.CALLED_BY and not one.negated for one in conditions)
    only = any(one.kind is Kind.MEASURE and one.property == "callerCount" for one in conditions)
    label = "METHOD" if called and not only else "FUNCTION"
    asked = Asked.COUNT if match.groupdict().get("many") else Asked.LIST
    return Request(asked, label, conditions, lacking=tuple(reader.lacking))
