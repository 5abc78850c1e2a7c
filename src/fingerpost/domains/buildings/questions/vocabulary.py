"""The nouns of a building model, the names of its levels and the properties of its things, as questions say them."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Final

from fingerpost.core.schema import LabelInfo, PropertyInfo, ValueType
from fingerpost.domains.buildings.loader.vocabulary import labels_of
from fingerpost.domains.buildings.questions.level_words import BESIDE, NUMBERED_LEVEL, NUMBERED_ROOM, variants
from fingerpost.domains.buildings.questions.lookups import ELEMENT as ELEMENT, Lookups
from fingerpost.domains.buildings.questions.property_sets import sets_of
from fingerpost.engine import AskContext
from fingerpost.plans import (
    singular,
    words,
)

_PACK: Final = "fingerpost.domains.buildings.pack"
_ROOM: Final = "Room"


@dataclass(frozen=True)
class Noun:
    """What a noun stands for: the nodes of a label, or those of them that are called so (`kinds`).

    `narrower` is a word that may mean only those that have it in their names, as "handrail" does of railings.
    """

    label: str
    kinds: tuple[str, ...] = ()
    narrower: str = ""
    ifc_class: str = ""
    """The one class of several that the label stands for, as `IfcWallStandardCase`."""


@cache
def phrase_words() -> Mapping[str, Any]:
    """The table of words, read once."""
    return tomllib.loads(files(__package__).joinpath("phrase_words.toml").read_text("utf-8"))


@cache
def _pack() -> Mapping[str, Any]:
    return tomllib.loads(files(_PACK).joinpath("pack.toml").read_text("utf-8"))


def _names_of_properties() -> Iterator[tuple[str, Sequence[str]]]:
    """Each property that the pack has words for, of one label or of all, with these words."""
    for name, value in _pack()["properties"].items():
        yield from value.items() if isinstance(value, Mapping) else ((name, value),)


@cache
def _property_words() -> frozenset[str]:
    """What the pack calls properties, and their names."""
    return frozenset(called for name, names in _names_of_properties() for called in (words(name), *names))


@cache
def names_of_property(name: str) -> tuple[str, ...]:
    """What people call a property: the words of its name, and those of the pack."""
    named = (one for called, names in _names_of_properties() if called == name for one in names)
    return tuple(dict.fromkeys([words(name), *named]))


_MEASURES: Final = frozenset("median mean average total sum minimum maximum standard deviation of in for".split())
"""Words of what is computed of a property."""


class Vocabulary(Lookups):
    """The words of one state of a graph; read once, on the first question that needs them."""

    def __init__(self, context: AskContext) -> None:
        super().__init__(context)
        self._shown: dict[str, Sequence[PropertyInfo]] = {}

    @cached_property
    def nouns(self) -> dict[str, Noun]:
        """Nouns in the singular and lower case."""
        found: dict[str, Noun] = {}
        for label in (ELEMENT, _ROOM, "Building"):
            for (kinds,) in self.distinct(label, "kinds"):
                for kind in kinds if isinstance(kinds, (list, tuple)) else ():
                    said = singular(str(kind).lower())
                    known = found.get(said, Noun(label))
                    if known.label == label and str(kind) not in known.kinds:
                        found[said] = Noun(label, (*known.kinds, str(kind)))
        said_as = _pack()["labels"]
        for label, info in self._labels.items():
            if info.count and (label in said_as or not _is_technical(label)):
                for name in (words(label), *said_as.get(label, ())):
                    called = found.get(name.lower()) if " " in name and name != words(label) else None
                    if called is not None and called.kinds:  # "smoke detector": those that are called so
                        found[name.lower()] = Noun(label, called.kinds)
                        continue
                    if name == "light":  # not "light doors"
                        found["lights"] = Noun(label)
                    if name not in _ELSEWHERE and (name != "finish" or label != "Covering"):
                        own = words(label).split()[0]
                        is_narrower = own not in name.lower() and " " not in name and label not in _SAME
                        found[name.lower()] = Noun(
                            _ROOM if label == "Space" else label, narrower=name.lower() if is_narrower else ""
                        )
        for name, labels in phrase_words()["nouns"].items():
            here = [one for one in labels if self.count(one)]
            if len(here) == 1:
                found.setdefault(name, Noun(here[0]))
        for name, label in self._classes.items():
            found.setdefault(_said_of(name), Noun(label, ifc_class=name))
        modelled = found = {**_in_room_names(found), **found}
        for group in phrase_words()["same"]:
            noun = next((modelled[word] for word in group if word in modelled), None)
            if noun is not None:
                found = {**dict.fromkeys(group, noun), **found}
        return {**self._absent(), **found}

    def _absent(self) -> dict[str, Noun]:
        """The nouns of what there is nothing of, unless something is called so: "lift"."""
        none = [label for label in _pack()["absent"] if not self.count(label)]
        said_as = {name: label for label in none for name in (words(label), *_pack()["labels"].get(label, ()))}
        names = " ".join(str(cell).lower() for row in self.distinct(ELEMENT, "name", "typeName") for cell in row)
        return {name.lower(): Noun(label) for name, label in said_as.items() if name.lower() not in names}

    @cached_property
    def _classes(self) -> dict[str, str]:
        """The classes that share a label with others here, with the label."""
        known = [str(name) for (name,) in self.distinct(ELEMENT, "ifcClass") if name]
        labels = {name: labels_of(name)[0] for name in known}
        shared = [label for label, number in Counter(labels.values()).items() if number > 1]
        return {name: label for name, label in labels.items() if label in shared and name != f"Ifc{label}"}

    def noun_of_class(self, name: str) -> str | None:
        """The noun of a class that shares its label with others here."""
        return _said_of(name) if name in self._classes else None

    def is_kind(self, label: str) -> bool:
        """Whether nodes of a label are here, or the pack says that none may be."""
        return bool(self.count(label)) or label in _pack()["absent"]

    def labels_said(self, question: str) -> frozenset[str]:
        """The labels of the nouns in a question."""
        said = [singular(one.strip(".:'’").lower()) for one in TOKEN.findall(question)]
        phrases = (" ".join(said[at : at + size]) for size in (1, 2, 3) for at in range(len(said) - size + 1))
        return frozenset(self.nouns[one].label for one in phrases if one in self.nouns)

    @cached_property
    def levels(self) -> dict[str, tuple[str, ...]]:
        """The names of levels by all that they are called, in lower case."""
        found: dict[str, tuple[str, ...]] = {}
        for name, long_name, alias in self.distinct("Level", "name", "longName", "alias"):
            called = [name, long_name, *(alias if isinstance(alias, (list, tuple)) else ())]
            for one in called:
                for said in variants(one.lower()) if isinstance(one, str) and isinstance(name, str) else ():
                    found[said] = tuple(dict.fromkeys((*found.get(said, ()), str(name))))
        return found

    @cached_property
    def level_names(self) -> tuple[str, ...]:
        """The names of the levels, the lowest first where their heights are known."""
        rows = {str(name): height for name, height in self.distinct("Level", "name", "elevation") if name}
        return tuple(sorted(rows, key=lambda one: height if isinstance(height := rows[one], float) else 0.0))

    def with_level_named(self, question: str) -> str:
        """The question with the name of a level that it tells by another: "on the floor above the ground floor"."""
        rows = self.distinct("Level", "name", "elevation") if BESIDE.search(question) else ()
        heights = sorted((height, str(name)) for name, height in rows if isinstance(height, float))

        def named(found: re.Match[str]) -> str:
            said = next(
                (one for one in sorted(self.levels, key=len, reverse=True) if found["rest"].lower().startswith(one)), ""
            )
            at = [place for place, (_, name) in enumerate(heights) if name in self.levels.get(said, ())]
            place = at[0] + (1 if found["side"].lower() in ("above", "over") else -1) if len(at) == 1 else -1
            if not 0 <= place < len(heights) or len(heights) != len(rows):
                return found[0]
            return f"{found['at']} {heights[place][1]}{found['rest'][len(said) :]}"

        return BESIDE.sub(named, question)

    def unknown_level(self, question: str) -> str | None:
        """The level that something is asked to be on, by its number, where there are levels but none that is so called.

        Levels called otherwise ("the mezzanine") are left to what reads the question: the word may mean a room.
        """
        for found in NUMBERED_LEVEL.finditer(question) if self.levels else ():
            if not any(one in self.levels for one in variants(" ".join(found["level"].lower().split()))):
                return found["level"]
        return None

    @cached_property
    def _room_names(self) -> frozenset[str]:
        """What rooms are called, and each word of it, in lower case."""
        rows = self.distinct(_ROOM, "name", "longName", "number", "objectType", "description")
        names = [str(cell).lower() for row in rows for cell in row if cell is not None]
        return frozenset((*names, *(word for name in names for word in TOKEN.findall(name))))

    def unknown_room(self, question: str) -> str | None:
        """The room that a question names by a number, where there are rooms but none that is so called."""
        for found in NUMBERED_ROOM.finditer(question) if self.count(_ROOM) else ():
            if found["number"].lower() not in self._room_names and found[0].lower() not in self._room_names:
                return found[0]
        return None

    @cached_property
    def sets(self) -> tuple[str, ...]:
        """The names of the property sets that things here have."""
        return tuple(one.name for one in sets_of(cell for (cell,) in self.distinct("Version", "propertySets")))

    @cached_property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems."""
        return tuple(name for (name,) in self.distinct("System", "name") if isinstance(name, str))

    def flag(self, label: str, said: str) -> tuple[str, bool] | None:
        """A property that is true or false, by its name or a word of the pack, and the value that is meant."""
        said = said.lower().replace("-", " ").strip()
        value = True
        for negation in ("not ", "non ", "un"):
            if said.startswith(negation):
                said, value = said.removeprefix(negation), False
                break
        for info in self._properties(label):
            if info.type is ValueType.BOOLEAN and said in self._said(label, info.name):
                return info.name, value
        return None

    def measured(self, label: str, said: str) -> PropertyInfo | None:
        """The number that a phrase means; None where it means none, or several as well."""
        info = self.property(label, said)
        return info if info is not None and info.number else None

    def property(self, label: str, said: str) -> PropertyInfo | None:
        """The property of that name, or of that word of the pack, else the one whose name has all the words."""
        plain = " ".join(said.lower().replace("-", " ").split())
        phrase = singular(plain)
        known = self._properties(label)
        called = [info for info in known if not {phrase, plain}.isdisjoint(self._said(label, info.name))]
        if called:  # a bar's length is called a length, too
            return next((info for info in called if words(info.name) in (phrase, plain)), called[0])
        table = phrase_words()["property"]
        wanted = {singular(table.get(word, word)) for word in phrase.split() if word not in ("of", "the")}
        if len(wanted) < 2:
            return None
        wanted = {word for word in wanted if word != "total"}
        held = [
            (len(names), info)
            for info in known
            if wanted <= (names := {*map(singular, words(info.name).split())} - {"total"})
        ]
        held.sort(key=lambda pair: pair[0])
        if not held or (len(held) > 1 and held[0][0] == held[1][0]):
            return None
        return held[0][1]

    def beginning(self, label: str, said: str) -> PropertyInfo | None:
        """The one measured property whose name is a phrase with a word for its measure: insulation thickness."""
        phrase = singular(" ".join(said.lower().split()))
        names = {f"{phrase} {measure}" for measure in ("thickness", "area", "volume", "length", "height", "width")}
        known = [one for one in self._properties(label) if one.number and words(one.name) in names]
        return known[0] if len(known) == 1 else None

    def texts_of(self, label: str) -> tuple[str, ...]:
        """The names of the properties of a label that are texts."""
        return tuple(one.name for one in self._properties(label) if one.type is ValueType.STRING)

    def is_elsewhere(self, said: str) -> bool:
        """Whether a phrase is a word of the pack for a property, or a property that other things have."""
        phrase = singular(" ".join(said.lower().replace("-", " ").split()))
        return phrase in _property_words() or any(self.property(label, said) is not None for label in self._labels)

    def is_of_unknown_kind(self, said: str) -> bool:
        """Whether a known noun is narrowed by a word that nothing here has: a "noise level" is no level."""
        *before, head = singular(said.lower().replace("-", " ")).split()
        return bool(before) and head in self._all_words and not self._all_words.issuperset(map(singular, before))

    @cached_property
    def _all_words(self) -> frozenset[str]:
        """Every word of the nouns, the properties and the relations that a question may mean."""
        properties = {words(info.name) for label in self._labels for info in self._properties(label)}
        relations = {words(kind) for kind in self._context.schema.relationship_by_type}
        said = {*self.nouns, *properties, *relations, *_property_words(), *phrase_words()["empty"], *_MEASURES}
        return frozenset(singular(word) for phrase in said for word in phrase.lower().split())

    def _properties(self, label: str) -> Sequence[PropertyInfo]:
        """The properties of a label that the pack does not hide; found once, since there may be thousands."""
        if label not in self._shown:
            info: LabelInfo | None = self._labels.get(label)
            hidden = _pack()["hidden"]
            self._shown[label] = [
                one
                for one in (info.properties if info is not None else ())
                if one.present and not any(fnmatchcase(one.name, pattern) for pattern in hidden)
            ]
        return self._shown[label]

    @staticmethod
    def _said(label: str, name: str) -> tuple[str, ...]:
        table = _pack()["properties"]
        own = table.get(label, {}).get(name, ()) if isinstance(table.get(label), Mapping) else ()
        said = table.get(name, ())
        return (words(name), *own, *(said if isinstance(said, list) else ()))


