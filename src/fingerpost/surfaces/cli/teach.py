"""`fingerpost teach`: says what a question means, shows what was taught, and undoes it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.core.errors import SourceError
from fingerpost.surfaces.cli.options import Anyway, AsJson, Means, Place, ReadingNumber, Unchanged, Who, text_of
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost import KnowledgeBase
    from fingerpost.engine import Approval, Taught

_READINGS = 5


def teach(
    kb: Place,
    question: Annotated[
        list[str] | None, typer.Argument(metavar="QUESTION", help="The question.", show_default=False)
    ] = None,
    means: Means = None,
    reading: ReadingNumber = None,
    who: Who = None,
    check: Unchanged = None,
    anyway: Anyway = False,
    listed: Annotated[bool, typer.Option("--list", help="Show what was taught.")] = False,
    undo: Annotated[str | None, typer.Option("--undo", metavar="ID", help="Undo what was taught.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say what a question means.

    It is answered so from now on, as are questions that say the same with other values. Without --means and --reading,
    its readings are listed. Nothing is kept if answers to other questions would change, unless --anyway is given.
    """
    from fingerpost.surfaces.cli.opening import opened

    given = [means is not None, reading is not None, listed, undo is not None]
    if sum(given) > 1:
        raise typer.BadParameter("only one of --means, --reading, --list and --undo can be given")
    if bool(question) == (listed or undo is not None):
        raise typer.BadParameter("a question is needed, or --list or --undo", param_hint="QUESTION")
    screen = Screen()
    text = text_of(" ".join(question or ()))
    with opened(kb) as base:
        if listed:
            _list(screen, base.approvals(), as_json=as_json)
        elif undo is not None:
            undone = base.unteach(undo)
            screen.say(f"undone: {undone.question}")
        elif means is None and reading is None:
            _readings(screen, base, text)
            raise typer.Exit(2)
        else:
            meant = text_of(means) if means is not None else reading or 0
            taught = base.teach(text, meant, who=who, check=checked_questions(check), anyway=anyway)
            show_taught(screen, base, taught, as_json=as_json)


def remember(kb: Place, question: str, number: int) -> None:
    """Remember which reading of an ambiguous question is meant; `learn --choice` calls it."""
    from fingerpost.surfaces.cli.opening import opened

    screen = Screen()
    with opened(kb) as base:
        show_taught(screen, base, base.teach(question, number), as_json=False)


def undo(kb: Place, id_: str) -> None:
    """Undo a choice; `learn --undo` calls it."""
    from fingerpost.surfaces.cli.opening import opened

    with opened(kb) as base:
        Screen().say(f"undone: {base.unteach(id_).question}")


def checked_questions(file: Path | None) -> tuple[str, ...] | None:
    if file is None:
        return None
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"{file} cannot be read: {error}", code="source.missing") from error
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def show_taught(screen: Screen, base: KnowledgeBase, taught: Taught, *, as_json: bool) -> None:
    from fingerpost.plans import counted
    from fingerpost.surfaces.cli.answer_text import say_answer

    if as_json:
        screen.document(
            {
                "approval": taught.approval.model_dump(mode="json"),
                "replaced": [one.id for one in taught.replaced],
                "checked": taught.checked,
                "changed": list(taught.changed),
                "answer": taught.answer.model_dump(mode="json"),
            }
        )
        return
    say_answer(screen, base, taught.answer, explained=False, as_json=False)
    screen.say()
    screen.say(f"kept as {taught.approval.id}: {taught.approval.plan.reading}")
    for one in taught.replaced:
        screen.say(f"instead of {one.id}: {one.plan.reading}")
    compared = f"{taught.checked} other questions were compared"
    screen.say(f"{compared}: {counted(len(taught.changed), 'answer')} changed")
    for question in taught.changed:
        screen.say(f"  {question}")


def _list(screen: Screen, approvals: tuple[Approval, ...], *, as_json: bool) -> None:
    if as_json:
        screen.document([one.model_dump(mode="json") for one in approvals])
        return
    for one in approvals:
        means = "means" if one.verdict == "right" else "does not mean"
        who = f", {one.who}" if one.who else ""
        screen.say(f"{one.id}  {one.when:%Y-%m-%d %H:%M}  {one.source}{who}")
        screen.say(f"  {one.question}")
        screen.say(f"  {means}: {one.plan.reading}")
    if not approvals:
        screen.say("nothing was taught")


def _readings(screen: Screen, base: KnowledgeBase, question: str) -> None:
    answer = base.ask(question)
    readings = answer.choices or base.read(question).readings
    for number, one in enumerate(readings[:_READINGS], 1):
        screen.say(f"{number}. {one.reading}")
    screen.aside("say which with --reading N, or another with --means CYPHER")
