"""What a noun phrase means: the nodes of a label, with conditions on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from fingerpost.core.cells import Cell
from fingerpost.plans import (
    AnyOf,
    Comparison,
    Condition,
    Each,
    EdgePattern,
    Exists,
    Match,
    NodePattern,
    Pattern,
    Quantifier,
    Ref,
    SmallAny,
    Test,
    Value,
)

ONE: Final = "one"
BY: Final = "by"


@dataclass
class Phrase:
    """What a noun phrase means: the nodes `one` of a label, with conditions; which of them, if it says the largest."""

    label: str
    where: list[Condition] = field(default_factory=list)
    parameters: dict[str, Cell] = field(default_factory=dict)
    most: tuple[str, bool] | None = None
    by_words: bool = False
    """Whether a condition was found in the words of names, and so must be met by something to be believed."""
    plural: bool = False
    """Whether the noun is one for several things."""
    guessed: list[str] = field(default_factory=list)
    """Words for what the model has no property of, so that names must say it."""
    notes: list[str] = field(default_factory=list)
    """What an answer must say of how the phrase was taken."""

    @property
    def match(self) -> Match:
        """The nodes that are meant."""
        return Match(pattern=Pattern(nodes=(NodePattern(name=ONE, label=self.label),)), where=tuple(self.where))

    def value(self, cell: Cell) -> Value:
        """A parameter with this value."""
        name = f"said_{len(self.parameters)}"
        self.parameters[name] = cell
        return Value(parameter=name)


def joined(phrase: Phrase, inner: Phrase, name: str, edge: EdgePattern) -> None:
    """Add that something exists that meets the conditions of another phrase and is related by an edge."""
    nodes = [NodePattern(name=ONE), NodePattern(name=name, label=inner.label)]
    edges: list[EdgePattern] = [edge]
    where: list[Test | SmallAny] = []
    for number, condition in enumerate(inner.where):
        if isinstance(condition, Exists):
            far = condition.pattern.nodes[1]
            swap = {ONE: name, far.name: f"{far.name}_{number}"}
            nodes.append(far.model_copy(update={"name": swap[far.name]}))
            edges += [
                one.model_copy(update={"start": swap[one.start], "end": swap[one.end]})
                for one in condition.pattern.edges
            ]
            where += [moved(test, phrase, inner, swap) for test in condition.where]
        else:
            where.append(moved(condition, phrase, inner, {ONE: name}))
    phrase.where.append(Exists(pattern=Pattern(nodes=tuple(nodes), edges=tuple(edges)), where=tuple(where)))
    phrase.by_words = phrase.by_words or inner.by_words
    phrase.guessed += inner.guessed
    phrase.notes += inner.notes


def moved(condition: Condition | SmallAny, phrase: Phrase, inner: Phrase, names: Mapping[str, str]) -> Test | SmallAny:
    """A condition of an inner phrase on another name, with its value among the parameters of the outer one."""
    if isinstance(condition, (AnyOf, SmallAny)):
        tests = [moved(one, phrase, inner, names) for one in condition.tests if isinstance(one, Test)]
        return SmallAny(tests=tuple(one for one in tests if isinstance(one, Test)))
    assert isinstance(condition, Test)
    update: dict[str, object] = {}
    if isinstance(condition.right, Value):
        update["right"] = phrase.value(inner.parameters[condition.right.parameter])
    if condition.each is not None and isinstance(condition.each.source, Ref):
        source = condition.each.source
        shifted = source.model_copy(update={"name": names[source.name]})
        update["each"] = condition.each.model_copy(update={"source": shifted})
    elif isinstance(condition.left, Ref):
        update["left"] = condition.left.model_copy(update={"name": names[condition.left.name]})
    return condition.model_copy(update=update)


def at_large(condition: Test | SmallAny) -> Condition:
    """A condition of an existence test, as a condition of a match."""
    return AnyOf(tests=condition.tests) if isinstance(condition, SmallAny) else condition


def in_list(name: str, property_: str, said: Value, comparison: Comparison) -> Test:
    """Whether any item of a list of texts is, or has in it, what was said."""
    function = "toLower" if comparison is Comparison.CONTAINS else None
    return Test(
        left=Ref(name="item", function=function),
        comparison=comparison,
        right=said,
        each=Each(quantifier=Quantifier.ANY, item="item", source=Ref(name=name, property=property_)),
    )


def any_of(tests: Sequence[Test]) -> Condition:
    return tests[0] if len(tests) == 1 else AnyOf(tests=tuple(tests))
