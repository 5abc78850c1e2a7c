"""The card of one element: what is known of it, for a question that only names it ("Tell me about Jane Austen")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import shorten

from fingerpost.answers.wording import Wording
from fingerpost.core.cells import Cell, Node
from fingerpost.core.schema import PropertyInfo
from fingerpost.linking import Display
from fingerpost.plans import Comparison, Plan, Ref, Test, Value, counted, singular, with_article, words

_PROPERTIES_SHOWN = 15
_WIDTH = 100
"""Longer values are shortened."""


@dataclass(frozen=True)
class Joined:
    """How many others one element is joined with by a relationship type, and which they are, where they are few.

    `label` is None if they are of several.
    """

    type: str
    label: str | None
    count: int
    incoming: bool = False
    named: tuple[Node, ...] = ()


def only_names(plan: Plan, display: Display | None) -> bool:
    """Whether a plan only finds an element by its name, so that the name would be no answer; without `display`, by any
    property of it."""
    if len(plan.branches) != 1 or len(plan.branches[0]) != 1 or plan.then:
        return False
    stage = plan.branches[0][0]
    if len(stage.matches) != 1 or len(stage.columns) != 1 or stage.aggregates or stage.lets or stage.unwind:
        return False
    pattern, where = stage.matches[0].pattern, stage.matches[0].where
    shown = stage.columns[0].operand
    if len(pattern.nodes) != 1 or pattern.edges or not where:
        return False
    if not isinstance(shown, Ref) or shown.property is not None or shown.function is not None:
        return False
    label = pattern.nodes[0].label
    if label is None:
        return False
    naming = display.parts(label) if display is not None else None
    return all(
        isinstance(test, Test)
        and test.comparison is Comparison.EQ
        and not test.negated
        and isinstance(test.left, Ref)
        and (naming is None or test.left.property in naming)
        and isinstance(test.right, Value)
        for test in where
    )


class Cards:
    """Writes cards for one graph."""

    def __init__(self, display: Display) -> None:
        self._display = display
        self._wording = Wording(display)

    def card(self, node: Node, joined: Sequence[Joined] = ()) -> str:
        """What an element is, its properties, and what it is joined with: one fact a line."""
        name = self._wording.node(node)
        known = [*self._facts(node)]
        lines = [f"{title}: {value}" for title, value in known[:_PROPERTIES_SHOWN]]
        if len(known) > _PROPERTIES_SHOWN:
            lines.append(f"and {counted(len(known) - _PROPERTIES_SHOWN, 'more property')}")
        ways = {(one.type, one.incoming) for one in joined}
        lines += [
            self._joined(one, told_apart=(one.type, not one.incoming) in ways or one.label in node.labels)
            for one in joined
        ]
        kind = f" is {with_article(singular(words(node.labels[0])))}" if node.labels else ""
        end = ":" if lines else "."
        return "\n".join([f"{name}{kind}{end}", *(f"  {line}" for line in lines)])

    def _facts(self, node: Node) -> Iterator[tuple[str, str]]:
        """The properties that do not make up the name, with their values in words."""
        naming = {part for label in node.labels for part in self._display.parts(label)}
        said = self._display.name(node)
        for name, value in node.properties.items():
            if name not in naming and value is not None and value not in ("", said):
                yield words(name), self._value(words(name), value, self._display.info(node, name))

    def _value(self, title: str, value: Cell, info: PropertyInfo | None) -> str:
        text = self._wording.cell_of(title, value, info.unit if info is not None else None)
        return shorten(text, _WIDTH, placeholder=" …") if len(text) > _WIDTH else text

    def _joined(self, one: Joined, *, told_apart: bool) -> str:
        firsts = {node.labels[0] if node.labels else None for node in one.named}
        label = one.label or (firsts.pop() if len(firsts) == 1 else None)
        others = counted(one.count, words(label) if label else "other node")
        way = (", incoming" if one.incoming else ", outgoing") if told_apart else ""
        names = f": {', '.join(map(self._wording.node, one.named))}" if one.named else ""
        return f"joined with {others} ({words(one.type)}{way}){names}"
