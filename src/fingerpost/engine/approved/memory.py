"""The file of approvals of one knowledge base: JSON Lines, each an approval or the undoing of one."""

from __future__ import annotations

import fcntl
import json
import os
import threading
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError

from fingerpost.core.errors import SettingsError
from fingerpost.engine.approved.approval import Approval

APPROVED_FILE = "approved.jsonl"
_UNDO = "undo"


class ApprovedMemory:
    """The approvals in a folder. Thread-safe; several processes may write. Each is on disk when `add` returns."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / APPROVED_FILE
        self._lock = threading.Lock()
        self._seen: tuple[int, int] | None = None
        self._approvals: tuple[Approval, ...] = ()

    def all(self) -> tuple[Approval, ...]:
        """The approvals that stand, oldest first; read again only when the file has changed.

        Raises:
            SettingsError: `approved.invalid`: a line is not an approval.
        """
        try:
            status = self.path.stat()
        except OSError:
            return ()
        seen = (status.st_mtime_ns, status.st_size)
        with self._lock:
            if seen != self._seen:
                self._approvals = self._read()
                self._seen = seen
            return self._approvals

    def add(self, approvals: Iterable[Approval], instead_of: Iterable[Approval] = ()) -> None:
        """Keep approvals, and undo those that they replace, in one write.

        Raises:
            SettingsError: `approved.unwritable`.
        """
        undone = "".join(_undoing(one.id) for one in instead_of)
        self._append(undone + "".join(f"{one.model_dump_json()}\n" for one in approvals))

    def undo(self, id_: str) -> Approval:
        """Take an approval back; what it was.

        Raises:
            SettingsError: `approved.unknown`: none of this id stands; `approved.unwritable`.
        """
        found = next((one for one in self.all() if one.id == id_), None)
        if found is None:
            raise SettingsError(f"there is no approval {id_}", code="approved.unknown", hint="--list shows them")
        self._append(_undoing(id_))
        return found

    def _append(self, text: str) -> None:
        try:
            with self.path.open("a+b") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                file.seek(0, os.SEEK_END)
                if file.tell():
                    file.seek(-1, os.SEEK_END)
                    if file.read(1) != b"\n":  # a process was killed while it wrote: that line was never acknowledged
                        text = "\n" + text
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            reason = error.strerror or str(error)
            raise SettingsError(f"{self.path} cannot be written: {reason}", code="approved.unwritable") from error

    def _read(self) -> tuple[Approval, ...]:
        found: dict[str, Approval] = {}
        lines = self.path.read_text(encoding="utf-8").split("\n")
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                undone = json.loads(line).get(_UNDO)
                one = None if undone else Approval.model_validate_json(line)
            except (ValueError, AttributeError, ValidationError):
                if number == len(lines) or not _is_whole(line):
                    continue
                raise SettingsError(
                    f"{self.path}: line {number} is not an approval", code="approved.invalid", hint="remove the line"
                ) from None
            if one is not None:
                found[one.id] = one
            else:
                found.pop(undone, None)
        return tuple(found.values())


def _undoing(id_: str) -> str:
    return json.dumps({_UNDO: id_, "when": datetime.now(UTC).isoformat(timespec="seconds")}) + "\n"


def _is_whole(line: str) -> bool:
    """Whether a line was written to its end: a process may have been killed in the middle of one."""
    return line.rstrip().endswith("}")
