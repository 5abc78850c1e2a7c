"""SQL put in the few forms that are read: NOT inward, years as dates, LEFT JOINs that a condition makes inner ones.

What would be passed over, and so change the rows, is refused here.
"""

from __future__ import annotations

import re

from sqlglot import exp

from fingerpost.query_languages.sql.errors import refused
from fingerpost.query_languages.sql.left_joins import settle_left_joins
from fingerpost.query_languages.sql.view import View

_READ: dict[type[exp.Expr], frozenset[str]] = {
    exp.Select: frozenset("expressions hint distinct from_ joins where group having order limit offset with_".split()),
    exp.SetOperation: frozenset("this expression distinct order limit offset with_".split()),
    exp.Join: frozenset("this on using side kind".split()),
    exp.Table: frozenset(("this", "alias")),
    exp.Subquery: frozenset(("this", "alias")),
    exp.Group: frozenset(("expressions",)),
    exp.Distinct: frozenset(("expressions",)),
    exp.With: frozenset(("expressions",)),
}
"""The parts of each kind of clause that are read."""
_CASTS = frozenset("FLOAT DOUBLE DECIMAL DATE".split())
"""Types to which a CAST changes nothing that is compared, counted or added up."""
_NULLS = re.compile(r"\bnulls\s+first\b", re.IGNORECASE)
_LONGEST_YEAR = 4


def spelled(query: exp.Expr, text: str, view: View) -> exp.Expr:
    """A statement in the forms that are read.

    Raises:
        QueryRejected: it has a part that is not read.
    """
    for node in query.walk():
        _refuse_unread(node, nulls_first=_NULLS.search(text) is not None)
    query = _without_with(query)
    for clause in [*query.find_all(exp.Where, exp.Having)]:
        clause.set("this", _inward(clause.this))
    for join in [*query.find_all(exp.Join)]:
        if join.args.get("on") is not None:
            join.set("on", _inward(join.args["on"]))
    for select in [*query.find_all(exp.Select)]:
        settle_left_joins(select, view)
    return query


def _refuse_unread(node: exp.Expr, *, nulls_first: bool) -> None:
    for kind, read in _READ.items():
        unread = [part for part, value in node.args.items() if value and part not in read]
        if isinstance(node, kind) and unread:
            raise refused(f"{unread[0].strip('_').upper()} is not understood in {node.key.upper()}", "Q103")
    if isinstance(node, exp.Join) and node.method:
        raise refused(f"{node.method} JOIN is not understood", "Q103")
    if isinstance(node, exp.Cast) and node.to.this.name not in _CASTS:
        raise refused(f"CAST to {node.to.sql()} is not understood", "Q103")
    if isinstance(node, exp.Ordered) and nulls_first and node.args.get("nulls_first") and not node.args.get("desc"):
        raise refused("NULLS FIRST is not understood: they are last where the least is first", "Q103")


def _without_with(query: exp.Expr) -> exp.Expr:
    """A statement with what WITH names in the place of its names."""
    named = query.args.get("with_")
    if named is None:
        return query
    for cte in named.expressions:
        if cte.args["alias"].args.get("columns"):
            raise refused("names of columns in WITH are not understood", "Q103")
        for table in [*query.find_all(exp.Table)]:
            if table.name.lower() == cte.alias.lower() and table.find_ancestor(exp.CTE) is not cte:
                alias = exp.TableAlias(this=exp.to_identifier(table.alias or table.name))
                table.replace(exp.Subquery(this=cte.this.copy(), alias=alias))
    query.set("with_", None)
    return query


def _inward(condition: exp.Expr, *, denied: bool = False) -> exp.Expr:
    """A condition with NOT before single comparisons only, and BETWEEN and years as such."""
    inner = condition.unnest()
    if isinstance(inner, exp.Not):
        return _inward(inner.this, denied=not denied)
    if inner.args.get("negate"):
        inner = inner.copy()
        inner.set("negate", None)
        return _inward(inner, denied=not denied)
    if isinstance(inner, (exp.And, exp.Or)):
        kind = exp.And if isinstance(inner, exp.And) is not denied else exp.Or
        parts = (_inward(inner.left, denied=denied), _inward(inner.right, denied=denied))
        return kind(this=parts[0], expression=parts[1])
    apart = _between(inner) or _in_years(inner)
    if apart is not None:
        return _inward(apart, denied=denied)
    if isinstance(inner, exp.Is) and isinstance(inner.expression, exp.Boolean) and not denied:
        inner = exp.EQ(this=inner.this, expression=inner.expression)
    return exp.Not(this=inner.copy()) if denied else inner.copy()


def _between(node: exp.Expr) -> exp.Expr | None:
    """BETWEEN as two comparisons."""
    if not isinstance(node, exp.Between):
        return None
    low = exp.GTE(this=node.this.copy(), expression=node.args["low"].copy())
    high = exp.LTE(this=node.this.copy(), expression=node.args["high"].copy())
    return exp.And(this=low, expression=high)


def _in_years(node: exp.Expr) -> exp.Expr | None:
    """The year of a date compared with a number, as the date compared with the first day of a year."""
    if not isinstance(node, (exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE)):
        return None
    column, year = _of_year(node.left), node.right.unnest()
    if column is None or not isinstance(year, exp.Literal) or not year.this.isdigit() or len(year.this) > _LONGEST_YEAR:
        return None
    first, next_first = (exp.Literal.string(f"{int(year.this) + more:04}-01-01") for more in (0, 1))
    from_then = exp.GTE(this=column.copy(), expression=first)
    until_then = exp.LT(this=column.copy(), expression=next_first)
    if isinstance(node, exp.EQ):
        return exp.And(this=from_then, expression=until_then)
    if isinstance(node, exp.NEQ):
        return exp.Not(this=exp.And(this=from_then, expression=until_then))
    if isinstance(node, exp.GTE):
        return from_then
    if isinstance(node, exp.LTE):
        return until_then
    if isinstance(node, exp.GT):
        return exp.GTE(this=column.copy(), expression=next_first)
    return exp.LT(this=column.copy(), expression=first)


def _of_year(node: exp.Expr) -> exp.Expr | None:
    """What the year is taken of: `YEAR(d)`, `EXTRACT(YEAR FROM d)`, `strftime('%Y', d)`."""
    node = node.unnest()
    if isinstance(node, exp.Cast):
        node = node.this
    found: exp.Expr | None = None
    if isinstance(node, exp.Year):
        found = node.this
    elif isinstance(node, exp.Extract) and node.this.name.upper() == "YEAR":
        found = node.expression
    elif isinstance(node, exp.TimeToStr) and node.args["format"].name == "%Y":
        found = node.this
    while found is not None and not isinstance(found, exp.Column):
        found = found.this if isinstance(found, exp.Func) else None
    return found
