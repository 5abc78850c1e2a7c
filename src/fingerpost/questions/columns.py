"""Things with what is to be shown of each: "lots with their artist, owner and height", "repairs: number, car and date".

What tells which things is read as a question of its own. Each column is read by itself, as what is asked of one such
thing, so that it hangs on the thing and not on the column before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from fingerpost.core.schema import GraphSchema, LabelInfo
from fingerpost.linking.display import Display
from fingerpost.linking.scores import RING
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import split_name
from fingerpost.questions.algebra import Head, Kind, Term
from fingerpost.questions.candidates import Candidate, Parsed
from fingerpost.questions.full_names import shown_as
from fingerpost.questions.listed_columns import (
    CALLED,
    LEADING,
    ROLES,
    WHAT_THEY_DO,
    Columned,
    dated,
    property_named,
)
from fingerpost.questions.missing import MISSING
from fingerpost.questions.state import Reason, State, TreeEdge, TreeNode
from fingerpost.questions.tables import Table
from fingerpost.questions.whole import explained

COLUMNS = "columns"
"""The feature of a question whose columns were read one by one."""
UNTOLD = "column untold"
"""The feature of words of a column that nothing explains: 1 of a whole column, less of some words."""
_MOST_NODES = 3
_WHO = frozenset(("who", "whom", "whose"))


def is_plain_list(read: Parsed, candidate: Candidate) -> bool:
    """Whether a reading lists things of one kind, with nothing left of what was said, so that more can be shown."""
    head = candidate.head
    if candidate.state.skipped or any(rule(read, candidate) for rule in MISSING.values()):
        return False
    plain = head.kind is Kind.LIST and not head.focus.edge and not head.measures
    plain = plain and head.keys in ((), (head.focus,))  # "every red wine"
    return plain and head.focus.property is None and len(candidate.plan.branches) == 1 and not candidate.plan.then


def tells_all(candidate: Candidate, parts: Columned, display: Display) -> bool:
    """Whether a reading has a column for each part, and tells which thing is meant where none of these does."""
    named = [LEADING.sub("", part).lower() for part in parts.columns]
    called = any(not (name.startswith("number of ") or CALLED.isdisjoint(name.split()[:1])) for name in named)
    head, thing = candidate.head, Term(candidate.head.focus.owner)
    names = (thing, *shown_as(display, candidate.state, [thing]))
    shown = (
        called or head.kind is not Kind.LIST or head.focus.edge or any(t in names for t in (*head.keys, *head.columns))
    )
    return shown and len(candidate.plan.columns) >= len(parts.columns) + (not called)


class Told(NamedTuple):
    """What a column shows: properties of the thing itself, or of how it is joined with what was said of it, or a
    reading that tells what it is joined with; none of these for what things are called by, nor where all of its words
    are `left`, as nothing here has such a name. It is not `sure` where words are left, a property is called otherwise
    or a word was guessed at."""

    own: tuple[Term, ...] = ()
    joined: Candidate | None = None
    sure: bool = True
    left: str = ""
    names: bool = False
    """Whether the things are called by it, as the question says."""

    def of_property(self, display: Display) -> bool:
        """Whether it is a property of what the thing is joined with, and not who or what that is."""
        if self.joined is None:
            return False
        column = self.joined.head.columns[0]
        return column.edge or column.property not in (None, *display.parts(self.joined.state.nodes[column.owner].label))

    @property
    def untold(self) -> bool:
        """Whether nothing tells what is to be shown."""
        return bool(self.left) and not self.own and self.joined is None


def told_by(
    read: Parsed, label: LabelInfo, display: Display, passing: frozenset[str], *, leaving: bool = False
) -> Told | None:
    """What a reading tells of a thing: a property of it, or what it is joined with in a way that was said.

    Words that are `passing` need not be understood where the thing is joined directly with what was named; `leaving`
    others, it is what the rest of the words name.
    """
    who = not _WHO.isdisjoint(token.norm for token in read.linked.tokens)
    for candidate in read.candidates[:2]:
        if not candidate.head.columns:
            continue
        state, whose = candidate.state, _whose(candidate, label.name)
        head = _without_name(candidate, whose, display)
        plain = head.kind is Kind.LIST and head.best is None and not (head.having or head.measures)
        near = len({(term.owner, term.edge) for term in head.columns}) == 1 and len(state.nodes) <= _MOST_NODES
        left = {read.linked.tokens[place].text.lower() for place in state.skipped} - FUNCTION_WORDS
        left -= passing if len(state.edges) == 1 and all(node.named for node in state.nodes) else frozenset()
        told = state.filters or (left and not leaving) or head.missing or head.present or head.order or head.limit
        if not plain or not near or told or any(node.absent for node in state.nodes):
            continue
        places = explained(state, head)
        by_name = any(t.property is not None and t not in _names(state, display, t) for t in head.columns)
        vague = by_name and any(r.feature == "property" and r.amount < RING for r in candidate.reasons)
        weak = vague or bool(left) or not read.linked.guessed().isdisjoint(places)
        rest = " ".join(word for token in read.linked.tokens if (word := token.text.lower()) in left)
        alone = [node.label for node in state.nodes] == [label.name]
        if all(t.property is not None and not t.edge and (alone or t.owner == whose) for t in head.columns):
            own = tuple(t._replace(owner=0) for t in head.columns)
            named = all(t.property in display.parts(label.name) for t in own)
            info = label.by_name[own[0].property or ""]
            if who and (named or info.number or info.temporal):
                continue  # "who built it" is not when it was built, nor itself
            return Told(own if named else own[:1], sure=not weak and whose is not None, left=rest)
        first = head.columns[0]
        brought = who and not first.edge and not state.nodes[first.owner].at  # "who has it"
        asked = brought and passing and len(state.edges) == 1
        if whose is not None and not vague and not head.keys and (asked or _is_said(state, first, whose)):
            return Told(joined=replace(candidate, head=head), sure=not weak, left=rest)
    return None


def _names(state: State, display: Display, term: Term) -> tuple[Term, ...]:
    """What the node of a term is called by."""
    return shown_as(display, state, [Term(term.owner)]) if not term.edge else ()


def _without_name(candidate: Candidate, whose: int | None, display: Display) -> Head:
    """The head without the name of the thing that something is told of."""
    names = _names(candidate.state, display, Term(whose)) if whose is not None else ()
    rest = tuple(term for term in candidate.head.columns if term not in names)
    return candidate.head._replace(columns=rest) if rest and len(rest) < len(candidate.head.columns) else candidate.head


def _is_said(state: State, term: Term, whose: int) -> bool:
    """Whether words say what is shown of what: a property of what joins them, a label beside it, or the way to it."""
    beside = [edge for edge in state.edges if whose in (edge.start, edge.end)]
    others = [node for number, node in enumerate(state.nodes) if number != whose]
    if len(state.edges) > 1 and not all(node.named for node in others):
        return False
    if term.edge or term.owner == whose:
        return term.edge and term.property is not None and state.edges[term.owner] in beside
    return state.nodes[term.owner].named or any(edge.said for edge in beside)


def is_told(pieces: Sequence[Told | Table], parts: Columned, instead: Sequence[Candidate]) -> bool:
    """Whether enough is told: of things that only a comma parts from their columns all, else most of it, and more than
    the best reading of the question as one, where that passes over nothing."""
    left = [one for one in pieces if isinstance(one, Told) and one.left]
    lost = sum(one.untold for one in left)
    whole = next((one for one in instead[:1] if not one.state.skipped), None) if left else None
    fewer = whole is not None and len(whole.plan.columns) >= len(pieces) - lost
    return not (parts.bare and left) and 2 * lost < len(pieces) and not fewer


def untold(pieces: Sequence[Told | Table]) -> Iterator[Reason]:
    """What is left of columns, whole ones and some of their words."""
    for one in pieces:
        if isinstance(one, Told) and one.left:
            yield Reason(UNTOLD, 1.0 if one.untold else 0.5, note=one.left)


def showing(candidate: Candidate, columns: Sequence[Told], display: Display) -> tuple[Head, list[int]]:
    """The head of a reading that lists things with their own columns, and the place of each: -1 for their names."""
    owner = candidate.head.focus.owner
    named = any(column.names for column in columns)
    places = {} if named else dict.fromkeys(shown_as(display, candidate.state, [Term(owner)]), -1)
    for place, column in enumerate(columns):
        for term in column.own:
            places.setdefault(term if term.edge else term._replace(owner=owner), place)
    return candidate.head._replace(columns=tuple(places), keys=()), list(places.values())


def joined_columns(columns: Sequence[Told], label: str) -> Iterator[tuple[int, State, Head]]:
    """The patterns of columns that are told of what things are joined with, each from the things on.

    Columns of what they are joined with in one way are told of the same: the bidder of a lot, and what was bid.
    """
    patterns: dict[tuple[str, bool, str], tuple[int, State, Head]] = {}
    for place, column in enumerate(columns):
        if column.joined is None:
            continue
        state, head = column.joined.state, column.joined.head
        start = _whose(column.joined, label) or 0
        _, edge, far, near = next(_from(state, start))
        way = edge.type, edge.start == near, state.nodes[far].label
        if way in patterns:
            first, whole, told = patterns[way]
            whole, more = _joined(whole, told.focus.owner, column.joined, label)
            patterns[way] = first, whole, told._replace(columns=(*told.columns, *more))
        else:
            told = head._replace(focus=Term(start), columns=(Term(start), *head.columns), keys=(), kept=False)
            patterns[way] = place, state, told
    yield from patterns.values()


def told_of_way(phrase: str, each: Candidate, schema: GraphSchema) -> Told | None:
    """What a column tells of how the things are joined with what was said of them: the role of "who acts in the play:
    name, role". Not what is a property of the things themselves."""
    state, owner = each.state, each.head.focus.owner
    own = [info.name for info in schema.label_by_name[state.nodes[owner].label].properties]
    beside = [number for number, edge in enumerate(state.edges) if owner in (edge.start, edge.end) and not edge.absent]
    if len(beside) != 1:
        return None
    properties = schema.relationship_by_type[state.edges[beside[0]].type].properties
    names = [info.name for info in properties]
    plain = LEADING.sub("", phrase)
    if WHAT_THEY_DO.fullmatch(phrase):
        name = next((name for word in ROLES for name in names if word in split_name(name)), None)
        return Told((Term(beside[0], name, edge=True),), sure=False) if name is not None else None
    if property_named(plain, own, schema.label_by_name) is not None:
        return None
    name = property_named(plain, names, schema.label_by_name) or dated(plain, properties)
    return Told((Term(beside[0], name, edge=True),)) if name is not None else None


