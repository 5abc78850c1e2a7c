"""Things with what is to be shown of each: "lots with their artist, owner and height", "repairs: number, car and date".

What tells which things is read as a question of its own. Each column is read by itself, as what is asked of one such
thing, so that it hangs on the thing and not on the column before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.display import Display
from fingerpost.linking.scores import RING
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import split_name, stem
from fingerpost.questions.algebra import Head, Kind, Term
from fingerpost.questions.candidates import Candidate, Parsed
from fingerpost.questions.full_names import shown_as
from fingerpost.questions.missing import MISSING
from fingerpost.questions.state import State, TreeEdge, TreeNode
from fingerpost.questions.whole import explained

COLUMNS = "columns"
"""The feature of a question whose columns were read one by one."""
_THEIRS = r"(?:the |their |its |his |her |your |our )"
_SHOW = (
    r"(?:please )?(?:list|show|give|tell|name|return|display|i would like|i d like|i'd like|i need|i want)"
    r"(?: me| us)?(?: the)?"
)
_WITH = r"(?:along with|together with|with|including|plus)"
_COLUMNS = r"(?P<columns>.+?)"
"""Columns, of which some may be questions of their own."""
_NOUN = r"(?: (?!(?:that|which|who|whose|with|in|at|of|from|on|by|to)\b)[\w'-]+){1,3}?"
"""What is called by its kind alone."""
_FORMS = tuple(
    re.compile(rf"^{form}(?: (?:(?:of|for) each|please|pls))*[.?!]*$", re.IGNORECASE)
    for form in (
        rf"for (?P<things>(?:each|every|all) [^,:]+?)[,:]? {_SHOW} {_COLUMNS}",
        rf"for (?P<things>(?:each|every|all) [^,:]+?)[,:] {_COLUMNS}",
        rf"for (?P<things>(?:each|every|all){_NOUN}) (?=(?:{_THEIRS})){_COLUMNS}",
        rf"for (?P<things>[^,:]+?),? {_SHOW} {_COLUMNS}",
        rf"(?P<things>[^:,]+?),? (?:(?:each|all) )?{_WITH} {_COLUMNS}",
        rf"(?:for )?(?P<things>[^:]+?)(?:: | [-–—] ){_COLUMNS}",
        r"(?P<things>[^,:]+?)(?:,| and) (?P<columns>(?:their|its|his|her) .+?)",
        rf"(?P<things>(?:each|every|all) [^,:]+?), {_COLUMNS}",
        rf"(?P<things>{_SHOW} [^,:]+?), (?=whether |how |when |where |who |{_THEIRS}){_COLUMNS}",
    )
)
_OF_EACH = _FORMS[:3]
_MOST_COLUMNS = 6
_NO_PIECE = re.compile(
    r"[.?!;] |^(?:and )?(?:sort|order|rank)(?:(?:ed|ing)\b|\b.* (?:by|in)\b)"
    r"|^how many .*\b(?:do|does|did) (?:it|they|he|she)\b"
    r"|\b(?:that|those|this|these) [a-z]+$|\b(?:of (?:them|these|those|all|both)|both)$"
    r"|(?<!number) of (?:its|their|his|her) "
    r"|^(?:list|show|give|tell|return|display) (?:me |us |the |its |their )"
    r"|^(?:an?|no|some|any|at least|at most|more|less|fewer|only|over|under|above|below|between) ",
    re.IGNORECASE,
)
"""What is no column: a sentence that follows, how the list is put in order, what is counted of another such thing, and
what tells which things are meant ("with a balcony")."""
_ASKED = re.compile(r"(?:who|whether|when|where|how|which|what) ", re.IGNORECASE)
_NUMBER_OF = re.compile(r"^number of |(?: head)? count$", re.IGNORECASE)
_BREAK = re.compile(r", (?:and |plus )?| (?:and|plus|&) ")
LEADING = re.compile(
    rf"^(?:{_THEIRS}|(?:(?:from|in|at|on|to|by|for|of) )?(?:which |what (?!\w+ (?:it|they|we)\b))|also )+",
    re.IGNORECASE,
)
"""What stands before what a column is called."""
_NO_COLUMN = frozenset(
    "how many much count total average sum whether is are was were has have had do does did can not no without most "
    "least more less than only every all both any same first last highest lowest since who whose what which".split()
)
"""Words of what is more than a column to be shown."""
_WORDS = re.compile(r"[a-z][a-z'’ -]*", re.IGNORECASE)
_IT = r"(?:it|they|each|he|she|we)"
_WHAT_DID_IT = re.compile(r"(?P<noun>[a-z ]+?) (?:that|which|who) (?P<deed>[a-z ]+?) (?:it|them|him|her)")
_WHAT_IT_DID = re.compile(rf"(?P<noun>[a-z ]+?) (?:that )?{_IT} (?P<deed>[a-z ]+)")
_WHO_DID_IT = re.compile(r"who (?P<deed>[a-z ]+?)(?: (?:it|them))?")
_WHEN_IT_DID = re.compile(
    rf"(?:when|(?:date|day|time|month|year)(?: when| that)?(?= {_IT} ))(?: {_IT})?(?: (?:is|are|was|were))?"
    r" (?P<deed>[a-z ]+)"
)
_WHEN_AND_WHERE = {"when": "the date of the", "where": "the place of the"}
WHEN = ("when", "since when")
_CALLED = frozenset("number no code id name title reference ref tag nr".split())
"""What a thing may be called by, whatever that is in the graph."""
_MOST_NODES = 3


class Columned(NamedTuple):
    """What tells which things are meant, and what is to be shown of each."""

    things: str
    columns: tuple[str, ...]

    @property
    def plain(self) -> bool:
        """Whether they are surely columns: all are named, and none counts, or one of them asks something."""
        named = all(column is not None and not column[1] for column in map(as_column, self.columns))
        return named or any(map(_ASKED.match, self.columns))


@lru_cache(maxsize=64)  # it is asked again of each reading of a question
def columned(question: str) -> tuple[Columned, ...]:
    """The ways to part a question that tells several things of each of some; none where it is no such question."""
    ways: list[Columned] = []
    for form in _FORMS:
        found = form.match(" ".join(question.split()))
        if found is None:
            continue
        columns = tuple(_BREAK.split(found["columns"]))
        if all(columns) and 1 < len(columns) <= _MOST_COLUMNS and not any(map(_NO_PIECE.search, columns)):
            ways.append(Columned(found["things"], columns))
        elif form in _OF_EACH:
            break  # "for each mast with repairs, their number": what stands before the comma is no column
    return tuple(dict.fromkeys(ways))


def as_column(phrase: str) -> tuple[str, bool] | None:
    """What a phrase names that is to be shown, and whether only a number can be meant: None where it says more."""
    plain = LEADING.sub("", phrase)
    stored = _NUMBER_OF.sub("", plain)
    words = stored.lower().split()
    did = len(words) > 1 and words[0] == "who"  # "who booked it"
    named = bool(words) and _NO_COLUMN.isdisjoint(words[did:]) and _WORDS.fullmatch(stored) is not None
    return (stored, stored != plain) if named else None


def is_plain_list(read: Parsed, candidate: Candidate) -> bool:
    """Whether a reading lists things of one kind, with nothing left of what was said, so that more can be shown."""
    head = candidate.head
    if candidate.state.skipped or any(rule(read, candidate) for rule in MISSING.values()):
        return False
    plain = head.kind is Kind.LIST and not head.focus.edge and not (head.measures or head.having)
    plain = plain and head.keys in ((), (head.focus,))  # "every red wine"
    return plain and head.focus.property is None and len(candidate.plan.branches) == 1 and not candidate.plan.then


def tells_all(candidate: Candidate, parts: Columned, display: Display) -> bool:
    """Whether a reading has a column for each part, and tells which thing is meant where none of these does."""
    named = [LEADING.sub("", part).lower() for part in parts.columns]
    called = any(not (name.startswith("number of ") or _CALLED.isdisjoint(name.split()[:1])) for name in named)
    head, thing = candidate.head, Term(candidate.head.focus.owner)
    names = (thing, *shown_as(display, candidate.state, [thing]))
    shown = (
        called or head.kind is not Kind.LIST or head.focus.edge or any(t in names for t in (*head.keys, *head.columns))
    )
    return shown and len(candidate.plan.columns) >= len(parts.columns) + (not called)


def asks_for(phrase: str, label: str) -> tuple[str, ...]:
    """A column as questions of their own about one thing: "the firm that asked for it", "the rack it stands in"."""
    thing = " ".join(split_name(label))
    said = phrase.lower()
    if said in _WHEN_AND_WHERE:
        return (f"{_WHEN_AND_WHERE[said]} {thing}",)
    when = _WHEN_IT_DID.fullmatch(said)
    if when is not None and "when" not in when["deed"].split():
        return f"when was the {thing} {when['deed']}", f"when did the {thing} {when['deed']}"
    if not _WHEN_AND_WHERE.keys().isdisjoint(said.split()):
        return ()  # "from when to when" are two
    doer, done, did = (form.fullmatch(said) for form in (_WHAT_DID_IT, _WHAT_IT_DID, _WHO_DID_IT))
    if did is not None:
        return (f"who {did['deed']} the {thing}",)
    if doer is not None:
        return (f"which {doer['noun']} {doer['deed']} the {thing}",)
    if done is not None:
        return (f"which {done['noun']} does the {thing} {done['deed']}",)
    return f"the {phrase} of the {thing}", f"who is the {phrase} of the {thing}"


def is_name(phrase: str, label: str, properties: Sequence[str]) -> bool:
    """Whether a column is what things are called by: "number", "lot", "the code of the voyage", where that is none."""
    words = [word for word in phrase.lower().split() if word not in split_name(label)]
    named = {word for name in properties for word in split_name(name)}
    return not words or (len(words) == 1 and words[0] in _CALLED and words[0] not in named)


def deed_of(phrase: str) -> frozenset[str]:
    """The words of a column that say what joins it with a thing: "sits on" of "the rack it sits on"."""
    found = (form.fullmatch(phrase.lower()) for form in (_WHAT_DID_IT, _WHAT_IT_DID, _WHO_DID_IT))
    return frozenset(word for form in found if form is not None for word in form["deed"].split())


class Told(NamedTuple):
    """What a column shows: properties of the thing itself, or a reading that tells what it is joined with; neither for
    what things are called by. It is not `sure` where a property is called otherwise or a word was guessed at."""

    own: tuple[Term, ...] = ()
    joined: Candidate | None = None
    sure: bool = True


def property_named(phrase: str, properties: Sequence[str], labels: Iterable[str]) -> str | None:
    """The property that a phrase names: by all words of its name, or by some where no other has these and no label."""
    words = _stems(phrase)
    whole = next((name for name in properties if _stems(name) == words), None)
    if whole is not None or any(_stems(label) == words for label in labels):
        return whole
    part = [name for name in properties if {*words} < {*_stems(name)}]
    return part[0] if len(part) == 1 else None


def _stems(name: str) -> list[str]:
    return [stem(word) for word in split_name(name)]


def told_by(read: Parsed, label: str, display: Display, passing: frozenset[str]) -> Told | None:
    """What a reading tells of a thing: a property of it, or what it is joined with in a way that was said.

    Words that are `passing` need not be understood where the thing is joined directly with what was named.
    """
    for candidate in read.candidates[:2]:
        state, head = candidate.state, candidate.head
        plain = head.kind is Kind.LIST and head.best is None and not (head.having or head.measures)
        near = len({(term.owner, term.edge) for term in head.columns}) == 1 and len(state.nodes) <= _MOST_NODES
        left = {read.linked.tokens[place].text.lower() for place in state.skipped} - FUNCTION_WORDS
        left -= passing if len(state.edges) == 1 and all(node.named for node in state.nodes) else frozenset()
        told = state.filters or left or head.missing or head.present or head.order or head.limit
        if not plain or not near or told or any(node.absent for node in state.nodes):
            continue
        places = explained(state, head)
        vague = any(r.feature == "property" and r.amount < RING for r in candidate.reasons)
        weak = vague or not read.linked.guessed().isdisjoint(places)
        whose = _whose(candidate, label)
        alone = [node.label for node in state.nodes] == [label]
        if all(t.property is not None and not t.edge and (alone or t.owner == whose) for t in head.columns):
            own = tuple(t._replace(owner=0) for t in head.columns)
            named = all(t.property in display.parts(label) for t in own)
            return Told(own if named else own[:1], sure=not weak and whose is not None)
        if whose is not None and not vague and not head.keys and _is_said(state, head.columns[0], whose):
            return Told(joined=candidate, sure=not weak)
    return None


def _is_said(state: State, term: Term, whose: int) -> bool:
    """Whether words say what is shown of what: a property of what joins them, a label beside it, or the way to it."""
    beside = [edge for edge in state.edges if whose in (edge.start, edge.end)]
    others = [node for number, node in enumerate(state.nodes) if number != whose]
    if len(state.edges) > 1 and not all(node.named for node in others):
        return False
    if term.edge or term.owner == whose:
        return term.edge and term.property is not None and state.edges[term.owner] in beside
    return state.nodes[term.owner].named or any(edge.said for edge in beside)


def showing(candidate: Candidate, columns: Sequence[Told], display: Display) -> tuple[Head, list[int]]:
    """The head of a reading that lists things with their own columns, and the place of each: -1 for their names."""
    owner = candidate.head.focus.owner
    places = dict.fromkeys(shown_as(display, candidate.state, [Term(owner)]), -1)
    for place, column in enumerate(columns):
        for term in column.own:
            places.setdefault(term._replace(owner=owner), place)
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
