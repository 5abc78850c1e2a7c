"""`fingerpost schema`: shows the schema of a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.surfaces.cli.options import AsJson, Place
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost.core.schema import GraphSchema, PropertyInfo

PAIRS_SHOWN = 12


def schema(kb: Place, as_json: AsJson = False) -> None:
    """Show labels, relationship types and properties.

    For each property: its type, the share of elements that have it, the number of distinct values, its unit and its
    description. `fingerpost verify --schema` reads the JSON form.
    """
    from fingerpost.surfaces.cli.opening import opened

    screen = Screen()
    with opened(kb) as base:
        if as_json:
            screen.document(base.schema.model_dump_json(indent=2))
        else:
            _show(screen, base.schema)


def _show(screen: Screen, schema: GraphSchema) -> None:
    from fingerpost.plans import counted

    counts = (counted(schema.node_count, "node"), counted(schema.relationship_count, "relationship"))
    screen.say(", ".join(counts), style="bold")
    present = [label for label in schema.labels if label.count]
    for label in sorted(present, key=lambda label: (-label.count, label.name)):
        screen.say()
        screen.say(f"{label.name} ({label.count:,})", style="bold")
        _properties(screen, label.properties, label.count)
    if schema.relationships:
        screen.say()
        screen.say("Relationships", style="bold")
    for relationship in sorted(schema.relationships, key=lambda r: (-r.count, r.type)):
        screen.say(f"{relationship.type} ({relationship.count:,})", style="bold")
        pairs = sorted((p for p in relationship.endpoints if p.count), key=lambda p: -p.count)
        for pair in pairs[:PAIRS_SHOWN]:
            screen.say(f"  ({pair.start})->({pair.end})  {pair.count:,}")
        if len(pairs) > PAIRS_SHOWN:
            screen.say(f"  and {len(pairs) - PAIRS_SHOWN} more pairs of labels", style="dim")
        _properties(screen, relationship.properties, relationship.count)
    absent = [label.name for label in schema.labels if not label.count]
    if absent:
        screen.say()
        screen.say(f"In the pack, but not in this graph: {', '.join(sorted(absent))}", style="dim")


def _properties(screen: Screen, properties: tuple[PropertyInfo, ...], count: int) -> None:
    if not properties:
        return
    widest = max(len(info.name) for info in properties)
    for info in properties:
        kind = info.type.value + (f" as {info.text_kind.value}" if info.text_kind else "")
        share = f"{info.present / count:.0%}" if count else "0%"
        distinct = f"{'' if info.distinct_is_exact else 'at least '}{info.distinct:,} distinct"
        rest = "  ".join(filter(None, (f"in {info.unit}" if info.unit else "", info.description or "")))
        screen.say(f"  {info.name:<{widest}}  {kind:<10} {share:>5} present  {distinct:<14} {rest}".rstrip())
