"""What `fingerpost ask --out` writes: the ids of the elements behind an answer, or its rows as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from fingerpost.core.cells import Cell, Node
from fingerpost.surfaces.cli.cells import CellText

if TYPE_CHECKING:
    from fingerpost import Answer, KnowledgeBase


class Out(StrEnum):
    """What is written instead of the answer's text."""

    GUIDS = "guids"
    CSV = "csv"


def exported(kb: KnowledgeBase, answer: Answer, out: Out) -> str:
    """The text of an export: one id a line, or CSV with a line of column names."""
    if out is Out.GUIDS:
        return "".join(f"{one}\n" for one in dict.fromkeys(element_ids(kb, answer)))
    return _csv(kb, answer)


def element_ids(kb: KnowledgeBase, answer: Answer) -> Iterator[str]:
    """The ids of the elements that an answer lists; of a count or another number, those that were counted.

    Behind a row that is a number stand its matches; what is cited of them tells which of their columns is meant.
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


def _csv(kb: KnowledgeBase, answer: Answer) -> str:
    """A node takes two columns, its id and its name; the name of a column of quantities has their unit."""
    nodes = [any(isinstance(row[at], Node) for row in answer.rows) for at in range(len(answer.columns))]
    texts = CellText(kb.display)

    def said(cell: Cell) -> str:
        return kb.display.name(cell) if isinstance(cell, Node) else texts.cell(cell)

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_line([(f"{name} id", _titled(answer, name)) for name in answer.columns], nodes))
    for row in answer.rows:
        writer.writerow(_line([(_id(cell), said(cell)) for cell in row], nodes))
    return text.getvalue()


def _line(cells: Sequence[tuple[str, str]], nodes: Sequence[bool]) -> list[str]:
    return [part for pair, is_node in zip(cells, nodes, strict=True) for part in (pair if is_node else pair[1:])]


def _titled(answer: Answer, name: str) -> str:
    unit = answer.units.get(name)
    return f"{name} [{unit}]" if unit else name


def _id(cell: Cell) -> str:
    return cell.element_id if isinstance(cell, Node) else ""
