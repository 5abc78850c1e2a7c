"""What clauses speak of: a noun or a name, with the conditions that they say of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from fingerpost.domains.code.questions.composed.attachments import Found
from fingerpost.domains.code.questions.composed.nouns import Noun
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Condition, Kind, Link, Part
from fingerpost.plans import Comparison

FUNCTION: Final = Noun("function", "FUNCTION", "CALLS", "name")
CALL: Final = Noun("call", "CALL")
TYPES: Final = ("STRUCT", "UNION", "ENUM", "TYPE_DECL", "CLASS")
VARIABLES: Final = ("METHOD_PARAMETER_IN", "LOCAL", "MEMBER", "GLOBAL_VARIABLE")
CALLED: Final = ("FUNCTION", "METHOD", "MACRO", "EXTERNAL_FUNCTION")
_COUNTS: Final = {
    "parameter": "parameterCount",
    "local variable": "localCount",
    "return statement": "returnCount",
    "loop": "loopCount",
    "caller": "callerCount",
    "callee": "calleeCount",
    "function": "calleeCount",
    "field": "fieldCount",
    "line": "lines",
    "measure": "complexity",
}
"""The measures that count what functions and types have."""


@dataclass
class Thing:
    """A noun with what is said of it; or names, a text, a type, a file."""

    kind: str
    noun: Noun | None = None
    values: list[str] = field(default_factory=list)
    any: bool = False
    negated: bool = False
    amount: tuple[Comparison, int] | None = None
    more: Comparison | None = None
    conditions: list[Condition] = field(default_factory=list)
    role: str = ""
    own: bool = False
    nested: bool = False
    part: Part | None = None
    edge: str = ""
    of: str = ""
    of_label: str = "FUNCTION"
    label: str = ""
    types: bool = False

    @property
    def is_function(self) -> bool:
        return self.noun is not None and self.noun.label == "FUNCTION"

    def add(self, kind: Kind, *values: Any, **more: Any) -> bool:
        """Say a condition of it."""
        self.conditions.append(Condition(kind, *values, **more))
        return True

    def measure(self, name: str, comparison: Comparison, number: int, *, negated: bool = False) -> bool:
        """Say how one of its measures compares with a number."""
        return self.add(Kind.MEASURE, negated=negated, property=name, comparison=comparison, number=number)

    def flag(self, name: str, negated: bool) -> bool:
        """Say whether it is so."""
        return self.add(Kind.FLAG, negated=negated, property=name)

    def within(self, said: str, names: Names, *, negated: bool = False) -> bool:
        """It is in, of or used by something that is named."""
        if self.noun is None:
            return False
        if self.is_function:
            if "." not in said or said not in names.files:
                return False
            self.conditions.append(Condition(Kind.FILE, (names.file(said),), negated, any=True))
            return True
        found = Found(self.noun, names, edge=self.edge, of=self.of, of_label=self.of_label, label=self.label)
        if not found.within(said) or (negated and not found.conditions):
            return False
        self.conditions += [
            Condition(one.kind, one.values, negated, one.any, one.property, one.comparison) for one in found.conditions
        ]
        self.edge, self.of, self.of_label, self.label = found.edge, found.of, found.of_label, found.label
        return True


def measure_of(noun: Noun) -> str:
    """The measure that counts the nodes of a noun beside a function or type; empty if none does."""
    return _COUNTS.get(noun.noun, "")


def having(thing: Thing, *, negated: bool) -> Condition | None:
    """The condition that a function has what a noun stands for, with the conditions of that."""
    noun = thing.noun
    if noun is None or not noun.edge:
        return None
    label = "METHOD" if thing.is_function and not (thing.own or thing.conditions) else noun.label
    tests = list(thing.conditions)
    if noun.values:
        tests.append(Condition(Kind.HAS, noun.values, property=noun.property))
    if noun.label == "MEMBER" and thing.label:
        label = thing.label
    return Condition(Kind.RELATED, negated=negated, link=Link(noun.edge, label, tuple(tests)))


def like(word: str) -> Condition:
    """That a word stands in the code of a declaration."""
    return Condition(Kind.LIKE, (rf"(?s)(.*\W)?{re.escape(word)}\W.*",), property="code")
