"""`fingerpost eval`: measures questions and queries on files of examples."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

from fingerpost.core.errors import MissingExtra
from fingerpost.surfaces.cli.evaluate_ab import compare
from fingerpost.surfaces.cli.evaluate_answers import answers
from fingerpost.surfaces.cli.options import PackName
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from types import ModuleType


class _Report(Protocol):
    def text(self) -> str: ...


app = typer.Typer(help="Measure accuracy on files of examples.", rich_markup_mode=None)

GraphSources = Annotated[
    list[str] | None,
    typer.Option("--graph", metavar="[NAME=]SOURCE", help="A graph to load or open. Repeatable.", show_default=False),
]
QuestionFiles = Annotated[
    list[Path] | None,
    typer.Option("--questions", metavar="FILE", help="A file of examples. Repeatable.", show_default=False),
]
Only = Annotated[str | None, typer.Option("--only", metavar="FIELD=VALUE", help="Only examples with this field.")]
JsonOut = Annotated[Path | None, typer.Option("--json", metavar="OUT", help="Also write all outcomes to this file.")]
Limit = Annotated[int | None, typer.Option("--limit", min=1, metavar="N", help="Only the first N examples.")]
TimeLimit = Annotated[
    int | None, typer.Option("--time-limit-ms", min=1, metavar="N", help="Time limit per query, in milliseconds.")
]


@app.callback(invoke_without_command=True)
def evaluate(context: typer.Context) -> None:
    """Show the help if no command is given."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def roundtrip(
    graph: GraphSources = None,
    questions: QuestionFiles = None,
    only: Only = None,
    pack: PackName = None,
    json_out: JsonOut = None,
    limit: Limit = None,
    time_limit_ms: TimeLimit = None,
) -> None:
    """Convert gold queries to plans and back, and run both."""
    _run(
        _runner().roundtrip,
        graphs=graph or [],
        questions=questions or [],
        only=only,
        pack=pack,
        json_out=json_out,
        limit=limit,
        time_limit_ms=time_limit_ms,
    )


Sample = Annotated[int | None, typer.Option("--sample", min=1, metavar="N", help="N random examples.")]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="The seed of the sample.")]
Folds = Annotated[
    int | None,
    typer.Option("--folds", min=2, metavar="N", help="Number of folds, by kind of return and relations; with --fold."),
]
Fold = Annotated[int | None, typer.Option("--fold", min=0, metavar="I", help="Only the examples of fold I (from 0).")]
Oracle = Annotated[
    int,
    typer.Option("--oracle", min=0, max=50, metavar="K", help="Search the first K plans for a correct one; 0: none."),
]
Explain = Annotated[bool, typer.Option("--why", help="Report where each gold's plan was lost, and count the causes.")]
Jobs = Annotated[int, typer.Option("--jobs", min=1, metavar="N", help="Number of processes.")]
OutcomesOut = Annotated[
    Path | None, typer.Option("--outcomes", metavar="OUT", help="Write each outcome as a line of JSON.")
]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="OUT.svg", help="Draw the calibration of the confidence.")]


@app.command("questions")
def ask_questions(
    graph: GraphSources = None,
    questions: QuestionFiles = None,
    only: Only = None,
    pack: PackName = None,
    json_out: JsonOut = None,
    limit: Limit = None,
    time_limit_ms: TimeLimit = None,
    sample: Sample = None,
    seed: Seed = 0,
    folds: Folds = None,
    fold: Fold = None,
    oracle: Oracle = 20,
    why: Explain = False,
    jobs: Jobs = 1,
    outcomes: OutcomesOut = None,
    plot: Plot = None,
) -> None:
    """Ask questions and compare answers with gold queries."""
    if (folds is None) != (fold is None) or (folds is not None and fold is not None and fold >= folds):
        raise typer.BadParameter("give --folds N with --fold from 0 to N - 1", param_hint="--fold")
    runner = _runner()
    asking = runner.Asking(sample, seed, folds, fold, oracle, why, jobs, outcomes, plot)
    _run(
        runner.questions,
        graphs=graph or [],
        questions=questions or [],
        only=only,
        pack=pack,
        json_out=json_out,
        limit=limit,
        time_limit_ms=time_limit_ms,
        asking=asking,
    )


app.command("ab")(compare)
app.command()(answers)


def _run(evaluate: Callable[..., _Report], **options: Any) -> None:
    for option in ("graphs", "questions"):
        if not options[option]:
            name = "--graph" if option == "graphs" else "--questions"
            raise typer.BadParameter("give at least one", param_hint=name)
    Screen().say(evaluate(**options).text())


def _runner() -> ModuleType:
    """The module that evaluates, imported when a command runs, so that the others work without it."""
    try:
        from fingerpost.evals import runner
    except ImportError as error:
        raise MissingExtra(f"the evaluation cannot be imported ({error})", hint="reinstall fingerpost") from error
    return runner
