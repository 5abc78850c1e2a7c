"""PDF: the text of each page, by pypdf. Scanned pages have none."""

from __future__ import annotations

import datetime as dt
import io
import logging
import re
from typing import TYPE_CHECKING

from fingerpost.core.errors import MissingExtra, SourceError
from fingerpost.ingest.documents.decoding import damage_refused
from fingerpost.ingest.documents.model import Block, Document
from fingerpost.ingest.documents.plain import read_plain

if TYPE_CHECKING:
    from pypdf import PdfReader

_MOST_PAGES = 10_000
_MOST_CHARACTERS = 64 * 1024 * 1024
_LONGEST_TITLE = 80
_NO_TITLE = re.compile(r"microsoft word - |untitled\b|document\d*$|.*\.(?:docx?|pdf|tex|odt|indd)$", re.IGNORECASE)
"""Titles that programs put into a file for its author."""
_LOGGER = "pypdf"


def read_pdf(key: str, name: str, data: bytes) -> Document:
    """A PDF file as text, page by page; each block has the number of its page.

    Raises:
        SourceError: `source.format`: it is damaged, has a password, is too long, or has no text.
        MissingExtra: pypdf is not installed.
    """
    try:
        import pypdf
    except ImportError as error:
        raise MissingExtra("reading PDF needs pypdf", hint='pip install "fingerpost[documents]"') from error
    logging.getLogger(_LOGGER).setLevel(logging.ERROR)  # it warns of what it mends
    about = {"file": name}
    with damage_refused(name, "PDF"):
        reader = pypdf.PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise SourceError(f"{name} is protected by a password", details=about)
        if len(reader.pages) > _MOST_PAGES:
            raise SourceError(f"{name} has more than {_MOST_PAGES:,} pages", details=about)
        text, blocks = _pages(reader, name)
        title, time = _title(reader), _time(reader)
    if not blocks:
        raise SourceError(f"{name} has no text; scanned pages are not read", details=about)
    return Document(key, title or _first_line(text) or name, text, blocks, time, "pdf")


def _pages(reader: PdfReader, name: str) -> tuple[str, tuple[Block, ...]]:
    parts: list[str] = []
    blocks: list[Block] = []
    length = 0
    for number, page in enumerate(reader.pages, 1):
        text = page.extract_text().replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8") + "\n\n"
        found = read_plain("", "", text).blocks
        blocks.extend(Block(length + block.start, length + block.end, (), number) for block in found)
        parts.append(text)
        length += len(text)
        if length > _MOST_CHARACTERS:
            raise SourceError(f"{name} has more than {_MOST_CHARACTERS:,} characters", details={"file": name})
    return "".join(parts), tuple(blocks)


def _title(reader: PdfReader) -> str:
    title = reader.metadata.title if reader.metadata else None
    shown = " ".join(str(title or "").split())
    return "" if _NO_TITLE.match(shown) else shown


def _first_line(text: str) -> str:
    """The first line, if it looks like a title and others follow."""
    first, _, rest = text.strip().partition("\n")
    titled = first[:1].isupper() and len(first) <= _LONGEST_TITLE and not first.endswith((".", ":", ",", ";"))
    return " ".join(first.split()) if titled and rest else ""


def _time(reader: PdfReader) -> str | None:
    """When the document was last changed, as the file says."""
    try:
        found = reader.metadata and (reader.metadata.modification_date or reader.metadata.creation_date)
    except (ValueError, TypeError, AttributeError):
        return None
    return found.isoformat() if isinstance(found, dt.datetime) else None
