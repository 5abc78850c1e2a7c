"""From a reading and its head to a Plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from fingerpost.core.errors import PlanError
from fingerpost.core.schema import GraphSchema, ValueType
from fingerpost.linking.display import Display
from fingerpost.linking.lasting import begun_by, begun_of, counted_in, has_hours, time_since
from fingerpost.linking.learned import NODES, PROPERTIES, Rows
from fingerpost.linking.time_phrases import DAYS, HOURS
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Column,
    Comparison,
    Holds,
    Order,
    Plan,
    Ref,
    Stage,
    Test,
    check,
)
from fingerpost.questions.algebra import Against, Best, Head, Kind, Measure, Term
from fingerpost.questions.apart import measured_apart
from fingerpost.questions.averaging import averaged_counts
from fingerpost.questions.building import PlanBuilder
from fingerpost.questions.full_names import with_family_names
from fingerpost.questions.group_order import natural_order, said_order
from fingerpost.questions.shares import ratio, share
from fingerpost.questions.sharing import without_leaf
from fingerpost.questions.state import State
from fingerpost.questions.superlatives import (
    difference,
    most_counted,
    most_of,
    same,
    shown,
    sorted_list,
    subtracted,
)
from fingerpost.questions.time_apart import apart

_AS_EVER: Mapping[str, Rows] = MappingProxyType({})


class Compiler:
    """Compiles one reading with one head."""

    def __init__(
        self, schema: GraphSchema, display: Display, state: State, head: Head, rows: Mapping[str, Rows] = _AS_EVER
    ) -> None:
        self._schema = schema
        self._display = display
        self._rows = rows
        state = state.but(filters=(*state.filters, *head.shared)) if head.shared else state
        head = with_family_names(display, state, head)
        self._b = PlanBuilder(schema, state, head)
        self._head = _with_its_equals(_as_stored(self._b, _to_the_hour(self._b, head)))
        if self._head is not head:
            self._b = PlanBuilder(schema, state, self._head)

    def plan(self) -> Plan:
        """The plan.

        Raises:
            PlanError: the reading makes no sense as a plan.
        """
        head = self._head
        if head.kind in (Kind.SHARE, Kind.ALL, Kind.MOST):
            stages = share(self._b, head)
        elif head.kind is Kind.RATIO:
            stages = ratio(self._b, head)
        elif head.kind is Kind.DIFFERENCE and head.best is not None:
            stages = difference(self._b, head, head.best)
        elif head.best is not None and head.best.function is not None and head.kind is Kind.LIST:
            stages = most_counted(self._b, head, head.best)
        elif head.best is not None and head.best.function is not None:
            stages = self._measured_of_most(head, head.best)
        elif head.best is not None:
            chosen, sort = most_of(self._b, head.best)
            rest = sorted_list(self._b, head, sort) if sort and head.kind is Kind.LIST else self._finish(head)
            stages = [*chosen, *(_once(rest) if _is_told(head) else rest)]
        else:
            stages = [*self._b.matched(), *self._finish(head)]
        plan = Plan(branches=(tuple(stages),), parameters=MappingProxyType(self._b.parameters))
        return check(plan)

    def _measured_of_most(self, head: Head, best: Best) -> list[Stage]:
        """Those with the most others first, then what is measured of them: found in a second look."""
        if best.each or head.focus.property is not None or head.focus.edge:
            raise PlanError("the best of each group are listed, and nothing more is measured of them")
        *chosen, _ = most_counted(self._b, head, best)
        rest = head._replace(best=None)
        name = self._b.ref(Term(head.focus.owner)).name
        self._b = PlanBuilder(self._schema, self._b.state, rest, self._b.parameters)
        return [*chosen, Stage(columns=(same(name),)), *self._b.matched(), *self._finish(rest)]

    def _finish(self, head: Head, *, grouped_having: bool = True) -> list[Stage]:
        """From the pattern to the answer's columns."""
        if head.kind is Kind.CHECK and head.having and all(h.term == Term(head.focus.owner) for h in head.having):
            return self._are_so_many(head)
        chosen = (self._chosen(head) or self._told_apart(head)) if grouped_having else None
        if chosen is not None:
            return self._only_those(head, chosen)
        if head.having and grouped_having and (head.valued or _are_values(head)):
            return self._grouped_values(head)
        if head.having and grouped_having and not self._groups_itself(head):
            return self._grouped_list(head)
        if head.kind is Kind.CHECK:
            return self._check(head)
        if head.per is not None:
            *looks, last = averaged_counts(self._b, head, head.per)
            return [*looks, *self._shown_keys(head, last)]
        if head.kind is Kind.DIFFERENCE:
            return self._differing(head)
        if head.measures:
            apart = measured_apart(self._b, head, self._aggregate)
            return self._aggregated(head) if apart is None else [*apart[:-1], *self._shown_keys(head, apart[-1])]
        return self._listed(head)

    @staticmethod
    def _groups_itself(head: Head) -> bool:
        """Whether the groups that are measured are those that a condition on groups is about."""
        keyed = {(key.owner, key.edge) for key in head.keys if key.property is None}
        about = {(condition.term.owner, condition.term.edge) for condition in head.having}
        return bool(head.measures and head.keys) and head.per is None and not keyed & about

    def _check(self, head: Head) -> list[Stage]:
        if head.alike is not None:
            return self._alike(*head.alike)
        counted = self._b.stage(aggregates=(Aggregate(name="n", function=AggregateFunction.COUNT),))
        holds = Holds(
            name="holds", conditions=(Test(left=Ref(name="n"), comparison=Comparison.GT, right=self._b.value(0)),)
        )
        answer = Stage(lets=(holds,), columns=_ANSWER)
        return [counted, answer]

    def _are_so_many(self, head: Head) -> list[Stage]:
        """ "Are there more than 20 employees": of all of them together, each counted once."""
        counted = Aggregate(
            name="n", function=AggregateFunction.COUNT, operand=self._b.ref(Term(head.focus.owner)), distinct=True
        )
        tests = tuple(
            Test(left=Ref(name="n"), comparison=having.comparison, right=self._b.value(having.value))
            for having in head.having
        )
        holds = Holds(name="holds", conditions=tests)
        return [self._b.stage(aggregates=(counted,)), Stage(lets=(holds,), columns=_ANSWER)]

    def _alike(self, term: Term, count: float) -> list[Stage]:
        """Whether so many things have one value in common: none of them is without it."""
        owner = self._b.ref(Term(term.owner, None, term.edge))
        held = Aggregate(name="n1", function=AggregateFunction.COUNT, operand=self._b.ref(term), distinct=True)
        known = Test(left=self._b.ref(term), comparison=Comparison.IS_NULL, negated=True)
        having = Aggregate(name="n2", function=AggregateFunction.COUNT, operand=owner, distinct=True, only=(known,))
        counted = self._b.stage(aggregates=(held, having))
        wanted = (("n1", 1), ("n2", int(count)))
        tests = tuple(
            Test(left=Ref(name=name), comparison=Comparison.EQ, right=self._b.value(number)) for name, number in wanted
        )
        return [counted, Stage(lets=(Holds(name="holds", conditions=tests),), columns=_ANSWER)]

    def _listed(self, head: Head) -> list[Stage]:
        """Distinct nodes first, then their properties: two people of one name are two rows. Or as is the habit here."""
        terms = list(dict.fromkeys((*head.keys, *head.columns)))
        plain = all(term.property is None for term in terms)
        order = self._in_order(head)
        stages: list[Stage] = []
        rows = self._rows.get(NODES if plain else PROPERTIES) if head.best is None and head.limit is None else None
        if rows is None and head.kept and not plain and head.best is None and head.limit is None:
            rows = Rows.KEPT
        distinct = (rows is Rows.ONCE or head.once) and all(term in terms for term, _ in head.order)
        if len(self._b.visible()) > 1 and rows is not Rows.KEPT and not distinct:
            columns = tuple(map(same, self._b.owners((*terms, *(t for t, _ in head.order)))))
            if plain and not order:
                return [self._b.stage(columns=shown(self._b, terms), distinct=True, limit=head.limit)]
            self._b.lets = []
            stages.append(self._b.stage(columns=columns, distinct=True))
            order = self._in_order(head)
        columns = shown(self._b, terms)
        if distinct:
            order = _by_columns(head, terms, columns)
        stages.append(self._b.stage(columns=columns, distinct=distinct, order=order, limit=head.limit))
        return stages

    def _in_order(self, head: Head) -> tuple[Order, ...]:
        """What a list is ordered by: where the most stand first, what is not known stands last."""
        found: list[Order] = []
        for term, descending in head.order:
            operand = self._b.measured(term)
            if descending and head.limit is None and self._b.is_unknown_of_some(term):
                name = f"unknown{len(found) + 1}"
                test = Test(left=operand, comparison=Comparison.IS_NULL)
                self._b.lets.append(Holds(name=name, conditions=(test,)))
                found.append(Order(operand=Ref(name=name)))
            found.append(Order(operand=operand, descending=descending))
        return tuple(found)

    def _aggregated(self, head: Head) -> list[Stage]:
        """Groups and measures. A node's property is aggregated once for each node, however often it matches.

        So is that of an edge that is met from both its ends.
        """
        stages: list[Stage] = []
        properties = [m for m in head.measures if m.function is not AggregateFunction.COUNT]
        edges = [m.term.owner for m in head.measures if m.term.edge]
        both_ways = any(self._b.state.edges[edge].either for edge in edges)
        if properties and (both_ways or not edges) and len(self._b.visible()) > 1:
            columns = tuple(map(same, self._b.owners((*(m.term for m in head.measures), *head.keys, *head.groups))))
            stages.append(self._b.stage(columns=tuple(dict.fromkeys((*columns, *self._b.spread))), distinct=True))
        keys = shown(self._b, head.keys)
        hidden = self._hidden(head)
        aggregates = tuple(self._aggregate(m, i) for i, m in enumerate(head.measures))
        order = said_order(self._b, self._display, head, [key.name for key in keys], aggregates)
        counts, having = self._conditions(head) if self._groups_itself(head) else ((), ())
        grouped = self._b.stage(
            columns=(*keys, *hidden), aggregates=(*aggregates, *counts), having=having, order=order, limit=head.limit
        )
        return [*stages, *self._shown_keys(head, grouped)]

    def _hidden(self, head: Head) -> tuple[Column, ...]:
        """What is grouped by and not shown."""
        return tuple(same(self._b.ref(term).name) for term in head.groups)

    def _differing(self, head: Head) -> list[Stage]:
        """What lies between two measures."""
        *before, measured = self._aggregated(head)
        if head.apart[0]:
            return [*before, *apart(self._b, head, measured)]
        ends = tuple(Ref(name=aggregate.name) for aggregate in measured.aggregates)
        return [*before, measured, subtracted(ends)]

    def _shown_keys(self, head: Head, grouped: Stage) -> list[Stage]:
        """A group of nodes shows each by its name, and stands in an order that a reader expects.

        What only a condition on the groups counted is left out.
        """
        shown: list[Column] = []
        hidden = {column.name for column in self._hidden(head)}
        known = [column for column in grouped.columns[len(head.keys) :] if column.name not in hidden]
        for column, term in zip(grouped.columns, head.keys, strict=False):
            whole = term.property is None and not term.edge
            parts = self._display.parts(self._b.label(term)) if whole else ()
            names = [column.name] if len(parts) < 2 else [f"{column.name} {part}" for part in parts]
            for name, part in zip(names, parts or (None,), strict=True):
                shown.append(Column(name=name, operand=Ref(name=column.name, property=part)))
        order = grouped.order or natural_order(self._b, head, grouped)
        grouped = grouped.model_copy(update={"order": ()})
        plain = all(isinstance(c.operand, Ref) and c.operand.property is None for c in shown)
        if plain and not grouped.having and not hidden:
            return [grouped.model_copy(update={"order": order})]
        measured = grouped.aggregates[: len(head.measures)]
        names = [*(column.name for column in known), *(aggregate.name for aggregate in measured)]
        shown += map(same, names)
        limit = grouped.limit
        return [
            grouped.model_copy(update={"limit": None}),
            Stage(columns=tuple(shown), order=order, limit=limit),
        ]

    def _aggregate(self, measure: Measure, index: int) -> Aggregate:
        return self._b.aggregate(measure, self._head.measures[:index])

    def _grouped_list(self, head: Head) -> list[Stage]:
        """Only those that have so many of something."""
        owner = self._b.ref(Term(head.focus.owner, None, head.focus.edge)).name
        owners = dict.fromkeys([owner, *(self._b.ref(Term(t.owner, None, t.edge)).name for t in head.keys)])
        for condition in head.having:
            if condition.pairs:
                owners.update(dict.fromkeys(self._b.ends(condition.term.owner)))
        stages: list[Stage] = []
        if any(condition.function is not AggregateFunction.COUNT for condition in head.having):
            # Each thing is averaged once, however often it matches.
            once = tuple(map(same, owners | self._b.owners(c.term for c in head.having)))
            stages.append(self._b.stage(columns=once, distinct=True))
        aggregates, having = self._conditions(head)
        columns = tuple(map(same, owners))
        grouped = self._b.stage(columns=columns, aggregates=aggregates, having=having)
        if head.topped:
            most = tuple(Order(operand=Ref(name=aggregate.name), descending=True) for aggregate in aggregates)
            grouped = grouped.model_copy(update={"order": most, "limit": head.limit})
            head = head._replace(limit=None)
        return [*stages, grouped, *self._finish(head, grouped_having=False)]

    def _grouped_values(self, head: Head) -> list[Stage]:
        """Only values that so many things have."""
        aggregates, having = self._conditions(head)
        columns = shown(self._b, head.columns)
        grouped = self._b.stage(columns=columns, aggregates=aggregates, having=having)
        order = _by_columns(head, head.columns, columns)
        return [grouped, Stage(columns=tuple(same(column.name) for column in columns), order=order, limit=head.limit)]

    @staticmethod
    def _chosen(head: Head) -> Term | None:
        """Of what conditions are said, where that is neither what is asked for nor what groups."""
        told = {condition.of for condition in head.having if condition.function in _COUNTING}
        chosen = next(iter(told)) if len(told) == 1 and len(head.having) == 1 else None
        if chosen is None or head.best is not None or chosen in (*head.keys, *head.groups):
            return None
        asked = head.kind is Kind.LIST and chosen.owner == head.focus.owner and not head.focus.edge
        return None if asked or head.kind not in (Kind.LIST, Kind.AGGREGATE) else chosen

    def _told_apart(self, head: Head) -> Term | None:
        """What groups, where a condition counts others than those of which something is added up: "the visitors of
        exhibitions with more than two works" are none of each work."""
        groups = [term for term in (*head.groups, *head.keys) if term.property is None and not term.edge]
        added = {(m.term.owner, m.term.edge) for m in head.measures if m.function is not AggregateFunction.COUNT}
        counted = {(h.term.owner, h.term.edge) for h in head.having}
        apart = self._groups_itself(head) and len(head.having) == 1 and added and not added & counted
        return groups[0] if apart and len(groups) == 1 and head.best is None else None

    def _only_those(self, head: Head, chosen: Term) -> list[Stage]:
        """Those with so many of something first, then what is asked of them: found in a second look."""
        whose, condition = same(self._b.ref(chosen).name), head.having[0]
        once: list[Stage] = []
        if condition.function is not AggregateFunction.COUNT:
            held = same(self._b.ref(Term(condition.term.owner, None, condition.term.edge)).name)
            once = [self._b.stage(columns=tuple(dict.fromkeys((whose, held))), distinct=True)]
        aggregates, having = self._conditions(head)
        grouped = self._b.stage(columns=(whose,), aggregates=aggregates, having=having)
        rest = head._replace(having=())
        state = without_leaf(self._b.state, rest, condition.term)
        self._b = PlanBuilder(self._schema, state, rest, self._b.parameters)
        return [*once, grouped, *self._b.matched(), *self._finish(rest)]

    def _conditions(self, head: Head) -> tuple[tuple[Aggregate, ...], tuple[Test, ...]]:
        """What the conditions on groups measure, and the tests of it."""
        aggregates, having = [], []
        for number, condition in enumerate(head.having):
            name = f"n{number + 1}"
            value: float | int = condition.value
            if float(value).is_integer():
                value = int(value)
            counting = condition.function is AggregateFunction.COUNT
            operand = self._b.ref(condition.term) if counting else self._b.measured(condition.term)
            aggregates.append(Aggregate(name=name, function=condition.function, operand=operand, distinct=counting))
            having.append(Test(left=Ref(name=name), comparison=condition.comparison, right=self._b.value(value)))
        return tuple(aggregates), tuple(having)


