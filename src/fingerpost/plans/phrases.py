"""Describes the parts of a plan in English: values, operands, tests, patterns and steps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from types import MappingProxyType

from fingerpost.core.cells import Cell, Point
from fingerpost.plans.durations import in_seconds, lasting_seconds
from fingerpost.plans.model import (
    Aggregate,
    AggregateFunction,
    AnyOf,
    Call,
    Choose,
    Comparison,
    Condition,
    Conditions,
    CountOf,
    EdgePattern,
    Exists,
    Holds,
    Hops,
    Let,
    Operand,
    Pattern,
    Plan,
    Quantifier,
    Ref,
    Shortest,
    SmallAny,
    Stage,
    Test,
)
from fingerpost.plans.nouns import apart_from_unit, joined, plural, with_article

_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z]ID)(?=[a-z]{2})|[_\s]+")
_SAID = {
    Comparison.EQ: "is",
    Comparison.NE: "is not",
    Comparison.LT: "is less than",
    Comparison.LE: "is at most",
    Comparison.GT: "is more than",
    Comparison.GE: "is at least",
    Comparison.IN: "is one of",
    Comparison.CONTAINS: "contains",
    Comparison.STARTS_WITH: "starts with",
    Comparison.ENDS_WITH: "ends with",
    Comparison.MATCHES: "matches",
}
_DENIED = {
    Comparison.EQ: "is not",
    Comparison.LT: "is not less than",
    Comparison.LE: "is not at most",
    Comparison.GT: "is not more than",
    Comparison.GE: "is not at least",
    Comparison.IN: "is not one of",
    Comparison.CONTAINS: "does not contain",
    Comparison.STARTS_WITH: "does not start with",
    Comparison.ENDS_WITH: "does not end with",
    Comparison.MATCHES: "does not match",
}
_ITEMS = {
    Quantifier.ANY: "at least one item",
    Quantifier.ALL: "every item",
    Quantifier.NONE: "no item",
    Quantifier.SINGLE: "exactly one item",
}
_AGGREGATES = {
    AggregateFunction.SUM: "the sum of",
    AggregateFunction.AVG: "the average of",
    AggregateFunction.MIN: "the least",
    AggregateFunction.MAX: "the greatest",
    AggregateFunction.COLLECT: "the list of",
    AggregateFunction.MEDIAN: "the median of",
    AggregateFunction.PERCENTILE: "percentile of",
    AggregateFunction.PERCENTILE_DISC: "percentile (a value that occurs) of",
    AggregateFunction.STDEV: "the standard deviation of",
    AggregateFunction.STDEVP: "the population standard deviation of",
}
_CALLS = {
    "duration.between": "the time from {} to {}",
    "duration.inDays": "the time from {} to {}",
    "add": "({} plus {})",
    "subtract": "({} minus {})",
    "multiply": "({} times {})",
    "divide": "({} divided by {})",
    "quotient": "({} divided by {}, whole numbers to a whole number)",
    "modulo": "({} modulo {})",
    "power": "({} to the power of {})",
    "concatenate": "({} followed by {})",
    "negate": "minus {}",
    "index": "item {1} (counted from 0) of {0}",
    "slice": "items {1} to before {2} (counted from 0) of {0}",
    "slice_from": "items from {1} on (counted from 0) of {0}",
    "slice_to": "items before {1} (counted from 0) of {0}",
}
_FUNCTIONS = {
    "toLower": "{} in lower case",
    "toUpper": "{} in upper case",
    "toInteger": "{} as a whole number",
    "toFloat": "{} as a decimal number",
    "toString": "{} as text",
    "days": "the days of {}",
    "years": "the whole years of {}",
}
_TYPED = {
    "numeric": "{} as a number",
    "day_first_date": "{} as a date (day first)",
    "month_first_date": "{} as a date (month first)",
}


plain_names: ContextVar[Mapping[str, str]] = ContextVar("plain names", default=MappingProxyType({}))
"""The names of the graph that is spoken of without what only marks them: `town` for `cu_town` of Customer."""


def words(name: str) -> str:
    """A schema name as words: `PhoneCall` is "phone call", `INVESTIGATED_BY` is "investigated by"."""
    plain = plain_names.get().get(name, name)
    return " ".join(part for part in _WORDS.split(apart_from_unit(plain)) if part).lower()


class Phrases:
    """Describes the parts of one pipeline. `said` has the phrase for each name, `visible` the names bound so far."""

    def __init__(self, plan: Plan, stages: Sequence[Stage], inputs: Mapping[str, str]) -> None:
        self._plan = plan
        self.said = {**inputs, **_called(stages, inputs)}
        self.visible = set(inputs)
        self._lasting: set[str] = set()
        """The names of durations that are told in seconds."""
        self.best: dict[str, str] = {}
        """The phrase for reaching a value: "the greatest", "among the 3 least"."""

    def name(self, name: str) -> str:
        return self.said.get(name) or words(name)

    def operand(self, operand: Operand) -> str:
        if isinstance(operand, Ref):
            text = self.name(operand.name)
            if operand.property is not None:
                key = words(operand.property)
                text = f"{key} of {text}" if text.endswith("s") else f"{text}'s {key}"
        else:
            text = _value(self._plan.parameters.get(operand.parameter))
        if operand.function is None:
            return text
        return _FUNCTIONS.get(operand.function, f"{words(operand.function)} of {{}}").format(text)

    def aggregate(self, aggregate: Aggregate) -> str:
        if isinstance(aggregate.operand, Ref) and aggregate.operand.name in self._lasting:
            self._lasting.add(aggregate.name)
        distinct = "distinct " if aggregate.distinct else ""
        operand = "matches" if aggregate.operand is None else self.operand(aggregate.operand)
        if aggregate.function is AggregateFunction.COUNT:
            counted = operand if aggregate.operand is None else many(operand)
            text = f"the number of {distinct}{counted}"
        elif aggregate.argument is not None:
            text = f"the {self.operand(aggregate.argument)} {_AGGREGATES[aggregate.function]} {distinct}{operand}"
        elif aggregate.function in (AggregateFunction.MIN, AggregateFunction.MAX):
            text = f"{_AGGREGATES[aggregate.function]} {operand.removeprefix('the ')}"
        else:
            text = f"{_AGGREGATES[aggregate.function]} {distinct}{operand}"
        return f"{text} (only where {self.conditions(aggregate.only)})" if aggregate.only else text

    def take(self, lets: Sequence[Let]) -> None:
        durations = in_seconds(lets, self._plan.parameters)
        self._lasting.update(durations)
        for let in lets:
            held = durations.get(let.name)
            self.said[let.name] = self._let(let) if held is None else self.operand(held)

    def _let(self, let: Let) -> str:
        if isinstance(let, Call):
            return self._call(let)
        if isinstance(let, Choose):
            otherwise = "" if let.otherwise is None else f", else {self.operand(let.otherwise)}"
            return f"({self.operand(let.then)} if {self.conditions(let.when)}{otherwise})"
        if isinstance(let, Holds):
            return f"whether {self.conditions(let.conditions)}"
        return f"the number of times that {self.pattern(let.pattern, let.where)}"

    def _call(self, let: Call) -> str:
        arguments = [self.operand(argument) for argument in let.arguments]
        if let.function in _CALLS:
            return _CALLS[let.function].format(*arguments)
        if let.function == "list":
            return f"[{', '.join(arguments)}]"
        if let.function == "typed":
            return _TYPED[let.keys[0]].format(arguments[0])
        if let.function == "property":
            return f"{words(let.keys[0])} of {arguments[0]}"
        if let.function == "map":
            entries = [f"{key}: {value}" for key, value in zip(let.keys, arguments, strict=True)]
            return f"{{{', '.join(entries)}}}"
        return f"{words(let.function)}({', '.join(arguments)})"

    def pattern(self, pattern: Pattern, where: Sequence[Condition | SmallAny]) -> str:
        """The edges of a pattern and its conditions, as one clause."""
        facts = [self._edge(edge) for edge in pattern.edges]
        if pattern.shortest is not None:
            kind = "one shortest path" if pattern.shortest is Shortest.ONE else "every shortest path"
            facts = [f"along {kind}, {' and '.join(facts)}"]
        conditions = self.conditions(where)
        return " and ".join([*facts, conditions] if conditions else facts)

    def _edge(self, edge: EdgePattern, start: str = "", end: str = "") -> str:
        start, end = start or self.name(edge.start), end or self.name(edge.end)
        type_ = " or ".join(words(name) for name in edge.types) or "is joined in any way to"
        steps = "" if edge.hops is None else f" (over {_steps(edge.hops)})"
        way = " (either way)" if edge.either else ""
        if len(edge.types) == 1 and type_.endswith(f" {end}"):  # `IN_GENRE` to a genre
            return f"{start} {type_}{steps}{way}"
        return f"{start} {type_}{steps} {end}{way}"

    def conditions(self, conditions: Sequence[Condition | SmallAny]) -> str:
        return " and ".join(self._condition(condition) for condition in conditions)

    def _condition(self, condition: Condition | SmallAny) -> str:
        if isinstance(condition, (AnyOf, SmallAny)):
            return "(" + " or ".join(self._condition(test) for test in condition.tests) + ")"
        return self._exists(condition) if isinstance(condition, Exists) else self._test(condition)

    def _exists(self, condition: Exists) -> str:
        pattern = condition.pattern
        new = [node.name for node in pattern.nodes if node.name not in self.visible]
        if len(new) == 1 and len(pattern.edges) == 1 and not condition.where and pattern.shortest is None:
            edge, determiner = pattern.edges[0], "no" if condition.negated else "some"
            some = f"{determiner} {self.name(new[0])}"
            if edge.start == edge.end:
                return f"there is {some} such that {self._edge(edge)}"
            return self._edge(edge, start=some) if edge.start == new[0] else self._edge(edge, end=some)
        facts = self.pattern(pattern, condition.where)
        if not new:
            return f"not ({facts})" if condition.negated else facts
        such = f" such that {facts}" if facts else ""
        there = joined([self.name(name) for name in new])
        return f"there is {'no' if condition.negated else 'some'} {there}{such}"

    def _test(self, test: Test) -> str:
        if test.each is not None:
            source = self.operand(test.each.source)
            outer, self.said = self.said, {**self.said, test.each.item: "it"}
            inner = self._test(test.model_copy(update={"each": None}))
            self.said = outer
            return f"for {_ITEMS[test.each.quantifier]} of {source}, {inner}"
        left = self.operand(test.left)
        if test.comparison is Comparison.IS_NULL:
            return f"{left} is {'known' if test.negated else 'not known'}"
        if test.comparison is Comparison.IS_LABEL:
            return f"{left} is {'not ' if test.negated else ''}{with_article(words(test.label or ''))}"
        assert test.right is not None
        if isinstance(test.right, Ref) and test.right.name in self.best:
            return f"{left} is {self.best[test.right.name]}"
        verb = _DENIED.get(test.comparison, "is") if test.negated else _SAID[test.comparison]
        return f"{left} {verb} {self._length(test) or self._choice(test.right) or self.operand(test.right)}"

    def _length(self, test: Test) -> str:
        """The length of time that a duration is compared with; empty where none is."""
        of, right = test.left, test.right
        if not (isinstance(of, Ref) and of.name in self._lasting) or right is None or isinstance(right, Ref):
            return ""
        seconds = self._plan.parameters.get(right.parameter)
        return lasting_seconds(seconds) if isinstance(seconds, (int, float)) else ""

    def _choice(self, operand: Operand) -> str:
        """The values of a list; empty if it is not a list of values."""
        if isinstance(operand, Ref) or operand.function is not None:
            return ""
        cell = self._plan.parameters.get(operand.parameter)
        return joined([_value(item) for item in cell], joint="or") if isinstance(cell, tuple) else ""


def _called(stages: Sequence[Stage], inputs: Iterable[str]) -> dict[str, str]:
    """The phrases for nodes, relationships and paths: "crime", or "person 1" and "person 2" if there are two."""
    kinds: dict[str, str] = {}
    given = set(inputs)
    for stage in stages:
        for pattern in _patterns(stage):
            for node in pattern.nodes:
                if node.name in given:
                    continue
                if node.label is not None and kinds.get(node.name, "node") == "node":
                    kinds[node.name] = words(node.label)
                kinds.setdefault(node.name, "node")
            for edge in pattern.edges:
                if edge.name is not None:
                    types = " or ".join(words(name) for name in edge.types)
                    kinds.setdefault(edge.name, f"{types} relationship".strip())
            if pattern.path is not None:
                kinds.setdefault(pattern.path, "path")
        given |= {column.name for column in stage.columns if column.operand != Ref(name=column.name)}
    said: dict[str, str] = {}
    for name, kind in kinds.items():
        alike = [other for other, of in kinds.items() if of == kind]
        said[name] = kind if len(alike) == 1 else f"{kind} {alike.index(name) + 1}"
    return said


def _patterns(stage: Stage) -> Iterator[Pattern]:
    """Every pattern of a stage, those of existence tests and counted ones last."""
    conditions = [stage.having, *(match.where for match in stage.matches)]
    conditions += [aggregate.only for aggregate in stage.aggregates]
    for match in stage.matches:
        yield match.pattern
    for let in stage.lets:
        if isinstance(let, CountOf):
            yield let.pattern
        elif isinstance(let, Choose):
            conditions.append(let.when)
        elif isinstance(let, Holds):
            conditions.append(let.conditions)
    for group in conditions:
        yield from _existing(group)


def _existing(conditions: Conditions) -> Iterator[Pattern]:
    for condition in conditions:
        tests = condition.tests if isinstance(condition, AnyOf) else (condition,)
        for test in tests:
            if isinstance(test, Exists):
                yield test.pattern


def _steps(hops: Hops) -> str:
    low, high = hops.minimum, hops.maximum
    if high is None:
        return f"{low} or more steps"
    return f"exactly {low} {'step' if low == 1 else 'steps'}" if low == high else f"{low} to {high} steps"


_EXACT = 2**53
"""Whole numbers below are exact as floats."""


def _value(cell: Cell) -> str:
    if isinstance(cell, str):
        return f"“{cell}”"
    if isinstance(cell, tuple):
        return f"[{', '.join(_value(item) for item in cell)}]"
    if isinstance(cell, Mapping):
        return f"{{{', '.join(f'{key}: {_value(value)}' for key, value in cell.items())}}}"
    if isinstance(cell, Point):
        height = "" if cell.z is None else f", {cell.z}"
        return f"{'longitude and latitude' if cell.geographic else 'point'} ({cell.x}, {cell.y}{height})"
    if cell is None:
        return "nothing"
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < _EXACT:
        return str(int(cell))
    return str(cell)


def many(phrase: str) -> str:
    """The plural of a counted noun; possessive phrases and numbered nouns are unchanged."""
    if not phrase or "'" in phrase or phrase[-1].isdigit() or not phrase[-1].isalpha() or " of " in phrase:
        return phrase
    return plural(phrase)
