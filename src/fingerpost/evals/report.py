"""Figures and tables of an evaluation, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"


def quantile(values: Sequence[float], share: float) -> float:
    """A quantile by nearest rank; 0 for no values."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table in plain text, columns aligned."""
    body = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in [list(head), *body]) for i in range(len(head))]

    def line(cells: Sequence[str]) -> str:
        return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()

    return "\n".join([line(head), line(["-" * width for width in widths]), *(line(row) for row in body)])
