"""`fingerpost why`: shows where the plan of a gold query was lost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.core.errors import SourceError
from fingerpost.surfaces.cli.options import AsJson, text_of
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost.evals.why import Why

_FEATURES = 8


def why(
    kb: Annotated[Path, typer.Argument(metavar="KB", help="The folder of a knowledge base.", show_default=False)],
    question: Annotated[list[str], typer.Argument(metavar="QUESTION", help="The question.", show_default=False)],
    gold: Annotated[str, typer.Option("--gold", metavar="CYPHER", help="The correct query.", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Show where a question went wrong, given the correct query.

    Exits with 0 if the answer equals that of the query, else with 1.
    """
    from fingerpost.evals.data import Example
    from fingerpost.evals.golds import gold_of
    from fingerpost.evals.why import why as explained
    from fingerpost.surfaces.cli.opening import opened

    screen = Screen()
    asked = text_of(" ".join(question))
    with opened(kb) as base:
        given = gold_of(base, Example("gold", asked, text_of(gold), None, ""))
        if isinstance(given, str):
            raise SourceError(f"the gold does not run: {given}", hint="check it with: fingerpost verify")
        answer = base.ask(asked)
        reason = explained(base, asked, given, answer)
    if as_json:
        screen.document({"question": asked, "status": answer.status.value, **reason.to_json()})
    else:
        _show(screen, reason)
    raise typer.Exit(0 if reason.cause == "right" else 1)


def _show(screen: Screen, why: Why) -> None:
    screen.say(why.category, style="bold")
    screen.say(why.text)
    screen.say()
    screen.say(f"gold:    {why.gold_reading or '-'}")
    screen.say(f"chosen:  {why.winner or '-'}")
    for title, parts in (("only in the gold", why.missing), ("only in the nearest candidate", why.extra)):
        for part, texts in parts.items():
            screen.say(f"{title} ({part}): {'; '.join(texts)}")
    if why.gap is not None:
        screen.say()
        screen.say(
            f"Score of the chosen plan minus the gold's: {why.gap:+.2f}. Features of the gold's plan, by difference:"
        )
        for name, value in why.features[:_FEATURES]:
            screen.say(f"  {value:+6.2f}  {name}")
    if why.sayings:
        screen.say()
        screen.say("Names in the gold, and the words for them:")
        for saying in why.sayings:
            words = f" by “{saying.words}”" if saying.words else ""
            screen.say(f"  {saying.need.kind} {saying.need}: {saying.how}{words}")
