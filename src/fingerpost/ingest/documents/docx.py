"""Word documents (`.docx`), by python-docx: headings, paragraphs, lists and tables in their order."""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fingerpost.core.errors import MissingExtra, SourceError
from fingerpost.ingest.documents.decoding import damage_refused
from fingerpost.ingest.documents.model import Block, Document

if TYPE_CHECKING:
    from docx.document import Document as DocxDocument
    from docx.table import Table

_MOST_UNPACKED = 256 * 1024 * 1024
"""Bytes of all parts of the archive: a small file may unpack to anything."""
_OF_TEMPLATE = dt.datetime(2013, 12, 23, 23, 15, tzinfo=dt.UTC)
"""What python-docx says of each document that it makes: the time of its template."""
_HEADING = re.compile(r"heading (\d)", re.IGNORECASE)


def read_docx(key: str, name: str, data: bytes) -> Document:
    """A Word document as text: a block for each paragraph and table, below its headings.

    Raises:
        SourceError: `source.format`: it is damaged, unpacks to too much, or has no text.
        MissingExtra: python-docx is not installed.
    """
    try:
        import docx
    except ImportError as error:
        raise MissingExtra("reading DOCX needs python-docx", hint='pip install "fingerpost[documents]"') from error
    about = {"file": name}
    with damage_refused(name, "DOCX"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(part.file_size for part in archive.infolist()) > _MOST_UNPACKED:
                raise SourceError(f"{name} unpacks to more than {_MOST_UNPACKED:,} bytes", details=about)
        document = docx.Document(io.BytesIO(data))
        text, blocks, first = _text(document)
        stated = " ".join((document.core_properties.title or "").split())
        about_it = document.core_properties
        time = about_it.modified or about_it.created
        time = None if time == _OF_TEMPLATE else time
    if not blocks:
        raise SourceError(f"{name} has no text", details=about)
    return Document(key, stated or first or name, text, blocks, time.isoformat() if time else None, "docx")


def _text(document: DocxDocument) -> tuple[str, tuple[Block, ...], str]:
    """The text, its blocks, and the title or first heading."""
    parts: list[str] = []
    blocks: list[Block] = []
    path: list[tuple[int, str]] = []
    length, title = 0, ""
    for style, text in _paragraphs(document):
        parts.append(f"{text}\n\n")
        heading = _HEADING.match(style)
        level = int(heading[1]) if heading else 0 if style.lower() == "title" else None
        if level is None:
            blocks.append(Block(length, length + len(text), tuple(above for _, above in path)))
        else:
            title = title or text
            if level:
                path = [*(pair for pair in path if pair[0] < level), (level, text)]
        length += len(text) + 2
    return "".join(parts), tuple(blocks), title


def _paragraphs(document: DocxDocument) -> Iterator[tuple[str, str]]:
    """The style and the text of all that is not empty."""
    from docx.text.paragraph import Paragraph

    for item in document.iter_inner_content():
        if isinstance(item, Paragraph):
            style, text = str(item.style.name if item.style is not None else ""), item.text.strip()
        else:
            style, text = "", _table(item)
        if text:
            yield style, text.replace("\x00", "\ufffd")


def _table(table: Table) -> str:
    """A row a line, its cells between bars; a cell that spans several columns stands once."""
    lines = []
    for row in table.rows:
        cells = {id(cell._tc): " ".join(cell.text.split()) for cell in row.cells}
        lines.append(f"| {' | '.join(cells.values())} |")
    return "\n".join(lines)
