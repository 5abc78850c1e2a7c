"""Cells of a result as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from fingerpost.core.cells import Cell, Node, Path, Relationship

if TYPE_CHECKING:
    from fingerpost.linking import Display


class CellText:
    """Formats cells of one graph: nodes by label, id and name, everything else by value."""

    def __init__(self, display: Display) -> None:
        self._display = display

    def row(self, cells: tuple[Cell, ...]) -> list[str]:
        """The text of every cell of a row."""
        return [self.cell(cell) for cell in cells]

    def cell(self, cell: Cell) -> str:
        """The text of a cell; empty for null."""
        if cell is None:
            return ""
        if isinstance(cell, bool):
            return "true" if cell else "false"
        if isinstance(cell, Node):
            name = self._display.name(cell)
            head = f"{':'.join(cell.labels)} {cell.element_id}".strip()
            return head if name == cell.element_id else f"{head} “{name}”"
        if isinstance(cell, Relationship):
            return f"{cell.start} -[{cell.type}]-> {cell.end}"
        if isinstance(cell, Path):
            return " - ".join(self.cell(node) for node in cell.nodes)
        if isinstance(cell, (list, tuple)):
            return f"[{', '.join(self.cell(item) for item in cell)}]"
        if isinstance(cell, Mapping):
            return f"{{{', '.join(f'{key}: {self.cell(value)}' for key, value in cell.items())}}}"
        return str(cell)
