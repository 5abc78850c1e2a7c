"""Steps for what names a property: of a node that is there, of a new one, or of a relationship."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fingerpost.core.schema import ValueType
from fingerpost.linking.derived import SIZE
from fingerpost.linking.flags import Answers, answers, is_flag
from fingerpost.linking.lexicon import ITS_NAME
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import split_name
from fingerpost.plans import Comparison
from fingerpost.questions.algebra import has_role
from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.bounds import as_stored
from fingerpost.questions.labels import read_until, with_item
from fingerpost.questions.markers import ASKING, Role
from fingerpost.questions.roles import NOR, denies, is_number
from fingerpost.questions.state import IN_TEXT, Filter, Reason, State
from fingerpost.questions.valuing import asked_for
from fingerpost.questions.waiting import phrase

_AS_ITS, _MOST_OWNERS = 2, 4  # most words between a value and its property ("Gothic as its genre"), most labels
_WHEN_DONE, _PAST = ("on", "at", "date", "time"), ("ed", "ied")
_WHOLE_NAME = 0.8  # below this only a word of a property's name was said: too little for a yes/no property


def property_step(attacher: Attacher, state: State, mention: Mention) -> Iterator[State]:
    """A property belongs to a node that has it: one that is there, or a new one."""
    said = Reason("property", mention.score * phrase(mention), mention.start, mention.end, mention.reason)
    if mention.of_relationship:
        yield from _edge_property(attacher, state, mention, said)
        return
    flags = {owner: held for owner in mention.owners if (held := attacher.answers(owner, mention.name)) is not None}
    whole = mention.score >= _WHOLE_NAME or mention.reason == ITS_NAME
    of_all = mention.theirs and not mention.predicate  # "the medicines with their approval" are all of them
    noun = not whole and _is_asked_for(state, mention)
    in_words = mention.definite and any(yes is not True for _, yes in flags.values())  # "the approved status of"
    if flags and not (of_all or noun or in_words or _is_key(state, mention)):
        yield from _flagged(attacher, state, mention, flags, near=not whole)
        if whole:
            return
    last = state.filters[-1] if state.filters else None
    if last is not None and last.property == mention.name and _describes(state, last, mention):
        described = Reason("described value", 1.0, mention.start, mention.end, mention.reason)
        yield scored(state, described)
    if (
        last is not None
        and last.end == mention.start
        and last.property != mention.name
        and not _names_it(attacher, state)
    ):
        # "Unknown population": it is not the name that is unknown. But "kitchen area".
        state = scored(state, Reason("wrong description", 1.0, mention.start, mention.end))
    renamed = _text_in(attacher, state, mention)
    if renamed is not None:
        of_them = mention.theirs and not renamed.filters[-1].owner
        described = Reason("described value", 1.0, mention.start, mention.end)
        yield scored(renamed, said, described, Reason("pronoun", float(of_them), mention.start))
        return
    owned = False
    for number, node in enumerate(state.nodes):
        if node.label in mention.owners:
            if mention.near and node.label not in mention.near:
                continue
            owned = True
            far = Reason("far", state.distance(number), mention.start)
            beside = Reason("property beside", float(node.label in mention.near), mention.start)
            theirs = Reason("pronoun", float(mention.theirs and not number), mention.start)
            if _happened(attacher, state, number, mention):
                known = Filter(number, mention.name, Comparison.IS_NULL, None, False, True, mention.start, mention.end)
                yield scored(state, said, far, beside, filters=(*state.filters, known), descriptor=-1)
            yield _of_node(attacher, scored(state, said, far, beside, theirs), number, mention)
    counts = attacher.counts
    if owned:
        state = scored(state, Reason("property elsewhere", 1.0, mention.start))
    until = read_until(state, mention)
    owners = sorted(mention.near or mention.owners, key=lambda label: (-counts.get(label, 0), label))[:_MOST_OWNERS]
    for owner in owners:
        if not state.nodes:
            root = attacher.root(state, owner, mention.start, named=False)
            unnamed = Reason("unnamed node", 1.0, mention.start)
            yield _of_node(attacher, scored(root, said, unnamed), 0, mention)
            continue
        for attached in attacher.attach(state, owner, mention.start, said, named=False, until=until):
            yield _of_node(attacher, attached, len(attached.nodes) - 1, mention)


def _happened(attacher: Attacher, state: State, number: int, mention: Mention) -> bool:
    """ "Which animals died", "the orders shipped": those of which it is known when, right behind what they are."""
    last = state.items[-1] if state.items else None
    if last is None or last.end != mention.start or mention.length > 1:
        return False
    info = attacher.graph.property(state.nodes[number].label, mention.name)
    words = split_name(mention.name)
    verb = len(words) > 1 and words[-1] in _WHEN_DONE and words[0].endswith(_PAST)
    thing = last.owner == number and not last.edge and last.property is None
    asks = any(marker.role is Role.ASK_PROPERTY for marker in state.pending)
    return verb and thing and info is not None and info.temporal and not asks


def _is_asked_for(state: State, mention: Mention) -> bool:
    """ "How many jobs": the noun asked for, and not those of which `warranty_job` is so; "certified" is no noun."""
    return not is_flag(mention.name) and any(m.role in ASKING and m.end == mention.start for m in state.markers)


def _names_it(attacher: Attacher, state: State) -> bool:
    """Whether what was said last is what something is called."""
    last = state.filters[-1]
    plain = all(marker.role is Role.ASK for marker in state.markers)
    return last.edge or (plain and attacher.graph.shown(state.nodes[last.owner].label) == last.property)


def _is_key(state: State, mention: Mention) -> bool:
    """ "By title and remote": what things are grouped by, whether they are it or not."""
    last = state.items[-1] if state.items else None
    grouped = last is not None and 0 <= mention.start - last.end <= 1 and has_role(last, Role.GROUP)
    grouped = grouped and not mention.predicate  # "how many in each town are insured"
    return grouped or any(m.role is Role.GROUP and m.value == "by" for m in state.pending)


def _describes(state: State, last: Filter, mention: Mention) -> bool:
    """Whether a property right behind a value only says what the value is of: "Gothic as its genre"."""
    near = not last.edge and 0 <= mention.start - last.end <= _AS_ITS
    return near and not any(marker.start >= last.end for marker in state.markers)


def _text_in(attacher: Attacher, state: State, mention: Mention) -> State | None:
    """ "Contain "Bed" in their name": the property that the text just before is looked for in."""
    last = state.filters[-1] if state.filters else None
    if last is None or last.edge or last.comparison not in IN_TEXT or not 0 < mention.start - last.end <= 2:
        return None
    info = attacher.graph.property(state.nodes[last.owner].label, mention.name)
    if info is None or info.numeric or info.temporal or any(m.start >= last.end for m in state.markers):
        return None
    return state.but(filters=(*state.filters[:-1], last._replace(property=mention.name, end=mention.end)))


def _of_node(attacher: Attacher, state: State, owner: int, mention: Mention, *, edge: bool = False) -> State:
    """A property of a node or edge: compared with the number before it ("more than 600 pages"), else named."""
    info = attacher.graph.held(state, owner, mention.name, edge=edge)
    held = answers(info) if edge and info is not None else None
    if held is not None and info is not None and not _is_key(state, mention):
        # "Optional dependencies": those that are.
        denied = any(marker.role is Role.NEGATE for marker in state.pending)
        rest = tuple(marker for marker in state.pending if marker.role is not Role.NEGATE)
        so, place = denied == mention.denied, (mention.start, mention.end)
        condition = Filter(owner, info.name, Comparison.EQ, held[so], True, False, *place, so=so)
        return state.but(filters=(*state.filters, condition), pending=rest, descriptor=-1)
    bounds = [m for m in state.pending if is_number(m)]
    several = info is not None and info.type is ValueType.LIST
    if info is None or not (info.numeric or several) or not bounds:
        return with_item(state, owner, mention, mention.name, edge=edge)
    filters = list(state.filters)
    # "Nor have more than 5 likes"; but "no post with more than 5 likes" denies the post.
    denials = [m for m in state.pending if m.value == NOR or (m.role is Role.NEGATE and m.end >= bounds[0].start - 1)]
    for marker in bounds:
        _, sign, number = marker.value.split(" ")
        value = as_stored(info, float(number.rstrip("%")), percent=number.endswith("%"))
        cell = int(value) if value.is_integer() else value
        place = (marker.start, mention.end)
        part = SIZE if several else mention.part  # "more than two hobbies"
        filters.append(Filter(owner, info.name, Comparison(sign), cell, edge, bool(denials), *place, part))
    pending = tuple(marker for marker in state.pending if marker not in bounds and marker not in denials)
    reason = Reason("comparison", float(len(bounds)), bounds[0].start, mention.end)
    recent = state.recent if edge else owner
    return scored(state, reason, filters=tuple(filters), pending=pending, recent=recent, descriptor=-1)


def _flagged(
    attacher: Attacher,
    state: State,
    mention: Mention,
    flags: Mapping[str, Answers],
    *,
    near: bool,
) -> Iterator[State]:
    """A yes/no property says what something is: "external walls", "walls that are not load bearing".

    `flags` are the labels that have it, with its values for no and yes; `near`: only of what is there.
    """
    owners = flags.keys()
    said = Reason("value", mention.score, mention.start, mention.end, mention.reason)
    last = state.filters[-1] if state.filters else None
    same = near and last is not None and last.property == mention.name and not last.edge
    if same and last is not None and 0 <= mention.start - last.end <= 1:
        yield scored(state, said)  # "need a courier" of what requires one
        return
    denied = any(map(denies, state.pending))

    def filtered(after: State, owner: int, *reasons: Reason) -> State:
        said_yes, place = denied == mention.denied, (mention.start, mention.end)  # "not uninsured"
        answer = flags[after.nodes[owner].label][said_yes]
        condition = Filter(owner, mention.name, Comparison.EQ, answer, False, False, *place, so=said_yes)
        pending = tuple(m for m in after.pending if not denies(m))
        filters = (*after.filters, condition)
        return scored(after, said, *reasons, filters=filters, pending=pending, recent=owner, descriptor=-1)

    for number, node in enumerate(state.nodes):
        if node.label in owners:
            yield filtered(state, number, Reason("far", state.distance(number), mention.start))
    nearest = mention.followed & owners
    if near and state.nodes:
        return
    if mention.predicate and any(node.label in owners for node in state.nodes):
        return  # "which managers are remote": not who reports to them
    for owner in sorted(nearest or owners, key=lambda label: (-attacher.counts.get(label, 0), label))[:_MOST_OWNERS]:
        if not state.nodes:
            yield filtered(asked_for(attacher.root(state, owner, mention.start, named=False), mention), 0)
            continue
        if nearest and denied:
            yield from _none_of(attacher, state, mention, owner, flags[owner][True], said)
        many = [Reason("denied one of many", 1.0, mention.start)] if nearest and denied else []
        for attached in attacher.attach(state, owner, mention.start, named=False):
            yield filtered(attached, len(attached.nodes) - 1, *many)


def _none_of(
    attacher: Attacher, state: State, mention: Mention, owner: str, yes: bool | int | str, said: Reason
) -> Iterator[State]:
    """ "Serve no vegan dish": there is none that is, and not one that is not."""
    denial = next((m for m in state.pending if m.value == NOR), None)  # "nor serve vegan dishes"
    denial = next((m for m in state.pending if m.role is Role.NEGATE and m.end == mention.start), denial)
    if denial is None:
        return
    rest = state.but(pending=tuple(m for m in state.pending if m is not denial))
    for attached in attacher.attach(rest, owner, mention.start, named=False, absent=True):
        new = len(attached.nodes) - 1
        condition = Filter(new, mention.name, Comparison.EQ, yes, start=mention.start, end=mention.end, so=True)
        yield scored(attached, said, filters=(*attached.filters, condition), recent=new, descriptor=-1)


def _edge_property(attacher: Attacher, state: State, mention: Mention, said: Reason) -> Iterator[State]:
    """A property of a relationship belongs to an edge of its type: one that is there, or a new one."""
    for number, edge in enumerate(state.edges):
        if edge.type in mention.owners:
            yield _of_node(attacher, scored(state, said), number, mention, edge=True)
    for type_ in sorted(mention.owners):
        if state.nodes:
            near = False
            for attached in attacher.over_type(state, type_, mention.start):
                near = True
                number = len(attached.edges) - 1
                yield _of_node(attacher, scored(attached, said), number, mention, edge=True)
            if not near:
                yield from _farther(attacher, state, type_, mention, said)
        else:
            for start, _ in attacher.endpoints(type_)[:2]:
                root = attacher.root(state, start, mention.start, named=False)
                for attached in attacher.over_type(root, type_, mention.start):
                    yield _of_node(attacher, scored(attached, said), 0, mention, edge=True)


def _farther(attacher: Attacher, state: State, type_: str, mention: Mention, said: Reason) -> Iterator[State]:
    """A relationship that joins nothing that is there: one of its ends is attached first."""
    for label in dict.fromkeys(label for pair in attacher.endpoints(type_)[:2] for label in pair):
        for way in attacher.attach(state, label, mention.start, named=False):
            if any(edge.type == type_ for edge in way.edges[len(state.edges) :]):
                continue
            for attached in attacher.over_type(way, type_, mention.start):
                new = attached.edges[-1]
                if len(way.nodes) - 1 in (new.start, new.end):
                    number = len(attached.edges) - 1
                    yield _of_node(attacher, scored(attached, said), number, mention, edge=True)
