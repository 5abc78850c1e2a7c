"""Relations that lead back, and those that leave nothing else: "a shop that they own", "each other", "only"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fingerpost.linking.english import english
from fingerpost.linking.mentions import Linked, Mention
from fingerpost.linking.scores import PREPOSITION
from fingerpost.linking.text import split_name, stem
from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.markers import Marker, Role
from fingerpost.questions.state import Filter, Item, Reason, State, TreeEdge
from fingerpost.questions.waiting import phrase

_EACH_OTHER = (("each", "other"), ("one", "another"))
_BACK = frozenset("him her it them himself herself itself themselves".split())
_JOINING = frozenset("and is are was were also both being who that".split())
_BEHIND = 1
"""How many words may stand between "only" and the value that leaves others out: "only the French ones"."""
_LED = 0.5
"""How far a preposition says what a pronoun would."""
_CLAUSE = 5
"""Most words between a noun and what a preposition behind it leads to: "matches that were played during the cup"."""
_NEAR = 2
"""How many words may stand between "not" and what it denies, or a noun and what is said of it."""


def closing_step(attacher: Attacher, state: State, mentions: Sequence[Mention]) -> Iterator[State]:
    """A relation that pronouns say joins two that are there and were joined otherwise before."""
    if len(state.nodes) < 2:
        return
    for mention in mentions:
        if not mention.theirs:
            continue
        denied = next((m for m in state.pending if m.role is Role.NEGATE and mention.start - m.end <= _NEAR), None)
        pending = tuple(m for m in state.pending if m is not denied)
        said = Reason("relation used", mention.score * phrase(mention), mention.start, mention.end, mention.reason)
        for start, end in _ends(attacher, state, mention.name):
            joined = any(edge.said and {edge.start, edge.end} == {start, end} for edge in state.edges)
            if joined and mention.score <= PREPOSITION:
                continue  # "how many raced in them": what the verb said already
            edge = TreeEdge(start, end, mention.name, False, mention.start, True, denied is not None)
            pronoun = Reason("pronoun", 1.0, mention.start)
            rest = tuple(m for m in state.relations if m.name != mention.name)  # "who scored ... when they scored"
            yield scored(state, said, pronoun, edges=(*state.edges, edge), pending=pending, relations=rest)


def led_back(attacher: Attacher, state: State) -> Iterator[State]:
    """ "A product that they ordered", where orders are nodes: the last one joins whom it hangs on and who they are."""
    new, last = len(state.nodes) - 1, state.edges[-1]
    for place, node in enumerate(state.nodes[:-1]):
        links = attacher.graph.ways.links(node.label, state.nodes[new].label)
        if links and not node.absent and place not in (last.start, last.end) and not state.nodes[new].absent:
            start, end = (place, new) if links[0].forward else (new, place)
            edge = TreeEdge(start, end, links[0].type, False, state.nodes[new].at, True)
            yield scored(state, Reason("pronoun", 1.0, edge.at), edges=(*state.edges, edge))


def led_to(attacher: Attacher, state: State, known: int, mention: Mention) -> Iterator[State]:
    """ "Scored in matches within that cup": what was spoken of last is joined with what is spoken of again."""
    item = _spoken_of(state)
    if not mention.led or item is None or item.property is not None or item.edge:
        return
    last = item.owner
    apart = last != known and state.nodes[last].at > state.nodes[known].at and mention.start - item.end <= _CLAUSE
    if not apart or _is_near(state, last, known) or any(m.role is Role.GROUP for m in state.pending):
        return
    said = {m.name: m for m in sorted(state.relations, key=lambda m: m.score) if m.start >= item.end}
    links = attacher.graph.ways.links(state.nodes[last].label, state.nodes[known].label)
    for link in [link for link in links if link.type in said] or links[:1]:
        start, end = (last, known) if link.forward else (known, last)
        used = said.get(link.type)
        reasons = [Reason("edge", 1.0, mention.start)]
        if used is None or used.score <= PREPOSITION:
            reasons.append(Reason("pronoun", _LED, mention.start))
        if used is None:
            reasons.append(Reason("edge unsaid", link.rarity, mention.start))
        else:
            note = f"{link.type} was said"
            reasons.append(Reason("relation said after", used.score * phrase(used), used.start, used.end, note))
        rest = tuple(m for m in state.relations if used is None or m.end < used.start or m.start > used.end)
        edge = TreeEdge(start, end, link.type, link.either, mention.start, True)
        yield scored(state, *reasons, edges=(*state.edges, edge), relations=rest)


def _spoken_of(state: State) -> Item | None:
    """What was spoken of last; of "the number of matches that each team played", the matches."""
    item = state.items[-1] if state.items else None
    if item is None or item.owner != state.recent:
        return None
    before = state.items[-2] if len(state.items) > 1 else None
    counted = before is not None and any(m.role is Role.COUNT for m in before.roles)
    if before is None or not counted or not any(m.role is Role.GROUP for m in item.roles):
        return item
    joined = any({edge.start, edge.end} == {before.owner, item.owner} for edge in state.edges)
    return before if joined and not before.edge else item


def _is_near(state: State, node: int, known: int) -> bool:
    """Whether a node hangs on one that is known, or on one that nobody named on the way there."""
    hung = {max(edge.start, edge.end): min(edge.start, edge.end) for edge in reversed(state.edges)}
    before = hung[node]
    told = {f.owner for f in state.filters if not f.edge}
    return before == known or not (state.nodes[before].named or before in told)


def _ends(attacher: Attacher, state: State, type_: str) -> Iterator[tuple[int, int]]:
    """The pairs of nodes that are there, of unlike labels, and could be joined by a type that joins none yet.

    What the later one hangs on, and was not said, may be what this type says of them.
    """
    if any(edge.type == type_ for edge in state.edges):
        return
    unsaid = {place for edge in state.edges if not edge.said for place in (edge.start, edge.end)}
    for pair in attacher.endpoints(type_):
        for start, one in enumerate(state.nodes):
            for end, other in enumerate(state.nodes):
                fits = (one.label, other.label) == pair and one.label != other.label
                if fits and not (one.absent or other.absent) and max(start, end) not in unsaid:
                    yield start, end


def each_other(states: Sequence[State], linked: Linked) -> Iterator[State]:
    """ "Who know each other": a relation of two of one kind, both ways."""
    pairs = [(a.norm, b.norm) for a, b in zip(linked.tokens, linked.tokens[1:], strict=False)]
    at = next((i for i, pair in enumerate(pairs) if pair in _EACH_OTHER), -1)
    turned = _said_both_ways(linked) if at < 0 else None
    at = at if turned is None else turned.start
    for state in states if at >= 0 else ():
        for number, edge in enumerate(state.edges):
            alike = state.nodes[edge.start].label == state.nodes[edge.end].label
            if turned is not None and [e.type for e in state.edges].count(turned.name) > (edge.type == turned.name):
                continue
            if alike and edge.said and not (state.nodes[edge.start].absent or state.nodes[edge.end].absent):
                again = [Reason("relation used", 1.0, turned.start, turned.end)] if turned is not None else []
                told = {f.owner for f in state.filters if not f.edge}
                if _is_of_both(edge.type) and {edge.start, edge.end} <= told:
                    # "Do Elm and Oak border each other": stored one way, it is so for both.
                    edges = (*state.edges[:number], edge._replace(either=True), *state.edges[number + 1 :])
                    yield scored(state, Reason("pronoun", 1.0, at, at + 2), *again, edges=edges)
                    break
                there = edge._replace(either=False)
                back = there._replace(start=edge.end, end=edge.start)
                edges = (*state.edges[:number], there, *state.edges[number + 1 :], back)
                yield scored(state, Reason("pronoun", 1.0, at, at + 2), *again, edges=edges)
                break


def _is_of_both(type_: str) -> bool:
    """Whether what a relation says of one it says of the other: BORDERS, NEIGHBOUR_OF."""
    words = split_name(type_)
    return not english().mutual.isdisjoint({*words, *map(stem, words)})


def _said_both_ways(linked: Linked) -> Mention | None:
    """ "Who like and are liked by Ann", "who like Ann and are liked by her": what is said again, turned."""
    verbs = [m for m in linked.mentions if m.kind == "relation" and m.way]
    tokens = linked.tokens
    for first in verbs:
        for again in verbs:
            if first.name != again.name or first.way == again.way or first.end >= again.start:
                continue
            between = [token.norm for token in tokens[first.end : again.start]]
            after = again.end + (again.end < len(tokens) and tokens[again.end].norm == "by")
            back = after < len(tokens) and tokens[after].norm in _BACK
            if "and" in between and (back or all(word in _JOINING for word in between)):
                return again
    return None


def is_mutual(state: State) -> bool:
    """Whether two are joined both ways by one relation."""
    ways = {(edge.start, edge.end, edge.type) for edge in state.edges}
    return any((end, start, type_) in ways for start, end, type_ in ways)


def restricted(state: State) -> State:
    """ "Serve only vegan dishes": no others are served, where the condition is of what hangs on another."""
    only = [marker for marker in state.markers if marker.role is Role.ONLY]
    if not only:
        return state
    hung = {place for edge in state.edges for place in (edge.start, edge.end)}
    # "Only French books", "only books in French".
    nouns = [i for i in state.items if i.property is None and any(0 <= i.start - m.end <= _BEHIND for m in only)]

    def is_meant(f: Filter) -> bool:
        beside = any(0 <= f.start - m.end <= _BEHIND or _ends_with(state, f, m) for m in only)
        return beside or any(i.owner == f.owner and 0 <= f.start - i.end <= _NEAR for i in nouns)

    filters = tuple(
        f._replace(every=True)
        if f.owner in hung and not (f.edge or f.part or state.nodes[f.owner].absent) and is_meant(f)
        else f
        for f in state.filters
    )
    heeded = any(f.every for f in filters)
    pending = tuple(m for m in state.pending if m not in only) if heeded else state.pending
    return state.but(filters=filters, pending=pending)


def _ends_with(state: State, condition: Filter, only: Marker) -> bool:
    """ "Supplied by Alpina only": behind what it is said of, and nothing of which it may be said stands behind it."""
    starts = [*(item.start for item in state.items), *(f.start for f in state.filters)]
    return only.start == condition.end and not any(start >= only.end for start in starts)
