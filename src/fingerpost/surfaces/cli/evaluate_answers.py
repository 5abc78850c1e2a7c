"""`fingerpost eval answers`: measures answers, keeps the figures of each run, and fails where they fall."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from fingerpost.core.errors import SourceError
from fingerpost.surfaces.cli.options import Place
from fingerpost.surfaces.cli.screen import Screen


def answers(
    kb: Place,
    questions: Annotated[
        Path, typer.Argument(metavar="QUESTIONS", help="JSON Lines (question, cypher), or a question on each line.")
    ],
    history: Annotated[
        Path | None, typer.Option("--history", metavar="FILE", help="Add this run to the runs of this file.")
    ] = None,
    report: Annotated[
        list[Path] | None,
        typer.Option("--report", metavar="FILE", help="Write a report: .html, .md or .json. Repeatable."),
    ] = None,
    samples: Annotated[
        Path | None,
        typer.Option("--samples", metavar="FILE", help="Write the answers as samples of RAGAS (JSON Lines)."),
    ] = None,
    fall: Annotated[
        float | None,
        typer.Option("--fall", min=0, max=1, metavar="N", help="Fail if a share fell by more since the run before."),
    ] = None,
    least: Annotated[
        list[str] | None,
        typer.Option("--least", metavar="FIGURE=N", help="Fail if a figure is under this. Repeatable."),
    ] = None,
) -> None:
    """Measure answers without a model, and the trend over runs.

    The figures are faithfulness, relevance and context precision. Exit code 1 if a figure fell by more than --fall
    since the last run with the same questions, or is under --least.
    """
    from fingerpost.evals import answer_run, trend
    from fingerpost.evals.samples import write_samples
    from fingerpost.plans import counted
    from fingerpost.surfaces.cli.opening import opened

    if fall is not None and history is None:
        raise typer.BadParameter("a fall is told from the run before: give --history", param_hint="--fall")
    wanted = dict(_figure(one) for one in least or ())
    asked = answer_run.read_questions(questions)
    runs = answer_run.read_history(history) if history is not None else []
    with opened(kb) as base:
        when = datetime.now(UTC).isoformat(timespec="seconds")
        run, outcomes = answer_run.measure(base, asked, Path(kb).name, when)
    last = answer_run.before(runs, run)
    failed = answer_run.failures(run, last, fall, wanted)
    same = answer_run.alike(runs, run)
    for file in report or ():
        trend.write_report(file, [*same, run], outcomes, failed)
    if samples is not None:
        write_samples(samples, [one.sample for one in outcomes if one.sample is not None])
    if history is not None:
        try:
            with history.open("a", encoding="utf-8") as stream:
                stream.write(run.model_dump_json() + "\n")
        except OSError as error:
            raise SourceError(f"{history} cannot be written: {error.strerror}", code="source.unwritable") from error
    screen = Screen()
    counts = [counted(run.questions, "question"), *([counted(len(same), "run") + " before"] if history else [])]
    screen.say(", ".join(counts))
    for name, value in run.figures.items():
        before = last.figures.get(name) if last is not None else None
        screen.say(f"  {name}: {value:.4f}" + (f" (before: {before:.4f})" if before is not None else ""))
    for one in failed:
        screen.aside(f"failed: {one}")
    if failed:
        raise typer.Exit(1)


def _figure(text: str) -> tuple[str, float]:
    name, _, number = text.partition("=")
    try:
        return name, float(number)
    except ValueError:
        raise typer.BadParameter(f"write it as answered=0.9, not {text}", param_hint="--least") from None
