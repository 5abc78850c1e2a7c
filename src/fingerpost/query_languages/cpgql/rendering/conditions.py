"""Conditions of plans as expressions of CPGQL."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from fingerpost.core.cells import Cell
from fingerpost.core.cpg_view import EdgeView, cpg_view
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.plans import AnyOf, Comparison, Condition, EdgePattern, Exists, Operand, Pattern, Ref, SmallAny, Test
from fingerpost.query_languages.cpgql.ast import Chain, Expression, Lambda, Literal, Operation, Step
from fingerpost.query_languages.cpgql.rendering import facts

_INFIX: Final = {
    Comparison.EQ: "==",
    Comparison.NE: "!=",
    Comparison.LT: "<",
    Comparison.LE: "<=",
    Comparison.GT: ">",
    Comparison.GE: ">=",
}
_TEXT: Final = {
    Comparison.CONTAINS: "contains",
    Comparison.STARTS_WITH: "startsWith",
    Comparison.ENDS_WITH: "endsWith",
    Comparison.MATCHES: "matches",
}
_RESERVED: Final = frozenset({"cpg", "true", "false", "x"})


@dataclass
class Scope:
    """What the names of a plan are in the query: nodes by label, other values by their expressions."""

    parameters: Mapping[str, Cell]
    labels: dict[str, str] = field(default_factory=dict)
    values: dict[str, Expression] = field(default_factory=dict)
    taken: dict[str, str] = field(default_factory=dict)

    def variable(self, name: str) -> str:
        """The name of a lambda's parameter for a node of the plan."""
        if name not in self.taken:
            plain = re.sub(r"[^A-Za-z0-9]", "", name)
            wanted = plain if plain[:1].isalpha() and plain not in _RESERVED else f"n{len(self.taken)}"
            while wanted in self.taken.values():
                wanted += "1"
            self.taken[name] = wanted
        return self.taken[name]

    def child(self) -> Scope:
        """A scope inside this one."""
        return Scope(self.parameters, dict(self.labels), dict(self.values), self.taken)

    def operand(self, operand: Operand) -> Expression:
        """The value of an operand.

        Raises:
            UnsupportedConstruct: CPGQL cannot say it.
        """
        if operand.function is not None:
            raise UnsupportedConstruct(f"a plan for a Joern server has no function {operand.function}")
        if not isinstance(operand, Ref):
            return facts.literal(self.parameters[operand.parameter])
        if operand.name in self.values and operand.property is None:
            return self.values[operand.name]
        label = self.labels.get(operand.name)
        if label is None:
            raise UnsupportedConstruct(f"on a Joern server, {operand.name} needs a label")
        node = self.variable(operand.name)
        return Chain(node) if operand.property is None else facts.property_of(label, operand.property, node)


def every(conditions: list[Expression]) -> Expression | None:
    """All of some conditions; None if there is none."""
    if not conditions:
        return None
    return conditions[0] if len(conditions) == 1 else Operation("&&", tuple(conditions))


def condition(one: Condition | SmallAny, scope: Scope) -> Expression:
    """A condition as a Boolean. Raises `UnsupportedConstruct`."""
    if isinstance(one, AnyOf | SmallAny):
        return Operation("||", tuple(condition(each, scope) for each in one.tests))
    if isinstance(one, Exists):
        return _exists(one, scope)
    made = _test(one, scope)
    return Operation("!", (made,)) if one.negated else made


def _test(test: Test, scope: Scope) -> Expression:
    if test.each is not None:
        raise UnsupportedConstruct("a plan for a Joern server has no tests of the items of a list")
    if test.comparison is Comparison.IS_LABEL:
        return _is_label(test, scope)
    left = scope.operand(test.left)
    if test.right is None:
        raise UnsupportedConstruct(f"a plan for a Joern server has no test {test.comparison.value}")
    if test.comparison is Comparison.IN:
        values = None if isinstance(test.right, Ref) else scope.parameters[test.right.parameter]
        if not isinstance(values, tuple | list) or not values:
            raise UnsupportedConstruct("on a Joern server, IN takes a list of values")
        each = tuple(Operation("==", (left, facts.literal(value))) for value in values)
        return each[0] if len(each) == 1 else Operation("||", each)
    right = scope.operand(test.right)
    if test.comparison in _TEXT:
        if not isinstance(left, Chain) or not isinstance(right, Literal):
            raise UnsupportedConstruct(f"on a Joern server, {test.comparison.value} compares a property with a text")
        return Chain(left.root, (*left.steps, Step(_TEXT[test.comparison], ((right,),))))
    return Operation(_INFIX[test.comparison], (left, right))


