"""`fingerpost pack`: drafts and checks packs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.core.errors import SettingsError
from fingerpost.surfaces.cli.options import AsJson, Place
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost.linking import Pack

app = typer.Typer(help="Draft and check packs: your users' vocabulary for a graph.", rich_markup_mode=None)

_TABLES = ("labels", "relations", "properties", "values", "example")


@app.callback(invoke_without_command=True)
def pack(context: typer.Context) -> None:
    """Show the help if no command is given."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def init(
    kb: Place,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="The folder to write; default: the name of KB.", show_default=False),
    ] = None,
) -> None:
    """Draft a pack from the names and values of a knowledge base. An existing pack is not overwritten."""
    from fingerpost.engine import draft_pack
    from fingerpost.linking import PACK_FILE
    from fingerpost.surfaces.cli.opening import opened

    folder = out or Path(Path(str(kb).rstrip("/")).stem or "pack")
    file = folder / PACK_FILE
    if file.exists():
        raise SettingsError(f"{file} already exists", code="pack.exists", hint="choose another folder with --out")
    with opened(kb) as base:
        text = draft_pack(base, folder.name)
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    screen = Screen()
    screen.say(f"{file}: a draft, to be edited by someone who knows the graph")
    screen.say(f"check it with: fingerpost pack check {folder} --kb {kb}", style="dim")


@app.command()
def check(
    pack: Annotated[str, typer.Argument(metavar="PACK", help="A pack by name or folder.", show_default=False)],
    kb: Annotated[
        str | None,
        typer.Option("--kb", metavar="KB", help="The knowledge base to check it against.", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List all mistakes in a pack by file and line.

    With --kb, names that do not fit the graph are mistakes too. Exits with 0 if there are none, else with 12.
    """
    from fingerpost.engine import check_pack
    from fingerpost.surfaces.cli.opening import opened

    if kb is None:
        found = check_pack(pack)
    else:
        with opened(kb) as base:
            found = check_pack(pack, base)
    screen = Screen()
    if as_json:
        screen.document({"pack": found.pack.name or pack, "words": _counts(found.pack), "lacking": found.lacking})
        return
    screen.say(f"{found.pack.name or pack}: ok ({_summary(found.pack)})")
    if found.lacking:
        screen.say(f"not in this graph: {', '.join(found.lacking)}", style="dim")


def _counts(pack: Pack) -> dict[str, int]:
    return {table: len(getattr(pack, table)) for table in _TABLES}


def _summary(pack: Pack) -> str:
    from fingerpost.plans import counted

    nouns = ("label", "relation", "property", "value", "example")
    return ", ".join(counted(number, noun) for number, noun in zip(_counts(pack).values(), nouns, strict=True))
