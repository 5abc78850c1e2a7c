"""Things with what is to be shown of each: "lots with their artist, owner and height", "repairs: number, car and date".

What tells which things is read as a question of its own. Each column is read by itself, as what is asked of one such
thing, so that it hangs on the thing and not on the column before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from fingerpost.linking.display import Display
from fingerpost.linking.mentions import Linked
from fingerpost.linking.scores import RING
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import split_name
from fingerpost.questions.algebra import Head, Kind, Term
from fingerpost.questions.candidates import Candidate, Parsed
from fingerpost.questions.full_names import shown_as
from fingerpost.questions.missing import MISSING
from fingerpost.questions.state import State, TreeEdge, TreeNode

COLUMNS = "columns"
"""The feature of a question whose columns were read one by one."""
_THEIRS = r"(?:the |their |its |his |her |your |our )"
_WORD = r"[a-z][a-z'’-]*(?:-[a-z]+)?"
_COLUMN = rf"{_THEIRS}?(?:which |what )?{_WORD}(?: (?!(?:and|or|please|pls)\b){_WORD}){{0,5}}"
_LIST = rf"(?:{_COLUMN}, )*{_COLUMN},? (?:and|&|plus) {_COLUMN}|{_COLUMN}(?:, {_COLUMN})+"
_SHOW = (
    r"(?:please )?(?:list|show|give|tell|name|return|display|i would like|i d like|i'd like|i need|i want)"
    r"(?: me| us)?(?: the)?"
)
_WITH = r"(?:along with|together with|with|including|plus)"
_FORMS = tuple(
    re.compile(rf"^{form}(?: (?:(?:of|for) each|please|pls|each))*[.?!]*$", re.IGNORECASE)
    for form in (
        rf"for (?P<things>[^,:]+?),? {_SHOW} (?P<columns>{_LIST})",
        rf"(?:for )?(?P<things>[^:]+?)(?:: | [-–—] )(?P<columns>{_LIST})",
        rf"(?P<things>[^:]+?),? (?:(?:each|all) )?{_WITH} (?P<columns>{_LIST})",
        rf"(?P<things>[^,:]+?), (?P<columns>(?:their|its) {_WORD}(?: {_WORD})?(?:, {_COLUMN})*,? and {_COLUMN})",
    )
)
_EACH = re.compile(r"(?:for )?(?:each|every)\b", re.IGNORECASE)
_MORE = r"(?P<columns>.+?)"
"""Columns that may be questions of their own."""
_TOLD = tuple(
    re.compile(rf"^{form}[.?!]*$", re.IGNORECASE)
    for form in (
        rf"for (?P<things>(?:each|every|all) [^,:]+?)[,:]? {_SHOW} {_MORE}",
        rf"for (?P<things>(?:each|every|all) [^,:]+?)[,:] {_MORE}",
        rf"(?P<things>[^:,]+?),? {_WITH} {_MORE}",
        rf"(?P<things>[^:]+?)(?:: | [-–—] ){_MORE}",
        r"(?P<things>[^,:]+?), (?P<columns>(?:their|its|his|her) .+)",
        rf"(?P<things>{_SHOW} [^,:]+?), {_MORE}",
    )
)
_OF_EACH = _TOLD[:2]
_MOST_COLUMNS = 6
_NO_PIECE = re.compile(
    r"[.?!;] |^(?:and )?(?:sort|order|rank)(?:ed|ing)?\b|^how many .*\b(?:do|does|did) (?:it|they|he|she)\b",
    re.IGNORECASE,
)
"""What is no column: a sentence that follows, how the list is put in order, what is counted of another such thing."""
_NUMBER_OF = re.compile(r"^number of |(?: head)? count$", re.IGNORECASE)
_BREAK = re.compile(r", (?:and |plus )?| (?:and|plus|&) ")
_LEADING = re.compile(rf"^(?:{_THEIRS}|which |what |also )+", re.IGNORECASE)
_NO_COLUMN = frozenset(
    "how many much count total average sum whether is are was were has have had do does did can not no without most "
    "least more less than only every all both any same first last highest lowest since who whose what which".split()
)
"""Words of what is more than a column to be shown."""
_WHAT_DID_IT = re.compile(r"(?P<noun>[a-z ]+?) (?:that|which|who) (?P<deed>[a-z ]+?) (?:it|them|him|her)")
_WHAT_IT_DID = re.compile(r"(?P<noun>[a-z ]+?) (?:that )?(?:it|they|each|he|she) (?P<deed>[a-z ]+)")
_WHO_DID_IT = re.compile(r"who (?P<deed>[a-z ]+?)(?: (?:it|them))?")
_WHEN_AND_WHERE = {"when": "the date of the", "where": "the place of the"}
_CALLED = frozenset("number no code id name title reference ref tag nr".split())
"""What a thing may be called by, whatever that is in the graph."""
_MOST_NODES = 3


class Columned(NamedTuple):
    """What tells which things are meant, and what is to be shown of each."""

    things: str
    columns: tuple[str, ...]


def columned(linked: Linked) -> Columned | None:
    """The parts of a question that lists what to show of things; None where it is no such question."""
    return _parts(" ".join(linked.question.split()))


@lru_cache(maxsize=64)  # it is asked again of each reading of a question
def _parts(question: str) -> Columned | None:
    for form in _FORMS:
        found = form.match(question)
        if found is None:
            continue
        columns = tuple(_LEADING.sub("", part) for part in _BREAK.split(found["columns"]))
        if len(columns) > 1 and all(map(_is_column, columns)):
            return Columned(found["things"], columns)
    return None


@lru_cache(maxsize=64)
def told_of_each(question: str) -> Columned | None:
    """The parts of a question that tells several things of each of some, each of them perhaps a question of its own."""
    for form in _TOLD:
        found = form.match(" ".join(question.split()))
        if found is None:
            continue
        columns = tuple(_BREAK.split(found["columns"]))
        plain = all(columns) and not any(map(_NO_PIECE.search, columns))
        if plain and 1 < len(columns) <= _MOST_COLUMNS:
            return Columned(found["things"], columns)
        if form in _OF_EACH:
            return None  # "for each mast with repairs, their number": what stands before the comma is no column
    return None


def all_of(things: str) -> bool:
    """Whether things are spoken of one by one, so that none is to be left out."""
    return _EACH.match(things) is not None


def as_column(phrase: str) -> tuple[str, bool] | None:
    """What a phrase names that is to be shown, and whether only a number can be meant: None where it says more."""
    plain = _LEADING.sub("", phrase)
    stored = _NUMBER_OF.sub("", plain)
    return (stored, stored != plain) if _is_column(stored) else None


def _is_column(phrase: str) -> bool:
    words = phrase.lower().split()
    counts = words[:2] == ["number", "of"]
    did = len(words) > 1 and words[0] == "who"  # "who booked it"
    return bool(words) and not counts and _NO_COLUMN.isdisjoint(words[did:])


def is_plain_list(read: Parsed, candidate: Candidate) -> bool:
    """Whether a reading lists things of one kind, with nothing left of what was said, so that more can be shown."""
    head = candidate.head
    if candidate.state.skipped or any(rule(read, candidate) for rule in MISSING.values()):
        return False
    plain = head.kind is Kind.LIST and not head.focus.edge and not (head.measures or head.having)
    plain = plain and head.keys in ((), (head.focus,))  # "every red wine"
    return plain and head.focus.property is None and len(candidate.plan.branches) == 1 and not candidate.plan.then


def tells_all(candidate: Candidate, parts: Columned) -> bool:
    """Whether a reading has a column for each part, and one for things that are spoken of one by one."""
    named = [_LEADING.sub("", part).lower() for part in parts.columns]
    called = any(not (name.startswith("number of ") or _CALLED.isdisjoint(name.split()[:1])) for name in named)
    each = _EACH.match(parts.things) is not None and not called
    return len(candidate.plan.columns) >= len(parts.columns) + each


def asks_for(phrase: str, label: str) -> tuple[str, ...]:
    """A column as questions of their own about one thing: "the firm that asked for it", "the rack it stands in"."""
    thing = " ".join(split_name(label))
    said = phrase.lower()
    if said in _WHEN_AND_WHERE:
        return (f"{_WHEN_AND_WHERE[said]} {thing}",)
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


def column_of(read: Parsed, label: str, passing: frozenset[str] = frozenset()) -> Candidate | None:
    """The reading that tells one property of a thing, or what it is joined with in a way that was said.

    Words that are `passing` need not be understood where the thing is joined directly with what was named.
    """
    for candidate in read.candidates[:2]:
        state, head = candidate.state, candidate.head
        plain = head.kind is Kind.LIST and head.best is None and not (head.keys or head.having or head.measures)
        alone = len({(term.owner, term.edge) for term in head.columns}) == 1 and len(state.nodes) <= _MOST_NODES
        left = {read.linked.tokens[place].text.lower() for place in state.skipped} - FUNCTION_WORDS
        left -= passing if len(state.edges) == 1 and all(node.named for node in state.nodes) else frozenset()
        told = state.filters or left or head.missing or head.present or head.order or head.limit
        if not plain or not alone or told or any(node.absent for node in state.nodes):
            continue
        weak = any(r.feature == "property" and r.amount < RING for r in candidate.reasons)
        whose = [number for number, node in enumerate(state.nodes) if node.label == label and node.named]
        if whose and not weak and _is_said(state, head.columns[0], whose[0]):
            return candidate
    return None


def _is_said(state: State, term: Term, whose: int) -> bool:
    """Whether words say what is shown of what: a property of its own, a label beside it, or the way to another."""
    beside = [edge for edge in state.edges if whose in (edge.start, edge.end)]
    others = [node for number, node in enumerate(state.nodes) if number != whose]
    if len(state.edges) > 1 and not all(node.named for node in others):
        return False
    if term.edge or term.owner == whose:
        return term.property is not None and (not term.edge or state.edges[term.owner] in beside)
    return state.nodes[term.owner].named or any(edge.said for edge in beside)


def beside(
    candidate: Candidate, columns: Sequence[Candidate | None], label: str, display: Display
) -> tuple[State, Head]:
    """The reading with columns beside what it lists; None stands for what things are called by."""
    state, head = candidate.state, candidate.head
    shown: list[Term] = [Term(head.focus.owner)]
    for column in columns:
        if column is not None:
            state, terms = _joined(state, head.focus.owner, column, label)
            shown.extend(terms)
    return state, head._replace(columns=tuple(dict.fromkeys(shown_as(display, state, shown))), keys=(), kept=True)


def _joined(state: State, focus: int, column: Candidate, label: str) -> tuple[State, list[Term]]:
    """The pattern with that of a column, which begins at the things; and the column's terms in it."""
    added = column.state
    start = next(n for n, node in enumerate(added.nodes) if node.label == label and node.named)
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
