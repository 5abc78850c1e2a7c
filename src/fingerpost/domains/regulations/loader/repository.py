"""A git repository of a corpus: its commits are the dates of editions. Only what is committed is read, never run."""

from __future__ import annotations

import datetime as dt
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fingerpost.core.errors import SourceError

_NOTHING: Final = "0" * 40
_SECONDS: Final = 600
_ENVIRONMENT: Final = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
}


@dataclass(frozen=True, slots=True)
class Committed:
    """What a file was from a day on: the id of its content in the repository."""

    date: dt.date
    blob: str


class Repository:
    """A repository, by its `.git` folder, a bare one, or the folder that was checked out from it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def history(self) -> dict[str, list[Committed]]:
        """The contents that each XML file had, the oldest first. Of several commits of a day, the last counts.

        Files that the newest commit does not have are left out.

        Raises:
            SourceError: `source.format`; git is not installed, or cannot read the repository.
        """
        found: dict[str, list[Committed]] = {}
        gone: set[str] = set()
        date = dt.date.min
        options = ("--reverse", "--format=commit %cs", "--raw", "--no-renames", "--no-abbrev", "-m", "--first-parent")
        entries = iter(self._run("log", *options, "-z", "--", "*.xml").replace("\n", "\0").split("\0"))
        for entry in entries:
            if entry.startswith("commit "):
                date = dt.date.fromisoformat(entry.removeprefix("commit "))
            elif entry.startswith(":"):
                blob, name = entry.split()[3], next(entries)
                if blob == _NOTHING:
                    gone.add(name)
                    continue
                gone.discard(name)
                contents = found.setdefault(name, [])
                if contents and contents[-1].date == date:
                    contents.pop()
                contents.append(Committed(date, blob))
        return {name: contents for name, contents in found.items() if name not in gone}

    def contents(self, blobs: list[str]) -> Iterator[bytes]:
        """The contents of blobs, in their order. Raises as `history` does."""
        command = self._command("cat-file", "--batch")
        environment = {**os.environ, **_ENVIRONMENT}
        with subprocess.Popen(  # noqa: S603 - git, with arguments of our own
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            for blob in blobs:
                process.stdin.write(f"{blob}\n".encode())
                process.stdin.flush()
                head = process.stdout.readline().split()
                if len(head) != 3:
                    raise self._unreadable(f"it does not have {blob}")
                content = process.stdout.read(int(head[2]))
                process.stdout.read(1)
                yield content
            process.stdin.close()

    def _run(self, *arguments: str) -> str:
        try:
            done = subprocess.run(  # noqa: S603 - git, with arguments of our own
                self._command(*arguments), capture_output=True, timeout=_SECONDS, env={**os.environ, **_ENVIRONMENT}
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise self._unreadable(str(error)) from error
        if done.returncode:
            raise self._unreadable(done.stderr.decode(errors="replace").strip())
        return done.stdout.decode("utf-8", errors="surrogateescape")

    def _command(self, *arguments: str) -> list[str]:
        program = shutil.which("git")
        if program is None:
            raise self._unreadable("git is not installed")
        place = f"--git-dir={self.path}" if not (self.path / ".git").exists() else f"--git-dir={self.path / '.git'}"
        return [program, place, "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", *arguments]

    def _unreadable(self, why: str) -> SourceError:
        return SourceError(f"{self.path}: {why}", code="source.format", details={"file": str(self.path)})


def is_repository(path: Path) -> bool:
    """Whether a folder is a `.git` folder or a bare repository. Never raises."""
    try:
        return (path / "HEAD").is_file() and (path / "objects").is_dir() and (path / "refs").is_dir()
    except OSError:
        return False


def is_checkout(path: Path) -> bool:
    """Whether a folder was checked out from a repository that lies in it. Never raises."""
    return is_repository(path / ".git")
