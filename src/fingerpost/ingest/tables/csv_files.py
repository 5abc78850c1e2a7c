"""Reads graphs from CSV: files with neo4j-admin headers, a folder of them, or plain tables."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from fingerpost.core.cells import Cell
from fingerpost.core.errors import SourceError
from fingerpost.ingest.mapping import ANY, NULL, SourceMapping, TableMapping
from fingerpost.ingest.records import LoadContext, NodeRecord, Proposal, Record, RelationshipRecord
from fingerpost.ingest.tables.apoc_csv import apoc_records, is_apoc
from fingerpost.ingest.tables.csv_header import ENDINGS, Header
from fingerpost.ingest.tables.csv_rows import CsvRows
from fingerpost.ingest.tables.joined import JoinedTables
from fingerpost.ingest.tables.json_columns import expanded
from fingerpost.ingest.tables.layout import (
    above_header,
    no_names,
    noting,
    without_total,
)
from fingerpost.ingest.tables.not_tables import other_format
from fingerpost.ingest.tables.proposal import proposed, proposed_as_they_are
from fingerpost.ingest.tables.table import ForeignKey
from fingerpost.ingest.tables.text_tables import is_text_table
from fingerpost.ingest.text_source import LINE_LIMIT, TextSource, stem
from fingerpost.plans import joined

OTHER_DATA = tuple(
    ".json .geojson .jsonl .ndjson .xlsx .xlsm .ods .parquet .db .sqlite .sqlite3 .duckdb .graphml .gexf .ttl .nt .nq "
    ".trig .rdf .owl .jsonld .dot .gv .cypher .gml .zip .tar .tgz".split()
)
"""Endings of other files with data: a folder with such files is read as one of several formats."""
_DECLARED = re.compile(rb":(?:START_ID|END_ID|ID)\b")
_OTHERS = 5
"""Names of files that are left out that a note tells."""


class CsvLoader:
    """Loads CSV files for neo4j-admin, or plain tables, whose rows become nodes labelled with the file name."""

    name: ClassVar[str] = "csv"
    summary: ClassVar[str] = "CSV or TSV with neo4j-admin headers, one file or a folder; plain tables too"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a .csv or .tsv file, optionally gzipped, or a table called .txt, and a folder with one but no other
        data. Never raises.

        Beside files whose headers declare a graph, other data are left out: they may be its model.
        """
        try:
            files = _files(path)
            if not files or any(path.glob("nodes.jsonl*")):
                return False
            return not _has_other_data(path) or _declares_graph(files)
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the nodes of all node files, then the relationships of all relationship files.

        The default label of a node, or type of a relationship, is the last part of the file name.

        Raises:
            SourceError: the file or folder is missing, empty, has no CSV, or is not text; a header is invalid; a
                quoted field does not end within `LINE_LIMIT` characters.
        """
        yield from self.read_together([path], context)

    def read_together(self, paths: Sequence[Path], context: LoadContext) -> Iterator[Record]:
        """Stream files, or folders, that make one graph: plain tables among them may refer to one another.

        Raises:
            SourceError: as `read` does.
        """
        files = _all_files(paths)
        for path in paths:
            if path.is_dir():
                _note_others(path, context)
        later: list[Path] = []
        plain: list[tuple[Path, Header]] = []
        for file in files:
            header = _header(file, context)
            if header.start is not None:
                later.append(file)
            elif header.is_plain and is_apoc(column.name for column in header.properties):
                number = context.add_file(file)
                yield from apoc_records(CsvTable(file, number, header).all_rows(context), number, context)
            elif header.is_plain:
                plain.append((file, header))
            else:
                yield from _records(file, context)
        yield from _plain_records(plain, context)
        for file in later:
            yield from _records(file, context)

    def propose(self, paths: Sequence[Path], context: LoadContext, *, typed: bool) -> Proposal:
        """How the plain tables among the files may become a graph; files with neo4j-admin headers need no mapping.

        Raises:
            SourceError: as `read` does; `source.mapping`: two tables have the same name.
        """
        headers = [(file, _header(file, context)) for file in _all_files(paths)]
        tables = _tables([(file, header) for file, header in headers if header.is_plain], context, None)
        if len({table.name for table in tables}) != len(tables):
            raise _named_alike(tables)
        return proposed(tables, context, typed=typed)


def _all_files(paths: Sequence[Path]) -> list[Path]:
    csv.field_size_limit(max(csv.field_size_limit(), LINE_LIMIT))
    return [file for path in paths for file in (_folder(path) if path.is_dir() else [path])]


def _files(path: Path) -> list[Path]:
    """The CSV files at a path, without hidden ones such as macOS's `._a.csv`, and without empty ones beside others."""
    found = sorted(path.iterdir()) if path.is_dir() else [path]
    files = [
        file
        for file in found
        if file.is_file() and file.name[0] != "." and (stem(file, *ENDINGS) or is_text_table(file))
    ]
    return [file for file in files if file.stat().st_size] or files


