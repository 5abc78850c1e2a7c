"""Reads the conditions of a question about functions, one after another, until nothing is left.

A question of which a word is left over is not read at all: half a condition is a wrong answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Condition, Kind
from fingerpost.plans import Comparison

NUMBERS: Final = {
    word: number
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}
MEASURES: Final = {
    "lines": "lines",
    "lines of code": "lines",
    "loc": "lines",
    "length": "lines",
    "size": "lines",
    "parameters": "parameterCount",
    "parameter": "parameterCount",
    "params": "parameterCount",
    "arguments": "parameterCount",
    "argument": "parameterCount",
    "args": "parameterCount",
    "complexity": "complexity",
    "cyclomatic complexity": "complexity",
    "callers": "callerCount",
    "callees": "calleeCount",
    "loops": "loopCount",
    "calls": "calleeCount",
}
"""The property of each measure."""
_MORE: Final = {
    "more than": Comparison.GT,
    "over": Comparison.GT,
    "above": Comparison.GT,
    "greater than": Comparison.GT,
    "higher than": Comparison.GT,
    "longer than": Comparison.GT,
    "larger than": Comparison.GT,
    "bigger than": Comparison.GT,
    "exceeding": Comparison.GT,
    "at least": Comparison.GE,
    "less than": Comparison.LT,
    "fewer than": Comparison.LT,
    "under": Comparison.LT,
    "below": Comparison.LT,
    "shorter than": Comparison.LT,
    "smaller than": Comparison.LT,
    "lower than": Comparison.LT,
    "at most": Comparison.LE,
    "exactly": Comparison.EQ,
}
_STRUCTURES: Final = {
    "goto": ("GOTO",),
    "gotos": ("GOTO",),
    "switch": ("SWITCH",),
    "switches": ("SWITCH",),
    "loop": ("FOR", "WHILE", "DO"),
    "loops": ("FOR", "WHILE", "DO"),
    "for loop": ("FOR",),
    "for loops": ("FOR",),
    "while loop": ("WHILE",),
    "while loops": ("WHILE",),
    "do loop": ("DO",),
    "do while loop": ("DO",),
    "if": ("IF",),
    "break": ("BREAK",),
    "continue": ("CONTINUE",),
}


def _words(table: dict[str, object] | dict[str, str] | dict[str, Comparison] | dict[str, tuple[str, ...]]) -> str:
    return "|".join(sorted(map(re.escape, table), key=len, reverse=True))


_NUMBER: Final = rf"(\d+|{'|'.join(NUMBERS)})"
_MEASURE_RE: Final = rf"({_words(MEASURES)})"
IDENTIFIER: Final = r"[`'\"]?([A-Za-z_]\w*)(?:\(\))?[`'\"]?"
FILE: Final = r"[`'\"]?([\w./-]+\.(?:c|h|cc|cpp|hpp|cxx|hh|py|java|js|ts|go|rs))[`'\"]?"
_CALL: Final = r"(?:call(?:s|ing)?|invok(?:es?|ing)|us(?:es?|ing)|referenc(?:es?|ing)|access(?:es|ing)?)"
_HAVE: Final = r"(?:have|has|having|with|contain(?:s|ing)?|us(?:es?|ing)|takes?|taking|accepts?|accepting|includes?)"
_BE: Final = r"(?:(?:that |which )?(?:are|is|were|was|be|gets?|being)\s+)?"
_FILLER: Final = re.compile(
    r"(?:,|and|but|that|which|who|also|are|there|is|can|the|functions?|do|does|ever)\b\s*|,\s*", re.I
)
_NEGATION: Final = re.compile(
    r"(?:do(?:es)? not|don't|doesn't|do(?:es)?n’t|never|without|not|neither|nor|no longer|cannot)\s+(?:ever\s+)?", re.I
)
_INDIRECTLY: Final = r"(?:\s+(?:directly or indirectly|(?:in)?directly and (?:in)?directly|indirectly|transitively))"


def number(text: str) -> int:
    """A number in digits or words."""
    return NUMBERS[text.lower()] if text.lower() in NUMBERS else int(text)


def type_name(text: str, pointer: str | None) -> str:
    """The name that the graph has for a type that may be called a pointer in words."""
    plain = re.sub(r"\s*\*", "*", text.strip(" `'\""))
    return f"{plain}*" if pointer and not plain.endswith("*") else plain


class ConditionReader:
    """Reads the conditions in a text."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._found: list[Condition] = []

    def read(self, text: str) -> tuple[Condition, ...] | None:
        """The conditions; None if some of the text is none.

        Raises:
            UnknownName: a name that the code does not have.
        """
        self._found = []
        text = text.strip()
        negated = False
        while text:
            if match := _NEGATION.match(text):
                negated, text = True, text[match.end() :]
                continue
            rest = self._one(text, negated)
            if rest is None:
                filler = _FILLER.match(text)
                if filler is None:
                    return None
                text = text[filler.end() :]
                continue
            negated, text = False, rest.strip()
        return None if negated else tuple(self._found)

    def _one(self, text: str, negated: bool) -> str | None:
        """Read one condition at the beginning; what is left of the text."""
        for pattern, make in RULES:
            if match := pattern.match(text):
                made = make(match, self._names)
                self._found.append(_negated(made) if negated else made)
                return text[match.end() :]
        return self._call(text, negated)

    def _call(self, text: str, negated: bool) -> str | None:
        """Calls of named methods, uses of globals: `call strlen and memcpy`, or names alone after `but not`."""
        verb = re.compile(
            rf"(can\s+)?({_CALL}|reach(?:es|ing)?|gets? to|are called by|is called by|called by|invoked by)\s+"
            r"(?:(?:both|either|the|any of|to)\s+)*(?:(?:function|functions|macro|method|"
            r"global variable|global|variable)\s+)?",
            re.I,
        ).match(text)
        last = self._found[-1].kind if self._found else None
        if verb is None and not (negated and last in (Kind.CALLS, Kind.GLOBAL)):
            return None
        rest = text[verb.end() :] if verb else text
        names, any_, rest = self._listed(rest)
        word = verb[2].lower() if verb else "call"
        indirectly = re.compile(_INDIRECTLY, re.I).match(rest)
        if indirectly:
            rest = rest[indirectly.end() :]
        far = bool(indirectly) or word.startswith(("reach", "get"))
        if names and names[0] not in self._names.callable:
            kind = Kind.GLOBAL
        elif word.endswith("by"):
            kind = Kind.REACHED_FROM if far else Kind.CALLED_BY
        else:
            kind = Kind.REACHES if far else Kind.CALLS
        self._found.append(Condition(kind, names, negated, any_))
        return rest

    def _listed(self, text: str) -> tuple[tuple[str, ...], bool, str]:
        """Names at the beginning of a text, whether they are joined by or, and the rest.

        Raises:
            UnknownName: the first is not a name of the code.
        """
        found: list[str] = []
        any_ = False
        separator = re.compile(r"\s*(?:,\s*(and |or )?|\s(and|or)\s)\s*(?:the )?", re.I)
        rest = text
        while match := re.compile(IDENTIFIER).match(rest):
            name = self._names.method(match[1]) or (match[1] if match[1] in self._names.globals else None)
            if name is None:
                if not found:
                    raise self._names.unknown(match[1], "function, macro or global variable")
                break
            found.append(name)
            text = rest = rest[match.end() :]
            joined = separator.match(rest)
            if joined is None:
                break
            any_ = any_ or (joined[1] or joined[2] or "").strip().lower() == "or"
            rest = rest[joined.end() :]
        return tuple(found), any_, text


