"""The operands of a reading: its nodes, edges and properties by the names that a plan gives them, and literals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fingerpost.core.cells import Cell
from fingerpost.core.errors import PlanError
from fingerpost.core.schema import GraphSchema, PropertyInfo, ValueType
from fingerpost.linking.derived import AGE
from fingerpost.linking.lasting import begun_by, begun_of, counted_in
from fingerpost.plans import Aggregate, AggregateFunction, Let, Operand, Ref, Value
from fingerpost.questions.algebra import Measure, Term, called
from fingerpost.questions.parts import HELD, TYPED, Derived
from fingerpost.questions.schema_graph import adds_up
from fingerpost.questions.state import State, node_names

_ADDING = (AggregateFunction.AVG, AggregateFunction.SUM, AggregateFunction.MEDIAN, AggregateFunction.STDEV)


class Operands:
    """Makes the operands of one reading. `parameters` are shared by all readings of one plan."""

    def __init__(self, schema: GraphSchema, state: State, parameters: dict[str, Cell] | None = None) -> None:
        self._schema = schema
        self._state = state
        self.parameters: dict[str, Cell] = {} if parameters is None else parameters
        self._again = False
        self.lets: list[Let] = []
        self._names = node_names(state)
        self._edge_names: dict[int, str] = {}
        self._spread: Term | None = None
        self._when: Term | None = None
        """When ages are counted, if not today."""

    @property
    def state(self) -> State:
        """The reading that this builds for."""
        return self._state

    def ends(self, edge: int) -> tuple[str, str]:
        """The names of the nodes that an edge joins."""
        joined = self._state.edges[edge]
        return self._names[joined.start], self._names[joined.end]

    def value(self, cell: Cell) -> Value:
        """A literal: always a parameter, the same one where a part of the reading is looked at again."""
        for name, held in self.parameters.items() if self._again else ():
            if type(held) is type(cell) and held == cell:
                return Value(parameter=name)
        name = f"p{len(self.parameters) + 1}"
        self.parameters[name] = cell
        return Value(parameter=name)

    def info(self, term: Term) -> PropertyInfo | None:
        """What the schema knows of a term's property."""
        if term.property is None:
            return None
        if term.edge:
            relationship = self._schema.relationship_by_type.get(self._state.edges[term.owner].type)
            return relationship.by_name.get(term.property) if relationship else None
        label = self._schema.label_by_name.get(self._state.nodes[term.owner].label)
        return label.by_name.get(term.property) if label else None

    def ref(self, term: Term) -> Ref:
        """A term as an operand."""
        if term == self._spread:
            return Ref(name=HELD)
        held = self._held(term)
        if term.part == AGE and self._when is not None:
            return self._derived.age_at(held, self.info(term), self._held(self._when), self.info(self._when))
        begun = begun_by(term.part)
        if begun is not None:
            first = self.begun(term)
            ends = (self._held(first), self.info(first), held, self.info(term))
            unit = counted_in(term.part)
            return self._derived.between(*ends, unit)
        return self._derived.part(held, self.info(term), term.part) if term.part else held

    def begun(self, term: Term) -> Term:
        """When that began of which a term tells how long it took.

        Raises:
            PlanError: that is of something else, which is not in this reading once, or not of the same thing.
        """
        first = term._replace(property=begun_by(term.part), part="")
        owner = begun_of(term.part)
        if not owner:
            return first
        edges = [n for n, edge in enumerate(self._state.edges) if edge.type == owner and not edge.absent]
        nodes = [n for n, node in enumerate(self._state.nodes) if node.label == owner and not node.absent]
        if len(edges) + len(nodes) != 1:
            raise PlanError("what began is not there once", code="plan.shape")
        first = first._replace(owner=[*edges, *nodes][0], edge=bool(edges))
        shared = self._joins(first) & self._joins(term)
        said = {f.owner for f in self._state.filters if not f.edge}
        said |= {item.owner for item in self._state.items if item.property is None and not item.edge}
        either = first.edge and term.edge  # two that meet at one end or at the other
        if not shared or (either and said and said.isdisjoint(shared)):
            raise PlanError("what began is of another thing", code="plan.shape")
        return first

    def _joins(self, term: Term) -> set[int]:
        """The node of a term, or both ends of its edge."""
        edge = self._state.edges[term.owner] if term.edge else None
        return {term.owner} if edge is None else {edge.start, edge.end}

    def owners(self, terms: Iterable[Term]) -> dict[str, None]:
        """The names of what terms are of, of the event where ages at it are among them, and of what began."""
        listed = list(terms)
        if self._when is not None and any(term.part == AGE for term in listed):
            listed.append(self._when)
        listed += [self.begun(term) for term in listed if begun_of(term.part)]
        return dict.fromkeys(self._held(Term(term.owner, None, term.edge)).name for term in listed)

    def called(self, term: Term) -> str | None:
        """What a column of a property is called."""
        if term.part == AGE and self._when is not None and not self._when.edge:
            return f"age at {self.label(self._when)}"
        if begun_of(term.part):
            first = self.begun(term)
            return f"time from {self.label(first) if first.edge else first.property} to {self.label(term)}"
        return called(term)

    def _held(self, term: Term) -> Ref:
        name = self._edge_names[term.owner] if term.edge else self._names[term.owner]
        return Ref(name=name, property=term.property)

    @property
    def _derived(self) -> Derived:
        return Derived(self.lets, self.value)

    def measured(self, term: Term) -> Operand:
        """An operand to order or aggregate by: the property by its meaning."""
        info = self.info(term)
        if info is not None and info.type is ValueType.DURATION:
            return self._derived.seconds(self._held(term))
        if info is None or info.type is not ValueType.STRING or term.part:
            return self.ref(term)
        if info.text_kind in TYPED or (info.text_kind is None and adds_up(info)):
            return Ref(name=self._derived.typed(self.ref(term), info.text_kind))
        return self.ref(term)

    def number(self, term: Term) -> Operand:
        """An operand to add up: text as the number that it says, if any."""
        info = self.info(term)
        if info is None or info.type is not ValueType.STRING or info.text_kind is not None or term.part:
            return self.measured(term)
        return Ref(name=self._derived.typed(self.ref(term), info.text_kind))

    def aggregate(self, measure: Measure, earlier: Sequence[Measure]) -> Aggregate:
        """What is measured, named apart from earlier measures of the same."""
        counting = measure.function is AggregateFunction.COUNT
        operand: Operand = self.ref(measure.term) if counting else self.measured(measure.term)
        if measure.function in _ADDING and measure.term.property is not None:
            operand = self.number(measure.term)
        name = f"{measure.function.value} of {self.called(measure.term) or self.label(measure.term)}"
        if any(m != measure and m.term == measure.term for m in earlier):
            name = f"{name} {len(earlier) + 1}"
        elif any(self.called(m.term) == self.called(measure.term) and m.term.property for m in earlier):
            # "The average weight of cars and ships".
            name = f"{measure.function.value} of {self.label(measure.term)} {self.called(measure.term)}"
        return Aggregate(name=name, function=measure.function, operand=operand, distinct=measure.distinct and counting)

    def titles(self, terms: Sequence[Term]) -> list[str]:
        """Column names: a property's own name, with its owner's where two are alike."""
        names = [self.called(term) or self.label(term) for term in terms]
        return [
            name if names.count(name) == 1 else f"{self.label(term)} {name} {index + 1}"
            for index, (term, name) in enumerate(zip(terms, names, strict=True))
        ]

    def label(self, term: Term) -> str:
        """The label of a term's node, or the type of its edge."""
        return self._state.edges[term.owner].type if term.edge else self._state.nodes[term.owner].label
