"""Forms of questions for the parts of functions and types, and for files, types, variables and macros themselves."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.code.questions.conditions import ConditionReader
from fingerpost.domains.code.questions.forms import LIST, method, rule
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Asked, Condition, Kind, Request
from fingerpost.domains.code.questions.vocabulary import FILE, IDENTIFIER


@rule(
    rf"(?:(?P<many>how many )|{LIST})(?:(?P<macro>macros?)|(?:external|library) functions?) (?:that |which )?"
    rf"(?:are |is )?(?:used|called|invoked) (?:in|by|from) {FILE}"
)
def _used_in(match: re.Match[str], names: Names) -> Request | None:
    label, noun = ("MACRO", "macro") if match["macro"] else ("EXTERNAL_FUNCTION", "external function")
    used = Condition(Kind.USED_IN, (names.file(match[3]),))
    return Request(Asked.COUNT if match["many"] else Asked.LIST, label, (used,), noun=noun)


@rule(
    rf"{LIST}(?:source )?files? (?:that |which )?(?:include|includes|import|imports) [<\"]?(?P<header>[\w./-]+)[>\"]?"
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
            return Request(asked, label, edge=edge, of=method(names, match["of"]), show=show, noun=noun)

        many = rf"(?:(?P<many>how many )|{LIST})"
        of = IDENTIFIER.replace("([A-Za-z_]", "(?P<of>[A-Za-z_]")
        verbs = r"(?:take|have|accept|expect|use|declare|contain|define|need|get|mention)"
        rule(rf"{many}(?:{words}) (?:do|does) (?:the )?(?:function )?{of} {verbs}")(make)
        rule(
            rf"{many}(?:{words}) (?:are |is )?(?:used |declared |defined |there )?(?:of|in|by|"
            rf"inside) (?:the )?(?:function )?{of}"
        )(make)


_part_rules()


@rule(
    rf"{LIST}(?:fields?|members?|values?|enumerators?|constants?) (?:of|in) (?:the )"
    rf"?(?:struct |enum |type |structure )?{IDENTIFIER}"
)
@rule(rf"{LIST}(?:fields?|members?|values?) (?:does|do) (?:the )?(?:struct |enum |type |structure )?{IDENTIFIER} have")
def _fields(match: re.Match[str], names: Names) -> Request | None:
    of = names.one_of(match[1], names.types, "struct or enum")
    return Request(Asked.LIST, "MEMBER", edge="HAS_FIELD", of=of, of_label="TYPE_DECL", noun="field")


@rule(
    rf"(?:what(?:'s| is) the type of (?:the )?(?:field|member) {IDENTIFIER}|(?:what|"
    rf"which) type (?:does|is) (?:the )?(?:field|member) {IDENTIFIER}(?: have| of)?)"
)
def _field_type(match: re.Match[str], names: Names) -> Request | None:
    name = names.one_of(match[1] or match[2], names.fields, "field")
    named = Condition(Kind.NAMED, (name,))
    return Request(Asked.LIST, "MEMBER", (named,), show="typeFullName", noun="type")


@rule(
    rf"{LIST}(?:structs?|structures?|types?) (?:that |which )?(?:have|has|with|"
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

        rule(rf"(?:(?P<many>how many )|{LIST})(?:{words})(?: are there| exist)?(?P<rest>.*)")(make)


_plain_rules()


@rule(
    rf"(?:(?:which|what) (?:headers?|header files?|files?) (?:does|do) {FILE} include|"
    rf"what does {FILE} include|(?:headers?|includes?) of {FILE})"
)
def _includes(match: re.Match[str], names: Names) -> Request | None:
    file = names.file(next(one for one in match.groups() if one))
    return Request(
        Asked.LIST, "IMPORT", edge="INCLUDES", of=file, of_label="FILE", show="importedEntity", noun="header"
    )
