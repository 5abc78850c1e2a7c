"""From a reading and its head to a Plan."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema, PropertyInfo, TextKind, ValueType
from fingerpost.linking.display import Display
from fingerpost.plans.chains import in_order
from fingerpost.plans.model import (
    Aggregate,
    AggregateFunction,
    Call,
    Column,
    Comparison,
    Condition,
    EdgePattern,
    Exists,
    Holds,
    Let,
    Match,
    NodePattern,
    Operand,
    Order,
    Pattern,
    Plan,
    Ref,
    Stage,
    Test,
    Value,
)
from fingerpost.plans.scope import check
from fingerpost.questions.heads import Best, Head, Kind, Measure, Term
from fingerpost.questions.state import Filter, State

_TYPED = {
    TextKind.NUMERIC: "numeric",
    TextKind.DAY_FIRST_DATE: "day_first_date",
    TextKind.MONTH_FIRST_DATE: "month_first_date",
}
_ORDERING = (Comparison.LT, Comparison.LE, Comparison.GT, Comparison.GE)


class Compiler:
    """Compiles one reading with one head."""

    def __init__(self, schema: GraphSchema, display: Display, state: State, head: Head) -> None:
        self._schema = schema
        self._display = display
        self._state = state
        self._head = head
        self._parameters: dict[str, Cell] = {}
        self._names = _node_names(state)
        self._edge_names: dict[int, str] = {}
        self._lets: list[Let] = []
        self._late: list[Condition] = []
        self._pattern_match: Match | None = None

    def plan(self) -> Plan:
        """The plan.

        Raises:
            PlanError: the reading makes no sense as a plan.
        """
        head = self._head
        self._name_edges()
        if head.best is not None and head.best.counted:
            stages = self._most_counted(head, head.best)
        elif head.best is not None:
            stages = self._most_of(head, head.best)
        else:
            stages = [*self._matched(), *self._finish(head, grouped_having=True)]
        plan = Plan(branches=(tuple(stages),), parameters=MappingProxyType(self._parameters))
        return check(plan)

    # The pattern

    def _name_edges(self) -> None:
        """Edges of which a property is used get names."""
        used = {f.owner for f in self._state.filters if f.edge}
        terms = [*self._head.columns, *self._head.keys, *(m.term for m in self._head.measures)]
        terms += [self._head.focus, *(t for t, _ in self._head.order), *(h.term for h in self._head.having)]
        if self._head.best is not None:
            terms.append(self._head.best.term)
        used |= {term.owner for term in terms if term.edge}
        self._edge_names = {number: f"r{number + 1}" for number in sorted(used)}

    def _value(self, cell: Cell) -> Value:
        name = f"p{len(self._parameters) + 1}"
        self._parameters[name] = cell
        return Value(parameter=name)

    def _match(self) -> Match:
        """The pattern of everything that must be there, with its conditions."""
        nodes = self._state.nodes
        present = [n for n in range(len(nodes)) if not nodes[n].absent]
        edges = [
            self._edge(number)
            for number, edge in enumerate(self._state.edges)
            if not nodes[edge.start].absent and not nodes[edge.end].absent
        ]
        pattern = Pattern(
            nodes=tuple(NodePattern(name=self._names[n], label=nodes[n].label) for n in present),
            edges=tuple(edges),
        )
        where = [c for f in self._state.filters if self._is_present(f) for c in self._condition(f)]
        where += [self._absence(group) for group in self._absent_groups()]
        where += [
            Test(left=self._ref(term), comparison=Comparison.IS_NULL)
            for term in self._head.missing
            if not (not term.edge and nodes[term.owner].absent)
        ]
        return Match(pattern=in_order(pattern), where=tuple(where))

    def _edge(self, number: int) -> EdgePattern:
        edge = self._state.edges[number]
        return EdgePattern(
            start=self._names[edge.start],
            end=self._names[edge.end],
            types=(edge.type,),
            either=edge.either,
            name=self._edge_names.get(number),
        )

    def _is_present(self, condition: Filter) -> bool:
        if condition.edge:
            edge = self._state.edges[condition.owner]
            return not self._state.nodes[edge.start].absent and not self._state.nodes[edge.end].absent
        return not self._state.nodes[condition.owner].absent

    def _absent_groups(self) -> list[list[int]]:
        """Absent nodes, those that hang together in one group."""
        groups: list[list[int]] = []
        for number, node in enumerate(self._state.nodes):
            if not node.absent:
                continue
            for group in groups:
                if any({e.start, e.end} == {number, other} for e in self._state.edges for other in group):
                    group.append(number)
                    break
            else:
                groups.append([number])
        return groups

    def _absence(self, group: list[int]) -> Exists:
        inside = set(group)
        edges = [number for number, edge in enumerate(self._state.edges) if edge.start in inside or edge.end in inside]
        ends = [n for e in edges for n in (self._state.edges[e].start, self._state.edges[e].end)]
        names = dict.fromkeys([*ends, *group])
        nodes = tuple(
            NodePattern(name=self._names[n], label=self._state.nodes[n].label if n in inside else None) for n in names
        )
        pattern = Pattern(nodes=nodes, edges=tuple(self._edge(e) for e in edges))
        tests = [
            c for f in self._state.filters if not self._is_present(f) for c in self._condition(f) if isinstance(c, Test)
        ]
        return Exists(pattern=in_order(pattern), where=tuple(tests), negated=True)

    def _condition(self, condition: Filter) -> list[Condition]:
        """The test for a filter; what needs computing is kept for after the match."""
        term = Term(condition.owner, condition.property, condition.edge)
        info = self._info(term)
        ordering = condition.comparison in _ORDERING
        value = condition.value
        typed = info is not None and info.type is ValueType.STRING and info.text_kind in _TYPED
        if typed and (ordering or not isinstance(value, (str, tuple))) and self._is_present(condition):
            left = Ref(name=self._typed(term, info))
            self._late.append(
                Test(left=left, comparison=condition.comparison, right=self._value(value), negated=condition.negated)
            )
            return []
        comparison, negated = condition.comparison, condition.negated
        if negated and comparison is Comparison.EQ:
            comparison, negated = Comparison.NE, False
        return [Test(left=self._ref(term), comparison=comparison, right=self._value(value), negated=negated)]

    def _info(self, term: Term) -> PropertyInfo | None:
        if term.property is None:
            return None
        if term.edge:
            relationship = self._schema.relationship_by_type.get(self._state.edges[term.owner].type)
            return relationship.by_name.get(term.property) if relationship else None
        label = self._schema.label_by_name.get(self._state.nodes[term.owner].label)
        return label.by_name.get(term.property) if label else None

    def _ref(self, term: Term) -> Ref:
        name = self._edge_names[term.owner] if term.edge else self._names[term.owner]
        return Ref(name=name, property=term.property)

    def _typed(self, term: Term, info: PropertyInfo | None) -> str:
        """A let that reads a text property by its meaning."""
        assert info is not None
        assert info.text_kind is not None
        call = Call(
            name=f"x{len(self._lets) + 1}",
            function="typed",
            arguments=(self._ref(term),),
            keys=(_TYPED[info.text_kind],),
        )
        for known in self._lets:
            if known.model_copy(update={"name": call.name}) == call:
                return known.name
        self._lets.append(call)
        return call.name

    def _measured(self, term: Term) -> Operand:
        """An operand to order or aggregate by: the property by its meaning."""
        info = self._info(term)
        if info is not None and info.type is ValueType.STRING and info.text_kind in _TYPED:
            return Ref(name=self._typed(term, info))
        return self._ref(term)

    # Stages

    def _matched(self) -> list[Stage]:
        """The stage of the match, where conditions had to be computed; else none, and `_finish` takes the match."""
        match = self._match()
        if not self._late:
            self._pattern_match = match
            return []
        columns = tuple(Column(name=name, operand=Ref(name=name)) for name in self._visible())
        stage = Stage(matches=(match,), lets=tuple(self._lets), columns=columns, having=tuple(self._late))
        self._lets, self._late = [], []
        self._pattern_match = None
        return [stage]

    def _visible(self) -> list[str]:
        nodes = [self._names[n] for n, node in enumerate(self._state.nodes) if not node.absent]
        return [*nodes, *self._edge_names.values()]

    def _base(self) -> dict[str, object]:
        """What the first stage after `_matched` begins with."""
        matches = (self._pattern_match,) if self._pattern_match is not None else ()
        return {"matches": matches, "lets": tuple(self._lets)}

    def _stage(self, **fields: object) -> Stage:
        stage = Stage.model_validate({**self._base(), **fields})
        self._lets, self._pattern_match = [], None
        return stage

    def _finish(self, head: Head, *, grouped_having: bool) -> list[Stage]:
        """From the pattern to the answer's columns."""
        if head.having and grouped_having:
            return self._grouped_list(head)
        if head.kind is Kind.CHECK:
            return self._check(head)
        if head.per is not None:
            return self._averaged_counts(head, head.per)
        if head.measures:
            return self._aggregated(head)
        return self._listed(head)

    def _check(self, head: Head) -> list[Stage]:
        counted = self._stage(aggregates=(Aggregate(name="n", function=AggregateFunction.COUNT),))
        holds = Holds(
            name="holds", conditions=(Test(left=Ref(name="n"), comparison=Comparison.GT, right=self._value(0)),)
        )
        answer = Stage(lets=(holds,), columns=(Column(name="answer", operand=Ref(name="holds")),))
        return [counted, answer]

    def _listed(self, head: Head, sort: Sequence[Order] = ()) -> list[Stage]:
        """Distinct nodes first, then their properties: two people of one name are two rows."""
        terms = list(dict.fromkeys((*head.keys, *head.columns)))
        owners = list(dict.fromkeys(Term(t.owner, None, t.edge) for t in terms))
        plain = all(term.property is None for term in terms)
        order = tuple(Order(operand=self._measured(t), descending=d) for t, d in head.order)
        stages: list[Stage] = []
        if len(self._visible()) > 1 or sort:
            extra = [Term(t.owner, None, t.edge) for t, _ in head.order]
            names = dict.fromkeys(self._ref(owner).name for owner in (*owners, *extra))
            columns = tuple(Column(name=name, operand=Ref(name=name)) for name in names)
            if plain and not order and not sort:
                return [self._stage(columns=columns, distinct=True, limit=head.limit)]
            self._lets = []
            stages.append(self._stage(columns=columns, distinct=True))
            order = tuple(Order(operand=self._measured(t), descending=d) for t, d in head.order)
        columns = tuple(
            Column(name=name, operand=self._ref(term)) for term, name in zip(terms, self._titles(terms), strict=True)
        )
        stages.append(self._stage(columns=columns, order=(*order, *sort), limit=head.limit))
        return stages

    def _titles(self, terms: Sequence[Term]) -> list[str]:
        """Column names: a property's own name, with its owner's where two are alike."""
        names = [term.property or self._label(term) for term in terms]
        return [
            name if names.count(name) == 1 else f"{self._label(term)} {name} {index + 1}"
            for index, (term, name) in enumerate(zip(terms, names, strict=True))
        ]

    def _label(self, term: Term) -> str:
        return self._state.edges[term.owner].type if term.edge else self._state.nodes[term.owner].label

    def _aggregated(self, head: Head) -> list[Stage]:
        """Groups and measures. A node's property is aggregated once for each node, however often it matches."""
        stages: list[Stage] = []
        properties = [m for m in head.measures if m.function is not AggregateFunction.COUNT]
        if properties and not any(m.term.edge for m in head.measures) and len(self._visible()) > 1:
            owners = [Term(m.term.owner, None, m.term.edge) for m in head.measures]
            owners += [Term(k.owner, None, k.edge) for k in head.keys]
            names = dict.fromkeys(self._ref(owner).name for owner in owners)
            columns = tuple(Column(name=name, operand=Ref(name=name)) for name in names)
            stages.append(self._stage(columns=columns, distinct=True))
        keys = tuple(
            Column(name=name, operand=self._ref(term))
            for term, name in zip(head.keys, self._titles(head.keys), strict=True)
        )
        aggregates = tuple(self._aggregate(m, i) for i, m in enumerate(head.measures))
        order = tuple(
            Order(operand=Ref(name=keys[head.keys.index(t)].name), descending=d)
            for t, d in head.order
            if t in head.keys
        )
        grouped = self._stage(columns=keys, aggregates=aggregates, order=order, limit=head.limit)
        return [*stages, *self._shown_keys(head, grouped)]

    def _averaged_counts(self, head: Head, per: Term) -> list[Stage]:
        """Count for each, then average the counts."""
        measure = head.measures[0]
        owner = self._ref(per).name
        titles = self._titles(head.keys)
        keys = tuple(Column(name=n, operand=self._ref(t)) for t, n in zip(head.keys, titles, strict=True))
        counted = Aggregate(
            name="n", function=AggregateFunction.COUNT, operand=self._ref(measure.term), distinct=measure.distinct
        )
        grouped = self._stage(columns=(*keys, Column(name=owner, operand=Ref(name=owner))), aggregates=(counted,))
        name = f"average number of {self._label(measure.term)}"
        average = Aggregate(name=name, function=AggregateFunction.AVG, operand=Ref(name="n"))
        again = tuple(Column(name=key.name, operand=Ref(name=key.name)) for key in keys)
        return [grouped, *self._shown_keys(head, Stage(columns=again, aggregates=(average,)))]

    def _shown_keys(self, head: Head, grouped: Stage) -> list[Stage]:
        """A group of nodes shows each by its name, and stands in an order that a reader expects."""
        shown: list[Column] = []
        named = False
        for column, term in zip(grouped.columns, head.keys, strict=True):
            name = None if term.property or term.edge else self._display.property(self._label(term))
            one = name is not None and len(self._display.parts(self._label(term))) == 1
            named = named or one
            operand = Ref(name=column.name, property=name) if one else Ref(name=column.name)
            shown.append(Column(name=column.name, operand=operand))
        order = grouped.order or self._natural_order(head, grouped)
        grouped = grouped.model_copy(update={"order": ()})
        if not named:
            return [grouped.model_copy(update={"order": order})]
        shown += [Column(name=a.name, operand=Ref(name=a.name)) for a in grouped.aggregates]
        limit = grouped.limit
        return [
            grouped.model_copy(update={"limit": None}),
            Stage(columns=tuple(shown), order=order, limit=limit),
        ]

    def _natural_order(self, head: Head, grouped: Stage) -> tuple[Order, ...]:
        """Groups by a number or a moment go in its order, others by what was measured, most first."""
        if not grouped.columns or not grouped.aggregates:
            return ()
        for column, term in zip(grouped.columns, head.keys, strict=True):
            info = self._info(term)
            if info is not None and (info.numeric or info.temporal) and info.type is not ValueType.STRING:
                return (Order(operand=Ref(name=column.name)),)
        return (Order(operand=Ref(name=grouped.aggregates[0].name), descending=True),)

    def _aggregate(self, measure: Measure, index: int) -> Aggregate:
        counting = measure.function is AggregateFunction.COUNT
        operand: Operand = self._ref(measure.term) if counting else self._measured(measure.term)
        name = f"{measure.function.value} of {measure.term.property or self._label(measure.term)}"
        if index and any(m != measure and m.term == measure.term for m in self._head.measures[:index]):
            name = f"{name} {index + 1}"
        return Aggregate(name=name, function=measure.function, operand=operand, distinct=measure.distinct and counting)

    def _grouped_list(self, head: Head) -> list[Stage]:
        """Only those that have so many of something."""
        owner = self._ref(Term(head.focus.owner, None, head.focus.edge)).name
        owners = dict.fromkeys([owner, *(self._ref(Term(t.owner, None, t.edge)).name for t in head.keys)])
        aggregates, having = [], []
        for number, condition in enumerate(head.having):
            name = f"n{number + 1}"
            value: float | int = condition.value
            if float(value).is_integer():
                value = int(value)
            operand = self._ref(condition.term)
            aggregates.append(Aggregate(name=name, function=AggregateFunction.COUNT, operand=operand, distinct=True))
            having.append(Test(left=Ref(name=name), comparison=condition.comparison, right=self._value(value)))
        columns = tuple(Column(name=name, operand=Ref(name=name)) for name in owners)
        grouped = self._stage(columns=columns, aggregates=tuple(aggregates), having=tuple(having))
        return [grouped, *self._finish(head, grouped_having=False)]

    def _most_of(self, head: Head, best: Best) -> list[Stage]:
        """Those with the most of a property: first the most, then all that have it."""
        before = self._matched()
        key = self._measured(best.term)
        known = Test(left=key, comparison=Comparison.IS_NULL, negated=True)
        function = AggregateFunction.MAX if best.descending else AggregateFunction.MIN
        base = self._base()
        if best.count == 1:
            edge = Aggregate(name="best", function=function, operand=key)
            first = [*before, self._stage(aggregates=(edge,))]
        else:
            owner = self._ref(Term(best.term.owner, None, best.term.edge)).name
            keyed = self._stage(
                columns=(Column(name=owner, operand=Ref(name=owner)), Column(name="key", operand=key)),
                distinct=True,
                having=(known.model_copy(update={"left": Ref(name="key")}),),
                order=(Order(operand=Ref(name="key"), descending=best.descending),),
                limit=best.count,
            )
            last = AggregateFunction.MIN if best.descending else AggregateFunction.MAX
            edge = Aggregate(name="best", function=last, operand=Ref(name="key"))
            first = [*before, keyed, Stage(aggregates=(edge,))]
        columns = [Column(name="best", operand=Ref(name="best")), Column(name="key", operand=key)]
        columns += [Column(name=name, operand=Ref(name=name)) for name in self._visible()]
        comparison = Comparison.EQ
        if best.count > 1:
            comparison = Comparison.GE if best.descending else Comparison.LE
        reached = Test(left=Ref(name="key"), comparison=comparison, right=Ref(name="best"))
        if before:
            passed = [
                s.model_copy(update={"columns": (*s.columns, Column(name="best", operand=Ref(name="best")))})
                for s in before
            ]
            again = [*passed, Stage(lets=base["lets"], columns=tuple(columns), having=(reached,))]
        else:
            again = [Stage.model_validate({**base, "columns": tuple(columns), "having": (reached,)})]
        sort = (Order(operand=Ref(name="key"), descending=best.descending),) if best.count > 1 else ()
        rest = self._sorted_list(head, sort) if sort and head.kind is Kind.LIST else self._finish_list(head)
        return [*first, *again, *rest]

    def _finish_list(self, head: Head) -> list[Stage]:
        return self._finish(head, grouped_having=True)

    def _sorted_list(self, head: Head, sort: Sequence[Order]) -> list[Stage]:
        """Distinct rows in the order of the key that they were chosen by."""
        terms = list(dict.fromkeys((*head.keys, *head.columns)))
        owners = dict.fromkeys(self._ref(Term(t.owner, None, t.edge)).name for t in terms)
        columns = [Column(name=name, operand=Ref(name=name)) for name in (*owners, "key")]
        distinct = Stage(columns=tuple(columns), distinct=True)
        titles = self._titles(terms)
        shown = tuple(Column(name=name, operand=self._ref(term)) for term, name in zip(terms, titles, strict=True))
        return [distinct, Stage(columns=shown, order=tuple(sort))]

    def _most_counted(self, head: Head, best: Best) -> list[Stage]:
        """Those with the most others: count for each, take the most, then all that reach it."""
        owner = self._ref(Term(head.focus.owner, None, head.focus.edge)).name
        columns = (Column(name=owner, operand=Ref(name=owner)),)
        counted = Aggregate(name="n", function=AggregateFunction.COUNT, operand=self._ref(best.term), distinct=True)
        before = self._matched()
        base = self._base()
        grouped = self._stage(columns=columns, aggregates=(counted,))
        if best.count == 1:
            function = AggregateFunction.MAX if best.descending else AggregateFunction.MIN
            first = [
                *before,
                grouped,
                Stage(aggregates=(Aggregate(name="best", function=function, operand=Ref(name="n")),)),
            ]
        else:
            order = (Order(operand=Ref(name="n"), descending=best.descending),)
            cut = grouped.model_copy(update={"order": order, "limit": best.count})
            function = AggregateFunction.MIN if best.descending else AggregateFunction.MAX
            first = [
                *before,
                cut,
                Stage(aggregates=(Aggregate(name="best", function=function, operand=Ref(name="n")),)),
            ]
        comparison = Comparison.EQ
        if best.count > 1:
            comparison = Comparison.GE if best.descending else Comparison.LE
        kept = (*columns, Column(name="best", operand=Ref(name="best")))
        reached = Test(left=Ref(name="n"), comparison=comparison, right=Ref(name="best"))
        passed = [
            s.model_copy(update={"columns": (*s.columns, Column(name="best", operand=Ref(name="best")))})
            for s in before
        ]
        again = Stage.model_validate({**base, "columns": kept, "aggregates": (counted,), "having": (reached,)})
        terms = [t for t in head.columns if t.owner == head.focus.owner and t.edge == head.focus.edge] or [
            Term(head.focus.owner, None, head.focus.edge)
        ]
        shown = [
            Column(name=name, operand=self._ref(term)) for term, name in zip(terms, self._titles(terms), strict=True)
        ]
        shown.append(Column(name=f"count of {self._label(best.term)}", operand=Ref(name="n")))
        order = (Order(operand=Ref(name="n"), descending=best.descending),)
        return [*first, *passed, again, Stage(columns=tuple(shown), order=order)]


def _node_names(state: State) -> list[str]:
    """Readable names for nodes: the label's first letters, numbered where they repeat."""
    names: list[str] = []
    for node in state.nodes:
        base = "".join(c for c in node.label if c.isalnum())[:24].lower() or "node"
        base = base if base[0].isalpha() else f"n{base}"
        same = sum(1 for name in names if name.rstrip("0123456789") == base)
        names.append(f"{base}{same + 1}")
    return names
