"""`fingerpost code`: approved answers and worked examples of questions about a code base."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fingerpost.core.errors import SourceError
from fingerpost.surfaces.cli.options import Anyway, AsJson, Means, Place, ReadingNumber, Unchanged, Who, text_of
from fingerpost.surfaces.cli.screen import Screen
from fingerpost.surfaces.cli.teach import checked_questions, show_taught

if TYPE_CHECKING:
    from fingerpost.plans import Plan

app = typer.Typer(help="Approve answers about a code base, and look up examples.", rich_markup_mode=None)

PACK = "code"
_APPROVED = 3


@app.callback(invoke_without_command=True)
def code(context: typer.Context) -> None:
    """Show the help if no command is given."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def approve(
    kb: Place,
    question: Annotated[list[str], typer.Argument(metavar="QUESTION", help="The question.", show_default=False)],
    cpgql: Annotated[
        str | None, typer.Option("--cpgql", metavar="CPGQL", help="The reading that is written so, as answers show it.")
    ] = None,
    means: Means = None,
    reading: ReadingNumber = None,
    who: Who = None,
    check: Unchanged = None,
    anyway: Anyway = False,
    as_json: AsJson = False,
) -> None:
    """Approve an answer, or say what a question means.

    The question is answered so from now on. Without --cpgql, --means and --reading, the answer that it gets now is
    approved.
    """
    from fingerpost.core.errors import QuestionError
    from fingerpost.engine import plan_of_cpgql
    from fingerpost.surfaces.cli.opening import opened

    if sum(given is not None for given in (cpgql, means, reading)) > 1:
        raise typer.BadParameter("only one of --cpgql, --means and --reading can be given")
    text = text_of(" ".join(question))
    meant: str | Plan | int | None
    with opened(kb) as base:
        if cpgql is not None:
            meant = plan_of_cpgql(base, text, text_of(cpgql))
        elif means is not None or reading is not None:
            meant = text_of(means) if means is not None else reading or 0
        else:
            meant = base.ask(text).plan
            if meant is None:
                message = "the question has no answer that could be approved"
                raise QuestionError(message, code="approve.no-reading", hint="say what it means with --means")
        taught = base.teach(text, meant, who=who, check=checked_questions(check), anyway=anyway, source=PACK)
        show_taught(Screen(), base, taught, as_json=as_json)


@app.command()
def examples(
    question: Annotated[
        list[str] | None,
        typer.Argument(metavar="QUESTION", help="List those nearest to it; else all.", show_default=False),
    ] = None,
    intent: Annotated[
        str | None,
        typer.Option(
            "--intent", metavar="I", help="find-function, code-analysis, security-check or explain-concept only."
        ),
    ] = None,
    domain: Annotated[str | None, typer.Option("--domain", metavar="D", help="memory, system or general only.")] = None,
    shape: Annotated[str | None, typer.Option("--shape", metavar="S", help="Only of this shape: calls, ...")] = None,
    most: Annotated[int, typer.Option("--most", metavar="N", min=1, help="The number of nearest examples.")] = 5,
    kb: Annotated[
        str | None, typer.Option("--kb", metavar="KB", help="Also list the nearest approved answers of this one.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List worked examples with CPGQL, all or near a question."""
    from fingerpost.engine import export_approvals, nearest_examples
    from fingerpost.surfaces.cli.opening import opened

    text = text_of(" ".join(question or ()))
    found = nearest_examples(PACK, text, most, intent=intent, domain=domain, shape=shape)
    approved: tuple[dict[str, Any], ...] = ()
    if kb is not None:
        with opened(kb) as base:
            recall = base.context.recall
            near = recall.nearest(text, _APPROVED) if text and recall is not None else base.approvals()
            approved = tuple(json.loads(line) for line in export_approvals(near))
    screen = Screen()
    if as_json:
        shown = [one.model_dump(mode="json") for one in found]
        screen.document({"examples": shown, "approved": list(approved)})
        return
    for one in found:
        screen.say(one.question)
        screen.say(f"  {one.cpgql}")
        screen.say(f"  {one.intent}, {one.shape}, {one.domain}")
    for line in approved:
        verdict = "approved" if line["verdict"] == "right" else "rejected"
        screen.say(line["question"])
        screen.say(f"  {verdict}: {line.get('cypher', '')}")
    if not found and not approved:
        screen.say("no example is near")


@app.command()
def state(
    kb: Place,
    question: Annotated[list[str], typer.Argument(metavar="QUESTION", help="The question.", show_default=False)],
) -> None:
    """Ask a question and print its run as JSON, in nine steps."""
    from fingerpost.core.errors import QuestionError
    from fingerpost.engine import ReportingReader
    from fingerpost.surfaces.cli.opening import opened

    with opened(kb) as base:
        reader = base.context.reader
        if not isinstance(reader, ReportingReader):
            raise QuestionError("this is no graph of a code base", code="question.state")
        Screen().document(dict(reader.state(base.ask(text_of(" ".join(question))))))


@app.command("export")
def export(
    kb: Place,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="The file to write; default: standard output.")
    ] = None,
) -> None:
    """Write approvals as JSON Lines, with Cypher and CPGQL."""
    from fingerpost.engine import export_approvals
    from fingerpost.plans import counted
    from fingerpost.surfaces.cli.opening import opened

    with opened(kb) as base:
        lines = tuple(export_approvals(base.approvals()))
    screen = Screen()
    if file is None:
        for line in lines:
            screen.say(line)
        return
    try:
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise SourceError(f"{file} cannot be written: {error.strerror}", code="source.unwritable") from error
    screen.say(f"{counted(len(lines), 'approval')} written to {file}")


@app.command("import")
def import_(
    kb: Place,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="JSON Lines: question, and plan, cypher or cpgql.")],
    anyway: Anyway = False,
) -> None:
    """Approve what the lines of a file say.

    Each is checked as by `approve`; exit code 1 if one was refused.
    """
    from fingerpost.engine import import_approvals
    from fingerpost.surfaces.cli.opening import opened

    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"{file} cannot be read: {error}", code="source.missing") from error
    with opened(kb) as base:
        done = import_approvals(base, lines, anyway=anyway)
    screen = Screen()
    screen.say(f"{done.kept} kept, {done.known} known already, {len(done.refused)} refused")
    for number, reason in done.refused:
        screen.aside(f"line {number}: {reason}")
    if done.refused:
        raise typer.Exit(1)
