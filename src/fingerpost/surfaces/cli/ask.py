"""`fingerpost ask`: answers one question, or one per line of input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.core.errors import FingerpostError
from fingerpost.surfaces.cli.exports import BINARY, Out, exported, formats
from fingerpost.surfaces.cli.failures import write_error
from fingerpost.surfaces.cli.options import AsJson, Namespace, Place, text_of
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost import Answer, KnowledgeBase

EXIT_CODES = {"answered": 0, "empty": 0, "unanswerable": 3, "refused": 4, "failed": 5, "ambiguous": 10}
"""The exit code of `ask` for each status of the answer."""


def ask(
    kb: Place,
    question: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="QUESTION",
            help="The question. Without it, one question is read from each line of input.",
            show_default=False,
        ),
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show how the question was read and answered.")] = False,
    choose: Annotated[
        int | None, typer.Option("--choose", min=1, metavar="N", help="Choose reading N of an ambiguous question.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show the readings and the query, without running anything.")
    ] = False,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FORMAT",
            help="Write the ids of the answer's elements (guids), its rows (csv, md, jsonl, parquet, xlsx), or a file "
            "that a domain makes of it (bcf, bcf3, plan).",
            autocompletion=formats,
        ),
    ] = None,
    collection: Annotated[
        list[str] | None,
        typer.Option("--collection", metavar="NAME", help="Ask only these documents; graph: the graph beside them."),
    ] = None,
    as_of: Annotated[
        str,
        typer.Option(
            "--as-of",
            metavar="TIME",
            help="Ask the documents as they were then (ISO 8601), without what was forgotten since.",
        ),
    ] = "",
    namespace: Namespace = "",
    as_json: AsJson = False,
) -> None:
    """Ask a question in plain English.

    Exits with 0 if the question was answered, or was understood and nothing matches; 3 if the graph does not have what
    it asks for; 4 if it was refused; 5 if it failed; 10 if it can be read in several ways. For piped questions, the
    exit code is the first one that is not 0, and --json prints one list.
    """
    from fingerpost.surfaces.cli.opening import opened_as_of

    if choose is not None and not question:
        raise typer.BadParameter("it needs a question as an argument", param_hint="--choose")
    if dry_run and (choose is not None or not question):
        raise typer.BadParameter("it needs a question, and no --choose", param_hint="--dry-run")
    if collection and (dry_run or not question):
        raise typer.BadParameter("it needs a question, and no --dry-run", param_hint="--collection")
    if out is not None and (as_json or explain or dry_run or not question):
        raise typer.BadParameter("it needs a question, no --json, --explain or --dry-run", param_hint="--out")
    screen = Screen()
    if out is not None:
        _require_format(screen, out)
    with opened_as_of(kb, namespace, as_of) as base:
        if dry_run:
            code = _read(screen, base, text_of(" ".join(question or ())), as_json=as_json)
        elif question and out is not None:
            answer = base.ask(text_of(" ".join(question)), choice=choose, collections=collection or ())
            _export(screen, base, answer, out)
            code = EXIT_CODES[answer.status]
        elif question:
            answer = base.ask(text_of(" ".join(question)), choice=choose, collections=collection or ())
            _show(screen, base, answer, explain=explain, as_json=as_json)
            code = EXIT_CODES[answer.status]
        elif as_json:
            code = _json_session(screen, base)
        elif sys.stdin.isatty() and screen.terminal:
            from fingerpost.surfaces.cli.prompt import Prompt

            Prompt(screen, base, explain=explain).run()
            code = 0
        else:
            code = _session(screen, base, explain=explain)
    raise typer.Exit(code)


def _require_format(screen: Screen, out: str) -> None:
    """Refuse a format that is not there, and to write what is not text to a terminal."""
    if out not in formats():
        raise typer.BadParameter(f"{out!r} is not one of {', '.join(formats())}", param_hint="--out")
    if screen.terminal and (out in BINARY or out not in set(Out)):
        raise typer.BadParameter(f"{out} is no text: write it to a file (> answer.{out})", param_hint="--out")


def _read(screen: Screen, kb: KnowledgeBase, question: str, *, as_json: bool) -> int:
    from fingerpost.surfaces.cli import answer_text

    reading = kb.read(question)
    if as_json:
        screen.document(reading.model_dump_json(indent=2))
    else:
        answer_text.reading(screen, reading)
    return 0 if reading.status == "read" else EXIT_CODES[reading.status]


def _show(screen: Screen, kb: KnowledgeBase, answer: Answer, *, explain: bool, as_json: bool = False) -> None:
    from fingerpost.surfaces.cli.answer_text import say_answer

    say_answer(screen, kb, answer, explained=explain, as_json=as_json)


def _export(screen: Screen, kb: KnowledgeBase, answer: Answer, out: str) -> None:
    """Write the export of what was answered; notes, doubt, and the text of anything else go to standard error."""
    from fingerpost.surfaces.cli.answer_text import doubt_of

    if answer.status not in ("answered", "empty"):
        screen.aside(answer.text)
        return
    data = exported(kb, answer, out)
    if isinstance(data, bytes):
        screen.binary(data)
    else:
        for line in data.splitlines():
            screen.say(line)
    for line in filter(None, (doubt_of(answer), *answer.notes)):
        screen.aside(line)


def _session(screen: Screen, kb: KnowledgeBase, *, explain: bool) -> int:
    """Answer line by line. An invalid question is reported, and the next one is read; commands are those of the
    prompt."""
    from fingerpost.surfaces.cli.prompt import EXIT, Prompt, command_of

    code = 0
    prompt = Prompt(screen, kb, explain=explain)
    for line in map(command_of, _lines()):
        if line == EXIT:
            break
        try:
            if line.startswith(":"):
                prompt.take(line)
                answer = None
            else:
                answer = kb.ask(text_of(line))
        except FingerpostError as error:
            screen.flush()
            write_error(error)
            code = code or error.exit_code
        else:
            if answer is not None:
                _show(screen, kb, answer, explain=prompt.explain)
                code = code or EXIT_CODES[answer.status]
            screen.say()
        screen.flush()
    return code


def _json_session(screen: Screen, kb: KnowledgeBase) -> int:
    """Answer line by line in one JSON list, in which an invalid question is an error."""
    code = 0
    documents = []
    for line in _lines():
        try:
            answer = kb.ask(text_of(line))
        except FingerpostError as error:
            documents.append({"question": line, **error.to_json()})
            code = code or error.exit_code
        else:
            documents.append(answer.model_dump(mode="json"))
            code = code or EXIT_CODES[answer.status]
    screen.document(documents)
    return code


def _lines() -> Iterator[str]:
    """The lines of standard input that are neither blank nor comments (`# ...`)."""
    lines = map(str.strip, sys.stdin)
    yield from (line for line in lines if line and not line.startswith("#"))
