"""The conditions of functions by their code: what they do with variables, statements, marks, calls through fields."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Condition, Kind
from fingerpost.domains.code.questions.rules import ARTICLE, TYPED, Rule, compiled
from fingerpost.domains.code.questions.vocabulary import (
    BE,
    CALL,
    FILE,
    HAVE,
    IDENTIFIER,
    MEASURES,
    READ,
    WRITE,
    bare,
    one_of,
    type_name,
)  # fmt: skip
from fingerpost.plans import Comparison


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
_OF: Final = (
    r"(?:\s+(?:of|in)\s+(?:(?:an?|its|their|some|any|each|every)\s+[a-z]+(?:\s+(?:objects?|items?|nodes?|structs?|structures?|instances?|values?))?|(?:the\s+)"
    r"?(?:(?:struct|union|class|type)\s+)?(?P<of>[A-Za-z_]\w*)))?"
)
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
CONST_TYPE: Final = r"const(?:ant)?\s+(?P<type>(?!pointer)\w+)(?P<star>\s*\*| pointers?)?"
_VALUE: Final = r"(?-i:NULL|-?\d+|true|false|TRUE|FALSE|None|nullptr|True|False|[A-Z][A-Z0-9]*_[A-Z0-9_]+)"


def _returning(match: re.Match[str], names: Names) -> Condition | None:
    """`return NULL`, where that is no type."""
    value = match[1]
    return None if value in names.all_types else Condition(Kind.STATEMENT, (f"return {value}",))


def _calling_in(match: re.Match[str], names: Names) -> Condition | None:
    """`call the f of a.c`: several files may have one of the name."""
    if names.method(match[1]) != match[1]:
        return None
    return Condition(Kind.CALLS, (match[1],), property=names.file(bare(match[2])))


def _through(match: re.Match[str], names: Names) -> Condition | None:
    return Condition(Kind.CALLS_FIELD, (match[1],)) if match[1] in names.fields else None


def _marked(match: re.Match[str], names: Names) -> Condition | None:
    return Condition(Kind.MARKED, (match[1],)) if match[1] in names.marks else None


_OPERATORS: Final = {"s": "<operator>.sizeOf", "c": "<operator>.cast", "t": "<operator>.conditional",
    "?": "<operator>.conditional"}  # fmt: skip
_COMPARED: Final = {"longer": Comparison.GT, "bigger": Comparison.GT, "larger": Comparison.GT, "more": Comparison.GT,
    "more complex": Comparison.GT, "shorter": Comparison.LT, "smaller": Comparison.LT, "simpler": Comparison.LT,
    "less complex": Comparison.LT, "fewer": Comparison.LT}  # fmt: skip


def _than(match: re.Match[str], names: Names) -> Condition | None:
    """A measure compared with that of another function: `longer than f`, `more parameters than f`."""
    said, how = match.groupdict(), match["how"].lower()
    name = names.method(match.groups()[-1])
    if name is None:
        return None
    measure = MEASURES[said["measure"].lower()] if said.get("measure") else "lines"
    if how in ("more complex", "simpler", "less complex"):
        measure = "complexity"
    return Condition(Kind.THAN, (name,), property=measure, comparison=_COMPARED.get(how, Comparison.EQ))


def _const(match: re.Match[str], names: Names) -> str:
    """The pattern of what is declared so: the front end leaves `const` out of the names of types."""
    end = r"\s*[*]" if match["star"] else r"\W"
    return rf"const\s+(struct |enum |union |unsigned |signed )?{re.escape(names.type(match['type']))}{end}.*"


def const_parameter(match: re.Match[str], names: Names) -> Condition:
    return Condition(Kind.PARAMETER_LIKE, (rf"(?s)(.*\W)?{_const(match, names)}",))


def _const_result(match: re.Match[str], names: Names) -> Condition:
    """A macro may stand around the type: `EXPORT(const char *) name(void)`."""
    like = rf"(?s)(\w+ ?[(]|[\w ]*\s)?{_const(match, names)}"
    return Condition(Kind.LIKE, (like,), property="code")


def _done(verb: str) -> str:
    """The property of uses of a variable: they write it, read it, or either."""
    return "written" if re.fullmatch(WRITE, verb, re.I) else "read" if re.fullmatch(READ, verb, re.I) else ""


def _default(match: re.Match[str], names: Names) -> Condition:
    return Condition(Kind.LABEL, ("default",))


TEXT_RULES: Final[tuple[tuple[re.Pattern[str], Rule], ...]] = (
    (
        compiled(rf"(?:{HAVE}|execut(?:es?|ing))\s+{ARTICLE}(?:statements?|code|line)\s+[\"'`“]([^\"`”]+?);?[\"'`”]"),
        lambda match, names: Condition(Kind.STATEMENT, (match[1].strip(),)),
    ),
    (compiled(rf"return(?:s|ing)?\s+(?:the (?:value|constant)\s+)?({_VALUE})"), _returning),
    (compiled(rf"{HAVE}\s+{ARTICLE}return ({_VALUE})(?: statements?)?"), _returning),
    (
        compiled(
            rf"{CALL}\s+(?:the\s+)?(?:function\s+)?{IDENTIFIER}\s+(?:of|that is (?:defined )?in)\s+(?:the file )?{FILE}"
        ),
        _calling_in,
    ),
    (
        compiled(
            rf"(?:{CALL}|mak(?:es?|ing) (?:a )?calls?)\s+(?:\w+\s+)?(?:through|via)\s+(?:the\s+)?{IDENTIFIER}\s+"
            r"(?:hooks?|pointers?|callbacks?|members?|fields?|function pointers?)"
        ),
        _through,
    ),
    (
        compiled(rf"{HAVE}\s+(?:an?|the|any)\s+(?:goto )?labels?\s+(?:(?:named|called)\s+)?{IDENTIFIER}"),
        lambda match, names: Condition(Kind.LABEL, (match[1],)),
    ),
    (
        compiled(
            rf"(?:{HAVE}\s+an?\s+)?(?:(?:jump|go)s? to (?:an?\s+|the\s+)?(?:label\s+)?(?:named\s+|called\s+)?|"
            rf"goto\s+(?:label\s+)?)(?!(?:used|found|statements?|is|are|in|at|anywhere|and|or|but|nor|yet|that|which|without|with|inside|has|have)\b){IDENTIFIER}"
        ),
        lambda match, names: Condition(Kind.STATEMENT, (f"goto {match[1]}",)),
    ),
    (
        compiled(
            rf"{BE}(?P<how>longer|bigger|larger|shorter|smaller|more complex|simpler|less complex)\s+than\s+"
            rf"(?:the )?(?:function )?{IDENTIFIER}"
        ),
        _than,
    ),
    (
        compiled(
            rf"{HAVE}\s+(?P<how>more|fewer|as many|the same number of|the same)\s+(?P<measure>{one_of(MEASURES)})\s+"
            rf"(?:than|as)\s+(?:the )?(?:function )?{IDENTIFIER}(?:\s+(?:does|has))?"
        ),
        _than,
    ),
    (
        compiled(rf"{HAVE}\s+(?:(no)|an?|the|any|at least one)\s+const(?:ant)?\s+(?:parameter|argument)s?"),
        lambda match, names: Condition(Kind.PARAMETER_LIKE, (r"(?s)(.*\W)?const\W.*",), negated=bool(match[1])),
    ),
    (
        compiled(
            rf"{HAVE}\s+(?:an?|the)\s+{CONST_TYPE}"
            r"(?:\s+(?:as\s+)?(?:(?:an?\s+)?(?:parameter|argument)s?))?"
        ),
        const_parameter,
    ),
    (
        compiled(rf"return(?:s|ing)?\s+(?:an?\s+)?{CONST_TYPE}"),
        _const_result,
    ),
    (
        compiled(
            rf"(?:{HAVE}|declar(?:es?|ing)|defin(?:es?|ing))\s+{ARTICLE}(?:local )?variables?\s+of\s+"
            rf"(?:the )?(?:type\s+)?{TYPED}"
        ),
        lambda match, names: Condition(Kind.LOCAL_TYPE, names.types_like(type_name(match[1], match[2])), any=True),
    ),
    (
        compiled(rf"(?P<how>{WRITE}|{READ}|{CALL}|touch(?:es)?)\s+(?:an?|any|some)\s+(?:global variables?|globals?)"),
        lambda match, names: Condition(Kind.ANY_GLOBAL, property=_done(match["how"])),
    ),
    (
        compiled(rf"(?:{HAVE}|{CALL})\s+{ARTICLE}(sizeof|casts?|ternary operators?|\?:)"),
        lambda match, names: Condition(Kind.OPERATOR, (_OPERATORS[match[1][0].lower()],)),
    ),
    (
        compiled(rf"{BE}(?:variadic|varargs?)|{HAVE}\s+a variable number of (?:parameter|argument)s?"),
        lambda match, names: Condition(Kind.PARAMETER_LIKE, (r".*[.][.][.]",)),
    ),
    (
        compiled(
            rf"{HAVE}\s+(?:(?:an?|the) (?:parameter|argument) (?:whose type is|that is|which is) )?"
            r"(?:an? )?(?:pointers? to (?:an? )?pointers?|double pointers?)(?: (?:parameter|argument)s?)?"
        ),
        lambda match, names: Condition(Kind.PARAMETER_LIKE, (r"(?s).*[*]\s*(const\s*|restrict\s*)?[*].*",)),
    ),
    (compiled(rf"{HAVE}\s+(?:an?\s+)?default(?: case| label| branch)?"), _default),
    (compiled(rf"{BE}(?:marked|declared|tagged|annotated)\s+(?:as\s+|with\s+)?{IDENTIFIER}"), _marked),
    (
        compiled(
            r"(?:can\s+|may\s+)?(?:come|get|lead|call)s?\s+back to (?:themselves|itself)"
            r"(?:\s+only)?(?:\s+(?:via|through|by way of)\s+(?:others?|another)(?: functions?)?)?"
        ),
        lambda match, names: Condition(Kind.FLAG, property=names.flag("indirectlyRecursive")),
    ),
)
