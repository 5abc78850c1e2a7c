"""`fingerpost evidence`: lists every match behind one row of an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.surfaces.cli.options import AsJson, Place, text_of
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost import Answer, KnowledgeBase
    from fingerpost.core.answer import Evidence


def evidence(
    kb: Place,
    question: Annotated[list[str], typer.Argument(metavar="QUESTION", help="The question.", show_default=False)],
    row: Annotated[int, typer.Option("--row", min=1, metavar="N", help="The row of the answer.")] = 1,
    choose: Annotated[
        int | None, typer.Option("--choose", min=1, metavar="N", help="Choose reading N of an ambiguous question.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, metavar="N", help="The most matches to list.")] = 1000,
    as_json: AsJson = False,
) -> None:
    """List every match behind one row of an answer.

    For a count, these are the elements that were counted. Piped output is tab-separated. The exit code of a question
    that is not answered is that of `fingerpost ask`.
    """
    from fingerpost.surfaces.cli.ask import EXIT_CODES
    from fingerpost.surfaces.cli.opening import opened

    screen = Screen()
    with opened(kb) as base:
        answer = base.ask(text_of(" ".join(question)), choice=choose)
        if answer.status != "answered" or answer.plan is None:
            screen.aside(answer.text)
            raise typer.Exit(EXIT_CODES[answer.status])
        if row > len(answer.rows):
            raise typer.BadParameter(f"the answer has {len(answer.rows)} rows", param_hint="--row")
        _show(screen, base, answer, base.evidence(answer.plan, answer.rows[row - 1], limit=limit), as_json=as_json)


def _show(screen: Screen, kb: KnowledgeBase, answer: Answer, found: Evidence, *, as_json: bool) -> None:
    from fingerpost.surfaces.cli.cells import CellText

    if as_json:
        screen.document(found.model_dump_json(indent=2))
        return
    screen.aside(answer.text)
    text = CellText(kb.display)
    screen.table(found.columns, [text.row(cells) for cells in found.rows])
    if found.cut:
        of = f" of {found.total:,}" if found.total is not None else ""
        screen.aside(f"note: only the first {len(found.rows):,}{of} matches are listed; --limit sets how many")
