"""What the wordings of `further` mean: the conditions that their matches make."""

from __future__ import annotations

import re
from dataclasses import replace

from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Condition, Kind
from fingerpost.domains.code.questions.vocabulary import (
    LIBRARY,
    MEASURES,
    MORE,
    ORDINALS,
    READ,
    STRUCTURES,
    WRITE,
    number,
    type_name,
)
from fingerpost.plans import Comparison


def measured(match: re.Match[str], _: Names) -> Condition:
    """`five parameters or more`, `80+ lines`, `exactly four lines long`, `a complexity greater than 10`."""
    said = match.groupdict()
    comparison = MORE[(said.get("more") or "exactly").lower()]
    if said.get("or"):
        comparison = (
            Comparison.GE
            if said["or"].strip().lower()
            in ("or more", "or over", "or longer", "+", "and more", "and up", "or above", "or higher", "and above")
            else Comparison.LE
        )
    measure = MEASURES[(said.get("measure") or "lines").lower()]
    return Condition(Kind.MEASURE, property=measure, comparison=comparison, number=number(said["amount"] or ""))


def several(match: re.Match[str], _: Names) -> Condition:
    return Condition(Kind.MEASURE, property=MEASURES[match["measure"].lower()], comparison=Comparison.GT, number=1)


def cast(match: re.Match[str], names: Names) -> Condition:
    name = type_name(match["type"], match["star"])
    names.type(name)
    return Condition(Kind.CASTS, (name,))


def returning(match: re.Match[str], names: Names) -> Condition:
    return Condition(Kind.RETURNS, names.types_like(type_name(match["type"], match["star"])), any=True)


def taking(match: re.Match[str], names: Names) -> Condition | None:
    said = match.groupdict()
    if said["type"].strip("* ") not in names.all_types and not said.get("star"):
        return None
    types = names.types_taken(type_name(said["type"], said["star"]))
    place = ORDINALS[said["ordinal"].lower()] if said.get("ordinal") else 0
    return Condition(Kind.PARAMETER_TYPE, types, any=True, number=place)


def accessing(match: re.Match[str], names: Names) -> Condition | None:
    """An access of a field of something that is only described: `write to the prev field of an item`."""
    name = match["field"] or match["field_"]
    if name not in names.fields:
        return None
    verb = match["verb"]
    done = "written" if re.fullmatch(WRITE, verb, re.I) else "read" if re.fullmatch(READ, verb, re.I) else ""
    return Condition(Kind.FIELD, (names.field(name, None),), property=done)


def declaring(match: re.Match[str], names: Names) -> Condition:
    return Condition(Kind.LOCAL_NAME, (match["name"],))


def with_parameter(match: re.Match[str], names: Names) -> Condition | None:
    return Condition(Kind.PARAMETER_NAME, (match["name"],)) if match["name"] in names.parameters else None


def named(match: re.Match[str], _: Names) -> Condition:
    return Condition(Kind.NAMED, (match["text"].strip("\"“”`'*"),), comparison=Comparison.STARTS_WITH)


def with_both(match: re.Match[str], _: Names) -> tuple[Condition, ...]:
    """Each of several: `contain both a for loop and a while loop`."""
    first, second = (Condition(Kind.STRUCTURE, STRUCTURES[match[one].lower()], any=True) for one in ("first", "second"))
    return first, second


def with_neither(match: re.Match[str], _: Names) -> tuple[Condition, ...]:
    return tuple(replace(one, negated=True) for one in with_both(match, _))


def with_literal(match: re.Match[str], _: Names) -> Condition:
    said = match["literal"].strip("`'")
    return Condition(Kind.LITERAL, (said,))


def with_text(match: re.Match[str], _: Names) -> Condition:
    """Strings by their beginning, end or a part."""
    text, how = re.escape(match["text"].strip('"“”')), match["how"].lower()
    before = "" if how[:5] in ("start", "begin") else ".*"
    after = "" if how.startswith("end") else ".*"
    return Condition(Kind.TEXT_LIKE, (rf'(?s)\w*"{before}{text}{after}"',))


def calling_library(match: re.Match[str], names: Names) -> Condition | None:
    """`functions that malloc`: a function of the C library as what is done."""
    name = match[1] if match[1] in LIBRARY else match[1].removesuffix("s")
    return Condition(Kind.CALLS, (name,)) if name in LIBRARY and name in names.callable else None


def with_field_of(match: re.Match[str], names: Names) -> Condition:
    return Condition(Kind.FIELD_TYPE, names.types_like(type_name(match["type"], match["star"])), any=True)


def not_named(match: re.Match[str], names: Names) -> Condition | None:
    name = names.method(match[1])
    return None if name is None else Condition(Kind.NAMED, (name,), negated=True)


def declared_in(match: re.Match[str], names: Names) -> Condition:
    return Condition(Kind.FILE, (names.file(match[1]),), any=True)