def _folder(path: Path) -> list[Path]:
    files = _files(path)
    if not files:
        raise SourceError(f"{path} contains no .csv or .tsv file", details={"file": str(path)})
    return files


def _has_other_data(path: Path) -> bool:
    """Whether a folder has files of other data, or XML below it: a table beside a corpus is not the whole."""
    if any(stem(other, *OTHER_DATA) for other in path.glob("*.*")):
        return True
    return path.is_dir() and next(path.rglob("*.xml"), None) is not None


def _declares_graph(files: Sequence[Path]) -> bool:
    """Whether the header of a file says which column is a node's or an end's id, as those of neo4j-admin do."""
    for file in files:
        with file.open("rb") as opened:
            if _DECLARED.search(opened.readline(LINE_LIMIT)):
                return True
    return False


def _note_others(path: Path, context: LoadContext) -> None:
    """Note the files in a folder beside its CSV files."""
    read = [*_files(path), *context.options.beside]
    others = sorted(each.name for each in path.iterdir() if each.is_file() and each not in read and each.name[0] != ".")
    for name in [name for name in others if stem(path / name, *ENDINGS)]:
        context.notes.append(f"{name} is empty, and was left out")
        others.remove(name)
    if others:
        rest = f" and {len(others) - _OTHERS:,} more" if len(others) > _OTHERS else ""
        context.notes.append(f"{path.name} is read as CSV files; left out: {', '.join(others[:_OTHERS])}{rest}")


def _header(path: Path, context: LoadContext) -> Header:
    # Problems found here are found again, and reported, when the file is read.
    trial = context.trial()
    with TextSource(path, trial, guess=True) as source:
        if (other := other_format(source.head)) is not None:
            what, hint = other
            raise source.error(f"is {what}, not a table", hint=hint)
        return CsvRows(source, trial).header


def _plain_records(plain: Sequence[tuple[Path, Header]], context: LoadContext) -> Iterator[Record]:
    """Plain tables: by the mapping, else joined where columns refer to other tables, else each by itself."""
    mapping = context.options.mapping
    tables = _tables(plain, context, mapping)
    named_apart = len({table.name for table in tables}) == len(tables)
    whole = expanded(tables, context) if named_apart else tables
    if mapping is None and named_apart and tables:
        found = proposed_as_they_are(whole, context, typed=False)
        context.notes.extend(found.notes)
        telling = any(table.references or _has_types(table) for table in found.mapping.tables.values())
        if telling or whole != tables:
            mapping = found.mapping
            context.numbers.extend(_numbers(mapping))
    if mapping is None:
        alike = [name for name, count in Counter(table.name for table in tables).items() if count > 1]
        if alike:
            context.notes.append(
                f"several tables are called {joined(alike)}: tables are not joined; rename all but one"
            )
        counts: Counter[str] = Counter()
        for table in tables:
            yield from table.nodes(context, counts)
        return
    if not named_apart:
        raise _named_alike(tables)
    yield from JoinedTables(whole, mapping, context).records()


def _numbers(mapping: SourceMapping) -> Iterator[str]:
    """The columns that are read as numbers because all their texts are some."""
    for name, table in mapping.tables.items():
        for column, rule in table.properties.items():
            if rule.type in ("int", "float") and rule.format is None:
                yield f"{name}.{column}"


def _has_types(table: TableMapping) -> bool:
    return any(rule.type != ANY or rule.unit or rule.null for rule in table.properties.values())


def _tables(
    plain: Sequence[tuple[Path, Header]], context: LoadContext, mapping: SourceMapping | None
) -> list[CsvTable]:
    null = NULL if mapping is None else mapping.null
    return [CsvTable(path, context.add_file(path), header, null) for path, header in plain]


def _named_alike(tables: Sequence[CsvTable]) -> SourceError:
    seen: dict[str, Path] = {}
    for table in tables:
        if table.name in seen:
            break
        seen[table.name] = table.path
    message = f"{seen[table.name]} and {table.path} have the same name: a mapping cannot tell them apart"
    return SourceError(message, code="source.mapping")


