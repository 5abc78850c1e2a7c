"""Citations of answers from a server, whose elements have no place in a load: nodes by their places, file and line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final

from fingerpost.core.answer import Citation, SourceRef
from fingerpost.core.cells import Node, Path
from fingerpost.core.errors import FingerpostError
from fingerpost.domains.code.questions.building import View
from fingerpost.domains.code.questions.plans import nodes_at, nodes_of
from fingerpost.domains.code.questions.request import Asked, Request
from fingerpost.engine import AskContext
from fingerpost.plans import Plan
from fingerpost.stores import Result

Cited = tuple[tuple[Citation, ...], int | None]
_COUNTED: Final = (Asked.COUNT, Asked.YES_NO)


def cited_on_server(context: AskContext, request: Request, view: View, result: Result) -> Cited | None:
    """The nodes behind an answer, up to `citation_limit`, and how many there are; None where they are not found."""
    limit = context.settings.citation_limit
    if limit == 0 or not result.rows:
        return (), 0
    shown = [(cell, number) for number, row in enumerate(result.rows) for cell in row if isinstance(cell, Path)]
    if shown:
        found = [_of_node(node, number) for path, number in shown for node in path.nodes]
        return tuple(found[:limit]), len(found)
    if request.asked in _COUNTED:
        nodes = list(_nodes(context, nodes_of(request, view, limit=limit)))
        return tuple(_of_node(node, 0) for node in nodes), len(nodes) if len(nodes) < limit else None
    if "location" not in result.columns:
        return None
    at = result.columns.index("location")
    rows = {str(row[at]): number for number, row in reversed(list(enumerate(result.rows[:limit]))) if row[at]}
    if not rows:
        return None
    nodes = list(_nodes(context, nodes_at(request.label, tuple(rows), view)))
    placed = [(node, place) for node in nodes if (place := _place(node, rows)) is not None]
    citations = sorted((_of_node(node, rows[place], place) for node, place in placed), key=lambda one: one.row or 0)
    return tuple(citations[:limit]), len(result.rows) if not result.cut else result.total


def _nodes(context: AskContext, plan: Plan) -> Iterator[Node]:
    try:
        rows = context.run(plan).rows
    except FingerpostError:  # an answer does not need citations
        return
    yield from (row[0] for row in rows if isinstance(row[0], Node))


def _place(node: Node, rows: dict[str, int]) -> str | None:
    """The row's place that a node has: its own file and line; of a node that has no file, the one with its line."""
    file, line = node.properties.get("filename"), node.properties.get("lineNumber")
    if file:
        return f"{file}:{line}" if f"{file}:{line}" in rows else None
    return next((place for place in rows if place.endswith(f":{line}")), None)


def _of_node(node: Node, row: int, place: str | None = None) -> Citation:
    file, line = node.properties.get("filename"), node.properties.get("lineNumber")
    said = place or (f"{file}:{line}" if file and line else None)
    source = None
    if said is not None:
        named, _, number = said.rpartition(":")
        source = SourceRef(file=PurePosixPath(named).name, position=f"line {number}")
    name = node.properties.get("name") or node.properties.get("code")
    return Citation(
        element_id=node.element_id,
        label=node.labels[0] if node.labels else None,
        name=str(name) if name else None,
        source=source,
        row=row,
    )
