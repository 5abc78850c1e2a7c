"""`fingerpost query`: runs a Cypher query through the gate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.surfaces.cli.options import AsJson, Namespace, Parameters, Place, parameters_of, text_of
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost.linking import Display
    from fingerpost.stores import Result


def query(
    kb: Place,
    text: Annotated[
        str | None, typer.Argument(metavar="[CYPHER]", help="A query that only reads.", show_default=False)
    ] = None,
    sql: Annotated[
        str | None,
        typer.Option(
            "--sql", metavar="SELECT", help="Instead, a SELECT over the graph seen as tables (`schema --sql`)."
        ),
    ] = None,
    param: Parameters = None,
    namespace: Namespace = "",
    as_json: AsJson = False,
) -> None:
    """Run a Cypher query that only reads, or a SELECT.

    The query is checked first: it must be one reading statement, and its names must be in the graph. The store
    receives the checked query as fingerpost prints it. Piped output is tab-separated.
    """
    from fingerpost.surfaces.cli.gate import checked
    from fingerpost.surfaces.cli.opening import opened

    if (text is None) == (sql is None):
        raise typer.BadParameter("it takes a Cypher query or --sql", param_hint="CYPHER")
    screen = Screen()
    given = parameters_of(param)
    if sql is not None and given:
        raise typer.BadParameter("SQL takes no parameters", param_hint="--param")
    with opened(kb, namespace) as base:
        verified = (
            checked(base, text_of(text), given)
            if text is not None
            else checked(base, text_of(sql or ""), language="sql")
        )
        result = base.store.run(verified, base.limits)
        notes = [*verified.fixes_applied, *(finding.render() for finding in verified.notes), *_cut(result)]
        if as_json:
            screen.document(_json(result, notes))
            return
        _rows(screen, base.display, result)
        for note in notes:
            screen.aside(f"note: {note}", style="yellow")


def _rows(screen: Screen, display: Display, result: Result) -> None:
    from fingerpost.surfaces.cli.cells import CellText

    text = CellText(display)
    screen.table(result.columns, [text.row(row) for row in result.rows])
    if screen.terminal:
        rows = "1 row" if len(result.rows) == 1 else f"{len(result.rows):,} rows"
        screen.say(f"{rows}, {result.milliseconds:.1f} ms", style="dim")


def _cut(result: Result) -> list[str]:
    if not result.cut:
        return []
    of = f" of {result.total:,}" if result.total is not None else ""
    return [f"only the first {len(result.rows):,}{of} rows were kept; FINGERPOST_ROW_LIMIT sets how many"]


def _json(result: Result, notes: list[str]) -> dict[str, object]:
    from fingerpost.core.cells import encode

    return {
        "columns": list(result.columns),
        "rows": [[encode(cell) for cell in row] for row in result.rows],
        "cut": result.cut,
        "total": result.total,
        "milliseconds": round(result.milliseconds, 3),
        "notes": notes,
    }
