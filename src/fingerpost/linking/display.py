"""How a node is called in an answer: by its name, where it has one."""

from __future__ import annotations

from functools import lru_cache

from fingerpost.core.cells import Cell, Node
from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo
from fingerpost.linking.pack import EMPTY_PACK, Pack
from fingerpost.linking.text import split_name

_WHOLE = ("fullName", "full_name", "displayName", "longName", "name", "title", "label")
_GIVEN = ("firstName", "first_name", "name", "givenName", "forename")
FAMILY_NAMES = ("lastName", "last_name", "surname", "familyName")
PERSON_NAMES = frozenset((*_GIVEN, *FAMILY_NAMES)) - {"name"}
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
        if given and family and (whole in (None, given) or _repeats(info, whole)):
            return (given, family)
        if whole is not None:
            return (whole,)
        for candidate in info.properties:
            words = split_name(candidate.name)
            if words and words[-1] in ("name", "title") and _is_common(info, candidate.name):
                return (candidate.name,)
        own = [p.name for p in info.properties if info.share(p.name) > _COMMON and p.distinct > 0.9 * info.count > 1]
        short = [name for name in own if len(" ".join(info.by_name[name].samples[:1])) <= 40]
        return tuple(sorted(short, key=lambda name: _is_told(info.by_name[name]))[:1])


def _is_told(info: PropertyInfo) -> bool:
    """Whether a property rather tells something of what has it than names it: how many followers, when it left."""
    return info.numeric or info.temporal


def _repeats(info: LabelInfo, name: str | None) -> bool:
    """Whether a property cannot name what has it: the title of an employee is one of few."""
    return name == "title" and info.by_name[name].distinct <= _COMMON * info.count


def _is_common(info: LabelInfo, name: str) -> bool:
    return name in info.by_name and info.share(name) > _COMMON
