"""SQL over the tables of a graph, as a plan. sqlglot parses it; nothing of its text is ever run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from fingerpost.core.names import is_text
from fingerpost.core.schema import GraphSchema
from fingerpost.plans import (
    Column,
    Operand,
    Order,
    Plan,
    Ref,
    Stage,
    check,
    with_used,
)
from fingerpost.query_languages.sql.body import AGGREGATES, Body, flat, limit_of, projected
from fingerpost.query_languages.sql.conditions import Conditions, Values
from fingerpost.query_languages.sql.errors import refused
from fingerpost.query_languages.sql.sources import Rows, Sources
from fingerpost.query_languages.sql.spelling import spelled
from fingerpost.query_languages.sql.view import NodeTable, View, view_of

_LONGEST = 20_000


def lift_sql(text: str, schema: GraphSchema) -> Plan:
    """The plan that a SELECT statement over the tables of a graph is (`view.view_of`).

    Raises:
        QueryRejected: it is not one SELECT statement, names what is not there, or uses what is not understood.
        PlanError: it does not make sense as a plan.
    """
    if len(text) > _LONGEST:
        raise refused(f"the statement has more than {_LONGEST} characters", "Q101")
    if not is_text(text):
        raise refused("half of a surrogate pair is no text", "Q101")
    try:
        statements = [statement for statement in sqlglot.parse(text, read="sqlite") if statement is not None]
    except (SqlglotError, RecursionError) as error:
        raise refused(f"it cannot be read as SQL: {str(error).splitlines()[0]}", "Q101") from None
    if len(statements) != 1 or not isinstance(statements[0], exp.Query):
        raise refused("only one SELECT statement is taken", "Q102")
    lifter = _Lifter(view_of(schema))
    try:
        plan = lifter.plan(spelled(statements[0].unnest(), text, lifter.view))
    except RecursionError:
        raise refused("the statement is nested too deep", "Q104") from None
    return check(plan)


@dataclass
class Select:
    """A SELECT that is being read: what it reads, and the stages that come before its own."""

    sources: Sources
    before: list[Stage] = field(default_factory=list)
    carried: list[str] = field(default_factory=list)


class _Lifter:
    def __init__(self, view: View) -> None:
        self.view = view
        self._values = Values()
        self._taken: set[str] = set()

    def plan(self, query: exp.Expr) -> Plan:
        """The plan of a whole statement."""
        if isinstance(query, exp.Union):
            branches = [self._stages(self._select_of(side), None) for side in (query.left, query.right)]
            names = branches[0][-1].outputs
            if len(names) != len(branches[1][-1].outputs):
                raise refused("the SELECTs of a UNION have different numbers of columns", "Q103")
            branches[1] = [*branches[1], projected(branches[1][-1].outputs, names)]
            distinct = query.args.get("distinct", True)
            then = self._ordered_rows(query, names)
            plan = Plan(branches=tuple(map(tuple, branches)), union_all=not distinct, then=then)
        else:
            plan = Plan(branches=(tuple(self._stages(query, None)),))
        return with_used(plan, self._values.parameters)

    def _select_of(self, query: exp.Expr) -> exp.Expr:
        query = query.unnest()
        if isinstance(query, exp.Union):
            raise refused("only two SELECTs are joined by UNION", "Q103")
        return query

    def _ordered_rows(self, query: exp.Expr, names: Sequence[str]) -> tuple[Stage, ...]:
        """The order and limit of a UNION, INTERSECT or EXCEPT, over its columns."""
        order = query.args.get("order")
        limit, skip = limit_of(query), limit_of(query, "offset")
        if order is None and limit is None and skip is None:
            return ()
        keys: list[Order] = []
        for key in order.expressions if order is not None else ():
            name = key.this.name if isinstance(key.this, exp.Column) else ""
            if name not in names:
                raise refused(f"{query.key.upper()} is sorted by the name of one of its columns", "Q103")
            keys.append(Order(operand=Ref(name=name), descending=bool(key.args.get("desc"))))
        columns = tuple(Column(name=name, operand=Ref(name=name)) for name in names)
        return (Stage(columns=columns, order=tuple(keys), limit=limit, skip=skip),)

    def _stages(self, query: exp.Expr, outer: Sources | None) -> list[Stage]:
        if isinstance(query, (exp.Intersect, exp.Except)):
            return self._compared(query)
        if not isinstance(query, exp.Select):
            raise refused(f"{query.key.upper()} is not understood here", "Q103")
        lets, self._values.lets = self._values.lets, []
        select, conditions = self._read(query, outer)
        own = self._own(query, select, conditions)  # it may put stages before itself
        self._values.lets = lets
        return [*select.before, *own]

    def _compared(self, query: exp.Intersect | exp.Except) -> list[Stage]:
        """INTERSECT and EXCEPT: rows of the first SELECT of which the second has an equal one, or has none."""
        left = self._select_of(query.left)
        plain = isinstance(left, exp.Select) and not any(left.args.get(part) for part in ("group", "limit", "offset"))
        if not isinstance(left, exp.Select) or not plain or not query.args.get("distinct", True):
            raise refused("INTERSECT and EXCEPT join plain SELECTs, without ALL", "Q103")
        select, conditions = self._read(left, None)
        items = [item.unalias() for item in left.expressions]
        inner, found = self._inner(self._select_of(query.right), select.sources)
        if len(found) != len(items):
            raise refused("both SELECTs must have the same number of columns", "Q103")
        exists = conditions.equal(inner, found, items, self._select_of(query.right))
        exists = exists.model_copy(update={"negated": isinstance(query, exp.Except)})
        select.sources.conditions.setdefault(None, []).append(exists)
        own = self._own(left, select, conditions)
        stages = [*select.before, *own]
        stages[-1] = stages[-1].model_copy(update={"distinct": True})
        return [*stages, *self._ordered_rows(query, stages[-1].outputs)]

    def _read(
        self, query: exp.Select, outer: Sources | None, *, existential: bool = False
    ) -> tuple[Select, Conditions]:
        """What a SELECT reads, with the conditions of its joins and its WHERE."""
        sources = Sources(self.view, self._taken, outer)
        select = Select(sources)
        conditions = Conditions(sources, self._values, lambda s: self._scalar(s, select), self._inner, existential)
        origin = query.args.get("from_") or query.args.get("from")
        if origin is None or not query.expressions:
            raise refused("a SELECT needs columns and a table", "Q103")
        self._table(origin.this, select, None)
        for number, join in enumerate(query.args.get("joins") or ()):
            side = join.side.upper()
            if side not in ("", "LEFT") or join.kind.upper() not in ("", "INNER", "OUTER", "CROSS"):
                raise refused(f"{side or join.kind} JOIN is not understood", "Q103")
            group = number if side == "LEFT" else None
            self._table(join.this, select, group)
            self._joined(join, select, conditions, group)
        where = query.args.get("where")
        if where is not None:
            found = list(conditions.read(flat(where.this)))
            sources.conditions.setdefault(None, []).extend(found)
        tests = sources.conditions.get(None, [])
        if tests and not sources.has_tables:  # only rows of an inner SELECT: they are kept or dropped as a whole
            names = [*select.before[-1].outputs]
            select.before.append(projected(names, names).model_copy(update={"having": tuple(tests)}))
        return select, conditions

    def _joined(self, join: exp.Join, select: Select, conditions: Conditions, group: int | None) -> None:
        if join.args.get("using"):
            names = [identifier.name for identifier in join.args["using"]]
            tables = list(select.sources.tables)
            for name in names:
                pairs = [(exp.column(name, table=tables[0]), exp.column(name, table=tables[-1]))]
                for left, right in pairs:
                    select.sources.conditions.setdefault(group, []).extend(
                        conditions.read(exp.EQ(this=left, expression=right))
                    )
        on = join.args.get("on")
        if on is not None:
            select.sources.joining = group
            select.sources.conditions.setdefault(group, []).extend(conditions.read(flat(on)))
            select.sources.joining = None

    def _table(self, table: exp.Expr, select: Select, group: int | None) -> None:
        if isinstance(table, exp.Table):
            select.sources.add(table.name, table.alias or table.name, group)
            return
        if isinstance(table, exp.Subquery) and not select.sources.tables:
            stages = self._stages(self._select_of(table.this), None)
            select.before.extend(stages)
            outputs = stages[-1].outputs
            select.sources.tables[table.alias.lower() or "_"] = Rows({name.lower(): name for name in outputs})
            return
        raise refused("an inner SELECT in FROM must stand alone", "Q103")

    def _scalar(self, query: exp.Query, select: Select) -> Ref:
        """The one value of an inner SELECT, computed by stages before this one's."""
        if not self._gives_one(query):
            raise refused("an inner SELECT that gives a value may give several; LIMIT 1 takes the first", "Q104")
        stages = self._stages(self._select_of(query), None)
        if len(stages[-1].outputs) != 1:
            raise refused("an inner SELECT that gives a value has one column", "Q103")
        name = select.sources.fresh("x")
        stages = [*stages, projected(stages[-1].outputs, (name,))]
        carried = tuple(Column(name=n, operand=Ref(name=n)) for n in select.carried)
        select.before.extend(s.model_copy(update={"columns": (*s.columns, *carried)}) for s in stages)
        select.carried.append(name)
        return Ref(name=name)

    def _gives_one(self, query: exp.Query) -> bool:
        """Whether a SELECT gives no more than one row: it computes, is cut, or names one node by what identifies it."""
        found = query.unnest()
        if not isinstance(found, exp.Select):
            return False
        if limit_of(found) == 1:
            return True
        if not found.args.get("group") and all(item.find(*AGGREGATES) for item in found.expressions):
            return True
        table, where = found.args["from_"].this, found.args.get("where")
        known = self.view.tables.get(table.name.lower()) if isinstance(table, exp.Table) else None
        if where is None or found.args.get("joins") or not isinstance(known, NodeTable):
            return False
        said = where.this.unnest()
        tests = said.flatten() if isinstance(said, exp.And) else (said,)
        named = (test.this for test in tests if isinstance(test, exp.EQ) and isinstance(test.expression, exp.Literal))
        return any(isinstance(c, exp.Column) and c.name.lower() in map(str.lower, known.unique) for c in named)

    def _inner(self, query: exp.Expr, outer: Sources) -> tuple[Sources, list[Operand]]:
        """An inner SELECT of plain columns, which may name the tables around it."""
        if not isinstance(query, exp.Select):
            raise refused("an inner SELECT must be plain", "Q104")
        cut = any(query.args.get(part) for part in ("group", "having", "limit", "order"))
        if cut or any(item.find(*AGGREGATES) for item in query.expressions):
            raise refused("an inner SELECT with groups, order or limit is not understood here", "Q104")
        select, conditions = self._read(query, outer, existential=True)
        if select.before:
            raise refused("an inner SELECT is nested too deep", "Q104")
        items = [item.unalias() for item in query.expressions]
        for item in items:
            if isinstance(item, exp.Column) and select.sources.find(item.name, item.table)[0] is not select.sources:
                raise refused(f"the table of the inner SELECT has no column {item.name}", "Q203")
        plain = all(isinstance(item, exp.Column) and not isinstance(item.this, exp.Star) for item in items)
        return select.sources, [conditions.operand(item) for item in items] if plain else []

    def _own(self, query: exp.Select, select: Select, conditions: Conditions) -> list[Stage]:
        """The stages of a SELECT itself."""
        select.sources.shown = True
        return Body(query, select.sources, select.carried, conditions, self._values).stages()
