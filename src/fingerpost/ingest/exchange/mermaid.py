"""Reads and writes Mermaid flowcharts: their nodes and edges, not their style."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from fingerpost.core.errors import SourceError
from fingerpost.ingest.exchange.graph import ExchangedEdge, ExchangedGraph, ExchangedNode, wrong

DEFAULT = "relates_to"
_SKIPPED = re.compile(
    r"(?:%%|---|(?:graph|flowchart(?:-elk)?)\b\s*(?:TB|TD|BT|RL|LR)?\s*$|subgraph\b|end\s*$|direction\b|style\b|"
    r"classDef\b|class\b|click\b|linkStyle\b|accTitle\b|accDescr\b)"
)
_HEADER = re.compile(r"(?:graph|flowchart(?:-elk)?)\b[ \t]*(?:TB|TD|BT|RL|LR)?[ \t]*;?")
_ID = re.compile(r"[^\W_](?:\w|[-.](?=\w))*|_\w*")
_SHAPES = (
    ("(((", ")))"), ("((", "))"), ("([", "])"), ("[[", "]]"), ("[(", ")]"), ("{{", "}}"), ("[/", "/]"), ("[/", "\\]"),
    ("[\\", "\\]"), ("[\\", "/]"), ("(", ")"), ("[", "]"), ("{", "}"), (">", "]"),
)  # fmt: skip
_LINK = re.compile(
    r"(?P<left><|x(?=[-=])|o(?=[-=]))?(?:"
    r"(?P<plain>-{2,}(?P<h1>>|[xo](?!\w)|-)|={2,}(?P<h2>>|[xo](?!\w)|=)|-\.+-(?P<h3>>|[xo](?!\w))?|~~~|~~>)"
    r"|(?P<open>--|==|-\.)\s+(?P<text>[^|>\s](?:[^|>]*?[^|>\s])?)\s*(?:-{2,}(?P<h4>[>xo]|-)|={2,}(?P<h5>[>xo]|=)|\.-+(?P<h6>[>xo])?)"
    r")\s*(?:\|(?P<label>\"[^\"]*\"|[^|]*)\|)?"
)
_SAFE = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_RESERVED = frozenset(("end", "graph", "flowchart", "subgraph", "style", "class", "click", "direction", "default"))


@dataclass
class _Chart:
    """What one statement has: the label of each id, None if it is only mentioned, and edges between ids."""

    check: Callable[[], None]
    labels: dict[str, str | None] = field(default_factory=dict)
    edges: list[tuple[str, str, str]] = field(default_factory=list)


_OTHER = re.compile(
    r"\s*(sequenceDiagram|classDiagram|stateDiagram(?:-v2)?|erDiagram|gantt|pie|journey|gitGraph|mindmap|timeline)\s*$"
)
"""The first line of a diagram of another kind."""


def read(text: str, check: Callable[[], None] = lambda: None) -> ExchangedGraph:
    """The nodes and edges of a flowchart. A node's label may be anywhere in the chart.

    A statement that is not understood is left out as a whole, and noted.
    """
    labels: dict[str, str] = {}
    edges: list[tuple[str, str, str]] = []
    notes = []
    for number, line in enumerate(text.splitlines(), 1):
        other = _OTHER.match(line)
        if other is not None:
            return ExchangedGraph((), (), (f"line {number}: only flowcharts are read, not {other[1]}",))
        for statement in _statements(line.strip()):
            read_ = _Chart(check)
            try:
                _read_statement(statement, number, read_)
            except SourceError as error:
                notes.append(error.message)
                continue
            edges += read_.edges
            for id_, label in read_.labels.items():
                labels[id_] = label if label is not None else labels.get(id_, id_)
    names = _distinct(labels)
    nodes = tuple(ExchangedNode(name) for name in dict.fromkeys(names.values()))
    found = tuple(ExchangedEdge(names[source], names[target], said) for source, said, target in edges)
    return ExchangedGraph(nodes, found, tuple(notes))


def _distinct(labels: dict[str, str]) -> dict[str, str]:
    """The names of ids: their labels if unique."""
    ids: dict[str, list[str]] = {}
    for id_, label in labels.items():
        ids.setdefault(label, []).append(id_)
    return {id_: label if len(ids[label]) == 1 else id_ for id_, label in labels.items()}


_ENTITY = re.compile(r"[#&]\w+$")
_LONGEST_ENTITY = 40


def _statements(line: str) -> Iterator[str]:
    header = _HEADER.match(line)
    if header is not None:
        line = line[header.end() :]
    begun, quoted = 0, False
    for at, character in enumerate(line):
        if character == '"':
            quoted = not quoted
        elif character == ";" and not quoted and not _ENTITY.search(line[max(begun, at - _LONGEST_ENTITY) : at]):
            yield line[begun:at].strip()
            begun = at + 1
    yield line[begun:].strip()


def _read_statement(line: str, number: int, chart: _Chart) -> None:
    if not line or _SKIPPED.match(line):
        return
    group, at = _group(line, 0, number, chart)
    while at < len(line):
        link = _LINK.match(line, at)
        if link is None:
            raise wrong("mermaid", f"an arrow is expected at {line[at : at + 20]!r}", number)
        said = _unescaped(link["label"] or link["text"] or "") or DEFAULT
        following, at = _group(line, _blank(line, link.end()), number, chart)
        for source in group:
            for target in following:
                chart.check()
                chart.edges.append((source, said, target))
                if link["left"]:
                    chart.edges.append((target, said, source))
        group = following


def _group(line: str, at: int, number: int, chart: _Chart) -> tuple[list[str], int]:
    """The ids in `A & B`, and the position after them."""
    found = []
    while True:
        chart.check()
        id_ = _ID.match(line, at)
        if id_ is None:
            raise wrong("mermaid", f"a node is expected at {line[at : at + 20]!r}", number)
        name, at = id_[0], id_.end()
        found.append(name)
        label, at = _shape(line, at, number)
        if label is not None or name not in chart.labels:
            chart.labels[name] = label
        if line.startswith(":::", at):
            at = re.compile(r"[\w-]*").match(line, at + 3).end()  # type: ignore[union-attr]
        at = _blank(line, at)
        if not line.startswith("&", at):
            return found, at
        at = _blank(line, at + 1)


def _shape(line: str, at: int, number: int) -> tuple[str | None, int]:
    for opening, closing in _SHAPES:
        if not line.startswith(opening, at):
            continue
        begun = at + len(opening)
        if line.startswith('"', begun):
            end = line.find('"', begun + 1)
            if end >= 0 and line.startswith(closing, end + 1):
                return _unescaped(line[begun + 1 : end]), end + 1 + len(closing)
            continue
        end = line.find(closing, begun)
        if end >= 0:
            return _unescaped(line[begun:end].strip()), end + len(closing)
    if at < len(line) and line[at] in "([{":
        raise wrong("mermaid", f"the shape at {line[at : at + 20]!r} is not closed", number)
    return None, at


def _blank(line: str, at: int) -> int:
    while at < len(line) and line[at].isspace():
        at += 1
    return at


def _unescaped(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = text[1:-1]
    entities = re.sub(r"#(\w+);", lambda found: _entity(found[1]), text)
    return entities.replace("<br/>", " ").replace("<br>", " ")


def _entity(name: str) -> str:
    return html.unescape(f"&#{name};" if name.isdigit() else f"&{name};")


def write(graph: ExchangedGraph) -> str:
    """Write names and relations; a flowchart has no types or properties."""
    ids: dict[str, str] = {}
    lines = ["graph TD"]
    ends = [name for edge in graph.edges for name in (edge.source, edge.target)]
    joined = set(ends)
    taken = {name for name in (*(node.name for node in graph.nodes), *ends) if _is_safe(name)}
    for name in dict.fromkeys((*(node.name for node in graph.nodes), *ends)):
        id_ = name if _is_safe(name) else _fresh(name, taken)
        ids[name] = id_
        if id_ != name:
            lines.append(f'    {id_}["{_escaped(name)}"]')
        elif name not in joined:
            lines.append(f"    {id_}")
    lines += [f"    {ids[e.source]} -->|{_label(e.relation)}| {ids[e.target]}" for e in graph.edges]
    return "\n".join(lines) + "\n"


def _is_safe(name: str) -> bool:
    return _SAFE.fullmatch(name) is not None and name.lower() not in _RESERVED


def _fresh(name: str, taken: set[str]) -> str:
    """An id that resembles a name and is not taken."""
    plain = re.sub(r"\W", "_", name, flags=re.ASCII).strip("_")[:40] or "node"
    plain = plain if _is_safe(plain) else f"_{plain}"
    id_, number = plain, 2
    while id_ in taken:
        id_, number = f"{plain}_{number}", number + 1
    taken.add(id_)
    return id_


def _label(relation: str) -> str:
    return relation if _SAFE.fullmatch(relation) else f'"{_escaped(relation)}"'


def _escaped(text: str) -> str:
    """A quoted text, with entities for characters that would end it or break the line."""
    return "".join(c if c.isalnum() or (c in " _-.,'()/+" and text.strip() == text) else f"#{ord(c)};" for c in text)
