"""Reads files and folders of documents."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from fingerpost.core.errors import SourceError
from fingerpost.ingest.documents.chats import is_chat, is_whatsapp, read_chat, read_whatsapp
from fingerpost.ingest.documents.dates import stated_time
from fingerpost.ingest.documents.decoding import file_bytes, text_of
from fingerpost.ingest.documents.docx import read_docx
from fingerpost.ingest.documents.html import read_html
from fingerpost.ingest.documents.json_lines import is_record, read_json_lines
from fingerpost.ingest.documents.mail import read_mail, read_mailbox
from fingerpost.ingest.documents.markdown import read_markdown
from fingerpost.ingest.documents.model import Document, Skipped
from fingerpost.ingest.documents.pdf import read_pdf
from fingerpost.ingest.documents.plain import read_plain
from fingerpost.ingest.loaders import loaders
from fingerpost.ingest.tables.text_tables import TEXT_ENDINGS, is_text_table


def _read_text(key: str, name: str, text: str) -> Document:
    """A plain text, or the export of a chat."""
    return read_whatsapp(key, name, text) if is_whatsapp(text) else read_plain(key, name, text)


_READERS = {
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".txt": _read_text,
    ".text": _read_text,
    ".html": read_html,
    ".htm": read_html,
}
_BINARY = {".eml": read_mail, ".pdf": read_pdf, ".docx": read_docx}
"""What is not read as text."""
_MAILBOX = ".mbox"
_CHAT = ".json"
_LINES = (".jsonl", ".ndjson")
_HEAD = 1_000_000


def are_documents(sources: Sequence[Path]) -> bool:
    """Whether all sources are documents, and not tables or graphs. Never raises."""
    return bool(sources) and all(map(_is_document, sources))


def _is_document(source: Path) -> bool:
    if source.is_dir():
        documents, files = list(document_files(source)), list(_files(source))
        if not documents or any(path.suffix.lower() in (".csv", ".tsv", ".ifc", ".graphml") for path in files):
            return False
        # A few texts beside data, such as a licence, do not make it documents.
        return 2 * len(documents) >= len(files) or not any(each.recognises(source) for each in loaders().values())
    return _is_read(source)


def _is_read(path: Path) -> bool:
    """Whether a file is a document, by its name, and by its contents where other things have such names, too."""
    suffix = path.suffix.lower()
    if suffix in _LINES:
        return _has_records(path)
    if suffix == _CHAT:
        return is_chat(path)
    if suffix in TEXT_ENDINGS and is_text_table(path):
        return False
    return suffix in _READERS or suffix in _BINARY or suffix == _MAILBOX


def _has_records(path: Path) -> bool:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return is_record(file.readline(_HEAD))
    except OSError:
        return False


def _files(folder: Path) -> Iterator[Path]:
    """All files below a folder, sorted, without hidden ones, pipes and devices; links to folders are not followed."""
    for root, folders, names in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(root, name)
            if not name.startswith(".") and (path.is_file()):
                yield path


def document_files(source: Path) -> Iterator[Path]:
    """The files of a folder that are documents, sorted by path; or the file itself."""
    if not source.is_dir():
        yield source
        return
    for path in _files(source):
        if _is_read(path):
            yield path


def expanded(sources: Sequence[Path]) -> list[Path]:
    """Sources with patterns such as `notes/*.md` replaced by the files that match; what exists is not a pattern."""
    found: list[Path] = []
    for source in sources:
        text = str(source)
        if glob.has_magic(text) and not source.exists():
            found.extend(Path(one) for one in sorted(glob.glob(text, recursive=True)) or [text])
        else:
            found.append(source)
    return found


def _dated(document: Document, path: Path, *, stated_first: bool) -> Document:
    """A document with the day that it states, if it has no time, or one that only says when its file was written."""
    if document.kind == "chat" or (document.time is not None and not stated_first):
        return document
    return replace(document, time=stated_time(path.stem, document.title, document.text) or document.time)


def read_documents(path: Path, skipped: Skipped) -> Iterator[Document]:
    """The documents of a file. A file or record that cannot be read is noted in `skipped`."""
    key = Path(os.path.normpath(path)).as_posix()
    suffix = path.suffix.lower()
    try:
        data = file_bytes(path)
        if suffix in _BINARY:
            found = _BINARY[suffix](key, path.stem, data)
            yield found if suffix == ".eml" else _dated(found, path, stated_first=True)
            return
        if suffix == _MAILBOX:
            yield from read_mailbox(key, path, data, skipped)
            return
        text = text_of(data, path)
        if suffix in _LINES:
            yield from read_json_lines(key, path, text, skipped)
            return
        reader = read_chat if suffix == _CHAT else _READERS.get(suffix)
        if reader is None:
            known = ", ".join([*_READERS, *_BINARY, _MAILBOX, *_LINES, _CHAT])
            raise SourceError(f"{path} is not a known kind of document ({known})", code="source.unknown-kind")
        yield _dated(reader(key, path.stem, text), path, stated_first=False)
    except SourceError as error:
        skipped.add(str(path), error)
