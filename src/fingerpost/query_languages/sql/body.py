"""The SELECT list, groups and order of a SELECT, as stages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from sqlglot import exp
from sqlglot.optimizer.normalize import normalize

from fingerpost.core.schema import PropertyInfo
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Call,
    Column,
    Condition,
    Let,
    Match,
    Operand,
    Order,
    Ref,
    Stage,
    Test,
    rename_stage,
)
from fingerpost.query_languages.sql.conditions import ARITHMETIC, Conditions, Values
from fingerpost.query_languages.sql.errors import refused
from fingerpost.query_languages.sql.sources import Rows, Source, Sources

_NORMALIZED = 128
"""The most alternatives that conditions may grow to when OR is moved inside AND."""
AGGREGATES: dict[type[exp.Expr], AggregateFunction] = {
    exp.Count: AggregateFunction.COUNT,
    exp.Sum: AggregateFunction.SUM,
    exp.Avg: AggregateFunction.AVG,
    exp.Min: AggregateFunction.MIN,
    exp.Max: AggregateFunction.MAX,
}


@dataclass
class _Item:
    """One output: its name, and what it is made of."""

    name: str
    operand: Operand


@dataclass
class _OfGroups(Conditions):
    """Conditions on groups."""

    outer: Callable[[exp.Expr], Operand] = field(kw_only=True)

    def operand(self, expression: exp.Expr, like: PropertyInfo | None = None) -> Operand:
        found: Operand = self.outer(expression)
        return found


class Body:
    """The SELECT list, GROUP BY, HAVING and ORDER BY of one SELECT."""

    def __init__(
        self, query: exp.Select, sources: Sources, carried: Sequence[str], conditions: Conditions, values: Values
    ) -> None:
        self._query = query
        self._sources = sources
        self._carried = carried
        self._conditions = conditions
        self._values = values
        self._aggregates: dict[str, Aggregate] = {}
        self._keys: dict[str, Column] = {}
        self._later: list[Let] = []

    def stages(self) -> list[Stage]:
        """One stage, or two if other columns are shown than grouped or sorted by."""
        query = self._query
        grouped = bool(query.args.get("group")) or any(i.find(*AGGREGATES) for i in self._outer_items())
        return self._grouped() if grouped else self._plain()

    def _outer_items(self) -> list[exp.Expr]:
        return [*self._query.expressions, *filter(None, (self._query.args.get(p) for p in ("having", "order")))]

    def _plain(self) -> list[Stage]:
        items = [item for expression in self._query.expressions for item in self._shown(expression)]
        order = [(self._place(key.this, items) or self._conditions.operand(key.this), key) for key in self._ordering()]
        distinct = bool(self._query.args.get("distinct"))
        columns = [Column(name=item.name, operand=item.operand) for item in items]
        hidden: list[Aggregate] = []
        keys: list[Order] = []
        for operand, key in order:
            descending = bool(key.args.get("desc"))
            known = next((c for c in columns if c.operand == operand or c.name == getattr(operand, "name", "")), None)
            by = Ref(name=known.name) if known is not None else operand
            if known is None and distinct:  # of equal rows, the one that comes first gives them their place
                first = AggregateFunction.MAX if descending else AggregateFunction.MIN
                hidden.append(Aggregate(name=self._sources.fresh("k"), function=first, operand=operand))
                by = Ref(name=hidden[-1].name)
            keys.append(Order(operand=by, descending=descending))
        stage = Stage(
            matches=self._matches(),
            lets=self._lets(),
            columns=tuple(columns),
            aggregates=tuple(hidden),
            distinct=distinct and not hidden,
            order=tuple(keys),
            limit=limit_of(self._query),
            skip=limit_of(self._query, "offset"),
        )
        names = [column.name for column in columns]
        return [stage, projected(names, names)] if hidden else [stage]

    def _matches(self) -> tuple[Match, ...]:
        return self._sources.matches() if self._sources.has_tables else ()

    def _lets(self) -> tuple[Let, ...]:
        return self._sources.settled(Stage(lets=tuple(self._values.lets))).lets

    def _ordering(self) -> list[exp.Ordered]:
        order = self._query.args.get("order")
        return list(order.expressions) if order is not None else []

    def _shown(self, expression: exp.Expr) -> Iterable[_Item]:
        """The outputs of one item of the SELECT list; `*` is every node."""
        inner = expression.unalias()
        if isinstance(inner, exp.Star) or (isinstance(inner, exp.Column) and isinstance(inner.this, exp.Star)):
            wanted = inner.table.lower() if isinstance(inner, exp.Column) else ""
            for alias, source in self._sources.tables.items():
                if wanted in ("", alias):
                    yield from self._whole(alias, source)
            return
        yield _Item(self._named(expression), self._conditions.operand(inner))

    def _whole(self, alias: str, source: Source | Rows) -> Iterable[_Item]:
        if isinstance(source, Rows):
            yield from (_Item(name, Ref(name=name)) for name in source.columns.values())
        elif source.node is not None:
            yield _Item(self._unique(source.table.name), Ref(name=self._sources.same(source.node)))
        elif source.edge is not None:
            yield _Item(self._unique(source.table.name), Ref(name=source.edge.name))

    def _named(self, expression: exp.Expr) -> str:
        inner = expression.unalias()
        name: str = expression.alias or (inner.name if isinstance(inner, exp.Column) else inner.key)
        return self._unique(name)

    def _unique(self, name: str) -> str:
        name = name or "value"
        if name not in self._sources.taken:
            self._sources.taken.add(name)
            return name
        return self._sources.fresh(f"{name}_")

    def _place(self, key: exp.Expr, items: Sequence[_Item]) -> Operand | None:
        """The output that ORDER BY names by its alias or its number."""
        if isinstance(key, exp.Literal) and not key.is_string and key.this.isdigit():
            place = int(key.this) - 1
            if not 0 <= place < len(items):
                raise refused(f"there is no column {key.this} to sort by", "Q203")
            return Ref(name=items[place].name)
        if isinstance(key, exp.Column) and not key.table:
            aliases = {e.alias.lower(): n for n, e in enumerate(self._query.expressions) if e.alias}
            place = aliases.get(key.name.lower(), -1)
            return Ref(name=items[place].name) if 0 <= place < len(items) else None
        return None

    def _grouped(self) -> list[Stage]:
        group = self._query.args.get("group")
        for expression in group.expressions if group is not None else ():
            self._key(self._dealiased(expression))
        shown = [_Item(self._named(e), self._computed(e.unalias())) for e in self._query.expressions]
        having = tuple(self._having())
        keys: list[Order] = []
        for key in self._ordering():
            operand = self._place(key.this, shown)
            if operand is not None:
                operand = next(item.operand for item in shown if Ref(name=item.name) == operand)
            keys.append(Order(operand=operand or self._computed(key.this), descending=bool(key.args.get("desc"))))
        carried = [Column(name=name, operand=Ref(name=name)) for name in self._carried]
        groups = Stage(
            matches=self._matches(),
            lets=self._lets(),
            columns=(*self._keys.values(), *carried),
            aggregates=tuple(self._aggregates.values()),
            distinct=not self._aggregates,
            having=having,
        )
        cut = {"order": tuple(keys), "limit": limit_of(self._query), "skip": limit_of(self._query, "offset")}
        plain = all(isinstance(k.operand, Ref) and k.operand.property is None for k in keys)
        renamed = {item.operand.name: item.name for item in shown if isinstance(item.operand, Ref)}
        simple = all(i.operand == Ref(name=getattr(i.operand, "name", "")) for i in shown)
        if plain and simple and tuple(renamed) == groups.outputs and len(shown) == len(renamed):
            return [_called(groups.model_copy(update=cut), renamed)]
        columns = tuple(Column(name=i.name, operand=i.operand) for i in shown)
        final = Stage(lets=tuple(self._later), columns=columns, distinct=bool(self._query.args.get("distinct")))
        return [groups, final.model_copy(update=cut)]

    def _having(self) -> Iterable[Condition]:
        having = self._query.args.get("having")
        if having is None:
            return
        inner = self._conditions
        aggregated = _OfGroups(self._sources, self._values, inner.scalar, inner.inner, outer=self._outer)
        for condition in aggregated.read(flat(having.this)):
            if not isinstance(condition, Test):
                raise refused("HAVING takes plain comparisons", "Q104")
            yield condition

    def _outer(self, expression: exp.Expr) -> Operand:
        """A value in HAVING."""
        expression = expression.unnest()
        if isinstance(expression, (exp.Column, *AGGREGATES)):
            return self._computed(self._dealiased(expression))
        return self._conditions.operand(expression)

    def _dealiased(self, expression: exp.Expr) -> exp.Expr:
        """What the SELECT list calls so, or stands at this place in it."""
        if isinstance(expression, exp.Literal) and not expression.is_string and expression.this.isdigit():
            place = int(expression.this) - 1
            if 0 <= place < len(self._query.expressions):
                found: exp.Expr = self._query.expressions[place].unalias()
                return found
        if isinstance(expression, exp.Column) and not expression.table:
            for item in self._query.expressions:
                if item.alias.lower() == expression.name.lower():
                    named: exp.Expr = item.unalias()
                    return named
        return expression

    def _key(self, expression: exp.Expr, *, new: bool = True) -> Ref | None:
        """A grouping key: the node, where its key is named. Without `new`, one that there is."""
        if isinstance(expression, exp.Column):
            node = self._sources.node_of(expression.name, expression.table)
            if node is not None and not new:
                return Ref(name=node) if node in self._keys else None
            if node is not None:
                self._keys.setdefault(node, Column(name=node, operand=Ref(name=node)))
                return Ref(name=node)
        operand = self._conditions.operand(expression)
        found = next((c for c in self._keys.values() if c.operand == operand), None)
        if found is None and not new:
            return None
        if found is None:
            found = Column(name=self._sources.fresh("g"), operand=operand)
            self._keys[found.name] = found
        return Ref(name=found.name)

    def _computed(self, expression: exp.Expr) -> Operand:
        """An output of a grouped SELECT: an aggregate, a key, or a property of a node that is one."""
        expression = expression.unnest()
        function = AGGREGATES.get(type(expression))
        if function is not None:
            return self._aggregate(expression, function)
        if isinstance(expression, exp.Column) and not isinstance(expression.this, exp.Star):
            operand = self._conditions.operand(expression)
            if isinstance(operand, Ref) and operand.property is not None and operand.name in self._keys:
                return operand
            known = self._key(expression, new=False)
            if known is None:
                raise refused(f"{expression.name} is neither grouped by nor computed", "Q207")
            return known
        if type(expression) in ARITHMETIC:
            parts = (self._computed(expression.this), self._computed(expression.expression))
            name = self._sources.fresh("v")
            self._later.append(Call(name=name, function=ARITHMETIC[type(expression)], arguments=parts))
            return Ref(name=name)
        if isinstance(expression, exp.Literal):
            return self._conditions.operand(expression)
        raise refused(f"{expression.key.upper()} is not understood in a SELECT with groups", "Q103")

    def _aggregate(self, expression: exp.Expr, function: AggregateFunction) -> Ref:
        inner, distinct, operand = expression.this, False, None
        if isinstance(inner, exp.Distinct):
            if len(inner.expressions) != 1:
                raise refused("DISTINCT counts one column", "Q103")
            inner, distinct = inner.expressions[0], True
        if not isinstance(inner, exp.Star):
            node = self._conditions.node(inner) if function is AggregateFunction.COUNT else None
            operand = Ref(name=node) if node is not None else self._conditions.operand(inner)
        for known in self._aggregates.values():
            if (known.function, known.operand, known.distinct) == (function, operand, distinct):
                return Ref(name=known.name)
        name = self._sources.fresh("a")
        self._aggregates[name] = Aggregate(name=name, function=function, operand=operand, distinct=distinct)
        return Ref(name=name)


def _called(stage: Stage, names: dict[str, str]) -> Stage:
    """A grouping stage with other names for its outputs."""
    return stage.model_copy(
        update={
            "columns": tuple(c.model_copy(update={"name": names[c.name]}) for c in stage.columns),
            "aggregates": tuple(a.model_copy(update={"name": names[a.name]}) for a in stage.aggregates),
            "having": rename_stage(Stage(having=stage.having), names).having,
            "order": rename_stage(Stage(order=stage.order), names).order,
        }
    )


def projected(outputs: Sequence[str], names: Sequence[str]) -> Stage:
    return Stage(columns=tuple(Column(name=n, operand=Ref(name=o)) for o, n in zip(outputs, names, strict=False)))


def flat(condition: exp.Expr) -> exp.Expr:
    """A condition as a conjunction of disjunctions."""
    spelled = condition.transform(_without_between)
    return normalize(spelled, dnf=False, max_distance=_NORMALIZED) if spelled.find(exp.Or) is not None else spelled


def _without_between(node: exp.Expr) -> exp.Expr:
    """BETWEEN as two comparisons, and NOT BETWEEN as one or the other of two."""
    if isinstance(node, exp.Not) and isinstance(node.this.unnest(), exp.Between):
        between = node.this.unnest()
        low = exp.LT(this=between.this.copy(), expression=between.args["low"].copy())
        high = exp.GT(this=between.this.copy(), expression=between.args["high"].copy())
        return exp.Paren(this=exp.Or(this=low, expression=high))
    if isinstance(node, exp.Between):
        low_end = exp.GTE(this=node.this.copy(), expression=node.args["low"].copy())
        high_end = exp.LTE(this=node.this.copy(), expression=node.args["high"].copy())
        return exp.Paren(this=exp.And(this=low_end, expression=high_end))
    return node


def limit_of(query: exp.Expr, part: str = "limit") -> int | None:
    found = query.args.get(part)
    if found is None:
        return None
    number = found.expression
    if not isinstance(number, exp.Literal) or not number.this.isdigit():
        raise refused(f"{part.upper()} takes a number", "Q103")
    return int(number.this)
