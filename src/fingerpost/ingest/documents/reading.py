"""Reads files and folders of documents."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from fingerpost.core.errors import SourceError
from fingerpost.ingest.documents.decoding import file_bytes, text_of
from fingerpost.ingest.documents.docx import read_docx
from fingerpost.ingest.documents.html import read_html
from fingerpost.ingest.documents.json_lines import is_record, read_json_lines
from fingerpost.ingest.documents.mail import read_mail
from fingerpost.ingest.documents.markdown import read_markdown
from fingerpost.ingest.documents.model import Document, Skipped
from fingerpost.ingest.documents.pdf import read_pdf
from fingerpost.ingest.documents.plain import read_plain
from fingerpost.ingest.loaders import loaders

_READERS = {
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".txt": read_plain,
    ".text": read_plain,
    ".html": read_html,
    ".htm": read_html,
}
_BINARY = {".eml": read_mail, ".pdf": read_pdf, ".docx": read_docx}
"""What is not read as text."""
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
    suffix = source.suffix.lower()
    return suffix in _READERS or suffix in _BINARY or (suffix in _LINES and _has_records(source))


def _has_records(path: Path) -> bool:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return is_record(file.readline(_HEAD))
    except OSError:
        return False


def _files(folder: Path) -> Iterator[Path]:
    """All files below a folder, sorted; links to folders and hidden files are not followed."""
    for root, folders, names in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(root, name)


def document_files(source: Path) -> Iterator[Path]:
    """The files of a folder that are documents, sorted by path; or the file itself."""
    if not source.is_dir():
        yield source
        return
    for path in _files(source):
        suffix = path.suffix.lower()
        if suffix in _READERS or suffix in _BINARY or (suffix in _LINES and _has_records(path)):
            yield path


def read_documents(path: Path, skipped: Skipped) -> Iterator[Document]:
    """The documents of a file. A file or record that cannot be read is noted in `skipped`."""
    key = Path(os.path.normpath(path)).as_posix()
    suffix = path.suffix.lower()
    try:
        data = file_bytes(path)
        if suffix in _BINARY:
            yield _BINARY[suffix](key, path.stem, data)
            return
        text = text_of(data, path)
        if suffix in _LINES:
            yield from read_json_lines(key, path, text, skipped)
            return
        reader = _READERS.get(suffix)
        if reader is None:
            known = ", ".join([*_READERS, *_BINARY, *_LINES])
            raise SourceError(f"{path} is not a known kind of document ({known})", code="source.unknown-kind")
        yield reader(key, path.stem, text)
    except SourceError as error:
        skipped.add(str(path), error)