_ANSWER = (Column(name="answer", operand=Ref(name="holds")),)
_COUNTING = (AggregateFunction.COUNT, AggregateFunction.SUM)
_EXTREMES = (AggregateFunction.MIN, AggregateFunction.MAX)


def _to_the_hour(builder: PlanBuilder, head: Head) -> Head:
    """What took longest is chosen by hours where the time of day is known, though it is told in days."""
    best = head.best
    begun = begun_by(best.term.part) if best is not None and best.term.part else None
    if best is None or begun is None or begun_of(best.term.part):
        return head
    ends = [builder.info(best.term._replace(property=name)) for name in (begun, best.term.property)]
    known = [info for info in ends if info is not None]
    if counted_in(best.term.part) != DAYS or len(known) < len(ends) or not has_hours(known[0], known[1]):
        return head
    part = time_since(known[0], known[1], HOURS)
    return head._replace(best=replace(best, term=best.term._replace(part=part)))


def _with_its_equals(head: Head) -> Head:
    """ "The longest paper, by pages": all that are as long, where the first one of a list is asked for."""
    alone = head.limit == 1 and len(head.order) == 1 and head.best is None and not (head.having or head.keys)
    if not alone or head.kind is not Kind.LIST or head.focus.edge or head.order[0][0].edge or head.order[0][0].part:
        return head
    return head._replace(best=Best(*head.order[0]), order=(), limit=None)