def _is_label(test: Test, scope: Scope) -> Expression:
    if not isinstance(test.left, Ref) or test.label is None:
        raise UnsupportedConstruct("only a node has a label")
    view, known = cpg_view(), scope.labels.get(test.left.name)
    if known is None or test.label not in view.labels:
        raise UnsupportedConstruct(f"a Joern server has no label {test.label}")
    if view.is_a(known, test.label):
        return Literal(value=True)
    if view.labels[test.label].start != view.labels[known].start:
        return Literal(value=False)
    return facts.condition(test.label, scope.variable(test.left.name)) or Literal(value=True)


def _exists(exists: Exists, scope: Scope) -> Expression:
    """A traversal from the node that is known, with what is asked of the others inside it."""
    inner = scope.child()
    conditions = list(exists.where)

    def done() -> Expression | None:
        return every([condition(one, inner) for one in conditions])

    made = along(exists.pattern, inner, done)
    return Chain(made.root, (*made.steps, Step("isEmpty" if exists.negated else "nonEmpty")))


def along(pattern: Pattern, scope: Scope, done: Callable[[], Expression | None]) -> Chain:
    """The end nodes of a chain of relationships from a node that is known, filtered by what `done` gives.

    Raises:
        UnsupportedConstruct: the pattern is not one chain that begins or ends at a known node.
    """
    edges = list(pattern.edges)
    labels = {node.name: node.label for node in pattern.nodes}
    here = next((edge for edge in edges if edge.start in scope.labels or edge.end in scope.labels), None)
    if here is None or len({edge.start for edge in edges} | {edge.end for edge in edges}) != len(edges) + 1:
        raise UnsupportedConstruct("on a Joern server, a pattern is a chain from a known node")
    edges.remove(here)
    backwards = here.start not in scope.labels
    known, other = (here.end, here.start) if backwards else (here.start, here.end)
    steps, label = walked(here, known, other, labels.get(other), scope, backwards=backwards)
    scope.labels[other] = label
    node = scope.variable(other)
    tests = [facts.condition(label, node)]
    if edges:
        rest = along(Pattern(nodes=pattern.nodes, edges=tuple(edges)), scope, done)
        tests.append(Chain(rest.root, (*rest.steps, Step("nonEmpty"))))
    else:
        tests.append(done())
    wanted = every([one for one in tests if one is not None])
    if wanted is None:
        return steps
    return Chain(steps.root, (*steps.steps, Step("filter", ((Lambda(node, wanted),),))))


def each_step(view: EdgeView, *, backwards: bool) -> Chain:
    """The traversal of a relationship as what is repeated."""
    return Chain("_", (Step("flatMap", ((Lambda("r", facts.walk(view, "r", backwards=backwards)),),)),))


def walked(
    edge: EdgePattern, known: str, other: str, label: str | None, scope: Scope, *, backwards: bool
) -> tuple[Chain, str]:
    """The traversal of a relationship from a known node, and the label of what it leads to."""
    if edge.name is not None or edge.either:
        raise UnsupportedConstruct("on a Joern server, relationships have a direction and no properties")
    of = scope.labels[known]
    view = facts.edge(edge.types, label if backwards else of, of if backwards else label)
    if view.flow:
        raise UnsupportedConstruct(f"{view.type} stands only between two calls that are matched")
    to = label or (view.start if backwards else view.end)
    base = cpg_view().labels[to].of or to
    if base != (view.start if backwards else view.end):
        raise UnsupportedConstruct(f"on a Joern server, no {view.type} leads to {to}")
    node = scope.variable(known)
    made = facts.walk(view, node, backwards=backwards)
    if edge.hops is None:
        return made, to
    if edge.hops.minimum != 1 or edge.hops.maximum is None or view.start != view.end:
        raise UnsupportedConstruct("on a Joern server, a path has one to so many steps between nodes of one label")
    body = each_step(view, backwards=backwards)
    far = Chain("_", (Step("emit"), Step("dedup"), Step("maxDepth", ((Literal(max(edge.hops.maximum - 1, 1)),),))))
    return Chain(made.root, (*made.steps, Step("repeat", ((body,), (far,))))), to
