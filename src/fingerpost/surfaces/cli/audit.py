"""`fingerpost audit`: checks that every fact of a folder of documents shows its source."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from fingerpost.surfaces.cli.options import AsJson, Documents, Namespace
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost.engine import Audit

_SHOWN = 20
_FAILED = 1


def audit(
    kb: Documents,
    namespace: Namespace = "",
    as_json: AsJson = False,
) -> None:
    """Check that every fact of documents shows its source.

    Exits with 1 if one does not, or if something is left to decide: names that may be the same, short names of several
    things, names of several kinds. Contradictions are only listed; answers show both sides.
    """
    from fingerpost import engine

    found = engine.audit(kb, namespace)
    screen = Screen()
    if as_json:
        screen.document({"passed": found.passed, **asdict(found)})
    else:
        _show(screen, found)
    raise typer.Exit(0 if found.passed else _FAILED)


def _show(screen: Screen, found: Audit) -> None:
    from fingerpost.plans import counted

    sizes = (found.documents, "document"), (found.entities, "entity"), (found.relationships, "relationship")
    screen.say(", ".join(counted(number, noun) for number, noun in sizes), style="bold")
    _list(screen, "sources that do not show their fact", [" ".join(one) for one in found.broken])
    _list(screen, "facts that graph and documents do not share", [" ".join(one) for one in found.missing])
    _list(screen, "contradictions", [" ".join(one) for one in found.conflicting])
    _list(screen, "names without an identifier", found.missing_ids)
    kinds = [f"{name}: {', '.join(several)}" for name, several in found.inconsistent_types]
    _list(screen, "names of several kinds", kinds)
    _list(screen, "names that may be the same", [" / ".join(pair) for pair in found.duplicates])
    short = [f"{name}: {', '.join(things)}" for name, things in found.unresolved_ambiguities]
    _list(screen, "short names of several things", short)
    _list(screen, "chains of merged names", [" = ".join(chain) for chain in found.same_as_chains])
    screen.say("passed" if found.passed else "failed", style="green" if found.passed else "red")


def _list(screen: Screen, title: str, lines: list[str]) -> None:
    if lines:
        screen.say(f"{title}: {len(lines):,}")
    for line in lines[:_SHOWN]:
        screen.say(f"  {line}")
    if len(lines) > _SHOWN:
        screen.say(f"  and {len(lines) - _SHOWN:,} more")
