"""Readings by example: the plan of an example that is like a question, with the question's own values in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from fingerpost.linking.mentions import Linked, Mention
from fingerpost.plans import Plan, Ref, Test, Value
from fingerpost.questions.likeness import Likeness
from fingerpost.questions.markers import Marker
from fingerpost.questions.neighbours import held_values
from fingerpost.questions.outline import Outline
from fingerpost.questions.roles import MEASURES

BY_EXAMPLE = "as in an example"
TRIED, FILLED = 12, 3
"""Examples whose queries are looked at, and those queries that are compared with the readings."""
_LEAST = 0.5
_WORSE = 0.5
"""How far behind the best reading of a value one may be that stands before it."""
_STEPS = (0.5, 0.6, 0.7, 0.8, 0.9)
_UNREAD = ("unread word", "unknown word", "unexplained", "marker unused", "relation unused", "item unused", "hop")
_MOST = 3.0


def slots_of(plan: Plan) -> dict[str, tuple[str, str]]:
    """The parameters of a plan that a property of a labelled node is compared with: label and property."""
    found: dict[str, tuple[str, str]] = {}
    for stage in plan.stages:
        for match in stage.matches:
            labels = {node.name: node.label for node in match.pattern.nodes if node.label is not None}
            for test in match.where:
                if not isinstance(test, Test) or not isinstance(test.right, Value) or not isinstance(test.left, Ref):
                    continue
                label = labels.get(test.left.name)
                if label is not None and test.left.property is not None:
                    found[test.right.parameter] = label, test.left.property
    return found


def said_slots(plan: Plan, linked: Linked) -> tuple[str, ...]:
    """The parameters of a plan whose values its question says, in the order in which it says them."""
    places: dict[str, tuple[int, int]] = {}
    for name, slot in slots_of(plan).items():
        saying = [m for m in linked.mentions if _fits(m, slot) and m.value == plan.parameters[name]]
        if saying:
            first = min(saying, key=lambda m: (-m.length, -m.score))
            places[name] = first.start, first.end
    return tuple(sorted(places, key=lambda name: places[name]))


def asks_number(found: Iterable[Marker]) -> bool:
    """Whether the markers of a question ask for a number of something, and not which ones."""
    return any(marker.role in MEASURES for marker in found)


def filled(
    plan: Plan, names: Sequence[str], words: Collection[str], linked: Linked, *, number: bool
) -> tuple[Plan, dict[str, Mention]] | None:
    """A plan with the values of another question for these parameters; None where it has others, more or fewer.

    What looks like one more value is none where the example has the same `words`. `number` tells whether that question
    asks for one: "which phones" has no answer in "how many phones".
    """
    if number != _is_number(plan):
        return None
    slots = slots_of(plan)
    taken: set[int] = set()
    chosen: dict[str, Mention] = {}
    for name in names:
        fitting = [m for m in linked.mentions if _fits(m, slots[name]) and taken.isdisjoint(range(m.start, m.end))]
        if not fitting:
            return None
        best = max(m.score * m.length for m in fitting)
        first = min((m for m in fitting if m.score * m.length >= best - _WORSE), key=lambda m: m.start)
        chosen[name] = first
        taken.update(range(first.start, first.end))
    for mention in held_values(linked).values():
        places = range(mention.start, mention.end)
        if taken.isdisjoint(places) and any(linked.tokens[place].stem not in words for place in places):
            return None
    values = {**plan.parameters, **{name: mention.value for name, mention in chosen.items()}}
    return plan.model_copy(update={"parameters": MappingProxyType(values)}), chosen


def _is_number(plan: Plan) -> bool:
    """Whether a plan answers with numbers alone."""
    return bool(plan.stages[-1].aggregates) and not plan.stages[-1].columns


def _fits(mention: Mention, slot: tuple[str, str]) -> bool:
    label, name = slot
    return (
        mention.kind == "value"
        and mention.name == name
        and label in mention.owners
        and mention.value is not None
        and mention.score >= _LEAST
    )


def example_signs(
    alike: float, outline: Outline | None, best: Outline, amounts: Mapping[str, float], near: Likeness
) -> dict[str, float]:
    """What speaks for an example's plan against the best reading, of which `amounts` are the features.

    `outline` is that of the example, where it could be read.
    """
    return dict(_signs(alike, outline, best, amounts, near))


def _signs(
    alike: float, outline: Outline | None, best: Outline, amounts: Mapping[str, float], near: Likeness
) -> Iterator[tuple[str, float]]:
    yield "always", 1.0
    yield "alike", alike
    for step in _STEPS:
        yield f"alike over {step}", float(alike > step)
    for name, found in zip(Outline._fields, near.nearest(best), strict=True):
        yield f"best {name}", found
        yield f"best {name} behind", float(found < alike - 0.1)
    for name in _UNREAD:
        yield name, min(amounts.get(name, 0.0), _MOST)
    if outline is None:
        yield "never read", 1.0
        yield "never read, alike", alike
        return
    for name, mine, other in zip(Outline._fields, outline, best, strict=True):
        yield f"same {name}", float(mine == other)
    yield "share of it", near.share(outline)
