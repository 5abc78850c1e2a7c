"""What can be written to a workspace: a small vocabulary of values, never the text of a query."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias

from fingerpost.core.cells import Cell, Duration, Point
from fingerpost.core.errors import UnsupportedConstruct, WorkspaceError
from fingerpost.core.names import quoted

UNTYPED = "entity"
"""The type of a node of which nobody has said any."""
NODE_NAME, NODE_TYPE, RELATION_TYPE = "label", "type", "relation"
"""Properties that every node (its name and its type) and every relationship (its type) has of itself."""
LONGEST_ID = 1_000
LONGEST_NAME = 200
_SCALARS = (str, bool, int, float, dt.datetime, dt.date, dt.time, Duration, Point)
_MOST_ITEMS = 1_000
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class NodeFact:
    """There is a node of this name. A type replaces the one it has; a property of None is taken away."""

    name: str
    type: str | None = None
    properties: Mapping[str, Cell] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RelationFact:
    """A relationship leads from a node to another; both are there by then. A property of None is taken away."""

    start: str
    type: str
    end: str
    properties: Mapping[str, Cell] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Forget:
    """There is no such node, and no relationship of it."""

    name: str


@dataclass(frozen=True, slots=True)
class ForgetRelations:
    """No relationship of this type, or of any where none is given, leads from a node to another."""

    start: str
    end: str
    type: str | None = None


Write: TypeAlias = NodeFact | RelationFact | Forget | ForgetRelations


class Outcome(StrEnum):
    """What one write did."""

    CREATED = "created"
    EXISTED = "existed"
    CHANGED = "changed"
    REMOVED = "removed"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Report:
    """What a batch did, a write after the other.

    Attributes:
        version: how many batches the graph has taken; a batch that changed nothing is not counted.
        outcomes: one for each write.
        removed: how many relationships went with each write.
        retyped: nodes whose type another one replaced: name, old type, new type.
    """

    version: int
    outcomes: tuple[Outcome, ...]
    removed: tuple[int, ...]
    retyped: tuple[tuple[str, str, str], ...] = ()


def check(writes: Sequence[Write], longest_text: int) -> None:
    """Refuse what a graph cannot hold; the number of the write (from 0) is in `details["write"]`.

    Raises:
        WorkspaceError: `workspace.name` or `workspace.value`.
    """
    for number, write in enumerate(writes):
        try:
            _check(write, longest_text)
        except WorkspaceError as error:
            error.details["write"] = number
            raise


def _check(write: Write, longest_text: int) -> None:
    if isinstance(write, (NodeFact, Forget)):
        require_id(write.name)
    else:
        require_id(write.start)
        require_id(write.end)
    if isinstance(write, (Forget, ForgetRelations)):
        return
    if write.type is not None:
        _require_name(write.type, "a type")
    own = {NODE_NAME, NODE_TYPE} if isinstance(write, NodeFact) else {RELATION_TYPE}
    for name, value in write.properties.items():
        if name in own:
            raise WorkspaceError(f"{name} cannot be set: the fact itself determines it", code="workspace.name")
        _require_name(name, "a property")
        _require_value(name, value, longest_text)


def require_id(name: str) -> None:
    """Refuse a name that no node can have.

    Raises:
        WorkspaceError: `workspace.name`.
    """
    if not name.strip():
        raise WorkspaceError("a node needs a name", code="workspace.name")
    if len(name) > LONGEST_ID:
        raise WorkspaceError(f"a node's name has at most {LONGEST_ID:,} characters", code="workspace.name")
    if "\x00" in name or _torn(name):
        raise WorkspaceError("a node's name has an invalid character", code="workspace.name")


@lru_cache(maxsize=1_024)
def _require_name(name: str, what: str) -> None:
    if len(name) > LONGEST_NAME or not name.strip():
        raise WorkspaceError(f"the name of {what} has 1 to {LONGEST_NAME} characters", code="workspace.name")
    try:
        quoted(name)
    except UnsupportedConstruct as error:
        raise WorkspaceError(f"{name!r} cannot name {what}: {error.message}", code="workspace.name") from error


def _require_value(name: str, value: Cell, longest: int) -> None:
    if value is None:
        return
    if isinstance(value, (tuple, list)):
        if len(value) > _MOST_ITEMS or any(not isinstance(item, _SCALARS) for item in value):
            raise WorkspaceError(
                f"{name} is a list: it can have up to {_MOST_ITEMS:,} simple values", code="workspace.value"
            )
        for item in value:
            _require_value(name, item, longest)
        return
    if not isinstance(value, _SCALARS):
        raise WorkspaceError(f"{name} cannot hold a {type(value).__name__}", code="workspace.value")
    if isinstance(value, str) and (len(value) > longest or "\x00" in value or _torn(value)):
        raise WorkspaceError(
            f"{name} has more than {longest:,} characters, or invalid characters",
            code="workspace.value",
        )
    if type(value) is int and not -(2**63) <= value < 2**63:
        raise WorkspaceError(f"{name} has an integer of more than 64 bits", code="workspace.value")
    if isinstance(value, float) and not math.isfinite(value):
        raise WorkspaceError(f"{name} has a number that is not finite", code="workspace.value")


def _torn(text: str) -> bool:
    return _SURROGATE.search(text) is not None
