"""Objects of JSON documents whose keys are data: maps such as `{"EUR": {...}}`, and names in parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fingerpost.core.cells import Cell

_NAME_KEYS = ("name", "key")
_NAMED = ("name", "title")
"""Keys under which an object may have its name in parts: `{"name": {"common": "Peru", "official": ...}}`."""
_SPOKEN = "common full display default official en value text".split()
"""The parts by which a thing is called, the best first."""
_FIRST_LAST = (("first", "last"), ("given", "family"), ("firstName", "lastName"), ("forename", "surname"))
_SAME = 1.25
"""Different objects for each key, at most, where a key says which object is meant (`EUR`)."""
_LEAST_MAPS = 4
"""Maps of plain values that must be there before their keys are taken for data."""
_DUMPED = {"model", "pk", "fields"}
_ALIKE = 0.5
"""The share of keys that objects have in common with the first, where they are records by key."""


@dataclass(slots=True)
class JsonObject:
    """An object: its plain values and what it holds by key. `path` is its place, `record` that of its record."""

    path: str
    record: int
    label: str
    own_id: str | None
    properties: dict[str, Cell]
    held: list[tuple[str, JsonObject]] = field(default_factory=list)
    by: str | None = None
    """The key under which it stands among records by key."""
    inside: bool = False
    """Whether another one holds it."""
    node: str = ""
    file: int = 0
    stub: bool = False
    """Whether it only names a record that stands elsewhere."""


def is_dumped(value: Mapping[str, Any]) -> bool:
    """Whether an object is a record as `dumpdata` of Django writes it: its model, its key and its fields."""
    return value.keys() <= _DUMPED and isinstance(value.get("model"), str) and isinstance(value.get("fields"), dict)


def are_keyed(value: Mapping[str, Any]) -> bool:
    """Whether an object holds records by key: at least two objects, with keys in common."""
    objects = list(value.values())
    if len(objects) < 2 or not all(isinstance(item, dict) and item for item in objects):
        return False
    first = objects[0].keys()
    return all(len(first & item.keys()) >= _ALIKE * max(len(first), len(item)) for item in objects)


def name_key(value: Mapping[str, Any]) -> str:
    """The property that takes the key of an object that stands among records by key."""
    return next((key for key in _NAME_KEYS if key not in value), _NAME_KEYS[0])


def with_name(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """An object with its name as text, where it has it in parts: the other parts become properties of its own."""
    for key in _NAMED:
        parts = value.get(key)
        if not isinstance(parts, dict) or (name := _spoken(parts)) is None:
            continue
        others = {
            part if isinstance(held, dict) else f"{part}_{key}": held
            for part, held in parts.items()
            if held != name and isinstance(held, str | dict)
        }
        if (
            len(others) + sum(held == name for held in parts.values()) == len(parts)
            and not others.keys() & value.keys()
        ):
            value = {**value, key: name, **others}
    return value


def _spoken(parts: Mapping[str, Any]) -> str | None:
    for first, last in _FIRST_LAST:
        if isinstance(parts.get(first), str) and isinstance(parts.get(last), str):
            return f"{parts[first]} {parts[last]}"
    return next((parts[key] for key in _SPOKEN if isinstance(parts.get(key), str) and parts[key]), None)


def with_maps(objects: Mapping[str, Sequence[JsonObject]]) -> dict[str, list[JsonObject]]:
    """The objects by label, where those that are maps give way to what they map to.

    `{"EUR": {"name": "Euro"}}` is a map if others of its label have other keys, or several of them (`are_keyed`). One
    of plain values (`{"fra": "French"}`) is one if there are several and no key is in most of them. What a map holds
    gets its key as a property; the same key with the same values is one object.
    """
    every = [each for all_ in objects.values() for each in all_]
    held = {id(inner) for each in every for _, inner in each.held}
    instead: dict[int, list[JsonObject]] = {}
    for all_ in objects.values():
        maps = [each for each in all_ if id(each) in held and _is_single(each)]
        if maps and _are_alike(maps, all_):
            instead.update((id(each), [_lifted(each)]) for each in maps)
        elif len(all_) >= _LEAST_MAPS and all(id(each) in held for each in all_) and _are_plain_maps(all_):
            instead.update((id(each), list(_entries(each))) for each in all_)
    lifted = {id(made) for made_ in instead.values() for made in made_}
    found: dict[str, list[JsonObject]] = {}
    for each in every:
        each.held = [(key, made) for key, inner in each.held for made in instead.get(id(inner), [inner])]
        for made in instead.get(id(each), [] if id(each) in lifted else [each]):
            found.setdefault(made.label, []).append(made)
    for all_ in found.values():
        _share(all_)
    return found


def _is_single(each: JsonObject) -> bool:
    """Whether an object is nothing but one key of an object, which may be its name."""
    return not each.properties and each.by is None and len(each.held) == 1 and each.held[0][1].by is None


def _are_alike(maps: Sequence[JsonObject], all_: Sequence[JsonObject]) -> bool:
    """Whether these objects are maps: they have several keys, and what they hold is alike."""
    keyed = {each.held[0][0]: {**each.held[0][1].properties, **dict(each.held[0][1].held)} for each in maps}
    for each in all_:
        if each.by is not None:
            own = {**each.properties, **dict(each.held)}
            keyed.setdefault(each.by, {key: value for key, value in own.items() if value != each.by})
    return are_keyed(keyed)


def _lifted(each: JsonObject) -> JsonObject:
    key, inner = each.held[0]
    inner.properties.setdefault(name_key(inner.properties), key)
    inner.by, inner.label = key, each.label
    return inner


def _are_plain_maps(all_: Sequence[JsonObject]) -> bool:
    """Whether these objects map keys, which differ from one to the other, to plain values of one type."""
    if any(each.held or each.own_id is not None or not each.properties for each in all_):
        return False
    counts = Counter(key for each in all_ for key in each.properties)
    types = {type(value) for each in all_ for value in each.properties.values()}
    return len(counts) > 2 and len(types) == 1 and tuple not in types and max(counts.values()) * 2 <= len(all_)


def _entries(each: JsonObject) -> Iterator[JsonObject]:
    for key, value in each.properties.items():
        name = "name" if isinstance(value, str) else "value"
        properties: dict[str, Cell] = {"key": key, name: value}
        yield JsonObject(f"{each.path}.{key}", each.record, each.label, None, properties, by=key, file=each.file)


def _share(all_: Sequence[JsonObject]) -> None:
    """Objects of a label that stand under the same key are one if they say the same, as most under one key do."""
    if any(each.by is None or each.own_id is not None or each.held for each in all_):
        return
    said: dict[str, list[dict[str, Cell]]] = {}
    for each in all_:
        variants = said.setdefault(each.by or "", [])
        if each.properties not in variants:
            variants.append(each.properties)
    if sum(map(len, said.values())) <= min(len(said) * _SAME, len(all_) - 1):
        for each in all_:
            place = said[each.by or ""].index(each.properties)
            each.own_id = f"{each.by} ({place + 1})" if place else each.by


def with_stubs(all_: Sequence[JsonObject]) -> Sequence[JsonObject]:
    """The objects of a label, those of the top level first, where others hold such that only name one of these.

    `{"name": "swift"}` in a record of nests is the swift of the file of birds, if the names there are all different
    and nothing else is said of it. The key under which it stands then tells of the relationship.
    """
    tops = [each for each in all_ if not each.inside]
    named = {each.properties["name"]: each for each in tops if isinstance(each.properties.get("name"), str)}
    inner = [each for each in all_ if each.inside]
    if not inner or len(named) < len(tops) or any(each.own_id is not None for each in all_):
        return all_
    for each in inner:
        said = {name: value for name, value in each.properties.items() if (name, value) != ("key", each.by)}
        top = named.get(said.get("name"))
        if top is not None and not each.held and said.items() <= top.properties.items():
            each.stub, each.properties, each.own_id = True, said, str(top.properties["name"])
    if not any(each.stub for each in inner):
        return all_
    for name, top in named.items():
        top.own_id = str(name)
    return [*tops, *inner]
