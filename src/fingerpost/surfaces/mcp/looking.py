"""Tools that show graphs: lists, counts, subgraphs, and whole graphs as text."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from fingerpost.core.cells import encode
from fingerpost.core.errors import LimitExceeded, QuestionError
from fingerpost.engine import NODE_NAME, NODE_TYPE, RELATION_TYPE, Topology, Vertex, WorkspaceBase, cycles
from fingerpost.surfaces.mcp.registry import Call, Given, Gives, OnGraph, read_json, tool
from fingerpost.surfaces.mcp.text import in_lines

_SHOWN_CYCLES = 3
_COUNTED_CYCLES = 1_000
_HUBS = 3
_MOST_DUMPED = 20_000


class GraphListed(BaseModel):
    name: str
    node_count: int
    edge_count: int
    created_at: str
    read_only: bool


class GraphList(Gives):
    graphs: list[GraphListed]


class NoArguments(Given):
    """No arguments; what is given all the same, such as a graph, has no meaning and is ignored."""

    model_config = ConfigDict(extra="ignore")


@tool("List graphs", reads=True)
def list_graphs(call: Call, given: NoArguments) -> GraphList:
    """List all graphs with their sizes. Knowledge bases are read-only."""
    found = [
        GraphListed(
            name=summary.name,
            node_count=summary.nodes,
            edge_count=summary.relationships,
            created_at=summary.created,
            read_only=False,
        )
        for summary in call.graphs.home.summaries()
    ]
    for name, base in call.graphs.bases.items():
        schema = base.schema
        found.append(
            GraphListed(
                name=name,
                node_count=schema.node_count,
                edge_count=schema.relationship_count,
                created_at=base.manifest.created,
                read_only=True,
            )
        )
    return GraphList(graphs=found)


class GraphInfo(Gives):
    name: str
    node_count: int
    edge_count: int
    is_directed: bool
    density: float = Field(description="The share of ordered pairs of nodes that are connected.")
    is_connected: bool = Field(description="Whether all nodes are connected, in any direction.")
    is_dag: bool = Field(description="Whether the graph has no cycles.")
    node_types: dict[str, int]
    relation_types: dict[str, int]
    properties: dict[str, list[str]] = Field(description="Names of properties by node type or relation.")
    created_at: str
    last_accessed: str = Field(description="When it was last written to (ISO 8601).")
    read_only: bool
    cache_hit_rate: float = Field(description="The share of this client's queries answered from the cache.")


@tool("Describe a graph", reads=True)
def get_graph_info(call: Call, given: OnGraph) -> GraphInfo:
    """Show counts, types and properties of a graph. Call this before writing Cypher. Example: {"graph": "notes"}"""
    graphs = call.graphs
    base = graphs.reading(given.graph)
    shape = call.shape(given.graph)
    schema, topology = shape.state.context.schema, shape.topology
    count = schema.node_count
    owners = [*((x.name, x.properties) for x in schema.labels), *((r.type, r.properties) for r in schema.relationships)]
    changed = base.workspace.changed if isinstance(base, WorkspaceBase) else None
    cache = graphs.cache
    return GraphInfo(
        name=given.graph,
        node_count=count,
        edge_count=schema.relationship_count,
        is_directed=True,
        density=topology.pairs / (count * (count - 1)) if count > 1 else 0.0,
        is_connected=topology.connected(call.deadline),
        is_dag=topology.acyclic,
        node_types={label.name: label.count for label in schema.labels},
        relation_types={relation.type: relation.count for relation in schema.relationships},
        properties={name: [p.name for p in properties] for name, properties in owners if properties},
        created_at=base.manifest.created,
        last_accessed=changed or base.manifest.created,
        read_only=given.graph in graphs.bases,
        cache_hit_rate=cache.hits / max(1, cache.hits + cache.misses),
    )


class SubgraphOf(OnGraph):
    nodes: Annotated[list[str], BeforeValidator(read_json)] = Field(description="Names of nodes.", max_length=10_000)
    include_edges: bool = Field(default=True, description="Whether to return the relationships between them.")


class NodeShown(BaseModel):
    label: str
    type: str
    properties: dict[str, Any]


class EdgeShown(BaseModel):
    source: str
    target: str
    relation: str
    properties: dict[str, Any]


class Subgraph(Gives):
    nodes: list[NodeShown]
    edges: list[EdgeShown]
    not_found: list[str] | None = Field(default=None, description="Names that match no node, or several.")
    resolved: dict[str, str] | None = Field(
        default=None, description="Inexact names and the nodes that they were taken for."
    )


@tool("Part of a graph", reads=True)
def subgraph(call: Call, given: SubgraphOf) -> Subgraph:
    """Return nodes by name with their properties, and the relationships between them.

    Example: {"nodes": ["Ann", "Acme"]}"""
    shape = call.shape(given.graph)
    topology = shape.topology
    found: dict[str, Vertex] = {}
    missing, resolved = [], {}
    for name in given.nodes:
        try:
            id_ = shape.names.find(name)
        except QuestionError:
            missing.append(name)
            continue
        found[id_] = vertex = topology.vertices[id_]
        if name not in (id_, vertex.name):
            resolved[name] = vertex.name
    edges = list(topology.among(found)) if given.include_edges else []
    edges.sort(key=lambda e: (topology.name(e.source), topology.name(e.target), e.relation))
    result = Subgraph(
        nodes=[node_shown(vertex) for vertex in found.values()],
        edges=[
            EdgeShown(
                source=topology.name(e.source),
                target=topology.name(e.target),
                relation=e.relation,
                properties={k: encode(v) for k, v in e.properties.items() if k != RELATION_TYPE},
            )
            for e in edges
        ],
    )
    if missing:
        result = result.model_copy(update={"not_found": missing})
    return result.model_copy(update={"resolved": resolved}) if resolved else result


def node_shown(vertex: Vertex) -> NodeShown:
    """A node in a result."""
    free = {k: encode(v) for k, v in vertex.properties.items() if k not in (NODE_NAME, NODE_TYPE)}
    return NodeShown(label=vertex.name, type=vertex.type, properties=free)


class Dump(Gives):
    context: str


@tool("Graph as text", reads=True)
def dump_context(call: Call, given: OnGraph) -> Dump:
    """Return a whole graph as readable text: statistics, nodes by type, relationships, insights. For small graphs."""
    topology = call.shape(given.graph).topology
    size = len(topology.vertices) + topology.edge_count
    if size > _MOST_DUMPED:
        message = f"the graph has {size:,} nodes and relationships; the limit for text is {_MOST_DUMPED:,}"
        raise LimitExceeded(message, code="limit.rows", hint="ask for a part of it: subgraph, cypher_query, ask")
    types = Counter(vertex.type for vertex in topology.vertices.values())
    relations = Counter(edge.relation for edge in topology.edges)
    lines = ["# Graph: " + given.graph, "", "## Statistics"]
    lines.append(f"- {len(topology.vertices)} nodes, {topology.edge_count} relationships")
    lines.append("- node types: " + _counted(types))
    lines.append("- relation types: " + _counted(relations))
    lines.append("- cycles: " + ("no" if topology.acyclic else "yes"))
    lines += ["", "## Nodes"]
    for type_ in sorted(types, key=lambda name: (name == "unknown", name)):
        lines.append(f"### {type_}")
        members = sorted((v for v in topology.vertices.values() if v.type == type_), key=lambda v: v.name)
        lines += [f"- {v.name}{_properties(node_shown(v).properties)}" for v in members]
    lines += ["", "## Relationships"]
    edges = sorted(topology.edges, key=lambda e: (topology.name(e.source), e.relation, topology.name(e.target)))
    lines += [f"- {topology.name(e.source)} --[{e.relation}]--> {topology.name(e.target)}" for e in edges]
    lines += ["", "## Insights", *_insights(call, topology)]
    return Dump(context=in_lines(lines))


def _insights(call: Call, topology: Topology) -> list[str]:
    degrees = {id_: len(topology.after[id_]) + len(topology.before[id_]) for id_ in topology.vertices}
    ranked = sorted(degrees, key=lambda id_: (-degrees[id_], topology.name(id_)))
    hubs = [f"{topology.name(id_)} ({degrees[id_]})" for id_ in ranked[:_HUBS] if degrees[id_] > 1]
    lines = [f"- most connected: {topology.name(ranked[0])} ({degrees[ranked[0]]})"] if topology.edge_count else []
    lines += [f"- hubs: {', '.join(hubs)}"] if hubs else []
    isolated = sorted(topology.name(id_) for id_, degree in degrees.items() if not degree)
    lines += [f"- isolated nodes: {', '.join(isolated)}"] if isolated else []
    found = [] if topology.acyclic else list(islice(cycles(topology, call.deadline), _COUNTED_CYCLES + 1))
    for cycle in found[:_SHOWN_CYCLES]:
        lines.append("- cycle: " + " -> ".join(topology.name(id_) for id_ in [*cycle, cycle[0]]))
    more = len(found) - _SHOWN_CYCLES
    least = "at least " if len(found) > _COUNTED_CYCLES else ""
    return [*lines, f"- and {least}{more:,} more cycles"] if more > 0 else lines


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{name} ({count})" for name, count in sorted(counts.items())) or "none"


def _properties(properties: dict[str, Any]) -> str:
    return f" {{{', '.join(f'{k}: {v}' for k, v in sorted(properties.items()))}}}" if properties else ""
