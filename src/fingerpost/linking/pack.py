"""Packs: a domain's words as data, in a folder with a file `pack.toml`. docs/packs.md tells what may stand in it.

[labels]        Wall = ["partition"]
[properties]    isExternal = ["external", "exterior"]
[relations]     ON_LEVEL = ["on", "at level"]
[values]        "ground floor" = { label = "Level", property = "name", value = "Level 1" }
[show]          Wall = "name"

A pack says words only: nothing in it runs. Its folder may hold other files, each read by a module of its own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from fnmatch import fnmatchcase
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from fingerpost.core.errors import SettingsError
from fingerpost.core.plugins import PACKS, installed
from fingerpost.core.schema import Frozen, GraphSchema
from fingerpost.linking.pack_lines import Place, line_of, lines
from fingerpost.linking.pack_shape import Problem, shape_problems

PACK_FILE = "pack.toml"

Words = tuple[str, ...]


class RelationWords(Frozen):
    """What people say for a relationship type.

    `forward` words lead from the start of the arrow to its end ("crimes investigated by officers", for a type from
    crimes to officers), `backward` words from its end to its start ("officers who investigate crimes"), `either` words
    say nothing of direction. `start` and `end` are nouns for the node at that end, as the other calls it ("owner of");
    `each` are nouns for both ("roommate", "friend").
    """

    forward: Words = ()
    backward: Words = ()
    either: Words = ()
    start: Words = ()
    end: Words = ()
    each: Words = ()

    @property
    def ways(self) -> tuple[tuple[str, str], ...]:
        """Every phrase for the relationship itself, and the way that it leads: "forward", "backward" or ""."""
        free = [(said, "") for said in (*self.either, *self.each)]
        led = [(said, "forward") for said in self.forward] + [(said, "backward") for said in self.backward]
        return (*led, *free)


class ValueAlias(Frozen):
    """What a phrase means: a property of a label, or of a relationship type, that has a value."""

    label: str | None = None
    relation: str | None = None
    property: str
    value: Any

    @cached_property
    def owner(self) -> str:
        return self.label or self.relation or ""


class Ranking(Frozen):
    """What a superlative ranks by: the most or the least of a property, of one label where it is named."""

    order: Literal["most", "least"]
    label: str | None = None
    property: str


class Example(Frozen):
    """A question and the Cypher that answers it."""

    question: str
    cypher: str


def _flat(given: Any) -> Any:
    """`Person.name = [...]` is a table in a table: one key with a dot here."""
    if not isinstance(given, Mapping):
        return given
    found: dict[str, Any] = {}
    for name, value in given.items():
        inner = value.items() if isinstance(value, Mapping) else None
        found.update({name: value} if inner is None else {f"{name}.{last}": words for last, words in inner})
    return found


def _listed(given: Any) -> Any:
    return (given,) if isinstance(given, str) else given


def _relation(given: Any) -> Any:
    return {"either": given} if isinstance(given, (list, tuple)) else given


def _ranking(given: Any) -> Any:
    if not isinstance(given, str):
        return given
    order, _, what = given.partition(" ")
    label, _, name = what.strip().rpartition(".")
    return {"order": order, "label": label or None, "property": name}


_Flat = BeforeValidator(_flat)
_Listed = BeforeValidator(_listed)
_Relation = Annotated[RelationWords, BeforeValidator(_relation)]
_Rankings = Annotated[tuple[Annotated[Ranking, BeforeValidator(_ranking)], ...], _Listed]


class Pack(Frozen):
    """A domain's words. Names are the graph's own; phrases are lists of words that people use for them.

    `general` marks a pack for many graphs, each of which may lack some of its names. `hidden` names labels, types and
    properties that questions never mean, or patterns of them with `*`; `ignore` holds phrases that say nothing.
    `absent` names labels that a graph of this domain may happen to lack, each with a label that it is like: asked for,
    there are none of them. `recognised_by` names labels and types by which a database is known to be of this domain:
    one that has all of them gets the pack where none was chosen. Keys of `properties` and `units` are `name`, or
    `owner.name` where it holds for one label or type only.
    """

    name: str = ""
    description: str = ""
    general: bool = False
    recognised_by: Words = ()
    hidden: Words = ()
    ignore: Words = ()
    labels: dict[str, Words] = Field(default_factory=dict)
    properties: Annotated[dict[str, Words], _Flat] = Field(default_factory=dict)
    relations: dict[str, _Relation] = Field(default_factory=dict)
    values: dict[str, ValueAlias] = Field(default_factory=dict)
    units: Annotated[dict[str, str], _Flat] = Field(default_factory=dict)
    show: dict[str, Annotated[Words, _Listed]] = Field(default_factory=dict)
    columns: dict[str, Words] = Field(default_factory=dict)
    measures: dict[str, str] = Field(default_factory=dict)
    superlatives: dict[str, _Rankings] = Field(default_factory=dict)
    absent: dict[str, str] = Field(default_factory=dict)
    example: tuple[Example, ...] = ()

    def of_property(self, owner: str, name: str) -> Words:
        """The words for a property of a label or type: those for all that have it, then those for this one."""
        return (*self.properties.get(name, ()), *self.properties.get(f"{owner}.{name}", ()))

    def fitted(self, schema: GraphSchema) -> Pack:
        """The pack for one graph: the patterns under `hidden` are the names there that they match."""
        patterns = [name for name in self.hidden if "*" in name]
        if not patterns:
            return self
        names = sorted({*schema.label_by_name, *schema.relationship_by_type, *schema.property_names})
        found = (name for name in names if any(fnmatchcase(name, pattern) for pattern in patterns))
        return self.model_copy(update={"hidden": (*self.hidden, *found)})

    def unit(self, owner: str, name: str) -> str | None:
        """What the numbers of a property count, where the pack says."""
        return self.units.get(f"{owner}.{name}", self.units.get(name))


EMPTY_PACK = Pack()


class PackText:
    """A pack with the file that it was read from and where everything stands in it."""

    def __init__(self, file: Traversable) -> None:
        """Read and check a file. Raises SettingsError: `pack.invalid`."""
        self.file = file
        content = file.read_bytes()
        try:
            text = content.decode()
            data = tomllib.loads(text)
        except UnicodeDecodeError as error:
            raise self.invalid([(content.count(b"\n", 0, error.start) + 1, "this is not UTF-8")]) from error
        except tomllib.TOMLDecodeError as error:
            said, _, place = str(error).partition(" (at ")
            line = re.match(r"line (\d+)", place)
            raise self.invalid([(int(line[1]) if line else text.count("\n") + 1, said)]) from error
        self._lines: dict[Place, int] = lines(text)
        self.refuse(shape_problems(data))
        self.pack = Pack.model_validate(data)

    def refuse(self, problems: list[Problem]) -> None:
        """Raise SettingsError `pack.invalid` where there are problems: a line for each, with file and line number."""
        if problems:
            raise self.invalid(sorted((self._line(found.place), found.said) for found in problems))

    def _line(self, place: Place) -> int:
        """The line of a place; `Label.property` may have been written as one key in quotation marks."""
        whole = (place[0], ".".join(map(str, place[1:3])))
        return self._lines.get(whole) or line_of(self._lines, place)

    def invalid(self, found: list[tuple[int, str]]) -> SettingsError:
        """The error for problems by line; `details` hold the first's place, and all of them under `problems`."""
        message = "\n".join(f"{self.file}:{line}: {said}" for line, said in found)
        problems = [{"line": line, "message": said} for line, said in found]
        details = {"file": str(self.file), "line": found[0][0], "problems": problems}
        return SettingsError(message, code="pack.invalid", details=details)


