"""Steps for labels: a new node, or one that is there and is named again."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.linking.mentions import Mention
from fingerpost.plans import Comparison
from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.cycles import led_back, led_to
from fingerpost.questions.in_common import other_of_same
from fingerpost.questions.markers import EXCEPT, Marker, Role
from fingerpost.questions.roles import counts_other, denies, is_comparison, is_number
from fingerpost.questions.state import Filter, Having, Item, Reason, State, TreeNode
from fingerpost.questions.valuing import known_before
from fingerpost.questions.waiting import phrase

_NEW = 0.7  # how far "a" says that something is one more of its kind


def label_step(attacher: Attacher, state: State, mention: Mention, *, more: float = 0.0) -> Iterator[State]:
    """A label is a new node, or names one that is there. `more` is what may come to it yet, at most."""
    said = Reason("label", mention.score * phrase(mention), mention.start, mention.end, mention.reason)
    absent = any(map(denies, state.pending))
    left_out = next((m for m in state.pending if m.role is Role.NEGATE and m.value == EXCEPT), None)
    if left_out is not None and (known := _known(state, mention)) is not None:
        # "Books, excluding Gothic books": what is said of these denies the books themselves.
        yield scored(state, said, Reason("same label", 1.0, mention.start, mention.end), recent=known)
        return
    if not state.nodes:
        root = attacher.root(state, mention.name, mention.start, named=True)
        yield with_item(scored(root, said), 0, mention)
        return
    if mention.shared and not absent:
        others = list(other_of_same(attacher, state, mention.name, mention.start, named=True))
        yield from (with_item(scored(other, said), len(other.nodes) - 1, mention) for other, _ in others)
        if others:
            return
    counted = _is_counted_anew(attacher, state, mention)
    yield from _kind_of_known(attacher, state, mention, said, absent=absent)
    if not absent:
        yield from _again(attacher, state, mention, said, counted=counted)
    yield from _one_more(attacher, state, mention, said, counted=counted, absent=absent, more=more)


def _again(attacher: Attacher, state: State, mention: Mention, said: Reason, *, counted: bool) -> Iterator[State]:
    """The label of a node that is there."""
    for number, node in enumerate(state.nodes):
        if node.label != mention.name:
            continue
        feature = _of_same(attacher, state, number, mention, counted=counted)
        nodes = _with_named(state, number, node.label)
        recent = state.recent if _is_its_noun(state, number, mention) else number
        joined = scored(state, said, Reason(feature, 1.0, mention.start, mention.end), nodes=nodes, recent=recent)
        if _is_told_of(attacher, state, mention):
            # "What is the Emma film based on": it is not asked for itself.
            yield joined.but(items=(*state.items[:-1], state.items[-1]._replace(end=mention.end)))
            continue
        led = (scored(s, said, nodes=nodes, recent=recent) for s in led_to(attacher, state, number, mention))
        yield from (with_item(each, number, mention) for each in (joined, *led))


def _kind_of_known(
    attacher: Attacher, state: State, mention: Mention, said: Reason, *, absent: bool
) -> Iterator[State]:
    """The label of what a node that is there is a kind of, or of a kind of it: "junior players", "who is no junior"."""
    schema = attacher.graph.schema
    labels = schema.label_by_name
    both = schema.overlapping if mention.predicate else ()  # "members who are also guests"
    there = _known(state, mention) is not None
    for number, node in enumerate(state.nodes):
        own, whole = labels[node.label].within, labels[mention.name].within
        # "From depots to stops": two things, though every depot is a stop.
        told = mention.predicate or mention.definite or _is_told_beside(state, number, mention)
        apart = node.named and (there or not told)
        again = Reason("same label again" if apart else "same label", 1.0, mention.start, mention.end)
        if mention.name in own and not absent and node.named:
            yield with_item(scored(state, said, again, recent=number), number, mention)
        elif node.label in whole and not absent:
            nodes = _with_named(state, number, mention.name)
            yield with_item(scored(state, said, again, nodes=nodes, recent=number), number, mention)
        elif (
            node.label in whole
            or (node.label, mention.name) in both
            or (node.label != mention.name and {*own} & {*whole})
        ):
            test = Filter(
                number, "", Comparison.IS_LABEL, mention.name, negated=absent, start=mention.start, end=mention.end
            )
            pending = tuple(marker for marker in state.pending if not denies(marker))
            filters = (*state.filters, test)
            yield scored(state, said, again, filters=filters, pending=pending, recent=number)


def _is_told_beside(state: State, number: int, mention: Mention) -> bool:
    """Whether a label stands right behind words for a node: "junior players"."""
    return any(i.owner == number and not i.edge and i.end == mention.start for i in state.items)


def _with_named(state: State, number: int, label: str) -> tuple[TreeNode, ...]:
    """The nodes, one of them called by a label."""
    node = state.nodes[number]
    return (*state.nodes[:number], TreeNode(label, node.at, True, node.absent), *state.nodes[number + 1 :])


def _of_same(attacher: Attacher, state: State, number: int, mention: Mention, *, counted: bool) -> str:
    """The feature of a label that names a node again."""
    if counted:
        return "asks what was told"
    if state.nodes[number].named:
        alone = attacher.graph.ways.repeats(mention.name) > 1
        known = mention.definite or _is_its_noun(state, number, mention, both=True)
        known = known or (alone and not known_before(state, number, mention)) or _is_whose(state, number)
        return "same label, definite" if known else "same label again"
    return "same label"


def _one_more(
    attacher: Attacher, state: State, mention: Mention, said: Reason, *, counted: bool, absent: bool, more: float
) -> Iterator[State]:
    """The label of a new node; none right behind the name of a thing of this kind, as in "the Emma film"."""
    if not (mention.owners or counted) and _is_called_before(attacher, state, mention):
        return
    another = 1.0 if counted else _another(state, mention)
    possible = another * state.weights["one more"] + mention.joined * state.weights["coordinated"]
    possible += mention.theirs * state.weights["pronoun"]
    hung = attacher.attach(
        state,
        mention.name,
        mention.start,
        said,
        named=True,
        absent=absent,
        conjoined=mention.conjoined,
        until=read_until(state, mention),
        more=more + possible,
    )
    for attached in hung:
        beside = [Reason("one more", another, mention.start, mention.end)] if another else []
        new = len(attached.nodes) - 1
        if beside:
            attached = _with_its_value(attached, new, mention)
        attached = scored(attached, *beside) if beside else attached
        for back in led_back(attacher, attached) if mention.theirs else ():
            yield with_item(back, new, mention)
        yield with_item(attached, new, mention)


def _is_its_noun(state: State, number: int, mention: Mention, *, both: bool = False) -> bool:
    """Whether a label only says what was just called by its name ("in the same year as the Emma film"), or two are."""
    last = state.filters[-1] if state.filters else None
    if last is None or last.edge or (both and last.comparison is not Comparison.IN):
        return False
    return last.owner == number and last.end == mention.start


def _is_whose(state: State, number: int) -> bool:
    """ "Which member category has the most members": the label was only said with its property."""
    own = [item for item in state.items if item.owner == number and not item.edge]
    whole = [item for item in own if item.property is None]
    return bool(whole) and all(any(p.property and p.start == i.end for p in own) for i in whole)


def _is_named(attacher: Attacher, state: State, number: int, mention: Mention) -> bool:
    """Whether a node was called by its name before."""
    return any(f.end < mention.start for f in attacher.graph.named_by(state, number))


def _is_called_before(attacher: Attacher, state: State, mention: Mention) -> bool:
    """Whether the words right before a label are the name of a thing of this kind."""
    alike = (number for number, node in enumerate(state.nodes) if node.label == mention.name)
    return any(f.end == mention.start for number in alike for f in attacher.graph.named_by(state, number))


def _is_told_of(attacher: Attacher, state: State, mention: Mention) -> bool:
    """Whether a label stands behind the name of a thing of its kind, and neither "which" nor "how many" before that."""
    last = state.items[-1] if state.items else None
    asked = last is not None and [m for m in last.roles if m.role in (Role.ASK, Role.WHO) and m.end < last.start]
    told = last is not None and last.by_value and last.end == mention.start and len(asked or ()) == len(last.roles) == 1
    return told and not state.pending and _is_called_before(attacher, state, mention)


def _counts(state: State) -> bool:
    """Whether what is named next is counted."""
    return any(marker.role is Role.COUNT for marker in state.pending)


def _is_counted_anew(attacher: Attacher, state: State, mention: Mention) -> bool:
    """ "Books of the genre satire, and how many genres each has": not how many satires."""
    if not _counts(state) or mention.definite:
        return False
    alike = [number for number, node in enumerate(state.nodes) if node.label == mention.name]
    return bool(alike) and all(_is_named(attacher, state, number, mention) for number in alike)


def _another(state: State, mention: Mention) -> float:
    """How surely a label names one more of its kind: "another crime", or "a crime" where one was named before."""
    alike = [number for number, node in enumerate(state.nodes) if node.label == mention.name]
    if mention.fresh and alike:
        return 1.0
    return _NEW if any(known_before(state, number, mention) for number in alike) else 0.0


def _with_its_value(state: State, new: int, mention: Mention) -> State:
    """ "Where a loud party was also held": the value right before one more of a kind is of this one."""
    last = state.filters[-1] if state.filters else None
    if last is None or last.edge or last.end != mention.start or state.nodes[last.owner].label != mention.name:
        return state
    return state.but(filters=(*state.filters[:-1], last._replace(owner=new)))


def _known(state: State, mention: Mention) -> int | None:
    """The node that is there of a label."""
    return next((n for n, node in enumerate(state.nodes) if node.label == mention.name and not node.absent), None)


def read_until(state: State, mention: Mention) -> int | None:
    """Where a reading stands behind a mention, unless numbers that wait may add to it what only its node tells."""
    return None if any(is_number(marker) for marker in state.pending) else mention.end


def _leads_to_it(marker: Marker, mention: Mention) -> bool:
    """Whether a property stands between a comparison and what is compared: "after the year 1900"."""
    return is_comparison(marker) and 0 <= mention.start - marker.end <= 1


def with_item(state: State, owner: int, mention: Mention, name: str | None = None, *, edge: bool = False) -> State:
    """The state with something named, bound to the markers that waited for it."""
    kept = tuple(m for m in state.pending if name is not None and _leads_to_it(m, mention))
    roles = tuple(m for m in state.pending if m not in kept)
    havings = state.havings
    if name is None and state.items and state.items[-1].by_value and state.items[-1].end == mention.start:
        # "How many Gothic books": the value only describes the noun, which is what is asked for.
        roles = (*state.items[-1].roles, *roles)
        state = state.but(items=state.items[:-1])
    for marker in roles:
        if is_number(marker):
            _, sign, number = marker.value.rstrip("%").split(" ")
            if (sign, float(number)) != (">=", 1.0):
                # At least one: there is one.
                havings = (*havings, Having(len(state.items), Comparison(sign), float(number)))
            if 0 <= mention.start - marker.end <= 1:
                state = scored(state, Reason("number counted", 1.0, marker.start, mention.end))
    if counts_other(roles, mention.start):
        # "How many genres does each play have": it is the genres that are counted.
        state = scored(state, Reason("marker unused", 1.0, mention.start, mention.end))
    part = mention.part if name is not None else ""
    item = Item(owner, name, mention.start, mention.end, roles, edge, mention.score, part=part)
    described = len(state.items) if name is not None else -1
    return state.but(
        items=(*state.items, item),
        pending=kept,
        havings=havings,
        descriptor=described,
        descriptor_end=mention.end,
    )
