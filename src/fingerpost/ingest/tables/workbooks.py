"""Reads Excel workbooks as graphs, by openpyxl: each sheet is a table with a row of names, perhaps below titles."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from fingerpost.core.errors import MissingExtra, SourceError
from fingerpost.ingest.records import LoadContext, Proposal, Record
from fingerpost.ingest.tables.layout import LOOKED_AT, above_header, header_place
from fingerpost.ingest.tables.proposal import proposed
from fingerpost.ingest.tables.stored import StoredTable, read_joined
from fingerpost.plans import joined

if TYPE_CHECKING:
    from openpyxl import Workbook

_ENDINGS = (".xlsx", ".xlsm")
SHEET = "sheet"
"""The property that names the sheet of a row, where several sheets hold the same."""
UNPACKED_LIMIT = 1024**3
"""Bytes that a workbook, which is an archive, may unpack to."""


class WorkbookLoader:
    """An Excel workbook, or several: sheets are tables, and may refer to one another."""

    name: ClassVar[str] = "xlsx"
    summary: ClassVar[str] = "Excel workbook"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a .xlsx or .xlsm file that is an archive. Never raises."""
        try:
            return path.suffix.lower() in _ENDINGS and zipfile.is_zipfile(path)
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the rows of all sheets. A record's line is the number of its row in its sheet; formulas give the
        values that were last computed.

        Raises:
            SourceError: it is no workbook, is damaged, unpacks to more than `UNPACKED_LIMIT`, or has no table.
            MissingExtra: openpyxl is not installed.
        """
        with _opened(path) as book:
            yield from read_joined(_tables(book, path, context), context)

    def propose(self, paths: Sequence[Path], context: LoadContext, *, typed: bool) -> Proposal:
        """How the sheets may become a graph; one workbook at a time. Raises what `read` raises."""
        if len(paths) > 1:
            raise SourceError("a mapping is proposed for one workbook at a time", code="source.mapping")
        with _opened(paths[0]) as book:
            return proposed(_tables(book, paths[0], context), context, typed=typed)


@contextmanager
def _opened(path: Path) -> Iterator[Workbook]:
    try:
        import openpyxl
    except ImportError as error:
        message = f"workbooks are read with openpyxl, which cannot be imported here ({error})"
        raise MissingExtra(message, hint='pip install "fingerpost[sheets]"') from error
    about = {"file": str(path)}
    try:
        with zipfile.ZipFile(path) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
        if unpacked > UNPACKED_LIMIT:
            raise SourceError(f"{path} unpacks to more than {UNPACKED_LIMIT:,} bytes", details=about)
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    except SourceError:
        raise
    except Exception as error:  # openpyxl lets every error of the archive, its XML and its own checks through
        raise SourceError(f"{path} is not a workbook: {error}", details=about) from error
    try:
        yield book
    finally:
        book.close()


def _tables(book: Workbook, path: Path, context: LoadContext) -> list[StoredTable]:
    source = path, context.add_file(path, positions="row")
    tables = [table for sheet in book.worksheets if (table := _table(sheet, source, context)) is not None]
    if not tables:
        raise SourceError(f"{path} has no sheet with a row of names", details={"file": str(path)})
    return list(_as_one(tables, path.stem, context))


def _as_one(tables: Sequence[StoredTable], label: str, context: LoadContext) -> Iterator[StoredTable]:
    """The sheets; those with the same columns, such as one for each month, share a label and say which they are."""
    for table in tables:
        alike = [each.name for each in tables if each.columns == table.columns]
        if len(alike) < 2 or len(table.columns) < 2 or SHEET in map(str.casefold, table.columns):
            yield table
            continue
        if table.name == alike[0]:
            context.notes.append(f"sheets {joined(alike)} have the same columns: their rows are all {label!r}")
        yield table.with_constant(SHEET, table.name, label)


def _table(sheet: Any, source: tuple[Path, int], context: LoadContext) -> StoredTable | None:
    """A sheet as a table; None if it is empty. Columns without a name are not read."""
    sheet.reset_dimensions()  # some programs write that a sheet is one cell wide
    above = header_place(list(sheet.iter_rows(max_row=LOOKED_AT, values_only=True)))
    head = next(sheet.iter_rows(min_row=above + 1, max_row=above + 1, values_only=True), ())
    places = [place for place, name in enumerate(head) if name is not None and str(name).strip()]
    names = [str(head[place]).strip() for place in places]
    if not names:
        return None
    names = _apart(names, f"{source[0]}: {sheet.title}", context)
    where = f"{source[0].name}: {sheet.title}"
    if above:
        context.notes.append(above_header(where, above, "row"))

    def fetch() -> Iterator[Sequence[object]]:
        for row in sheet.iter_rows(min_row=above + 2, values_only=True):
            yield [_value(row[place]) if place < len(row) else None for place in places]

    return StoredTable(str(sheet.title), tuple(names), fetch, source, first=above + 2, by_hand=True)


def _apart(names: Sequence[str], where: str, context: LoadContext) -> list[str]:
    """Names of columns, each different: the second of two that are the same has a number."""
    found: list[str] = []
    for name in names:
        chosen, count = name, 1
        while chosen in found:
            count += 1
            chosen = f"{name}_{count}"
        if chosen != name:
            context.problems.add("bad-record", f"{where}: the column {name!r} stands twice; read as {chosen!r}")
        found.append(chosen)
    return found


def _value(value: object) -> object:
    """Numbers of a sheet are floats in part; a date without a time is a moment at midnight."""
    import datetime as dt

    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date()
    if isinstance(value, str):
        return value.strip() or None
    return value
