"""A plan read back in English: exact enough that a person can tell a wrong plan from a right one.

A plan of one step is one sentence: "the number of distinct crimes, for each area, where crime occurred at location".
A plan of several is told step by step, each by what it keeps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from fingerpost.core.cells import Cell
from fingerpost.plans.model import (
    Aggregate,
    AggregateFunction,
    AnyOf,
    Call,
    Choose,
    Column,
    Comparison,
    Condition,
    CountOf,
    EdgePattern,
    Exists,
    Holds,
    Let,
    Match,
    Operand,
    Order,
    Pattern,
    Plan,
    Ref,
    Shortest,
    SmallAny,
    Stage,
    Test,
)

_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\s]+")
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
_AGGREGATES = {
    AggregateFunction.SUM: "the sum of",
    AggregateFunction.AVG: "the average of",
    AggregateFunction.MIN: "the least",
    AggregateFunction.MAX: "the greatest",
    AggregateFunction.COLLECT: "the list of",
    AggregateFunction.MEDIAN: "the median of",
    AggregateFunction.PERCENTILE: "a percentile of",
    AggregateFunction.PERCENTILE_DISC: "a percentile of",
    AggregateFunction.STDEV: "the standard deviation of",
    AggregateFunction.STDEVP: "the population standard deviation of",
}
_OPERATORS = {
    "add": "plus",
    "subtract": "minus",
    "multiply": "times",
    "divide": "divided by",
    "quotient": "divided by",
    "modulo": "modulo",
    "power": "to the power of",
    "concatenate": "followed by",
}
_TYPED = {
    "numeric": "{} as a number",
    "day_first_date": "{} as a date (day first)",
    "month_first_date": "{} as a date (month first)",
}


def words(name: str) -> str:
    """A schema name as words: `PhoneCall` is "phone call", `INVESTIGATED_BY` is "investigated by"."""
    return " ".join(part for part in _WORDS.split(name) if part).lower()


def read(plan: Plan) -> str:
    """The plan in English."""
    branches = [_Reader(plan).pipeline(branch) for branch in plan.branches]
    joint = "; together with: " if plan.union_all else "; or: "
    whole = joint.join(branches)
    if plan.then:
        whole = f"{whole}. Of these: {_Reader(plan).pipeline(plan.then)}"
    return whole[:1].upper() + whole[1:]


class _Reader:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._said: dict[str, str] = {}
        self._names(plan)

    def _names(self, plan: Plan) -> None:
        """What nodes are called: "crime", or "person 1" and "person 2" where two nodes share a label."""
        labels: dict[str, str] = {}
        for stage in plan.stages:
            for match in stage.matches:
                for node in match.pattern.nodes:
                    if node.label is not None:
                        labels.setdefault(node.name, node.label)
                    elif node.name not in labels and not any(node.name in s.outputs for s in plan.stages):
                        labels.setdefault(node.name, "node")
        for name, label in labels.items():
            alike = [other for other, of in labels.items() if of == label]
            spoken = words(label)
            self._said[name] = spoken if len(alike) == 1 else f"{spoken} {alike.index(name) + 1}"

    def pipeline(self, stages: Sequence[Stage]) -> str:
        if len(stages) == 1:
            return self._sentence(stages[0])
        if len(stages) == 2 and self._only_picks(stages[0]) and self._only_projects(stages[1]):
            return self._picked(stages[0], stages[1])
        best = self._superlative(stages)
        if best is not None:
            return best
        parts = [self._sentence(stage) for stage in stages]
        return "first, " + "; then, ".join(parts)

    @staticmethod
    def _only_picks(stage: Stage) -> bool:
        plain = all(column.operand == Ref(name=column.name) for column in stage.columns)
        return stage.distinct and plain and not (stage.aggregates or stage.order or stage.limit or stage.having)

    @staticmethod
    def _only_projects(stage: Stage) -> bool:
        return not (stage.matches or stage.unwind or stage.having)

    def _picked(self, pick: Stage, project: Stage) -> str:
        """Distinct elements, and then what is shown or computed of them."""
        of = _listed([self._name(column.name) for column in pick.columns])
        head = self._sentence(project)
        where = self._where(pick)
        return f"{head}, over distinct {of}{where}"

    def _superlative(self, stages: Sequence[Stage]) -> str | None:
        """ "Those with the most": the greatest of something, then all that have it."""
        for index in range(len(stages) - 1):
            first, second = stages[index], stages[index + 1]
            single = len(first.aggregates) == 1 and not first.columns and first.matches != ()
            if not single or first.matches != second.matches or index:
                continue
            aggregate = first.aggregates[0]
            reached = any(
                isinstance(c, Test) and isinstance(c.right, Ref) and c.right.name == aggregate.name
                for c in second.having
            )
            if not reached or aggregate.operand is None:
                continue
            self._take(first.lets)
            key = self._operand(aggregate.operand)
            most = "greatest" if aggregate.function is AggregateFunction.MAX else "least"
            rest = stages[index + 2 :]
            head = self.pipeline(rest) if rest else self._columns(second.columns, second.distinct)
            return f"{head}, with the {most} {key} (all that share it){self._where(first)}"
        return None

    def _sentence(self, stage: Stage) -> str:
        """One stage: what it keeps, for each what, where."""
        self._take(stage.lets)
        if stage.unwind is not None:
            self._said[stage.unwind.name] = f"each item of {self._operand(stage.unwind.source)}"
        if stage.aggregates:
            what = _listed([self._aggregate(aggregate) for aggregate in stage.aggregates])
            if stage.columns:
                what += f", for each {_listed([self._column(column) for column in stage.columns])}"
        else:
            what = self._columns(stage.columns, stage.distinct)
        for aggregate in stage.aggregates:
            self._said[aggregate.name] = self._aggregate(aggregate)
        text = what + self._where(stage)
        if stage.having:
            text += f", keeping those where {self._conditions(stage.having)}"
        if stage.order:
            text += f", sorted by {_listed([self._order(order) for order in stage.order])}"
        if stage.skip:
            text += f", after the first {stage.skip}"
        if stage.limit is not None:
            text += f", only the first {stage.limit}"
        for column in stage.columns:
            if column.operand != Ref(name=column.name):
                self._said[column.name] = self._operand(column.operand)
        return text

    def _columns(self, columns: Sequence[Column], distinct: bool) -> str:
        listed = _listed([self._column(column) for column in columns])
        return f"every distinct {listed}" if distinct else f"the {listed}"

    def _column(self, column: Column) -> str:
        return self._operand(column.operand)

    def _order(self, order: Order) -> str:
        return self._operand(order.operand) + (", greatest first" if order.descending else ", least first")

    def _aggregate(self, aggregate: Aggregate) -> str:
        if aggregate.function is AggregateFunction.COUNT:
            if aggregate.operand is None:
                text = "the number of matches"
            else:
                distinct = "distinct " if aggregate.distinct else ""
                text = f"the number of {distinct}{_plural(self._operand(aggregate.operand))}"
        else:
            assert aggregate.operand is not None
            distinct = "distinct " if aggregate.distinct else ""
            text = f"{_AGGREGATES[aggregate.function]} {distinct}{self._operand(aggregate.operand)}"
        if aggregate.only:
            text += f" (only where {self._conditions(aggregate.only)})"
        return text

    def _take(self, lets: Iterable[Let]) -> None:
        for let in lets:
            self._said[let.name] = self._let(let)

    def _let(self, let: Let) -> str:
        if isinstance(let, Call):
            return self._call(let)
        if isinstance(let, Choose):
            otherwise = "" if let.otherwise is None else f", else {self._operand(let.otherwise)}"
            return f"({self._operand(let.then)} if {self._conditions(let.when)}{otherwise})"
        if isinstance(let, Holds):
            return f"whether {self._conditions(let.conditions)}"
        assert isinstance(let, CountOf)
        return f"the number of times that {self._pattern(let.pattern, let.where)}"

    def _call(self, let: Call) -> str:
        arguments = [self._operand(argument) for argument in let.arguments]
        if let.function in _OPERATORS and len(arguments) == 2:
            return f"({arguments[0]} {_OPERATORS[let.function]} {arguments[1]})"
        if let.function == "typed":
            return _TYPED[let.keys[0]].format(arguments[0])
        if let.function == "property":
            return f"{words(let.keys[0])} of {arguments[0]}"
        return f"{let.function}({', '.join(arguments)})"

    def _where(self, stage: Stage) -> str:
        facts = [self._match(match) for match in stage.matches]
        facts = [fact for fact in facts if fact]
        return f", where {'; '.join(facts)}" if facts else ""

    def _match(self, match: Match) -> str:
        text = self._pattern(match.pattern, match.where)
        return f"if there is one, {text}" if match.optional and text else text

    def _pattern(self, pattern: Pattern, where: Sequence[Condition | SmallAny]) -> str:
        facts = [self._edge(edge) for edge in pattern.edges]
        if pattern.shortest is not None:
            kind = "a shortest path" if pattern.shortest is Shortest.ONE else "all shortest paths"
            facts = [f"{kind} of these: {', '.join(facts)}"]
        conditions = self._conditions(where)
        if conditions:
            facts.append(conditions)
        if not facts and len(pattern.nodes) > 1:
            facts = [f"any {self._name(node.name)}" for node in pattern.nodes]
        return " and ".join(facts)

    def _edge(self, edge: EdgePattern) -> str:
        start, end = self._name(edge.start), self._name(edge.end)
        types = " or ".join(words(name) for name in edge.types) or "joined in any way to"
        if edge.hops is not None:
            most = "any number of" if edge.hops.maximum is None else f"up to {edge.hops.maximum}"
            least = f"at least {edge.hops.minimum} and " if edge.hops.minimum > 1 else ""
            types = f"{types} (over {least}{most} steps)"
        way = " (either way)" if edge.either else ""
        if edge.name is not None:
            self._said.setdefault(edge.name, " or ".join(words(name) for name in edge.types) or "relationship")
        return f"{start} {types} {end}{way}"

    def _conditions(self, conditions: Sequence[Condition | SmallAny]) -> str:
        return " and ".join(self._condition(condition) for condition in conditions)

    def _condition(self, condition: Condition | SmallAny) -> str:
        if isinstance(condition, (AnyOf, SmallAny)):
            return "(" + " or ".join(self._condition(test) for test in condition.tests) + ")"
        if isinstance(condition, Exists):
            inner = self._pattern(condition.pattern, condition.where)
            return f"there is {'no ' if condition.negated else ''}match for: {inner}"
        return self._test(condition)

    def _test(self, test: Test) -> str:
        if test.each is not None:
            self._said[test.each.item] = "it"
            plain = test.model_copy(update={"each": None})
            return f"for {test.each.quantifier.value} item of {self._operand(test.each.source)}, {self._test(plain)}"
        left = self._operand(test.left)
        if test.comparison is Comparison.IS_NULL:
            return f"{left} is {'known' if test.negated else 'not known'}"
        if test.comparison is Comparison.IS_LABEL:
            return f"{left} is {'not ' if test.negated else ''}a {words(test.label or '')}"
        assert test.right is not None
        said = f"{left} {_SAID[test.comparison]} {self._operand(test.right)}"
        return f"not ({said})" if test.negated else said

    def _operand(self, operand: Operand) -> str:
        if isinstance(operand, Ref):
            text = self._name(operand.name)
            if operand.property is not None:
                text = (
                    f"{text}'s {words(operand.property)}"
                    if not text.endswith("s")
                    else (f"{words(operand.property)} of {text}")
                )
        else:
            text = _value(self._plan.parameters.get(operand.parameter))
        return text if operand.function is None else f"{words(operand.function)} of {text}"

    def _name(self, name: str) -> str:
        return self._said.get(name) or words(name)


def _value(cell: Cell) -> str:
    if isinstance(cell, str):
        return f"“{cell}”"
    if isinstance(cell, tuple):
        return _listed([_value(item) for item in cell], "or") if cell else "nothing"
    if cell is None:
        return "nothing"
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return str(cell)


def _listed(parts: Sequence[str], joint: str = "and") -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {joint} {parts[-1]}"


def _plural(phrase: str) -> str:
    """A counted noun in the plural; possessive phrases and numbered nouns are left as they are."""
    if not phrase or "'" in phrase or phrase[-1].isdigit() or not phrase[-1].isalpha() or " of " in phrase:
        return phrase
    if phrase.endswith("person"):
        return phrase[:-6] + "people"
    if phrase.endswith("y") and phrase[-2:-1] not in tuple("aeiou"):
        return phrase[:-1] + "ies"
    return phrase + ("es" if phrase.endswith(("s", "x", "ch", "sh")) else "s")
