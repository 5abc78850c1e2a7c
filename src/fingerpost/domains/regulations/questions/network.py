"""The citation network around an instrument: what it cites, implements and replaces, and what does so to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from fingerpost.core.limits import Limits
from fingerpost.core.schema import GraphSchema
from fingerpost.domains.regulations.questions.catalog import Title
from fingerpost.domains.regulations.questions.pattern_builder import EDGES, PatternBuilder, holding_in, leads
from fingerpost.engine import Network, NetworkEdge, NetworkNode
from fingerpost.plans import Column, Comparison, Operand, Plan, Ref, counted
from fingerpost.stores import Result

_ANY_NUMBER: Final = Limits(rows=1_000_000)
_BRANCHES: Final = 30
"""Neighbours of one instrument that are followed; the strongest."""

_VERBS: Final = {"REFERENCES": "cites", "IMPLEMENTS": "implements", "REPLACES": "replaces", "REPEALS": "repeals"}


def network(
    middle: Title,
    hops: int,
    most: int,
    *,
    titles: Sequence[Title],
    schema: GraphSchema,
    run: Callable[[Plan, Limits], Result],
) -> Network:
    """The network around an instrument, nearest and strongest first."""
    by_id = {title.identifier: title for title in titles}
    nodes = {middle.identifier: NetworkNode(middle.identifier, middle.title, middle.label, 0)}
    edges: dict[tuple[str, str, str], NetworkEdge] = {}
    notes: list[str] = []
    left_out: set[str] = set()
    reached = [middle.identifier]
    for hop in range(1, hops + 1):
        following: list[str] = []
        for identifier in reached:
            found = sorted(
                _edges_of(by_id[identifier], schema, run), key=lambda edge: (-edge.strength, edge.start, edge.end)
            )
            others = list(dict.fromkeys(edge.end if edge.start == identifier else edge.start for edge in found))
            others = [other for other in others if other in by_id and by_id[other].language == "en"]
            kept = set(others[: max(_BRANCHES, most) if hop == 1 else _BRANCHES])
            if len(kept) < len(others):
                notes.append(f"{by_id[identifier].title}: {len(kept)} of {len(others)} related instruments")
            for edge in found:
                other = edge.end if edge.start == identifier else edge.start
                if other not in kept:
                    continue
                if other not in nodes:
                    if len(nodes) >= most:
                        left_out.add(other)
                        continue
                    nodes[other] = NetworkNode(other, by_id[other].title, by_id[other].label, hop)
                    following.append(other)
                edges.setdefault((edge.start, edge.end, edge.kind), edge)
        reached = following
    if left_out:
        notes.append(
            f"{len(nodes)} instruments are shown; {len(left_out - nodes.keys())} more are within {counted(hops, 'hop')}"
        )
    if any(node.kind == "Stub" for node in nodes.values()):
        notes.append("a stub is cited, but its text is not loaded")
    return Network(tuple(nodes.values()), tuple(edges.values()), tuple(notes))


def _edges_of(title: Title, schema: GraphSchema, run: Callable[[Plan, Limits], Result]) -> list[NetworkEdge]:
    """The relationships of an instrument to others that hold today."""
    branches = []
    parameters = PatternBuilder(schema).parameters
    for kind in EDGES.values():
        for outgoing in (True, False):
            built = PatternBuilder(schema, parameters=parameters)
            own, other = built.node(title.label, "own"), built.node("Instrument", "other")
            start, end = (title.label, "Instrument") if outgoing else ("Instrument", title.label)
            if not leads(schema, start, kind, end):
                continue
            built.require(own, "identifier", Comparison.EQ, title.identifier)
            edge = built.edge(own, kind, other) if outgoing else built.edge(other, kind, own)
            holding_in(built, edge, None)
            strength: Operand = Ref(name=edge, property="strength") if built.has(edge, "strength") else built.value(1)
            columns = (
                Column(name="other", operand=Ref(name=other, property="identifier")),
                Column(name="kind", operand=built.value(kind)),
                Column(name="outgoing", operand=built.value(outgoing)),
                Column(name="strength", operand=strength),
            )
            branches.append((built.stage(columns=columns),))
    if not branches:
        return []
    rows = run(Plan(branches=tuple(branches), union_all=len(branches) > 1, parameters=parameters), _ANY_NUMBER).rows
    return [
        NetworkEdge(
            title.identifier if outgoing else str(other),
            str(other) if outgoing else title.identifier,
            _VERBS[str(kind)],
            int(str(strength or 1)),
        )
        for other, kind, outgoing, strength in rows
    ]
