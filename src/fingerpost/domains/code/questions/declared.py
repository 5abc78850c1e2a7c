"""The conditions of functions and types by what they declare, after those of `rules`: names, results, parameters."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Condition, Kind
from fingerpost.domains.code.questions.rules import ARTICLE, TYPED, Rule, compiled, flag, not_flag
from fingerpost.domains.code.questions.vocabulary import (
    BE,
    CALL,
    GIVEN,
    HAVE,
    IDENTIFIER,
    ORDINALS,
    STRUCTURES,
    WORDS,
    WRITE,
    one_of,
    type_name,
)
from fingerpost.plans import Comparison


def _of_type(match: re.Match[str], names: Names) -> Condition:
    return Condition(Kind.FIELD_TYPE, names.types_like(type_name(match[2], match["before"] or match[3])), any=True)


def _named(match: re.Match[str], _: Names) -> Condition | None:
    verb = match[1].lower()
    if (
        match[2].lower() in STRUCTURES
        or match[2].lower() in WORDS
        or match[2].lower() in ("while", "for", "do", "else", "case")
    ):
        return None
    comparison = (
        Comparison.STARTS_WITH if "start" in verb or "begin" in verb
        else Comparison.ENDS_WITH if "end" in verb
        else Comparison.CONTAINS
    )  # fmt: skip
    return Condition(Kind.NAMED, (match[2],), comparison=comparison)


def _with_name(match: re.Match[str], _: Names) -> Condition:
    return Condition(Kind.NAMED, (match[1],), comparison=Comparison.CONTAINS)


def _returns(match: re.Match[str], _: Names) -> Condition:
    wanted = match[1].lower()
    if wanted in ("nothing", "no value"):
        return Condition(Kind.RETURNS, ("void",))
    if wanted in ("something", "anything", "a value", "any value"):
        return Condition(Kind.RETURNS, ("void",), negated=True)
    return Condition(Kind.RETURNS, ("*",), comparison=Comparison.ENDS_WITH)


def _with_field(match: re.Match[str], names: Names) -> Condition | None:
    if match[1].lower() in ("of", "to"):
        return None
    return Condition(Kind.FIELD, (names.one_of(match[1], names.fields, "field"),))


def _with_own_field(match: re.Match[str], names: Names) -> Condition | None:
    """`have a next pointer`, where the word is the name of a field, and of no type of the code's own."""
    name = match[1]
    return Condition(Kind.FIELD, (name,)) if name in names.fields and name not in names.types else None


def _inheriting(match: re.Match[str], names: Names) -> Condition:
    """What is derived from a class of the code, or of a library."""
    if match[1] not in names.types and match[1] in names.all_types:
        return Condition(Kind.INHERITS, (match[1],))
    return Condition(Kind.SUBCLASS_OF, (names.one_of(match[1], names.types, "class"),))


def _visible(match: re.Match[str], names: Names) -> Condition:
    """Methods of a visibility; in C, what is private to a file is static."""
    visibility = match[1].lower()
    if visibility != "protected" and names.measured is not None and "visibility" not in names.measured:
        return Condition(Kind.FLAG, property=names.flag("static"), negated=visibility == "public")
    return Condition(Kind.VISIBLE, (visibility,), property=names.flag("visibility"))


def _method_of(match: re.Match[str], names: Names) -> Condition | None:
    has_methods = any(one.rpartition(".")[0] == match[1] for one in names.qualified)
    return Condition(Kind.METHOD_OF, (match[1],)) if match[1] in names.types and has_methods else None


def _created(match: re.Match[str], names: Names) -> Condition | None:
    return Condition(Kind.CREATES, (match[1],)) if match[1] in names.types else None


def _of_known_type(match: re.Match[str], names: Names) -> Condition | None:
    """`have an item pointer field`, where the words before the noun are a type."""
    return _of_type(match, names) if match[2].strip("* ") in names.all_types else None


def _taking(match: re.Match[str], names: Names) -> Condition:
    place = match.groupdict().get("ordinal")
    plain = match[1].strip()
    if not place and not match[2] and plain not in names.all_types and plain in names.parameters:
        return Condition(Kind.PARAMETER_NAME, (plain,))
    wanted = names.types_taken(type_name(match[1], match[2]))
    return Condition(Kind.PARAMETER_TYPE, wanted, any=True, number=ORDINALS[place.lower()] if place else 0)


