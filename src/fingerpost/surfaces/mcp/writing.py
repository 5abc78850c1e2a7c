"""Tools that write facts, lines of knowledge and flowcharts, and tools that remove."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from fingerpost.core.cells import Cell, decode
from fingerpost.core.errors import WorkspaceError
from fingerpost.engine import (
    Forget,
    ForgetRelations,
    NodeFact,
    Outcome,
    RelationFact,
    Report,
    Write,
)
from fingerpost.ingest import read_flowchart, read_lines
from fingerpost.surfaces.mcp.graphs import DEFAULT
from fingerpost.surfaces.mcp.registry import Call, Gives, OnGraph, read_json, tool

_PROPERTIES = (
    "Free properties: text, numbers, booleans, lists of these, dates as {'$date': '2001-02-03'}. null removes one."
)


class FactGiven(BaseModel):
    """One fact."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    from_: str = Field(alias="from", description="The name of the node where the relationship begins.")
    to: str = Field(description="The name of the node where the relationship ends.")
    rel: str = Field(description="The relation, such as works_at.", min_length=1)
    from_type: str | None = Field(default=None, description="The type of the first node, such as Person.")
    to_type: str | None = Field(default=None, description="The type of the second node.")
    properties: dict[str, Any] | None = Field(
        default=None, description=f"Properties of the relationship. {_PROPERTIES}"
    )
    from_properties: dict[str, Any] | None = Field(default=None, description="Properties of the first node.")
    to_properties: dict[str, Any] | None = Field(default=None, description="Properties of the second node.")


class AddFacts(OnGraph):
    facts: Annotated[list[FactGiven], BeforeValidator(read_json)] = Field(
        description="The facts. Either all are added or none."
    )


class AddKnowledge(OnGraph):
    knowledge: str = Field(description="Lines of knowledge, one fact each.")


class CreateFromMermaid(OnGraph):
    mermaid: str = Field(description="A Mermaid flowchart.")


class LineAdded(BaseModel):
    line: int = Field(description="The number of the line, from 1.")
    relationship: Outcome = Field(description="The effect on the relationship.")


class Retyped(BaseModel):
    label: str
    from_type: str
    to_type: str


class Added(Gives):
    nodes_created: int = Field(description="Mentions of new nodes.")
    nodes_existed: int = Field(description="Mentions of existing nodes.")
    edges_created: int
    edges_existed: int
    retyped: list[Retyped] | None = Field(default=None, description="Nodes whose type was replaced.")
    lines: list[LineAdded] | None = Field(default=None, description="The effect of each line.")
    notes: list[str] | None = Field(default=None, description="Lines of a flowchart that were not understood.")


@tool("Add facts", destroys=True, repeats=True)
def add_facts(call: Call, given: AddFacts) -> Added:
    """Add facts to a graph in one transaction: they are on disk and visible when this returns. The graph is created if
    needed.

    Nodes are identified by their exact names. A node mentioned without a type keeps its type ('entity' if it is new).
    Two nodes may have several relations. Repeating a fact changes nothing.

    Example: {"facts": [{"from": "Ann", "from_type": "Person", "rel": "works_at", "to": "Acme", "to_type": "Company",
    "properties": {"since": 2015}}]}
    """
    writes: list[Write] = []
    for fact in given.facts:
        writes += [
            NodeFact(fact.from_, fact.from_type or None, _cells(fact.from_properties)),
            NodeFact(fact.to, fact.to_type or None, _cells(fact.to_properties)),
            RelationFact(fact.from_, fact.rel, fact.to, _cells(fact.properties)),
        ]
    return added(_write(call, given.graph, writes, 3), writes)


