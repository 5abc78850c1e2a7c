"""The writes of a workspace, which consist of values, never of query text."""

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
"""The type of a node without a given one."""
NODE_NAME, NODE_TYPE, RELATION_TYPE = "label", "type", "relation"
"""Properties that every node (name and type) and every relationship (type) has automatically."""
LONGEST_ID = 1_000
LONGEST_NAME = 200
_SCALARS = (str, bool, int, float, dt.datetime, dt.date, dt.time, Duration, Point)
_MOST_ITEMS = 1_000
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class NodeFact:
    """Add or update a node. A type replaces the current one; a property of None is removed."""

    name: str
    type: str | None = None
    properties: Mapping[str, Cell] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RelationFact:
    """Add or update a relationship between existing nodes. A property of None is removed."""

    start: str
    type: str
    end: str
    properties: Mapping[str, Cell] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Forget:
    """Remove a node and its relationships."""

    name: str


@dataclass(frozen=True, slots=True)
class ForgetRelations:
    """Remove the relationships of this type, or of all types, from one node to another."""

    start: str
    end: str
    type: str | None = None


Write: TypeAlias = NodeFact | RelationFact | Forget | ForgetRelations


class Outcome(StrEnum):
    """The outcome of one write."""

    CREATED = "created"
    EXISTED = "existed"
    CHANGED = "changed"
    REMOVED = "removed"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a batch.

    Attributes:
        version: the number of batches applied; a batch that changed nothing is not counted.
        outcomes: one for each write.
        removed: the number of relationships removed by each write.
        retyped: nodes whose type was replaced: name, old type, new type.
    """

    version: int
    outcomes: tuple[Outcome, ...]
    removed: tuple[int, ...]
    retyped: tuple[tuple[str, str, str], ...] = ()


def check(writes: Sequence[Write], longest_text: int) -> None:
    """Refuse invalid writes; `details["write"]` has the index of the write.

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
    if isinstance(write, (Forget, ForgetRelations)):  # what has no valid name is absent
        for name in [write.name] if isinstance(write, Forget) else [write.start, write.end]:
            _require_characters(name)
        return
    for name in [write.name] if isinstance(write, NodeFact) else [write.start, write.end]:
        require_id(name)
    if write.type is not None:
        _require_name(write.type, "a type")
    own = {NODE_NAME, NODE_TYPE} if isinstance(write, NodeFact) else {RELATION_TYPE}
    for name, value in write.properties.items():
        if name in own:
            raise WorkspaceError(f"{name} cannot be set: the fact itself determines it", code="workspace.name")
        _require_name(name, "a property")
        _require_value(name, value, longest_text)


def require_id(name: str) -> None:
    """Refuse an invalid name of a node.

    Raises:
        WorkspaceError: `workspace.name`.
    """
    if not name.strip():
        raise WorkspaceError("a node needs a name", code="workspace.name")
    if len(name) > LONGEST_ID:
        raise WorkspaceError(f"a node's name has at most {LONGEST_ID:,} characters", code="workspace.name")
    _require_characters(name)


def _require_characters(name: str) -> None:
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
