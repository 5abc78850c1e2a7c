"""Reads Excel workbooks as graphs, by openpyxl: each sheet is a table with a row of names, perhaps below titles."""

from __future__ import annotations

import warnings
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from fingerpost.core.errors import MissingExtra, SourceError
from fingerpost.ingest.records import LoadContext, Proposal, Record
from fingerpost.ingest.tables.proposal import proposed
from fingerpost.ingest.tables.sheets import sheet_tables
from fingerpost.ingest.tables.stored import StoredTable, read_joined

if TYPE_CHECKING:
    from openpyxl import Workbook

_ENDINGS = (".xlsx", ".xlsm")
UNPACKED_LIMIT = 1024**3
"""Bytes that a workbook, which is an archive, may unpack to."""


class WorkbookLoader:
    """An Excel workbook, or several: sheets are tables, and may refer to one another."""

    name: ClassVar[str] = "xlsx"
    summary: ClassVar[str] = "Excel workbook"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a .xlsx or .xlsm file that begins as an archive, even if it is cut off. Never raises."""
        try:
            if path.suffix.lower() not in _ENDINGS or not path.is_file():
                return False
            with path.open("rb") as file:
                return file.read(2) == b"PK"
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the rows of all sheets. A record's line is the number of its row in its sheet; formulas give the
        values that were last computed.

        Raises:
            SourceError: it is not a workbook, is damaged, unpacks to more than `UNPACKED_LIMIT`, or has no table.
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
        with warnings.catch_warnings():  # of what it does not keep, such as styles: nothing that is read here
            warnings.filterwarnings("ignore", module="openpyxl")
            yield book
    finally:
        book.close()


def _tables(book: Workbook, path: Path, context: LoadContext) -> list[StoredTable]:
    sheets = []
    for sheet in book.worksheets:
        sheet.reset_dimensions()  # some programs write that a sheet is one cell wide
        sheets.append((str(sheet.title), partial(sheet.iter_rows, values_only=True)))
    return sheet_tables(sheets, (path, context.add_file(path, positions="row")), context)
