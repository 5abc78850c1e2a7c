"""The application: all commands."""

from __future__ import annotations

import copy as copying
from functools import lru_cache
from typing import Annotated, Any

import typer

from fingerpost.core.version import __version__
from fingerpost.surfaces.cli import (
    ask,
    audit,
    bench,
    check,
    code,
    copy,
    demo,
    doctor,
    evaluate,
    evidence,
    kept_documents,
    keys,
    learn,
    load,
    mcp,
    network,
    pack,
    query,
    resolve,
    sample,
    schema,
    serve,
    teach,
    template,
    verify,
    view,
    why,
)

EXIT_CODES = """\b
Exit codes:
  0    done; for a question: answered, or understood and nothing matches
  1    any other error; for doctor: something needs attention
  2    wrong arguments, or an empty or overlong question
  3    the graph does not have what the question asks for
  4    the question was refused: it asks to change data, or is a query
  5    the question was understood, but answering it failed
  6    a source is missing, damaged or refused
  7    the knowledge base is missing, damaged or too new
  8    the query was refused, or the store's dialect cannot express it
  9    the graph store failed, or the query reached a limit
  10   the question can be read in several ways
  11   an optional dependency is missing
  12   a setting or a pack is invalid
  130  interrupted
"""

app = typer.Typer(
    name="fingerpost",
    help="Ask a graph questions in plain English and get verified, cited answers.",
    epilog=EXIT_CODES,
    # Plain help: markup would import rich at the start of every command.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
app.command("load")(load.load)
app.command("copy")(copy.copy)
app.command("ask")(ask.ask)
app.command("evidence")(evidence.evidence)
app.command("schema")(schema.schema)
app.command("sample")(sample.sample)
app.command("stats")(sample.stats)
app.command("query")(query.query)
app.command("verify")(verify.verify)
app.command("check")(check.check)
app.command("network")(network.network)
app.command("view")(view.view)
app.command("learn")(learn.learn)
app.command("teach")(teach.teach)
app.command("why")(why.why)
app.command("serve")(serve.serve)
app.command("mcp")(mcp.mcp)
app.command("doctor")(doctor.doctor)
app.command("documents")(kept_documents.documents)
app.command("audit")(audit.audit)
app.command("resolve")(resolve.resolve)
app.command("template")(template.template)
app.command("demo")(demo.demo)
app.add_typer(code.app, name="code")
app.add_typer(keys.app, name="keys")
app.add_typer(pack.app, name="pack")
app.add_typer(evaluate.app, name="eval")
app.add_typer(bench.app, name="bench")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"fingerpost {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def fingerpost(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Show the help if no command is given."""
    if context.invoked_subcommand is None and not version:
        typer.echo(context.get_help())


@lru_cache(maxsize=64)
def built(name: str) -> Any:
    """The command line with the command of this name, or with all where none has it.

    Building all of them takes longer than most of them run.
    """
    one = copying.copy(app)
    one.registered_commands = [command for command in app.registered_commands if command.name == name]
    one.registered_groups = [group for group in app.registered_groups if group.name == name]
    return typer.main.get_command(one if one.registered_commands or one.registered_groups else app)
