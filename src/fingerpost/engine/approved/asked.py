"""What an approved question says with its values left out, and whether another question says the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from fingerpost.engine.approved.elements import Element, elements
from fingerpost.engine.approved.slots import Slot, fill_slots, find_slots
from fingerpost.linking import Linked, is_content
from fingerpost.plans import Plan
from fingerpost.questions import Marker, Role

EXACT, LOOSE = 0.97, 0.9
"""The confidence of an approved plan: for the words that were approved, and for others that say the same."""
_LIGHT = frozenset(
    "a an the of is are was were be been do does did has have had me us there that which what who whom whose please "
    "all any".split()
)
"""Small words that change nothing in what is asked, beside the markers."""
_ASKS = (Role.ASK, Role.WHO, Role.ALL)
"""Markers that only say that something is asked for: "which customer", "who", "show all customers"."""


@dataclass(frozen=True)
class Asked:
    """A question without its values: stems of words that mean something, small words that tell relations apart,
    markers, and the slots of its plan."""

    content: Counter[str]
    small: Counter[str]
    markers: Counter[tuple[str, str]]
    slots: tuple[Slot, ...]
    plan: Plan
    elements: frozenset[Element]


def asked(plan: Plan, linked: Linked, markers: Sequence[Marker]) -> Asked:
    """What a question says that means this plan."""
    slots, taken = find_slots(plan, linked)
    return Asked(*_words(linked, markers, taken), slots, plan, frozenset(elements(plan)))


def followed(one: Asked, linked: Linked, markers: Sequence[Marker]) -> tuple[Plan, float] | None:
    """The plan of an approved question with the values of another that asks the same, and its confidence.

    None if the other says more, less or something else. A word more may name what the plan speaks of anyway: "which
    customer placed" for "who placed".
    """
    filled = fill_slots(one.plan, one.slots, linked)
    if filled is None:
        return None
    values, taken = filled
    content, small, found = _words(linked, markers, taken)
    if one.content - content or small != one.small or found != one.markers:
        return None
    more = content - one.content
    if not all(_names(one.elements, linked, stem) for stem in more):
        return None
    parameters = MappingProxyType({**one.plan.parameters, **values})
    return one.plan.model_copy(update={"parameters": parameters}), LOOSE if more else EXACT


def _words(
    linked: Linked, markers: Sequence[Marker], taken: Collection[int]
) -> tuple[Counter[str], Counter[str], Counter[tuple[str, str]]]:
    """The words of a question outside its values, and its markers."""
    content: Counter[str] = Counter()
    small: Counter[str] = Counter()
    said = Counter((m.role.value, f"{m.value} {m.number} {m.rank}") for m in markers if m.role not in _ASKS)
    marked = {place for marker in markers for place in range(marker.start, marker.end)}
    for place, token in enumerate(linked.tokens):
        if place in taken or place in marked:
            continue
        if is_content(token.norm):
            content[token.stem] += 1
        elif token.norm not in _LIGHT:
            small[token.norm] += 1
    return content, small, said


def _names(known: Collection[Element], linked: Linked, stem: str) -> bool:
    """Whether a word names one of these elements."""
    places = {place for place, token in enumerate(linked.tokens) if token.stem == stem}
    names = {(element.kind, element.name) for element in known}
    return any(
        (mention.kind, mention.name) in names and not places.isdisjoint(range(mention.start, mention.end))
        for mention in linked.mentions
        if mention.kind in ("label", "property", "relation")
    )
