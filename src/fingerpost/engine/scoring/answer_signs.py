"""Signs of what a reading finds: how many rows, of which kind, whether they only repeat the question, who else finds
the same."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from fingerpost.core.cells import Cell, Node, Relationship
from fingerpost.engine.scoring.question import Question
from fingerpost.plans import AggregateFunction, Comparison, Plan
from fingerpost.questions import Against, Candidate, Filter, Kind, is_mutual
from fingerpost.stores import Result

_LOOKED_AT = 20
"""Rows of an answer that are looked at."""
_MANY = 8.0
_SEVERAL = 3
"""Groups from which on it says nothing that each has one."""
FINDS_NOTHING = "finds nothing"
"""The sign of a reading of which the rows say nothing."""
ECHOES_A_NAME = "echoes a name"
"""The sign of a reading that finds nothing but those that the question names."""
ONE_EACH = "one each"
"""The sign of a reading that finds that those with the most of something have one, as all others."""
Signs = Iterator[tuple[str, float]]


def answer_signs(question: Question, candidate: Candidate, result: Result | None) -> Signs:
    """The signs of one reading's rows; `result` is None if it was not run or could not be."""
    if result is None:
        yield "not run", 1.0
        return
    rows = result.rows[:_LOOKED_AT]
    cells = [cell for row in rows for cell in row]
    yield "rows none", float(not rows)
    yield "rows one", float(len(result.rows) == 1)
    yield "rows", min(math.log1p(len(result.rows)), _MANY)
    yield "cut", float(result.cut)
    single = cells[0] if len(result.rows) == 1 and len(cells) == 1 else ...
    yield "finds zero", float(single is not ... and _is_zero(single))
    yield "finds one", float(single is not ... and not isinstance(single, bool) and single == 1)
    yield "finds null", float(bool(cells) and all(cell is None for cell in cells))
    yield "nulls", sum(cell is None for cell in cells) / len(cells) if cells else 0.0
    yield "cells alike", float(len(rows) > 1 and len({repr(row) for row in rows}) < len(rows))
    telling = found_something(candidate.plan, result)
    yield FINDS_NOTHING, float(not telling)
    unlike = not telling and not _nothing_answers(candidate) and not _is_unknown(candidate, cells)
    yield "finds nothing, unlike asked", float(unlike)
    first = next((cell for cell in cells if cell is not None), None)
    yield f"{question.opening} gives {_kind(first)}", float(first is not None)
    yield "echo", _echo(_told(candidate), rows)
    yield ECHOES_A_NAME, float(_echo(_names_told(question, candidate), rows) == 1.0)
    yield ONE_EACH, float(_is_one_each(candidate, result))
    yield from _unfiltered(question, candidate, result)


def found_something(plan: Plan, result: Result) -> bool:
    """Whether a result says anything: rows, and not just a count or a sum of zero, a null or a no."""
    if len(result.rows) != 1:
        return bool(result.rows)
    numbers = {
        aggregate.name
        for stage in plan.stages
        for aggregate in stage.aggregates
        if aggregate.function in (AggregateFunction.COUNT, AggregateFunction.SUM)
    }
    return not all(
        cell is None or cell is False or (cell == 0 and name in numbers)
        for name, cell in zip(plan.columns, result.rows[0], strict=True)
    )


def _nothing_answers(candidate: Candidate) -> bool:
    """Whether finding nothing is as good an answer: to "is there", and where absence is asked for."""
    state = candidate.state
    denied = any(node.absent for node in state.nodes) or any(edge.absent for edge in state.edges)
    best = candidate.head.best
    checked = candidate.head.kind in (Kind.CHECK, Kind.ALL, Kind.MOST) or (
        best is not None and best.against is Against.SAME
    )
    return checked or denied or is_mutual(state) or any(condition.every for condition in state.filters)


def _is_unknown(candidate: Candidate, cells: Sequence[Cell]) -> bool:
    """Whether it finds that the value asked for is unknown: "what is Ann's gender"."""
    head, state = candidate.head, candidate.state
    asked = {(item.owner, item.property) for item in state.items}
    columns = head.kind is Kind.LIST and all((c.owner, c.property) in asked and c.property for c in head.columns)
    return bool(cells and columns and state.filters) and all(cell is None for cell in cells)


def _is_one_each(candidate: Candidate, result: Result) -> bool:
    """Whether what has the most of something has one of it, as all have: they were counted the wrong way round."""
    best = candidate.head.best
    if best is None or not best.counted or not best.descending or len(result.rows) < _SEVERAL:
        return False
    return all(row[-1] == 1 for row in result.rows)  # what was counted is shown last


def _is_zero(cell: Cell) -> bool:
    return cell is None or cell is False or (not isinstance(cell, str) and cell == 0)


def _kind(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "a truth"
    if isinstance(cell, (int, float)):
        return "a number"
    if isinstance(cell, Node):
        return "a thing"
    return "a text" if isinstance(cell, str) else "something else"


def _told(candidate: Candidate) -> list[Filter]:
    """The conditions that something is as the question says."""
    filters = candidate.state.filters
    return [f for f in filters if f.comparison is Comparison.EQ and not f.negated and f.so is None]


def _names_told(question: Question, candidate: Candidate) -> list[Filter]:
    """The names that identify things, unlike the level of a course."""
    labels, nodes = question.schema.label_by_name, candidate.state.nodes
    infos = ((f, labels[nodes[f.owner].label].by_name.get(f.property)) for f in _told(candidate) if not f.edge)
    return [f for f, info in infos if info is not None and 2 * info.distinct > info.present]


def _echo(told: Sequence[Filter], rows: Sequence[Sequence[Cell]]) -> float:
    """The share of rows that only repeat the question."""
    said = {str(f.value).lower() for f in told}
    if not said or not rows:
        return 0.0
    return sum(all(_repeats(cell, said) for cell in row) for row in rows) / len(rows)


def _repeats(cell: Cell, said: set[str]) -> bool:
    if isinstance(cell, (Node, Relationship)):
        return any(str(value).lower() in said for value in cell.properties.values())
    return str(cell).lower() in said


def _unfiltered(question: Question, candidate: Candidate, result: Result) -> Signs:
    """Whether all things of a kind are found, though not all were asked for."""
    head, state = candidate.head, candidate.state
    if not state.filters and not state.edges:
        return
    if len(head.columns) == 1 and not head.columns[0].edge and head.columns[0].property is None:
        label = question.schema.label_by_name.get(state.nodes[head.columns[0].owner].label)
        yield "finds all of them", float(label is not None and label.count == len(result.rows) > 1)
