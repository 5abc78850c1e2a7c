"""The conditions of functions by what they do with fields and variables: read, write, or leave unused."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Condition, Kind
from fingerpost.domains.code.questions.rules import Rule, compiled
from fingerpost.domains.code.questions.vocabulary import CALL, HAVE, IDENTIFIER, READ, WRITE


def _written(match: re.Match[str], names: Names) -> Condition:
    """Assignments to a field or a global variable, by their words or by name."""
    what, name, of = (match[1] or match[3] or "").lower(), match[2], match["of"]
    if not of and ("global" in what or (not what and name in names.globals)):
        return Condition(Kind.GLOBAL, (names.one_of(name, names.globals, "global variable"),), property="written")
    return Condition(Kind.FIELD, (names.field(name, of),), property="written", of=of or "")


def _read(match: re.Match[str], names: Names) -> Condition | None:
    """Reads of a field or a global variable, by their words or by name."""
    what, name, of = (match[1] or match[3] or "").lower(), match[2], match["of"]
    if of or what in ("field", "member") or (not what and name in names.fields and name not in names.globals):
        return Condition(Kind.FIELD, (names.field(name, of),), property="read", of=of or "")
    return Condition(Kind.GLOBAL, (name,), property="read") if name in names.globals else None


def _with_unused(match: re.Match[str], _: Names) -> Condition:
    return Condition(Kind.UNUSED_PART, property="parameter" if match[1] else "local")


_A: Final = r"(?:an?\s+|the\s+|any\s+|some\s+)?"
_PART: Final = r"(?:(parameter|argument)|local variable|local|variable)s?"
_OF: Final = r"(?:\s+(?:of|in)\s+(?:the\s+)?(?:(?:struct|union|class|type)\s+)?(?P<of>[A-Za-z_]\w*))?"
_NAMED_VARIABLE: Final = (
    rf"(?:(field|member|global variable|global|variable)\s+)?{IDENTIFIER}"
    r"(?:\s+(field|member|global variable|global|variable))?"
    rf"{_OF}"
)
UNUSED_RULES: Final[tuple[tuple[re.Pattern[str], Rule], ...]] = (
    (compiled(rf"{HAVE}\s+{_A}(?:unused|unreferenced)\s+{_PART}"), _with_unused),
    (
        compiled(
            rf"(?:{HAVE}\s+)?{_A}{_PART}\s+(?:(?:that |which )?(?:is|are) (?:never|not) (?:used|read|referenced)|"
            r"(?:that )?(?:they|it) (?:never|do not|does not) use)"
        ),
        _with_unused,
    ),
)
"""Those that come before conditions on parameters and variables in general."""
VARIABLE_RULES: Final[tuple[tuple[re.Pattern[str], Rule], ...]] = (
    (compiled(rf"{READ}\s+(?:the\s+)?{_NAMED_VARIABLE}"), _read),
    (compiled(rf"{WRITE}\s+(?:the\s+)?{_NAMED_VARIABLE}"), _written),
    (
        compiled(
            rf"(?:{CALL}|touch(?:es)?)\s+{_A}(?:(?:field|member)\s+{IDENTIFIER}|{IDENTIFIER}\s+(?:field|member)){_OF}"
        ),
        lambda match, names: Condition(
            Kind.FIELD, (names.field(match[1] or match[2], match["of"]),), of=match["of"] or ""
        ),
    ),
)
"""The conditions by their words."""
