"""Editions read a few ahead of the one that is asked for: by this process, or beside it where there is much to read."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fingerpost.core.errors import SourceError
from fingerpost.core.processes import close_pipes, command_of, program_of
from fingerpost.domains.regulations.loader.open import content_of
from fingerpost.domains.regulations.loader.reading_process import HEADER_BYTES, kept_of
from fingerpost.domains.regulations.loader.sources import Edition
from fingerpost.domains.regulations.loader.spool import Kept, Spool, as_json, from_json, key_of

_ALONE: Final = 4 << 20
"""Bytes that are read sooner than another process has started."""
_AHEAD: Final = 32 << 20
"""Bytes of the documents that are read ahead, and how many documents."""
_DOCUMENTS_AHEAD: Final = 64
_MOST: Final = 3
"""Processes, at most: more are faster than what becomes of the documents here."""
_PROGRAM: Final = program_of("fingerpost.domains.regulations.loader.reading_process")


@dataclass(slots=True)
class _Begun:
    """An edition that is being read; `kept` or `error` where that is known."""

    edition: Edition
    content: bytes = b""
    key: bytes = b""
    kept: Kept | None = None
    reply: Future[bytes] | None = None
    error: SourceError | None = None


class Reading:
    """Reads the editions of documents, in their order. A context manager: its processes end with the block."""

    def __init__(self, spool: Spool, processes: int | None = None, alone: int = _ALONE) -> None:
        """`processes` read beside this one (default: one less than there are processors, at most three), once it has
        read `alone` bytes.
        """
        self._spool = spool
        self._most = min((os.cpu_count() or 1) - 1, _MOST) if processes is None else processes
        self._readers: _Readers | None = None
        self._left = alone
        self.key = b""
        """What the edition that was read last is kept by."""

    def __enter__(self) -> Reading:
        return self

    def __exit__(self, *_: object) -> None:
        if self._readers is not None:
            self._readers.close()

    def read(self, documents: Iterable[tuple[Edition, ...]]) -> Iterator[Iterator[tuple[Edition, Kept | SourceError]]]:
        """Each document's editions with what is in them, or why they cannot be read."""
        waiting: deque[list[_Begun]] = deque()
        ahead = 0
        for editions in documents:
            begun = [self._begin(edition) for edition in editions]
            waiting.append(begun)
            ahead += _size(begun)
            while waiting and (ahead > _AHEAD or len(waiting) > _DOCUMENTS_AHEAD or self._readers is None):
                first = waiting.popleft()
                ahead -= _size(first)
                yield ((one.edition, self._ended(one)) for one in first)
        for first in waiting:
            yield ((one.edition, self._ended(one)) for one in first)

    def _begin(self, edition: Edition) -> _Begun:
        begun = _Begun(edition)
        try:
            begun.content = content_of(edition.path) if edition.content is None else edition.content
        except SourceError as error:
            begun.error = error
            return begun
        begun.key = key_of(edition.path, begun.content)
        begun.kept = self._spool.get(begun.key)
        if begun.kept is None:
            self._left -= len(begun.content)
            if self._readers is None and self._most > 0 and self._left < 0:
                self._readers = _Readers(self._most)
            if self._readers is not None:
                begun.reply = self._readers.read(edition.path, begun.content)
        return begun

    def _ended(self, begun: _Begun) -> Kept | SourceError:
        self.key = begun.key
        if begun.error is not None:
            return begun.error
        if begun.kept is not None:
            return begun.kept
        reply = begun.reply.result() if begun.reply is not None else b""
        try:
            kept = from_json(reply) if reply else None
            if kept is None:
                kept = kept_of(begun.edition.path, begun.content)
                reply = as_json(kept)
        except SourceError as error:
            return error
        self._spool.keep(begun.key, reply)
        return kept


def _size(begun: list[_Begun]) -> int:
    return sum(len(one.content) for one in begun)


class _Readers:
    """Processes that read documents, each fed by a thread of its own."""

    def __init__(self, count: int) -> None:
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="fingerpost-reading")
        self._own = threading.local()
        self._processes: list[subprocess.Popen[bytes]] = []

    def read(self, path: Path, content: bytes) -> Future[bytes]:
        """What is in a document, as JSON; nothing where no process could read it."""
        return self._threads.submit(self._read, path, content)

    def _read(self, path: Path, content: bytes) -> bytes:
        try:
            process = self._process()
            assert process.stdin is not None
            assert process.stdout is not None
            head = json.dumps({"name": path.name, "size": len(content)})
            process.stdin.write(head.encode() + b"\n" + content)
            process.stdin.flush()
            size = process.stdout.read(HEADER_BYTES)
            reply = process.stdout.read(int(size)) if size else b""
            return reply if size and len(reply) == int(size) else b""
        except (OSError, ValueError):  # it ended: what it was given is read by whoever asked
            return b""

    def _process(self) -> subprocess.Popen[bytes]:
        if not hasattr(self._own, "process"):
            command = command_of(_PROGRAM)
            self._own.process = subprocess.Popen(  # noqa: S603 - our own interpreter
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            self._processes.append(self._own.process)
        process: subprocess.Popen[bytes] = self._own.process
        return process

    def close(self) -> None:
        """End the processes and their threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in self._processes:
            process.kill()
        self._threads.shutdown()
        for process in self._processes:
            process.wait()
            close_pipes(process)
