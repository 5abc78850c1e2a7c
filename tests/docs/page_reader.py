"""Someone who follows a page: types its commands, saves its files, runs its Python, and compares what comes out."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import page_blocks

from fingerpost.surfaces.cli.main import run

# It keeps what stands for stderr when it is first imported, which must not be the output of some command.
with contextlib.suppress(ImportError):
    importlib.import_module("mcp.client.stdio")

SECONDS = 60
"""How long one command may take."""

_SINGLE = re.compile(r"'[^']*'")
_DOUBLE = re.compile(r'"[^"]*"')
_SHELL = re.compile(r"[|<>&;*?(){}~\n\[\]]|(?<!\S)#")
_EXPANSION = re.compile(r"[$`\\]")
_ASSIGNMENT = re.compile(r"(FINGERPOST_\w+)=(.*)")
_TO_A_FILE = re.compile(r"(.*\S) > ([\w.-]+)")
_READS_NOTHING = ("fingerpost", "demo")
"""How a command begins that does the same in any folder that has nothing of what it leaves."""


def plain_words(command: str, folder: Path) -> list[str] | None:
    """The words of a `fingerpost` command that asks nothing of a shell but to part them, and for $PWD; else None."""
    command = command.replace("$PWD", str(folder))
    outside = _SINGLE.sub("''", command)
    if _EXPANSION.search(outside) or _SHELL.search(_DOUBLE.sub('""', outside)):
        return None
    words = shlex.split(command)
    first = next((word for word in words if not _ASSIGNMENT.fullmatch(word)), None)
    return words if first == "fingerpost" else None


@dataclass(frozen=True)
class _Began:
    """What a command did in an empty folder: its exit code, what it wrote, and a copy of the folder that it left."""

    code: int
    output: str
    folder: Path


class Beginnings:
    """The commands that pages begin with: each is run once, because in an empty folder it does the same each time.

    What is loaded remembers where its sources lie, so every page has the same folder, `page`.
    """

    def __init__(self, folder: Path) -> None:
        self.page = folder / "page"
        self.cache = folder / "cache"
        self._kept = folder / "kept"
        self._began: dict[tuple[str, ...], _Began] = {}

    def empty(self) -> Path:
        """The folder of the next page."""
        for place in (self.page, self.cache):
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir()
        return self.page

    def again(self, words: tuple[str, ...]) -> _Began | None:
        """What the command did before, done again; None where it was not run yet, or may do something else here."""
        began = self._began.get(words)
        there = {path.name for path in self.page.iterdir()}
        if began is None or (there and words[:2] != _READS_NOTHING) or not there.isdisjoint(os.listdir(began.folder)):
            return None
        shutil.copytree(began.folder, self.page, dirs_exist_ok=True)
        return began

    def keep(self, words: tuple[str, ...], code: int, output: str) -> None:
        """Remember what the command did."""
        kept = shutil.copytree(self.page, self._kept / str(len(self._began)))
        self._began[words] = _Began(code, output, kept)


class Reader:
    """Follows the blocks of one page, in order, in the folder of the page, which it is in."""

    def __init__(self, beginnings: Beginnings) -> None:
        self._folder = beginnings.page
        self._beginnings = beginnings
        self._code = 0
        self._names: dict[str, object] = {"__name__": "__docs__"}
        self._printed = ""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("FINGERPOST_", "PYTEST_"))}
        path = os.pathsep.join([str(Path(sys.executable).parent), kept.get("PATH", os.defpath)])
        self._environment = {**kept, "PATH": path, "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "COLUMNS": "80"}
        self._environment["FINGERPOST_CACHE_FOLDER"] = str(beginnings.cache)

    def follow(self, block: page_blocks.Block) -> list[str]:
        """Do what a block says, and tell what came out otherwise than the page says."""
        if block.file is not None:
            (self._folder / block.file).parent.mkdir(exist_ok=True)
            (self._folder / block.file).write_text(block.body, encoding="utf-8")
            return []
        if block.kind == "console":
            wrong = [self._typed(command) for command in page_blocks.commands(block)]
            return [text for text in wrong if text]
        if block.kind == "output":
            printed, self._printed = self._printed, ""
            return [] if page_blocks.matches(block.body, printed) else [_told(block.line, "", block.body, printed)]
        if block.kind == "python":
            left = self.left_over()
            self._run(block)
            return left
        return []

    def left_over(self) -> list[str]:
        """What Python printed and no block of output shows."""
        printed, self._printed = self._printed, ""
        return [f"Python printed what the page does not show:\n{printed}"] if printed else []

    def _typed(self, command: page_blocks.Command) -> str:
        words = plain_words(command.text, self._folder)
        to_a_file = None if words else _TO_A_FILE.fullmatch(command.text)
        written = plain_words(to_a_file[1], self._folder) if to_a_file else None
        if words is not None:
            actual = self._begun(tuple(words))
        elif to_a_file is not None and written is not None:
            actual = self._in_process(written, self._folder / to_a_file[2])
        else:
            actual = self._in_shell(command.text)
        if page_blocks.matches(command.expected, actual):
            return ""
        return _told(command.line, f"$ {command.text}\n", command.expected, actual)

    def _in_shell(self, command: str) -> str:
        ran = subprocess.run(
            ["bash", "-c", f"(exit {self._code})\n{command}"],
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS,
            check=False,
        )
        self._code = ran.returncode
        return ran.stdout.decode("utf-8")

    def _begun(self, words: tuple[str, ...]) -> str:
        began = self._beginnings.again(words)
        if began is not None:
            self._code = began.code
            return began.output
        empty = not any(self._folder.iterdir())
        output = self._in_process(list(words))
        if empty:
            self._beginnings.keep(words, self._code, output)
        return output

    def _in_process(self, words: list[str], to: Path | None = None) -> str:
        """The same command line without a new process, most of whose time would go into imports."""
        begin = words.index("fingerpost")
        given = dict(_ASSIGNMENT.fullmatch(word).groups() for word in words[:begin])  # type: ignore[union-attr]
        raw = io.BytesIO()
        out = io.TextIOWrapper(raw, encoding="utf-8", write_through=True)
        with (
            mock.patch.dict(os.environ, {**self._environment, **given}),
            mock.patch.object(sys, "stdin", io.StringIO()),
            contextlib.nullcontext(out) if to is None else to.open("w", encoding="utf-8") as told,
            contextlib.redirect_stdout(told),
            contextlib.redirect_stderr(out),
        ):
            self._code = run(words[begin + 1 :])
        return raw.getvalue().decode("utf-8")

    def _run(self, block: page_blocks.Block) -> None:
        code = compile("\n" * block.line + block.body, "<page>", "exec")
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(code, self._names)
        self._printed = out.getvalue()


def _told(line: int, command: str, expected: str, actual: str) -> str:
    return f"line {line}:\n{command}--- the page says\n{expected}\n--- it is\n{actual}"
