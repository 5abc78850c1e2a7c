"""Reads OpenDocument spreadsheets (LibreOffice, Google Sheets) as graphs: each sheet is a table."""

from __future__ import annotations

import datetime as dt
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, ClassVar
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse

from fingerpost.core.errors import SourceError
from fingerpost.ingest.records import LoadContext, Proposal, Record
from fingerpost.ingest.spool import RowSpool
from fingerpost.ingest.tables.proposal import proposed
from fingerpost.ingest.tables.sheets import sheet_tables
from fingerpost.ingest.tables.stored import StoredTable, read_joined
from fingerpost.ingest.unpacking import RATIO_FREE, RATIO_LIMIT, Allowance

_CONTENT = "content.xml"
_MANIFEST = "META-INF/manifest.xml"
_ENCRYPTED = b"encryption-data"
_TYPE = b"application/vnd.oasis.opendocument.spreadsheet"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_SHEET, _ROW = f"{_TABLE}table", f"{_TABLE}table-row"
_ELSEWHERE = "'file:"
"""How the names of sheets begin that hold what was last read of another file."""
_NOTES = frozenset((f"{_OFFICE}annotation", "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}frame"))
COLUMNS_LIMIT = 16_384
"""Columns of a sheet, as many as LibreOffice has."""
ROWS_LIMIT = 1_048_576
"""Rows of a sheet, as many as LibreOffice has."""
CELLS_LIMIT = 20_000_000
"""Cells with values in a workbook: a few characters may say that a row is there a million times."""


class OpenDocumentLoader:
    """An OpenDocument spreadsheet: sheets are tables, and may refer to one another."""

    name: ClassVar[str] = "ods"
    summary: ClassVar[str] = "OpenDocument spreadsheet (LibreOffice)"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for an archive, even cut off, that says of itself, or by its name, that it is such a spreadsheet. Never
        raises."""
        try:
            if not path.is_file():
                return False
            with path.open("rb") as file:
                head = file.read(200)
            return head.startswith(b"PK") and (path.suffix.lower() == ".ods" or _TYPE in head)
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the rows of all sheets. A record's line is the number of its row in its sheet; formulas give the
        values that were last computed.

        Raises:
            SourceError: it is no such spreadsheet, is damaged or encrypted, or has no table; its XML declares entities;
                it unpacks to more than `RATIO_LIMIT` times its size, or has more than `CELLS_LIMIT` cells.
        """
        with _tables(path, context) as tables:
            yield from read_joined(tables, context)

    def propose(self, paths: Sequence[Path], context: LoadContext, *, typed: bool) -> Proposal:
        """How the sheets may become a graph; one workbook at a time. Raises what `read` raises."""
        if len(paths) > 1:
            raise SourceError("a mapping is proposed for one workbook at a time", code="source.mapping")
        with _tables(paths[0], context) as tables:
            return proposed(tables, context, typed=typed)


@contextmanager
def _tables(path: Path, context: LoadContext) -> Iterator[list[StoredTable]]:
    number = context.add_file(path, positions="row")
    with RowSpool() as spool:
        names = _unpacked(path, spool)
        sheets: list[tuple[str, Callable[[], Iterator[Sequence[object]]]]] = [
            (name, partial(spool.rows, place)) for place, name in enumerate(names)
        ]
        yield sheet_tables(sheets, (path, number), context)


