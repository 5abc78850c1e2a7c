"""Steps for relation words: they wait for an edge, or explain one that is there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fingerpost.linking.english import english
from fingerpost.linking.mentions import Linked, Mention
from fingerpost.linking.scores import PREPOSITION
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.plans import Comparison
from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.markers import Marker, Role
from fingerpost.questions.roles import COUNTED, NOR, denies, is_number
from fingerpost.questions.state import Having, Item, Reason, State, TreeEdge
from fingerpost.questions.waiting import phrase

_MOST_WAITING = 3
_ASKED = (Role.ASK, Role.COUNT, Role.AGGREGATE, Role.GROUP)
_WHOEVER = frozenset(("nobody", "anyone", "anybody"))
_NAMING = 0.25
"""How much more a noun weighs that waits in vain and names a thing."""
_OBJECT = 3
"""Most words between a verb and its object: "teaches the most gifted"."""
_LEADING = frozenset("in on at by for from with to of during as and or who that which per each every".split())
_NOUN = 0.3
"""Least score of a relation word that may be counted as a noun."""


def relation_step(
    attacher: Attacher, state: State, mentions: Sequence[Mention], *, noun: bool = True
) -> Iterator[State]:
    """The types that words can mean: one of them explains an edge that was just made, or they wait for the next one.

    What is a verb's form is none of what is counted ("how many borrowed it").
    """
    first = mentions[0]
    for mention in mentions:
        again = mention.score <= PREPOSITION
        for number, edge in enumerate(state.edges):
            if edge.type == mention.name and not edge.said:
                edges = (*state.edges[:number], _told(edge, mention), *state.edges[number + 1 :])
                yield scored(state, _said_after(mention), edges=edges)
            elif edge.type == mention.name and not again and (_said_since(state, number, mention) or mention.theirs):
                # "... Return the minute in which they scored": what was said before.
                again = True
                yield scored(state, _said_again(mention))
        yield from _retyped(attacher, state, mention)
        waiting = [m for m in state.pending if _counts(m)]
        if noun and waiting and mention.start - max(m.end for m in waiting) <= 1 and mention.score >= _NOUN:
            # "How many goals were scored", "more than two goals": the relationships themselves are counted.
            rest = tuple(m for m in state.pending if m not in waiting)
            counted = (mention.name, mention.start, mention.end, tuple(waiting))
            left = tuple(relation for relation in state.relations if relation.name != mention.name)
            before = [m for m in state.relations if m.name == mention.name and m.end <= mention.start]
            once = scored(state, *(_said_again(m)._replace(amount=0.0) for m in before))  # "who scored: the goals"
            yield once.but(relations=(*left, mention), counted=(*state.counted, counted), pending=rest)
    starts = {waiting.start for waiting in state.relations}
    if len(starts) < _MOST_WAITING or first.start in starts:
        yield state.but(relations=(*state.relations, *mentions))


def _retyped(attacher: Attacher, state: State, mention: Mention) -> Iterator[State]:
    """ "Films that Ann directed", "for each film, the people who directed": the edge to them, of which nothing was said
    yet, is of the type that the verb says."""
    number = len(state.edges) - 1
    edge = state.edges[number] if state.edges else None
    if edge is None or edge.said or edge.type == mention.name or mention.score <= PREPOSITION:
        return
    pair = (state.nodes[edge.start].label, state.nodes[edge.end].label)
    if (
        not _is_subject(state, max(edge.start, edge.end), mention)
        or pair[0] == pair[1]
        or any(other.type == mention.name for other in state.edges)
    ):
        return
    for start, end in attacher.endpoints(mention.name):
        if {start, end} == set(pair):
            ends = (edge.start, edge.end) if start == pair[0] else (edge.end, edge.start)
            said = edge._replace(type=mention.name, start=ends[0], end=ends[1], either=False, said=True)
            yield scored(state, _said_after(mention), edges=(*state.edges[:number], said))
            return


def _is_subject(state: State, node: int, verb: Mention) -> bool:
    """Whether a node was named right before a verb, or before the "who" of it."""
    told = state.filters[-1] if state.filters else None
    if told is not None and told.owner == node and told.end == verb.start:
        return True
    last = state.items[-1] if state.items else None
    named = last is not None and last.property is None and not last.edge and last.owner == node
    return named and last is not None and verb.start - last.end == 1


def rest_step(_: Attacher, state: State, mention: Mention) -> Iterator[State]:
    """ "Knows Anna's phone number": more words of a relation that was said."""
    if any(edge.type == mention.name and edge.said for edge in state.edges):
        yield scored(state, _said_after(mention))


def _said_after(mention: Mention) -> Reason:
    """A relation word that explains an edge made before it."""
    worth = mention.score * phrase(mention)
    return Reason("relation said after", worth, mention.start, mention.end, f"{mention.name} was said")


def _said_again(mention: Mention) -> Reason:
    """A word for a relation that was said before."""
    return Reason("relation said again", mention.score, mention.start, mention.end, f"{mention.name} was said")


def _told(edge: TreeEdge, mention: Mention) -> TreeEdge:
    """The edge, led as a word behind both its nodes says: the nearer one does it ("people that Ann manages"), and of
    pronouns the other one ("how many people do they manage")."""
    if not edge.either or not mention.way:
        return edge._replace(said=True)
    older, nearer = sorted((edge.start, edge.end), reverse=mention.theirs)
    start, end = (nearer, older) if mention.way == "forward" else (older, nearer)
    return edge._replace(start=start, end=end, either=False, said=True)


def _said_since(state: State, number: int, mention: Mention) -> bool:
    """Whether something more is asked for since an edge was made: what is said of that speaks of the same again."""
    edge = state.edges[number]
    asked = any(edge.at < m.start < mention.start for m in state.markers if m.role in _ASKED)
    return asked or any(i.edge and i.owner == number and i.end <= mention.start for i in state.items)


def _is_again(state: State, mention: Mention) -> bool:
    """Whether a word that waits says again what an edge was said to be, before more was asked for."""
    return any(
        edge.said and edge.type == mention.name and (_said_since(state, number, mention) or mention.theirs)
        for number, edge in enumerate(state.edges)
    )


def _counts(marker: Marker) -> bool:
    """Whether a marker counts the noun behind it: "how many", "the average number of", "more than two", "the most"."""
    if marker.role is Role.SUPERLATIVE:
        return marker.value in COUNTED
    return marker.role is Role.COUNT or marker.value == "avg count" or is_number(marker)


def counted_edge(state: State) -> State:
    """The state with the relationships that are counted as things named."""
    left = []
    for counted in state.counted:
        type_, start, end, roles = counted
        number = next((n for n, edge in enumerate(state.edges) if edge.type == type_), None)
        if number is None:
            left.append(counted)
        else:
            state = _with_counted(state, Item(number, None, start, end, roles, edge=True))
    return state.but(counted=tuple(left)) if state.counted else state


def counted_alone(attacher: Attacher, state: State) -> State:
    """ "How many visits are there": nothing is named but the relationships that are counted."""
    attached = joining_counted(attacher, state)
    return state if attached is None else counted_edge(attached)


def joining_counted(attacher: Attacher, state: State) -> State | None:
    """The state with what the relationships join that are counted, where nothing else is named."""
    if state.nodes or not state.counted:
        return None
    type_, start, *_ = state.counted[0]
    label = attacher.endpoints(type_)[0][0]
    attached = next(attacher.over_type(attacher.root(state, label, start, named=False), type_, start), None)
    if attached is None:
        return None
    return attached.but(relations=tuple(m for m in attached.relations if m.name != type_))


def _with_counted(state: State, item: Item) -> State:
    """The state with an item in its place among the others, and with what its number must be."""
    place = sum(other.start < item.start for other in state.items)
    first = item.roles[0]
    state = scored(state, Reason("relation counted", 1.0, first.start, item.end))
    moved = [having._replace(item=having.item + (having.item >= place)) for having in state.havings]
    for marker in item.roles:
        if is_number(marker):
            _, sign, number = marker.value.split(" ")
            if number.endswith("%"):  # a share is no count
                state = scored(state, Reason("marker unused", 1.0, marker.start))
                continue
            moved.append(Having(place, Comparison(sign), float(number)))
            state = scored(state, Reason("number counted", 1.0, marker.start, item.end))
    return state.but(items=(*state.items[:place], item, *state.items[place:]), havings=tuple(moved))


def unused(state: State) -> float:
    """How many relation words wait in vain; what holds other words together is let by.

    A noun that names a thing by its relation weighs more: without it there would be all of them and not "managers".
    """
    left = {m.start for m in state.relations if m.score > PREPOSITION}
    named = {item.start for item in state.items if item.property is None and not item.edge and not item.by_value}
    return len(left) + _NAMING * len(left & named)


def without_said(state: State) -> State:
    """The state without a noun for a relation that an edge of its node says: "managers with two reports"."""
    said = {(edge.type, place) for edge in state.edges if edge.said for place in (edge.start, edge.end)}
    owners = {item.start: item.owner for item in state.items if not item.edge}
    kept = tuple(m for m in state.relations if (m.name, owners.get(m.start, -1)) not in said)
    return state if len(kept) == len(state.relations) else state.but(relations=kept)


def somebody(attacher: Attacher, state: State, linked: Linked) -> Iterator[State]:
    """ "Which skills does nobody have", "does anyone know Rust": people who have to do with what was named."""
    at = next((i for i, token in enumerate(linked.tokens) if token.norm in _WHOEVER), None)
    counted = _counted_people(state, linked) if at is None else None
    at = counted.end if counted is not None else at
    people = attacher.graph.people
    if at is None or len(state.nodes) != 1 or state.relations or state.nodes[0].label in people:
        return
    denied = next((m for m in state.pending if m.role is Role.NEGATE and m.start <= at < m.end), None)
    if linked.tokens[at].norm == "nobody" and denied is None:
        return
    left = state.but(pending=tuple(m for m in state.pending if m is not denied))
    joined = [label for label in people if attacher.graph.ways.links(state.nodes[0].label, label)]
    if state.skipped and len(joined) > 1:
        return  # whom a verb that means nothing here speaks of, nothing tells
    for label in joined[:2]:
        for attached in attacher.attach(left, label, at, named=True, absent=denied is not None):
            if counted is not None:
                items = (state.items[0]._replace(owner=len(attached.nodes) - 1, by_value=False), *attached.items[1:])
                attached = attached.but(items=items)
            yield scored(attached, Reason("label", 1.0, at, at + 1, "people"))


def denied_too(attacher: Attacher, state: State) -> State:
    """ "Neither visited nor reviewed a shop": the second verb is denied of the same subject as the first."""
    gone = next((n for n, node in enumerate(state.nodes) if node.absent), None)
    if gone is None or not any(m.value == NOR for m in state.markers) or any(f.owner == gone for f in state.filters):
        return state
    hung = next(edge for edge in state.edges if gone in (edge.start, edge.end))
    subject = hung.start if hung.end == gone else hung.end
    for mention in state.relations:
        if mention.score > PREPOSITION and mention.name != hung.type:
            for attached in attacher.over_type(state, mention.name, mention.start, absent=True):
                if subject in (attached.edges[-1].start, attached.edges[-1].end):
                    return denied_too(attacher, attached)
    return state


def none_such(state: State) -> State:
    """ "Have no review with three stars": there is none that has them, and not one that has others."""
    for number, edge in enumerate(state.edges):
        leaf = max(edge.start, edge.end)
        held = [f for f in state.filters if f.edge and f.owner == number]
        denial = _denial_of(state, edge) if held and not edge.absent and _is_bare(state, leaf) else None
        if denial is None or (denial in state.pending) == any(f.negated for f in held):
            continue
        nodes = (*state.nodes[:leaf], state.nodes[leaf]._replace(absent=True), *state.nodes[leaf + 1 :])
        filters = tuple(f._replace(negated=False) if f in held else f for f in state.filters)
        return state.but(nodes=nodes, filters=filters, pending=tuple(m for m in state.pending if m is not denial))
    return state


def _denial_of(state: State, edge: TreeEdge) -> Marker | None:
    """The denial right before the words that said an edge."""
    said = (r for r in state.reasons if r.feature == "relation used" and r.note.startswith(f"{edge.type} "))
    starts = {reason.start for reason in said}
    return next((m for m in state.markers if m.role is Role.NEGATE and m.end in starts), None)


def _is_bare(state: State, node: int) -> bool:
    """Whether nothing is said of a node, which only ends an edge."""
    told = {i.owner for i in state.items if not i.edge} | {f.owner for f in state.filters if not f.edge}
    ends = sum(node in (edge.start, edge.end) for edge in state.edges)
    return ends == 1 and node not in told and not state.nodes[node].named and not state.nodes[node].absent


def _counting_them(attacher: Attacher, state: State, verb: Mention) -> State:
    """ "How many borrowed Emma": those who did, and not how many of it there are."""
    first = state.items[0] if state.items else None
    if first is None or not first.by_value or state.nodes[-1].absent:
        return state
    if state.nodes[-1].label not in attacher.graph.people and state.nodes[first.owner].label in attacher.graph.people:
        return state
    counts = any(m.role is Role.COUNT and not m.value and m.end == verb.start for m in first.roles)
    asked = first._replace(owner=len(state.nodes) - 1, by_value=False)
    return state.but(items=(asked, *state.items[1:])) if counts else state


def _counted_people(state: State, linked: Linked) -> Marker | None:
    """ "How many know Rust": the count before a verb, with no noun between, and a name behind it."""
    first = state.items[0] if state.items else None
    if first is None or not first.by_value or state.nodes[first.owner].named:
        return None
    marker = next((m for m in first.roles if m.role is Role.COUNT and m.end == first.start - 1), None)
    if marker is None or marker.value:
        return None
    verb = (linked.tokens[marker.end].stem,)
    return marker if verb in english().relations else None


def _has_object(state: State, linked: Linked, verb: Mention) -> bool:
    """Whether a noun is right behind a verb, with no preposition between, and hangs by what nobody said.

    "Who teaches the most students" speaks of their courses, and not of other students that they know of besides.
    """
    for edge in state.edges:
        thing = state.nodes[max(edge.start, edge.end)]
        between = [token.norm for token in linked.tokens[verb.end : thing.at]]
        near = verb.end <= thing.at and len(between) <= _OBJECT and _LEADING.isdisjoint(between)
        if near and thing.named and not edge.said:
            return True
    return False


def is_helping(mention: Mention, linked: Linked) -> bool:
    """Whether a relation word only holds a sentence together: "has", "of"; but not the "given" of "given by Ann"."""
    done = [token.norm for token in linked.tokens[mention.end : mention.end + 1]] == ["by"]
    return mention.length == 1 and not done and linked.tokens[mention.start].norm in FUNCTION_WORDS


def implied(attacher: Attacher, state: State, linked: Linked) -> Iterator[State]:
    """Readings in which a waiting relation word has an edge to a node that nobody mentioned."""
    for mention in state.relations:
        helping = is_helping(mention, linked)
        if mention.score <= PREPOSITION or helping or _is_again(state, mention):
            continue
        # "Books that were never borrowed", "reports to nobody": who would have borrowed them must not exist.
        denied = next((m for m in state.pending if denies(m) and m.start <= mention.end + 1), None)
        if denied is not None:
            state = state.but(pending=tuple(m for m in state.pending if m is not denied))
        passed = Reason("object passed by", float(_has_object(state, linked, mention)), mention.start)
        made = Reason("implied node", 1.0, mention.start, mention.end)
        absent = denied is not None
        ends = list(attacher.over_type(state, mention.name, mention.start, absent=absent))
        unread = absent or not set(state.skipped).isdisjoint(linked.content)
        for attached in ends or ([] if unread else _by_way_of(attacher, state, mention)):
            attached = denied_too(attacher, _counting_them(attacher, attached, mention))
            left = Reason("relation unused", unused(attached))
            yield counted_edge(scored(attached, made, left, passed))


def _by_way_of(attacher: Attacher, state: State, verb: Mention) -> Iterator[State]:
    """ "What does Ann grow", where her plots grow it: what is done by that which hangs on the one thing named."""
    if len(state.nodes) != 1 or not any(f.end <= verb.start for f in state.filters if not f.edge):
        return
    for _, done in attacher.endpoints(verb.name)[:1]:
        for attached in attacher.attach(state, done, verb.start, named=False):
            if any(edge.type == verb.name and edge.said for edge in attached.edges):
                asked = Item(len(attached.nodes) - 1, None, verb.start, verb.end)
                yield attached.but(items=(*attached.items, asked))
