"""The text of a STEP file (ISO 10303-21) before it is parsed: what its header says, where it ends, what needs mending.

Exporters write what the standard forbids and the parser refuses or silently drops: letters outside ASCII, a byte order
mark, NUL bytes, backslashes of Windows paths left single, surrogate pairs in `\\X2\\`, a corrigendum as the schema.
"""

from __future__ import annotations

import mmap
import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
CHUNK: Final = 1 << 20

SCHEMA_ALIASES: Final = {
    "IFC2X3_TC1": "IFC2X3",
    "IFC2X3_FINAL": "IFC2X3",
    "IFC4_ADD1": "IFC4",
    "IFC4_ADD2": "IFC4",
    "IFC4_ADD2_TC1": "IFC4",
    "IFC4X3": "IFC4X3_ADD2",
    "IFC4X3_TC1": "IFC4X3_ADD2",
    "IFC4X3_ADD1": "IFC4X3_ADD2",
}
"""A schema as files name it, to the edition that the parser knows: these differ in words, not in what is written."""

_DATA: Final = re.compile(rb"ENDSEC\s*;\s*(?:/\*.*?\*/\s*)*DATA\s*(?:\([^;]*\)\s*)?;", re.DOTALL)
_SCHEMA: Final = re.compile(rb"FILE_SCHEMA\s*\(\s*\(\s*'\s*([^']*?)\s*'")
_SURROGATES: Final = re.compile(rb"\\X2\\((?:[0-9A-F]{4})*?D[89AB][0-9A-F]{2}(?:[0-9A-F]{4})*)\\X0\\")
_NOT_ASCII: Final = re.compile(rb"[\x80-\xff]+")
_BACKSLASH: Final = re.compile(
    rb"(\\\\|\\S\\[ -~]|\\P[A-I]\\|\\[NFT]\\|\\X\\[0-9A-F]{2}"
    rb"|\\X2\\(?:[0-9A-F]{4})*\\X0\\|\\X4\\(?:[0-9A-F]{8})*\\X0\\)|\\"
)


@dataclass(frozen=True, slots=True)
class StepFacts:
    """What one pass over the bytes tells: `digest` is the SHA-256 of all that follows the header, in hex."""

    schema: str
    digest: str
    complete: bool
    needs_mending: bool


def facts(data: mmap.mmap) -> StepFacts | None:
    """Read the facts; None if there is no header with a data section after it."""
    section = _DATA.search(data)
    if section is None:
        return None
    named = _SCHEMA.search(data, 0, section.start())
    schema = named[1].decode("ascii", "replace") if named else ""
    header = data[: section.start()]
    hashed, ascii_only = sha256(), header.isascii()
    for start in range(section.end(), len(data), CHUNK):
        chunk = data[start : start + CHUNK]
        hashed.update(chunk)
        ascii_only = ascii_only and chunk.isascii()
    return StepFacts(
        schema=schema,
        digest=hashed.hexdigest(),
        complete=data.rfind(b"ENDSEC", section.end()) >= 0,
        needs_mending=not ascii_only
        or data[:1] != b"I"
        or data.find(b"\0") >= 0
        or schema.upper() in SCHEMA_ALIASES
        or (data.find(b"\\X2\\") >= 0 and _SURROGATES.search(data) is not None),
    )


def mend(text: bytes) -> tuple[bytes, int]:
    """The text as the standard wants it, and how many runs of bytes were in no known encoding.

    Bytes outside ASCII are taken as UTF-8, else as Windows-1252, and written as `\\X2\\` and `\\X4\\` escapes.
    """
    unknown = 0

    def escaped(found: re.Match[bytes]) -> bytes:
        nonlocal unknown
        for encoding in ("utf-8", "cp1252"):
            try:
                return escape(found[0].decode(encoding))
            except UnicodeDecodeError:
                continue
        unknown += 1
        return escape(found[0].decode("latin-1"))

    def edition(found: re.Match[bytes]) -> bytes:
        name = found[1].decode("ascii", "replace").upper()
        return found[0].replace(found[1], SCHEMA_ALIASES.get(name, name).encode("ascii", "replace"))

    text = text.removeprefix(BYTE_ORDER_MARK).lstrip().replace(b"\0", b"")
    text = _SCHEMA.sub(edition, text, count=1)
    text = _SURROGATES.sub(lambda found: escape(bytes.fromhex(found[1].decode()).decode("utf-16-be", "replace")), text)
    return _NOT_ASCII.sub(escaped, text), unknown


def escape(text: str) -> bytes:
    """Characters as one escape of the standard: four hex digits each, or eight where one needs more."""
    if all(ord(character) < 0x10000 for character in text):
        return b"\\X2\\" + text.encode("utf-16-be").hex().upper().encode() + b"\\X0\\"
    return b"\\X4\\" + text.encode("utf-32-be").hex().upper().encode() + b"\\X0\\"


def double_backslashes(text: bytes) -> bytes:
    """Double the backslashes that begin no escape and so stop the parser: `C:\\Projects` is a path, not a directive."""
    return _BACKSLASH.sub(lambda found: found[1] or b"\\\\", text)


def without_record(text: bytes, offset: int) -> bytes | None:
    """The text without the record around an offset, its lines kept; None if that is in the header or at the end."""
    start, end = text.rfind(b";", 0, offset) + 1, text.find(b";", offset) + 1
    if not end or _DATA.search(text, 0, start) is None or text[start:end].strip() == b"ENDSEC;":
        return None
    return text[:start] + b"\n" * text.count(b"\n", start, end) + text[end:]


def line_at(text: bytes | mmap.mmap, offset: int) -> int:
    """The line, counted from 1, that an offset is in."""
    return text[:offset].count(b"\n") + 1
