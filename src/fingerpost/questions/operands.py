"""The operands of a reading: its nodes, edges and properties by the names that a plan gives them, and literals."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema, PropertyInfo, ValueType
from fingerpost.plans.model import Let, Operand, Ref, Value
from fingerpost.questions.algebra import Term, called
from fingerpost.questions.parts import HELD, TYPED, Derived
from fingerpost.questions.schema_graph import adds_up
from fingerpost.questions.state import State, node_names


class Operands:
    """Makes the operands of one reading. `parameters` are shared by all readings of one plan."""

    def __init__(self, schema: GraphSchema, state: State, parameters: dict[str, Cell] | None = None) -> None:
        self._schema = schema
        self._state = state
        self.parameters: dict[str, Cell] = {} if parameters is None else parameters
        self.lets: list[Let] = []
        self._names = node_names(state)
        self._edge_names: dict[int, str] = {}
        self._spread: Term | None = None

    @property
    def state(self) -> State:
        """The reading that this builds for."""
        return self._state

    def ends(self, edge: int) -> tuple[str, str]:
        """The names of the nodes that an edge joins."""
        joined = self._state.edges[edge]
        return self._names[joined.start], self._names[joined.end]

    def value(self, cell: Cell) -> Value:
        """A literal: always a parameter."""
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
        return self._derived.part(held, self.info(term), term.part) if term.part else held

    def _held(self, term: Term) -> Ref:
        name = self._edge_names[term.owner] if term.edge else self._names[term.owner]
        return Ref(name=name, property=term.property)

    @property
    def _derived(self) -> Derived:
        return Derived(self.lets, self.value)

    def measured(self, term: Term) -> Operand:
        """An operand to order or aggregate by: the property by its meaning."""
        info = self.info(term)
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

    def titles(self, terms: Sequence[Term]) -> list[str]:
        """Column names: a property's own name, with its owner's where two are alike."""
        names = [called(term) or self.label(term) for term in terms]
        return [
            name if names.count(name) == 1 else f"{self.label(term)} {name} {index + 1}"
            for index, (term, name) in enumerate(zip(terms, names, strict=True))
        ]

    def label(self, term: Term) -> str:
        """The label of a term's node, or the type of its edge."""
        return self._state.edges[term.owner].type if term.edge else self._state.nodes[term.owner].label
