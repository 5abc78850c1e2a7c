"""One value of something that is named: its length, type, place, condition, or what a macro stands for."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from fingerpost.domains.code.questions.composed.asks import Ask
from fingerpost.domains.code.questions.composed.nouns import noun_of
from fingerpost.domains.code.questions.composed.resolve import NAME
from fingerpost.domains.code.questions.forms import method
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Asked, Condition, Kind, NotInGraph, Request
from fingerpost.domains.code.questions.vocabulary import FILE, FILE_NAME, MEASURES, is_like_a_name, one_of

_F: Final = (
    r"(?:the )?(?:function |struct |union |enum |type |global variable |variable |field |"
    rf"body of |definition of |macro |code of )*(?P<of>{NAME})"
)
_F2: Final = _F.replace("<of>", "<of_>")
_F3: Final = _F.replace("<of>", "<of__>")
_START: Final = (
    r"(?:starts?|begins?|is|are|defined|located|live|lives|found|implemented|"
    r"sits?|be found|can be found|declared|definition|body)"
)
_PLACE: Final = re.compile(
    r"(?:where|(?:in |on |at |from )*(?:which |what |the )*(?:file and (?:(?:on|"
    r"at|in) )?(?:which |what |the )?line(?: number)?|line and file|"
    r"source line|line number|line(?: (?:of|in) (?:the file )?[\w./-]+\.\w+)"
    r"?|location|place|source location|definition)(?: of| in)?(?: which| what)"
    r"?(?: file)?)"
    rf"(?: {_START}| does| do| of| the| can i find| would i find| i find)*(?: where)"
    rf"? {_F}(?: {_START}| at| on| in| file| line)*"
    rf"|{_F2} (?:is )?(?:defined|located|implemented|definition|location|starts?)"
    r"(?: (?:where|in which file|at which line|on which line|file and line|which file and "
    r"line))*"
    rf"|(?:the )?(?:definition|location|source location|start line|first line|starting line) of {_F3}",
    re.I,
)
_FILE_OF: Final = re.compile(
    r"(?:in |from )?(?:which |what )(?:of the )?(?:source |header )?(?:files?|"
    r"headers?) (?:is|are|does|contains?|has|defines?|holds?|implements?|declares?)"
    rf" (?:the )?{_F}"
    rf"(?: (?:in|defined|implemented|located|live|come from|belong to|declared|found|reside))*",
    re.I,
)
_LINES: Final = re.compile(
    r"(?:(?:on|at|in) )?(?:which |what |the )*(?:first and (?:the )?last )?lines?(?: numbe"
    rf"rs?)?(?: of (?:the file )?{FILE})? (?:does|do|is|are|of|has) {_F}"
    r"(?: (?:begins?|starts?|beginning|starting) and (?:ends?|stops?|finish(?:es)"
    r"?)| span| cover| occupy| extend over| stretch over| have)?",
    re.I,
)
_FILE_AFTER: Final = re.compile(
    (
        rf"(?:in )?(?:which |what )?(?:source |header )?(?:file|header) (?:the )?{_F} (?:is|"
        r"are|was) (?:declared|defined|in|found|located|implemented)(?: in)?"
    ),
    re.I,
)
_TAKES_RETURNS: Final = re.compile(rf"(?:does )?{_F} takes?,? and (?:what )?(?:does it )?returns?", re.I)
_HOW: Final = {
    "deep": "loopDepth",
    "long": "lines",
    "big": "lines",
    "large": "lines",
    "complex": "complexity",
    "complicated": "complexity",
}
_MEASURE: Final = re.compile(
    rf"(?:how (?P<how>{one_of(_HOW)}) (?:is|are) (?:the )?(?:loops? (?:depth )"
    rf"?(?:of|in|inside) )?|(?:what is )?(?:the )?(?:total |exact )?(?P<measure>{one_of(MEASURES)}"
    r"|return type|signature)"
    rf" (?:of|in|for|has|does|do|is|are in|are there in) ){_F}(?: (?:have|has|"
    r"take|takes|contain|contains|got|accept|make|makes|need|declare|use|uses)"
    r")?",
    re.I,
)
_MEASURE_AFTER: Final = re.compile(
    rf"(?P<measure>{one_of(MEASURES)}) {_F} (?:have|has|take|takes|contain|contains|"
    r"got|gets|accepts?|makes?|needs?|declares?|uses?)"
    rf"|{_F2}['’]?s? (?P<measure_>{one_of(MEASURES)}|return type|signature)",
    re.I,
)
_OTHER: Final = {"return type": "returnType", "signature": "signature"}
_RETURNS: Final = re.compile(
    (
        rf"(?:type|kind of (?:value|thing)|type of value)? ?(?:does|do|is|has)? ?{_F} returns?|"
        rf"{_F2} returns? (?:what|which type)"
    ),
    re.I,
)
_VALUE: Final = re.compile(
    r"(?:the )?(?:value|definition|expansion|content|meaning|replacement) (?:of|"
    rf"is|does|for|has) (?:the )?(?:macro |constant |#define )?(?P<of>{NAME})"
    r"(?: (?:have|stand for|expand to|defined as))?"
    rf"|(?:what )?(?:does|is|value does) (?:the )?(?:macro |constant )?(?P<of_>{NAME})"
    r" (?:expand to|defined (?:as|to)|set to|stand for|equal|evaluate to)"
    rf"|(?:macro |constant )?(?P<of____>{NAME}) (?:is )?(?:defined as|expands? to|"
    r"stands? for|set to|defined to)(?: what)?"
    rf"|(?:macro |constant )?(?P<of_____>{NAME})(?:['’]s)? (?:value|expansion)"
    rf"|(?:how is )?(?:the )?(?:macro |constant )(?P<of__>{NAME})(?: defined)?",
    re.I,
)
_CONDITION: Final = re.compile(r"(?:the )?(?:loop |exit |exact )?(?:conditions?|test|expression) (?P<rest>.+)", re.I)


def read(ask: Ask, text: str, names: Names) -> Request | None:
    """The request of a question for one value."""
    if ask.asked is Asked.MOST:
        return None
    for make in (_condition, _two, _measure, _type, _macro, _place):
        found = make(text, names, ask)
        if found is not None:
            return found
    return None


def _of(match: re.Match[str]) -> str:
    names = (value for name, value in match.groupdict().items() if name.startswith("of") and value)
    return next(names).removesuffix("()")


_MEASURES: Final = one_of([*MEASURES, "return type", "signature"])
_TWO: Final = re.compile(
    rf"^(?:how many |what (?:is|are) |the |number of )*(?P<one>{_MEASURES})(?:,? and|,| as well as| plus)"
    rf"(?: the| its| how many| number of)* (?P<two>{_MEASURES}) (?:of|for|has|does|in) {_F}(?: (?:have|has|take))?$",
    re.I,
)


def _two(text: str, names: Names, ask: Ask) -> Request | None:
    """Two measures of a function: `length and complexity of f`."""
    match = _TWO.match(text)
    if match is None:
        return None
    first, second = (_OTHER.get(said) or MEASURES[said] for said in (match["one"].lower(), match["two"].lower()))
    found = _value(names, _of(match), first)
    return replace(found, also=(second,)) if first != second else found


def _measure(text: str, names: Names, ask: Ask) -> Request | None:
    if match := _RETURNS.fullmatch(text):
        if not re.search("type|kind|what", text) and ask.asked is not Asked.LIST:
            return None
        name = _of(match)
        return _value(names, name, "returnType") if re.match("type|kind", text) else None
    if both := _TAKES_RETURNS.fullmatch(text):
        return _value(names, _of(both), "signature")
    match = _MEASURE.fullmatch(text) or _MEASURE_AFTER.fullmatch(text.replace("_ s ", "_s "))
    if match is None:
        return None
    said = {key.rstrip("_"): value for key, value in match.groupdict().items() if value}
    word = said.get("measure", "").lower()
    measure = _HOW.get(said.get("how", "").lower()) or _OTHER.get(word) or MEASURES[word]
    listed = word in (
        "parameters",
        "arguments",
        "args",
        "params",
        "locals",
        "local variables",
        "callers",
        "callees",
        "fields",
        "members",
        "calls",
        "return statements",
        "returns",
        "methods",
        "loops",
    )
    if listed and ask.asked is not Asked.COUNT:
        return None
    if measure in ("fieldCount", "methodCount"):
        return None
    return _value(names, _of(match), measure)


def _value(names: Names, name: str, measure: str) -> Request:
    return Request(Asked.VALUE, conditions=(Condition(Kind.NAMED, (method(names, name),)),), measure=measure)


def _place(text: str, names: Names, ask: Ask) -> Request | None:
    if match := _FILE_OF.fullmatch(text) or _FILE_AFTER.fullmatch(text):
        return _place_of(_of(match), names, "filename")
    if match := _LINES.fullmatch(text):
        return _value(names, _of(match), "lineNumberEnd")
    match = _PLACE.fullmatch(text)
    if match is None or not re.search(
        r"\b(?:where|lines?|file|location|place|definition|defined|starts?|located)\b", text, re.I
    ):
        return None
    return _place_of(_of(match), names, "location")


def _place_of(name: str, names: Names, measure: str) -> Request | None:
    if names.method(name) is not None:
        known = names.method(name) in names.functions or name in names.macros
        return _value(names, name, measure) if known else None
    kinds = ((names.types, "TYPE_DECL"), (names.globals, "GLOBAL_VARIABLE"), (names.fields, "MEMBER"))
    label = next((label for known, label in kinds if name in known), None)
    if label is None:
        raise names.unknown(name, "function or macro")
    return Request(Asked.VALUE, label, (Condition(Kind.NAMED, (name,)),), measure="location")


def _type(text: str, names: Names, ask: Ask) -> Request | None:
    """The type of a parameter, variable or field: of the function or struct that is named beside it."""
    text = re.sub(r"^(?:its|their) ", "", text)
    if not re.match(r"(?:the )?type\b|.*['’]s type$", text, re.I):
        return None
    said = re.findall(rf"{FILE_NAME}|{NAME}", text)
    said = [
        part
        for one in said
        for part in ([one] if one in names.qualified else re.split(r"\.|->", one.removesuffix("()")))
    ]
    nouns = {one.lower() for one in said}
    left: list[str] = []
    for before, one in zip(["", *said], said, strict=False):
        pointed = (
            before.lower() in _POINTING
            and (one.lower() not in _TYPE_WORDS or one in names.fields)
            and one.lower() not in _NOT_POINTED
        )
        known = one.lower() not in _TYPE_WORDS and (is_like_a_name(one) or names.has(one))
        if one not in left and (pointed or known):
            left.append(one)
    if not left or len(left) > 2:
        return None
    owner = next((one for one in left if one in names.types or (names.method(one) and one in names.callable)), "")
    parts = [one for one in left if one != owner] or ([owner] if len(left) == 1 else [])
    if len(parts) != 1:
        return None
    named = (Condition(Kind.NAMED, (parts[0],)),)
    if len(left) == 1:
        owner = ""
    if owner in names.types and not names.method(owner):
        owners = names.read_owners().get(names.one_of(parts[0], names.fields, "field"), ())
        if owner not in owners:
            raise names.unknown(f"{owner}.{parts[0]}", "field", [f"{one}.{parts[0]}" for one in owners])
        return Request(
            Asked.LIST,
            "MEMBER",
            named,
            edge="HAS_FIELD",
            of=owner,
            of_label="TYPE_DECL",
            show="typeFullName",
            noun="type",
        )
    if owner:
        is_parameter = "parameter" in nouns or (parts[0] in names.parameters and not nouns & {"local", "variable"})
        label, edge = ("METHOD_PARAMETER_IN", "HAS_PARAMETER") if is_parameter else ("LOCAL", "HAS_LOCAL")
        return Request(Asked.LIST, label, named, edge=edge, of=method(names, owner), show="typeFullName", noun="type")
    if parts[0] in names.globals:
        return Request(Asked.LIST, "GLOBAL_VARIABLE", named, show="typeFullName", noun="type")
    if parts[0] in names.fields:
        return Request(Asked.LIST, "MEMBER", named, show="typeFullName", noun="type")
    return None


_POINTING: Final = frozenset("variable local parameter field member called named argument global of".split())
_NOT_POINTED: Final = frozenset("the a an in of named called variable its it which what is has".split())
_TYPE_WORDS: Final = frozenset(
    "type the a an of is does do has have been declared with in there local variable parameter field global "
    "variables named called function struct union and it its s for was what which did as inside defined use "
    "take argument whose by having member exactly given i we when read see find there".split()
)


def _macro(text: str, names: Names, ask: Ask) -> Request | None:
    """What a macro stands for, where the graph has its text."""
    match = _VALUE.fullmatch(text)
    if match is None:
        return None
    name = _of(match)
    if names.method(name) is None:
        if name in names.types or name in names.globals or name in names.fields:
            return None
        raise names.unknown(name, "function or macro")
    if name not in names.macros:
        return None
    if "value" not in names.macro_properties:
        raise NotInGraph(f"The graph does not say what the macro {name} stands for.")
    return Request(Asked.LIST, "MACRO", (Condition(Kind.NAMED, (name,)),), show="value", noun="value")


def _condition(text: str, names: Names, ask: Ask) -> Request | None:
    """The conditions of the loops or branches of a function."""
    match = _CONDITION.fullmatch(text)
    if match is None:
        return None
    rest = match["rest"]
    found = re.findall(rf"\b{NAME}", rest)
    function = next((one for one in found if names.method(one) and one.lower() not in _CONDITION_WORDS), None)
    if function is None:
        return None
    words = re.sub(rf"\b{re.escape(function)}\b(?:\(\))?", " ", text).lower()
    noun = next(
        (
            noun_of(one)
            for one in ("do-while loops", "while loops", "for loops", "if statements", "switch statements", "loops")
            if re.search(rf"\b{one.split()[0].removesuffix('s')}s?\b", words) and noun_of(one)
        ),
        None,
    )
    if noun is None or any(one not in _CONDITION_WORDS for one in re.findall(r"[a-z]+", words)):
        return None
    kinds = Condition(Kind.HAS, noun.values, property=noun.property)
    within = Condition(Kind.SITE_IN, (method(names, function),), property="name")
    return Request(Asked.LIST, "CONTROL_STRUCTURE", (kinds, within), show="condition", noun="condition")


_CONDITION_WORDS: Final = frozenset(
    "of the a an condition conditions expression exit exact in for while do if switch loop loops statement "
    "statements which that does is are checks check tests test it they s has have use uses using used by "
    "inside within all only single keeps running ends on terminates stop stops s function under until its "
    "this".split()
)
