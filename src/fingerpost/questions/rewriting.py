"""Plans put together from plans: their parts, changed ones, and parameters of two kept apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pydantic import BaseModel

from fingerpost.plans import Column, EdgePattern, NodePattern, Stage, Value

_LETS = frozenset("call choose holds count".split())
_INNER = "of_"
"""What the parameters of the second of two plans are named with."""


def inner_name(parameter: str) -> str:
    """A parameter of the second of two plans, told apart from those of the first."""
    return f"{_INNER}{parameter}"


def of_inner(part: Any) -> Any:
    """A part of the second of two plans, a value named by `inner_name`."""
    return renamed(part, inner_name)


def renamed(part: Any, name: Callable[[str], str]) -> Any:
    """A part of a plan, a value with another name for its parameter."""
    return part.model_copy(update={"parameter": name(part.parameter)}) if isinstance(part, Value) else part


def parts_of(whole: Any) -> Iterator[Any]:
    """All parts of a plan, whatever they are in."""
    yield whole
    if isinstance(whole, BaseModel):
        for name in type(whole).model_fields:
            yield from parts_of(getattr(whole, name))
    elif isinstance(whole, tuple):
        for part in whole:
            yield from parts_of(part)


def changed(whole: Any, change: Callable[[Any], Any]) -> Any:
    """The same with parts of it changed, the inner ones first."""
    if isinstance(whole, tuple):
        return tuple(changed(part, change) for part in whole)
    if not isinstance(whole, BaseModel):
        return whole
    inner = {name: changed(getattr(whole, name), change) for name in type(whole).model_fields}
    return change(whole.model_copy(update=inner))


def names_given(stage: Stage) -> Iterator[str]:
    """All names that a stage gives."""
    for part in parts_of(stage):
        named = isinstance(part, (NodePattern, EdgePattern, Column)) or getattr(part, "kind", None) in _LETS
        if named or hasattr(part, "distinct"):
            name = getattr(part, "name", None)
            if isinstance(name, str):
                yield name
