"""Packs: a domain's words as data. This is the part that linking reads: `pack.toml` in a folder.

name = "buildings"
[labels]        Wall = ["wall", "partition"]
[properties]    isExternal = ["external", "exterior"]
[relations]     ON_LEVEL = ["on", "at level"]
[show]          Wall = "name"
[values]        "ground floor" = { label = "Level", property = "name", value = "Level 1" }
"""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from fingerpost.core.errors import SettingsError
from fingerpost.core.schema import Frozen

PACK_FILE = "pack.toml"


class ValueAlias(Frozen):
    """What a phrase means: a property of a label that has a value."""

    label: str
    property: str
    value: Any


class Pack(Frozen):
    """A domain's words. Every name is one of the graph's own; phrases are lists of words people use for it.

    `hidden` names labels and properties that questions never mean (internal ones). `absent` names labels that a graph
    of this domain may happen to lack, each with a label that it is like: asked for, there are none of them.
    """

    name: str = ""
    description: str = ""
    labels: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    properties: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    relations: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    values: dict[str, ValueAlias] = Field(default_factory=dict)
    show: dict[str, str] = Field(default_factory=dict)
    hidden: tuple[str, ...] = ()
    absent: dict[str, str] = Field(default_factory=dict)


EMPTY_PACK = Pack()


def read_pack(name: str) -> Pack:
    """A pack by its name (of those in the wheel) or by the path of its folder.

    Raises:
        SettingsError: `pack.missing`, or `pack.invalid` with the file and the line.
    """
    file = _file(name)
    content = file.read_bytes()
    try:
        text = content.decode()
        return Pack.model_validate(tomllib.loads(text))
    except UnicodeDecodeError as error:
        raise _invalid(file, content.count(b"\n", 0, error.start) + 1, "this is not UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        said, _, place = str(error).partition(" (at ")
        line = re.match(r"line (\d+)", place)
        raise _invalid(file, int(line[1]) if line else text.count("\n") + 1, said) from error
    except ValidationError as error:
        first = error.errors()[0]
        said = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        raise _invalid(file, _line(text, tuple(map(str, first["loc"]))), said) from error


def _file(name: str) -> Traversable:
    folder = Path(name)
    if name and (folder / PACK_FILE).is_file():
        return folder / PACK_FILE
    packs = files("fingerpost.packs")
    if name.replace("-", "").replace("_", "").isalnum() and (packs / name / PACK_FILE).is_file():
        return packs / name / PACK_FILE
    known = ", ".join(sorted(entry.name for entry in packs.iterdir() if (entry / PACK_FILE).is_file()))
    hint = f"packs by name: {known}; or give a folder that holds {PACK_FILE}"
    raise SettingsError(f"there is no pack {name}", code="pack.missing", hint=hint)


def _invalid(file: Traversable, line: int, said: str) -> SettingsError:
    details = {"file": str(file), "line": line}
    return SettingsError(f"{file}:{line}: {said}", code="pack.invalid", details=details)


_KEY = re.compile(
    r"""\s*(?P<table>\[)?\s*(?P<key>(?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*[]=]"""
)
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")


def _line(text: str, place: tuple[str, ...]) -> int:
    """The line of a TOML text on which a key stands, or the innermost table or key about it that does."""
    found, depth, table = 1, 0, ()
    for number, line in enumerate(text.split("\n"), 1):
        key = _KEY.match(line)
        if key is None:
            continue
        path = tuple(part.strip("\"'") for part in _PART.findall(key["key"]))
        if key["table"]:
            table = path
        else:
            path = (*table, *path)
        if len(path) > depth and path == place[: len(path)]:
            found, depth = number, len(path)
    return found
