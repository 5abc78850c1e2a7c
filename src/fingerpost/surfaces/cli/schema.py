"""`fingerpost schema`: shows the schema of a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.surfaces.cli.options import AsJson, Place
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, RelationshipInfo

PAIRS_SHOWN = 12
EXAMPLES_SHOWN = 5


def schema(
    kb: Place,
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="Only this label or relationship type.", show_default=False),
    ] = None,
    as_json: AsJson = False,
    sql: Annotated[bool, typer.Option("--sql", help="Show the tables that the graph is for `query --sql`.")] = False,
) -> None:
    """Show labels, relationship types and properties.

    For each property: its type, the share of elements that have it, the number of distinct values, its unit and its
    description. `fingerpost verify --schema` reads the JSON form.
    """
    from fingerpost.surfaces.cli.opening import opened

    if sql and (as_json or name is not None):
        raise typer.BadParameter("it stands alone", param_hint="--sql")
    screen = Screen()
    with opened(kb) as base:
        if sql:
            from fingerpost.query_languages import sql_tables

            for line in sql_tables(base.schema):
                screen.say(line)
        elif as_json:
            screen.document((base.schema if name is None else part_of(base.schema, name)).model_dump_json(indent=2))
        else:
            show_schema(screen, base.schema, name)


def show_schema(screen: Screen, schema: GraphSchema, name: str | None = None) -> None:
    """Print a schema, or the part of it about one label or relationship type.

    Raises:
        QueryRejected: `schema.unknown-name`.
    """
    from fingerpost.plans import counted

    if name is not None:
        _show_part(screen, schema, part_of(schema, name))
        return

    counts = (counted(schema.node_count, "node"), counted(schema.relationship_count, "relationship"))
    screen.say(", ".join(counts), style="bold")
    present = [label for label in schema.labels if label.count]
    for label in sorted(present, key=lambda label: (-label.count, label.name)):
        screen.say()
        screen.say(_headed(label), style="bold")
        _properties(screen, label.properties, label.count)
    if schema.relationships:
        screen.say()
        screen.say("Relationships", style="bold")
    for relationship in sorted(schema.relationships, key=lambda r: (-r.count, r.type)):
        _relationship(screen, relationship)
    absent = [label.name for label in schema.labels if not label.count]
    if absent:
        screen.say()
        screen.say(f"In the pack, but not in this graph: {', '.join(sorted(absent))}", style="dim")


def part_of(schema: GraphSchema, name: str) -> LabelInfo | RelationshipInfo:
    """The label or relationship type of a name, in any case, or in the plural or with a slip if that is clear; of both,
    the label."""
    from fingerpost.core.errors import QueryRejected
    from fingerpost.core.nearest import closest, the_one

    known: dict[str, LabelInfo | RelationshipInfo] = {**schema.relationship_by_type, **schema.label_by_name}
    if name in known:
        return known[name]
    for kind in (schema.label_by_name, schema.relationship_by_type):
        if (meant := the_one(name, kind)) is not None:
            return kind[meant]
    nearest = closest(name, schema.label_by_name) or closest(name, known)
    raise QueryRejected(
        f"the graph has no label or relationship type {name}",
        code="schema.unknown-name",
        hint=(f"did you mean {nearest}? " if nearest else "") + f"it has: {', '.join(sorted(known))}",
    )


def _show_part(screen: Screen, schema: GraphSchema, part: LabelInfo | RelationshipInfo) -> None:
    """A label with its properties, with examples of their values, and what it is joined with; or a type."""
    from fingerpost.core.schema import RelationshipInfo

    if isinstance(part, RelationshipInfo):
        _relationship(screen, part)
        _examples(screen, part.properties)
        return
    screen.say(_headed(part), style="bold")
    _properties(screen, part.properties, part.count)
    _examples(screen, part.properties)
    for relationship in sorted(schema.relationships, key=lambda r: (-r.count, r.type)):
        for pair in relationship.endpoints:
            if part.name in (pair.start, pair.end) and pair.count:
                screen.say(f"  ({pair.start})-[{relationship.type}]->({pair.end})  {pair.count:,}")


def _headed(label: LabelInfo) -> str:
    also = f", also called {label.description}" if label.description else ""
    return f"{label.name} ({label.count:,}){also}"


def _examples(screen: Screen, properties: tuple[PropertyInfo, ...]) -> None:
    for info in properties:
        if info.samples:
            screen.say(f"  {info.name}, for example: {', '.join(info.samples[:EXAMPLES_SHOWN])}", style="dim")


def _relationship(screen: Screen, relationship: RelationshipInfo) -> None:
    about = f": {relationship.description}" if relationship.description else ""
    screen.say(f"{relationship.type} ({relationship.count:,}){about}", style="bold")
    pairs = sorted((p for p in relationship.endpoints if p.count), key=lambda p: -p.count)
    for pair in pairs[:PAIRS_SHOWN]:
        screen.say(f"  ({pair.start})->({pair.end})  {pair.count:,}")
    if len(pairs) > PAIRS_SHOWN:
        screen.say(f"  and {len(pairs) - PAIRS_SHOWN} more pairs of labels", style="dim")
    _properties(screen, relationship.properties, relationship.count)


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
