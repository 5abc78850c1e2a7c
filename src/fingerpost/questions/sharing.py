"""Heads for parts of a whole: "what percentage of the books are in English", "are all members students"."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.plans import Comparison
from fingerpost.questions.algebra import Best, Head, Kind, Part, Term, has_role
from fingerpost.questions.choosing import is_descending
from fingerpost.questions.markers import Marker, Role
from fingerpost.questions.roles import MOST
from fingerpost.questions.schema_graph import SchemaGraph, makes_totals
from fingerpost.questions.state import RELATIONS_SAID, Item, State
from fingerpost.questions.tree import arranged
from fingerpost.questions.wording import Wording

_RELATIVE = ("who", "that", "which", "whose")
ALL = "all"
"""The value of a check of all: "are all books"."""
_KINDS = {ALL: Kind.ALL, MOST: Kind.MOST}


def parted(graph: SchemaGraph, state: State, head: Head, wording: Wording) -> Head | None:
    """The head that asks for a share, or whether all or most are so; None where nothing asks for either."""
    marker = sharing(state)
    if marker is None:
        return None
    behind = [i for i in state.items if not i.edge and i.start >= marker.end]
    if not behind:
        return None
    whole = next((i for i in behind if i.property is None and not has_role(i, Role.GROUP)), behind[0])
    total = _total(graph, state, behind[0])
    whole = behind[0] if total is not None else whole
    kind = _KINDS[marker.value] if marker.role is Role.CHECK else Kind.SHARE
    keys = tuple(key for key in head.keys if key.owner != whole.owner or key.property is not None)
    most = _most_share(state, marker) if kind is Kind.SHARE else None
    if most is not None:
        keys = tuple(_asked_before(state, most)) or keys
    if kind is Kind.SHARE and not keys:
        keys = _grouped(state, whole, marker)
    part = _part(state, whole, kind, wording)
    if keys and kind is Kind.SHARE:
        part = _of_each(state, whole, marker, part, {key.owner for key in keys if not key.edge})
    if kind is Kind.SHARE and not keys and _is_one(graph, state, whole, part):
        return None  # "what share of Skua does Dev hold" asks for what is stored of the two
    if kind is Kind.SHARE and not (keys or part.nodes or part.filters or head.missing or head.present):
        return None  # "what fraction of our projects is <unread>": all of them
    focus = total or Term(whole.owner)
    best = None
    if most is not None:
        best = Best(focus, is_descending(graph, most), count=head.limit or most.number or 1)
    plain = head._replace(kind=kind, focus=focus, columns=(), keys=keys, part=part, best=best)
    return plain._replace(limit=None) if most is not None else plain


def sharing(state: State) -> Marker | None:
    """What asks for a share, or for whether all or most are so."""
    return next(
        (m for m in state.markers if m.role is Role.SHARE or (m.role is Role.CHECK and m.value in _KINDS)), None
    )


def _is_one(graph: SchemaGraph, state: State, whole: Item, part: Part) -> bool:
    """Whether the whole is one thing, named by what it is called."""
    shown = graph.display.parts(state.nodes[whole.owner].label)
    told = (f for n, f in enumerate(state.filters) if f.owner == whole.owner and not f.edge and n not in part.filters)
    return whole.by_value and any(f.property in shown and f.comparison is Comparison.EQ for f in told)


def _total(graph: SchemaGraph, state: State, item: Item) -> Term | None:
    """ "What percentage of the budget": the sum of a number."""
    info = graph.held(state, item.owner, item.property or "", edge=item.edge)
    return Term(item.owner, item.property) if makes_totals(info) and not has_role(item, Role.GROUP) else None


def _most_share(state: State, marker: Marker) -> Marker | None:
    """The "highest" of "the highest share of"."""
    return next((m for m in state.markers if m.role is Role.SUPERLATIVE and m.end == marker.start), None)


def _asked_before(state: State, marker: Marker) -> Iterator[Term]:
    """What is asked for that has the highest share."""
    for item in state.items:
        if item.end <= marker.start and has_role(item, Role.ASK) and not item.edge:
            yield Term(item.owner, item.property)
            return


def _grouped(state: State, whole: Item, marker: Marker) -> tuple[Term, ...]:
    """ "What percentage of books is there in each language": for each."""
    grouped = [i for i in state.items if has_role(i, Role.GROUP) and i.start >= marker.end]
    return tuple(Term(i.owner, i.property, i.edge) for i in grouped if i is not whole)


def _of_each(state: State, whole: Item, marker: Marker, part: Part, grouped: set[int]) -> Part:
    """What is said of the part of each group: those that are delayed of "the share of delayed flights per airline"."""
    nodes = part.nodes - grouped
    if part.filters or nodes:
        return Part(nodes, part.filters)
    told = [n for n, f in enumerate(state.filters) if marker.end <= f.start < whole.start and f.owner == whole.owner]
    told = [n for n in told if not state.filters[n].edge]
    return Part(filters=frozenset(told)) if told else part


def _part(state: State, whole: Item, kind: Kind, wording: Wording) -> Part:
    """What is said of the part: all that stands behind the verb, or the last thing said of a whole without one."""
    start = wording.verb(whole.end)
    start = _does(state, whole, wording) if start is None else start
    filters = [(number, f) for number, f in enumerate(state.filters) if f.start >= whole.end]
    nodes = {n for n, node in enumerate(state.nodes) if n != whole.owner and node.at >= whole.end}
    begins = [f.start for _, f in filters] + [state.nodes[n].at for n in nodes]
    if start is None and begins:
        start = min(begins) if kind is Kind.SHARE else max(begins)
    start = whole.end if start is None else start
    chosen = {n for n in nodes if state.nodes[n].at >= start}
    return Part(
        nodes=frozenset(chosen),
        filters=frozenset(n for n, f in filters if f.start >= start or (not f.edge and f.owner in chosen)),
    )


def _does(state: State, whole: Item, wording: Wording) -> int | None:
    """ "What share of patients with asthma take a drug": the last verb, but not that of a relative clause."""
    said = (r.start for r in state.reasons if r.feature in RELATIONS_SAID and r.start >= whole.end)
    verbs = [at for at in said if wording.said(at, at + 1) not in FUNCTION_WORDS]
    return max((at for at in verbs if wording.said(at - 1, at) not in _RELATIVE), default=None)


def without_part(state: State, part: Part) -> State:
    """The reading of the whole: without what is only said of the part."""
    kept = [n for n in range(len(state.nodes)) if n not in part.nodes]
    edges = [n for n, edge in enumerate(state.edges) if part.nodes.isdisjoint((edge.start, edge.end))]
    filters = tuple(f for n, f in enumerate(state.filters) if n not in part.filters)
    return arranged(state.but(filters=filters, items=()), kept, edges)


def without_leaf(state: State, head: Head, term: Term) -> State:
    """The reading without its last node, where that was only counted: "members who borrowed more than three books"."""
    last, edge = len(state.nodes) - 1, len(state.edges) - 1
    joined = [number for number, e in enumerate(state.edges) if last in (e.start, e.end)]
    terms = [head.focus, *head.columns, *head.keys, *head.groups, *(m.term for m in head.measures), *head.missing]
    terms += [*head.present, *(t for t, _ in head.order), *([head.per] if head.per is not None else [])]
    terms += [head.then.when] if head.then is not None else []
    asked = any(t.owner == (edge if t.edge else last) for t in terms)
    if term.edge or term.owner != last or joined != [edge] or asked:
        return state
    return arranged(state.but(items=()), range(last), range(edge))