@tool("Add lines of knowledge", destroys=True, repeats=True)
def add_knowledge(call: Call, given: AddKnowledge) -> Added:
    """Add facts written as lines: subject relation object. Either all lines are added or none.

    Quote names that contain spaces, append :Type to set a type, start comments with #:

    Ann:Person works_at Acme:Company
    "Auth Service":service depends_on "User DB":database  # a comment
    """
    facts = read_lines(given.knowledge)
    writes: list[Write] = []
    for fact in facts:
        subject, object_ = fact.subject, fact.object
        writes += [NodeFact(subject.name, subject.type), NodeFact(object_.name, object_.type)]
        writes.append(RelationFact(subject.name, fact.relation, object_.name))
    try:
        report = _write(call, given.graph, writes, 0)
    except WorkspaceError as error:
        if "write" in error.details:
            error.details["line"] = facts[error.details["write"] // 3].line
            error.message = f"Line {error.details['line']}: {error.message}"
        raise
    found = added(report, writes)
    outcomes = report.outcomes[2::3]
    lines = [LineAdded(line=f.line, relationship=o) for f, o in zip(facts, outcomes, strict=True)]
    return found.model_copy(update={"lines": lines})


@tool("Add a Mermaid flowchart", destroys=True, repeats=True)
def create_from_mermaid(call: Call, given: CreateFromMermaid) -> Added:
    """Add the nodes and edges of a Mermaid flowchart. Edge labels are relations ('relates_to' without a label).

    Chains, groups (A & B), all arrows and shapes are supported; a node's label may be anywhere in the chart. Lines that
    are not understood are left out and listed in `notes`.

    Example: graph TD
    A[Auth Service] -->|depends_on| B[User DB] --> C
    """
    graph = read_flowchart(given.mermaid, call.deadline.check)
    writes: list[Write] = [
        write
        for edge in graph.edges
        for write in (
            NodeFact(edge.source),
            NodeFact(edge.target),
            RelationFact(edge.source, edge.relation, edge.target),
        )
    ]
    joined = {name for edge in graph.edges for name in (edge.source, edge.target)}
    writes += [NodeFact(node.name) for node in graph.nodes if node.name not in joined]
    found = added(_write(call, given.graph, writes, 0), writes)
    return found.model_copy(update={"notes": list(graph.notes[:100])}) if graph.notes else found


def _write(call: Call, graph: str, writes: Sequence[Write], each: int) -> Report:
    """Write to a graph; `each` is the number of writes per fact, so that an error can name the fact."""
    if not writes:
        call.graphs.writing(graph)
        return Report(0, (), ())
    try:
        return call.graphs.write(graph, writes, call.deadline)
    except WorkspaceError as error:
        if each and "write" in error.details:
            error.details["fact"] = error.details["write"] // each
        raise


def added(report: Report, writes: Sequence[Write]) -> Added:
    """The numbers of mentions of new and of existing nodes."""
    counts = {(kind, new): 0 for kind in (NodeFact, RelationFact) for new in (True, False)}
    for write, outcome in zip(writes, report.outcomes, strict=True):
        kind = NodeFact if isinstance(write, NodeFact) else RelationFact
        counts[kind, outcome is Outcome.CREATED] += 1
    found = Added(
        nodes_created=counts[NodeFact, True],
        nodes_existed=counts[NodeFact, False],
        edges_created=counts[RelationFact, True],
        edges_existed=counts[RelationFact, False],
    )
    if report.retyped:
        retyped = [Retyped(label=name, from_type=old, to_type=new) for name, old, new in report.retyped]
        return found.model_copy(update={"retyped": retyped})
    return found


def _cells(given: Mapping[str, Any] | None) -> dict[str, Cell]:
    try:
        return {name: decode(value) for name, value in (given or {}).items()}
    except ValueError as error:
        raise WorkspaceError(str(error), code="workspace.value") from error


class ForgetNode(OnGraph):
    label: str = Field(description="The exact name of the node.")


class ForgottenNode(Gives):
    success: bool = Field(description="Whether the node existed.")
    edges_removed: int = Field(description="The number of relationships removed with it.")
    reason: str | None = Field(default=None, description="Why nothing was removed.")


@tool("Forget a node", destroys=True, repeats=True)
def forget(call: Call, given: ForgetNode) -> ForgottenNode:
    """Remove a node and its relationships by exact name. Example: {"label": "Acme"}"""
    report = _forget(call, given.graph, Forget(given.label))
    if report.outcomes[0] is Outcome.REMOVED:
        return ForgottenNode(success=True, edges_removed=report.removed[0])
    return ForgottenNode(success=False, edges_removed=0, reason=_absent(call, given.graph, given.label))


class ForgetRelationship(OnGraph):
    source: str = Field(description="The exact name of the node where it begins.")
    target: str = Field(description="The exact name of the node where it ends.")
    relation: str | None = Field(
        default=None, description="The relation; default: all relations from source to target."
    )


class ForgottenRelationship(Gives):
    success: bool = Field(description="Whether the relationship existed.")
    edges_removed: int
    reason: str | None = Field(default=None, description="Why nothing was removed.")


@tool("Forget a relationship", destroys=True, repeats=True)
def forget_relationship(call: Call, given: ForgetRelationship) -> ForgottenRelationship:
    """Remove one relation, or all, from one node to another. Names must be exact.

    Example: {"source": "Ann", "target": "Acme", "relation": "works_at"}
    """
    report = _forget(call, given.graph, ForgetRelations(given.source, given.target, given.relation))
    if report.outcomes[0] is Outcome.REMOVED:
        return ForgottenRelationship(success=True, edges_removed=report.removed[0])
    reason = _absent(call, given.graph, given.source, given.target)
    reason = reason or f"no {given.relation or 'relation'} leads from {given.source} to {given.target}"
    return ForgottenRelationship(success=False, edges_removed=0, reason=reason)


def _absent(call: Call, graph: str, *names: str) -> str | None:
    """Why there was nothing to forget: the graph, or the first of these nodes that is missing."""
    if graph != DEFAULT and not _exists(call, graph):
        known = [*call.graphs.home.names(), *call.graphs.bases]
        return f"there is no graph {graph!r}; existing graphs: {', '.join(known[:20]) or 'none'}"
    nodes = call.graphs.reading(graph).context.store.nodes(list(names))
    missing = next((name for name in names if name not in nodes), None)
    if missing is None:
        return None
    near = call.shape(graph).names.near(missing)
    meant = f"; did you mean {', '.join(map(repr, near))}?" if near else ""
    return f"there is no node {missing!r}{meant}"


def _exists(call: Call, graph: str) -> bool:
    return graph in call.graphs.bases or call.graphs.home.exists(graph)


def _forget(call: Call, graph: str, write: Write) -> Report:
    if not _exists(call, graph):
        return Report(0, (Outcome.ABSENT,), (0,))
    workspace = call.graphs.writing(graph, create=False).workspace
    report = workspace.write([write], wait=call.deadline.wait)
    call.graphs.written(graph)
    return report


class DeleteGraph(OnGraph):
    pass


class Deleted(Gives):
    success: bool = Field(description="Whether the graph existed.")


@tool("Delete a graph", destroys=True, repeats=True)
def delete_graph(call: Call, given: DeleteGraph) -> Deleted:
    """Permanently delete a graph. Example: {"graph": "notes"}"""
    if given.graph in call.graphs.bases:
        call.graphs.writing(given.graph)
    success = call.graphs.home.delete(given.graph)
    call.graphs.deleted(given.graph)
    return Deleted(success=success)
