"""What functions, types and files have: a noun, and what is said of it, one attachment after another."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.code.questions.composed.asks import Ask
from fingerpost.domains.code.questions.composed.attachments import (
    ATTACHMENTS,
    BEFORE,
    SUBJECT,
    TYPES,
    Attach,
    Found,
    ordinal,
)
from fingerpost.domains.code.questions.composed.nouns import NOUNS, Noun, counted_part, noun_of
from fingerpost.domains.code.questions.composed.resolve import NAME
from fingerpost.domains.code.questions.conditions import ConditionReader
from fingerpost.domains.code.questions.forms import F
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Asked, Condition, Kind, Request, UnknownName
from fingerpost.domains.code.questions.vocabulary import (
    FILE,
    LIBRARY,
    LIBRARY_WORDS,
    MEASURES,
    MORE,
    NUMBER,
    ORDINALS,
    is_like_a_name,
    number,
    one_of,
)
from fingerpost.plans import Comparison

WIDE: Final = {
    "macros?|constants?": Noun("macro", "MACRO", "CALLS", "name"),
    rf"external functions?|(?:{LIBRARY_WORDS}) functions?": Noun(
        "external function", "EXTERNAL_FUNCTION", "CALLS", "name"
    ),
    "global variables?": Noun("global variable", "GLOBAL_VARIABLE", "USES", "name"),
    "fields?": Noun("field", "MEMBER", "HAS_FIELD", "name"),
    "values?|constants?": Noun("value", "MEMBER", "HAS_FIELD", "name"),
    "structs?": Noun("struct", "STRUCT", "", "name"),
    "unions?": Noun("union", "UNION", "", "name"),
    "enums?": Noun("enum", "ENUM", "", "name"),
    "types?|typedefs?": Noun("type", "TYPE_DECL", "", "name"),
    "headers?": Noun("header", "IMPORT", "INCLUDES", "importedEntity"),
    "files?": Noun("file", "FILE", "", "name"),
}
"""What is not only a part of a function."""
_ALL: Final = "|".join(sorted([*NOUNS, *WIDE], key=len, reverse=True))
_ADJECTIVES: Final = (
    r"(?P<adjectives>(?:(?:own|direct|different|distinct|other|unique|single|"
    r"possible|all|the|const|constant|pointer|array|unused|"
    r"first|second|third|fourth|fifth|sixth|last|static|non-static|names? of|"
    r"local|names? and (?:the )?types? of(?: the)?|types? of|type of) )*)"
)
_BEGIN: Final = re.compile(rf"{_ADJECTIVES}(?P<noun>{_ALL})(?=$|[\s,])(?P<rest>.*)", re.I)
_AFTER: Final = re.compile(
    rf"(?:the )?{SUBJECT}(?P<of>{FILE}|{NAME})(?:['’]s)? {_ADJECTIVES}(?P<noun>{_ALL})(?P<rest>.*)", re.I
)


_IN_TYPE: Final = re.compile(
    r"in (?:which|what) (?P<kind>structs?|types?|unions?) (?:is|are) (?:there )"
    r"?(?:an? |the )?(?:field |member )?(?:called |named )?(?P<field>[A-Za-z_]\w*)"
    r"(?: (?:field|defined|declared|found|contained))?",
    re.I,
)
_TURNED: Final = re.compile(
    (
        rf"(?P<name>{NAME}) (?P<verb>uses|has|contains|accesses|reads|writes|calls|"
        r"takes|declares|includes|writes to) (?:which|what) (?P<noun>.+)"
    ),
    re.I,
)


def read(ask: Ask, text: str, names: Names) -> Request | None:
    """The request of a question about parts of functions, types, files, macros, or variables."""
    text = re.sub(r"^(?:the|all|any|every|each|different|distinct) ", "", text.strip())
    each = re.search(
        (
            rf"(?:,? (?:per|for each|for every|in each|in every|by|of each|of every) {F}|"
            rf"(?:does|do) (?:each|every) {F} (?:have|contain|use))$"
        ),
        text,
        re.I,
    )
    if each is not None:
        part = counted_part(re.sub(r" counts?$", "", text[: each.start()]), names)
        return Request(Asked.EACH, part=part) if part else None
    if inside := _IN_TYPE.fullmatch(text):
        text = f"{inside['kind']} that have the field {inside['field']}"
    text = re.sub(r"^types (?:do|does|are|have) (?:the )?(.+?) (?:have|of)$", r"types of the \1", text, flags=re.I)
    if turned := _TURNED.fullmatch(text):
        text = f"{turned['noun']} {turned['name']} {turned['verb']}"
    match = _BEGIN.fullmatch(text) or _AFTER.fullmatch(text)
    if match is None:
        return None
    of = match.groupdict().get("of") or ""
    if match["noun"].lower() in ("value", "values", "type", "types") and not of:
        return None
    for noun in _meant(match["noun"]):
        found = Found(noun, names)
        if _attached(found, match["adjectives"], f"{f'of {of} ' if of else ''}{match['rest']}"):
            return requested(ask, found, match["adjectives"])
    return None


def _meant(words: str) -> list[Noun]:
    meant = [noun for pattern, noun in WIDE.items() if re.fullmatch(pattern, words, re.I)]
    part = noun_of(words)
    return [*([part] if part else []), *meant]


def _attached(found: Found, adjectives: str, rest: str) -> bool:
    """Read what is said of the noun; whether all of it is understood."""
    for word, attach in BEFORE:
        if (match := re.search(rf"\b(?:{word})\b", adjectives, re.I)) and not attach(match, found):
            return False
    if (match := re.search(rf"\b(?P<ordinal>{one_of(ORDINALS)})\b", adjectives, re.I)) and not ordinal(match, found):
        return False
    found.types = bool(re.search(r"\btypes? of", adjectives, re.I))
    rest = rest.strip(" ,")
    if found.noun.label in (*TYPES, "FILE") and rest:
        return _conditions(found, rest)
    while rest:
        for pattern, attach in ATTACHMENTS:
            if (match := pattern.match(rest)) and _attaches(attach, match, found):
                rest = rest[match.end() :].strip(" ,")
                break
        else:
            return False
    return True


def _attaches(attach: Attach, match: re.Match[str], found: Found) -> bool:
    """Whether an attachment is of this kind; a word of English may belong to another."""
    before = {**vars(found), "conditions": list(found.conditions)}
    try:
        attached = attach(match, found)
    except UnknownName as error:
        if is_like_a_name(error.name) or error.name in LIBRARY:
            raise
        attached = False
    if not attached:
        vars(found).update(before)
    return attached


_OF_TYPES: Final = {Kind.FILE, Kind.NAMED, Kind.FIELD, Kind.FIELD_TYPE, Kind.MEASURE, Kind.HAS_METHOD}


_FUNCTIONS: Final = re.compile(
    rf"(?:that |which )?(?:have|has|contain|contains|define|defines|with|declare|hold) "
    rf"(?:(?P<no>no)|(?:(?P<more>{one_of(MORE)}) )?(?P<amount>{NUMBER})) functions?(?: at all)?",
    re.I,
)


def _conditions(found: Found, rest: str) -> bool:
    """Conditions of types, and of files by their functions."""
    if found.noun.label == "FILE" and (match := _FUNCTIONS.fullmatch(rest)):
        comparison = Comparison.EQ if match["no"] else MORE[(match["more"] or "exactly").lower()]
        amount = 0 if match["no"] else number(match["amount"])
        found.conditions.append(Condition(Kind.MEASURE, property="functionCount", comparison=comparison, number=amount))
        return True
    if re.fullmatch(
        (
            r"(?:that |which )?(?:(?:are|is) )?(?:defined|declared|there|available|in use)"
            r"(?: in total)?"
        ),
        rest,
        re.I,
    ):
        return found.noun.label != "FILE"
    made = ConditionReader(found.names).read(re.sub(r"^(?:are there|exist)\b", "", rest).strip())
    if made is None:
        return False
    found.conditions += made
    if found.noun.label == "FILE":
        found.label = "FUNCTION"
        return bool(made)
    counted = all(one.property in ("fieldCount", "methodCount") for one in made if one.kind is Kind.MEASURE)
    return counted and all(one.kind in _OF_TYPES for one in made)


def requested(ask: Ask, found: Found, adjectives: str) -> Request | None:
    """The request of a question for what is found."""
    noun = found.noun
    if ask.asked is Asked.MOST:
        return _most(ask, found)
    whole = not (found.edge or found.conditions)
    if whole and noun.label in (
        "METHOD_PARAMETER_IN",
        "LOCAL",
        "JUMP_TARGET",
        "TYPE_DECL",
        "IMPORT",
        "MEMBER",
        "LITERAL",
    ):
        return None
    conditions = list(found.conditions)
    if noun.values:
        conditions.append(Condition(Kind.HAS, noun.values, property=noun.property))
    show = "canonicalName" if found.label == "FIELD_IDENTIFIER" else "filename" if found.label else noun.show
    if ask.places and noun.show != "location" and noun.label not in ("IMPORT", "MACRO", "EXTERNAL_FUNCTION"):
        show = noun.show
    if found.types and ask.asked is Asked.LIST and not re.search("name", adjectives, re.I):
        show = "typeFullName"
    typed = (ask.types or found.types) and noun.label in ("MEMBER", "METHOD_PARAMETER_IN", "LOCAL", "GLOBAL_VARIABLE")
    if noun.label == "FILE" and not found.label:
        conditions.append(Condition(Kind.NAMED, ("<",), True, comparison=Comparison.STARTS_WITH))
    also = ("typeFullName",) if typed and show != "typeFullName" else ()
    if ask.counts and noun.label in (*TYPES, "FILE") and not found.label:
        also = ("functionCount",) if noun.label == "FILE" else ("fieldCount",)
    asked = Asked.EXISTS if ask.exists and ask.asked is Asked.LIST else ask.asked
    return Request(
        asked,
        found.label or noun.label,
        tuple(conditions),
        edge=found.edge,
        of=found.of,
        of_label=found.of_label,
        show=show,
        noun=noun.noun,
        also=also,
        measure="filename" if asked is Asked.COUNT and show == "filename" else "",
    )


def _most(ask: Ask, found: Found) -> Request | None:
    """The types with the most fields, the files with the most functions, the macros that are used most."""
    by = ask.most.lower()
    measure = MEASURES.get(by, "")
    label = found.noun.label
    if label == "FILE" and by in ("functions", "function"):
        measure = "functionCount"
    elif label in TYPES:
        measure = (
            "fieldCount"
            if measure in ("fieldCount", "lines") or by in ("values", "constants")
            else measure
            if measure == "methodCount"
            else ""
        )
    elif label in ("MACRO", "EXTERNAL_FUNCTION"):
        measure = {"calls": "callCount", "callers": "callerCount"}.get(by, "")
    else:
        return None
    if not measure or found.edge or found.label:
        return None
    return Request(
        Asked.MOST,
        label,
        tuple(found.conditions),
        measure=measure,
        least=ask.least,
        count=ask.count,
        noun=found.noun.noun,
    )
