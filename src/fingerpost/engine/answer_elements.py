"""The elements that an answer is about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fingerpost.core.answer import Answer
from fingerpost.core.cells import Node
from fingerpost.plans import Plan

if TYPE_CHECKING:
    from fingerpost.engine.knowledge_base import KnowledgeBase


def element_ids(kb: KnowledgeBase, answer: Answer[Plan]) -> Iterator[str]:
    """The ids of the elements that an answer lists, or that a count or another number was computed from.

    For a number, the citations show which column of its matches is meant.
    """
    listed = [cell.element_id for row in answer.rows for cell in row if isinstance(cell, Node)]
    if listed or answer.plan is None or not answer.citations:
        yield from listed
        return
    cited = {citation.element_id for citation in answer.citations}
    for row in answer.rows:
        matches = kb.evidence(answer.plan, row).rows
        columns = [[cell for cell in column if isinstance(cell, Node)] for column in zip(*matches, strict=True)]
        meant = next((nodes for nodes in columns if any(node.element_id in cited for node in nodes)), [])
        yield from (node.element_id for node in meant)