def when_joined(column: Told, label: str, schema: GraphSchema) -> Told | None:
    """When a thing was joined with what a column tells: "who adopted it, and when"; None where that is not known."""
    if column.joined is None:
        return None
    candidate = column.joined
    number, edge, _, _ = next(_from(candidate.state, _whose(candidate, label) or 0))
    moments = [info.name for info in schema.relationship_by_type[edge.type].properties if info.temporal]
    if not moments:
        return None
    head = candidate.head._replace(columns=(Term(number, moments[0], edge=True),))
    return Told(joined=replace(candidate, head=head), sure=len(moments) == 1)


def _whose(candidate: Candidate, label: str) -> int | None:
    """The node of the thing of which something is told: of two of a kind not the one that is told."""
    column = candidate.head.columns[0]
    nodes = [n for n, node in enumerate(candidate.state.nodes) if node.label == label and node.named]
    others = [node for node in nodes if column.edge or column.owner != node]
    return next(iter(others or nodes), None)


def _joined(state: State, focus: int, column: Candidate, label: str) -> tuple[State, list[Term]]:
    """The pattern with that of a column, which begins at the things; and the column's terms in it."""
    added = column.state
    start = _whose(column, label) or 0
    nodes, edges = list(state.nodes), list(state.edges)
    places, kinds = {start: focus}, {}
    for number, edge, far, near in _from(added, start):
        there = _there(nodes, edges, edge, places[near], added.nodes[far].label, forward=edge.start == near)
        if there is None:
            nodes.append(added.nodes[far])
            places[far] = len(nodes) - 1
            edges.append(edge._replace(start=places[edge.start], end=places[edge.end]))
            kinds[number] = len(edges) - 1
        else:
            places[far], kinds[number] = there
    terms = [t._replace(owner=kinds[t.owner] if t.edge else places[t.owner]) for t in column.head.columns]
    return state.but(nodes=tuple(nodes), edges=tuple(edges)), terms


def _from(state: State, start: int) -> Iterator[tuple[int, TreeEdge, int, int]]:
    """The edges of a pattern outwards from a node, each with its far and its near end."""
    reached, left = {start}, dict(enumerate(state.edges))
    while left:
        number = next((n for n, e in left.items() if (e.start in reached) != (e.end in reached)), None)
        if number is None:
            return
        edge = left.pop(number)
        near, far = (edge.start, edge.end) if edge.start in reached else (edge.end, edge.start)
        reached.add(far)
        yield number, edge, far, near


def _there(
    nodes: Sequence[TreeNode], edges: Sequence[TreeEdge], edge: TreeEdge, near: int, label: str, *, forward: bool
) -> tuple[int, int] | None:
    """The node and the edge to it that a pattern has already for an edge of this type from a node."""
    for number, one in enumerate(edges):
        ends = (one.start, one.end) if forward else (one.end, one.start)
        if one.type == edge.type and not one.absent and ends[0] == near and nodes[ends[1]].label == label:
            return ends[1], number
    return None