def _negated(made: Condition) -> Condition:
    return Condition(**{**vars(made), "negated": not made.negated})


Rule = Callable[[re.Match[str], Names], Condition]


def _measure(match: re.Match[str], _: Names) -> Condition:
    more, amount, measure = match["more"].lower(), match["amount"], match["measure"]
    return Condition(
        Kind.MEASURE, property=MEASURES[(measure or "lines").lower()], comparison=_MORE[more], number=number(amount)
    )


def _no_measure(match: re.Match[str], _: Names) -> Condition:
    return Condition(Kind.MEASURE, property=MEASURES[match[1].lower()], comparison=Comparison.EQ, number=0)


def _structure(match: re.Match[str], _: Names) -> Condition:
    found = Condition(Kind.STRUCTURE, _STRUCTURES[match[2].lower()], any=True)
    return _negated(found) if (match[1] or "").strip().lower() in ("no", "any no") else found


def _named(match: re.Match[str], _: Names) -> Condition:
    verb = match[1].lower()
    comparison = (
        Comparison.STARTS_WITH if "start" in verb or "begin" in verb
        else Comparison.ENDS_WITH if "end" in verb
        else Comparison.CONTAINS
    )  # fmt: skip
    return Condition(Kind.NAMED, (match[2],), comparison=comparison)


def _flag(name: str) -> Rule:
    return lambda match, names: Condition(Kind.FLAG, property=name)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern + r"(?=[\s,]|$)", re.I)