def read_pack(name: str) -> Pack:
    """A pack by its name (of those in the wheel) or by the path of its folder.

    Raises:
        SettingsError: `pack.missing`, or `pack.invalid` with every problem's file and line.
    """
    return PackText(pack_folder(name) / PACK_FILE).pack


def pack_folder(name: str) -> Traversable:
    """The folder of a pack, by name or path. Raises SettingsError: `pack.missing`."""
    folder = Path(name)
    if name and (folder / PACK_FILE).is_file():
        return folder
    known = installed_packs()
    if name in known:
        return files(known[name])
    hint = f"packs by name: {', '.join(known)}; or give a folder that contains {PACK_FILE}"
    raise SettingsError(f"there is no pack {name}", code="pack.missing", hint=hint)


def recognised_pack(names: Collection[str]) -> str | None:
    """The installed pack for a graph with these labels and types; None if none says so, or several do.

    Raises:
        SettingsError: `pack.invalid`.
    """
    known = set(names)
    asked = ((pack, read_pack(pack).recognised_by) for pack in installed_packs())
    found = [pack for pack, wanted in asked if wanted and known.issuperset(wanted)]
    return found[0] if len(found) == 1 else None


def installed_packs() -> dict[str, str]:
    """The packs that are installed: their names, sorted, and the Python package that holds each one's files."""
    return {name: entry.value for name, entry in installed(PACKS).items()}
