"""The tables of a document, so that their rows can be counted, compared and listed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_TABLE = re.compile(r"(?:^[ \t]*\|[^\n]*\|[ \t]*(?:\n|\Z)){2,}", re.MULTILINE)
_LINE = re.compile(r"[^\n]+")
_RULE = re.compile(r"\|?[\s:|-]*-[\s:|-]*\|?")
_MARKUP = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|[*`]+|(?<!\w)_+|_+(?!\w)")
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
_NOT_A_NAME = re.compile(r"[^\w %'’/.-]+")
_AMOUNT = re.compile(r"([€$£])?\s?(-?\d[\d,]*(?:\.\d+)?)\s?([^\W\d_][^\W\d_/²³]{0,15}|[%€$£°])?")
_LEAST_ROWS, _MOST_COLUMNS = 2, 30


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row: its cells, and its characters in the document's text."""

    cells: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class DocumentTable:
    """A table: the heads of its columns, its rows with as many cells each, the heading above it (or empty), and the
    units of columns of amounts (or None), whose cells are the numbers alone."""

    heads: tuple[str, ...]
    rows: tuple[TableRow, ...]
    heading: str
    units: tuple[str | None, ...]


def tables_in(text: str) -> list[DocumentTable]:
    """The tables of a text that have a head with a name for each column, no name twice, and at least two rows.

    What all cells of a column have beside a number ("320 euros") is its unit.
    """
    if "|" not in text:
        return []
    found = []
    for match in _TABLE.finditer(text):
        above = _HEADING.findall(text, 0, match.start())
        made = _table(text, match.start(), match.end(), _plain(above[-1]) if above else "")
        if made is not None:
            found.append(made)
    return found


def _table(text: str, start: int, end: int, heading: str) -> DocumentTable | None:
    lines = [line for line in _LINE.finditer(text, start, end) if not _RULE.fullmatch(line.group().strip())]
    heads, *rest = [tuple(map(_plain, line.group().strip().strip("|").split("|"))) for line in lines]
    named = [_NOT_A_NAME.sub(" ", head).strip() for head in heads]
    if not all(named) or len({name.casefold() for name in named}) < len(named) or len(named) > _MOST_COLUMNS:
        return None
    rows = []
    for line, cells in zip(lines[1:], rest, strict=True):
        begins = line.start() + len(line.group()) - len(line.group().lstrip())
        if len(cells) == len(named):
            rows.append(TableRow(cells, begins, line.start() + len(line.group().rstrip())))
    return _measured(named, rows, heading) if len(rows) >= _LEAST_ROWS and len(named) > 1 else None


def _plain(cell: str) -> str:
    return " ".join(_MARKUP.sub(lambda match: match[1] or "", cell).split())


def _measured(heads: Sequence[str], rows: Sequence[TableRow], heading: str) -> DocumentTable:
    """A table with the units of its columns, and numbers alone in the cells of those that have one."""
    columns = list(zip(*(row.cells for row in rows), strict=True))
    units = tuple(map(_unit, columns))
    told = [
        [_number(cell) for cell in cells] if unit is not None else cells
        for cells, unit in zip(columns, units, strict=True)
    ]
    made = [TableRow(cells, row.start, row.end) for cells, row in zip(zip(*told, strict=True), rows, strict=True)]
    return DocumentTable(tuple(heads), tuple(made), heading, units)


def _unit(cells: Sequence[str]) -> str | None:
    """What all cells that are not empty have beside a number; None if that is not one thing."""
    amounts = [_AMOUNT.fullmatch(cell) for cell in cells if cell]
    units = {match[1] or match[3] for match in amounts if match is not None}
    return units.pop() if all(amounts) and len(units) == 1 else None


def _number(cell: str) -> str:
    match = _AMOUNT.fullmatch(cell)
    return match[2].replace(",", "") if match else ""
