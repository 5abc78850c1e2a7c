"""Tools that import and export graphs as text, or as files below allowed folders."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field

from fingerpost.core.errors import SourceError
from fingerpost.engine import NODE_NAME, NODE_TYPE, RELATION_TYPE, NodeFact, Outcome, RelationFact, Write
from fingerpost.ingest import ExchangedEdge, ExchangedGraph, ExchangedNode, read_graph, write_graph
from fingerpost.surfaces.mcp.registry import Call, Gives, OnGraph, tool

_FORMATS = "One of csv, dot, graphml, json, mermaid, turtle."
_NO_WAITING = getattr(os, "O_NONBLOCK", 0)
_LARGEST = 50_000_000
_TIME_MS = 60_000


def _as_text(given: object) -> object:
    """JSON that a client sends as such, not as a text, as a text."""
    return json.dumps(given, ensure_ascii=False) if isinstance(given, (dict, list)) else given


class Import(OnGraph):
    format: str = Field(description=_FORMATS)
    content: Annotated[str | None, BeforeValidator(_as_text)] = Field(
        default=None, description="The text of the graph."
    )
    file_path: str | None = Field(default=None, description="A file below an allowed folder, instead of content.")


class Imported(Gives):
    nodes_added: int
    edges_added: int
    source: str = Field(description="content, or the path of the file.")
    notes: list[str] | None = Field(default=None, description="What was not imported.")


@tool("Import a graph", destroys=True, repeats=True, time_ms=_TIME_MS)
def import_graph(call: Call, given: Import) -> Imported:
    """Merge a graph, from text or from a file below an allowed folder, into this one: all of it or nothing.

    json: {"nodes": [{"label", "type", "properties"}], "edges": [{"source", "target", "relation", "properties"}]}.
    csv: columns source, target, relation. graphml, dot: attributes are properties. mermaid: a flowchart. turtle: RDF.
    Nothing is ever fetched from the network.

    Example: {"format": "csv", "content": "source,target,relation\\nAnn,Acme,works_at"}
    """
    if (given.content is None) == (given.file_path is None):
        raise SourceError("give either content or file_path", code="source.format")
    text = given.content if given.content is not None else _read(call, given.file_path or "")
    call.deadline.hint = "nothing was imported: import it in parts, which are merged"
    call.deadline.begin("reading")
    graph = read_graph(given.format, text, call.deadline.check)
    call.deadline.begin("writing")
    writes = _writes(graph, call.deadline.check)
    nodes = edges = 0
    if writes:
        report = call.graphs.write(given.graph, writes, call.deadline, whole=True)
        for write, outcome in zip(writes, report.outcomes, strict=True):
            if outcome is Outcome.CREATED:
                nodes += isinstance(write, NodeFact)
                edges += isinstance(write, RelationFact)
    source = "content" if given.file_path is None else given.file_path
    found = Imported(nodes_added=nodes, edges_added=edges, source=source)
    return found.model_copy(update={"notes": list(graph.notes[:100])}) if graph.notes else found


def _writes(graph: ExchangedGraph, check: Callable[[], None]) -> list[Write]:
    """The facts of a graph, with the ends of relationships that are not among its nodes."""
    writes: list[Write] = [NodeFact(node.name, node.type, node.properties) for node in graph.nodes]
    named = {node.name for node in graph.nodes}
    for edge in graph.edges:
        check()
        for name in (edge.source, edge.target):
            if name not in named:
                named.add(name)
                writes.append(NodeFact(name))
        writes.append(RelationFact(edge.source, edge.relation, edge.target, edge.properties))
    return writes


class Export(OnGraph):
    format: str = Field(description=_FORMATS)
    file_path: str | None = Field(default=None, description="A file below an allowed folder to write or overwrite.")


class Exported(Gives):
    format: str
    content: str | None = Field(default=None, description="The text, if no file was written.")
    file_path: str | None = Field(default=None, description="The absolute path of the file.")
    bytes_written: int | None = None
    notes: list[str] | None = Field(default=None, description="What the format cannot represent.")


@tool("Export a graph", destroys=True, repeats=True)
def export_graph(call: Call, given: Export) -> Exported:
    """Return a graph as text, or write it to a file below an allowed folder. json, graphml, dot and turtle keep
    everything; csv keeps only relationships, mermaid only names and relations. Example: {"format": "json"}"""
    graph = _exchanged(call, given.graph)
    text = write_graph(given.format, graph)
    notes = _lost(given.format, graph)
    if given.file_path is None:
        found = Exported(format=given.format, content=text)
    else:
        path = _allowed(call, given.file_path)
        data = text.encode("utf-8")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_name(f".{path.name}.{os.getpid()}")
            part.write_bytes(data)
            part.replace(path)
        except OSError as error:
            message = f"{path} cannot be written: {error.strerror or error}"
            raise SourceError(message, code="source.unwritable") from error
        found = Exported(format=given.format, file_path=str(path), bytes_written=len(data))
    return found.model_copy(update={"notes": notes}) if notes else found


def _exchanged(call: Call, name: str) -> ExchangedGraph:
    topology = call.shape(name).topology
    own = (NODE_NAME, NODE_TYPE, RELATION_TYPE)
    nodes = tuple(
        ExchangedNode(v.name, v.type, {k: x for k, x in v.properties.items() if k not in own})
        for v in topology.vertices.values()
    )
    edges = tuple(
        ExchangedEdge(
            topology.name(e.source),
            topology.name(e.target),
            e.relation,
            {k: x for k, x in e.properties.items() if k != RELATION_TYPE},
        )
        for e in topology.edges
    )
    by_ends = sorted(edges, key=lambda e: (e.source, e.relation, e.target))
    return ExchangedGraph(tuple(sorted(nodes, key=lambda n: n.name)), tuple(by_ends))


def _lost(kind: str, graph: ExchangedGraph) -> list[str]:
    """What a format has no place for."""
    if kind not in ("csv", "mermaid"):
        return []
    notes = []
    if any(node.type != "entity" for node in graph.nodes):
        notes.append(f"{kind} has no place for types")
    if any(n.properties for n in graph.nodes) or any(e.properties for e in graph.edges):
        notes.append(f"{kind} has no place for properties")
    joined = {name for edge in graph.edges for name in (edge.source, edge.target)}
    alone = sum(node.name not in joined for node in graph.nodes)
    if kind == "csv" and alone:
        notes.append(f"{alone} nodes without relationships are left out")
    return notes


def _allowed(call: Call, given: str) -> Path:
    """The real path of an allowed file.

    Raises:
        SourceError: `source.not-allowed`; it is not below an allowed folder, after following links.
    """
    if "://" in given or "\x00" in given:
        raise SourceError("a file path is expected; URLs are not fetched", code="source.not-allowed")
    path = Path(given).expanduser()
    folders = [folder.resolve() for folder in call.graphs.folders]
    path = (path if path.is_absolute() or not folders else folders[0] / path).resolve()
    if not any(path.is_relative_to(folder) for folder in folders):
        below = f"files are allowed below {', '.join(map(str, folders))}" if folders else "no files are allowed"
        hint = "start the server with --files FOLDER to allow a folder; or pass the text itself"
        raise SourceError(f"{given} is not allowed: {below}", code="source.not-allowed", hint=hint)
    return path


def _read(call: Call, given: str) -> str:
    """The text of an allowed file. Whoever opens a pipe waits for who writes to it, so that none is opened so."""
    path = _allowed(call, given)
    try:
        descriptor = os.open(path, os.O_RDONLY | _NO_WAITING)
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            os.close(descriptor)
            kind = "a directory" if stat.S_ISDIR(mode) else "no regular file"
            raise SourceError(f"{path} is {kind}", code="source.missing")
        with open(descriptor, "rb") as file:
            data = file.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise SourceError(f"{path} has more than {_LARGEST:,} bytes", code="source.format")
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise SourceError(f"{path} is not UTF-8", code="source.format") from error
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror or error}"
        raise SourceError(message, code="source.missing") from error
