"""`fingerpost resolve`: what a person should decide about the names and facts of documents."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.surfaces.cli.options import AsJson, Documents, Namespace
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost.engine import Candidate, Memory

_SHOWN = 30
Pair = tuple[str, str]
Fact = tuple[str, str, str]
Merge = Annotated[
    Pair | None, typer.Option("--merge", metavar="NAME NAME", help="Decide that two names mean one thing.")
]
Separate = Annotated[
    Pair | None, typer.Option("--separate", metavar="NAME NAME", help="Decide that two names mean different things.")
]
Accept = Annotated[
    Fact | None, typer.Option("--accept", metavar="NAME RELATION NAME", help="Decide that a fact holds.")
]
Reject = Annotated[
    Fact | None, typer.Option("--reject", metavar="NAME RELATION NAME", help="Decide that a fact does not hold.")
]
Undo = Annotated[
    list[str] | None,
    typer.Option("--undo", metavar="NAME", help="Take back a decision: give it twice for names, thrice for a fact."),
]


def resolve(
    kb: Documents,
    merge: Merge = None,
    separate: Separate = None,
    accept: Accept = None,
    reject: Reject = None,
    undo: Undo = None,
    namespace: Namespace = "",
    as_json: AsJson = False,
) -> None:
    """Decide about unclear names and facts of documents.

    Without options it lists what is undecided, and on a terminal asks about each. Decisions are kept when documents are
    loaded again, and --undo takes them back.
    """
    from fingerpost.surfaces.cli.opening import opened_memory

    screen = Screen()
    with opened_memory(kb, namespace) as memory:
        changed = _decided(memory, merge, separate, accept, reject) | _undone(screen, memory, undo)
        if as_json:
            undecided = [asdict(one) for one in memory.candidates()]
            screen.document({"undecided": undecided, "decisions": [asdict(one) for one in memory.decisions()]})
        elif not changed and screen.terminal and sys.stdin.isatty():
            _asked(screen, memory)
        else:
            _listed(screen, memory)


def _decided(
    memory: Memory, merge: Pair | None, separate: Pair | None, accept: Fact | None, reject: Fact | None
) -> bool:
    if merge:
        memory.merge(*merge)
    if separate:
        memory.separate(*separate)
    if accept:
        memory.accept(*accept)
    if reject:
        memory.reject(*reject)
    return any((merge, separate, accept, reject))


def _undone(screen: Screen, memory: Memory, undo: list[str] | None) -> bool:
    if not undo:
        return False
    if len(undo) not in (2, 3):
        raise typer.BadParameter("give it twice for names, thrice for a fact", param_hint="--undo")
    undone = memory.unmerge(*undo) if len(undo) == 2 else memory.reconsider(*undo)
    if not undone:
        screen.say("there is no such decision", style="yellow")
    return True


def _listed(screen: Screen, memory: Memory) -> None:
    found = memory.candidates()
    for one in found[:_SHOWN]:
        screen.say(_shown(one))
    if len(found) > _SHOWN:
        screen.say(f"and {len(found) - _SHOWN:,} more")
    for decision in memory.decisions():
        relation = f" {decision.relation} " if decision.relation else " / "
        screen.say(f"decided: {decision.verdict} {decision.first}{relation}{decision.second}", style="dim")
    if not found:
        screen.say("nothing is left to decide", style="green")


def _shown(one: Candidate) -> str:
    if one.kind == "fact":
        said = f" ({', '.join(one.sources[:3])})" if one.sources else ""
        return f"{one.first} {one.relation} {one.second}: {one.reason}{said}"
    return f"{one.first} / {one.second}: {one.reason} [{one.confidence:.2f}]"


def _asked(screen: Screen, memory: Memory) -> None:
    """Ask about one candidate after the other."""
    for one in memory.candidates():
        screen.say(_shown(one))
        question = "Does it hold" if one.kind == "fact" else "Is it one thing"
        answer = typer.prompt(f"{question}? [y]es, [n]o, [s]kip, [q]uit", default="s").strip().lower()[:1]
        if answer == "q":
            return
        if answer not in ("y", "n"):
            continue
        if one.kind == "fact":
            (memory.accept if answer == "y" else memory.reject)(one.first, one.relation, one.second)
        else:
            (memory.merge if answer == "y" else memory.separate)(one.first, one.second)
    screen.say("nothing is left to decide", style="green")
