"""Tables of edges, as Gephi and many programs write them: `source, target`, perhaps beside a table of nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fingerpost.core.cells import Cell
from fingerpost.ingest.records import LoadContext
from fingerpost.ingest.tables.names import KEY_WORDS, words
from fingerpost.ingest.tables.profile import ColumnProfile, TableProfile, key_text
from fingerpost.ingest.tables.table import Columns, ForeignKey, Table
from fingerpost.linking import stem

_PAIRS = tuple((stem(start), stem(end)) for start, end in (("source", "target"), ("src", "dst")))
_LOOSE = (stem("from"), stem("to"))
"""Names that columns may have for other reasons, too."""
_MOST_COLUMNS = 4
"""Columns of a table with loose names that is taken for one of edges alone."""
_TYPES = tuple(map(stem, ("type", "label", "relation", "relationship", "kind")))
_MOST_TYPES = 100
_HELD = 0.98
"""The share of the ends that are nodes of a table: edges may lead to some that are missing."""
_GEPHI = frozenset(("directed", "undirected", "mutual"))
_BARE = frozenset(map(stem, "edge edgelist link list relation relationship network graph".split()))
"""Words for a table of edges that do not say what the edges are."""
ENDS = ".nodes"
"""What the name of a table of ends has after that of its table of edges."""
NAME = "name"


class EndsTable:
    """The nodes that a table of edges names, where no other table has them: each different value is one."""

    primary_key: Columns = (NAME,)
    foreign_keys: Sequence[ForeignKey] = ()
    columns: Columns = (NAME,)

    def __init__(self, edges: Table, ends: Columns) -> None:
        self.name = edges.name + ENDS
        self.file = edges.file
        self._edges = edges
        self._ends = ends

    def rows(self, context: LoadContext) -> Iterator[tuple[int, dict[str, Cell]]]:
        """Each value with the first line that has it."""
        seen: set[str] = set()
        for line, row in self._edges.rows(context.trial()):
            for end in self._ends:
                value = row.get(end)
                text = None if value is None else key_text(value)
                if text is not None and text not in seen:
                    seen.add(text)
                    yield line, {NAME: text}


def ends_tables(profiles: Mapping[str, TableProfile]) -> Iterator[EndsTable]:
    """Tables of ends for those tables of edges whose ends no other table has."""
    for name, each in profiles.items():
        ends = _ends(each)
        if ends is None or each.table.foreign_keys or name + ENDS in profiles:
            continue
        others = [other for other in profiles.values() if other is not each]
        if any(_holding(each, end, others) for end in ends) or not all(each.columns[end].keyable for end in ends):
            continue
        loose = words(ends[0]) == _LOOSE[:1]
        if each.rows and not (
            loose and (len(each.columns) > _MOST_COLUMNS or each.is_unique(next(iter(each.columns))))
        ):
            yield EndsTable(each.table, ends)


def edge_keys(each: TableProfile, profiles: Mapping[str, TableProfile]) -> tuple[ForeignKey, ...]:
    """The references of a table of edges, if for each end just one table has all of its values."""
    ends = _ends(each)
    if ends is None:
        return ()
    found = []
    for end in ends:
        holding = _holding(each, end, [other for other in profiles.values() if other is not each])
        if len(holding) != 1:
            return ()
        found.append(ForeignKey((end,), *holding[0]))
    return tuple(found)


def are_edges(each: TableProfile) -> bool:
    """Whether a table says by the names of its columns that each row is an edge, whatever else it has."""
    ends = _ends(each)
    return ends is not None and words(ends[0]) != _LOOSE[:1]


def says_nothing(name: str) -> bool:
    """Whether the name of a table of edges does not say what they are."""
    return _BARE.issuperset(words(name))


def type_column(each: TableProfile) -> str | None:
    """The column with the type of each edge: a few different texts, one in every row."""
    for wanted in _TYPES:
        for name, column in each.columns.items():
            if words(name)[-1:] != (wanted,) or not column.keyable or column.filled < each.rows:
                continue
            texts = {text.casefold() for text in column.values}
            if texts <= _GEPHI or len(texts) > _MOST_TYPES or any(text.isdigit() for text in texts):
                continue
            return name
    return None


def _ends(each: TableProfile) -> tuple[str, str] | None:
    """The columns with both ends of an edge, by their names: `source` and `target`, `Source ID` and `Target ID`."""
    named: dict[tuple[str, ...], str] = {}
    for name in each.columns:
        found = words(name)
        named.setdefault(found[:-1] if len(found) > 1 and found[-1] in KEY_WORDS else found, name)
    for start, end in (*_PAIRS, _LOOSE):
        if (start,) in named and (end,) in named:
            return named[start,], named[end,]
    return None


def _holding(each: TableProfile, end: str, others: Sequence[TableProfile]) -> list[tuple[str, Columns]]:
    """The tables whose key, or else another column of different values, has all values of an end."""
    column = each.columns[end]
    loose = words(end)[:1] in (_LOOSE[:1], _LOOSE[1:])
    if not column.keyable or not column.values or (loose and all(value.isdigit() for value in column.values)):
        return []
    found: list[tuple[str, Columns]] = []
    for other in others:
        key = next(
            (name for name, held in other.columns.items() if other.is_unique(name) and _are_held(column, held)),
            None,
        )
        if key is not None and not are_edges(other):
            found.append((other.table.name, (key,)))
    return found


def _are_held(column: ColumnProfile, key: ColumnProfile) -> bool:
    return sum(value in key.values for value in column.values) >= _HELD * len(column.values)
