"""What differs between an earlier version and the latest where things changed more than once.

What was added and removed again has not changed, nor has what was changed and put back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fingerpost.core.cells import Cell, Node, Relationship
from fingerpost.core.limits import Limits
from fingerpost.domains.buildings.loader.contents import INCLUDES, REFERENCES, said_id
from fingerpost.domains.buildings.questions.catalog import KnownModel, version_key
from fingerpost.domains.buildings.questions.changes import changes_plan
from fingerpost.domains.buildings.questions.changes_asked import KINDS, ChangesAsked, Net
from fingerpost.domains.buildings.questions.limits import EARLIER, WAS
from fingerpost.engine import AskContext
from fingerpost.plans import Column, Comparison, EdgePattern, Match, NodePattern, Pattern, Plan, Ref, Stage, Test, Value
from fingerpost.stores import Result

_LIMITS: Final = Limits(rows=50_000)
_ID: Final = "globalId"
_Events = dict[str, list[tuple[int, str, tuple[str, ...]]]]


@dataclass
class _State:
    """An element in one version: its properties, and its relationships as (type, id of the end)."""

    properties: Mapping[str, Cell]
    outgoing: set[tuple[str, str]]


def net_changes(asked: ChangesAsked, models: Sequence[KnownModel], context: AskContext) -> dict[str, Net | None] | None:
    """What became of each element that changed, by GlobalId: None for one that is as it was.

    None where nothing changed more than once, or the question is not about the latest version: every change counts.
    """
    if asked.until is not None or asked.after is None:
        return None
    every = ChangesAsked(tuple(kind for kind, _, _ in KINDS), None, asked.after, None)
    events = _events(context.run(changes_plan(every, models, context.schema), _LIMITS), asked.label)
    several = [one for one, found in events.items() if len(found) > 1]
    if not several:
        return None
    ids = tuple(one for one in several if _is_there(events[one]) == (True, True))
    before = _states(ids, [known for one in models if (known := one.version(asked.after))], context)
    after = _states(ids, [one.latest for one in models], context)
    return {one: _net(found, before.get(one), after.get(one)) for one, found in events.items()}


def _events(result: Result, label: str | None) -> _Events:
    """The changes of each element of a label, by its GlobalId, in order: the version, the kind, what differs."""
    labels = {label, f"{EARLIER}{label}"}
    found: _Events = {}
    places = {name: place for place, name in enumerate(result.columns)}
    for row in result.rows:
        element, number = row[places["element"]], row[places["version"]]
        names = row[places["in"]] if "in" in places else None
        if not isinstance(element, Node) or not isinstance(number, int):
            continue
        if label is None or not labels.isdisjoint(element.labels):
            said = tuple(map(str, names)) if isinstance(names, tuple) else ()
            found.setdefault(str(element.properties.get(_ID)), []).append((number, str(row[0]), said))
    return {one: sorted(several) for one, several in found.items()}


def _is_there(events: Sequence[tuple[int, str, tuple[str, ...]]]) -> tuple[bool, bool]:
    """Whether an element was there before its changes, and whether it is there after them."""
    return events[0][1] != "added", events[-1][1] != "removed"


def _net(events: Sequence[tuple[int, str, tuple[str, ...]]], before: _State | None, after: _State | None) -> Net | None:
    was, is_ = _is_there(events)
    if was != is_:
        return Net("removed" if was else "added")
    if len(events) == 1:
        return Net("changed", events[0][2])
    if before is None or after is None:
        return None
    names = {*before.properties, *after.properties}
    differing = sorted(one for one in names if before.properties.get(one) != after.properties.get(one))
    differing += sorted({kind for kind, _ in before.outgoing ^ after.outgoing})
    return Net("changed", tuple(differing)) if differing else None


def _states(ids: tuple[str, ...], versions: Sequence[str], context: AskContext) -> dict[str, _State]:
    """The elements of these GlobalIds as they are in some versions."""
    if not ids or not versions:
        return {}
    parameters: dict[str, Cell] = {"ids": ids, "versions": tuple(versions)}
    where = (
        Test(left=Ref(name="e", property=_ID), comparison=Comparison.IN, right=Value(parameter="ids")),
        Test(
            left=Ref(name="v", property=version_key(context.schema)),
            comparison=Comparison.IN,
            right=Value(parameter="versions"),
        ),
    )
    nodes = (NodePattern(name="v", label="Version"), NodePattern(name="e"), NodePattern(name="x"))
    held, link = (
        EdgePattern(start="v", end="e", types=(REFERENCES, INCLUDES)),
        EdgePattern(start="e", end="x", name="r"),
    )

    def rows(pattern: Pattern, *names: str) -> Sequence[tuple[Cell, ...]]:
        columns = tuple(Column(name=name, operand=Ref(name=name)) for name in names)
        stage = Stage(matches=(Match(pattern=pattern, where=where),), columns=columns)
        return context.run(Plan(branches=((stage,),), parameters=parameters), _LIMITS).rows

    found = {
        str(one.properties[_ID]): _State(one.properties, set())
        for (one,) in rows(Pattern(nodes=nodes[:2], edges=(held,)), "e")
        if isinstance(one, Node)
    }
    for one, relation, end in rows(Pattern(nodes=nodes, edges=(held, link)), "e", "r", "x"):
        if isinstance(one, Node) and isinstance(relation, Relationship) and isinstance(end, Node):
            kind = relation.type.removeprefix(WAS)
            found[str(one.properties[_ID])].outgoing.add((kind, said_id(end.element_id)))
    return found
