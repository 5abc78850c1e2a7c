"""LEFT JOINs whose tables conditions name: as inner joins, or as what there is none of."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from fingerpost.query_languages.sql.errors import refused
from fingerpost.query_languages.sql.view import EdgeTable, NodeTable, View

_REJECTING = (exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.Like, exp.In, exp.Column)


def settle_left_joins(select: exp.Select, view: View) -> None:
    """Change LEFT JOINs whose tables WHERE or an inner join names.

    A comparison is never met where there is no row: the join is an inner one. `IS NULL` of a column that every row has
    asks for what has no row: NOT EXISTS.

    Raises:
        QueryRejected: what WHERE says of the table means neither.
    """
    left = [join for join in select.args.get("joins") or () if join.side.upper() == "LEFT"]
    changed = True
    while changed:
        changed = False
        for join in [one for one in left if one.side.upper() == "LEFT" and isinstance(one.this, exp.Table)]:
            said = [c for c in _conjuncts(select, join) if _names(c, join, select, view)]
            if any(not _is_null(c) for c in said):
                for condition in said:
                    _check_rejecting(condition, join, select, view)
                join.set("side", None)
                join.set("kind", None)
                changed = True
            elif said:
                _as_none(select, join, said, view)
                left.remove(join)
                changed = True


def _conjuncts(select: exp.Select, own: exp.Join) -> Iterator[exp.Expr]:
    """What holds of every row: the parts of WHERE, and of the conditions of inner joins."""
    where = select.args.get("where")
    inner = [j.args["on"] for j in select.args["joins"] if j is not own and not j.side and j.args.get("on") is not None]
    for condition in (*([where.this] if where is not None else ()), *inner):
        yield from _parts(condition)


def _parts(condition: exp.Expr) -> Iterator[exp.Expr]:
    condition = condition.unnest()
    if isinstance(condition, exp.And):
        yield from _parts(condition.left)
        yield from _parts(condition.right)
    else:
        yield condition


def _names(node: exp.Expr, join: exp.Join, select: exp.Select, view: View) -> bool:
    """Whether an expression names a column of a joined table."""
    alias = join.alias_or_name.lower()
    return any(
        column.table.lower() == alias or (not column.table and _only_in(column.name, alias, select, view))
        for column in node.find_all(exp.Column)
    )


def _only_in(name: str, alias: str, select: exp.Select, view: View) -> bool:
    tables = [select.args["from_"].this, *(join.this for join in select.args["joins"])]
    having = [t.alias_or_name.lower() for t in tables if isinstance(t, exp.Table) and _has(t, name, view)]
    return having == [alias]


def _has(table: exp.Table, name: str, view: View) -> bool:
    found = view.tables.get(table.name.lower())
    return found is not None and name.lower() in found.columns


def _is_null(condition: exp.Expr) -> bool:
    return isinstance(condition, exp.Is) and isinstance(condition.expression, exp.Null)


def _check_rejecting(condition: exp.Expr, join: exp.Join, select: exp.Select, view: View) -> None:
    """Refuse a condition that may be met where the table has no row."""
    inner = condition.this.unnest() if isinstance(condition, exp.Not) else condition
    if isinstance(inner, exp.Or):
        for part in inner.flatten():
            _check_rejecting(part.unnest(), join, select, view)
        return
    fits = isinstance(inner, _REJECTING) or (inner is not condition and _is_null(inner))
    if not fits or condition.find(exp.Query) is not None or not _names(condition, join, select, view):
        raise refused(f"what WHERE says of the LEFT JOIN of {join.alias_or_name} is not understood", "Q104")


def _as_none(select: exp.Select, join: exp.Join, said: list[exp.Expr], view: View) -> None:
    """The rows for which a joined table has none."""
    table = view.tables.get(join.this.name.lower())
    on = join.args.get("on")
    known = all(isinstance(c.this, exp.Column) and _always(table, c.this.name) for c in said)
    if on is None or not known:
        raise refused(f"what WHERE says of the LEFT JOIN of {join.alias_or_name} is not understood", "Q104")
    where = select.args["where"]
    kept = [part for part in _parts(where.this) if part not in said]
    select.args["joins"].remove(join)
    where.set("this", exp.true())
    if _names(select, join, _with(select, join), view):
        raise refused(f"{join.alias_or_name} has no row: its columns are empty", "Q104")
    inner = exp.Select(
        expressions=[exp.Literal.number(1)], from_=exp.From(this=join.this.copy()), where=exp.Where(this=on.copy())
    )
    parts: list[exp.Expr] = [*(part.copy() for part in kept), exp.Not(this=exp.Exists(this=inner))]
    whole = parts[0]
    for part in parts[1:]:
        whole = exp.And(this=whole, expression=part)
    where.set("this", whole)


def _with(select: exp.Select, join: exp.Join) -> exp.Select:
    """The SELECT with a join that was taken out of it, to tell whose its columns are."""
    whole = select.copy()
    whole.set("joins", [*(select.args.get("joins") or ()), join.copy()])
    return whole


def _always(table: object, name: str) -> bool:
    """Whether every row of a table has a value in a column."""
    if isinstance(table, EdgeTable):
        found = table.columns.get(name.lower())
        return found is not None and found.end is not None
    if isinstance(table, NodeTable):
        column = table.columns.get(name.lower())
        return column is not None and (column.property in table.unique or (column.type is None and not column.property))
    return False
