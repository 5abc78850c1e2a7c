"""Golds that sort and cut: which rows could have been named, and what typed order would have named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fingerpost.core.cells import Cell
from fingerpost.core.errors import FingerpostError
from fingerpost.core.schema import GraphSchema, PropertyInfo, TextKind, ValueType
from fingerpost.engine import KnowledgeBase
from fingerpost.evals.compare import plain
from fingerpost.plans import Call, Column, Let, Operand, Order, Plan, Ref, Stage

_TYPED = {
    TextKind.NUMERIC: "numeric",
    TextKind.DAY_FIRST_DATE: "day_first_date",
    TextKind.MONTH_FIRST_DATE: "month_first_date",
}
_KEY = "sort key "


def tied_rows(kb: KnowledgeBase, plan: Plan, *, once: bool = False) -> list[tuple[Cell, ...]] | None:
    """Every row that a plan with ORDER BY and LIMIT could have answered with: all up to the last one's key.

    `once` counts rows that are the same as one. None for a plan that does not sort and cut at its end, or that cannot
    be asked so.
    """
    last = plan.last
    if last.limit is None or not last.order or len(plan.branches) > 1:
        return None
    hidden = {order.operand: f"{_KEY}{number}" for number, order in enumerate(last.order) if not _shown(last, order)}
    extra = tuple(Column(name=name, operand=operand) for operand, name in hidden.items())
    whole = last.model_copy(update={"limit": None, "skip": None, "columns": (*last.columns, *extra)})
    try:
        rows = kb.run(with_last(plan, whole)).rows
    except FingerpostError:
        return None
    if not rows:
        return []
    columns = list(whole.outputs)
    named = [hidden.get(order.operand) or _name(last, order) for order in last.order]
    if not set(named) <= set(columns):
        return None
    keys = [columns.index(name) for name in named]
    shown = [i for i, name in enumerate(columns) if not name.startswith(_KEY)]
    end = (last.skip or 0) + last.limit
    if once:
        end = _until([tuple(plain(row[i]) for i in shown) for row in rows], end)
    edge = [plain(rows[min(end, len(rows)) - 1][k]) for k in keys]
    kept: list[tuple[Cell, ...]] = []
    for number, row in enumerate(rows):
        if number >= end and [plain(row[k]) for k in keys] != edge:
            break
        kept.append(tuple(row[i] for i in shown))
    return kept


def _shown(stage: Stage, order: Order) -> bool:
    """Whether a stage sorts by what it shows."""
    return bool(stage.aggregates or stage.distinct) or _name(stage, order) in stage.outputs


def _name(stage: Stage, order: Order) -> str:
    """The column by which a stage sorts; empty if there is none."""
    held = next((column.name for column in stage.columns if column.operand == order.operand), "")
    return held or (order.operand.name if isinstance(order.operand, Ref) and order.operand.property is None else "")


def _until(rows: Sequence[tuple[Any, ...]], most: int) -> int:
    """How many rows there are up to the last of so many different ones."""
    seen: set[str] = set()
    for number, row in enumerate(rows):
        seen.add(repr(row))
        if len(seen) == most:
            return number + 1
    return len(rows)


def in_typed_order(schema: GraphSchema, plan: Plan) -> Plan | None:
    """The plan that sorts text by its meaning, where it sorts text that has one; None if it does not."""
    last = plan.last
    if not last.order or last.aggregates or last.distinct or len(plan.branches) > 1:
        return None
    labels = {node.name: node.label for match in last.matches for node in match.pattern.nodes}
    columns = {column.name: column.operand for column in last.columns}
    lets: list[Let] = list(last.lets)
    order = []
    changed = False
    for number, item in enumerate(last.order):
        operand: Operand = item.operand
        if isinstance(operand, Ref) and operand.property is None and operand.name in columns:
            operand = columns[operand.name]
        kind = _kind(schema, labels, operand)
        if kind is None:
            order.append(item)
            continue
        name = f"typed {number}"
        lets.append(Call(name=name, function="typed", arguments=(operand,), keys=(kind,)))
        order.append(item.model_copy(update={"operand": Ref(name=name)}))
        changed = True
    if not changed:
        return None
    return with_last(plan, last.model_copy(update={"lets": tuple(lets), "order": tuple(order)}))


def _kind(schema: GraphSchema, labels: dict[str, str | None], operand: Operand) -> str | None:
    if not isinstance(operand, Ref) or operand.property is None or operand.function is not None:
        return None
    label = schema.label_by_name.get(labels.get(operand.name) or "")
    info: PropertyInfo | None = label.by_name.get(operand.property) if label else None
    if info is None or info.type is not ValueType.STRING or info.text_kind is None:
        return None
    return _TYPED.get(info.text_kind)


def with_last(plan: Plan, stage: Stage) -> Plan:
    """A plan of one branch with another last stage."""
    if plan.then:
        return plan.model_copy(update={"then": (*plan.then[:-1], stage)})
    return plan.model_copy(update={"branches": ((*plan.branches[0][:-1], stage),)})


def is_one_of(answer: Sequence[tuple[Any, ...]], tied: Sequence[tuple[Any, ...]], limit: int) -> bool:
    """Whether an answer is a fair pick: all tied rows, or as many of them as the gold wanted."""
    chosen, allowed = set(answer), set(tied)
    return bool(chosen) and (chosen == allowed or (len(chosen) == min(limit, len(allowed)) and chosen <= allowed))
