"""`fingerpost learn`: learns the meanings of words and the ranking of readings from examples of one graph."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.core.errors import SettingsError, SourceError
from fingerpost.evals.by import By
from fingerpost.surfaces.cli import teach
from fingerpost.surfaces.cli.options import Place, text_of
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost.linking import Learned

_LEAST = 20


def learn(
    kb: Place,
    examples: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="EXAMPLES",
            help="JSON Lines files with question and cypher; with --choice, a question.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the result to this file.")] = None,
    pack: Annotated[
        Path | None, typer.Option("--pack", metavar="DIR", help="Write the result into the folder of this pack.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, metavar="N", help="Number of processes.")] = 1,
    check: Annotated[
        int, typer.Option("--check", min=0, metavar="N", help="Questions to measure the gain on; 0: none.")
    ] = 500,
    folds: Annotated[
        By,
        typer.Option(
            "--folds",
            help="Measure on kinds of questions that were not learned from, or on random questions.",
        ),
    ] = By.KINDS,
    choice: Annotated[
        int | None,
        typer.Option("--choice", min=1, metavar="N", help="Remember reading N of a question with several readings."),
    ] = None,
    undo: Annotated[str | None, typer.Option("--undo", metavar="ID", help="Forget a choice.")] = None,
) -> None:
    """Learn from questions and their Cypher, or from a choice.

    The result is written to the knowledge base's folder and used from the next question on, unless --out or --pack
    names another place. The gain is measured on questions that were not learned from (--folds).

    A choice settles the same question and others whose readings differ in the same way; `teach --list` shows them all.
    """
    if undo is not None:
        teach.undo(kb, undo)
        return
    if not examples:
        raise typer.BadParameter("files are needed, or a question with --choice", param_hint="EXAMPLES")
    if choice is not None:
        teach.remember(kb, text_of(" ".join(examples)), choice)
        return
    _learn(kb, [Path(file) for file in examples], out, pack, jobs, check, folds)


def _learn(
    kb: str, examples: list[Path], out: Path | None, pack: Path | None, jobs: int, check: int, folds: By
) -> None:
    from fingerpost.evals.data import read_examples
    from fingerpost.evals.learning import material
    from fingerpost.evals.learning_gain import gain
    from fingerpost.linking import LEARNED_FILE
    from fingerpost.surfaces.cli.opening import opened, steps

    screen = Screen()
    if pack is not None and not (pack / "pack.toml").is_file():
        raise SettingsError(f"{pack} is not the folder of a pack", code="pack.missing", hint="it has no pack.toml")
    with opened(kb) as base:
        given = read_examples(examples)
        with steps("reading examples") as advance:
            found = material(base, given, by=folds, jobs=jobs, progress=advance)
        if len(found.cases) < _LEAST:
            raise SourceError(f"{len(found.cases)} of {len(given)} examples are usable; at least {_LEAST} are needed")
        learned = found.learned()
        if check:
            with steps("measuring the gain") as advance:
                gained = gain(found, most=check, jobs=jobs, progress=advance)
            learned = learned.model_copy(update={"figures": gained.to_json(), "confidence": gained.confidence()})
            kinds = "kinds of questions that were not learned from" if folds is By.KINDS else "random questions"
            screen.say(f"Measured on {kinds}:")
            screen.say(gained.text())
        file = out or (pack or base.path) / LEARNED_FILE
        _write(file, learned)
    screen.say(
        f"{file}: {len(learned.phrases)} phrases and {len(learned.features)} features from {len(found.cases)} of "
        f"{len(given)} examples."
    )


def _write(file: Path, learned: Learned) -> None:
    # Always write the version, although it is a default: other versions must see it.
    text = learned.model_dump_json(indent=1, exclude_defaults=True)
    text = text.replace("{", f'{{\n "version": {learned.version},', 1)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{file} cannot be written: {error.strerror}", code="learned.unwritable") from error
