"""Forms of questions for structs, enums and classes: fields, methods, bases and what is derived from them."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.code.questions.conditions import ConditionReader
from fingerpost.domains.code.questions.forms import LIST, method, rule, wanted
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Asked, Condition, Kind, NotInGraph, Request
from fingerpost.domains.code.questions.vocabulary import IDENTIFIER, MEASURES, NUMBERS, ORDINALS, one_of
from fingerpost.plans import Comparison

_MANY: Final = rf"(?:(?P<many>how many )|{LIST})"
_FIELD: Final = (
    r"(?:enum(?:eration)? )?(?:fields?|members?|values?|enumerators?|constants?|attributes?|instance variables?)"
)
_TYPE: Final = r"(?:the )?(?:struct |enum |union |type |structure |class )?"
_HOLD: Final = r"(?:have|contain|declare|define|hold|take|list)"
_KINDS: Final = {
    "CLASS": (r"class(?:es)?", "class"),
    "STRUCT": (r"structs?|structures?", "struct"),
    "ENUM": (r"enums?|enumerations?", "enum"),
    "UNION": (r"unions?", "union"),
    "TYPE_DECL": (r"types?", "type"),
}
_ALLOWED: Final = {
    Kind.FILE, Kind.NAMED, Kind.FIELD, Kind.FIELD_TYPE, Kind.HAS_METHOD, Kind.SUBCLASS_OF, Kind.INHERITS, Kind.MEASURE,
}  # fmt: skip
_COUNTED: Final = ("fieldCount", "methodCount")


@rule(rf"{_MANY}{_FIELD} (?:are )?(?:there )?(?:of|in) {_TYPE}{IDENTIFIER}(?: class)?")
@rule(rf"{_MANY}{_FIELD} (?:does|do|can|may) {_TYPE}{IDENTIFIER} {_HOLD}")
@rule(rf"{_MANY}{_FIELD} (?:that |which )?(?:belong to|make up|are (?:part of|defined (?:in|by))) {_TYPE}{IDENTIFIER}")
def _fields(match: re.Match[str], names: Names) -> Request:
    of = names.one_of(match[2], names.types, "struct, enum or class")
    asked = Asked.COUNT if match["many"] else Asked.LIST
    return Request(asked, "MEMBER", edge="HAS_FIELD", of=of, of_label="TYPE_DECL", noun="field")


@rule(
    rf"{_MANY}{_FIELD} (?:of|in) {_TYPE}{IDENTIFIER} (?:that |which )?(?:are |is )?"
    r"(?:unused|(?:never|not) (?:used|accessed|referenced|read or written|touched))"
)
@rule(rf"{_MANY}unused {_FIELD} (?:of|in) {_TYPE}{IDENTIFIER}")
def _unused_fields(match: re.Match[str], names: Names) -> Request:
    of = names.one_of(match[2], names.types, "struct or class")
    unused = Condition(Kind.NAMED, tuple(sorted(set(names.accessed))) or ("",), negated=True, any=True, of=of)
    asked = Asked.COUNT if match["many"] else Asked.LIST
    return Request(asked, "MEMBER", (unused,), edge="HAS_FIELD", of=of, of_label="TYPE_DECL", noun="field")


@rule(rf"{_MANY}(?:methods?|functions?) (?:are )?(?:there )?(?:of|in|on) {_TYPE}{IDENTIFIER}(?: class)?")
@rule(rf"{_MANY}(?:methods?|functions?) (?:does|do) {_TYPE}{IDENTIFIER} {_HOLD}")
def _methods(match: re.Match[str], names: Names) -> Request | None:
    if match[2] not in names.types:
        return None
    asked = Asked.COUNT if match["many"] else Asked.LIST
    return Request(asked, edge="HAS_METHOD", of=match[2], of_label="TYPE_DECL", noun="method")


@rule(rf"{_MANY}constructors?(?: of| does) {_TYPE}{IDENTIFIER}(?: class)?(?: have)?")
def _constructors(match: re.Match[str], names: Names) -> Request:
    of = names.one_of(match[2], names.types, "class")
    named = Condition(Kind.NAMED, (of, "__init__"), any=True)
    asked = Asked.COUNT if match["many"] else Asked.LIST
    return Request(asked, conditions=(named,), edge="HAS_METHOD", of=of, of_label="TYPE_DECL", noun="constructor")


@rule(rf"{_MANY}constructors?\b.*")
def _all_constructors(match: re.Match[str], names: Names) -> Request:
    text = "The graph does not tell constructors from other methods. Ask for the constructors of a class."
    raise NotInGraph(text)


@rule(
    rf"(?:what(?:'s| is| are)|which(?: is| are)?|list|show)?(?: me)? ?(?:the )?(?:base|parent|super)[ -]?class(?:es)? "
    rf"(?:of|does) {_TYPE}{IDENTIFIER}(?: class)?(?: have)?"
)
@rule(rf"(?:what|which class(?:es)?) (?:does|do) {_TYPE}{IDENTIFIER} (?:inherit(?: from)?|extend|derive from|subclass)")
@rule(
    rf"(?:what(?:'s| is| are)) (?:the )?{_TYPE}{IDENTIFIER}(?: class)?(?:'s|’s) (?:base|parent|super)[ -]?class(?:es)?"
)
def _bases(match: re.Match[str], names: Names) -> Request:
    derived = Condition(Kind.BASE_OF, (names.one_of(match[1], names.types, "class"),))
    return Request(Asked.LIST, "TYPE_DECL", (derived,), noun="base class")


@rule(rf"{_MANY}(?:sub-?classes|derived classes|children) (?:of|does) {_TYPE}{IDENTIFIER}(?: class)?(?: have)?")
def _derived(match: re.Match[str], names: Names) -> Request:
    base = Condition(Kind.SUBCLASS_OF, (names.one_of(match[2], names.types, "class"),))
    return Request(Asked.COUNT if match["many"] else Asked.LIST, "TYPE_DECL", (base,), noun="class")


@rule(
    rf"(?:in )?(?:which|what) class(?:es)? (?:is|are|has|have|defines?|declares?) (?:the )?(?:method )?{IDENTIFIER}"
    r"(?: defined| in)?"
)
@rule(rf"(?:which|what) class does (?:the )?(?:method )?{IDENTIFIER} belong to")
def _class_of(match: re.Match[str], names: Names) -> Request | None:
    if names.method(match[1]) is None:
        return None
    return Request(Asked.LIST, "TYPE_DECL", (Condition(Kind.HAS_METHOD, (match[1],)),), noun="class")


@rule(
    rf"what(?:'s| is) the type of (?:the )?(?:field |member )?{IDENTIFIER} (?:in|of) {_TYPE}{IDENTIFIER}|"
    rf"(?:what|which) type (?:does|is|has) (?:the )?(?:field |member )?{IDENTIFIER} (?:in|of) {_TYPE}{IDENTIFIER}"
    r"(?: have)?"
)
def _field_type_in(match: re.Match[str], names: Names) -> Request:
    field, of = (match[1], match[2]) if match[1] else (match[3], match[4])
    of = names.one_of(of, names.types, "struct or class")
    named = Condition(Kind.NAMED, (names.one_of(field, names.fields, "field"),))
    return Request(
        Asked.LIST, "MEMBER", (named,), edge="HAS_FIELD", of=of, of_label="TYPE_DECL", show="typeFullName", noun="type"
    )


@rule(
    rf"what (?:is|does) (?:the )?(?:field|member) {IDENTIFIER} (?:of|in) {_TYPE}{IDENTIFIER} "
    r"(?:(?:used )?for|mean|do|hold|contain|store)"
)
def _purpose_of_field(match: re.Match[str], names: Names) -> Request:
    names.one_of(match[2], names.types, "struct or class")
    field = names.one_of(match[1], names.fields, "field")
    raise NotInGraph(f"The graph does not say what a field is for. Ask which functions read or write {field}.")


@rule(
    rf"(?:what(?:'s| is) (?:the )?|(?:which|what) )(?P<what>type|name) (?:of|is|has) (?:the )?"
    rf"(?P<ordinal>{one_of(ORDINALS)}) (?:parameter|argument) (?:of|to|that) (?:the )?(?:function )?{IDENTIFIER}"
    r"(?: takes?)?"
)
def _parameter_at(match: re.Match[str], names: Names) -> Request:
    at = Condition(Kind.MEASURE, property="index", number=ORDINALS[match["ordinal"].lower()])
    show, noun = ("typeFullName", "type") if match["what"].lower() == "type" else ("name", "parameter")
    of = method(names, match.groups()[-1])
    return Request(Asked.LIST, "METHOD_PARAMETER_IN", (at,), edge="HAS_PARAMETER", of=of, show=show, noun=noun)


@rule(
    r"(?:what(?:'s| is) the|what|which) type (?:of|is|has|does) (?:the )?(?:(?:local )?variable|local) "
    rf"{IDENTIFIER} (?:in|of) (?:the )?(?:function )?{IDENTIFIER}(?: have)?"
)
def _local_type(match: re.Match[str], names: Names) -> Request:
    named, of = Condition(Kind.NAMED, (match[1],)), method(names, match[2])
    return Request(Asked.LIST, "LOCAL", (named,), edge="HAS_LOCAL", of=of, show="typeFullName", noun="type")


@rule(
    rf"(?:(?P<many>how many )|{LIST})(?:typedefs?|type aliases|types? (?:that |which )?(?:are |is )?"
    rf"(?:declared|defined|introduced) (?:with|by|as|through|using) (?:an? )?typedefs?)(?: are there)?(?P<rest>.*)"
)
def _typedefs(match: re.Match[str], names: Names) -> Request | None:
    conditions = ConditionReader(names).read(match["rest"])
    if conditions is None or any(one.kind is not Kind.FILE for one in conditions):
        return None
    like = Condition(Kind.LIKE, (r"(?s)typedef\s.*",), property="code")
    return Request(Asked.COUNT if match["many"] else Asked.LIST, "TYPE_DECL", (like, *conditions), noun="typedef")


@rule(
    r"(?:what(?:'s| is) the|what|which) type (?:of|is|has|does) (?:the )?(?:global variable|global|variable) "
    rf"{IDENTIFIER}(?: have| of)?"
)
def _variable_type(match: re.Match[str], names: Names) -> Request:
    named = Condition(Kind.NAMED, (names.one_of(match[1], names.globals, "global variable"),))
    return Request(Asked.LIST, "GLOBAL_VARIABLE", (named,), show="typeFullName", noun="type")


@rule(
    rf"(?:what(?:'s| is) the type of (?:the )?(?:field|member) {IDENTIFIER}|(?:what|"
    rf"which) type (?:does|is) (?:the )?(?:field|member) {IDENTIFIER}(?: have| of)?)"
)
def _field_type(match: re.Match[str], names: Names) -> Request:
    name = names.one_of(match[1] or match[2], names.fields, "field")
    named = Condition(Kind.NAMED, (name,))
    return Request(Asked.LIST, "MEMBER", (named,), show="typeFullName", noun="type")


@rule(
    rf"how is (?:the type(?:def)? )?{IDENTIFIER} (?:defined|declared)|"
    rf"what(?:'s| is) (?:the type )?{IDENTIFIER} (?:is )?(?:a |an )?(?:typedef|alias|synonym|other name) (?:of|for)|"
    rf"what (?:type )?(?:does|is) (?:the )?(?:type(?:def)? )?{IDENTIFIER} (?:stand for|alias|mean|defined as|a typedef "
    rf"(?:of|for))|what(?:'s| is) the (?:underlying|aliased|real|actual) type of (?:the )?{IDENTIFIER}|"
    rf"(?:which|what) type (?:is|does) (?:the )?(?:typedef )?{IDENTIFIER} (?:name|really|in fact|stand for)"
)
def _alias(match: re.Match[str], names: Names) -> Request | None:
    name = next(one for one in match.groups() if one)
    if name not in names.all_types:
        return None
    if name not in names.aliases:
        raise NotInGraph(f"The graph does not say what {name} stands for.")
    named = Condition(Kind.NAMED, (name,))
    return Request(Asked.LIST, "TYPE_DECL", (named,), show="aliasTypeFullName", noun="type")


def _kind_rules() -> None:
    for label, (words, noun) in _KINDS.items():

        def make(match: re.Match[str], names: Names, label: str = label, noun: str = noun) -> Request | None:
            conditions = ConditionReader(names).read(match["rest"])
            if conditions is None or any(one.kind not in _ALLOWED for one in conditions):
                return None
            if any(one.kind is Kind.MEASURE and one.property not in _COUNTED for one in conditions):
                return None
            if label == "TYPE_DECL" and not conditions:
                return None
            if label == "TYPE_DECL":  # front ends add types of their own, such as <global>
                conditions = (*conditions, Condition(Kind.NAMED, ("<",), True, comparison=Comparison.STARTS_WITH))
            return Request(Asked.COUNT if match["many"] else Asked.LIST, label, conditions, noun=noun)

        def most(match: re.Match[str], names: Names, label: str = label, noun: str = noun) -> Request | None:
            conditions = ConditionReader(names).read(match["rest"])
            measure = MEASURES.get(match["measure"].lower(), "")
            if conditions is None or measure not in _COUNTED or any(one.kind is not Kind.FILE for one in conditions):
                return None
            least = match["most"].lower() == "fewest"
            return Request(Asked.MOST, label, conditions, measure=measure, count=wanted(match), least=least, noun=noun)

        rule(rf"(?:is|are) there (?:any )?(?:{words})(?P<many>)(?P<rest> .+)")(make)
        rule(rf"{_MANY}(?:{words})(?: are there| exist)?(?P<rest>.*)")(make)
        rule(
            rf"{LIST}(?:(?P<count>\d+|{'|'.join(NUMBERS)}) )?(?:{words}) (?:that |which )?"
            r"(?:has|have|with|contains?|defines?) the (?P<most>most|largest number of|highest number of|fewest) "
            r"(?P<measure>fields|members|methods|attributes)(?P<rest>.*)"
        )(most)


_kind_rules()
