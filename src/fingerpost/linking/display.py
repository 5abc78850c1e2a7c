"""How a node is called in an answer: by its name, where it has one."""

from __future__ import annotations

from functools import lru_cache

from fingerpost.core.cells import Cell, Node
from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo
from fingerpost.linking.pack import EMPTY_PACK, Pack
from fingerpost.linking.text import split_name
from fingerpost.plans import singular, words


def _spelt(*names: str) -> tuple[str, ...]:
    """Names of properties in the spellings of programs and databases: lastName, last_name, LastName, LAST_NAME."""
    spelt = []
    for name in names:
        parts = name.split()
        spelt += ["".join([parts[0], *(part.capitalize() for part in parts[1:])]), "_".join(parts)]
        spelt += ["".join(part.capitalize() for part in parts), "_".join(part.capitalize() for part in parts)]
        spelt += ["".join(parts), "_".join(parts).upper(), " ".join(parts), " ".join(parts).title()]
    return tuple(dict.fromkeys(spelt))


_WHOLE = _spelt("full name", "display name", "long name", "name", "title", "label")
_GIVEN = _spelt("first name", "name", "given name", "forename", "fname")
FAMILY_NAMES = _spelt("last name", "surname", "family name", "lname")
PERSON_NAMES = frozenset((*_GIVEN, *FAMILY_NAMES)) - set(_spelt("name"))
"""Properties that hold one part of a person's name."""

_COMMON = 0.5
"""The share of a label's nodes that must have a property for it to name them."""


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
            values = [str(node.properties[part]) for part in self.parts(label) if node.properties.get(part) is not None]
            if values:
                return " ".join(values)
        return node.element_id

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
        given = next((name for name in _GIVEN if _is_common(info, name)), None)
        family = next((name for name in FAMILY_NAMES if _is_common(info, name)), None)
        whole = next((name for name in _WHOLE if _is_common(info, name)), None)
        if given and family and (whole is None or whole == given or whole.lower() == "title"):
            return (given, family)
        if whole is not None:
            return (whole,)
        for candidate in info.properties:
            parts = split_name(candidate.name)
            named = parts and parts[-1] in ("name", "title") and _is_common(info, candidate.name)
            if named and not _is_repeated(info, candidate):
                return (candidate.name,)
        own = [p.name for p in info.properties if info.share(p.name) > _COMMON and p.distinct > 0.9 * info.count > 1]
        short = [name for name in own if len(" ".join(info.by_name[name].samples[:1])) <= 40]
        texts = [name for name in short if not _is_told(info.by_name[name])]
        return tuple((texts or sorted(short, key=lambda name: not _is_id(name)))[:1])


def _is_repeated(info: LabelInfo, named: PropertyInfo) -> bool:
    """Whether a name is that of something else, to which many belong, as `shipName` of an order; a key tells them
    apart."""
    keyed = any(p.present == p.distinct == info.count and _is_id(p.name) for p in info.properties)
    return keyed and named.distinct <= _COMMON * named.present


def _is_told(info: PropertyInfo) -> bool:
    """Whether a property rather tells something of what has it than names it: how many followers, when it left."""
    return info.numeric or info.temporal


def _is_id(name: str) -> bool:
    return split_name(name)[-1:] == ("id",)


def _is_common(info: LabelInfo, name: str) -> bool:
    return name in info.by_name and info.share(name) > _COMMON