_A: Final = r"(?:an?\s+|the\s+|any\s+|some\s+)?"
_TYPE: Final = r"((?:unsigned |signed |long |const |struct |enum )*[A-Za-z_]\w*(?:\s*\*+)?)(\s+pointers?)?"
RULES: Final[tuple[tuple[re.Pattern[str], Rule], ...]] = (
    (_compiled(rf"{_BE}(?:recursive|self-recursive)"), _flag("recursive")),
    (_compiled(rf"{_CALL}\s+(?:themselves|itself|themself)(?: recursively)?"), _flag("recursive")),
    (
        _compiled(
            rf"{_BE}(?:never called|not called(?: by any(?:thing|one| function))?|uncalled|unused|dead|never used|"
            r"(?:that |which )?(?:nobody|no one|nothing|no(?: other)? function) (?:ever )?(?:calls|uses))"
        ),
        lambda match, names: Condition(Kind.MEASURE, property="callerCount", comparison=Comparison.EQ, number=0),
    ),
    (_compiled(rf"{_BE}(?:called|used)(?: anywhere)?(?! by)"), lambda match, names: Condition(Kind.CALLED)),
    (
        _compiled(
            rf"{_BE}(?:{_HAVE}\s+)?(?:{_A}{_MEASURE_RE}\s+(?:of\s+)?)(?P<more>{_words(_MORE)})"
            rf"\s+(?P<amount>{_NUMBER})".replace(_MEASURE_RE, f"(?P<measure>{_words(MEASURES)})")
        ),
        _measure,
    ),
    (
        _compiled(
            rf"{_BE}(?:{_HAVE}\s+)?(?P<more>{_words(_MORE)})\s+(?P<amount>{_NUMBER})"
            rf"(?:\s+(?P<measure>{_words(MEASURES)}))?(?: long)?"
        ),
        _measure,
    ),
    (_compiled(rf"{_HAVE}\s+no\s+{_MEASURE_RE}"), _no_measure),
    (_compiled(rf"no\s+{_MEASURE_RE}"), _no_measure),
    (_compiled(rf"(?:{_HAVE}\s+)?(no\s+)?{_A}({_words(_STRUCTURES)})(?:\s+statements?)?"), _structure),
    (
        _compiled(rf"(?:{_HAVE}\s+)?(?:any\s+)?(parameters|params|arguments|args|callers|callees)"),
        lambda match, names: Condition(
            Kind.MEASURE, property=MEASURES[match[1].lower()], comparison=Comparison.GT, number=0
        ),
    ),
    (
        _compiled(rf"{_HAVE}\s+{_A}(?:string literal|literal|string)\s+[\"“']([^\"”]*)[\"”']"),
        lambda match, names: Condition(Kind.STRING, (f'"{match[1]}"',)),
    ),
    (
        _compiled(
            rf"{_BE}(?:defined |implemented |located |declared )?(?:in|of|from|inside)\s+(?:the file |file )?{FILE}"
        ),
        lambda match, names: Condition(Kind.FILE, (names.file(match[1]),)),
    ),
    (
        _compiled(rf"return(?:s|ing)?\s+{_A}{_TYPE}"),
        lambda match, names: Condition(Kind.RETURNS, (type_name(match[1], match[2]),)),
    ),
    (
        _compiled(rf"(?:{_CALL}|make(?:s)? calls?)\s+(?:\w+\s+)?through\s+{_A}(?:function )?pointers?"),
        _flag("callsThroughPointer"),
    ),
    (_compiled(r"allocat(?:es?|ing)(?:\s+(?:any\s+)?(?:memory|it|anything))?"), _flag("allocates")),
    (_compiled(r"(?:frees?|freeing|releases?|deallocates?)(?:\s+(?:any\s+)?(?:memory|it|anything))?"), _flag("frees")),
    (
        _compiled(rf"{_HAVE}\s+{_A}(?:parameter|argument)s?\s+(?:named|called)\s+{IDENTIFIER}"),
        lambda match, names: Condition(Kind.PARAMETER_NAME, (match[1],)),
    ),
    (
        _compiled(rf"{_HAVE}\s+{_A}(?:parameter|argument)s?\s+of\s+type\s+{_TYPE}"),
        lambda match, names: Condition(Kind.PARAMETER_TYPE, (type_name(match[1], match[2]),)),
    ),
    (
        _compiled(rf"(?:takes?|taking|accepts?|with|have|has)\s+an?\s+{_TYPE}(?:\s+(?:parameter|argument))?"),
        lambda match, names: Condition(Kind.PARAMETER_TYPE, (type_name(match[1], match[2]),)),
    ),
    (
        _compiled(
            r"(?:whose names?\s+|with names? (?:that )?|named )?(starts? with|starting with|"
            r"begins? with|contains?|containing|ends? with|ending (?:in|with)|including)"
            r"\s+[\"'`“]?(\w+)[\"'`”]?"
        ),
        _named,
    ),
    (
        _compiled(rf"{_CALL}\s+{_A}(?:field|member)\s+{IDENTIFIER}"),
        lambda match, names: Condition(Kind.FIELD, (names.one_of(match[1], names.fields, "field"),)),
    ),
)
"""The conditions by their words, the more special first."""
