"""The conditions of functions by their words: a table of patterns, the more special first."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Condition, Kind
from fingerpost.domains.code.questions.vocabulary import (
    BE,
    CALL,
    FILE,
    FILES,
    HAVE,
    IDENTIFIER,
    MEASURES,
    MORE,
    NUMBER,
    STRUCTURES,
    TYPE,
    number,
    one_of,
)
from fingerpost.plans import Comparison

Rule = Callable[[re.Match[str], Names], "Condition | tuple[Condition, ...] | None"]
"""What a match says; None where the names in it are not of the kind that the words want."""


def negated(made: Condition) -> Condition:
    """The condition that holds where this one does not."""
    return replace(made, negated=not made.negated)


def _measured(property_: str, comparison: Comparison, amount: int) -> Condition:
    return Condition(Kind.MEASURE, property=property_, comparison=comparison, number=amount)


def _measure(match: re.Match[str], _: Names) -> Condition:
    groups = match.groupdict()
    said = (groups.get("more") or "exactly").lower()
    measure = (groups.get("measure") or "lines").lower()
    return _measured(MEASURES[measure], MORE[said], number(match["amount"]))


def _or_more(match: re.Match[str], _: Names) -> Condition:
    comparison = Comparison.GE if match["more"].lower() in ("more", "+") else Comparison.LE
    return _measured(MEASURES[match["measure"].lower()], comparison, number(match["amount"]))


def _between(match: re.Match[str], _: Names) -> tuple[Condition, ...]:
    measure = MEASURES[match["measure"].lower()]
    low, high = number(match["low"]), number(match["high"])
    return _measured(measure, Comparison.GE, low), _measured(measure, Comparison.LE, high)


def _no_measure(match: re.Match[str], _: Names) -> Condition:
    return _measured(MEASURES[match[1].lower()], Comparison.EQ, 0)


def _any_measure(match: re.Match[str], _: Names) -> Condition:
    return _measured(MEASURES[match[1].lower()], Comparison.GT, 0)


def _times(match: re.Match[str], _: Names) -> Condition:
    """`called more than ten times`, `called once`."""
    said, amount = (match["more"] or "exactly").lower(), match["amount"].lower()
    times = {"once": 1, "twice": 2}.get(amount.split()[0]) or number(amount.rsplit(" ", 1)[0])
    return _measured("callCount", MORE[said], times)


def _called_by(match: re.Match[str], _: Names) -> Condition:
    return _measured("callerCount", MORE[(match["more"] or "exactly").lower()], number(match["amount"]))


def _used_in(match: re.Match[str], names: Names) -> Condition:
    """`called from a.c`, `never called from within a.c`."""
    files = tuple(map(names.file, re.findall(FILE, match[2])))
    return Condition(Kind.USED_IN, files, negated=bool(match[1]), any=True)


def _used_in_both(match: re.Match[str], names: Names) -> tuple[Condition, ...] | None:
    """`called from both a.c and b.c`, or from both files where there are two with code."""
    files = re.findall(FILE, match[1]) or [one for one in names.files if one.endswith((".c", ".cc", ".cpp"))]
    if len(files) != 2:
        return None
    return tuple(Condition(Kind.USED_IN, (names.file(one),)) for one in files)


def _only_in(match: re.Match[str], names: Names) -> tuple[Condition, ...] | None:
    """`only used in a.c`: there, and in no other file."""
    files = re.findall(FILE, match[1])
    if len(files) != 1:
        return None
    used = Condition(Kind.USED_IN, (names.file(files[0]),))
    return used, replace(used, comparison=Comparison.NE, negated=True)


def _unused(_: re.Match[str], names: Names) -> tuple[Condition, ...]:
    """What nothing calls, nor takes the address of for a table or a callback, where the graph says so."""
    uncalled = _measured("callerCount", Comparison.EQ, 0)
    known = names.measured is not None and "referenced" in names.measured
    return (uncalled, Condition(Kind.FLAG, property="referenced", negated=True)) if known else (uncalled,)


def _calling(match: re.Match[str], _: Names) -> Condition:
    return _measured("calleeCount", MORE[(match["more"] or "exactly").lower()], number(match["amount"]))


def _structure(match: re.Match[str], _: Names) -> Condition:
    words = [match[2], *re.findall(rf"\b(?:{one_of(STRUCTURES)})\b", match[3], re.I)]
    kinds = dict.fromkeys(kind for word in words for kind in STRUCTURES[word.lower()])
    found = Condition(Kind.STRUCTURE, tuple(kinds), any=True)
    return negated(found) if (match[1] or "").strip().lower() in ("no", "any no") else found


def _circular_with(match: re.Match[str], names: Names) -> tuple[Condition, ...]:
    """What reaches a function that reaches it."""
    name = names.method(match[1])
    if name is None:
        raise names.unknown(match[1], "function or macro")
    return Condition(Kind.REACHED_FROM, (name,)), Condition(Kind.REACHES, (name,))


def _calls_with(match: re.Match[str], names: Names) -> Condition | None:
    """Calls of a function that are given a name, a number or a text."""
    called = names.method(match[1])
    if called is None or "." in called:
        return None
    return Condition(Kind.CALLS_WITH, (called, match[2].strip("`“”'")))


def _exactly_named(match: re.Match[str], names: Names) -> Condition | None:
    return Condition(Kind.NAMED, (match[1],)) if names.method(match[1]) == match[1] else None


def _ending(_: re.Match[str], names: Names) -> Condition | None:
    """What ends the process: the functions of the C library for it, of those that the code calls."""
    called = tuple(one for one in ("exit", "_exit", "_Exit", "quick_exit", "abort") if one in names.callable)
    return Condition(Kind.CALLS, called, any=True) if called else None


def flag(name: str) -> Rule:
    return lambda match, names: Condition(Kind.FLAG, property=names.flag(name))


def not_flag(name: str) -> Rule:
    return lambda match, names: Condition(Kind.FLAG, property=names.flag(name), negated=True)


def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern + r"(?=[\s,]|$)", re.I)


ARTICLE: Final = r"(?:an?\s+|the\s+|any\s+|some\s+)?"
TYPED: Final = rf"({TYPE})(\s+pointers?)?"
_MEASURE: Final = rf"({one_of(MEASURES)})"
_MORE: Final = rf"(?P<more>{one_of(MORE)})"
_SAID_MORE: Final = rf"(?:{_MORE}\s+)?"
_AMOUNT: Final = rf"(?P<amount>{NUMBER})"
_NAMED_MEASURE: Final = rf"(?P<measure>{one_of(MEASURES)})"
_SAY: Final = (
    r"(?:sends?|prints?|reports?|logs?|emits?|shows?|outputs?|writes?|displays?|mentions?|refers? to|issues?|sets?|"
    r"returns?|sending|printing|reporting|logging|writing|mentioning)"
)
"""What functions do with a text that stands in them."""
_NOBODY: Final = r"(?:nobody|nothing|no one|no(?: other)? function)(?: else)?"
_OTHER: Final = r"(?:(?:(?:other|different|distinct)\s+)*(?:functions?|routines?)|others?)"
RULES: Final[tuple[tuple[re.Pattern[str], Rule], ...]] = (
    (
        compiled(
            rf"{BE}(?:(?:part of|in|on) (?:an?|the same) (?:call )?cycle|mutually[ -]recursive) with (?:the )?"
            rf"(?:function )?{IDENTIFIER}"
        ),
        _circular_with,
    ),
    (compiled(rf"{BE}(?:indirectly|mutually)[ -]recursive"), flag("indirectlyRecursive")),
    (
        compiled(rf"{BE}(?:part of|in|on|involved in) (?:an? |any |such an? |some )?(?:call )?cycles?"),
        flag("indirectlyRecursive"),
    ),
    (compiled(r"us(?:es?|ing) recursion"), flag("recursive")),
    (
        compiled(
            rf"(?:{CALL}|depend on)\s+(?:anything|something|any functions?|functions?|code|routines?)"
            rf"(?: (?:that (?:are|is) )?(?:defined |implemented ))?\s*(?:in|from|of) (?:the file )?{FILES}"
        ),
        lambda match, names: Condition(
            Kind.CALLS_INTO, tuple(map(names.file, re.findall(FILE, match[1]))), any=True
        ),
    ),
    (
        compiled(
            rf"{BE}(not\s+|never\s+)?(?:called|used|invoked)\s+(?:from within|by|from|in|within|inside)\s+"
            rf"(?:functions? (?:in|of|from|within) )?(?:the file )?{FILES}"
        ),
        _used_in,
    ),
    (
        compiled(
            rf"{BE}(?:called|used|invoked)\s+(?:by|from|in)\s+both\s+(?:the )?(files|{FILE} and (?:from |in )?{FILE})"
        ),
        _used_in_both,
    ),
    (
        compiled(
            rf"{BE}only\s+(?:called|used|invoked)\s+(?:from within|by|from|in|within|inside)\s+(?:the file )?{FILES}"
        ),
        _only_in,
    ),
    (
        compiled(rf"{BE}(?:called|used|invoked)\s+(?:from|by|in)\s+(?:any\s+)?(?:other|another) (?:source )?files?"),
        lambda match, names: Condition(Kind.USED_IN, comparison=Comparison.NE),
    ),
    (
        compiled(rf"{BE}(?:outside(?: of)?|not in)\s+(?:the file )?{FILES}"),
        lambda match, names: Condition(Kind.FILE, tuple(map(names.file, re.findall(FILE, match[1]))), True, any=True),
    ),
    (
        compiled(
            rf"{CALL}\s+(?:the )?(?:function |macro )?{IDENTIFIER}\s+(?:with|passing)\s+"
            r"(?:(?:an?|the)\s+)?(?:(?:argument|value|flag|constant|string|error code)\s+)?"
            r"((?-i:[A-Z]\w*[A-Z_0-9]\w*)|-?\d\w*|\"[^\"]*\"|`[^`]+`)(?:\s+(?:as|for) (?:an |its )?argument)?"
        ),
        _calls_with,
    ),
    (compiled(rf"{CALL}\s+each other"), flag("indirectlyRecursive")),
    (
        compiled(r"(?:catch(?:es|ing)?|handl(?:es?|ing))\s+(?:any |an )?(?:exceptions?|errors?)"),
        lambda match, names: Condition(Kind.STRUCTURE, ("CATCH",)),
    ),
    (
        compiled(
            rf"(?:eventually\s+|ultimately\s+)?{CALL}\s+(?:themselves|itself)\s+(?:again\s+)?"
            r"(?:indirectly|(?:through|via|by way of)\s+(?:others?|another)(?: functions?)?)"
        ),
        flag("indirectlyRecursive"),
    ),
    (compiled(rf"{BE}(?:directly )?(?:recursive|self-recursive)"), flag("recursive")),
    (compiled(rf"{CALL}\s+(?:themselves|itself|themself)(?: recursively| directly)?"), flag("recursive")),
    (
        compiled(
            rf"{BE}(?:(?:never|not) called(?: directly)?(?: by any(?:thing|one| function))?"
            r"(?!\s+(?:by|from|in|within)\b)|uncalled|"
            rf"(?:that |which )?(?:does )?{_NOBODY} (?:ever )?calls?|called (?:by|from) {_NOBODY})"
        ),
        lambda match, names: _measured("callerCount", Comparison.EQ, 0),
    ),
    (
        compiled(
            rf"{BE}(?:unused|dead(?: code)?|never used|unreferenced|"
            rf"(?:that |which )?(?:does )?{_NOBODY} (?:ever )?(?:uses?|references?)|used (?:by|from) {_NOBODY})"
        ),
        _unused,
    ),
    (compiled(rf"{BE}(?:called|used|invoked)\s+{_SAID_MORE}(?P<amount>once|twice|{NUMBER} times)"), _times),
    (
        compiled(
            rf"{BE}(?:called|used|invoked)\s+(?:from|in|at)\s+{_SAID_MORE}"
            rf"(?P<amount>{NUMBER} (?:places?|spots?|sites?))"
        ),
        _times,
    ),
    (
        compiled(rf"{BE}(?:called|used|invoked)\s+(?:by|from|in)\s+{_SAID_MORE}{_AMOUNT}\s+{_OTHER}"),
        _called_by,
    ),
    (
        compiled(
            r"(?:abort|terminat|exit|end|kill|quit)(?:e?s|ing|e)?\s+(?:the\s+)?(?:whole\s+)?(?:process|program|application)"
        ),
        _ending,
    ),
    (compiled(rf"{CALL}\s+nothing"), flag("leaf")),
    (compiled(rf"{CALL}\s+(?:anything|something)(?: else| at all)?"), not_flag("leaf")),
    (compiled(rf"{CALL}\s+no {_OTHER}"), lambda match, names: _measured("calleeCount", Comparison.EQ, 0)),
    (compiled(rf"{CALL}\s+(?:any|another) {_OTHER}"), lambda match, names: _measured("calleeCount", Comparison.GT, 0)),
    (compiled(rf"{CALL}\s+{_SAID_MORE}{_AMOUNT}\s+{_OTHER}"), _calling),
    (
        compiled(rf"(?:that |which )?(?:the function )?{IDENTIFIER} calls(?: directly)?"),
        lambda match, names: Condition(Kind.CALLED_BY, (match[1],)) if names.method(match[1]) else None,
    ),
    (compiled(rf"{BE}(?:called|named)\s+(?!(?:by|from|in)\b){IDENTIFIER}"), _exactly_named),
    (
        compiled(rf"{BE}(?:called|used)(?: anywhere| by any(?:thing|one|body))?(?! by| from| in)"),
        lambda match, names: Condition(Kind.CALLED),
    ),
    (
        compiled(
            rf"{BE}(?:{HAVE}\s+)?(?:are\s+)?between\s+(?P<low>{NUMBER})\s+and\s+(?P<high>{NUMBER})\s+"
            rf"{_NAMED_MEASURE}(?: long)?"
        ),
        _between,
    ),
    (
        compiled(
            rf"(?:{HAVE}\s+)?{_AMOUNT}(?:\s+or\s+)?(?P<more>more|fewer|less|\+)\s+{_NAMED_MEASURE}"
        ),
        _or_more,
    ),
    (compiled(rf"{BE}(?:{HAVE}\s+)?(?:{ARTICLE}{_NAMED_MEASURE}\s+(?:of\s+|is\s+)?){_MORE}\s+{_AMOUNT}"), _measure),
    (compiled(rf"{BE}(?:{HAVE}\s+)?{_MORE}\s+{_AMOUNT}\s+{_NAMED_MEASURE}(?: long)?"), _measure),
    (
        compiled(rf"{BE}(?P<more>(?:long|short|small|larg|bigg)er than)\s+{_AMOUNT}"),
        _measure,
    ),
    (compiled(rf"{HAVE}\s+{_AMOUNT}\s+{_NAMED_MEASURE}"), _measure),
    (compiled(rf"{HAVE}\s+no\s+{_MEASURE}"), _no_measure),
    (compiled(rf"no\s+{_MEASURE}"), _no_measure),
    (
        compiled(rf"(?:{HAVE}\s+)?(?P<no>no\s+)?{ARTICLE}nested\s+(?:(?:for|while|do)[ -])?loops?"),
        lambda match, names: _measured("loopDepth", Comparison.LE if match["no"] else Comparison.GT, 1),
    ),
    (
        compiled(
            rf"(?:{HAVE}\s+)?(no\s+)?{ARTICLE}({one_of(STRUCTURES)})"
            rf"((?:\s*(?:,|,?\s+or)\s+{ARTICLE}(?:{one_of(STRUCTURES)}))*)(?:\s+statements?)?"
        ),
        _structure,
    ),
    (
        compiled(rf"(?:{HAVE}\s+)?(?:any\s+)?(parameters|params|arguments|args|callers|callees|"
                  r"local variables|locals)"),
        _any_measure,
    ),
    (
        compiled(rf"(?:{HAVE}|{_SAY})\s+{ARTICLE}(?:string literal|literal|string|(?:error )?message|text|error)?\s*"
                  r"[\"“']([^\"”]*)[\"”']"
                  r"(?!\s+in\s+(?:their|its|the)\s+names?)"),
        lambda match, names: Condition(Kind.STRING, names.literals(match[1]), any=True),
    ),
    (
        compiled(rf"{BE}(?:defined |implemented |located |declared )?(?:in|of|from|inside)\s+"
                  rf"(?:the files? |files? )?{FILES}"),
        lambda match, names: Condition(Kind.FILE, tuple(map(names.file, re.findall(FILE, match[1]))), any=True),
    ),
)  # fmt: skip
"""The conditions by their words."""
