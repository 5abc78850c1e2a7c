"""`fingerpost learn`: learn from examples of one graph what words mean there and how readings are ranked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.core.errors import SettingsError, SourceError
from fingerpost.evals.by import By
from fingerpost.surfaces.cli.options import Place
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost.linking import Learned

_LEAST = 20


def learn(
    kb: Place,
    examples: Annotated[
        list[Path],
        typer.Argument(metavar="EXAMPLES", help="JSON Lines with question and cypher.", show_default=False),
    ],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write what is learned to this file.")
    ] = None,
    pack: Annotated[
        Path | None, typer.Option("--pack", metavar="DIR", help="Write it into the folder of this pack.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, metavar="N", help="Processes that share the work.")] = 1,
    check: Annotated[
        int, typer.Option("--check", min=0, metavar="N", help="Questions asked to measure the gain; 0: none.")
    ] = 500,
    folds: Annotated[
        By,
        typer.Option(
            "--folds",
            help="Measure on questions of kinds that were not learned from, or on ones drawn by chance.",
        ),
    ] = By.KINDS,
) -> None:
    """Learn from questions and their Cypher. Questions that were not learned from show what it gains: those of other
    kinds, or (--folds random) any.

    What is learned is kept in the knowledge base's folder, and used from the next question on, unless --out or --pack
    say where to write it.
    """
    from fingerpost.evals.data import read_examples
    from fingerpost.evals.learning import material
    from fingerpost.evals.learning_gain import gain
    from fingerpost.linking import LEARNED_FILE
    from fingerpost.surfaces.cli.opening import opened, steps

    screen = Screen()
    if pack is not None and not (pack / "pack.toml").is_file():
        raise SettingsError(f"{pack} is no folder of a pack", code="pack.missing", hint="it holds pack.toml")
    with opened(kb) as base:
        given = read_examples(examples)
        with steps("reading examples") as advance:
            found = material(base, given, by=folds, jobs=jobs, progress=advance)
        if len(found.cases) < _LEAST:
            raise SourceError(f"{len(found.cases)} of {len(given)} examples can be read; at least {_LEAST} are needed")
        learned = found.learned()
        if check:
            with steps("measuring the gain") as advance:
                gained = gain(found, most=check, jobs=jobs, progress=advance)
            learned = learned.model_copy(update={"figures": gained.to_json(), "confidence": gained.confidence()})
            kinds = "of kinds that were not learned from" if folds is By.KINDS else "by chance, of all kinds"
            screen.say(f"Asked {kinds}:")
            screen.say(gained.text())
        file = out or (pack or base.path) / LEARNED_FILE
        _write(file, learned)
    screen.say(
        f"{file}: {len(learned.phrases)} phrases and {len(learned.features)} features from {len(found.cases)} of "
        f"{len(given)} examples."
    )


def _write(file: Path, learned: Learned) -> None:
    # The version is written always: a reader of another one must see it.
    text = learned.model_dump_json(indent=1, exclude_defaults=True)
    text = text.replace("{", f'{{\n "version": {learned.version},', 1)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{file} cannot be written: {error.strerror}", code="learned.unwritable") from error
