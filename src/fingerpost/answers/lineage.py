"""The origin of a result column: the property, its label, and the aggregate."""

from __future__ import annotations

from dataclasses import dataclass

from fingerpost.core.schema import GraphSchema, PropertyInfo
from fingerpost.plans import Aggregate, AggregateFunction, Call, Holds, Operand, Plan, Ref, Stage


@dataclass(frozen=True)
class Origin:
    """A column's source: labels (or one relationship type) and property; `function` if it was aggregated.

    `yes_no` marks the result of a check.
    """

    labels: tuple[str, ...] = ()
    property: str | None = None
    function: AggregateFunction | None = None
    distinct: bool = False
    relationship: str | None = None
    yes_no: bool = False

    def info(self, schema: GraphSchema) -> PropertyInfo | None:
        """The schema's entry for the property."""
        if self.property is None:
            return None
        if self.relationship is not None:
            relationship = schema.relationship_by_type.get(self.relationship)
            return relationship.by_name.get(self.property) if relationship else None
        for label in self.labels:
            found = schema.label_by_name.get(label)
            if found is not None and self.property in found.by_name:
                return found.by_name[self.property]
        return None


def origins(plan: Plan) -> dict[str, Origin]:
    """The origin of every result column of a plan, from its first branch."""
    known: dict[str, Origin] = {}
    for stage in (*plan.branches[0], *plan.then):
        known = _after(stage, known)
    return known


def _after(stage: Stage, known: dict[str, Origin]) -> dict[str, Origin]:
    names = dict(known)
    for match in stage.matches:
        for node in match.pattern.nodes:
            if node.label is not None or node.name not in names:
                names[node.name] = Origin((node.label,) if node.label else ())
        for edge in match.pattern.edges:
            if edge.name is not None:
                names[edge.name] = Origin(relationship=edge.types[0] if edge.types else None)
    for let in stage.lets:
        if isinstance(let, Call) and let.function == "typed":
            names[let.name] = _operand(let.arguments[0], names)
        elif isinstance(let, Holds):
            names[let.name] = Origin(yes_no=True)
    result = {column.name: _operand(column.operand, names) for column in stage.columns}
    for aggregate in stage.aggregates:
        result[aggregate.name] = _aggregate(aggregate, names)
    return result


def _operand(operand: Operand, names: dict[str, Origin]) -> Origin:
    if not isinstance(operand, Ref):
        return Origin()
    base = names.get(operand.name, Origin())
    if operand.property is None:
        return base
    return Origin(base.labels, operand.property, relationship=base.relationship)


def _aggregate(aggregate: Aggregate, names: dict[str, Origin]) -> Origin:
    base = Origin() if aggregate.operand is None else _operand(aggregate.operand, names)
    keeps = aggregate.function in (AggregateFunction.MIN, AggregateFunction.MAX) and base.function is not None
    function = base.function if keeps else aggregate.function
    return Origin(base.labels, base.property, function, aggregate.distinct, base.relationship)
