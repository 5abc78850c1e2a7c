"""The checks of the gate, over one walk of the tree."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from rapidfuzz import fuzz, process

from fingerpost.core.cells import Cell, Duration, Point
from fingerpost.core.schema import GraphSchema
from fingerpost.languages.cypher import ast
from fingerpost.languages.cypher.findings import Finding, Severity
from fingerpost.languages.cypher.vocabulary import ALIASES, FUNCTIONS
from fingerpost.languages.cypher.walk import walk

_INT_MIN, _INT_MAX = -(2**63), 2**63 - 1


@dataclass(frozen=True)
class Policy:
    """What the gate asks for.

    `unknown_names` is lowered to a note for a graph without a fixed schema. `procedures` and `extra_functions` are
    allowed by their names in lower case.
    """

    unknown_names: Severity = Severity.ERROR
    max_hops: int = 8
    max_shortest_hops: int = 30
    procedures: frozenset[str] = frozenset()
    extra_functions: frozenset[str] = frozenset()


@dataclass
class Check:
    """One run of the checks; `findings` grows."""

    schema: GraphSchema | None
    parameters: Mapping[str, Cell]
    policy: Policy
    findings: list[Finding] = field(default_factory=list)
    labels_of: dict[str, set[str]] = field(default_factory=dict)
    relationships: set[str] = field(default_factory=set)
    other: set[str] = field(default_factory=set)

    def run(self, query: ast.Query) -> list[Finding]:
        """All findings, in the order of the tree."""
        for part in query.parts:  # a variable of one branch of a union is another in the next
            for bound in (self.labels_of, self.relationships, self.other):
                bound.clear()
            nodes = list(walk(part))
            if self.schema is not None:
                for node in nodes:
                    self._bind(node)
            for node in nodes:
                handler = _HANDLERS.get(type(node))
                if handler is not None:
                    handler(self, node)
        return self.findings

    def add(
        self,
        code: str,
        message: str,
        position: int,
        *,
        severity: Severity = Severity.ERROR,
        suggestion: str | None = None,
    ) -> None:
        self.findings.append(
            Finding(code=code, message=message, position=position, severity=severity, suggestion=suggestion)
        )

    def _bind(self, node: ast.AnyNode) -> None:
        """Remember which labels and types a variable has, wherever the query says so."""
        if isinstance(node, ast.NodePattern) and node.variable is not None:
            self.labels_of.setdefault(node.variable, set()).update(_promised(node.labels))
        elif isinstance(node, ast.RelationshipPattern) and node.variable is not None:
            self.relationships.add(node.variable)
            self.labels_of.setdefault(node.variable, set()).update(f":{name}" for name in _promised(node.types))
        elif isinstance(node, ast.Projection) and (node.order or not node.final):
            self.other.update(i.name for i in node.items if i.expression != ast.Variable(i.name))
        elif isinstance(node, (ast.Unwind, ast.ListComprehension, ast.Quantified, ast.Reduce)):
            self.other.add(node.variable)

    def unknown(self, code: str, what: str, name: str, known: Collection[str], position: int) -> None:
        """A name that the graph does not have."""
        severity = Severity.NOTE if self.schema is None or self.schema.open else self.policy.unknown_names
        self.add(code, f"{what} {name}", position, severity=severity, suggestion=closest(name, known))

    def label(self, node: ast.LabelName, *, of_node: bool) -> None:
        if self.schema is None:
            return
        known: Collection[str] = self.schema.label_by_name if of_node else self.schema.relationship_by_type
        if node.name not in known:
            kind = "no node of this graph has the label" if of_node else "this graph has no relationship of type"
            self.unknown("N001" if of_node else "N002", kind, node.name, known, node.pos)

    def key(self, variable: str | None, name: str, position: int) -> None:
        """A property that is asked of a node or relationship."""
        if self.schema is None or (variable is not None and variable in self.other):
            return
        labels = self.labels_of.get(variable, set()) if variable is not None else set()
        known: set[str] = set()
        for label in labels:
            if label.startswith(":"):
                relationship = self.schema.relationship_by_type.get(label[1:])
                known.update(relationship.by_name if relationship else self.schema.property_names)
            else:
                info = self.schema.label_by_name.get(label)
                known.update(info.by_name if info else self.schema.property_names)
        if not labels:
            known = set(self.schema.property_names)
        if name not in known:
            owner = " or ".join(sorted(label.lstrip(":") for label in labels))
            what = f"{owner} has no property" if owner else "nothing in this graph has the property"
            self.unknown("N003", what, name, known, position)


def closest(name: str, known: Collection[str]) -> str | None:
    """The known name most like this one, where one is near enough to be what was meant."""
    for candidate in known:
        if candidate.lower() == name.lower():
            return candidate
    found = process.extractOne(name, list(known), scorer=fuzz.ratio, processor=str.lower, score_cutoff=75)
    return None if found is None else str(found[0])


def _promised(labels: ast.LabelExpression | None) -> set[str]:
    """The labels of which an element has at least one; none where a negation or a wildcard leaves that open."""
    if labels is None:
        return set()
    parts = list(walk(labels))
    if any(isinstance(part, (ast.LabelNot, ast.LabelWildcard)) for part in parts):
        return set()
    return {part.name for part in parts if isinstance(part, ast.LabelName)}


def _node(check: Check, node: ast.NodePattern) -> None:
    _labels(check, node.labels, of_node=True)
    _keys(check, node)


def _relationship(check: Check, node: ast.RelationshipPattern) -> None:
    _labels(check, node.types, of_node=False)
    _keys(check, node)


def _labels(check: Check, labels: ast.LabelExpression | None, *, of_node: bool) -> None:
    if labels is None:
        return
    if isinstance(labels, ast.LabelName):
        check.label(labels, of_node=of_node)
        return
    for node in walk(labels):
        if isinstance(node, ast.LabelName):
            check.label(node, of_node=of_node)


def _has_labels(check: Check, node: ast.HasLabels) -> None:
    subject = node.operand
    of_relationship = isinstance(subject, ast.Variable) and subject.name in check.relationships
    _labels(check, node.labels, of_node=not of_relationship)


def _keys(check: Check, node: ast.NodePattern | ast.RelationshipPattern) -> None:
    if not isinstance(node.properties, ast.MapLiteral) or check.schema is None:
        return
    variable = node.variable
    if variable is None:
        if isinstance(node, ast.NodePattern):
            names = _promised(node.labels)
        else:
            names = {f":{name}" for name in _promised(node.types)}
        variable = ""  # no variable is called so
        check.labels_of[variable] = names
    for key, _ in node.properties.items:
        check.key(variable, key, node.properties.pos)


def _property(check: Check, node: ast.Property) -> None:
    if isinstance(node.subject, ast.Variable) and node.subject.name in check.labels_of:
        check.key(node.subject.name, node.key, node.pos)


def _projected(check: Check, node: ast.MapProjection) -> None:
    if node.subject in check.labels_of:
        for kind, name, _ in node.items:
            if kind == "property":
                check.key(node.subject, name, node.pos)


def _function(check: Check, node: ast.FunctionCall) -> None:
    lower = node.name.lower()
    if lower in FUNCTIONS or lower in ALIASES or lower in check.policy.extra_functions:
        return
    check.add(
        "C010",
        f"the function {node.name} is not on the list of those that may be called",
        node.pos,
        suggestion=closest(node.name, list(FUNCTIONS.values())),
    )


def _procedure(check: Check, node: ast.CallProcedure) -> None:
    if node.name.lower() not in check.policy.procedures:
        check.add("C011", f"the procedure {node.name} is not on the list of those that may be called", node.pos)


def _parameter(check: Check, node: ast.Parameter) -> None:
    if node.name not in check.parameters:
        check.add("P001", f"the parameter ${node.name} has no value", node.pos)
        return
    wrong = _no_parameter(check.parameters[node.name])
    if wrong is not None:
        check.add("P003", f"the parameter ${node.name} holds {wrong}", node.pos)


def _no_parameter(value: Cell) -> str | None:
    """What a value holds that cannot be sent as a parameter."""
    stack = [value]
    while stack:
        current = stack.pop()
        if isinstance(current, (list, tuple)):
            stack.extend(current)
        elif isinstance(current, Mapping):
            if not all(isinstance(key, str) for key in current):
                return "a map with keys that are not text"
            stack.extend(current.values())
        elif isinstance(current, int):
            if not _INT_MIN <= current <= _INT_MAX:
                return "a whole number that does not fit 64 bits"
        elif current is not None and not isinstance(current, _SENDABLE):
            return f"a {type(current).__name__}"
    return None


def _projection(check: Check, node: ast.Projection) -> None:
    names: set[str] = set()
    for item in node.items:
        if item.name in names:
            check.add("S040", f"two columns are called {item.name}", item.pos)
            break
        names.add(item.name)
    for what, count in (("SKIP", node.skip), ("LIMIT", node.limit)):
        if isinstance(count, ast.Literal):
            value = count.value
        elif isinstance(count, ast.Parameter) and count.name in check.parameters:
            value = check.parameters[count.name]
        else:
            continue
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            check.add("B005", f"{what} takes a whole number that is not negative", count.pos)


def _hops(check: Check, node: ast.HopRange) -> None:
    if node.minimum is not None and node.maximum is not None and node.minimum > node.maximum:
        check.add("B006", "this path has a lower bound above its upper bound", node.pos)
    elif max(node.minimum or 0, node.maximum or 0) > check.policy.max_shortest_hops:
        check.add("B003", f"a path may have at most {check.policy.max_shortest_hops} hops", node.pos)


_SENDABLE = (str, float, dt.date, dt.time, Duration, Point)

_HANDLERS: dict[type, Callable[[Check, ast.AnyNode], None]] = {
    ast.NodePattern: _node,
    ast.RelationshipPattern: _relationship,
    ast.HasLabels: _has_labels,
    ast.Property: _property,
    ast.MapProjection: _projected,
    ast.FunctionCall: _function,
    ast.CallProcedure: _procedure,
    ast.Parameter: _parameter,
    ast.Projection: _projection,
    ast.HopRange: _hops,
}
