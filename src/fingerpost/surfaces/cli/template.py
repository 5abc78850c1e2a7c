"""`fingerpost template`: runs a named query over the facts of documents."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from fingerpost.surfaces.cli.opening import opened_documents
from fingerpost.surfaces.cli.options import AsJson, Documents, Namespace, Parameters, parameters_of
from fingerpost.surfaces.cli.screen import Screen


def template(
    kb: Documents,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The template; without it, all are listed.")
    ] = None,
    param: Parameters = None,
    namespace: Namespace = "",
    as_json: AsJson = False,
) -> None:
    """Run or list named queries over the facts of documents.

    A file `templates.yaml` in the folder adds its own.
    """
    from fingerpost.core.cells import encode

    screen = Screen()
    with opened_documents(kb, namespace) as base:
        if name is None:
            _list(screen, [one.model_dump(mode="json") for one in base.templates().values()], as_json=as_json)
            return
        given: dict[str, Any] = dict(parameters_of(param) or {})
        result = base.template(name, **given)
        if as_json:
            rows = [[encode(cell) for cell in row] for row in result.rows]
            screen.document({"template": name, "columns": list(result.columns), "rows": rows})
            return
        from fingerpost.surfaces.cli.cells import CellText

        text = CellText(base.display)
        screen.table(result.columns, [text.row(row) for row in result.rows])


def _list(screen: Screen, templates: list[dict[str, Any]], *, as_json: bool) -> None:
    if as_json:
        screen.document(templates)
        return
    for one in templates:
        takes = ", ".join(f"{name}{'' if info['required'] else '?'}" for name, info in one["parameters"].items())
        screen.say(f"{one['name']}({takes}): {one['description']} {one['complexity']}")
