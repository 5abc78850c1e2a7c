"""How a node is called in an answer: by its name, where it has one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from fingerpost.core.cells import Cell, Node
from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, ValueType
from fingerpost.linking.english import is_role, written_out
from fingerpost.linking.pack import EMPTY_PACK, Pack
from fingerpost.linking.text import joined_name, split_name
from fingerpost.plans import singular, words

_WHOLE = ("fullname", "displayname", "longname", "name", "title", "label", "username", "login", "nickname")
_GIVEN = ("firstname", "givenname", "forename", "name", "fname", "namefirst")
_FAMILY = ("lastname", "surname", "familyname", "lname", "namelast")
_PERSON = frozenset((*_GIVEN, *_FAMILY)) - {"name"}


def is_given_name(name: str) -> bool:
    """Whether a property may hold the given names of people."""
    return joined_name(name) in _GIVEN


def is_family_name(name: str) -> bool:
    """Whether a property holds the names of families."""
    return joined_name(name) in _FAMILY


def is_person_name(name: str) -> bool:
    """Whether a property holds one part of a person's name."""
    return joined_name(name) in _PERSON


def tells_apart(label: LabelInfo, info: PropertyInfo) -> bool:
    """Whether nearly all of the things of a label differ in a property."""
    return info.distinct > _DIFFERENT * label.count > 1


_DIFFERENT = 0.9
_NUMBERS = frozenset((word,) for word in "id no nr number num".split())
_COMMON = 0.5
"""The share of a label's nodes that must have a property for it to name them."""

_LONGEST_CODE = 4
_CODED = re.compile(r"[a-z0-9]+(?:[_.:-][a-z0-9]+)*")
"""A name that a program has for something: "npc_hero_axe"."""
_MOST_LEVELS = 25
"""Different numbers that are levels or states of things; more only number them, as those of flights."""


class Display:
    """Names for the nodes of one graph."""

    def __init__(self, schema: GraphSchema, pack: Pack = EMPTY_PACK) -> None:
        self._schema = schema
        self._pack = pack
        self.parts = lru_cache(maxsize=None)(self._parts)

    def property(self, label: str) -> str | None:
        """The one property by which a node of a label is called, if there is one."""
        parts = self.parts(label)
        return parts[0] if parts else None

    def info(self, node: Node, name: str) -> PropertyInfo | None:
        """What is known of a property of a node."""
        labels = (self._schema.label_by_name.get(label) for label in node.labels)
        return next((known.by_name[name] for known in labels if known is not None and name in known.by_name), None)

    def told(self, node: Node) -> tuple[tuple[PropertyInfo, Cell], ...]:
        """What the pack tells of a node beside its name: properties, with the values that it has of them."""
        for label in node.labels:
            info = self._schema.label_by_name.get(label)
            names = self._pack.columns.get(label, ()) if info is not None else ()
            if info is not None and names:
                held = [(info.by_name[name], node.properties.get(name)) for name in names if name in info.by_name]
                return tuple((known, value) for known, value in held if value is not None)
        return ()

    def name(self, node: Node) -> str:
        """A node's name; its element id where it has none."""
        for label in node.labels:
            values = [
                str(value) for part in self.parts(label) if (value := node.properties.get(part)) not in (None, "")
            ]
            if values:
                return " ".join(values)
        codes = (node.properties.get(self._code(label) or "") for label in node.labels)
        return next((str(code) for code in codes if code is not None), node.element_id)

    def _code(self, label: str) -> str | None:
        """What is called the name of things that are called by another one (`_spoken`): not all may have that."""
        info = self._schema.label_by_name.get(label)
        return _called(info, _WHOLE) if info is not None else None

    def called(self, node: Node) -> str:
        """A node's name in a sentence: with its label where the name is only an identifier, as in "order 10248"."""
        name = self.name(node)
        return f"{singular(words(node.labels[0]))} {name}" if node.labels and self._is_number(node, name) else name

    def _is_number(self, node: Node, name: str) -> bool:
        for label in node.labels:
            parts = self.parts(label)
            if parts and node.properties.get(parts[0]) is not None:
                return len(parts) == 1 and _is_id(parts[0])
        return name == node.element_id

    def _parts(self, label: str) -> tuple[str, ...]:
        """The properties that together name a node of a label."""
        info = self._schema.label_by_name.get(label)
        if info is None:
            return ()
        chosen = tuple(name for name in self._pack.show.get(label, ()) if name in info.by_name)
        if chosen:
            return chosen
        given, family, whole = _called(info, _GIVEN), _called(info, _FAMILY), _called(info, _WHOLE)
        if given and family and (whole is None or whole == given or joined_name(whole) == "title"):
            return (given, family)
        if whole is not None:
            return _with_number(info, _spoken(info, whole) or whole)
        for candidate in info.properties:
            parts = _written_out(candidate.name)
            named = parts and parts[-1] in ("name", "title") and _is_common(info, candidate.name)
            if named and len(parts) == 2 and is_role(parts[0]) and parts[0] not in split_name(singular(words(label))):
                continue  # the manager's name is not that of the branch
            if named and not _is_repeated(info, candidate):
                return (candidate.name,)
        for candidate in info.properties:
            alike = joined_name(candidate.name) == joined_name(singular(label)) and _is_common(info, candidate.name)
            if alike and (not candidate.numeric or candidate.distinct <= _MOST_LEVELS):
                return (candidate.name,)  # what is called as the things are: a colour, an oxidation state
        own = [p.name for p in info.properties if info.share(p.name) > _COMMON and tells_apart(info, p)]
        short = [name for name in own if len(" ".join(info.by_name[name].samples[:1])) <= 40]
        texts = [name for name in short if not _is_told(info.by_name[name])]
        texts.sort(key=lambda name: _abbreviates(info.by_name[name]))
        if sum(known.numeric for known in info.properties) > 1:  # a price and its currency are called by the price
            short = [name for name in short if not _is_measured(info.by_name[name])]
        return tuple((texts or sorted(short, key=lambda name: (not _is_id(name), not info.by_name[name].temporal)))[:1])


