"""Opening a law's XML: from a path to its root element, or to an error that says what is wrong and where."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from fingerpost.core.errors import MissingExtra, SourceError

MAX_BYTES: Final = 64 << 20
"""The largest consolidated act has 12 MB; a file this large is not a law, and its tree would take gigabytes."""

ROOTS: Final = ("Statute", "Regulation")


def content_of(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        SourceError: `source.missing`; `source.format`: it is larger than `MAX_BYTES`.
    """
    try:
        _require_size(path, path.stat().st_size)
        return path.read_bytes()
    except OSError as error:
        raise refused(path, error.strerror or "it cannot be read", code="source.missing") from error


def open_document(path: Path, content: bytes) -> Any:
    """The root element of a document's content. Entities are not expanded, and nothing outside it is read.

    Raises:
        SourceError: `source.format` with the line: not well-formed, of another root, with a document type of its own
            (entities), or larger than `MAX_BYTES`.
        MissingExtra: lxml is not installed.
    """
    etree = _library()
    _require_size(path, len(content))
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise refused(path, str(error.msg or error), line=int(error.lineno or 0)) from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise refused(path, "it declares a document type; entities are not read", line=1)
    if root.tag not in ROOTS:
        raise refused(path, f"its root is {root.tag}, not {' or '.join(ROOTS)}", line=1)
    return root


def _require_size(path: Path, size: int) -> None:
    if size > MAX_BYTES:
        raise refused(path, f"it has {size >> 20} MB; at most {MAX_BYTES >> 20} MB are read")


def refused(path: Path, what: str, *, line: int | None = None, code: str = "source.format") -> SourceError:
    """The error for a file that cannot be read, with its line where there is one."""
    place = f"{path}:{line}" if line else str(path)
    details: dict[str, Any] = {"file": str(path)} | ({"line": line} if line else {})
    return SourceError(f"{place}: {what}", code=code, details=details)


def _library() -> Any:
    try:
        from lxml import etree
    except ImportError as error:
        message = f"laws are read with lxml, which cannot be imported here ({error})"
        raise MissingExtra(message, hint='pip install "fingerpost[laws]"') from error
    return etree
