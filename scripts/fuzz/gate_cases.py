"""The written cases of the gate: texts in files, one to a block, for tests and for the fuzzer.

Blocks are parted by empty lines. The first line of a block says what is expected, the rest is the text:

    refused W001              the gate refuses it, with this finding among its findings
    harmless: the reason      the gate lets it through, or the dialect cannot say it: what looks hostile is data
    passes                    the gate lets it through

A block that begins with `# ` is a remark. `<U+0000>` stands for the character with that number, where a file should not
hold the character itself; a text that has an empty line in it writes `<U+000A>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

HOSTILE = Path(__file__).resolve().parents[2] / "tests" / "gate" / "hostile"
_CHARACTER = re.compile(r"<U\+([0-9A-F]{4,6})>")


@dataclass(frozen=True)
class Case:
    """One text. `code` is the expected finding, or "" where it is let through; `where` is the file and its line."""

    where: str
    text: str
    code: str
    reason: str


def read_cases(paths: Iterable[Path]) -> Iterator[Case]:
    """The cases of files, in order.

    Raises:
        ValueError: a block does not begin with what is expected, or has no text.
    """
    for path in paths:
        line = 1
        for block in path.read_text(encoding="utf-8").split("\n\n"):
            head, _, text = block.strip("\n").partition("\n")
            where = f"{path.name}:{line + len(block) - len(block.lstrip(chr(10)))}"
            line += block.count("\n") + 2
            if not head.startswith("# "):
                yield _case(where, head, text)


def hostile_texts() -> tuple[str, ...]:
    """The texts of the hostile corpus."""
    return tuple(case.text for case in read_cases(sorted(HOSTILE.glob("*.txt"))))


def said(text: str) -> str:
    """A text with its characters in the place of their numbers."""
    return _CHARACTER.sub(lambda found: chr(int(found[1], 16)), text)


def _case(where: str, head: str, text: str) -> Case:
    kind, _, rest = head.partition(" ")
    if not text or kind not in ("refused", "harmless:", "passes") or (kind != "passes") != bool(rest):
        raise ValueError(
            f"{where}: expected `refused CODE`, `harmless: REASON` or `passes`, and a text, found {head!r}"
        )
    return Case(where, said(text), rest if kind == "refused" else "", rest if kind == "harmless:" else "")
