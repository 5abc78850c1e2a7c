"""Steps for values: a value filters a node that is there, or brings a new one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fingerpost.core.schema import ValueType
from fingerpost.linking.display import is_person_name
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import joined_name, split_name
from fingerpost.plans import Comparison
from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.describing import DESCRIBES, described_owner
from fingerpost.questions.in_common import other_of_same
from fingerpost.questions.markers import ASKING, EXCEPT, Marker, Role
from fingerpost.questions.roles import LIKE
from fingerpost.questions.state import Filter, Item, Reason, State

_PINNED = 1.5
"""How much it speaks against a reading that it asks for the one thing that a question names."""
_JOINED_GAP = 2
"""How many words may stand between two values, "and the", or between "how many" and a value that is counted."""
_FIELDS = frozenset(
    "specialty speciality specialties specialism expertise skill skills interest interests hobbies".split()
)
"""Last words of properties that say what people deal with."""
_NAMES = frozenset(("name", "title", "firstname", "label", "fullname"))


_OF_KIND = "of that kind"
"""The feature of things that are called by their kind."""


def value_step(attacher: Attacher, state: State, mention: Mention) -> Iterator[State]:
    """A stored value; what something is less or more than is none."""
    read = _valued(attacher, state, mention)
    return (_any_other(attacher, each) for each in read) if _of_any_other(state, mention) else read


def _of_any_other(state: State, mention: Mention) -> bool:
    """ "With hobbies other than chess": right behind the property."""
    denial = next((m for m in state.pending if m.role is Role.NEGATE and m.value == EXCEPT), None)
    item = state.items[state.descriptor] if state.descriptor >= 0 else None
    return denial is not None and item is not None and item.property == mention.name and item.end == denial.start


def _any_other(attacher: Attacher, state: State) -> State:
    """The state in which a list holds anything but a value, where the value is one of a list."""
    last = state.filters[-1] if state.filters else None
    info = None if last is None else attacher.graph.held(state, last.owner, last.property, edge=last.edge)
    if last is None or info is None or info.type is not ValueType.LIST or not last.negated:
        return state
    return state.but(filters=(*state.filters[:-1], last._replace(comparison=Comparison.NE, negated=False)))


def _valued(attacher: Attacher, state: State, mention: Mention) -> Iterator[State]:
    owner = next(iter(mention.owners))
    state = _holding(attacher, state, mention, owner)
    if _is_bound(state, mention) or awaits_text(state, mention.start):
        return
    number = isinstance(mention.value, int | float)  # "195 cm" says no more than "195"
    said = [
        Reason("value", mention.score, mention.start, mention.end, mention.reason),
        Reason("value words", 0.0 if number else float(min(mention.length - 1, 4)), mention.start, mention.end),
    ]
    last = state.markers[-1] if state.markers else None
    if (
        last is not None
        and last.role is Role.NAMED
        and last.end == mention.start
        and joined_name(mention.name) in _NAMES
    ):
        said.append(Reason("named value", 1.0, mention.start, mention.end))
    if not mention.of_relationship and attacher.graph.shown(owner) == mention.name:
        said.append(Reason("names it", 1.0, mention.start, mention.end))
    if owner in mention.beside:
        said.append(Reason("value beside", 1.0, mention.start, mention.end))
    if mention.of_relationship:
        yield from _edge_value(attacher, state, mention, owner, said)
        return
    than = next((m for m in reversed(state.pending) if m.role in (Role.BEYOND, Role.THAN)), None)
    if _is_other(state, mention, than):
        # "Longer than Emma": another thing, which is no part of what is looked for.
        other = Filter(0, mention.name, Comparison.EQ, mention.value, start=mention.start, end=mention.end)
        left = tuple(m for m in state.pending if m is not than)
        yield scored(state.but(others=(*state.others, (owner, other)), pending=left), *said)
        return
    described = described_owner(state, mention.start, mention.name, owner)
    if described is not None and not _is_filtered(state, described, mention.name):
        said += [
            Reason("described value", 1.0, mention.start, mention.end),
            *_told(attacher, state, described, mention),
        ]
        yield filtered(scored(without_descriptor(state), *said), described, mention)
        return
    if state.descriptor >= 0 and mention.start - state.descriptor_end <= 1:
        said.append(Reason("wrong description", 1.0, mention.start, mention.end))
    yield from _of_kind(attacher, state, mention, owner, said)
    if not state.nodes:
        root = attacher.root(state, owner, mention.start, named=False)
        # "How many paintings" asks for no conservators of these.
        field = Reason("asked by a field", float(split_name(mention.name)[-1] in _FIELDS), mention.start, mention.end)
        yield filtered(asked_for(scored(root, *said, field), mention), 0, mention)
        return
    if mention.shared:
        twins = list(other_of_same(attacher, state, owner, mention.start, named=False))
        for twin, first in twins:
            # What follows is said of those that are asked for: "of the same genre as Emma, written before 1820".
            yield filtered(scored(twin, *said), len(twin.nodes) - 1, mention).but(recent=first)
        if twins:
            return
    if attacher.only is None:
        yield from _on_nodes(attacher, state, mention, owner, said)
    yield from _on_new_nodes(attacher, state, mention, owner, said)


def _of_kind(attacher: Attacher, state: State, mention: Mention, owner: str, said: Sequence[Reason]) -> Iterator[State]:
    """ "How many ventilators are there": the devices whose model is one, and not the models."""
    thing, type_ = attacher.graph.ways.instances.get(owner, ("", ""))
    there = any(node.label == thing for node in state.nodes)
    if not thing or there or owner in attacher.named or attacher.only is not None:
        return
    told = Reason(_OF_KIND, 1.0, mention.start, mention.end)
    if state.nodes:
        things = attacher.attach(state, thing, mention.start, told, *said, named=True, until=mention.end)
    else:
        root = attacher.root(state, thing, mention.start, named=True)
        things = iter((asked_for(scored(root, told, *said), mention),))
    for one in things:
        place = len(one.nodes) - 1
        for joined in attacher.over_type(one, type_, mention.start):
            if place in (joined.edges[-1].start, joined.edges[-1].end):
                yield filtered(joined, len(joined.nodes) - 1, mention).but(recent=place)


def _holding(attacher: Attacher, state: State, mention: Mention, owner: str) -> State:
    """ "Contains nuts", where a list has nuts in it: no text to be searched for."""
    marker = state.pending[-1] if state.pending else None
    if marker is None or marker.role is not Role.TEXT or marker.value != LIKE or mention.of_relationship:
        return state
    between = state.items[state.descriptor].start if state.descriptor >= 0 else mention.start
    near = any(0 <= start - marker.end <= 1 for start in (mention.start, between))
    return state.but(pending=state.pending[:-1]) if near and _is_list(attacher, owner, mention) else state


def _on_nodes(
    attacher: Attacher, state: State, mention: Mention, owner: str, said: Sequence[Reason]
) -> Iterator[State]:
    """A value of one of the nodes that are there."""
    for number, node in enumerate(state.nodes):
        if node.label == owner:
            far = Reason("far", state.distance(number), mention.start)
            if _said_again(state, number, mention):
                yield scored(state, *said[:1], recent=number, descriptor=-1)
                continue
            widened = _widened(state, number, mention)
            if widened is not None:
                yield scored(widened, *said)
            elif not mention.fresh and (
                not _is_filtered(state, number, mention.name) or _denies_another(attacher, state, owner, mention)
            ):
                again = [Reason("same label again", 1.0, mention.start)] if known_before(state, number, mention) else []
                told = _told(attacher, state, number, mention)
                yield filtered(scored(state, *said, far, *again, *told), number, mention)


def _denies_another(attacher: Attacher, state: State, owner: str, mention: Mention) -> bool:
    """ "Tagged solo but not puzzle", where each has several: the one, and not the other."""
    return _is_list(attacher, owner, mention) and any(marker.role is Role.NEGATE for marker in state.pending)


def _on_new_nodes(
    attacher: Attacher, state: State, mention: Mention, owner: str, said: Sequence[Reason]
) -> Iterator[State]:
    """A value of a new node, which may be one that must not exist."""
    at = mention.start
    denied = next((m for m in state.pending if m.role is Role.NEGATE), None)
    if state.nodes[state.recent].absent:
        # "Did not order a tent": there is no order with one.
        for attached in attacher.attach(state, owner, at, *said, named=False, absent=True, until=mention.end):
            if state.recent in (attached.edges[-1].start, attached.edges[-1].end):
                yield filtered(attached, len(attached.nodes) - 1, mention)
    if mention.fresh:
        said = [*said, Reason("one more", 1.0, mention.start, mention.end)]
    many = [Reason("denied one of many", 1.0, at)] if denied is not None else []
    for attached in attacher.attach(state, owner, at, *said, *many, named=False, until=mention.end):
        yield filtered(attached, len(attached.nodes) - 1, mention)
    if denied is not None:
        # "Have not published any Gothic books": none of them is, not that one of them is not.
        rest = state.but(pending=tuple(m for m in state.pending if m is not denied))
        for attached in attacher.attach(rest, owner, at, *said, named=False, absent=True, until=mention.end):
            yield filtered(attached, len(attached.nodes) - 1, mention)


def _told(attacher: Attacher, state: State, number: int, mention: Mention) -> list[Reason]:
    """What speaks against it that a value which only one thing has is that of a thing named long before.

    "Which phones called 555-01", "phones that called 555-01": not 555-01 itself, of which something else was said.
    """
    label = state.nodes[number].label
    info = attacher.graph.property(label, mention.name)
    item = next((i for i in state.items if i.owner == number and not i.edge and i.property is None), None)
    if item is None or info is None or info.numeric or info.temporal:
        return []  # years tell few things apart, if by chance all of them
    if any(marker.role is Role.NAMED for marker in state.pending):
        return []
    named = state.nodes[number].named
    since = named and any(edge.at >= item.end and number in (edge.start, edge.end) for edge in state.edges)
    asked = any(marker.role is Role.ASK for marker in item.roles) and any(e.at >= item.end for e in state.edges)
    only_one = info.distinct_is_exact and info.distinct >= attacher.counts.get(label, 0)
    return [Reason("asks what was told", _PINNED, mention.start, mention.end)] if only_one and (since or asked) else []


def known_before(state: State, number: int, mention: Mention) -> bool:
    """Whether a node was named before the "a" that brings in something new; where all are measured, "a" is any."""
    node = state.nodes[number]
    generic = any(marker.role in (Role.GROUP, Role.AGGREGATE) for marker in state.markers)
    return node.named and 0 <= node.at < mention.article and not generic


def text_marker(state: State, start: int) -> Marker | None:
    """The "starting with" that stands right before a word."""
    last = state.pending[-1] if state.pending else None
    return last if last is not None and last.role is Role.TEXT and 0 <= start - last.end <= 1 else None


def awaits_text(state: State, start: int) -> bool:
    """Whether "starting with" stands right before this word: what follows is text, and no value or number."""
    last = text_marker(state, start)
    if last is None:
        return False
    described = 0 <= state.descriptor < len(state.items) and last.start - state.descriptor_end <= 1
    return last.value != "contains" or described


def _is_bound(state: State, mention: Mention) -> bool:
    """Whether a value is a number or a date that something is less or more than."""
    last = state.pending[-1] if state.pending else None
    if last is None or last.role is not Role.COMPARE or last.value[:1] not in ("<", ">") or last.value == "<>":
        return False
    number = not isinstance(mention.value, str) or mention.value[:1].isdigit()
    return number and 0 <= mention.start - last.end <= 1


def _is_other(state: State, mention: Mention, than: Marker | None) -> bool:
    """Whether a value names what something is compared with: right behind "than", or with the rest of its name."""
    if state.others:
        return state.others[-1][1].end == mention.start
    return than is not None and 0 <= mention.start - than.end <= 1 and not than.value.endswith(("average", "split"))


def asked_for(state: State, mention: Mention) -> State:
    """ "How many Stephanies", "which vehicle crimes": a value right after an asking word is what is asked for."""
    if not any(marker.role in ASKING for marker in state.pending):
        return state
    if any(m.role is Role.COUNT and mention.start - m.end > _JOINED_GAP for m in state.pending):
        # "How many rooms does the house have": not how many houses.
        state = scored(state, Reason("marker unused", 1.0, mention.start))
    roles = tuple(m for m in state.pending if m.role is not Role.NEGATE)
    rest = tuple(m for m in state.pending if m.role is Role.NEGATE)
    item = Item(0, None, mention.start, mention.end, roles, score=0.5, by_value=True)
    return state.but(items=(*state.items, item), pending=rest)


def _edge_value(
    attacher: Attacher, state: State, mention: Mention, type_: str, said: Sequence[Reason]
) -> Iterator[State]:
    described = state.items[state.descriptor] if state.descriptor >= 0 else None
    gap = mention.start - state.descriptor_end
    if described is not None and described.edge and described.property == mention.name and gap <= DESCRIBES:
        if state.edges[described.owner].type == type_ and not _is_filtered(state, described.owner, mention.name, True):
            told = Reason("described value", 1.0, mention.start, mention.end)
            yield filtered(scored(without_descriptor(state), *said, told), described.owner, mention, edge=True)
        return
    if described is not None and gap <= 1:
        said = [*said, Reason("wrong description", 1.0, mention.start, mention.end)]
    for number, edge in enumerate(state.edges):
        if edge.type == type_:
            yield filtered(scored(state, *said), number, mention, edge=True)
    roots = [state]
    if not state.nodes:  # "How many diagnoses are severe"
        ends = attacher.endpoints(type_)[:2]
        roots = [attacher.root(state, start, mention.start, named=False) for start, _ in ends]
    for root in roots:
        for attached in attacher.over_type(root, type_, mention.start):
            yield filtered(scored(attached, *said), len(attached.edges) - 1, mention, edge=True)


def without_descriptor(state: State) -> State:
    """The state in which the property just named only describes a value: it is not asked for."""
    number = state.descriptor
    item = state.items[number]
    items = (*state.items[:number], *state.items[number + 1 :])
    havings = tuple(h._replace(item=h.item - (h.item > number)) for h in state.havings if h.item != number)
    return state.but(items=items, havings=havings, pending=(*item.roles, *state.pending), descriptor=-1)


def filtered(
    state: State,
    owner: int,
    mention: Mention,
    comparison: Comparison = Comparison.EQ,
    *,
    edge: bool = False,
) -> State:
    """The state with a condition on a node or edge."""
    negated = any(marker.role is Role.NEGATE for marker in state.pending)
    used = (Role.NEGATE, Role.NAMED, Role.EITHER)
    pending = tuple(m for m in state.pending if m.role not in used and not m.value.startswith("= "))
    comparison = Comparison.CONTAINS if mention.within and comparison is Comparison.EQ else comparison
    condition = Filter(owner, mention.name, comparison, mention.value, edge, negated, mention.start, mention.end)
    recent = state.recent if edge else owner
    return state.but(filters=(*state.filters, condition), pending=pending, descriptor=-1, recent=recent)


def _is_list(attacher: Attacher, label: str, mention: Mention) -> bool:
    info = attacher.graph.property(label, mention.name)
    return info is not None and info.type is ValueType.LIST


def _is_filtered(state: State, owner: int, name: str, edge: bool = False) -> bool:
    return any(f.owner == owner and f.property == name and f.edge is edge for f in state.filters)


def _said_again(state: State, owner: int, mention: Mention) -> bool:
    """ "Complete, with no suspect identified": other words for the value that a node already has."""
    return any(
        f.owner == owner and not f.edge and f.property == mention.name and f.value == mention.value
        for f in state.filters
    )


def _widened(state: State, owner: int, mention: Mention) -> State | None:
    """ "A or B": a second value of the same property, joined by "or" or close behind."""
    either = any(marker.role is Role.EITHER for marker in state.pending)
    for number, known in enumerate(state.filters):
        same = known.owner == owner and known.property == mention.name and not known.edge
        denied = known.negated and not either
        if not same or known.comparison not in (Comparison.EQ, Comparison.IN) or denied:
            continue
        gap = mention.start - _name_end(state, known)
        if not either and mention.definite:
            continue  # "from Oslo to Bergen"
        again = _named_again(state, owner, mention)
        reach = _JOINED_GAP if mention.joined else 1
        if not either and not again and not 0 <= gap <= reach:
            continue
        values = known.value if known.comparison is Comparison.IN else (known.value,)
        wider = Filter(
            owner,
            known.property,
            Comparison.IN,
            (*values, mention.value),
            False,
            known.negated,
            known.start,
            mention.end,
        )
        filters = (*state.filters[:number], *state.filters[number + 1 :], wider)
        pending = tuple(marker for marker in state.pending if marker.role is not Role.EITHER)
        return state.but(filters=filters, pending=pending, descriptor=-1)
    return None


def _name_end(state: State, known: Filter) -> int:
    """Where a name ends of which a condition is a part: "Anna Kowalska"."""
    last = known.end
    for condition in state.filters:
        if condition.owner == known.owner and not condition.edge and condition.start == last:
            last = condition.end
    return last


def _named_again(state: State, owner: int, mention: Mention) -> bool:
    """Whether a family name stands right behind a given name that another may stand for: "Eva Stern or Greta Holt"."""
    last = state.filters[-1] if state.filters else None
    return (
        last is not None
        and last.comparison is Comparison.IN
        and is_person_name(mention.name)
        and (last.owner == owner and last.end == mention.start and is_person_name(last.property) and not last.edge)
    )
