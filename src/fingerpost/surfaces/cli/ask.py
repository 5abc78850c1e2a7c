"""`fingerpost ask`: one question, or a session that takes them line by line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.core.errors import FingerpostError
from fingerpost.surfaces.cli.failures import write_error
from fingerpost.surfaces.cli.options import AsJson, Place, text_of
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost import Answer, KnowledgeBase

EXIT_CODES = {"answered": 0, "empty": 0, "unanswerable": 3, "refused": 4, "failed": 5, "ambiguous": 10}
"""What `ask` ends with, by the status of the answer."""


def ask(
    kb: Place,
    question: Annotated[
        list[str] | None,
        typer.Argument(metavar="QUESTION", help="Without it, questions are read line by line.", show_default=False),
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say how the question was read and answered.")] = False,
    choose: Annotated[
        int | None, typer.Option("--choose", min=1, metavar="N", help="Take reading N of an ambiguous question.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Ask a question in plain words.

    Ends with 0 where the question was answered, or was understood and nothing matches; 3 where it asks for what is
    not in the graph; 4 where it was refused; 5 where it failed; 10 where it can be read in several ways. Piped
    questions end with the code of the first one that did not end with 0, and with --json they make one list.
    """
    from fingerpost.surfaces.cli.opening import opened

    if choose is not None and not question:
        raise typer.BadParameter("it goes with a question", param_hint="--choose")
    screen = Screen()
    with opened(kb) as base:
        if question:
            answer = base.ask(text_of(" ".join(question)), choice=choose)
            _show(screen, base, answer, explain=explain, as_json=as_json)
            code = EXIT_CODES[answer.status]
        elif as_json:
            code = _json_session(screen, base)
        else:
            code = _session(screen, base, explain=explain)
    raise typer.Exit(code)


def _show(screen: Screen, kb: KnowledgeBase, answer: Answer, *, explain: bool, as_json: bool = False) -> None:
    from fingerpost.surfaces.cli import answer_text

    if as_json:
        screen.document(answer.model_dump_json(indent=2))
        return
    if answer.status == "failed":
        write_error(FingerpostError(answer.text, code=answer.error_code, hint="; ".join(answer.notes) or None))
    else:
        answer_text.show(screen, kb, answer)
    if explain:
        answer_text.explain(screen, answer)


def _session(screen: Screen, kb: KnowledgeBase, *, explain: bool) -> int:
    """Answer line by line; a question that cannot be taken is told, and the next one is read."""
    code = 0
    for line in _lines(screen):
        try:
            answer = kb.ask(text_of(line))
        except FingerpostError as error:
            screen.flush()
            write_error(error)
            code = code or error.exit_code
        else:
            _show(screen, kb, answer, explain=explain)
            code = code or EXIT_CODES[answer.status]
            screen.say()
        screen.flush()
    return 0 if sys.stdin.isatty() else code


def _json_session(screen: Screen, kb: KnowledgeBase) -> int:
    """Answer line by line in one JSON list; a question that cannot be taken stands there as its error."""
    code = 0
    documents = []
    for line in _lines(screen):
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


def _lines(screen: Screen) -> Iterator[str]:
    """The lines of standard input that hold something; on a terminal, after a prompt each."""
    if not (sys.stdin.isatty() and screen.terminal):
        yield from (line.strip() for line in sys.stdin if line.strip())
        return
    import readline  # noqa: F401 - gives input() its history and its editing keys

    screen.say("Ask in plain words; Ctrl-D ends.", style="dim")
    while True:
        try:
            line = input("? ").strip()
        except EOFError:
            screen.say()
            return
        if line:
            yield line
