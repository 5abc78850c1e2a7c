"""The nouns of questions about code: what functions, types and files have, as data."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Condition, Kind, Part
from fingerpost.domains.code.questions.vocabulary import MEASURES, MORE, NUMBER, STRUCTURES, number, one_of
from fingerpost.plans import Comparison


@dataclass(frozen=True)
class Noun:
    """What a noun stands for: nodes of a label, the relationship that joins functions to them, and what names them.

    `property` and `values` tell nodes of the label apart, as the kinds of control structures.
    """

    noun: str
    label: str
    edge: str = "CONTAINS"
    show: str = "location"
    property: str = ""
    values: tuple[str, ...] = ()


_PARAMETER: Final = Noun("parameter", "METHOD_PARAMETER_IN", "HAS_PARAMETER", "name")
_LOCAL: Final = Noun("local variable", "LOCAL", "HAS_LOCAL", "name")
_STRING: Final = Noun("string literal", "STRING_LITERAL", show="code")
_RETURN: Final = Noun("return statement", "RETURN", show="code")
_CASE: Final = Noun("case label", "JUMP_TARGET", show="code", property="name", values=("case",))


def _operator(noun: str, name: str) -> Noun:
    return Noun(noun, "CALL", property="name", values=(f"<operator>.{name}",))


def _structure(noun: str, *kinds: str) -> Noun:
    return Noun(noun, "CONTROL_STRUCTURE", property="controlStructureType", values=kinds)


NOUNS: Final = {
    "parameters?": _PARAMETER,
    "local variables?|variables?|locals?": _LOCAL,
    "string literals?|strings?|messages?|error messages?|texts?": _STRING,
    "number literals?|numbers?|numeric literals?|magic numbers?|literals?": Noun("literal", "LITERAL", show="code"),
    "return statements?|returns?": _RETURN,
    "case labels?|cases?": _CASE,
    "labels?": Noun("label", "JUMP_TARGET", show="name"),
    "casts?": _operator("cast", "cast"),
    "sizeofs?|sizeof expressions?": _operator("sizeof", "sizeOf"),
    "conditional operators?": _operator("conditional operator", "conditional"),
    "gotos?|goto statements?": _structure("goto statement", "GOTO"),
    "switch(?:es)?|switch statements?": _structure("switch statement", "SWITCH"),
    "if statements?|ifs?": _structure("if statement", "IF"),
    "else (?:branch(?:es)?|statements?|blocks?|clauses?)|elses?": _structure("else branch", "ELSE"),
    "for loops?": _structure("for loop", "FOR"),
    "while loops?": _structure("while loop", "WHILE"),
    "do-while loops?": _structure("do-while loop", "DO"),
    "loops?": _structure("loop", "FOR", "WHILE", "DO"),
    "breaks?|break statements?": _structure("break statement", "BREAK"),
    "continues?|continue statements?": _structure("continue statement", "CONTINUE"),
    "control structures?": Noun("control structure", "CONTROL_STRUCTURE"),
}
"""What functions have, by the words for it."""
_NOUN: Final = "|".join(sorted(NOUNS, key=len, reverse=True))
_AND_NUMBER: Final = re.compile(
    rf"\s*(?:that |which )?(?:have|has|having|contain|contains|containing|with|use|uses|using|make|makes)\s+"
    rf"(?:(?P<more>{one_of(MORE)})\s+)?(?P<number>{NUMBER})(?P<or>\s+or more)"
    rf"?\s+(?P<noun>{_NOUN})(?P<also>\s+or more)?(?=$|[\s,])",
    re.I,
)


_SEVERAL: Final = ("several times", "multiple times", "many times", "repeatedly")
_CALLS_OF: Final = re.compile(
    r"\s*(?:that |which )?(?:call|calls|use|uses|invoke|invokes|calling)\s+(?:the )"
    r"?(?:function )?(?P<of>[A-Za-z_]\w*)(?:\(\))?\s+"
    rf"(?:(?P<more>{one_of(MORE)})\s+)?(?P<times>once|twice|{NUMBER} times|{one_of(_SEVERAL)})(?=$|[\s,])",
    re.I,
)


def noun_of(words: str) -> Noun | None:
    """What words for a part of a function stand for."""
    for pattern, noun in NOUNS.items():
        if re.fullmatch(pattern, words.strip(), re.I):
            return noun
    return None


def counted_part(words: str, names: Names) -> Part | None:
    """What is counted in each function: `gotos`, `calls to free`."""
    if match := re.fullmatch(r"(?:calls|call sites) (?:of|to) (?:the function )?(\w+)", words, re.I):
        return Part("call", "CALL", "name", (match[1],)) if names.method(match[1]) else None
    noun = noun_of(words)
    return None if noun is None else Part(noun.noun, noun.label, noun.property, noun.values, noun.edge)


def part_condition(text: str, names: Names) -> tuple[Part | None, str]:
    """The condition that functions have some number of a part that is no measure of theirs, and the rest."""
    if match := _CALLS_OF.search(text):
        times = match["times"].lower()
        comparison = MORE[(match["more"] or ("at least" if times in _SEVERAL else "exactly")).lower()]
        amount = {"once": 1, "twice": 2}.get(times) or (2 if times in _SEVERAL else number(times.split()[0]))
        part = counted_part(f"calls to {match['of']}", names)
        if part is not None and comparison not in (Comparison.LT, Comparison.LE):
            having = Condition(Kind.MEASURE, property="number", comparison=comparison, number=amount)
            return replace(part, having=having), f"{text[: match.start()]} {text[match.end() :]}"
    for match in _AND_NUMBER.finditer(text):
        if match["noun"].lower() in MEASURES or (
            match["noun"].lower() in STRUCTURES and match["noun"].lower() == "loop"
        ):
            continue
        part = counted_part(match["noun"], names)
        comparison = MORE[(match["more"] or "exactly").lower()]
        if match["or"] or match["also"]:
            comparison = Comparison.GE
        if part is None or comparison in (Comparison.LT, Comparison.LE):
            continue
        having = Condition(Kind.MEASURE, property="number", comparison=comparison, number=number(match["number"]))
        return replace(part, having=having), f"{text[: match.start()]} {text[match.end() :]}"
    return None, text
