"""The tags of a function, by the rules in `rules.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import PurePosixPath
from typing import Final, NamedTuple

SUBSYSTEM: Final = "subsystem-name"
RISK: Final = "security-risk"
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+\d*|\d+")
_OUTER: Final = frozenset({"", ".", "src", "source", "sources", "lib", "include", "main"})
"""Folders that most code bases have, and that say nothing of a part of one."""


class Tag(NamedTuple):
    """A tag as code property graphs have it: the name of its family, and its value."""

    name: str
    value: str


@dataclass(frozen=True)
class TagRule:
    """When a function has a tag, and the words by which questions name it."""

    tag: Tag
    said: tuple[str, ...]
    names: frozenset[str]
    starts: tuple[str, ...]
    calls: tuple[str, ...]

    def holds(self, name: str, *, is_called: bool) -> bool:
        """Whether a function with this word in its name, or that calls one of this name, has the tag."""
        if not is_called:
            return name in self.names or name.startswith(self.starts)
        return any(name == one or (one.endswith(("_", "exec")) and name.startswith(one)) for one in self.calls)


@cache
def tag_rules() -> tuple[TagRule, ...]:
    """The rules, in the order of the file."""
    data = tomllib.loads((files(__package__) / "rules.toml").read_text(encoding="utf-8"))
    return tuple(
        TagRule(
            Tag(one["family"], one["value"]),
            tuple(one["said"]),
            frozenset(one.get("names", ())),
            tuple(one.get("starts", ())),
            tuple(one.get("calls", ())),
        )
        for one in data["tag"]
    )


def tags_of(name: str, file: str, called: Collection[str]) -> tuple[Tag, ...]:
    """The tags of a function by its name, its file, and the names of the functions that it calls."""
    words = [word.lower() for word in _WORD.findall(name)]
    held = {n for word in words for n in _held(word, is_called=False)}
    held |= {n for name in called for n in _held(name, is_called=True)}
    found = [tag_rules()[n].tag for n in sorted(held)]
    if part := subsystem(file):
        found.append(Tag(SUBSYSTEM, part))
    return tuple(found)


@lru_cache(1 << 16)
def _held(word: str, *, is_called: bool) -> frozenset[int]:
    """The rules that a word of a name, or a callee, fulfils: the same stand in many functions."""
    return frozenset(n for n, rule in enumerate(tag_rules()) if rule.holds(word, is_called=is_called))


def subsystem(file: str) -> str:
    """The part of the code base that a file belongs to: its folder, or where it has none of its own its stem."""
    path = PurePosixPath(file.replace("\\", "/"))
    if not file or not path.stem:
        return ""
    folder = path.parent.name
    return path.stem if folder in _OUTER else folder
