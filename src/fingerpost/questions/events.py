"""Ages at an event: "the average age of the players at the cup of 1999" is their age then, and not today's.

An event tells when it took place, and people take part in it. What is only dated (a club that was founded, a book that
came out) is none, as long as nobody says "at the time".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from fingerpost.core.schema import PropertyInfo
from fingerpost.linking.derived import AGE, tells_birth, tells_when
from fingerpost.linking.english import english
from fingerpost.linking.text import split_name, stem
from fingerpost.questions.algebra import Head, Kind, Term, Then, scored_head, term_of
from fingerpost.questions.markers import Role
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Filter, Reason, State, TreeEdge
from fingerpost.questions.tree import steps, way
from fingerpost.questions.wording import Wording

_NOW = re.compile(
    r"\b(?:now|today|nowadays|currently|presently)\b|\b(?:current|present)(?: [a-z]+)? ages?\b|\bhow old (?:are|is)\b"
)
_THEN = re.compile(
    r"\bat (?:the|that) time\b|\bback then\b|\bas of (?:the|that) (?!year \d)|\b(?:in|during) that year\b"
)
_HOW_OLD = re.compile(r"\bhow old (?:was|were)\b")
_PRESENT = frozenset(("is", "are"))
_NEAR = 4
"""Most words from "are" to the number of "are older than 30"."""
_SMALL = frozenset("of on at in the is was were for to as part belong belongs during within".split())
_KINDS = (Kind.LIST, Kind.AGGREGATE, Kind.CHECK, Kind.SHARE, Kind.ALL, Kind.MOST)


def at_event(graph: SchemaGraph, state: State, head: Head, wording: Wording) -> Head:
    """The head with the event at which the ages that it asks of are counted, where there is one."""
    if head.kind not in _KINDS or head.either or (head.part is not None and head.part.nodes):
        return head
    asked = tuple(_asked(graph, state, head))
    aged = {term for term in (*_terms(head), *asked) if term.part == AGE and not term.edge}
    bounds = tuple(f for f in state.filters if f.ago is not None and not f.edge)
    if not aged and not bounds:
        return head
    said = wording.said(0, _EVERYTHING)
    told = _THEN.search(said) is not None
    if not told and (_NOW.search(said) is not None or (asked and _HOW_OLD.search(said) is None)):
        return head
    bounds = tuple(f for f in bounds if told or not _is_present(f, wording))
    born = {(term.owner, term.property or "") for term in aged} | {(f.owner, f.property) for f in bounds}
    if not born:
        return head
    owners = {owner for owner, _ in born}
    own = _own_moment(graph, state, owners) if asked else None
    if own is not None:
        columns = tuple(c._replace(part=AGE) if c._replace(part=AGE) in asked else c for c in head.columns if c != own)
        return head._replace(then=Then(own, bounds), columns=columns)
    events = _Events(graph, state, head, told=told)
    when = events.of(owners)
    if when is None:
        return head
    columns = tuple(c._replace(part=AGE) if c._replace(part=AGE) in asked else c for c in head.columns)
    dated = head._replace(then=Then(when, bounds), columns=columns)
    return scored_head(dated, Reason("not there", 1.0)) if events.absent(owners, when) else dated


_EVERYTHING = 1_000


def _terms(head: Head) -> Iterator[Term]:
    """The terms that a head shows, measures or chooses by."""
    yield from (*head.columns, *head.keys, *(m.term for m in head.measures), *(h.term for h in head.having))
    yield from (term for term, _ in head.order)
    if head.best is not None:
        yield head.best.term


def _asked(graph: SchemaGraph, state: State, head: Head) -> Iterator[Term]:
    """ "How old was Ann at the cup": an age, though today it is the day of birth that answers."""
    if not any(marker.role is Role.ASK_PROPERTY and marker.value == "how old" for marker in state.markers):
        return
    for column in head.columns:
        if column.property is not None and not column.edge:
            yield column._replace(part=AGE)


def _own_moment(graph: SchemaGraph, state: State, owners: set[int]) -> Term | None:
    """ "How old was Ann when she joined": when something happened to her that she herself tells."""
    if sum(m.role is Role.ASK_PROPERTY for m in state.markers) < _TWO:
        return None
    terms = (term_of(i) for i in state.items if i.property is not None and not i.edge)
    infos = ((c, graph.held(state, c.owner, c.property or "", edge=False)) for c in dict.fromkeys(terms))
    own = [c for c, info in infos if info is not None and tells_when(info) and not tells_birth(info)]
    return own[0] if len(own) == 1 and {own[0].owner} == owners else None


_TWO = 2


def _is_present(bound: Filter, wording: Wording) -> bool:
    """ "Players who are older than 30": today."""
    before = wording.said(max(bound.start - _NEAR, 0), bound.start).split()
    return not _PRESENT.isdisjoint(before)


class _Events:
    """The events of one reading."""

    def __init__(self, graph: SchemaGraph, state: State, head: Head, *, told: bool) -> None:
        self._graph = graph
        self._state = state
        self._told = told
        terms = [*head.keys, *head.groups, *(head.best.each if head.best is not None else ())]
        terms += [column for column in head.columns if head.kind is Kind.LIST]
        self._grouped = {(term.owner, term.edge) for term in terms}
        self._optional = head.optional

    def of(self, owners: set[int]) -> Term | None:
        """When the event took place that all of these people were at: one of each group, else one that is told of."""
        found: list[tuple[tuple[bool, bool, bool, int], Term]] = []
        for number, node in enumerate(self._state.nodes):
            info = None if node.absent or Term(number) == self._optional else self._when(node.label)
            if info is None or not self._is_meant(number):
                continue
            ways = [self._way(owner, number) for owner in owners]
            if all(ways):
                found.append((self._rank(number, max(map(len, ways))), Term(number, info.name)))
        if found:
            return max(found, key=lambda pair: pair[0])[1]
        return next(self._dated_edges(owners), None)

    def absent(self, owners: set[int], when: Term) -> bool:
        """Whether people need not have been there: only a club of theirs was, of which nobody speaks."""
        between = {n for owner in owners for n in self._way(owner, when.owner)[1:]} if not when.edge else set()
        nodes = [self._state.nodes[number] for number in between]
        return any(node.label in self._graph.agents and not node.named for node in nodes)

    def _rank(self, number: int, far: int) -> tuple[bool, bool, bool, int]:
        grouped = (number, False) in self._grouped
        return grouped, bool(self._graph.named_by(self._state, number)), self._is_held(number), -far

    def _is_meant(self, number: int) -> bool:
        """Whether an event groups, or something is said of it; else any of many, unless "at the time" is said."""
        return self._told or (number, False) in self._grouped or self._is_held(number)

    def _is_held(self, number: int) -> bool:
        return any(f.owner == number and not f.edge and not f.negated for f in self._state.filters)

    def _when(self, label: str) -> PropertyInfo | None:
        """The property of a label that tells when it took place; "at the time" makes an event of all that is dated."""
        graph = self._graph
        if label in graph.living or label in graph.agents or label in graph.places:
            return None
        held = graph.schema.label_by_name[label].properties
        dated = _when_it_was(held, split_name(label))
        if dated is None and self._told:
            dated = _when_it_was(held, (*split_name(label), *english().appearing))
        return dated if dated is not None and (self._told or _is_event(graph, label)) else None

    def _way(self, person: int, event: int) -> tuple[int, ...]:
        """The nodes from a person to an event that the person was at; none where it was another's."""
        nodes = way(self._state, person, event, self._passes)
        if nodes is None or len(nodes) == 1 or not self._leads(nodes[:-1], steps(self._state, nodes[-2:])[0]):
            return ()
        return nodes[:-1]

    def _passes(self, number: int) -> bool:
        """Whether an event may be of somebody over this node: not over another person, nor over where somebody is."""
        node = self._state.nodes[number]
        return not node.absent and node.label not in self._graph.living and node.label not in self._graph.places

    def _leads(self, way: tuple[int, ...], edge: TreeEdge) -> bool:
        """Whether the last step is to what people or their team took part in: not the firm that paid for it."""
        last = self._state.nodes[way[-1]].label
        if len(way) == 1 or _is_event(self._graph, last):
            return True
        ends = {*split_name(last), *split_name(self._state.nodes[edge.end].label)}
        return _is_part(edge.type) or ends | _SMALL >= {*split_name(edge.type)}

    def _dated_edges(self, owners: set[int]) -> Iterator[Term]:
        """When people took part in what has no date itself: "competed in the marathon in 1999"."""
        for number, edge in enumerate(self._state.edges):
            person = next((n for n in (edge.start, edge.end) if {n} == owners), None)
            if person is None or edge.absent or edge.most or not _is_part(edge.type):
                continue
            other = edge.end if edge.start == person else edge.start
            held = any(f.owner == number and f.edge and not f.negated for f in self._state.filters)
            meant = self._is_meant(other) or held or (number, True) in self._grouped
            info = _when_it_was(self._graph.schema.relationship_by_type[edge.type].properties, split_name(edge.type))
            if info is not None and meant and not self._state.nodes[other].absent:
                yield Term(number, info.name, True)


def _is_event(graph: SchemaGraph, label: str) -> bool:
    """Whether things of a label take place: by its name, or because people or teams take part in them."""
    if stem(split_name(label)[-1]) in english().occurrences:
        return True
    takers = graph.living.union(graph.agents)
    types = {link.type for link in graph.ways.neighbours(label) if link.target in takers and not link.forward}
    return any(map(_is_part, types))


def _is_part(type_: str) -> bool:
    """Whether a type says that somebody takes part: PLAYED_IN, COMPETED_AT, ATTENDED. Not PLAYS_FOR."""
    first, *rest = split_name(type_)
    if stem(first) in english().attending:
        return True
    return stem(first) in english().partaking and rest[-1:] in (["in"], ["at"])


def _when_it_was(held: tuple[PropertyInfo, ...], more: tuple[str, ...]) -> PropertyInfo | None:
    """The property that plainly tells when something was, by a name of such words and `more`: a date before a year."""
    known = english().whens | _SMALL | {stem(word) for word in more}
    told = [
        info for info in held
        if tells_when(info) and not tells_birth(info) and known >= {stem(word) for word in split_name(info.name)}
    ]  # fmt: skip
    return min(told, key=lambda info: (info.number, len(info.name)), default=None)
