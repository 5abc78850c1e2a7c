"""`fingerpost verify`: checks a query without running it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fingerpost.core.errors import QueryRejected, SourceError
from fingerpost.surfaces.cli.options import AsJson, Parameters, parameters_of, text_of
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost import VerifiedQuery
    from fingerpost.core.schema import GraphSchema


def verify(
    text: Annotated[
        str, typer.Argument(metavar="CYPHER", help="A query; - reads it from standard input.", show_default=False)
    ],
    kb: Annotated[Path | None, typer.Option("--kb", metavar="KB", help="Check names against a knowledge base.")] = None,
    schema: Annotated[
        Path | None,
        typer.Option("--schema", metavar="FILE", help="Check names against the output of `fingerpost schema --json`."),
    ] = None,
    dialect: Annotated[
        str | None,
        typer.Option(
            "--dialect", metavar="NAME", help="Print the query in this dialect; default: that of --kb, else neo4j."
        ),
    ] = None,
    param: Parameters = None,
    as_json: AsJson = False,
) -> None:
    """Check a query without running it.

    Prints the query as it would be sent to the store, its parameters, repairs and notes. If the query is refused, all
    reasons are printed with their positions, and the exit code is 8. Names are checked only with --kb or --schema.
    """
    if kb is not None and schema is not None:
        raise typer.BadParameter("give --kb or --schema, not both", param_hint="--schema")
    given = parameters_of(param)
    query = sys.stdin.read() if text == "-" else text
    verified = _checked(text_of(query), kb, schema, dialect, given)
    _show(Screen(), verified, as_json=as_json)


def _checked(
    text: str, kb: Path | None, schema: Path | None, dialect: str | None, parameters: dict[str, Any]
) -> VerifiedQuery:
    from fingerpost.surfaces.cli.gate import checked, rendered
    from fingerpost.surfaces.cli.opening import opened

    if kb is not None:
        with opened(kb) as base:
            return checked(base, text, parameters, dialect)
    import fingerpost

    known = _schema(schema) if schema is not None else None
    try:
        return fingerpost.verify(text, known, dialect=dialect, parameters=parameters)
    except QueryRejected as error:
        raise rendered(error, text) from error


def _schema(file: Path) -> GraphSchema:
    from pydantic import ValidationError

    from fingerpost.core.schema import GraphSchema

    try:
        return GraphSchema.model_validate_json(file.read_bytes())
    except OSError as error:
        raise SourceError(f"{file} cannot be read: {error.strerror}", code="source.missing") from error
    except ValidationError as error:
        first = error.errors()[0]
        reason = f"{'.'.join(map(str, first['loc']))}: {first['msg']}".removeprefix(": ")
        hint = "write one with: fingerpost schema KB --json"
        raise SourceError(f"{file} is not a schema ({reason})", hint=hint) from error


def _show(screen: Screen, verified: VerifiedQuery, *, as_json: bool) -> None:
    from fingerpost.core.cells import encode

    parameters = {name: encode(value) for name, value in verified.parameters.items()}
    if as_json:
        screen.document(
            {
                "text": verified.text,
                "language": verified.language,
                "dialect": verified.dialect,
                "columns": list(verified.columns),
                "parameters": parameters,
                "fixes_applied": list(verified.fixes_applied),
                "notes": [finding.model_dump(mode="json") for finding in verified.notes],
            }
        )
        return
    screen.say(verified.text)
    # Printed as comments, so that the output is still a query.
    if parameters:
        screen.say(f"// parameters: {json.dumps(parameters, ensure_ascii=False)}", style="dim")
    for fix in verified.fixes_applied:
        screen.say(f"// repaired: {fix}", style="yellow")
    for finding in verified.notes:
        screen.say(f"// note: {finding.render()}", style="yellow")
