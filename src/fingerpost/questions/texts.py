"""Steps for quoted text: what a property is, or what it has in it."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.core.schema import ValueType
from fingerpost.linking.mentions import Mention
from fingerpost.plans import Comparison
from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.bounds import has_moments, is_day
from fingerpost.questions.describing import DESCRIBES
from fingerpost.questions.markers import Role
from fingerpost.questions.state import Filter, Reason, State
from fingerpost.questions.valuing import filtered, without_descriptor

_BESIDE = 0.5
"""How far a name that nothing has speaks against a reading, beside one that something has."""
_TEXTUAL = (ValueType.STRING, ValueType.LIST, ValueType.MIXED)


def text_step(attacher: Attacher, state: State, mention: Mention) -> Iterator[State]:
    """Quoted text: part of a property's text after "containing", else the value of the property named before it."""
    marker = next((m for m in reversed(state.pending) if m.role is Role.TEXT), None)
    said = Reason("literal", 1.0, mention.start, mention.end, "quoted")
    owner, name = state.recent, None
    if state.descriptor >= 0:
        item = state.items[state.descriptor]
        owner, name = item.owner, item.property
        if item.edge:
            if marker is not None and name is not None:
                left = state.but(pending=tuple(m for m in state.pending if m is not marker))
                told = scored(without_descriptor(left), Reason("described value", 1.0, mention.start), said)
                yield filtered(told, owner, mention._replace(name=name), Comparison(marker.value), edge=True)
            return
        info = attacher.graph.property(state.nodes[owner].label, name or "")
        if info is not None and info.type not in _TEXTUAL:
            return
    if marker is not None and state.nodes:
        rest = state.but(pending=tuple(m for m in state.pending if m is not marker))
        held = mention.name if state.nodes[owner].label in mention.owners else None  # where the text is found
        name = name or held or attacher.graph.shown(state.nodes[owner].label)
        if name is not None:
            if state.descriptor >= 0:
                asked = _asked(state, state.descriptor)
                rest = rest if asked else without_descriptor(rest)
                rest = scored(rest, Reason("described value", 1.0, mention.start))
            comparison = Comparison(marker.value)
            yield filtered(scored(rest, said), owner, mention._replace(name=name), comparison)
    elif name is None and (last := _one_before(state, mention)) is not None:
        # "From 'Oslo' and 'Atlantis'": another one of the same property, though nothing has it.
        values = last.value if isinstance(last.value, tuple) else (last.value,)
        wider = last._replace(comparison=Comparison.IN, value=(*values, mention.value), end=mention.end)
        pending = tuple(m for m in state.pending if m.role is not Role.EITHER)
        end = Reason("unseen value", _BESIDE, mention.start, mention.end, "nothing has it")
        told = scored(state, said, Reason("described value", 1.0, mention.start, mention.end), end)
        yield told.but(filters=(*state.filters[:-1], wider), pending=pending)
    elif state.nodes and (name is None or mention.followed):
        # Quoted with nothing said of it: "books with "Day" in the title".
        shown = name or attacher.graph.shown(state.nodes[owner].label)
        if shown is not None:
            how = Reason("text unsaid" if name is None else "described value", 1.0, mention.start, mention.end)
            rest = state if name is None else without_descriptor(state)
            yield filtered(scored(rest, said, how), owner, mention._replace(name=shown), Comparison.CONTAINS)
    elif name is not None and mention.start - state.descriptor_end <= DESCRIBES:
        info = attacher.graph.property(state.nodes[owner].label, name)
        day = info is not None and has_moments(info) and is_day(mention.value)  # "on '2024-02-05'": at any time of it
        if info is not None and info.type is ValueType.STRING and not day:
            bare = scored(without_descriptor(state), Reason("described value", 1.0, mention.start), said)
            if mention.near and name not in mention.near:
                bare = scored(bare, Reason("unseen value", 1.0, mention.start, mention.end))
            yield filtered(bare, owner, mention._replace(name=name))


def _one_before(state: State, mention: Mention) -> Filter | None:
    """The condition on a text that stands right before, with "and" or "or" between at most."""
    last = state.filters[-1] if state.filters else None
    alike = last is not None and last.comparison in (Comparison.EQ, Comparison.IN) and not last.part
    values = last.value if last is not None and isinstance(last.value, tuple) else (last.value,) if last else ()
    joined = last is not None and mention.start - last.end == 1
    return last if alike and joined and all(isinstance(value, str) for value in values) else None


def _asked(state: State, number: int) -> bool:
    """Whether a property is asked for, by itself or right after its label: "which titles", "which book titles"."""
    item = state.items[number]
    roles = [marker.role for marker in item.roles]
    before = state.items[number - 1] if number else None
    if before is not None and before.property is None and before.owner == item.owner and before.end == item.start:
        roles += [marker.role for marker in before.roles]
    return Role.ASK in roles or Role.COUNT in roles
