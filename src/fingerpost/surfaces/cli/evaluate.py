"""`fingerpost eval`: how well queries and questions do over graphs, by files of examples."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

from fingerpost.core.errors import MissingExtra
from fingerpost.surfaces.cli.options import PackName
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from types import ModuleType


class _Report(Protocol):
    def text(self) -> str: ...


app = typer.Typer(help="Measure answers over files of examples.", rich_markup_mode=None)

GraphSources = Annotated[
    list[str] | None,
    typer.Option("--graph", metavar="[NAME=]SOURCE", help="A graph to load or open. Repeatable.", show_default=False),
]
QuestionFiles = Annotated[
    list[Path] | None,
    typer.Option("--questions", metavar="FILE", help="A file of examples. Repeatable.", show_default=False),
]
Only = Annotated[str | None, typer.Option("--only", metavar="FIELD=VALUE", help="Only examples of which this holds.")]
JsonOut = Annotated[Path | None, typer.Option("--json", metavar="OUT", help="Write the figures to this file too.")]
Limit = Annotated[int | None, typer.Option("--limit", min=1, metavar="N", help="The first N examples only.")]
TimeLimit = Annotated[
    int | None, typer.Option("--time-limit-ms", min=1, metavar="N", help="Milliseconds that one query may take.")
]


@app.callback(invoke_without_command=True)
def evaluate(context: typer.Context) -> None:
    """Show the help where no command is named."""
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
    """Take gold queries to plans and back, and run both."""
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


Sample = Annotated[int | None, typer.Option("--sample", min=1, metavar="N", help="N examples drawn by chance.")]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Draws another sample.")]
Folds = Annotated[
    int | None, typer.Option("--folds", min=2, metavar="N", help="Split by kind of return and relations, with --fold.")
]
Fold = Annotated[int | None, typer.Option("--fold", min=0, metavar="I", help="Only examples of fold I, from 0.")]
Oracle = Annotated[
    int,
    typer.Option("--oracle", min=0, max=50, metavar="K", help="Look for a right plan among the first K; 0: do not."),
]
Explain = Annotated[bool, typer.Option("--why", help="Tell where the plan of each gold was lost, and count causes.")]
Jobs = Annotated[int, typer.Option("--jobs", min=1, metavar="N", help="Processes that share the work.")]
OutcomesOut = Annotated[
    Path | None, typer.Option("--outcomes", metavar="OUT", help="Write the outcome of every question, a line each.")
]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="OUT.svg", help="Draw how far confidence can be trusted.")]


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
    """Ask questions and compare the answers with those of the gold queries."""
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


def _run(evaluate: Callable[..., _Report], **options: Any) -> None:
    for option in ("graphs", "questions"):
        if not options[option]:
            name = "--graph" if option == "graphs" else "--questions"
            raise typer.BadParameter("at least one is needed", param_hint=name)
    Screen().say(evaluate(**options).text())


def _runner() -> ModuleType:
    """The module that evaluates. It is looked up when a command runs, so that all else works without it."""
    try:
        from fingerpost.evals import runner
    except ImportError as error:
        raise MissingExtra(f"the evaluation cannot be imported ({error})", hint="reinstall fingerpost") from error
    return runner
