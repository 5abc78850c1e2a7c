"""`fingerpost load` for documents."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fingerpost.core.errors import SourceError
from fingerpost.core.places import shown
from fingerpost.surfaces.cli.opening import steps
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost.engine import AddReport

_SHOWN = 10


def load_documents(
    screen: Screen,
    sources: Sequence[Path],
    into: str,
    *,
    collection: str,
    namespace: str,
    names: Path | None,
    strict: bool,
    as_json: bool,
) -> None:
    """Add documents to a memory and print what was done.

    Raises:
        SourceError: a source does not exist; nothing could be read; or `strict` is set and something was skipped.
    """
    import fingerpost

    with fingerpost.memory(into, namespace=namespace) as memory, steps("reading documents") as advance:
        report = memory.add(sources, collection=collection, names=names, progress=advance)
    place = shown(into)
    if as_json:
        screen.document(_json(place, report))
    else:
        show_documents(screen, place, report)
    if report.problems and (strict or not report.documents):
        where, code, message = report.problems[0]
        raise SourceError(message, code="source.strict" if strict else code, details={"file": where})


def show_documents(screen: Screen, into: str, report: AddReport) -> None:
    """Print what adding documents did."""
    from fingerpost.plans import counted

    parts = [f"{count:,} {what}" for what, count in _counts(report) if count]
    held = f"{counted(report.documents, 'document')}, {counted(report.passages, 'passage')}"
    screen.say(f"{into}: {held} ({', '.join(parts) or 'nothing to do'})", style="bold")
    for where, code, message in report.problems[:_SHOWN]:
        screen.say(f"skipped {where}: {message} [{code}]", style="yellow")
    for note in report.notes:
        screen.say(f"note: {note}", style="yellow")
    if len(report.problems) > _SHOWN:
        screen.say(f"and {len(report.problems) - _SHOWN:,} more problems", style="dim")


def _counts(report: AddReport) -> list[tuple[str, int]]:
    return [
        ("new", report.created),
        ("changed", report.changed),
        ("unchanged", report.unchanged),
        ("removed", report.removed),
        ("skipped", len(report.problems)),
    ]


def _json(into: str, report: AddReport) -> dict[str, object]:
    return {
        "knowledge_base": into,
        "documents": report.documents,
        "passages": report.passages,
        "created": report.created,
        "changed": report.changed,
        "unchanged": report.unchanged,
        "removed": report.removed,
        "problems": [{"where": where, "code": code, "message": message} for where, code, message in report.problems],
    }
