"""Relationships that a graph leaves to its keys: `actor.musical_id` holds a `musical_id` of the label musical.

Graphs that were made of tables often have some of these references as relationships and others as properties only,
because nothing declared them. The signs are those by which plain tables are joined; the property stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from fingerpost.core.cells import Cell
from fingerpost.ingest.records import LoadContext, NodeRecord, PropertyHint, Record, RelationshipRecord
from fingerpost.ingest.tables.key_guesses import guess_told
from fingerpost.ingest.tables.keys import CLEAR, find_keys
from fingerpost.ingest.tables.names import KEY_WORDS, OVERSEER, says, words
from fingerpost.ingest.tables.node_rows import NodeRows, referring
from fingerpost.ingest.tables.profile import key_text, profile
from fingerpost.ingest.tables.proposal import reference_type
from fingerpost.ingest.tables.table import ForeignKey

GRAPHS = frozenset("cypher dot gexf graphml jsonl kuzu node-link pajek".split())
"""Loaders of graphs that anybody may have made, of anything."""
NODES_LIMIT = 500_000
"""Nodes with keys that are held; of more, none are joined."""
_SAMPLE = 1_000
"""Relationships between two labels that are looked at to see whether they say the same as a key."""
_SAID = 0.5
"""The share of them from which on they do."""
_JOINED = "joined by their keys"
"""What the description of such a relationship type says."""


@dataclass(slots=True)
class _Between:
    """The relationships of a type between two labels: how many, and the ends of the first."""

    count: int = 0
    ends: list[tuple[str, str]] = field(default_factory=list)


class _Held:
    """What has been read, as far as references may be found by it."""

    def __init__(self) -> None:
        self._nodes: dict[str, list[NodeRecord]] = {}
        self._columns: dict[str, dict[str, None]] = {}
        self._label: dict[str, str] = {}
        self._between: dict[tuple[str, str, str], _Between] = {}
        self.full = False

    def take(self, record: Record) -> None:
        if self.full:
            return
        if isinstance(record, RelationshipRecord):
            ends = self._label.get(record.start, ""), self._label.get(record.end, "")
            between = self._between.setdefault((record.type, *ends), _Between())
            between.count += 1
            if len(between.ends) < _SAMPLE:
                between.ends.append((record.start, record.end))
            return
        label = record.labels[0] if record.labels else ""
        keys = {name: value for name, value in record.properties.items() if _may_be_key(name, value)}
        self._columns.setdefault(label, {}).update(dict.fromkeys(record.properties))
        self._nodes.setdefault(label, []).append(NodeRecord(record.id, (), keys, record.file, record.line))
        self._label[record.id] = label
        if len(self._label) > NODES_LIMIT:
            self.full = True
            for held in (self._nodes, self._columns, self._label, self._between):
                held.clear()

    def joined(self, context: LoadContext) -> Iterator[RelationshipRecord]:
        """The relationships that keys show and nothing else says."""
        if self.full:
            context.notes.append(f"with more than {NODES_LIMIT:,} nodes, none are joined by their keys")
            return
        nodes = {label: {node.id: node for node in found} for label, found in self._nodes.items() if label}
        tables = {label: NodeRows(label, [*own.values()], tuple(self._columns[label])) for label, own in nodes.items()}
        profiles = [profile(table, context.trial()) for table in tables.values() if table.columns]  # type: ignore[arg-type]
        keys = find_keys(profiles, codes=False)
        for label, own in keys.items():
            for key, share in (*((key, None) for key in own.foreign if _is_clear(label, key)), *own.guessed):
                if len(key.columns) > 1:
                    continue
                pairs = list(referring(tables[label], tables[key.target], key))
                if not pairs or self._is_said(label, key, nodes, len(pairs)):
                    continue
                (column,), (referred,) = key.columns, key.referred
                type_ = reference_type(label, key, own)
                told = f"{_JOINED}: {label}.{column} refers to {key.target}.{referred}"
                if share is not None:
                    told = f"{guess_told(label, key, share)}, {_JOINED}"
                context.notes.append(f"{type_}: {told}")
                context.property_hints[type_, ""] = PropertyHint(description=told)
                for node, end in pairs:
                    yield RelationshipRecord(node.id, end, type_, {}, node.file, node.line)

    def _is_said(self, label: str, key: ForeignKey, nodes: Mapping[str, Mapping[str, NodeRecord]], number: int) -> bool:
        """Whether a relationship says already what a key refers to."""
        (column,), (referred,) = key.columns, key.referred
        for (_, start, end), between in self._between.items():
            if {start, end} - {label, key.target} - {""} or between.count < number * _SAID:
                continue
            equal = 0
            for ends in between.ends:
                for one, other in (ends, ends[::-1]):
                    first, second = nodes[label].get(one), nodes[key.target].get(other)
                    if first is not None and second is not None:
                        value = key_text(first.properties.get(column, ""))
                        equal += value is not None and value == key_text(second.properties.get(referred, ""))
            if equal >= len(between.ends) * _SAID:
                return True
        return False


def with_shared_keys(records: Iterable[Record], context: LoadContext) -> Iterator[Record]:
    """The records of a graph, and relationships from nodes to those whose key they hold, where none says so yet.

    Those of an earlier load are found anew. Of graphs with more than `NODES_LIMIT` nodes nothing is joined.
    """
    held = _Held()
    for record in records:
        if isinstance(record, RelationshipRecord) and _is_joined(record.type, context):
            continue
        held.take(record)
        yield record
    yield from held.joined(context)


def _is_joined(type_: str, context: LoadContext) -> bool:
    hint = context.property_hints.get((type_, ""))
    return hint is not None and _JOINED in (hint.description or "")


def _may_be_key(name: str, value: Cell) -> bool:
    """Whether a value may be a key, or refer to one: a rank of 3 does not."""
    text = key_text(value)
    return text is not None and (not text.isdigit() or _is_key(name))


@lru_cache(maxsize=20_000)
def _is_key(name: str) -> bool:
    spoken = words(name)
    return bool(spoken) and spoken[-1] in KEY_WORDS


def _is_clear(label: str, key: ForeignKey) -> bool:
    """Whether names say that a key refers to something: to a label by its name, to another of its own as to a boss."""
    if len(key.columns) != 1:
        return False
    own = key.target == label
    told = says(key.columns[0], key.referred[0], key.target, own=own)
    return told in CLEAR or (own and told == OVERSEER and _is_key(key.columns[0]))