def _said_of(ifc_class: str) -> str:
    return words(ifc_class.removeprefix("Ifc")).lower()


def _in_room_names(nouns: Mapping[str, Noun]) -> dict[str, Noun]:
    """Words for rooms that the names of some begin or end with: "Restroom Women", "Office East"."""
    known = {word for group in phrase_words()["same"] for word in group if " " not in word}
    found: dict[str, Noun] = {}
    for name, noun in nouns.items():
        said = name.split()
        if noun.label == _ROOM and len(said) > 1:
            for word in {said[0], said[-1]} & known:
                found[word] = Noun(_ROOM, (*found.get(word, noun).kinds, *noun.kinds))
    return found


_NO_NOUNS: Final = frozenset({"Type", "Project", "Model", "Version", "User", "Earlier"})


def _is_technical(label: str) -> bool:
    """Whether a label of the graph is no noun of people: types, and what models are kept in."""
    return label in _NO_NOUNS or label.endswith("Type") or label.startswith("Earlier")


_SAME: Final = frozenset({"Level", "Space", "Room", "Element", "Furniture", "Slab", "Building", "Footing"})
"""Labels whose words in the pack all mean the same."""
_ELSEWHERE: Final = frozenset({"floor", "floor level", "base", "light", "task", "drawing", "section", "activity"})
"""Words of the pack that mean too many things to be read here."""
TOKEN: Final = re.compile(r"[^\s,;()?!]+")
