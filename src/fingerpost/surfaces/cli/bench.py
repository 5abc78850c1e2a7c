"""`fingerpost bench`: measures a memory on documents and questions."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from fingerpost.surfaces.cli.screen import Screen

app = typer.Typer(help="Measure on data of your own.", rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def bench(context: typer.Context) -> None:
    """Show the help if no command is given."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def memory(
    data: Annotated[
        Path | None,
        typer.Argument(metavar="DATA", help="A folder with documents/ and questions.jsonl; default: a sample."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Write report.json, report.md and report.svg here.")
    ] = None,
    gate: Annotated[bool, typer.Option("--gate", help="Exit with 1 unless all gates hold.")] = False,
) -> None:
    """Compare a memory with and without facts."""
    from fingerpost.evals.memory_bench import run_memory_bench
    from fingerpost.evals.memory_report import markdown, picture
    from fingerpost.samples import TEAM_FOLDER, copy_sample

    with tempfile.TemporaryDirectory() as folder:
        found = run_memory_bench(data or copy_sample(TEAM_FOLDER, Path(folder)))
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        whole = {**found.model_dump(mode="json"), "gates": found.gates, "passed": found.passed}
        text = json.dumps(whole, indent=1, ensure_ascii=False) + "\n"
        (out / "report.json").write_text(text, encoding="utf-8")
        (out / "report.md").write_text(markdown(found), encoding="utf-8")
        (out / "report.svg").write_text(picture(found), encoding="utf-8")
    Screen().say(markdown(found).rstrip())
    if gate and not found.passed:
        raise typer.Exit(1)
