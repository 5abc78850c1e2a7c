"""The index of provisions, made by another process while a large corpus is loaded.

That process reads in the spool what was read of the documents. Where it fails, or there are several editions of a
document, there is no index, and it is made from the graph once it is needed.
"""

from __future__ import annotations

import os
import queue
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from fingerpost.core.errors import MissingExtra
from fingerpost.core.processes import close_pipes, command_of, program_of
from fingerpost.domains.regulations.loader.spool import Spool, from_json
from fingerpost.domains.regulations.sections import FOLDER, LABELS, entries
from fingerpost.retrieval import Entry, StaticEmbedder, build

_ALONE: Final = 16 << 20
"""Bytes of what was read of the documents of which an index is made sooner than by another process."""
_PROGRAM: Final = program_of("fingerpost.domains.regulations.loader.section_indexing")


class SectionIndexing:
    """Has the provisions of documents indexed. A context manager: its process ends with the block."""

    def __init__(self, data: Path | None, spool: Spool) -> None:
        """`data` is the folder of the knowledge base."""
        self._spool = spool
        self._place = data / f".{FOLDER}" if data is not None and (os.cpu_count() or 1) > 1 else None
        self._left = _ALONE
        self._waiting: list[str] = []
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> SectionIndexing:
        return self

    def __exit__(self, *_: object) -> None:
        self._give_up()

    def add(self, key: bytes, editions: int = 1) -> None:
        """A document was read: by what its only edition is kept."""
        kept = self._spool.place_of(key) if editions == 1 else None
        if self._place is None or kept is None:
            self._give_up()
            return
        file, start, length = kept
        self._left -= length
        self._waiting.append(f"{start} {length}\n")
        if self._left >= 0:
            return
        try:
            if self._process is None:
                self._place.mkdir()
                command = command_of(_PROGRAM, str(file), str(self._place))
                self._process = subprocess.Popen(  # noqa: S603 - our own interpreter
                    command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
                )
            assert self._process.stdin is not None
            self._process.stdin.write("".join(self._waiting).encode())
            self._waiting.clear()
        except OSError:
            self._give_up()

    def end(self) -> None:
        """There are no more: wait for the index."""
        if self._process is None or self._place is None:
            return
        close_pipes(self._process)
        if self._process.wait() == 0:
            self._place.rename(self._place.with_name(FOLDER))
        self._give_up()

    def _give_up(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            close_pipes(self._process)
        if self._place is not None:
            shutil.rmtree(self._place, ignore_errors=True)
        self._process = self._place = None


def main() -> None:
    """Index the documents that standard input names, by where they lie in a spool."""
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def listen() -> None:  # whoever writes never waits
        for line in sys.stdin.buffer:
            lines.put(line)
        lines.put(b"")

    threading.Thread(target=listen, daemon=True).start()
    embedder = None
    with suppress(MissingExtra):
        embedder = StaticEmbedder()
    build(Path(sys.argv[3]), _entries(Path(sys.argv[2]), lines), embedder)


def _entries(file: Path, lines: queue.SimpleQueue[bytes]) -> Iterator[Entry]:
    with file.open("rb") as stream:
        while line := lines.get():
            start, length = map(int, line.split())
            stream.seek(start)
            kept = from_json(stream.read(length))
            if kept is None:
                raise SystemExit(1)
            document, text = kept.instrument, kept.text.text
            yield from entries(
                [
                    {
                        "identifier": f"{document.key}#{one.path}",
                        "documentId": document.key,
                        "document": document.title,
                        "heading": one.heading,
                        "text": text[one.start : one.end],
                        "repealed": one.repealed,
                    }
                    for one in kept.text.provisions
                    if one.kind in LABELS
                ]
            )
