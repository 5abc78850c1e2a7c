"""`fingerpost load`: loads files or folders into a knowledge base."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.surfaces.cli.options import AsJson, Namespace, PackName, kinds
from fingerpost.surfaces.cli.screen import Screen, console_of

if TYPE_CHECKING:
    from fingerpost import LoadReport

_LONG_SECONDS = 5.0
"""From which on a load says what its time went to."""


Sources = Annotated[
    list[str],
    typer.Argument(metavar="SOURCE...", help="Files or folders to read, or URLs of databases.", show_default=False),
]
Into = Annotated[
    str | None, typer.Option("--into", metavar="KB", help="The folder to create or replace, or the URL of a database.")
]
Kind = Annotated[
    str | None,
    typer.Option("--kind", metavar="KIND", help="The format (csv, ifc, ...); default: detected.", autocompletion=kinds),
]
Propose = Annotated[
    Path | None,
    typer.Option("--propose", metavar="FILE", help="Load nothing; write how tables may become a graph, to edit."),
]
Mapping = Annotated[
    Path | None, typer.Option("--mapping", metavar="FILE", help="How tables become a graph: an edited proposal.")
]
Encoding = Annotated[
    str | None, typer.Option("--encoding", metavar="NAME", help="The encoding of text files; default: UTF-8.")
]
Names = Annotated[
    Path | None,
    typer.Option("--names", metavar="FILE", help="A list of names (CSV: name, kind, aliases) for facts of documents."),
]
Collection = Annotated[
    str, typer.Option("--collection", metavar="NAME", help="The collection that documents belong to.")
]


def load(
    sources: Sources,
    into: Into = None,
    kind: Kind = None,
    pack: PackName = None,
    strict: Annotated[bool, typer.Option("--strict", help="Refuse sources with any problem.")] = False,
    add: Annotated[bool, typer.Option("--add", help="Add to what is there.")] = False,
    same_building: Annotated[
        bool, typer.Option("--same-building", help="Building models are of one building and share its levels.")
    ] = False,
    geometry: Annotated[
        bool, typer.Option("--geometry", help="Measure the shapes of building models, for what they do not state.")
    ] = False,
    as_is: Annotated[bool, typer.Option("--as-is", help="A graph gets no relationships but its own.")] = False,
    propose: Propose = None,
    mapping: Mapping = None,
    encoding: Encoding = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Join tables as found, without asking.")] = False,
    collection: Collection = "",
    names: Names = None,
    namespace: Namespace = "",
    as_json: AsJson = False,
) -> None:
    """Load files or folders into a knowledge base.

    All sources go into one graph. An existing knowledge base is replaced once the new one is complete, or added to with
    --add. A database must be empty or be added to; to resume an interrupted load, repeat the command.

    Plain tables are joined by the columns that refer to other tables. On a terminal, what was found is shown first.
    Nodes of a graph are joined to those whose keys they hold, unless a relationship says so already.

    Documents (text, Markdown, HTML, PDF, Word, e-mail, chats, JSON Lines with a text) become passages, beside a graph
    if there is one; loading again updates them.
    """
    import fingerpost
    from fingerpost.engine import refuse_unknown_settings
    from fingerpost.ingest import parted

    refuse_unknown_settings()
    screen = Screen()
    if propose is not None:
        _propose(screen, sources, propose, kind, encoding)
        return
    if into is None:
        raise typer.BadParameter("it is needed, or --propose", param_hint="--into")
    graph, documents = parted(sources, kind)
    if documents and not graph:
        from fingerpost.surfaces.cli.documents import load_documents

        load_documents(
            screen,
            documents,
            into,
            collection=collection,
            namespace=namespace,
            names=names,
            strict=strict,
            as_json=as_json,
        )
        return
    if mapping is None and not (as_json or yes) and screen.terminal and sys.stdin.isatty():
        _confirm(screen, sources, kind, encoding)
    with progress(sources) as advance:
        report = fingerpost.load(
            sources,
            into,
            kind=kind,
            pack=pack,
            strict=strict,
            add=add,
            mapping=mapping,
            encoding=encoding,
            same_building=same_building,
            geometry=geometry,
            as_is=as_is,
            collection=collection,
            namespace=namespace,
            names=names,
            progress=advance,
        )
    if as_json:
        screen.document(to_json(into, report))
        return
    show(screen, into, report)


def _propose(screen: Screen, sources: Sequence[str], file: Path, kind: str | None, encoding: str | None) -> None:
    """Write a mapping to a new file, and print what was found."""
    import fingerpost
    from fingerpost.core.errors import SourceError

    found = fingerpost.propose(sources, kind=kind, encoding=encoding)
    try:
        with file.open("x", encoding="utf-8") as written:
            written.write(found.mapping.text(found.notes))
    except OSError as error:
        message = f"{file} cannot be written: {error.strerror or error}"
        raise SourceError(message, code="source.unwritable", details={"file": str(file)}) from error
    for note in found.notes:
        screen.say(note)
    screen.say(f"{file}: how the tables become a graph. Edit it, then load with --mapping {file}", style="bold")


def _confirm(screen: Screen, sources: Sequence[str], kind: str | None, encoding: str | None) -> None:
    """Where tables refer to each other, show how, and ask whether to load them so."""
    from fingerpost.core.errors import SourceError
    from fingerpost.engine import propose

    try:
        found = propose(sources, kind=kind, encoding=encoding, typed=False)
    except SourceError:  # not plain tables, or not readable, which the load reports
        return
    if not found.notes:
        return
    for note in found.notes:
        screen.say(note)
    if not typer.confirm("Load them so?", default=True):
        screen.say("Nothing was loaded. To decide yourself, use --propose FILE, edit the file, then --mapping FILE.")
        raise typer.Exit(1)


def show(screen: Screen, into: str | Path, report: LoadReport) -> None:
    """Print the result of a load, and the problems found."""
    from fingerpost.core.places import shown

    screen.say(f"{shown(into)}: {summary(report)}", style="bold")
    if report.documents is not None:
        from fingerpost.surfaces.cli.documents import show_documents

        show_documents(screen, "beside it", report.documents)
    for note in report.notes:
        screen.say(note, style="dim")
    for problem in report.problems:
        screen.say(f"{problem.count:,} × {problem.kind}", style="yellow")
        for example in problem.examples:
            screen.say(f"  {example}")
        if problem.count > len(problem.examples):
            screen.say(f"  and {problem.count - len(problem.examples):,} more", style="dim")


def summary(report: LoadReport) -> str:
    """The result of a load in one line."""
    from fingerpost.plans import counted

    parts = ((report.nodes, "node"), (report.relationships, "relationship"), (report.values, "value"))
    held = ", ".join(counted(number, noun) for number, noun in parts)
    pack = f", pack {report.pack}" if report.pack else ""
    long = report.seconds >= _LONG_SECONDS
    steps = ", ".join(f"{step} {seconds:.1f}" for step, seconds in report.steps.items()) if long else ""
    return f"{held} indexed, {report.seconds:.1f} s{f' ({steps})' if steps else ''}{pack}"


def to_json(into: str | Path, report: LoadReport) -> dict[str, object]:
    """The result of a load as JSON."""
    from fingerpost.core.places import shown

    return {
        "knowledge_base": shown(into),
        "nodes": report.nodes,
        "relationships": report.relationships,
        "values": report.values,
        "seconds": round(report.seconds, 3),
        "steps": {step: round(seconds, 3) for step, seconds in report.steps.items()},
        "pack": report.pack,
        "notes": list(report.notes),
        **({"documents": asdict(report.documents)} if report.documents is not None else {}),
        "problems": [problem.model_dump(mode="json") for problem in report.problems],
    }


@contextmanager
def progress(sources: Sequence[str]) -> Iterator[Callable[[int], None] | None]:
    """A progress bar over the bytes of the sources, on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeElapsedColumn())
    total = sum(map(bytes_of, map(Path, sources)))
    with Progress(*columns, console=console_of(sys.stderr), transient=True) as bar:
        task = bar.add_task("reading", total=total)

        def advance(count: int) -> None:
            bar.advance(task, count)
            if bar.tasks[task].completed >= total:
                bar.update(task, description="building")

        yield advance


def bytes_of(path: Path) -> int:
    """Bytes of a file, or of all files in a folder but for hidden ones; 0 if it cannot be read."""
    if path.is_file():
        return path.stat().st_size
    total = 0
    for root, folders, names in os.walk(path):
        folders[:] = [name for name in folders if not name.startswith(".")]
        total += sum(os.path.getsize(Path(root, name)) for name in names if not name.startswith("."))
    return total
