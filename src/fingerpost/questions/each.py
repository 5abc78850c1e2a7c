"""What only "per" or "by" asks for: "members per branch", "orders by state", "downtime by machine"."""

from __future__ import annotations

from fingerpost.linking.occasions import holds_years
from fingerpost.linking.text import split_name
from fingerpost.plans import AggregateFunction
from fingerpost.questions.algebra import Head, Measure, term_of
from fingerpost.questions.markers import Marker, Role
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Item, State
from fingerpost.questions.wording import Wording

_OTHERWISE = (Role.SUPERLATIVE, Role.SHARE, Role.BEYOND, Role.COMPARE, Role.BETWEEN, Role.WHO, Role.CHECK)
_MEASURES = (*_OTHERWISE, Role.AGGREGATE, Role.COUNT)
_NO_SUM = frozenset(
    "age average capacity code density grade height id index latitude level longitude mean no nr number percent "
    "percentage price rank rate rating ratio score share speed temperature unit width".split()
)
"""Words in names of numbers of which a sum says nothing."""
_AT_A_TIME = "= time"
"""What "in" says of a year: of which things it is told, and not what is measured."""
_BY = (" by",)
"""Ends of "split by", "broken down by"."""
_SHARED = 2
"""How many things must have one value on average for things to be counted by it."""


def counted_per(graph: SchemaGraph, state: State, wording: Wording) -> Measure | None:
    """What is counted or added up where nothing else measures; None where the words ask for no groups so."""
    group = _group(state, wording, "per", "by")
    if group is None:
        return None
    word = wording.said(group.start, group.end).split()[-1]
    if group.end - group.start > 1 and any(m.role is Role.ASK for m in state.markers):
        return None  # "list the books grouped by genre"
    otherwise = (m for m in state.markers if not (m.role is Role.COMPARE and m.value == _AT_A_TIME))
    if any(m.role in (_MEASURES if word == "by" else _OTHERWISE) for m in otherwise):
        return None
    told = {(f.owner, f.property, f.edge) for f in state.filters}  # "performed in 2020": by its moment
    before = [i for i in state.items if i.end <= group.start and (i.owner, i.property, i.edge) not in told]
    behind = [item for item in state.items if item.start >= group.end]
    if not before or not behind:
        return None
    last = before[-1]
    if last.property is None:
        counted = word == "per" or (not last.edge and _is_of_values(graph, state, last, behind))
        return Measure(AggregateFunction.COUNT, term_of(last), distinct=True) if counted else None
    alone = len(before) == 1 and _has_a_sum(graph, state, last)
    return Measure(AggregateFunction.SUM, term_of(last)) if alone else None


def over_all(state: State, head: Head, measures: tuple[Measure, ...], wording: Wording) -> Head:
    """ "The average salary per employee", which each has one of: the average of all."""
    if _group(state, wording, "per") is None:
        return head
    averages = {m.term.owner for m in measures if m.function is AggregateFunction.AVG and not m.each}
    owned = all(m.function is AggregateFunction.AVG and m.term.property and not m.term.edge for m in measures)
    kept = tuple(k for k in head.keys if not (owned and k[1:3] == (None, False) and averages == {k.owner}))
    return head._replace(keys=kept)


def _group(state: State, wording: Wording, *words: str) -> Marker | None:
    """The first marker of groups that is one of these words."""
    groups = (m for m in state.markers if m.role is Role.GROUP)
    said = ((m, wording.said(m.start, m.end)) for m in groups)
    return next((m for m, text in said if text in words or text.endswith(_BY)), None)


def _is_of_values(graph: SchemaGraph, state: State, counted: Item, keys: list[Item]) -> bool:
    """Whether things that the question opens with are told apart by values of theirs that many of them share."""
    opens = counted.end == min(marker.start for marker in state.markers if marker.role is Role.GROUP)
    own = [key for key in keys if key.owner == counted.owner]
    shared = all(_repeats(graph, state, key) >= _SHARED for key in own)
    bare = not any(m.role is Role.ASK for m in state.markers)  # "concerts by conductor"
    others = [key for key in keys if key not in own]
    return opens and shared and (bool(own) or bare) and all(key.property is None for key in others)


def _repeats(graph: SchemaGraph, state: State, item: Item) -> float:
    """How many things have one value of a property on average; many are of one month or year."""
    if item.property is None or item.edge:
        return 0.0
    if item.part:
        return _SHARED
    info = graph.held(state, item.owner, item.property, edge=False)
    label = graph.schema.label_by_name.get(state.nodes[item.owner].label)
    return label.count / max(info.distinct, 1) if info is not None and label is not None else 0.0


def _has_a_sum(graph: SchemaGraph, state: State, item: Item) -> bool:
    info = graph.held(state, item.owner, item.property or "", edge=item.edge)
    if info is None or not info.number or item.part or holds_years(info):
        return False
    return _NO_SUM.isdisjoint(split_name(info.name))