class CsvTable:
    """A plain table in a CSV file. The texts `null` are missing values."""

    by_hand: ClassVar[bool] = True
    untyped: ClassVar[bool] = True

    def __init__(self, path: Path, file: int, header: Header, null: Sequence[str] = NULL) -> None:
        self.path = path
        self.file = file
        self.name = header.kind
        self._stem = header.stem
        self.columns = tuple(column.name for column in header.properties)
        self.primary_key: tuple[str, ...] = ()
        self.foreign_keys: tuple[ForeignKey, ...] = ()
        self._missing = frozenset(("", *null))

    def rows(self, context: LoadContext) -> Iterator[tuple[int, dict[str, Cell]]]:
        """The line and the values of each row."""
        return self._rows(context, self._missing)

    def nodes(self, context: LoadContext, counts: Counter[str]) -> Iterator[NodeRecord]:
        """The rows as nodes that nothing joins, with all their values; `counts` has the number of those before, by the
        names of their files."""
        for line, properties in self._rows(context, frozenset()):
            counts[self._stem] += 1
            yield NodeRecord(f"{self._stem}:{counts[self._stem]}", (self.name,), properties, self.file, line)

    def _rows(self, context: LoadContext, missing: frozenset[str]) -> Iterator[tuple[int, dict[str, Cell]]]:
        """The line and the values of each row without the `missing` ones; titles above the header and a total below the
        rows are noted."""
        with TextSource(self.path, context, guess=True) as source:
            rows = CsvRows(source, context)
            rows.report_odd()
            if rows.header.above:
                context.notes.append(above_header(self.path.name, rows.header.above))
            if rows.header.nameless:
                context.notes.append(no_names(self.path.name))
            values = rows.texts(missing) if missing else ((line, _trimmed(each)) for line, _, each in rows)
            note = noting(self.path.name, "line", context.notes)
            yield from without_total(values, _values, lambda: self.all_rows(context.trial()), note)

    def all_rows(self, context: LoadContext) -> Iterator[tuple[int, dict[str, Cell]]]:
        """The line and all values of each row, whatever it says."""
        with TextSource(self.path, context, guess=True) as source:
            yield from ((line, properties) for line, _, properties in CsvRows(source, context))


def _trimmed(properties: Mapping[str, Cell]) -> dict[str, Cell]:
    """Values without space around them, which nobody means."""
    return {name: str(value).strip() for name, value in properties.items()}


def _values(row: tuple[int, dict[str, Cell]]) -> dict[str, Cell]:
    return row[1]


def _records(path: Path, context: LoadContext) -> Iterator[Record]:
    """The records of a file with a header for neo4j-admin."""
    file = context.add_file(path)
    with TextSource(path, context, guess=True) as source:
        rows = CsvRows(source, context)
        rows.report_odd()
        yield from _relationships(rows, file) if rows.header.start else _nodes(rows, file)


def _nodes(rows: CsvRows, file: int) -> Iterator[NodeRecord]:
    header = rows.header
    default: tuple[str, ...] = (header.kind,)
    known: dict[str, tuple[str, ...]] = {"": default}
    index, prefix = (header.id.index, header.id.prefix) if header.id else (-1, "")
    place = header.labels
    for count, (line, row, properties) in enumerate(rows, 1):
        labels = default
        if place is not None:
            text = row[place]
            if text not in known:
                known[text] = tuple(dict.fromkeys(filter(None, map(str.strip, text.split(";"))))) or default
            labels = known[text]
        if index < 0:
            yield NodeRecord(f"{header.stem}:{count}", labels, properties, file, line)
        elif row[index]:
            yield NodeRecord(prefix + row[index], labels, properties, file, line)
        else:
            rows.report("bad-record", line, "a node without id")


def _relationships(rows: CsvRows, file: int) -> Iterator[RelationshipRecord]:
    header = rows.header
    if header.start is None or header.end is None:
        return
    first, first_prefix = header.start.index, header.start.prefix
    last, last_prefix = header.end.index, header.end.prefix
    place = header.type
    for line, row, properties in rows:
        start, end = row[first], row[last]
        if not start or not end:
            rows.report("bad-record", line, f"a relationship without its {'end' if start else 'start'}")
            continue
        kind = header.kind
        if place is not None:
            if row[place]:
                kind = row[place]
            else:
                rows.report("bad-value", line, f"a relationship without type; read as {kind}")
        yield RelationshipRecord(first_prefix + start, last_prefix + end, kind, properties, file, line)
