"""Forms of questions for the most and the least, and for how often something stands in functions, and where."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from fingerpost.domains.code.questions.building import called_through
from fingerpost.domains.code.questions.conditions import ConditionReader
from fingerpost.domains.code.questions.forms import ADJECTIVE, LIST, F, method, rest, rule, wanted
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Asked, Condition, Kind, Part, Request
from fingerpost.domains.code.questions.vocabulary import (
    FILE,
    IDENTIFIER,
    LIBRARY,
    LIBRARY_FUNCTIONS,
    MEASURES,
    MORE,
    NUMBER,
    NUMBERS,
    STRUCTURES,
    TYPE,
    bare,
    number,
    one_of,
    type_name,
)
from fingerpost.plans import Comparison

_SUPERLATIVE: Final = {
    "longest": ("lines", False),
    "largest": ("lines", False),
    "biggest": ("lines", False),
    "lengthiest": ("lines", False),
    "shortest": ("lines", True),
    "smallest": ("lines", True),
    "most complex": ("complexity", False),
    "simplest": ("complexity", True),
    "least complex": ("complexity", True),
    "most called": ("callCount", False),
    "most often called": ("callCount", False),
    "most frequently called": ("callCount", False),
    "most used": ("callCount", False),
}
_SUPER: Final = "|".join(_SUPERLATIVE)
_COUNT_WORD: Final = rf"(?:(?P<count>\d+|{'|'.join(NUMBERS)})\s+)?"
_MEASURE: Final = "|".join(sorted(MEASURES, key=len, reverse=True))
_CALLS_MOST: Final = rf"calls? the (?P<most>most|fewest) (?:other |different |(?P<own>own ))*{F}"
_HAS: Final = r"(?:has|have|takes?|accepts?|contains?)"


@rule(
    rf"(?:what|which|show|list|give)?\s*(?:me )?(?:is|are|was)?\s*(?:the )"
    rf"?{_COUNT_WORD}(?P<most>{_SUPER}) (?:{F}|ones?)(?P<rest>.*)"
)
@rule(rf"{LIST}{_COUNT_WORD}(?P<most>{_SUPER}) {F}(?P<rest>.*)")
@rule(rf"(?:which|what) {F} (?:is|are) (?:the )?{_COUNT_WORD}(?P<most>{_SUPER})(?P<rest>.*)")
@rule(rf"(?:which|what) {F} (?P<rest>.+) (?:is|are) (?:the )?{_COUNT_WORD}(?P<most>{_SUPER})")
def _most(match: re.Match[str], names: Names) -> Request | None:
    conditions = rest(match, names)
    if conditions is None:
        return None
    measure, least = _SUPERLATIVE[match["most"].lower()]
    return Request(Asked.MOST, conditions=conditions, measure=measure, count=max(wanted(match), 1), least=least)


@rule(
    rf"(?:which|what) {ADJECTIVE}{F}(?P<where> .+)? {_HAS} the (?P<most>most|highest|largest|greatest|fewest|"
    rf"lowest|least|smallest) (?:number of )?(?P<measure>{_MEASURE})(?P<rest>.*)"
)
def _most_measured(match: re.Match[str], names: Names) -> Request | None:
    conditions = ConditionReader(names).read(f"{match['adjectives']} {match['where'] or ''} {match['rest']}")
    if conditions is None:
        return None
    least = match["most"].lower() in ("fewest", "lowest", "least", "smallest")
    return Request(Asked.MOST, conditions=conditions, measure=MEASURES[match["measure"].lower()], least=least)


def _last_two(match: re.Match[str]) -> tuple[str, str]:
    named = set(match.re.groupindex.values())
    first, last = (one for at, one in enumerate(match.groups(), 1) if at not in named)
    return first, last


@rule(
    rf"(?:which|what)(?: {F}| one)? is (?:the )?(?P<most>longer|shorter|bigger|larger|smaller|more complex|simpler)"
    rf"(?: one| {F})?[,:]? (?:of )?{IDENTIFIER} (?:or|and) {IDENTIFIER}"
)
@rule(
    rf"which (?P<most>(?:one )?of) {IDENTIFIER} (?:and|or) {IDENTIFIER} {_HAS} (?P<more>more|fewer) "
    rf"(?P<measure>{_MEASURE})"
)
@rule(
    rf"(?P<most>which|what)(?: {F}| one)? {_HAS} (?P<more>more|fewer) (?P<measure>{_MEASURE})[,:]? (?:of )?"
    rf"{IDENTIFIER} (?:or|and) {IDENTIFIER}"
)
def _more_of_two(match: re.Match[str], names: Names) -> Request:
    said = match.groupdict()
    measure = "complexity" if match["most"].lower() in ("more complex", "simpler") else "lines"
    measure = MEASURES[said["measure"].lower()] if said.get("measure") else measure
    least = match["most"].lower() in ("shorter", "smaller", "simpler") or (said.get("more") or "").lower() == "fewer"
    either = Condition(Kind.NAMED, tuple(method(names, one) for one in _last_two(match)), any=True)
    return Request(Asked.MOST, conditions=(either,), measure=measure, least=least)


@rule(rf"(?:which|what) {ADJECTIVE}{F} {_CALLS_MOST}(?P<rest>.*)")
@rule(rf"who {_CALLS_MOST}(?P<rest>)")
def _most_calling(match: re.Match[str], names: Names) -> Request | None:
    conditions = rest(match, names)
    if conditions is None:
        return None
    if match["own"]:
        if match["most"].lower() == "fewest":
            return None
        return Request(Asked.MOST, conditions=conditions, part=Part("own function", "FUNCTION", edge="CALLS"))
    return Request(Asked.MOST, conditions=conditions, measure="calleeCount", least=match["most"].lower() == "fewest")


@rule(
    rf"{LIST}{_COUNT_WORD}(?:own )?{F} (?:is|are|gets?) (?:called|used|invoked) (?:by|from) the most "
    rf"(?:other |different |own )*{F}"
)
@rule(
    rf"{LIST}{_COUNT_WORD}{F} (?P<rest>.+) (?:is|are|gets?) (?:called|used|invoked) (?:by|from) the most "
    rf"(?:other |different |own )*{F}"
)
def _most_callers(match: re.Match[str], names: Names) -> Request | None:
    conditions = rest(match, names)
    if conditions is None:
        return None
    callers = Part("caller", "FUNCTION", edge="CALLS", backwards=True)
    return Request(Asked.MOST, conditions=conditions, part=callers, count=wanted(match))


@rule(
    rf"{LIST}{_COUNT_WORD}{ADJECTIVE}(?:{F}|(?P<macro>macros?)|(?P<library>{LIBRARY_FUNCTIONS})) "
    r"(?:is|are|gets?) (?:called|used|invoked|expanded) (?:the )?(?:most often|most frequently|most|"
    r"from the (?:most|largest number of) (?:places|sites|locations)|in the most places)(?: often| frequently)?"
)
def _most_called(match: re.Match[str], names: Names) -> Request | None:
    conditions = rest(match, names)
    label, noun = (
        ("MACRO", "macro") if match["macro"]
        else ("EXTERNAL_FUNCTION", "external function") if match["library"]
        else ("FUNCTION", "function")
    )  # fmt: skip
    if conditions is None:
        return None
    return Request(Asked.MOST, label, conditions, measure="callCount", count=wanted(match), noun=noun)


_OPERATORS: Final = {"cast": "<operator>.cast", "type cast": "<operator>.cast", "sizeof": "<operator>.sizeOf",
    "ternary operator": "<operator>.conditional", "conditional operator": "<operator>.conditional"}  # fmt: skip
_THING: Final = (
    rf"(?:(?P<structure>{one_of(STRUCTURES)})(?: statements?)?|(?P<operator>{one_of(_OPERATORS)})s?|"
    r"[`\"“]?(?P<statement>(?:return|goto) (?!statements?\b|stmts?\b|points?\b|"
    r"values?\b)[^;`\"”]{1,40}?);?[`\"”]?(?: statements?)?|"
    r"(?P<returns>return statements?|returns)|(?P<cases>case labels?|case statements?|cases)|"
    rf"(?P<strings>string literals?|strings)|(?:call sites|calls) (?:of|to) (?P<called>{IDENTIFIER}))"
)


def _statement(code: str) -> Part:
    label = "RETURN" if code.lower().startswith("return") else "CONTROL_STRUCTURE"
    return Part(f"{code} statement", label, "code", (code, f"{code};"))


def _part(match: re.Match[str], names: Names) -> Part:
    """What the words mean."""
    if match["structure"]:
        word = match["structure"].lower()
        kinds = STRUCTURES[word]
        noun = (
            word.removesuffix("s")
            if len(kinds) > 1 or "loop" in word
            else f"{word.removesuffix('es' if word == 'switches' else 's')} statement"
        )
        return Part(noun, "CONTROL_STRUCTURE", "controlStructureType", kinds)
    if match["operator"]:
        return Part(match["operator"].lower(), "CALL", "name", (_OPERATORS[match["operator"].lower()],))
    if match["statement"]:
        return _statement(match["statement"].strip())
    if match["called"]:
        name = method(names, bare(match["called"]))
        return Part("call", "CALL", "name", (name,))
    if match["cases"]:
        return Part("case label", "JUMP_TARGET", "name", ("case",))
    return Part("return statement", "RETURN") if match["returns"] else Part("string literal", "STRING_LITERAL")


@rule(
    rf"how many {_THING}(?: are there| exist)?(?: (?:(?:are |is )?(?:there )?(?:in|inside|within)|does|do|has|have) "
    rf"(?:the )?(?:function |file )?(?P<by>{FILE}|{IDENTIFIER})(?: have| contain| use)?)?"
)
def _how_many(match: re.Match[str], names: Names) -> Request:
    part, by = _part(match, names), match["by"]
    conditions: tuple[Condition, ...] = ()
    if part.values:
        conditions = (Condition(Kind.HAS, part.values, property=part.property),)
    if by:
        is_file = re.fullmatch(FILE, by, re.I)
        of = names.file(bare(by)) if is_file else method(names, bare(by))
        conditions += (Condition(Kind.SITE_IN, (of,), property="filename" if is_file else "name"),)
    return Request(Asked.COUNT, part.label, conditions, noun=part.noun)


@rule(
    rf"(?:where|(?:at|on|in) (?:which|what) lines?) (?:does|do) (?:the )?(?:function )?(?P<by>{IDENTIFIER}) "
    rf"(?:(?P<how>return|goto|jump to)s? (?P<code>[\w-]+)|(?:call|use|invoke)s? (?P<called>{IDENTIFIER}))"
)
def _where_within(match: re.Match[str], names: Names) -> Request:
    """The places in a function where it returns something, jumps, or calls another."""
    within = Condition(Kind.SITE_IN, (method(names, bare(match["by"])),), property="name")
    if match["called"]:
        has = Condition(Kind.NAMED, (method(names, bare(match["called"])),))
        return Request(Asked.LIST, "CALL", (has, within), show="location", noun="call")
    part = _statement(f"{'return' if match['how'].lower() == 'return' else 'goto'} {match['code']}")
    has = Condition(Kind.HAS, part.values, property="code")
    return Request(Asked.LIST, part.label, (has, within), show="location", noun=part.noun)


@rule(
    rf"how (?:many times|often) (?:does|do) (?:the )?(?:function )?(?P<by>{IDENTIFIER}) "
    r"(?P<how>return|goto|jump to)s? (?P<code>[\w-]+)"
)
def _how_often(match: re.Match[str], names: Names) -> Request:
    part = _statement(f"{'return' if match['how'].lower() == 'return' else 'goto'} {match['code']}")
    within = Condition(Kind.SITE_IN, (method(names, bare(match["by"])),), property="name")
    has = Condition(Kind.HAS, part.values, property="code")
    return Request(Asked.COUNT, part.label, (has, within), noun=part.noun)


@rule(
    rf"{LIST}{F} (?:that |which )?(?:has|have|contains?|takes?|accepts?|with|makes?) "
    rf"(?:(?P<more>{one_of(MORE)}) )?(?P<count>{NUMBER}) (?:{_THING}|(?P<type>{TYPE})(?P<star> pointers?)?"
    r"(?: parameters?| arguments?)?|(?:parameters?|arguments?) of (?:the )?type (?P<of>\w+(?: ?\*+)?))"
)
def _with_some(match: re.Match[str], names: Names) -> Request | None:
    """`more than three goto statements`, `two item pointers`."""
    if match["returns"] or "loop" in (match["structure"] or "").lower():
        return None  # a measure of functions
    type_ = match["type"] or match["of"]
    if type_ and type_.rstrip("* ") not in names.all_types:
        return None
    if type_:
        types = names.types_like(type_name(type_, match["star"]))
        part = Part("such parameter", "METHOD_PARAMETER_IN", "typeFullName", types, edge="HAS_PARAMETER")
    else:
        part = _part(match, names)
    comparison = MORE[(match["more"] or "exactly").lower()]
    if comparison in (Comparison.LT, Comparison.LE):
        return None
    having = Condition(Kind.MEASURE, property="number", comparison=comparison, number=number(match["count"]))
    return Request(Asked.EACH, part=replace(part, having=having))


@rule(
    rf"{LIST}(?:(?P<count>\d+|{one_of(NUMBERS)}) )?{F}(?P<where> .+)? (?:has|have|contains?|uses?|with|makes?) "
    rf"(?:the )?(?:most|largest number of|highest number of|greatest number of) {_THING}(?P<rest>.*)"
)
@rule(
    rf"{LIST}(?P<count>)(?P<where>){F} (?:with )?(?:the )?(?:most|largest number of|highest number of) {_THING}"
    r"(?P<rest>.*)"
)
def _most_of_a_part(match: re.Match[str], names: Names) -> Request | None:
    conditions = ConditionReader(names).read(f"{match['where'] or ''} {match['rest']}")
    if conditions is None:
        return None
    return Request(Asked.MOST, conditions=conditions, part=_part(match, names), count=max(wanted(match), 1))


@rule(
    rf"{LIST}{F} (?:that |which )?(?:call|use|invoke)s? (?P<called>{IDENTIFIER})(?P<rest>.*?),? and how "
    r"(?:many times|often)"
    r"(?: (?:does|do|is|are) (?:each|every one|they|it)(?: of them)?(?: (?:do so|do it|call it|use it|called))?)?"
)
@rule(
    rf"how (?:many times|often) (?:does|do) (?:each|every) (?:of the )?{F} (?:call|use|invoke) (?P<called>{IDENTIFIER})"
    r"(?P<rest>)"
)
@rule(
    rf"(?:how many |(?:the )?number of )?(?:call sites|calls) (?:of|to) (?P<called>{IDENTIFIER})(?: are there)? "
    rf"(?:per|by|for each|in each|in every) (?:function|caller)(?P<rest>)"
)
@rule(
    rf"{LIST}callers of (?P<called>{IDENTIFIER})(?P<rest>) (?:with|and) (?:the |their |how )?(?:number|many|counts?)"
    r"(?: of)?(?: calls| times)?(?: each)?"
)
def _each(match: re.Match[str], names: Names) -> Request | None:
    name = method(names, bare(match["called"]))
    conditions = ConditionReader(names).read(match["rest"])
    if conditions is None:
        return None
    return Request(Asked.EACH, conditions=conditions, part=Part("call", "CALL", "name", (name,)))


@rule(
    rf"{LIST}{ADJECTIVE}{F}(?P<where> .+?)?? (?:that |which )?(?:(?:have|contain|use|using|with) (?:an? |any )?)?"
    rf"{_THING},? and how (?:many|often)\b[\w ]*"
)
@rule(
    rf"how many {_THING} (?:does|do|are in|are there in|has|have) (?:each|every) (?:of the )?{F}"
    r"(?: have| contain| use)?"
)
def _each_thing(match: re.Match[str], names: Names) -> Request | None:
    said = match.groupdict()
    conditions = ConditionReader(names).read(f"{said.get('adjectives') or ''} {said.get('where') or ''}")
    return None if conditions is None else Request(Asked.EACH, conditions=conditions, part=_part(match, names))


_OFTEN: Final = r"(?:,? (?:and )?how (?:many times|often)(?: each)?)?"
_CALLED: Final = r"(?:actually |ever |really )?(?:called|used|invoked)"
_LISTED: Final = rf"(?P<names>{IDENTIFIER}(?:(?:, (?:and |or )?| and | or ){IDENTIFIER})+)"


@rule(rf"(?:of {_LISTED},? )?(?:which|what)(?: ones| of (?:them|these|those))? (?:are|is|get) {_CALLED}{_OFTEN}")
@rule(rf"which of {_LISTED} (?:are|is|get) {_CALLED}{_OFTEN}")
def _which_of(match: re.Match[str], names: Names) -> Request | None:
    if not match["names"]:
        return None
    said = [bare(one[0]) for one in re.finditer(IDENTIFIER, match["names"]) if one[1].lower() not in ("and", "or")]
    found = tuple(one for one in said if one in names.callable)
    unknown = [one for one in said if one not in names.callable]
    if not found or any(one not in LIBRARY for one in unknown):
        missing = next((one for one in unknown if one not in LIBRARY), said[0])
        raise names.unknown(missing, "function or macro")
    named = Condition(Kind.NAMED, found, any=True)
    called = Condition(Kind.HAS, ("0",), property="callCount", negated=True)
    return Request(Asked.VALUE, "METHOD", (named, called), measure="callCount", lacking=tuple(unknown))


@rule(
    r"(?:at|on|in) (?:which|what) lines? (?:of code )?(?:is|are) (?:the |a )?(?:(?:string|text|literal|message) )*"
    r"(?P<text>[\"“'][^\"”]+[\"”']) (?:used|printed|found|mentioned|passed|written|compared)(?: as (?:a |the )?\w+)?"
)
def _texts(match: re.Match[str], names: Names) -> Request:
    texts = names.literals(match["text"].strip("\"“”'"))
    said = Condition(Kind.HAS, texts, property="code")
    return Request(Asked.LIST, "STRING_LITERAL", (said,), show="location", noun="place")


@rule(
    rf"(?:(?P<many>how many )|{LIST})(?:string literals?|strings?|literals?) (?:that |which )?"
    r"(?P<how>contain|include|start with|begin with|end with|with)(?:s|ing)? (?P<text>[\"“'][^\"”]+[\"”'])"
)
def _with_text(match: re.Match[str], names: Names) -> Request:
    text, how = re.escape(match["text"].strip("\"“”'")), match["how"].lower()
    before = "" if how[:5] in ("start", "begin") else ".*"
    after = "" if how.startswith("end") else ".*"
    like = Condition(Kind.LIKE, (rf'(?s)\w*"{before}{text}{after}"',), property="code")
    return Request(
        Asked.COUNT if match["many"] else Asked.LIST, "STRING_LITERAL", (like,), show="code", noun="string literal"
    )


@rule(
    r"(?:at|on|in) (?:which|what) lines? (?:is|are|does|do) .*?\b(?:call(?:ing|ed|s)?|calls? made) (?:\w+ )?through "
    rf"(?:the )?{IDENTIFIER} (?:hooks?|pointers?|callbacks?|members?|fields?|function pointers?)"
)
def _through(match: re.Match[str], names: Names) -> Request:
    name = names.one_of(match[1], names.fields, "field")
    like = Condition(Kind.LIKE, (called_through(name),), property="code")
    return Request(Asked.LIST, "CALL", (like,), show="location", noun="call")


@rule(rf"(?:{LIST}{F}|what) (?:that |which )?(?:is|are|stands?|contains?|includes?|covers?) (?:at |on |in )?(?:the )?"
      rf"line (?P<line>\d+) (?:of|in) (?:the file )?(?P<file>{FILE})|"
      rf"(?:in )?(?:which|what) {F} (?:is|are|contains?|covers?) (?:at )?(?P<at>{FILE}):(?P<number>\d+)")  # fmt: skip
def _around(match: re.Match[str], names: Names) -> Request:
    file = names.file(bare(match["file"] or match["at"]))
    line = int(match["line"] or match["number"])
    return Request(Asked.LIST, conditions=(Condition(Kind.FILE, (file,)), Condition(Kind.AROUND, number=line)))


@rule(
    rf"(?:which|what) (?:names? of {F}|(?:static )?{F}(?: names?)?) (?:are|is|occurs?|exists?|appears?) "
    r"(?:defined |used )?(?:twice|more than once|several times|multiple times|"
    r"in (?:two|several|both|more than one) (?:source )?files?)(?:, .*)?"
)
@rule(rf"{LIST}(?:duplicate|duplicated|ambiguous) (?:names? of {F}|{F} names?)")
@rule(
    rf"(?:which|what|are there any)? ?{F} (?:that )?(?:share|have|with) (?:a|the same|their) names?"
    rf"(?: with another {F}| (?:in|as) .+)?"
)
def _twice(match: re.Match[str], names: Names) -> Request:
    return Request(Asked.TWICE, noun="function name")


@rule(
    rf"{LIST}(?:string literals?|strings?|literals?) (?:that |which )?(?:are |is )?(?:occurs?|appears?|used) "
    r"(?:more than once|twice|several times|multiple times|repeatedly|in (?:several|multiple) places)"
)
def _texts_twice(match: re.Match[str], names: Names) -> Request:
    return Request(Asked.TWICE, "STRING_LITERAL", show="code", noun="string literal")