def _unpacked(path: Path, spool: RowSpool) -> list[str]:
    """The names of the sheets, whose rows go to the spool under the number of each."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open(_CONTENT) as content:
            if _ENCRYPTED in archive.read(_MANIFEST):
                raise _refused(path, "is encrypted")
            limit = max(RATIO_FREE, RATIO_LIMIT * path.stat().st_size)
            return list(_sheets(_Limited(content, Allowance(path, limit)), path, spool))
    except DefusedXmlException as error:
        raise _refused(path, "declares XML entities, which are refused") from error
    except KeyError as error:
        raise _refused(path, f"is not a spreadsheet: {error.args[0]}") from error
    except RuntimeError as error:  # of the archive: it needs a password
        raise _refused(path, f"cannot be read: {error}") from error
    except (ParseError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError) as error:
        raise _refused(path, f"is damaged: {error}") from error


def _sheets(content: _Limited, path: Path, spool: RowSpool) -> Iterator[str]:
    """The name of each sheet, once its rows are read."""
    count = cells = depth = 0
    sheet: Element | None = None
    name, blank, rows = "", 0, 0
    for event, element in iterparse(content, events=("start", "end")):
        if element.tag == _SHEET:
            depth += 1 if event == "start" else -1
            if depth == 1 and event == "start":
                sheet, name, blank, rows = element, element.get(f"{_TABLE}name", ""), 0, 0
            elif depth == 0:
                if not name.startswith(_ELSEWHERE):
                    yield name or f"sheet {count + 1}"
                    count += 1
                element.clear()
        elif event == "end" and element.tag == _ROW and depth == 1 and sheet is not None:
            values = tuple(_values(element))
            times = min(_repeated(element, "rows"), ROWS_LIMIT - rows - blank)
            sheet.clear()
            if not values or name.startswith(_ELSEWHERE):
                blank += times
                continue
            cells += len(values) * times + blank
            if cells > CELLS_LIMIT:
                raise _refused(path, f"has more than {CELLS_LIMIT:,} cells", code="source.archive")
            for row in (*[()] * blank, *[values] * times):
                spool.add(count, row)
            rows, blank = rows + blank + times, 0


def _values(row: Element) -> Iterator[object]:
    """The values of a row up to the last one that there is."""
    empty = places = 0
    for cell in row:
        if cell.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            continue
        times = min(_repeated(cell, "columns"), COLUMNS_LIMIT - places)
        places += times
        value = _value(cell)
        if value is None:
            empty += times
            continue
        yield from [None] * empty
        yield from [value] * times
        empty = 0


def _repeated(element: Element, what: str) -> int:
    text = element.get(f"{_TABLE}number-{what}-repeated", "1")
    return min(int(text), ROWS_LIMIT) if text.isdecimal() and len(text) < 12 else ROWS_LIMIT if text.isdecimal() else 1


def _value(cell: Element) -> object:
    """The value of a cell as its type says; None if it is empty or shows an error."""
    kind = cell.get(f"{_OFFICE}value-type", "")
    given = cell.get(f"{_OFFICE}value")
    try:
        if kind in ("float", "currency", "percentage") and given is not None:
            number = float(given)
            return int(number) if number.is_integer() and abs(number) < 2**53 else number
        if kind == "date":
            return _moment(cell.get(f"{_OFFICE}date-value", ""))
        if kind == "time":
            return _clock(cell.get(f"{_OFFICE}time-value", ""))
    except ValueError:
        pass
    if kind == "boolean":
        return cell.get(f"{_OFFICE}boolean-value") == "true"
    paragraphs = ["".join(_texts(each)) for each in cell if each.tag == f"{_TEXT}p"]
    return "\n".join(paragraphs).strip() or None if kind else None


def _texts(element: Element) -> Iterator[str]:
    """The text of a paragraph; spaces in a row and line breaks are elements, and remarks are left out."""
    yield element.text or ""
    for each in element:
        if each.tag == f"{_TEXT}s":
            count = each.get(f"{_TEXT}c", "1")
            yield " " * (min(int(count), 100) if count.isdecimal() and len(count) < 4 else 1)
        elif each.tag in (f"{_TEXT}tab", f"{_TEXT}line-break"):
            yield "\t" if each.tag.endswith("tab") else "\n"
        elif each.tag not in _NOTES:
            yield from _texts(each)
        yield each.tail or ""


def _moment(text: str) -> dt.date | dt.datetime:
    return dt.datetime.fromisoformat(text) if "T" in text else dt.date.fromisoformat(text)


def _clock(text: str) -> dt.time | str:
    """A time of day; a longer duration stays as it is written."""
    from fingerpost.core.isoformat import parse_duration

    seconds = parse_duration(text).seconds
    if not 0 <= seconds < 24 * 3600:
        return text
    return dt.time(seconds // 3600, seconds // 60 % 60, seconds % 60)


class _Limited:
    """A file of which no more is read than may be unpacked."""

    def __init__(self, file: IO[bytes], allowance: Allowance) -> None:
        self._file = file
        self._allowance = allowance

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        return self._allowance.take(self._file.read(size))


def _refused(path: Path, why: str, code: str = "source.format") -> SourceError:
    return SourceError(f"{path} {why}", code=code, details={"file": str(path)})
