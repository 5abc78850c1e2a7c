"""Ways of asking about buildings that the general reader does not know, from the table `wordings.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any, Final

from fingerpost.core.schema import GraphSchema
from fingerpost.domains.buildings.loader.material_kinds import material_words
from fingerpost.linking import unit_names
from fingerpost.plans import words

_TABLE: Final = "wordings.toml"
_QUANTITIES: Final = ("area", "volume", "length", "perimeter", "weight", "height", "width", "thickness", "depth")


@dataclass(frozen=True)
class Wording:
    """A pattern, and what is asked instead: a text with the pattern's groups in braces."""

    pattern: re.Pattern[str]
    into: str


@dataclass(frozen=True)
class Fact:
    """What few models hold: how it is asked for, the names of the properties and labels that would hold it.

    Names may have `*` at either end and are compared without case. `missing` completes "The model does not say".
    """

    pattern: re.Pattern[str]
    properties: tuple[str, ...]
    labels: tuple[str, ...]
    missing: str
    into: str | None = None
    only_who: bool = False


@dataclass(frozen=True)
class Table:
    """The whole file: wordings, facts, and by the name of a group what its words become, under which name."""

    wordings: tuple[Wording, ...]
    facts: tuple[Fact, ...]
    words: Mapping[str, tuple[str, Mapping[str, str]]]
    against: tuple[Wording, ...]
    """How a document is held against the model, and what is asked instead."""
    note: str
    """What is said of such an answer, with the group `document`."""
    unnamed: tuple[re.Pattern[str], ...]
    """How a document is held against the model without a word of what."""
    which: str
    """What is said to that, with the groups `what` and `document`."""


@cache
def table() -> Table:
    """The table, read once."""
    data: dict[str, Any] = tomllib.loads(files(__package__).joinpath(_TABLE).read_text("utf-8"))
    nouns = data["nouns"]
    # A unit that is a word of its own ("in", "h") is left out: "5 in width".
    units = "|".join(re.escape(name) for name in sorted(unit_names(), key=len, reverse=True))
    parts = {
        "DOCUMENT": "(?:specification|spec|requirement|standard|regulation|code|brief)",
        "UNIT": rf"(?:{units})",
        "NUMBER": r"\d[\d.,]*",
        "ADJECTIVE": f"(?:{'|'.join(nouns)})",
        "QUANTITY": f"(?:{'|'.join(_QUANTITIES)})",
        "MATERIAL": f"(?:{'|'.join(sorted({*data['materials'], *material_words()}, key=len, reverse=True))})",
    }

    def compiled(pattern: str) -> re.Pattern[str]:
        for name, said in parts.items():
            pattern = pattern.replace(name, said)
        return re.compile(pattern, re.IGNORECASE)

    return Table(
        tuple(Wording(compiled(one["pattern"]), one["into"]) for one in data["wording"]),
        tuple(
            Fact(
                compiled(one["pattern"]),
                tuple(one["properties"]),
                tuple(one.get("labels", ())),
                one["missing"],
                one.get("into"),
                one.get("only_who", False),
            )
            for one in data["fact"]
        ),
        {
            "adjective": ("noun", nouns),
            "quantity": ("adjective_of", data["adjectives"]),
            "than": ("most_of", data["most"]),
            "more": ("more_of", data["comparatives"]),
            "material": ("material", data["materials"]),
            "beyond": ("quantity", data["beyond"]),
        },
        tuple(Wording(compiled(one["pattern"]), one["into"]) for one in data["against"]),
        data["note"]["against"],
        tuple(compiled(one["pattern"]) for one in data["unnamed"]),
        data["note"]["unnamed"],
    )


def reworded(question: str) -> str:
    """The question in words that the general reader understands; the same where the table has nothing to say."""
    known = table()
    for wording in known.wordings:
        found = wording.pattern.search(question)
        if found is not None:
            said = wording.into.format(**_groups(found))
            question = question[: found.start()] + said + question[found.end() :]
    return question


def held_against(question: str) -> tuple[str, tuple[str, ...]]:
    """What the question asks of the model for a comparison with a document, and the note that says so."""
    for wording in table().against:
        found = wording.pattern.match(question)
        if found is not None and (
            "beyond" not in found.groupdict() or found["beyond"].lower() in table().words["beyond"][1]
        ):
            groups = {"document": "requirement", **_groups(found)}
            return wording.into.format(**groups), (table().note.format(**groups),)
    return question, ()


def against_all(question: str) -> tuple[str, str] | None:
    """What to compare with a document when the question names no property, and the answer to that."""
    found = next((one for one in (pattern.match(question) for pattern in table().unnamed) if one is not None), None)
    if found is None:
        return None
    groups = {name: said.lower() for name, said in found.groupdict().items()}
    return groups["what"], table().which.format(**groups)


def _groups(found: re.Match[str]) -> dict[str, str]:
    """The groups of a wording, and what their words become."""
    groups = {name: said or "" for name, said in found.groupdict().items()}
    for name, (into, said) in table().words.items():
        if name in groups:
            groups[into] = said.get(groups[name].lower(), groups[name])
    return groups


def missing_fact(question: str, schema: GraphSchema) -> str | None:
    """What the question asks for that the model does not hold, as "who made it"; None where it may hold it."""
    for fact in table().facts:
        if _asks(fact, question) and not _holds(schema, fact):
            return fact.missing
    return None


def as_fact(question: str, schema: GraphSchema) -> str:
    """The question, by the words of the table where it asks for a fact that the model holds.

    What both a label and a property may hold is asked as it is where the property is there.
    """
    for fact in table().facts:
        found = fact.pattern.search(question) if fact.into is not None else None
        if found is None or fact.into is None or (fact.labels and _has_property(schema, fact)):
            continue
        if _holds(schema, fact):
            return fact.into.format(**found.groupdict(), property=_first_property(schema, fact))
    return question


def _asks(fact: Fact, question: str) -> bool:
    if fact.only_who and "who" not in question.lower().split():
        return False
    return fact.pattern.search(question) is not None


def _holds(schema: GraphSchema, fact: Fact) -> bool:
    """Whether any element of the model has a value that the fact may stand in."""
    return any(label in schema.label_by_name for label in fact.labels) or _has_property(schema, fact)


def _has_property(schema: GraphSchema, fact: Fact) -> bool:
    return any(_named(name, fact.properties) for name in schema.held_properties)


def _first_property(schema: GraphSchema, fact: Fact) -> str:
    """The words of the property that a fact stands in: the first of the table that the model has."""
    held = sorted(schema.held_properties)
    names = (name for pattern in fact.properties for name in held if _named(name, (pattern,)))
    return words(next(names, ""))


def _named(name: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(name.lower(), pattern.lower()) for pattern in patterns)
