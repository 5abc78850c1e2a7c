"""References between tables in files of different formats: a column of a CSV file to the records of a JSON document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from fingerpost.ingest.records import LoadContext, NodeRecord, Record, RelationshipRecord
from fingerpost.ingest.tables.keys import find_keys
from fingerpost.ingest.tables.node_rows import NodeRows, referring
from fingerpost.ingest.tables.profile import profile
from fingerpost.ingest.tables.proposal import reference_type

FLAT = frozenset("csv json xlsx ods parquet sqlite duckdb sql sql-dump yaml xml".split())
"""Loaders whose nodes are rows or records, which may refer to others."""
NODES_LIMIT = 500_000
"""Nodes that are held to find references between formats; of more, none are looked for."""


def crossed(groups: Iterable[tuple[str, Iterable[Record]]], context: LoadContext) -> Iterator[Record]:
    """The records of several loaders, each under its name, with references between rows of different ones.

    A reference is found by the same signs as within one format; the column is not a property then. Nodes are held until
    all are known, unless there are more than `NODES_LIMIT`.
    """
    held: dict[tuple[str, str], list[NodeRecord]] = {}
    count = 0
    for name, records in groups:
        for record in records:
            if name not in FLAT or not isinstance(record, NodeRecord) or count >= NODES_LIMIT:
                yield record
                continue
            held.setdefault((name, record.labels[0] if record.labels else ""), []).append(record)
            count += 1
            if count == NODES_LIMIT:
                context.notes.append(f"with more than {NODES_LIMIT:,} rows, files of different formats are not joined")
                yield from chain.from_iterable(held.values())
                held.clear()
    found = list(_references(held, context)) if len({name for name, _ in held}) > 1 else []
    yield from chain.from_iterable(held.values())
    yield from found


def _references(held: Mapping[tuple[str, str], Sequence[NodeRecord]], context: LoadContext) -> Iterator[Record]:
    loaders: dict[str, set[str]] = {}
    for name, label in held:
        loaders.setdefault(label, set()).add(name)
    tables = {label: NodeRows(label, nodes) for (_, label), nodes in held.items() if len(loaders[label]) == 1}
    keys = find_keys([profile(table, context.trial()) for table in tables.values()])  # type: ignore[arg-type]
    for label, own in keys.items():
        for key in own.foreign:
            if len(key.columns) > 1 or loaders[label] == loaders[key.target]:
                continue
            (column,), (referred,) = key.columns, key.referred
            type_ = reference_type(label, key, own)
            context.notes.append(f"{label}.{column} refers to {key.target}.{referred}: {type_}")
            for node, end in referring(tables[label], tables[key.target], key):
                if (column,) != own.primary:
                    del node.properties[column]
                yield RelationshipRecord(node.id, end, type_, {}, node.file, node.line)
