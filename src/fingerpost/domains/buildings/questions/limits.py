"""Limits a plan to models and versions: what it matches must be in one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fingerpost.core.schema import GraphSchema
from fingerpost.domains.buildings.questions.catalog import version_key
from fingerpost.plans import (
    AnyOf,
    Column,
    Comparison,
    Condition,
    CountOf,
    EdgePattern,
    Exists,
    Match,
    NodePattern,
    Pattern,
    Plan,
    Ref,
    SmallAny,
    Stage,
    Test,
    Value,
)

EARLIER: Final = "Earlier"
WAS: Final = "WAS_"
_HOLDING: Final = ("REFERENCES", "INCLUDES")
_VERSIONS: Final = "versions_in_scope"
_OUTSIDE: Final = frozenset({"Project", "Model", "Version", "User"})


def limited(
    plan: Plan, versions: Sequence[str], schema: GraphSchema, *, with_earlier: bool = False, parameter: str = _VERSIONS
) -> Plan:
    """The plan over what versions hold, given by their digests; `with_earlier`: also what is there no longer.

    Projects, models, versions and users are in no version and stay as they are. `parameter` is a name that the plan
    does not use.
    """
    limit = _Limit(parameter, schema, with_earlier)
    return plan.model_copy(
        update={
            "branches": tuple(tuple(map(limit.stage, branch)) for branch in plan.branches),
            "then": tuple(map(limit.stage, plan.then)),
            "parameters": {**plan.parameters, parameter: tuple(versions)},
        }
    )


def compared(plan: Plan, sides: Sequence[tuple[str, Sequence[str]]], schema: GraphSchema) -> Plan:
    """The plan once for each side (a name and the digests of its versions), with the name as the first column."""
    branches: list[tuple[Stage, ...]] = []
    parameters = dict(plan.parameters)
    for number, (name, versions) in enumerate(sides):
        held, said = f"versions_{number}", f"side_{number}"
        one = limited(plan, versions, schema, with_earlier=True, parameter=held)
        parameters |= {held: tuple(versions), said: name}
        *before, last = one.branches[0]
        column = Column(name="version", operand=Value(parameter=said))
        branches.append((*before, last.model_copy(update={"columns": (column, *last.columns), "order": ()})))
    return Plan(branches=tuple(branches), union_all=True, parameters=parameters)


class _Limit:
    """Limits the parts of a plan, one after another; names bound by earlier matches are limited there."""

    def __init__(self, parameter: str, schema: GraphSchema, with_earlier: bool) -> None:
        self._parameter = parameter
        self._labels = schema.label_by_name
        self._key = version_key(schema)
        self._types = schema.relationship_by_type
        self._holding = tuple(kind for kind in _HOLDING if kind in self._types)
        self._with_earlier = with_earlier

    def stage(self, stage: Stage) -> Stage:
        """A stage whose matches and counts are limited."""
        lets = [
            let.model_copy(update=self._small(let.pattern, let.where)) if isinstance(let, CountOf) else let
            for let in stage.lets
        ]
        return stage.model_copy(update={"matches": tuple(map(self._match, stage.matches)), "lets": tuple(lets)})

    def _match(self, match: Match) -> Match:
        where = [self._condition(one) for one in match.where]
        for node in match.pattern.nodes:
            if node.label is not None and node.label not in _OUTSIDE:
                where.append(self._held(node))
                where += self._as_labels(node)
        return match.model_copy(update={"pattern": self._pattern(match.pattern), "where": tuple(where)})

    def _condition(self, condition: Condition) -> Condition:
        if isinstance(condition, Exists):
            return condition.model_copy(update=self._small(condition.pattern, condition.where))
        if isinstance(condition, AnyOf):
            tests = tuple(one if isinstance(one, Test) else self._condition(one) for one in condition.tests)
            return condition.model_copy(update={"tests": tests})
        return condition

    def _small(self, pattern: Pattern, where: tuple[Test | SmallAny, ...]) -> dict[str, object]:
        labels = [test for node in pattern.nodes for test in self._as_labels(node)]
        small = [SmallAny(tests=one.tests) if isinstance(one, AnyOf) else one for one in labels]
        return {"pattern": self._pattern(pattern), "where": (*where, *small)}

    def _pattern(self, pattern: Pattern) -> Pattern:
        if not self._with_earlier:
            return pattern
        nodes = tuple(
            node.model_copy(update={"label": None}) if self._has_earlier(node) else node for node in pattern.nodes
        )
        edges = tuple(
            edge.model_copy(
                update={"types": (*edge.types, *(WAS + kind for kind in edge.types if WAS + kind in self._types))}
            )
            for edge in pattern.edges
        )
        return pattern.model_copy(update={"nodes": nodes, "edges": edges})

    def _has_earlier(self, node: NodePattern) -> bool:
        return self._with_earlier and node.label is not None and EARLIER + node.label in self._labels

    def _as_labels(self, node: NodePattern) -> list[AnyOf]:
        """Instead of a node's label: it, or that of an earlier state."""
        if not self._has_earlier(node) or node.label is None:
            return []
        names = (node.label, EARLIER + node.label)
        return [
            AnyOf(
                tests=tuple(Test(left=Ref(name=node.name), comparison=Comparison.IS_LABEL, label=one) for one in names)
            )
        ]

    def _held(self, node: NodePattern) -> Exists:
        version = NodePattern(name=f"version_of_{node.name}", label="Version")
        edge = EdgePattern(start=version.name, end=node.name, types=self._holding)
        test = Test(
            left=Ref(name=version.name, property=self._key),
            comparison=Comparison.IN,
            right=Value(parameter=self._parameter),
        )
        return Exists(pattern=Pattern(nodes=(version, NodePattern(name=node.name)), edges=(edge,)), where=(test,))
