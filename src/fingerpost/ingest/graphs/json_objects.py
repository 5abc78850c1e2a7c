"""Objects of JSON documents as nodes: what they hold, which of them are the same, and what refers to what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from fingerpost.core.cells import Cell
from fingerpost.core.errors import SourceError
from fingerpost.ingest.attributes import MAX_DEPTH, cells, identifier
from fingerpost.ingest.graphs.id_lists import id_lists
from fingerpost.ingest.graphs.json_amounts import with_amounts
from fingerpost.ingest.graphs.json_languages import in_english
from fingerpost.ingest.graphs.json_maps import (
    JsonObject,
    are_keyed,
    is_dumped,
    name_key,
    with_maps,
    with_name,
    with_stubs,
)
from fingerpost.ingest.graphs.object_values import read_written
from fingerpost.ingest.records import LoadContext, NodeRecord, PropertyHint, Record, RelationshipRecord
from fingerpost.ingest.tables.key_guesses import guess_told
from fingerpost.ingest.tables.keys import Keys, find_keys
from fingerpost.ingest.tables.names import words
from fingerpost.ingest.tables.profile import key_text, profile
from fingerpost.ingest.tables.proposal import names_both, reference_type, told_empty, type_name
from fingerpost.ingest.tables.table import Columns, ForeignKey
from fingerpost.plans import joined

_LOGIN_KEYS = ("login", "username", "userName", "user_name", "email", "handle")
_NAMES = frozenset(("name", "title", "label"))
_ID_KEYS = ("id", "_id", "@id", "uuid", "guid")


class _Rows:
    """The objects of a label as a table."""

    primary_key: Columns = ()
    foreign_keys: Sequence[ForeignKey] = ()

    def __init__(self, name: str, objects: Sequence[JsonObject]) -> None:
        self.name = name
        self.file = objects[0].file
        self.columns = tuple(dict.fromkeys(key for each in objects for key in each.properties))
        self._objects = objects

    def rows(self, context: LoadContext) -> Iterator[tuple[int, dict[str, Cell]]]:
        """The record and the values of each object."""
        return ((each.record, each.properties) for each in self._objects)


class ObjectGraph:
    """Takes the objects of documents, one document after the other, and gives them as nodes and relationships.

    The label of an object is the key that holds it, or the name of its file. It is joined to the objects that it holds
    by relationships named after their keys. Objects of one label with the same id are one node, unless two of them
    differ in a value: then each object of that label is a node. A note says so.
    """

    def __init__(self, context: LoadContext) -> None:
        self._context = context
        self._path = Path()
        self._file = self._record = self._documents = self._before = 0
        self._labels: dict[tuple[str, ...], str] = {}
        self._objects: dict[str, list[JsonObject]] = {}
        self._empty: dict[str, dict[str, None]] = {}
        self._untold: set[str] = set()

    def begin(self, path: Path) -> None:
        """What is added from now on is of this file."""
        self._path = path
        self._file = self._context.add_file(path, positions="record")
        self._record = 0
        self._documents += 1
        self._before = self._count()

    def end(self, what: str) -> None:
        """The file has been read.

        Raises:
            SourceError: it has no object, which is called `what`.
        """
        if self._count() == self._before:
            raise SourceError(f"{self._path} holds no {what}", details={"file": str(self._path)})

    def _count(self) -> int:
        return sum(map(len, self._objects.values()))

    def next_record(self, *, torn: bool = False) -> None:
        """What is added from now on belongs to the next record."""
        self._record += 1
        self.note_torn(torn)

    def note_torn(self, torn: bool) -> None:
        """Report text with half of a surrogate pair, if there was any."""
        if torn:
            self._context.problems.add("bad-encoding", f"{self._place()}: half of a surrogate pair")

    def add(self, label: str, value: Any) -> None:
        """Add an object of the top level, or several by key; any other value is reported as `bad-record`.

        A record of a database that Django wrote (`dumpdata`) is that of its model.
        """
        if not isinstance(value, dict):
            self._context.problems.add("bad-record", f"{self._place()}: not a JSON object")
            return
        if is_dumped(value):
            label, value = value["model"].rpartition(".")[2], {"id": value.get("pk"), **value["fields"]}
        objects, _ = _split(in_english(value, self._untold))
        for suffix, name, item in objects:
            number = self._record if self._documents == 1 else f"{self._documents}.{self._record}"
            self._take(label, item, f"{label}[{number}]{suffix}", name, 0)

    def records(self) -> Iterator[Record]:
        """All nodes, then all relationships. It is called once."""
        if self._untold:
            self._context.notes.append(f"{joined(sorted(self._untold))}: objects by language, read in English only")
        single = with_amounts(with_maps(self._objects), self._context)
        self._objects = {label: list(with_stubs(each)) for label, each in single.items()}
        nodes = {label: self._nodes(label, objects) for label, objects in self._objects.items()}
        for label, objects in nodes.items():
            self._tell_empty(label, objects)
            read_written(label, objects, self._context)
        tables = [_Rows(label, each) for label, each in nodes.items()]
        keys = find_keys([profile(table, self._context.trial()) for table in tables])
        links = [table.name for table in tables if names_both(table.name, table.columns, keys[table.name])]
        referring = list(self._references(nodes, keys))
        for label in links:
            if all(label != key.target for own in keys.values() for key in own.foreign):
                referring = list(self._linked(label, {each.node: each for each in nodes[label]}, referring))
                nodes[label] = []
        for label, objects in nodes.items():
            for each in objects:
                yield NodeRecord(each.node, (label,), each.properties, each.file, each.record)
        seen: set[tuple[str, str, str]] = set()
        for relationship in (*self._holding(), *referring):
            ends = relationship.start, relationship.type, relationship.end
            if ends not in seen:
                seen.add(ends)
                yield relationship

    def _take(self, label: str, value: Mapping[str, Any], path: str, name: str | None, depth: int) -> JsonObject:
        value = with_name(in_english(value, self._untold))
        plain: dict[str, Any] = {}
        empty: dict[str, None] = {}
        inner: list[tuple[str, str, str | None, Mapping[str, Any]]] = []
        for key, item in value.items():
            objects, rest = _split(item) if depth < MAX_DEPTH else ([], item)
            inner.extend((key, f"{path}.{key}{suffix}", by, held) for suffix, by, held in objects)
            if rest not in (None, [], {}):
                plain[key] = rest
            elif not objects:
                empty[key] = None
        if name is not None:
            plain.setdefault(name_key(value), name)
        label = self._labels.setdefault(words(label) or (label,), label)
        own_id, properties = _own_id(plain, label, depth), cells(plain, self._bad)
        found = JsonObject(path, self._record, label, own_id, properties, by=name, inside=depth > 0, file=self._file)
        self._objects.setdefault(label, []).append(found)
        self._empty.setdefault(label, {}).update(empty)
        found.held = [(key, self._take(key, held, at, by, depth + 1)) for key, at, by, held in inner]
        return found

    def _nodes(self, label: str, objects: Sequence[JsonObject]) -> list[JsonObject]:
        """The objects that become nodes; those with the same id share one if none of them differ."""
        by_id: dict[str, JsonObject] = {}
        same = [each for each in objects if each.own_id is not None and by_id.setdefault(each.own_id, each) is not each]
        merged = {key: dict(each.properties) for key, each in by_id.items()}
        identifying = all(_agree(merged[each.own_id or ""], each.properties) for each in same)
        if same:
            shared = f"{len(objects) - len(same)} nodes of {len(objects)} objects, by their ids"
            apart = "objects with the same id differ, so each is a node of its own"
            self._context.notes.append(f"{label}: {shared if identifying else apart}")
        elif not by_id:
            self._note_alike(label, objects)
        chosen: list[JsonObject] = []
        for each in objects:
            key = each.own_id if identifying else None
            each.node = each.path if key is None else f"{label}:{key}"
            if key is None or by_id[key] is each:
                each.properties = each.properties if key is None else merged[key]
                chosen.append(each)
        return chosen

    def _tell_empty(self, label: str, objects: Sequence[JsonObject]) -> None:
        """Tell of the keys that have no value in any object."""
        known = {key for each in objects for key in (*each.properties, *(held for held, _ in each.held))}
        empty = [key for key in self._empty.get(label, ()) if key not in known]
        self._context.property_hints.update(((label, key), PropertyHint(declared=True)) for key in empty)
        self._context.notes.extend(filter(None, (told_empty(label, empty),)))

    def _note_alike(self, label: str, objects: Sequence[JsonObject]) -> None:
        """Tell of objects with a name that others hold and that may be one thing: nothing says that they are."""
        named = [each for each in objects if each.inside and not each.held and not _NAMES.isdisjoint(each.properties)]
        different = {tuple(sorted(each.properties.items())) for each in named}
        if len(different) < len(named):
            alike = f"{len(named):,} objects, {len(different):,} of them different"
            self._context.notes.append(f"{label}: {alike}; they have no id, so each is a node of its own")

    def _holding(self) -> Iterator[RelationshipRecord]:
        for objects in self._objects.values():
            for each in objects:
                for key, held in each.held:
                    told: dict[str, Cell] = {"key": held.by} if held.stub and held.by else {}
                    yield RelationshipRecord(each.node, held.node, type_name(key), told, each.file, each.record)

    def _references(
        self, nodes: Mapping[str, Sequence[JsonObject]], keys: Mapping[str, Keys]
    ) -> Iterator[RelationshipRecord]:
        """What values refer to; a value that refers to a node is not a property then."""
        found = [
            (label, own, key, share)
            for label, own in keys.items()
            for key, share in (*((key, None) for key in own.foreign), *own.guessed)
            if len(key.columns) == 1
        ]
        found += [(label, keys[label], key, share) for label, key, share in id_lists(nodes, keys)]
        ends = {
            (key.target, key.referred[0]): {
                key_text(each.properties[key.referred[0]]): each.node
                for each in nodes[key.target]
                if key.referred[0] in each.properties
            }
            for _, _, key, _ in found
        }
        for label, own, key, share in found:
            column, referred = key.columns[0], key.referred[0]
            type_ = reference_type(label, key, own)
            if share is None:
                self._context.notes.append(f"{label}.{column} refers to {key.target}.{referred}: {type_}")
            else:
                told = guess_told(label, key, share)
                self._context.notes.append(f"{type_} is {told}")
                self._context.property_hints[type_, ""] = PropertyHint(description=told)
            for each in nodes[label]:
                value = each.properties.get(column, "")
                items = map(key_text, value if isinstance(value, tuple) else (value,))
                reached = [end for item in items if (end := ends[key.target, referred].get(item)) is not None]
                if reached and (column,) != own.primary and share is None:
                    del each.properties[column]
                for end in reached:
                    yield RelationshipRecord(each.node, end, type_, {}, each.file, each.record)

    def _linked(
        self, label: str, links: Mapping[str, JsonObject], referring: Sequence[RelationshipRecord]
    ) -> Iterator[RelationshipRecord]:
        """Relationships where what only links two nodes is one itself; what links nothing at one end is reported."""
        starts: dict[str, str] = {}
        for each in referring:
            if each.start not in links:
                yield each
            elif each.start not in starts:
                starts[each.start] = each.end
            else:
                ends = starts.pop(each.start), each.end
                yield RelationshipRecord(*ends, type_name(label), links[each.start].properties, each.file, each.line)
        for node in starts:
            self._context.problems.add("bad-record", f"{self._path}: {node} refers to nothing at one end")

    def _bad(self, what: str) -> None:
        self._context.problems.add("bad-value", f"{self._place()}: {what}")

    def _place(self) -> str:
        return f"{self._path}: record {self._record}"


def _split(value: Any) -> tuple[list[tuple[str, str | None, Mapping[str, Any]]], Any]:
    """The objects in a value, each with its path and its key if it has one; and what is left of the value."""
    if isinstance(value, dict):
        if len(value) == 1 and next(iter(value)).startswith("$"):  # MongoDB's types: {"$oid": "5f..."}
            return [], next(iter(value.values()))
        if are_keyed(value):
            return [(f".{key}", key, item) for key, item in value.items()], None
        return ([("", None, value)] if value else []), None
    if isinstance(value, list):
        held = [(number, item) for number, item in enumerate(value) if isinstance(item, dict) and item]
        return [(f"[{number}]", None, item) for number, item in held], [
            item for item in value if item is not None and not isinstance(item, dict)
        ]
    return [], value


def _own_id(plain: Mapping[str, Any], label: str, depth: int) -> str | None:
    """What tells an object from others of its label; one that others hold may be told by its login or address."""
    own = words(label)
    named = _LOGIN_KEYS if depth else ()
    for key in (*_ID_KEYS, *(key for key in plain if words(key) == (*own, "id")), *named):
        found = identifier(plain.get(key))
        if found is not None:
            return found
    return None


def _agree(known: dict[str, Cell], other: Mapping[str, Cell]) -> bool:
    """Whether no value differs; what is not known yet is taken over."""
    return all(known.setdefault(key, value) == value for key, value in other.items())