def _spoken(info: LabelInfo, whole: str) -> str | None:
    """The name for people of things whose other name is a code: `localized_name` of "npc_hero_axe"."""
    if not _is_coded(info.by_name[whole]):
        return None
    for candidate in info.properties:
        named = joined_name(candidate.name).endswith(("name", "title")) and tells_apart(info, candidate)
        if named and candidate.name != whole and any(map(_is_capital, candidate.samples)):
            return candidate.name
    return None


def _is_coded(info: PropertyInfo) -> bool:
    coded = all(map(_CODED.fullmatch, info.samples))
    return coded and any("_" in sample for sample in info.samples)


def _is_capital(sample: str) -> bool:
    return sample[:1].isupper() and "_" not in sample


def _with_number(info: LabelInfo, whole: str) -> tuple[str, ...]:
    """A name, with the short one that tells its things apart where it is a long name of several: "Kitchen A103"."""
    short = info.by_name.get("name") if joined_name(whole) == "longname" else None
    apart = short is not None and tells_apart(info, short) and not tells_apart(info, info.by_name[whole])
    return (whole, "name") if apart else (whole,)


def _called(info: LabelInfo, names: Sequence[str]) -> str | None:
    """The property of a label that is called by one of these names, the first of them that there is."""
    held: dict[str, str] = {}
    for known in info.properties:
        if _is_common(info, known.name):
            held.setdefault("".join(_written_out(known.name)).replace(" ", ""), known.name)
    return next((held[name] for name in names if name in held), None)


def _written_out(name: str) -> tuple[str, ...]:
    """The words of a name, where it ends in an abbreviation with what that is short for: `nm`."""
    *before, last = split_name(name) or ("",)
    return (*before, written_out(last))


def _is_repeated(info: LabelInfo, named: PropertyInfo) -> bool:
    """Whether a name is that of something else, to which many belong, as `shipName` of an order; a key tells them
    apart."""
    keyed = any(p.present == p.distinct == info.count and _is_id(p.name) for p in info.properties)
    return keyed and named.distinct <= _COMMON * named.present


def _is_told(info: PropertyInfo) -> bool:
    """Whether a property rather tells something of what has it than names it: how many followers, when it left."""
    return info.numeric or info.temporal


def _is_measured(info: PropertyInfo) -> bool:
    """Whether a property holds fractions, which name nothing, however much they differ."""
    return info.numeric and (info.type is ValueType.FLOAT or any("." in sample for sample in info.samples))


def _abbreviates(info: PropertyInfo) -> bool:
    """Whether a property holds codes of a few capital letters, without digits, which name nothing where words do."""
    return all(len(sample) <= _LONGEST_CODE and sample.isalpha() and sample.isupper() for sample in info.samples)


def _is_id(name: str) -> bool:
    """Whether a property numbers things: `id`, `Order No.`, `invoiceNumber`."""
    return split_name(name)[-1:] in _NUMBERS


def _is_common(info: LabelInfo, name: str) -> bool:
    return info.share(name) > _COMMON
