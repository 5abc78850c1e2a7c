"""A process that parses documents: bytes on its standard input, their contents as JSON on its output.

It opens no file itself. A document that it cannot parse gets an empty reply; the caller then parses it and reports why.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import BinaryIO

from fingerpost.core.errors import FingerpostError
from fingerpost.domains.regulations.loader.instruments import read_instrument
from fingerpost.domains.regulations.loader.open import open_document
from fingerpost.domains.regulations.loader.provisions import read_text
from fingerpost.domains.regulations.loader.spool import Kept, as_json

HEADER = "{size:012d}"
HEADER_BYTES = 12


def kept_of(path: Path, content: bytes) -> Kept:
    """What a document's bytes say. Raises as `open_document` does."""
    root = open_document(path, content)
    instrument = read_instrument(root, path)
    return Kept(instrument, read_text(root, instrument.language), root.sourceline)


def serve(incoming: BinaryIO, outgoing: BinaryIO) -> None:
    """Read documents until there are no more: a line of JSON with `name` and `size`, then so many bytes."""
    while line := incoming.readline():
        asked = json.loads(line)
        content = incoming.read(asked["size"])
        try:
            reply = as_json(kept_of(Path(asked["name"]), content))
        except (FingerpostError, MemoryError, RecursionError):
            reply = b""
        outgoing.write(HEADER.format(size=len(reply)).encode() + reply)
        outgoing.flush()


def main() -> None:
    """Serve on standard input and output."""
    serve(sys.stdin.buffer, sys.stdout.buffer)
