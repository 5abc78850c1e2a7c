"""The nodes of a label as the rows of a table, in which keys and references are looked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fingerpost.core.cells import Cell
from fingerpost.ingest.records import LoadContext, NodeRecord
from fingerpost.ingest.tables.profile import key_text
from fingerpost.ingest.tables.table import Columns, ForeignKey


class NodeRows:
    """A table (see `Table`) of nodes; `columns` are by default the properties that they have."""

    primary_key: Columns = ()
    foreign_keys: Sequence[ForeignKey] = ()

    def __init__(self, name: str, nodes: Sequence[NodeRecord], columns: Columns | None = None) -> None:
        self.name = name
        self.file = nodes[0].file
        if columns is None:
            columns = tuple(dict.fromkeys(key for node in nodes for key in node.properties))
        self.columns = columns
        self.nodes = nodes

    def rows(self, context: LoadContext) -> Iterator[tuple[int, Mapping[str, Cell]]]:
        """The place and the values of each node."""
        return ((node.line, node.properties) for node in self.nodes)


def referring(table: NodeRows, target: NodeRows, key: ForeignKey) -> Iterator[tuple[NodeRecord, str]]:
    """Each node that refers to one of another table by a key of one column, with the id of that one."""
    (column,), (referred,) = key.columns, key.referred
    ends = {key_text(node.properties[referred]): node.id for node in target.nodes}
    for node in table.nodes:
        if column in node.properties and (end := ends.get(key_text(node.properties[column]))) is not None:
            yield node, end