def _as_stored(builder: PlanBuilder, head: Head) -> Head:
    """The earliest and the latest of moments in text are answered as they are stored, not as they are compared."""
    if head.kind is not Kind.AGGREGATE or len(head.measures) != 1 or head.best or head.keys or head.per or head.having:
        return head
    measure = head.measures[0]
    if measure.function not in _EXTREMES or measure.term.property is None:
        return head
    info = builder.info(measure.term)
    if info is None or not info.temporal or info.type is not ValueType.STRING:
        return head
    best = Best(measure.term, measure.function is AggregateFunction.MAX)
    focus = Term(measure.term.owner, None, measure.term.edge)
    return head._replace(kind=Kind.LIST, focus=focus, columns=(measure.term,), measures=(), best=best, order=())


def _by_columns(head: Head, terms: Sequence[Term], columns: Sequence[Column]) -> tuple[Order, ...]:
    """The order of a head by the columns that show `terms`: behind distinct rows and groups nothing else is seen."""
    named = dict(zip(terms, (column.name for column in columns), strict=True))
    return tuple(Order(operand=Ref(name=named[term]), descending=down) for term, down in head.order if term in named)


def _are_values(head: Head) -> bool:
    """ "Licences used by only one package": values are asked for, of which so many things have the same."""
    owner = Term(head.focus.owner)
    held = all(
        column.property is not None and Term(column.owner) == owner and not column.edge for column in head.columns
    )
    counted = all(
        c.function is AggregateFunction.COUNT and not c.term.edge and c.term.owner == owner.owner for c in head.having
    )
    # "Directors of films in both 1999 and 2000": of a director's films, as none is of two years.
    told = {c.term.property for c in head.having if c.term.property is not None}
    held = held and told.isdisjoint(column.property for column in head.columns)
    return head.kind is Kind.LIST and head.best is None and bool(head.columns) and held and counted and not head.order


def _is_told(head: Head) -> bool:
    """Whether what is asked of the best is no more than what they are the best by: all have the same."""
    best = head.best
    return best is not None and best.count == 1 and best.against is Against.BEST and head.columns == (best.term,)


def _once(stages: list[Stage]) -> list[Stage]:
    """The stages, each row once."""
    return [*stages[:-1], stages[-1].model_copy(update={"distinct": True})]
