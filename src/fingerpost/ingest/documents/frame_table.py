"""The table of what verbs, columns and nouns say (`frames.toml`), read once."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Frame:
    """What a verb says; `reversed`: the relationship leads from the object to the subject. `base`: it is the form that
    stands behind "did" and the like."""

    relation: str
    passive: bool
    reversed: bool
    base: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """What a column, or a line such as `Owner: Dana Cruz`, says of the thing it belongs to."""

    relation: str
    reversed: bool


@dataclass(frozen=True)
class Table:
    """All verbs as one pattern, the longest first; what each says; what fields say; the kinds that nouns mean.

    `sections` are headings that name no thing; `asked` are verbs that only questions have ("called before").
    """

    verbs: re.Pattern[str]
    frames: dict[str, Frame]
    fields: dict[str, Field]
    kinds: dict[str, str]
    sections: frozenset[str]
    asked: dict[str, Frame]


@cache
def table() -> Table:
    """The table."""
    data = tomllib.loads(files("fingerpost.ingest.documents").joinpath("frames.toml").read_text(encoding="utf-8"))
    frames: dict[str, Frame] = {}
    for row in data["frame"]:
        for voice in ("active", "passive"):
            for verb in filter(None, row.get(voice, "").split("|")):
                frames[verb] = Frame(row["relation"], voice == "passive", bool(row.get(f"{voice}_reversed")))
        for verb in filter(None, row.get("base", "").split("|")):
            frames[verb] = Frame(row["relation"], passive=False, reversed=bool(row.get("active_reversed")), base=True)
    fields = {
        name: Field(row["relation"], given == "reversed_names")
        for row in data["field"]
        for given in ("names", "reversed_names")
        for name in filter(None, row.get(given, "").split("|"))
    }
    verbs = "|".join(re.escape(verb) for verb in sorted(frames, key=len, reverse=True))
    kinds = {word: row["kind"] for row in data["kind"] for word in row["words"].split()}
    sections = frozenset(data["sections"]["words"].split())
    asked = {
        verb: Frame(row["relation"], passive=False, reversed=bool(row.get("reversed")))
        for row in data["asked"]
        for verb in row["verbs"].split("|")
    }
    return Table(re.compile(rf"\b(?:{verbs})\b"), frames, fields, kinds, sections, asked)
