"""Resources of a graph: its schema, and a readable summary."""

from __future__ import annotations

from urllib.parse import quote, unquote

import mcp_types as types

from fingerpost.core.errors import WorkspaceError
from fingerpost.core.schema import GraphSchema, PropertyInfo
from fingerpost.surfaces.mcp.graphs import Graphs
from fingerpost.surfaces.mcp.text import in_lines
from fingerpost.surfaces.mcp.visualising import APP
from fingerpost.surfaces.page import app_document, is_complete

APP_TYPE = "text/html;profile=mcp-app"
_SCHEME = "graph://"
_KINDS = {
    "schema": ("application/json", "Labels, relationship types and properties, with counts, as JSON"),
    "summary": ("text/markdown", "A summary of the graph, to read before asking or writing Cypher"),
}


def listed(graphs: Graphs) -> types.ListResourcesResult:
    """The resources of all graphs, and the page that shows one in a chat."""
    names = [*graphs.home.names(), *graphs.bases]
    app = types.Resource(
        uri=APP, name="graph view", description="The page that shows a graph, for MCP Apps", mime_type=APP_TYPE
    )
    found = [
        types.Resource(
            uri=f"{_SCHEME}{quote(name, safe='')}/{kind}",
            name=f"{name} {kind}",
            description=description,
            mime_type=mime,
        )
        for name in names
        for kind, (mime, description) in _KINDS.items()
    ]
    return types.ListResourcesResult(resources=[*found, app] if is_complete() else found)


def templates() -> types.ListResourceTemplatesResult:
    """The URI templates of the resources."""
    return types.ListResourceTemplatesResult(
        resource_templates=[
            types.ResourceTemplate(
                uri_template=f"{_SCHEME}{{graph}}/{kind}", name=kind, description=description, mime_type=mime
            )
            for kind, (mime, description) in _KINDS.items()
        ]
    )


def read(graphs: Graphs, uri: str) -> types.ReadResourceResult:
    """Read a resource.

    Raises:
        WorkspaceError: `workspace.missing`; there is no such graph or resource.
    """
    if str(uri) == APP:
        page = types.TextResourceContents(uri=APP, mime_type=APP_TYPE, text=app_document())
        return types.ReadResourceResult(contents=[page])
    name, _, kind = str(uri).removeprefix(_SCHEME).rpartition("/")
    if not str(uri).startswith(_SCHEME) or kind not in _KINDS:
        raise WorkspaceError(f"there is no resource {uri}", code="workspace.missing")
    name = unquote(name)
    schema = graphs.reading(name).schema
    text = graphs.told(schema.model_dump_json(indent=2) if kind == "schema" else summary(name, schema), name)
    return types.ReadResourceResult(
        contents=[types.TextResourceContents(uri=str(uri), mime_type=_KINDS[kind][0], text=text)]
    )


def summary(name: str, schema: GraphSchema) -> str:
    """A summary of a graph in Markdown."""
    lines = [f"# {name}", "", f"{schema.node_count} nodes, {schema.relationship_count} relationships", "", "## Types"]
    lines += [f"- {x.name} ({x.count}){_properties(x.properties)}" for x in schema.labels]
    lines += ["", "## Relations"]
    for relation in schema.relationships:
        ends = ", ".join(f"({p.start})-[:{relation.type}]->({p.end}) {p.count}" for p in relation.endpoints[:10])
        lines.append(f"- {relation.type} ({relation.count}): {ends}{_properties(relation.properties)}")
    return in_lines(lines)


def _properties(properties: tuple[PropertyInfo, ...]) -> str:
    said = [f"{p.name} ({p.type}{', such as ' + p.samples[0] if p.samples else ''})" for p in properties]
    return f": {', '.join(said)}" if said else ""
