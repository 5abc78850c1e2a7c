"""Merges stages that only pass on their input into the previous stage, so that equal meanings have equal plans."""

from __future__ import annotations

from collections.abc import Iterable

from fingerpost.plans.model import Column, Ref, Stage


def merged(stages: Iterable[Stage]) -> tuple[Stage, ...]:
    """The stages without those that pass on all columns unchanged. Their sorting and limits move to the previous stage
    if it has none. Filtering groups and then sorting is one stage, however it was written.
    """
    result: list[Stage] = []
    for stage in stages:
        whole = _together(result[-1], stage) if result else None
        if whole is None:
            result.append(stage)
        else:
            result[-1] = whole
    return tuple(result)


def _together(first: Stage, second: Stage) -> Stage | None:
    """Both stages as one; None if that would change the meaning."""
    same = tuple(Column(name=name, operand=Ref(name=name)) for name in first.outputs)
    adds = second.unwind or second.matches or second.lets or second.aggregates or second.having or second.distinct
    if adds or second.columns != same:
        return None
    cut = first.skip is not None or first.limit is not None
    if not (second.order or second.skip is not None or second.limit is not None):
        return first
    if cut or (first.order and second.order):
        return None
    changes = {"order": first.order or second.order, "skip": second.skip, "limit": second.limit}
    return first.model_copy(update=changes)
