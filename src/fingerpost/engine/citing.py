"""What an answer cites: the nodes in its rows, and behind aggregates the nodes that went into them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.answer import Citation
from fingerpost.core.cells import Cell, Node, Path
from fingerpost.core.errors import FingerpostError
from fingerpost.plans.model import Plan
from fingerpost.stores.protocol import Result

if TYPE_CHECKING:
    from fingerpost.engine.knowledge_base import KnowledgeBase

_ROWS_WITH_EVIDENCE = 3
"""For how many rows without nodes of their own evidence is looked up at once; `evidence` gives the rest on request."""


def citations(kb: KnowledgeBase, plan: Plan, result: Result) -> tuple[tuple[Citation, ...], int | None]:
    """The citations of a result, at most as many as the settings say, and how many there would be where known."""
    limit = kb.settings.citation_limit
    if limit == 0 or not result.rows:
        return (), 0
    nodes: dict[tuple[str, int], tuple[Node, int]] = {}
    for number, row in enumerate(result.rows[:limit]):
        for node in _nodes(row):
            nodes.setdefault((node.element_id, number), (node, number))
    total: int | None = len(nodes) if len(result.rows) <= limit else None
    if not nodes:
        total = 0
        for number, row in enumerate(result.rows[:_ROWS_WITH_EVIDENCE]):
            found = _behind(kb, plan, row, limit)
            for node in found:
                nodes.setdefault((node.element_id, number), (node, number))
            total = None if len(found) >= limit else total
        total = total if total is None else len(nodes)
    kept = list(nodes.values())[:limit]
    cited = kb.cite([node for node, _ in kept], [row for _, row in kept])
    return cited, total


def _behind(kb: KnowledgeBase, plan: Plan, row: tuple[Cell, ...], limit: int) -> list[Node]:
    """Nodes behind one row; none where looking for them fails or takes too long, as the answer stands without."""
    try:
        result = kb.run(plan.evidence(row, limit=limit))
    except FingerpostError:
        return []
    seen: dict[str, Node] = {}
    for matched in result.rows:
        for node in _nodes(matched):
            seen.setdefault(node.element_id, node)
    return list(seen.values())


def _nodes(cells: tuple[Cell, ...]) -> list[Node]:
    found: list[Node] = []
    for cell in cells:
        if isinstance(cell, Node):
            found.append(cell)
        elif isinstance(cell, Path):
            found.extend(cell.nodes)
        elif isinstance(cell, tuple):
            found.extend(_nodes(cell))
    return found