def _given(match: re.Match[str], names: Names) -> Condition | None:
    """`receive a gz_statep`, where the noun is a type."""
    return _taking(match, names) if match[1].strip("* ") in names.all_types else None


DECLARED_RULES: Final[tuple[tuple[re.Pattern[str], Rule], ...]] = (
    (
        compiled(r"(?:an?\s+|any\s+)?return\s+(?:value|type)s?(?!\s+(?:of|is)\b)"),
        lambda match, names: Condition(Kind.RETURNS, ("void",), negated=True),
    ),
    (
        compiled(rf"{HAVE}\s+(?:(no)|an?|any)\s+return (?:value|type)(?!\s+(?:of|is)\b)"),
        lambda match, names: Condition(Kind.RETURNS, ("void",), negated=not match[1]),
    ),
    (
        compiled(rf"return(?:s|ing)?\s+(?:an?\s+|any\s+)?pointers?\s+to\s+{ARTICLE}{TYPED}"),
        lambda match, names: Condition(Kind.RETURNS, names.types_like(type_name(match[1], "pointer")), any=True),
    ),
    (compiled(r"return(?:s|ing)?\s+(nothing|no value|something|anything|a value(?! of)|any value(?! of)|"
                  r"(?:a |any )?pointers?)"), _returns),
    (
        compiled(rf"return(?:s|ing)?\s+{ARTICLE}{TYPED}"),
        lambda match, names: Condition(Kind.RETURNS, names.types_taken(type_name(match[1], match[2])), any=True),
    ),
    (
        compiled(rf"(?:{CALL}|make(?:s)? calls?)\s+(?:\w+\s+){{0,3}}through\s+{ARTICLE}(?:function )?pointers?"),
        flag("callsThroughPointer"),
    ),
    (
        compiled(rf"(?:of|in|from|on)\s+(?:the\s+)?(?:class\s+|type\s+|struct\s+)?{IDENTIFIER}(?:\s+class)?"),
        _method_of,
    ),
    (
        compiled(
            rf"(?:creat(?:es?|ing)|instantiat(?:es?|ing)|construct(?:s|ing)?|mak(?:es?|ing))\s+{ARTICLE}"
            rf"(?:new\s+)?(?:(?:instances?|objects?) of\s+{ARTICLE})?{IDENTIFIER}(?:\s+(?:objects?|instances?))?"
        ),
        _created,
    ),
    (
        compiled(rf"(?:rais(?:es?|ing)|throw(?:s|ing)?)\s+{ARTICLE}{IDENTIFIER}(?:\s+(?:errors?|exceptions?))?"),
        lambda match, names: Condition(Kind.RAISES, (match[1],)),
    ),
    (
        compiled(rf"(?:takes?|taking|accepts?)\s+{ARTICLE}pointers?\s+to\s+{ARTICLE}{TYPED}"),
        lambda match, names: Condition(
            Kind.PARAMETER_TYPE, names.types_like(type_name(match[1], "pointer")), any=True
        ),
    ),
    (
        compiled(rf"(?:have|has|having|with|contains?|containing)\s+{ARTICLE}{IDENTIFIER}\s+(?:field|member|pointer)"),
        _with_own_field,
    ),
    (
        compiled(
            rf"{HAVE}\s+{ARTICLE}(?:(?:fields?|members?)\s+of\s+(?:the\s+)?(?:type\s+)"
rf"?)?(?P<before>{ARTICLE}pointers?)\s+to\s+"
            rf"{ARTICLE}{TYPED}"
        ),
        _of_type,
    ),
    (
        compiled(
            rf"{HAVE}\s+{ARTICLE}(?:fields?|members?)\s+of\s+(?:(?:the\s+)?type\s+)?(?P<before>){ARTICLE}{TYPED}"
        ),
        _of_type,
    ),
    (compiled(rf"{HAVE}\s+{ARTICLE}(?P<before>){TYPED}\s+(?:field|member)s?"), _of_known_type),
    (
        compiled(rf"(?:{HAVE}|defin(?:es?|ing)|declar(?:es?|ing))\s+{ARTICLE}methods?\s+(?:(?:named|"
rf"called)\s+)?{IDENTIFIER}"),
        lambda match, names: Condition(Kind.HAS_METHOD, (match[1],)),
    ),
    (
        compiled(
            r"(?:inherit(?:s|ing)?(?: from)?|extend(?:s|ing)?|implement(?:s|ing)?|subclass(?:es|ing)?|"
            r"deriv(?:es?|ing) from|"
            rf"(?:are |is )?(?:derived from|(?:sub)?classes of|a subclass of))\s+(?:the class\s+)?{IDENTIFIER}"
        ),
        _inheriting,
    ),
    (compiled(rf"{BE}non-static"), not_flag("static")),
    (compiled(rf"{BE}(?:static|file-local)"), flag("static")),
    (compiled(rf"{BE}(public|protected|private)"), _visible),
    (compiled(rf"{BE}leaf"), flag("leaf")),
    (compiled(r"allocat(?:es?|ing)(?:\s+(?:any\s+)?(?:memory|it|anything|any))?"), flag("allocates")),
    (compiled(r"(?:frees?|freeing|releases?|deallocates?)(?:\s+(?:any\s+)?(?:memory|it|"
r"anything|any))?"), flag("frees")),
    (
        compiled(rf"{HAVE}\s+{ARTICLE}(?:parameter|argument)s?\s+(?:named|called)\s+{IDENTIFIER}"),
        lambda match, names: Condition(Kind.PARAMETER_NAME, (match[1],)),
    ),
    (
        compiled(
            rf"(?:{HAVE}|declar(?:es?|ing)|defin(?:es?|ing))\s+{ARTICLE}(?:local variable|local|variable)s?\s+"
            rf"(?:named|called)\s+{IDENTIFIER}"
        ),
        lambda match, names: Condition(Kind.LOCAL_NAME, (match[1],)),
    ),
    (
        compiled(rf"{HAVE}\s+{ARTICLE}(?:field|member)s?\s+(?:(?:named|called)\s+)?{IDENTIFIER}"),
        _with_field,
    ),
    (
        compiled(rf"{HAVE}\s+{ARTICLE}(?:parameter|argument)s?\s+of\s+type\s+{TYPED}"),
        _taking,
    ),
    (
        compiled(
            rf"(?:takes?|taking|accepts?|with|have|has)\s+(?:an?|the)\s+{TYPED}(?:\s+type)?\s+as\s+(?:an?\s+)?"
            r"(?:parameter|argument)s?"
        ),
        _taking,
    ),
    (
        compiled(
            rf"(?:takes?|taking|accepts?|with|have|has)\s+(?:an?|the)\s+{TYPED}\s+(?:as|for|in)\s+"
            rf"(?:(?:their|its|the|a)\s+)?(?P<ordinal>{one_of(ORDINALS)})\s+(?:parameter|argument)"
        ),
        _taking,
    ),
    (
        compiled(rf"{HAVE}\s+[\"'`“]?(\w+)[\"'`”]?\s+in\s+(?:their|its|the)\s+names?"),
        _with_name,
    ),
    (
        compiled(
            r"(?:(?:whose|where the) names?\s+|(?:with|have|has|having) (?:a )?names? (?:that )?|named )?"
            r"(starts? with|starting with|"
            r"begins? with|beginning with|contains?|containing|ends? with|ends? in|ending (?:in|with)|including)"
            r"\s+[\"'`“]?(\w+)[\"'`”]?(?=\s*(?:$|,|(?:and|or|but|in|of|from|that|which|longer|shorter|returns?|reads?|"
            rf"{CALL}|{HAVE}|{BE}called|{WRITE})\b))"
        ),
        _named,
    ),
    (
        compiled(rf"(?:takes?|taking|accepts?|with|have|has)\s+an?\s+{TYPED}(?:\s+(?:parameter|argument))?"),
        _taking,
    ),
    (
        compiled(
            rf"{GIVEN}\s+an?\s+{TYPED}(?:\s+(?:parameter|argument))?(?:\s+(?:passed|handed)(?:\s+in|\s+to them)?)?"
        ),
        _given,
    ),
)  # fmt: skip
"""The conditions by their words."""
