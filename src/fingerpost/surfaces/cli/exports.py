"""What `fingerpost ask --out` writes: the ids of the elements behind an answer, or its rows in a format for tables."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any

from fingerpost.core.cells import Cell, Node
from fingerpost.core.errors import MissingExtra
from fingerpost.surfaces.cli.cells import CellText

if TYPE_CHECKING:
    from fingerpost import Answer, KnowledgeBase


class Out(StrEnum):
    """What is written instead of the answer's text."""

    GUIDS = "guids"
    CSV = "csv"
    MARKDOWN = "md"
    JSON_LINES = "jsonl"
    PARQUET = "parquet"
    XLSX = "xlsx"


BINARY = (Out.PARQUET, Out.XLSX)
_CONFIDENCE = "confidence"


def formats() -> tuple[str, ...]:
    """The names of all exports, those of domains last."""
    from fingerpost.engine import exporter_names

    return (*Out, *exporter_names())


def exported(kb: KnowledgeBase, answer: Answer, name: str) -> str | bytes:
    """An export: one id a line, CSV or a Markdown table with column names, a JSON object a line, a Parquet file, an
    Excel workbook, or the file that the exporter of a domain makes. What programs read as rows (CSV, JSON Lines,
    Parquet) has the confidence of the answer as its last column.

    Raises:
        MissingExtra: the library of a format is not installed.
        SettingsError: `plugin.broken`; the exporter cannot be imported.
    """
    if name not in set(Out):
        from fingerpost.engine import GraphExporter, answer_exporter, element_ids

        exporter, ids = answer_exporter(name), list(dict.fromkeys(element_ids(kb, answer)))
        if isinstance(exporter, GraphExporter):
            return exporter.export_from(kb.context, answer, ids)
        return exporter.export(answer, ids)
    out = Out(name)
    if out is Out.GUIDS:
        from fingerpost.engine import element_ids

        return "".join(f"{one}\n" for one in dict.fromkeys(element_ids(kb, answer)))
    if out is Out.XLSX:
        return _xlsx(kb, answer)
    if out is Out.MARKDOWN:
        return _markdown(kb, answer)
    answer = _with_confidence(answer)
    if out is Out.JSON_LINES:
        return "".join(f"{json.dumps(row, ensure_ascii=False, default=str)}\n" for row in answer.to_dicts())
    return _parquet(answer) if out is Out.PARQUET else _csv(kb, answer)


def _with_confidence(answer: Answer) -> Answer:
    """The answer with its confidence as the last column, under a name that no other column has."""
    name = _CONFIDENCE if _CONFIDENCE not in answer.columns else f"{_CONFIDENCE} of the answer"
    rows = tuple((*row, answer.confidence) for row in answer.rows)
    return answer.model_copy(update={"columns": (*answer.columns, name), "rows": rows})


def _csv(kb: KnowledgeBase, answer: Answer) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(_table(kb, answer))
    return text.getvalue()


def _markdown(kb: KnowledgeBase, answer: Answer) -> str:
    """A table of GitHub-flavoured Markdown."""
    head, *rows = ([_cell_text(cell) for cell in line] for line in _table(kb, answer))
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cell_text(text: str) -> str:
    """The text of a cell: it must not end the cell, the row or the table, nor begin HTML."""
    escaped = text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
    return " ".join(escaped.split())


def _parquet(answer: Answer) -> bytes:
    table = answer.to_arrow()
    parquet: Any = import_module("pyarrow.parquet")
    file = io.BytesIO()
    parquet.write_table(table, file)
    return file.getvalue()


def _xlsx(kb: KnowledgeBase, answer: Answer) -> bytes:
    """A workbook with the rows, numbers as numbers, and a second sheet about the question and its answer."""
    try:
        openpyxl: Any = import_module("openpyxl")
    except ImportError as error:
        raise MissingExtra(
            "Excel workbooks are written with openpyxl", hint='pip install "fingerpost[sheets]"'
        ) from error
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Answer")
    head, *rows = _table(kb, answer)
    sheet.append(head)
    for row, cells in zip(rows, answer.rows, strict=True):
        numbers = [each for cell in cells for each in ((None, None) if isinstance(cell, Node) else (cell,))]
        line: list[Any] = list(row)
        if len(numbers) == len(row):
            line = [each if _is_number(each) else text for each, text in zip(numbers, row, strict=True)]
        sheet.append(list(map(_harmless, line)))
    about = book.create_sheet("Question")
    said = {"Question": answer.question, "Answer": answer.text, "Reading": answer.reading}
    for name, cell in {**said, "Confidence": answer.confidence}.items():
        about.append([name, _harmless(cell)])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _is_number(cell: Any) -> bool:
    return isinstance(cell, (int, float)) and not isinstance(cell, bool)


def _harmless(cell: Any) -> Any:
    """A cell that no spreadsheet takes for a formula, without characters that a workbook cannot hold."""
    if not isinstance(cell, str):
        return cell
    text = "".join(one for one in cell if one.isprintable() or one in "\n\t")
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


def _table(kb: KnowledgeBase, answer: Answer) -> Iterator[list[str]]:
    """The column names, then the rows as text.

    A node takes two columns, its id and its name; the name of a column of quantities has their unit.
    """
    nodes = [any(isinstance(row[at], Node) for row in answer.rows) for at in range(len(answer.columns))]
    texts = CellText(kb.display)

    def said(cell: Cell) -> str:
        return kb.display.name(cell) if isinstance(cell, Node) else texts.cell(cell)

    yield _line([(f"{name} id", _titled(answer, name)) for name in answer.columns], nodes)
    for row in answer.rows:
        yield _line([(_id(cell), said(cell)) for cell in row], nodes)


def _line(cells: Sequence[tuple[str, str]], nodes: Sequence[bool]) -> list[str]:
    return [part for pair, is_node in zip(cells, nodes, strict=True) for part in (pair if is_node else pair[1:])]


def _titled(answer: Answer, name: str) -> str:
    unit = answer.units.get(name)
    return f"{name} [{unit}]" if unit else name


def _id(cell: Cell) -> str:
    return cell.element_id if isinstance(cell, Node) else ""
