"""Reads the fenced blocks of a page, and matches what a command wrote with what the page says that it writes.

Kinds of blocks: `console` (lines that begin with `$ ` are run, lines that begin with `> ` go on with the command, the
rest is the output), `python` (run in order, with one set of names for the page), `output` (what the Python block
before it printed), and a kind with a file's name behind it (`csv people.csv`): the block is written to that file.
Blocks of any other kind are not run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_FENCE = re.compile(r"^(?P<fence>`{3,})(?P<info>[^`\n]*)\n(?P<body>.*?)^(?P=fence)[ \t]*$", re.MULTILINE | re.DOTALL)
GAP = "..."


@dataclass(frozen=True)
class Block:
    """A fenced block: its kind, the file that it is to be written to, its text, and the line at which it begins."""

    kind: str
    file: str | None
    body: str
    line: int


@dataclass(frozen=True)
class Command:
    """A command of a console block, and the output that the page shows for it."""

    text: str
    expected: str
    line: int


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in _FENCE.finditer(text):
        kind, _, file = match["info"].strip().partition(" ")
        line = text.count("\n", 0, match.start()) + 1
        found.append(Block(kind, file.strip() or None, match["body"], line))
    return found


def commands(block: Block) -> list[Command]:
    """The commands of a console block."""
    found: list[tuple[list[str], list[str], int]] = []
    for number, line in enumerate(block.body.splitlines(), block.line + 1):
        if line.startswith("$ "):
            found.append(([line[2:]], [], number))
        elif not found:
            raise ValueError(f"line {number} stands before the first command")
        elif line.startswith("> ") and not found[-1][1]:
            found[-1][0].append(line[2:])
        else:
            found[-1][1].append(line)
    return [Command("\n".join(text), "\n".join(output), line) for text, output, line in found]


def matches(expected: str, actual: str) -> bool:
    """Whether an output is the one that a page shows.

    A line that is `...` alone stands for any number of lines, `...` within a line for any part of it. White space at
    the ends of lines and of the whole does not count.
    """
    wanted = [line.rstrip() for line in expected.strip().splitlines()]
    pattern = "".join(_line(line) for line in wanted)
    given = "".join(f"{line.rstrip()}\n" for line in actual.strip().splitlines())
    return re.fullmatch(pattern, given) is not None


def _line(line: str) -> str:
    if line.strip() == GAP:
        return r"(?:.*\n)*"
    return ".*".join(map(re.escape, line.split(GAP))) + r"\n"
