"""Output to a terminal or a pipe: styled text and tables on a terminal, else plain text; JSON documents."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TextIO

import typer

if TYPE_CHECKING:
    from rich.console import Console

BROKEN_PIPE = 141
"""128 + SIGPIPE, the exit code of a program killed by that signal."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_FIELD = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})

_HANGING = re.compile(r"\s*(?:\d+\. )?")
_NARROWEST = 9
"""Characters of a terminal that a column takes at least: in less, every word is broken."""


class Screen:
    """Standard output of one command."""

    def __init__(self) -> None:
        self.terminal = sys.stdout.isatty()

    def say(self, text: str = "", *, style: str | None = None) -> None:
        """Write a line. `style` is the name of a colour, "bold" or "dim"; ignored without colours."""
        self._write(styled(visible(text), style, sys.stdout) + "\n")

    def prose(self, text: str, *, style: str | None = None) -> None:
        """Write lines; on a terminal, those that are too long are broken between words, and hang."""
        if self.terminal:
            width = shutil.get_terminal_size().columns
            text = "\n".join(_broken(line, width) for line in visible(text).split("\n"))
        self.say(text, style=style)

    def document(self, data: Any) -> None:
        """Write one JSON document: a string of JSON, or anything that `json` can serialise."""
        utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
        if isinstance(data, str):
            data = data if utf8 else json.dumps(json.loads(data), indent=2)
        else:
            data = json.dumps(data, indent=2, ensure_ascii=not utf8)
        self._write(data + "\n")

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Write rows: a table on a terminal, else tab-separated lines after a line of column names."""
        if not self.terminal:
            for row in (columns, *rows):
                self._write("\t".join(visible(cell.translate(_FIELD)) for cell in row) + "\n")
            return
        from rich.box import SIMPLE_HEAD
        from rich.table import Table
        from rich.text import Text

        table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
        for column in columns:
            table.add_column(Text(visible(column)), overflow="fold")
        for row in rows:
            table.add_row(*(Text(visible(cell)) for cell in row))
        console_of(sys.stdout).print(table)

    def has_room(self, columns: int) -> bool:
        """Whether a table of so many columns can be read on this terminal."""
        return self.terminal and columns * _NARROWEST <= console_of(sys.stdout).width

    def binary(self, data: bytes) -> None:
        """Write bytes, for a file."""
        self.flush()
        try:
            sys.stdout.buffer.write(data)
        except BrokenPipeError:
            _silence(sys.stdout)
            raise typer.Exit(BROKEN_PIPE) from None

    def aside(self, text: str, *, style: str | None = None) -> None:
        """Write a line to standard error, so that it does not mix with rows on standard output."""
        sys.stderr.write(styled(visible(text), style, sys.stderr) + "\n")

    def flush(self) -> None:
        """Flush standard output."""
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            _silence(sys.stdout)
            raise typer.Exit(BROKEN_PIPE) from None

    def _write(self, text: str) -> None:
        try:
            sys.stdout.write(text)
        except BrokenPipeError:
            _silence(sys.stdout)
            raise typer.Exit(BROKEN_PIPE) from None


def visible(text: str) -> str:
    """The text with control characters escaped: values of a graph must not control the terminal."""
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


def _broken(line: str, width: int) -> str:
    """A line in pieces of a width, the later ones behind its indentation and number ("12. ")."""
    hanging = _HANGING.match(line)
    if len(line) <= width or hanging is None or 2 * hanging.end() > width:
        return line
    indent = " " * hanging.end()
    pieces = textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(pieces)


def coloured(stream: TextIO) -> bool:
    """Whether a stream takes escape sequences."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def styled(text: str, style: str | None, stream: TextIO) -> str:
    """The text in a style, if the stream has colours."""
    if style is None or not coloured(stream):
        return text
    if style in ("bold", "dim"):
        return typer.style(text, bold=style == "bold" or None, dim=style == "dim" or None)
    return typer.style(text, fg=style)


def prepare_streams() -> None:
    """Replace characters that an encoding lacks, and bytes that are not text, instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def finish(code: int) -> int:
    """Flush standard output and return the exit code. A closed pipe is not an error."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _silence(sys.stdout)
        return BROKEN_PIPE
    return code


def console_of(stream: TextIO) -> Console:
    """A rich console on a stream, without escape sequences if they are turned off."""
    from rich.console import Console

    return Console(file=stream, color_system="auto" if coloured(stream) else None, highlight=False, emoji=False)


def _silence(stream: TextIO) -> None:
    """Redirect a stream to nowhere, so that the interpreter's final flush does not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
