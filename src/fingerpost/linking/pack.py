"""Packs: a domain's words as data. This is the part that linking reads: `pack.toml` in a folder.

name = "buildings"
[labels]        Wall = ["wall", "partition"]
[properties]    isExternal = ["external", "exterior"]
[relations]     ON_LEVEL = ["on", "at level"]
[show]          Wall = "name"
[values]        "ground floor" = { label = "Level", property = "name", value = "Level 1" }
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
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
        SettingsError: `pack.missing` or `pack.invalid`, with the line where TOML tells it.
    """
    folder = Path(name)
    if (folder / PACK_FILE).is_file():
        text = (folder / PACK_FILE).read_text(encoding="utf-8")
    else:
        resource = files("fingerpost.packs") / name / PACK_FILE
        if not name.replace("-", "").replace("_", "").isalnum() or not resource.is_file():
            raise SettingsError(f"there is no pack {name}", code="pack.missing")
        text = resource.read_text(encoding="utf-8")
    try:
        return Pack.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"pack {name}: {error}", code="pack.invalid") from error
    except ValidationError as error:
        places = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise SettingsError(f"pack {name}: {places}", code="pack.invalid") from error
