"""Forms of questions about code: a table of patterns, tried in order; conditions follow a head of functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from fingerpost.domains.code.questions.conditions import (
    FILE,
    IDENTIFIER,
    MEASURES,
    NUMBERS,
    ConditionReader,
    number,
)
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Asked, Condition, Kind, Request
from fingerpost.plans import Comparison

_LIST: Final = (
    r"(?:(?:which|what|list|show|find|give|name|display|print|get|tell|enumerate)(?: me)?(?: are| is)?\s+)?"
    r"(?:(?:all|the|of|every|any|each|those)\s+)*"
)
_F: Final = r"(?:functions?|methods?|routines?|procedures?)"
_ADJECTIVE: Final = r"(?P<adjectives>(?:(?:recursive|unused|uncalled|dead)\s+)*)"
_SUPERLATIVE: Final = {
    "longest": ("lines", False),
    "largest": ("lines", False),
    "biggest": ("lines", False),
    "shortest": ("lines", True),
    "smallest": ("lines", True),
    "most complex": ("complexity", False),
    "simplest": ("complexity", True),
    "least complex": ("complexity", True),
    "most called": ("callerCount", False),
    "most used": ("callerCount", False),
}
_SUPER: Final = "|".join(_SUPERLATIVE)
_COUNT_WORD: Final = rf"(?:(?P<count>\d+|{'|'.join(NUMBERS)})\s+)?"
_MEASURE: Final = "|".join(sorted(MEASURES, key=len, reverse=True))
_DEFINED: Final = r"(?: defined| implemented| located| declared| in)?"
_HAS: Final = r"(?:has|have|takes?|accepts?|contains?)"

Rule = Callable[[re.Match[str], Names], Request | None]
_RULES: list[tuple[re.Pattern[str], Rule]] = []


def read(question: str, names: Names) -> Request | None:
    """What a question asks; None if it is not understood in every word.

    Raises:
        UnknownName: it names a function, type or file that the code does not have.
    """
    text = re.sub(r"\s+", " ", question).strip().rstrip("?.! ").strip()
    text = re.sub(r"^(?:please|can you|could you|i want to know|tell me(?! about))\s+(?!me)", "", text, flags=re.I)
    for pattern, make in _RULES:
        match = pattern.fullmatch(text)
        found = make(match, names) if match else None
        if found is not None:
            return found
    return None


def _rule(pattern: str) -> Callable[[Rule], Rule]:
    def register(make: Rule) -> Rule:
        _RULES.append((re.compile(pattern, re.I), make))
        return make

    return register


def _method(names: Names, name: str) -> str:
    found = names.method(name)
    if found is None:
        raise names.unknown(name, "function or macro")
    return found


def _rest(match: re.Match[str], names: Names) -> tuple[Condition, ...] | None:
    groups = match.groupdict()
    text = f"{groups.get('adjectives') or ''} {groups.get('rest') or ''}"
    return ConditionReader(names).read(text)


@_rule(
    rf"(?:what|which|show|list|give)?\s*(?:me )?(?:is|are|was)?\s*(?:the )"
    rf"?{_COUNT_WORD}(?P<most>{_SUPER}) {_F}(?P<rest>.*)"
)
@_rule(rf"{_LIST}{_COUNT_WORD}(?P<most>{_SUPER}) {_F}(?P<rest>.*)")
@_rule(rf"(?:which|what) {_F} (?:is|are) (?:the )?{_COUNT_WORD}(?P<most>{_SUPER})(?P<rest>.*)")
def _most(match: re.Match[str], names: Names) -> Request | None:
    conditions = _rest(match, names)
    if conditions is None:
        return None
    measure, least = _SUPERLATIVE[match["most"].lower()]
    count = number(match["count"]) if match["count"] else 1
    return Request(Asked.MOST, conditions=conditions, measure=measure, count=max(count, 1), least=least)


@_rule(
    rf"(?:which|what) {_F} {_HAS} the (?P<most>most|highest|largest|greatest|fewest|"
    rf"lowest|least|smallest) (?:number of )?(?P<measure>{_MEASURE})(?P<rest>.*)"
)
def _most_measured(match: re.Match[str], names: Names) -> Request | None:
    conditions = _rest(match, names)
    if conditions is None:
        return None
    least = match["most"].lower() in ("fewest", "lowest", "least", "smallest")
    return Request(Asked.MOST, conditions=conditions, measure=MEASURES[match["measure"].lower()], least=least)


@_rule(rf"(?:which|what) {_F} calls? the (?P<most>most|fewest) (?:other |different )?{_F}")
def _most_calling(match: re.Match[str], names: Names) -> Request | None:
    return Request(Asked.MOST, measure="calleeCount", least=match["most"].lower() == "fewest")


@_rule(rf"(?:which|what) {_F} (?:is|are|gets) (?:called|used) (?:by the most (?:other )?{_F}|most often|the most)")
def _most_called(match: re.Match[str], names: Names) -> Request | None:
    return Request(Asked.MOST, measure="callerCount")


@_rule(
    rf"(?:what(?:'s| is) )?(?:the )?(?:average|mean) (?P<measure>{_MEASURE}|number of "
    rf"(?P<of>{_MEASURE})) (?:of|per|in) (?:a |an |all |the |each )*{_F}(?P<rest>.*)"
)
def _average(match: re.Match[str], names: Names) -> Request | None:
    conditions = _rest(match, names)
    measure = MEASURES[(match["of"] or match["measure"]).lower()]
    return None if conditions is None else Request(Asked.AVERAGE, conditions=conditions, measure=measure)


@_rule(
    rf"how many {_F}(?: are there| are| does each file have)? (?:in|per|by|for)"
    rf"?\s*(?:each )?file|(?:count|number of) {_F} (?:per|by|in each) file"
)
def _per_file(match: re.Match[str], names: Names) -> Request | None:
    return Request(Asked.PER_FILE)


@_rule(rf"how many {_F} (?:does|do) {FILE} (?:contain|have|define)")
def _count_in(match: re.Match[str], names: Names) -> Request | None:
    return Request(Asked.COUNT, conditions=(Condition(Kind.FILE, (names.file(match[1]),)),))


@_rule(rf"{_LIST}(?:any )?(?:dead|unused|unreachable|uncalled) (?:code|{_F})|is there (?:any )?(?:dead|unused) code")
def _dead(match: re.Match[str], names: Names) -> Request | None:
    unused = Condition(Kind.MEASURE, property="callerCount", comparison=Comparison.EQ, number=0)
    return Request(Asked.LIST, conditions=(unused,))


@_rule(
    rf"(?:what(?:'s| is)|who is|(?:tell me|what do you know) about|describe|explain|summari[sz]e)(?: the)?"
    rf"(?: function| macro| method)? {IDENTIFIER}"
)
def _card(match: re.Match[str], names: Names) -> Request | None:
    name = names.method(match[1])
    return None if name is None else Request(Asked.CARD, "METHOD", (Condition(Kind.NAMED, (name,)),))


@_rule(
    rf"{_LIST}(?:source )?files? (?:that |which )?(?:include|includes|import|imports) [<\"]?(?P<header>[\w./-]+)[>\"]?"
)
def _including(match: re.Match[str], names: Names) -> Request | None:
    return Request(Asked.LIST, "FILE", (Condition(Kind.INCLUDES, (match["header"],)),), noun="file")


_OF: Final[tuple[tuple[str, str, str, str, str], ...]] = (
    (r"parameters?|params?|arguments?|args", "HAS_PARAMETER", "METHOD_PARAMETER_IN", "name", "parameter"),
    (r"local variables?|locals?|variables?", "HAS_LOCAL", "LOCAL", "name", "local variable"),
    (r"(?:string )?literals?|strings?", "CONTAINS", "STRING_LITERAL", "code", "string literal"),
    (r"macros?", "CALLS", "MACRO", "name", "macro"),
)
"""What functions have: words, relationship, label, the property that names it, noun."""


def _part_rules() -> None:
    for words, edge, label, show, noun in _OF:

        def make(
            match: re.Match[str], names: Names, edge: str = edge, label: str = label, show: str = show, noun: str = noun
        ) -> Request:
            asked = Asked.COUNT if match["many"] else Asked.LIST
            return Request(asked, label, edge=edge, of=_method(names, match["of"]), show=show, noun=noun)

        many = rf"(?:(?P<many>how many )|{_LIST})"
        of = IDENTIFIER.replace("([A-Za-z_]", "(?P<of>[A-Za-z_]")
        verbs = r"(?:take|have|accept|expect|use|declare|contain|define|need|get|mention)"
        _rule(rf"{many}(?:{words}) (?:do|does) (?:the )?(?:function )?{of} {verbs}")(make)
        _rule(
            rf"{many}(?:{words}) (?:are |is )?(?:used |declared |defined |there )?(?:of|in|by|"
            rf"inside) (?:the )?(?:function )?{of}"
        )(make)


_part_rules()


@_rule(
    rf"{_LIST}(?:fields?|members?|values?|enumerators?|constants?) (?:of|in) (?:the )"
    rf"?(?:struct |enum |type |structure )?{IDENTIFIER}"
)
@_rule(
    rf"{_LIST}(?:fields?|members?|values?) (?:does|do) (?:the )?(?:struct |enum |type |structure )?{IDENTIFIER} have"
)
def _fields(match: re.Match[str], names: Names) -> Request | None:
    of = names.one_of(match[1], names.types, "struct or enum")
    return Request(Asked.LIST, "MEMBER", edge="HAS_FIELD", of=of, of_label="TYPE_DECL", noun="field")


@_rule(
    rf"(?:what(?:'s| is) the type of (?:the )?(?:field|member) {IDENTIFIER}|(?:what|"
    rf"which) type (?:does|is) (?:the )?(?:field|member) {IDENTIFIER}(?: have| of)?)"
)
def _field_type(match: re.Match[str], names: Names) -> Request | None:
    name = names.one_of(match[1] or match[2], names.fields, "field")
    named = Condition(Kind.NAMED, (name,))
    return Request(Asked.LIST, "MEMBER", (named,), show="typeFullName", noun="type")


@_rule(
    rf"{_LIST}(?:structs?|structures?|types?) (?:that |which )?(?:have|has|with|"
    rf"contain(?:s|ing)?) (?:a |the )?(?:field|member)s? (?:named |called )"
    rf"?{IDENTIFIER}"
)
def _structs_with(match: re.Match[str], names: Names) -> Request | None:
    name = names.one_of(match[1], names.fields, "field")
    return Request(Asked.LIST, "STRUCT", (Condition(Kind.FIELD, (name,)),), noun="struct")


_PLAIN: Final = {
    "GLOBAL_VARIABLE": (r"global variables?|globals", "global variable"),
    "STRUCT": (r"structs?|structures?", "struct"),
    "ENUM": (r"enums?|enumerations?", "enum"),
    "MACRO": (r"macros?", "macro"),
    "EXTERNAL_FUNCTION": (r"(?:external|library) functions?", "external function"),
    "FILE": (r"(?:source )?files?", "file"),
}
"""Labels that are listed and counted by themselves."""


def _plain_rules() -> None:
    for label, (words, noun) in _PLAIN.items():

        def make(match: re.Match[str], names: Names, label: str = label, noun: str = noun) -> Request | None:
            conditions = ConditionReader(names).read(match["rest"])
            allowed = {Kind.FILE, Kind.NAMED, *((Kind.CALLED,) if label in ("MACRO", "EXTERNAL_FUNCTION") else ())}
            if conditions is None or any(one.kind not in allowed for one in conditions):
                return None
            return Request(Asked.COUNT if match["many"] else Asked.LIST, label, conditions, noun=noun)

        _rule(rf"(?:(?P<many>how many )|{_LIST})(?:{words})(?: are there| exist)?(?P<rest>.*)")(make)


_plain_rules()


@_rule(
    rf"(?:(?:which|what) (?:headers?|header files?|files?) (?:does|do) {FILE} include|"
    rf"what does {FILE} include|(?:headers?|includes?) of {FILE})"
)
def _includes(match: re.Match[str], names: Names) -> Request | None:
    file = names.file(next(one for one in match.groups() if one))
    return Request(
        Asked.LIST, "IMPORT", edge="INCLUDES", of=file, of_label="FILE", show="importedEntity", noun="header"
    )


@_rule(
    rf"(?:what|which (?:other )?{_F}) (?:does|do) (?:the )?(?:function )?{IDENTIFIER} "
    rf"call(?P<far> (?:directly (?:or|and) )?indirectly| transitively)?(?: directly)?"
)
def _callees(match: re.Match[str], names: Names) -> Request | None:
    kind = Kind.REACHED_FROM if match["far"] else Kind.CALLED_BY
    return Request(Asked.LIST, "METHOD", (Condition(kind, (_method(names, match[1]),)),))


@_rule(
    rf"(?:{_LIST}{_F} (?:that |which )?(?:(?:are|is|get) )?|what is )?(?:called|"
    rf"invoked|reachable|reached) (?:by|from) {IDENTIFIER}"
)
def _called_by(match: re.Match[str], names: Names) -> Request | None:
    far = "reach" in match[0].lower()
    kind = Kind.REACHED_FROM if far else Kind.CALLED_BY
    return Request(Asked.LIST, "METHOD", (Condition(kind, (_method(names, match[1]),)),))


@_rule(rf"{_LIST}callees of {IDENTIFIER}")
def _callees_of(match: re.Match[str], names: Names) -> Request | None:
    return Request(Asked.LIST, "METHOD", (Condition(Kind.CALLED_BY, (_method(names, match[1]),)),))


@_rule(rf"(?:(?P<many>how many )|{_LIST})callers (?:of|does) (?:the )?(?:function )?{IDENTIFIER}(?: have)?")
@_rule(
    rf"where (?:is|are|do we use|do we call) (?:the )?(?:function |macro )"
    rf"?{IDENTIFIER}(?: used| called| invoked)(?P<many>)"
)
def _callers(match: re.Match[str], names: Names) -> Request | None:
    name = next(one for one in match.groups()[::-1] if one)
    asked = Asked.COUNT if match["many"] else Asked.LIST
    return Request(asked, conditions=(Condition(Kind.CALLS, (_method(names, name),)),))


@_rule(rf"(?P<many>how (?:many times|often)) (?:is|are) {IDENTIFIER} (?:called|used|invoked)")
@_rule(rf"(?P<many>)(?:at|on|in) (?:which|what) lines? (?:of code )?(?:is|are) {IDENTIFIER} (?:called|used|invoked)")
@_rule(rf"(?P<many>){_LIST}(?:call sites|calls|places) (?:of|to|where) {IDENTIFIER}(?: is called)?")
def _sites(match: re.Match[str], names: Names) -> Request | None:
    named = Condition(Kind.NAMED, (_method(names, match[2]),))
    return Request(Asked.COUNT if match["many"] else Asked.LIST, "CALL", (named,), show="location", noun="call")


@_rule(
    rf"(?:show|find|give|what is|list|is there)?\s*(?:me )?(?:a|an|the|any)"
    rf"?\s*(?:shortest )?(?:call )?(?:chain|path|route|call path|call chain) (?:of "
    rf"calls )?(?:from|between) {IDENTIFIER} (?:to|and) {IDENTIFIER}"
)
@_rule(rf"how (?:does|can|do) {IDENTIFIER} (?:get to|reach|lead to|end up in|arrive at) {IDENTIFIER}")
def _path(match: re.Match[str], names: Names) -> Request | None:
    return Request(Asked.PATH, ends=(_method(names, match[1]), _method(names, match[2])))


@_rule(rf"(?:does|do|can|will|is|has|have) (?:the )?(?:function )?{IDENTIFIER} (?P<rest>.+)")
def _yes_no(match: re.Match[str], names: Names) -> Request | None:
    conditions = _rest(match, names)
    if not conditions:
        return None
    named = Condition(Kind.NAMED, (_method(names, match[1]),))
    return Request(Asked.YES_NO, conditions=(named, *conditions))


_VALUES: Final[Mapping[str, str]] = {
    "returnType": rf"what (?:does|do) {IDENTIFIER} return|what is the return type of {IDENTIFIER}",
    "location": rf"where (?:is|can i find) (?:the )?(?:function )?{IDENTIFIER}{_DEFINED}",
    "filename": rf"(?:in )?(?:which|what) file (?:is|defines|contains) (?:the function |the )?{IDENTIFIER}{_DEFINED}",
    "lines": rf"how (?:long|big|large) is (?:the )?(?:function )?{IDENTIFIER}|what is the length of {IDENTIFIER}|"
    rf"how many lines (?:of code )?(?:does|are in|has) {IDENTIFIER}(?: have| contain)?",
    "complexity": rf"how complex is {IDENTIFIER}|what is the (?:cyclomatic )?complexity of {IDENTIFIER}",
}
"""Questions for a property of one function."""


def _value_rules() -> None:
    for measure, pattern in _VALUES.items():

        def make(match: re.Match[str], names: Names, measure: str = measure) -> Request:
            name = _method(names, next(one for one in match.groups() if one))
            return Request(Asked.VALUE, conditions=(Condition(Kind.NAMED, (name,)),), measure=measure)

        _rule(pattern)(make)


_value_rules()


@_rule(r"(?:who|what|which) (?P<rest>(?:calls?|uses?|invokes?|access(?:es)?|references?|reach(?:es)?) .+)")
@_rule(rf"(?P<many>how many ){_ADJECTIVE}{_F}(?: are there| exist)?(?P<rest>.*)")
@_rule(rf"{_LIST}{_ADJECTIVE}{_F}(?P<rest>.*)")
def _functions(match: re.Match[str], names: Names) -> Request | None:
    conditions = _rest(match, names)
    if conditions is None:
        return None
    return Request(Asked.COUNT if match.groupdict().get("many") else Asked.LIST, conditions=conditions)
