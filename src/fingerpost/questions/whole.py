"""Features of whole readings: what can only be told once the pattern and the head of a reading are there.

They rank complete readings only, after the beam. Their weights are learned over many graphs (`whole.json`, made by
`scripts/tables/learn_generic.py`), so none of them names anything of a graph.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.mentions import Linked, Mention
from fingerpost.linking.text import joined_name
from fingerpost.plans import Comparison
from fingerpost.questions.algebra import Head, Kind, Term, has_role, term_of
from fingerpost.questions.markers import Role
from fingerpost.questions.state import Reason, State, summed

_FEW = 3
"""Properties of a label that stands for little more than a value."""


def whole_features(linked: Linked, state: State, head: Head, schema: GraphSchema) -> dict[str, float]:
    """The features of a whole reading with their amounts."""
    return summed(pair for pair in _features(linked, state, head, schema) if pair[1])


def whole_reasons(linked: Linked, state: State, head: Head, schema: GraphSchema) -> tuple[Reason, ...]:
    """The features of a whole reading that have weights, each as a reason."""
    found = whole_features(linked, state, head, schema)
    return tuple(Reason(name, amount) for name, amount in found.items() if name in state.weights)


def _features(linked: Linked, state: State, head: Head, schema: GraphSchema) -> Iterator[tuple[str, float]]:
    terms = _terms(head)
    shown = {term.owner for term in terms if not term.edge}
    told = {condition.owner for condition in state.filters if not condition.edge}
    yield from _tree(state, shown | told)
    yield from _twins(state, shown, told)
    yield from _focus(state, head, told)
    yield from _columns(state, head, schema)
    yield from _idle(state, set(terms), told)
    yield from _covered(linked, state, head)
    yield "narrow label", float(sum(not node.named and node.label in schema.narrower for node in state.nodes))


def _terms(head: Head) -> list[Term]:
    """All that a head speaks of."""
    terms = [head.focus, *head.columns, *head.keys, *(m.term for m in head.measures), *head.missing, *head.present]
    terms += [*(term for term, _ in head.order), *(condition.term for condition in head.having)]
    if head.best is not None:
        terms += [head.best.term, *head.best.each]
    return terms if head.per is None else [*terms, head.per]


def _tree(state: State, needed: set[int]) -> Iterator[tuple[str, float]]:
    """How large the pattern is, and nodes that it has without telling or showing anything of them."""
    joined = [0] * len(state.nodes)
    for edge in state.edges:
        joined[edge.start] += 1
        joined[edge.end] += 1
    yield "nodes", float(len(state.nodes))
    yield "star", float(max(joined, default=0) > 2)
    for number, node in enumerate(state.nodes):
        if number not in needed and not node.absent:
            place = "bare end" if joined[number] < 2 else "bare between"
            yield place if node.named else f"{place}, unnamed", 1.0


def _twins(state: State, shown: set[int], told: set[int]) -> Iterator[tuple[str, float]]:
    """Two nodes of one label: joined with each other, hung on the same node in the same way, or apart."""
    around: list[set[tuple[str, int]]] = [set() for _ in state.nodes]
    for edge in state.edges:
        around[edge.start].add((edge.type, edge.end))
        around[edge.end].add((edge.type, edge.start))
    for second, node in enumerate(state.nodes):
        for first in range(second):
            other = state.nodes[first]
            if other.label != node.label:
                continue
            if any(end == second for _, end in around[first]):
                yield "twins joined", 1.0
            elif around[first] & around[second]:
                yield "twins absent" if node.absent or other.absent else "twins alike", 1.0
            else:
                yield "twins apart", 1.0
            yield "twin bare", float(second not in shown and second not in told)
            yield "twins told", float(first in told and second in told)
    yield "full name parted", float(_parted_names(state))
    yield "type twice", float(len(state.edges) - len({edge.type for edge in state.edges}))


def _parted_names(state: State) -> int:
    """How often two values side by side that one thing may have, as "Bill Crane", are of two things of its label."""
    named = [f for f in state.filters if f.comparison is Comparison.EQ and isinstance(f.value, str) and not f.edge]
    return sum(
        one.end == other.start
        and one.property != other.property
        and one.owner != other.owner
        and state.nodes[one.owner].label == state.nodes[other.owner].label
        for one in named
        for other in named
    )


def _focus(state: State, head: Head, told: set[int]) -> Iterator[tuple[str, float]]:
    if head.focus.edge:
        yield "focus is an edge", 1.0
        return
    owner = head.focus.owner
    yield "focus later", float(owner > 0)
    yield "focus told", float(owner in told)
    ends = sum(owner in (edge.start, edge.end) for edge in state.edges)
    yield "focus at an end", float(len(state.nodes) > 1 and ends < 2)


def _columns(state: State, head: Head, schema: GraphSchema) -> Iterator[tuple[str, float]]:
    said = {term_of(item) for item in state.items}
    yield "more columns", float(max(len(head.columns) - 1, 0))
    yield "more owners", float(max(len({(term.owner, term.edge) for term in head.columns}) - 1, 0))
    for term in head.columns:
        if term.property is not None:
            yield "column said" if term in said else "column unsaid", 1.0
            yield "column of an edge", float(term.edge)
            yield "column like its label", float(not term.edge and _alike(term.property, state.nodes[term.owner].label))
        elif not term.edge and (label := schema.label_by_name.get(state.nodes[term.owner].label)) is not None:
            held = len(label.properties)
            yield f"thing of {'one' if held < 2 else 'few' if held <= _FEW else 'many'}", 1.0
    yield "keys", float(len(head.keys))
    if head.kind is Kind.LIST:
        owners = {term.owner for term in head.columns}
        yield "list by keys", float(bool(head.keys))
        yield "keys of others", float(sum(key.owner not in owners for key in head.keys))
    grouped = {term_of(item) for item in state.items if has_role(item, Role.GROUP)}
    yield "key unasked", float(sum(key not in grouped for key in head.keys))
    for measure in head.measures:
        kind = "a thing" if measure.term.property is None else "said" if measure.term in said else "unsaid"
        yield f"measure {kind}", 1.0


def _alike(name: str, label: str) -> bool:
    return joined_name(name) == joined_name(label)


def _idle(state: State, terms: set[Term], told: set[int]) -> Iterator[tuple[str, float]]:
    """What was named and plays no part, and how well what plays one fits its words."""
    owners = {(term.owner, term.edge) for term in terms}
    for item in state.items:
        if item.property is not None:
            if term_of(item) in terms:
                yield "inexact", 1 - item.score
            else:
                yield "item idle", 1.0
        elif not item.by_value and (item.owner, item.edge) not in owners and item.owner not in told:
            yield "thing idle", 1.0


def _covered(linked: Linked, state: State, head: Head) -> Iterator[tuple[str, float]]:
    """Content words that no part of the reading explains, and names among them."""
    heeded = explained(state, head)
    yield "unexplained", float(sum(place not in heeded for place in linked.content))
    yield "passed over", len(state.skipped) / max(len(linked.content), 1)
    yield "name unheeded", float(len({mention.start for mention in unheeded_names(linked, state, heeded)}))


def explained(state: State, head: Head) -> frozenset[int]:
    """The places of the words that a reading has a use for."""
    spans = {(reason.start, reason.end) for reason in (*state.reasons, *head.reasons)}
    places = {place for start, end in spans if start >= 0 for place in range(start, end)}
    return frozenset(places.difference(state.skipped))


def unheeded_names(linked: Linked, state: State, heeded: Collection[int]) -> Iterator[Mention]:
    """Values that are named and play no part in a reading, and labels of which it has nothing.

    Of two labels side by side one is enough, as in "member companies": each names the same things.
    """
    labels = {node.label for node in state.nodes}
    names = [m for m in linked.outright if m.kind == "label" and m.name in labels]
    edges = {m.start for m in names} | {m.end for m in names}
    for mention in linked.outright:
        unread = not any(place in heeded for place in range(mention.start, mention.end))
        beside = mention.kind == "label" and not edges.isdisjoint((mention.start, mention.end))
        if unread and (mention.kind == "value" or (mention.name not in labels and not beside)):
            yield mention
