"""`fingerpost sample` and `fingerpost stats`: what a graph holds, at a glance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.surfaces.cli.cells import CellText
from fingerpost.surfaces.cli.options import AsJson, Place
from fingerpost.surfaces.cli.schema import part_of
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost.core.schema import GraphSchema
    from fingerpost.plans import Plan
    from fingerpost.stores import Result

_COLUMNS = 8
"""Properties of a label that a table shows: those that most nodes have."""


def sample(
    kb: Place,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A label or relationship type.", show_default=False)],
    limit: Annotated[int, typer.Option("--limit", min=1, max=1000, metavar="N", help="How many to show.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Show some nodes of a label or relationships of a type."""
    from fingerpost.core.cells import encode
    from fingerpost.core.schema import LabelInfo
    from fingerpost.surfaces.cli.opening import opened

    screen = Screen()
    with opened(kb) as base:
        part = part_of(base.schema, name)
        found = base.run(_nodes(part.name, limit) if isinstance(part, LabelInfo) else _edges(part.type, limit))
        if as_json:
            screen.document([encode(row[0]) if len(row) == 1 else [encode(cell) for cell in row] for row in found.rows])
            return
        text = CellText(base.display)
        if isinstance(part, LabelInfo):
            titles, rows = _table(part, found, text)
        else:
            titles, rows = ("from", part.type, "to"), [_edge(row, text) for row in found.rows]
        screen.table(titles, rows)


def stats(kb: Place, as_json: AsJson = False) -> None:
    """Count nodes and relationships by label and type."""
    from fingerpost.surfaces.cli.opening import opened

    screen = Screen()
    with opened(kb) as base:
        counts = list(_counts(base.schema))
        values = base.index.value_count
    if as_json:
        kinds: dict[str, dict[str, int]] = {"label": {}, "relationship": {}}
        for kind, called, count in counts:
            kinds[kind][called] = count
        total = {"nodes": base.schema.node_count, "relationships": base.schema.relationship_count, "values": values}
        screen.document({**total, "labels": kinds["label"], "types": kinds["relationship"]})
        return
    total_nodes, total_edges = base.schema.node_count, base.schema.relationship_count
    screen.say(f"{total_nodes:,} nodes, {total_edges:,} relationships, {values:,} values indexed", style="bold")
    screen.table(("kind", "name", "count"), [(kind, called, f"{count:,}") for kind, called, count in counts])


def _counts(schema: GraphSchema) -> Iterator[tuple[str, str, int]]:
    labels = ((label.name, label.count) for label in schema.labels if label.count)
    types = ((relationship.type, relationship.count) for relationship in schema.relationships if relationship.count)
    for kind, counted in (("label", labels), ("relationship", types)):
        yield from ((kind, name, count) for name, count in sorted(counted, key=lambda item: (-item[1], item[0])))


def _nodes(label: str, limit: int) -> Plan:
    from fingerpost.plans import Column, Match, NodePattern, Pattern, Plan, Ref, Stage

    pattern = Pattern(nodes=(NodePattern(name="n", label=label),))
    stage = Stage(matches=(Match(pattern=pattern),), columns=(Column(name="n", operand=Ref(name="n")),), limit=limit)
    return Plan(branches=((stage,),))


def _edges(type_: str, limit: int) -> Plan:
    from fingerpost.plans import Column, EdgePattern, Match, NodePattern, Pattern, Plan, Ref, Stage

    edge = EdgePattern(start="a", end="b", types=(type_,), name="r")
    pattern = Pattern(nodes=(NodePattern(name="a"), NodePattern(name="b")), edges=(edge,))
    columns = tuple(Column(name=name, operand=Ref(name=name)) for name in ("a", "r", "b"))
    return Plan(branches=((Stage(matches=(Match(pattern=pattern),), columns=columns, limit=limit),),))


def _table(part: object, found: Result, text: CellText) -> tuple[Sequence[str], list[list[str]]]:
    from fingerpost.core.schema import LabelInfo

    assert isinstance(part, LabelInfo)
    common = sorted(part.properties, key=lambda info: -info.present)[:_COLUMNS]
    names = [info.name for info in part.properties if info in common]
    rows = [[row[0].element_id, *(text.cell(row[0].properties.get(name)) for name in names)] for row in found.rows]
    return ("id", *names), rows


def _edge(row: Sequence[object], text: CellText) -> list[str]:
    from fingerpost.core.cells import Relationship

    start, edge, end = row
    assert isinstance(edge, Relationship)
    said = ", ".join(f"{name}: {text.cell(value)}" for name, value in edge.properties.items())
    return [text.cell(start), said, text.cell(end)]
