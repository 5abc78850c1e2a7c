"""Reads what Kuzu writes by `EXPORT DATABASE`: a folder with schema.cypher, copy.cypher, and a CSV or Parquet file for
each table. The scripts are read, never executed."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from fingerpost.core.cells import Cell
from fingerpost.core.errors import SourceError
from fingerpost.ingest import typed_text
from fingerpost.ingest.records import LoadContext, NodeRecord, Record, RelationshipRecord
from fingerpost.ingest.tables.duck import parquet_rows
from fingerpost.ingest.tables.profile import key_text
from fingerpost.ingest.tables.stored import cell_of
from fingerpost.ingest.text_source import LINE_LIMIT, TextSource

_SCHEMA, _COPY = "schema.cypher", "copy.cypher"
_NAME = r"`((?:[^`]|``)+)`|(\w+)"
_TABLE = re.compile(
    rf"CREATE\s+(NODE|REL)\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:{_NAME})\s*\((.*)\)[^()]*\Z", re.I | re.S
)
_COLUMN = re.compile(rf"\s*(?:{_NAME})\s+(.+?)\s*", re.S)
_PAIR = re.compile(rf"\s*FROM\s+(?:{_NAME})\s+TO\s+(?:{_NAME})\s*", re.I)
_KEY = re.compile(rf"\s*PRIMARY\s+KEY\s*\(\s*(?:{_NAME})\s*\)\s*", re.I)
_COPIED = re.compile(
    rf"COPY\s+(?:{_NAME})\s*(?:\(([^)]*)\))?\s*FROM\s*[\"']([^\"']+)[\"']\s*(?:\((.*)\))?\s*\Z", re.I | re.S
)
_OPTION = re.compile(r"(\w+)\s*=\s*(?:'([^']*)'|\"([^\"]*)\"|(\w+))")
_TYPES = (
    (re.compile(r"U?INT\d*|SERIAL", re.I), "int"),
    (re.compile(r"DOUBLE|FLOAT|DECIMAL.*", re.I), "float"),
    (re.compile(r"BOOL(EAN)?", re.I), "boolean"),
    (re.compile(r"DATE", re.I), "date"),
)
_TIMESTAMP = re.compile(r"TIMESTAMP(_\w+)?", re.I)


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of nodes, with its key, or of relationships, with what it joins; with the converters of its columns."""

    name: str
    key: str | None
    pairs: tuple[tuple[str, str], ...]
    columns: dict[str, typed_text.Converter]


@dataclass(frozen=True, slots=True)
class _Copy:
    """A file that is copied into a table: its columns in order, and what is between which tables."""

    table: _Table
    file: Path
    columns: tuple[str, ...]
    ends: tuple[str, str] | None
    header: bool


class KuzuExportLoader:
    """A folder that Kuzu exported. The id of a node is its table and key."""

    name: ClassVar[str] = "kuzu"
    summary: ClassVar[str] = "folder exported by Kuzu (EXPORT DATABASE)"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a folder with both scripts of an export. Never raises."""
        try:
            return all((path / name).is_file() for name in (_SCHEMA, _COPY))
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the nodes, then the relationships. A value that is not of its type stays text (`bad-value`).

        Raises:
            SourceError: a script or file is missing or cannot be read, or copies into a table that there is not.
            MissingExtra: DuckDB, which reads Parquet, is not installed.
        """
        csv.field_size_limit(max(csv.field_size_limit(), LINE_LIMIT))
        tables = {table.name: table for table in map(_table, _statements(path / _SCHEMA, context)) if table is not None}
        copies = [_copied(text, path, tables) for text in _statements(path / _COPY, context)]
        for copy in sorted(copies, key=lambda each: each.ends is not None):
            if not copy.file.is_file():
                raise SourceError(
                    f"{copy.file} does not exist", code="source.missing", details={"file": str(copy.file)}
                )
            file = context.add_file(copy.file, positions="row" if copy.file.suffix == ".parquet" else "line")
            yield from (_nodes if copy.ends is None else _relationships)(copy, file, tables, context)


def _nodes(copy: _Copy, file: int, tables: dict[str, _Table], context: LoadContext) -> Iterator[Record]:
    for line, values in _rows(copy, context):
        properties = _properties(copy, copy.columns, values, line, context)
        key = key_text(properties.get(copy.table.key or "", ""))
        if key is None:
            context.problems.add("bad-record", f"{copy.file}:{line}: a node without a key")
            continue
        yield NodeRecord(f"{copy.table.name}:{key}", (copy.table.name,), properties, file, line)


def _relationships(copy: _Copy, file: int, tables: dict[str, _Table], context: LoadContext) -> Iterator[Record]:
    assert copy.ends is not None
    for line, (start, end, *values) in _rows(copy, context):
        first, last = _text(start), _text(end)
        if first is None or last is None:
            context.problems.add("bad-record", f"{copy.file}:{line}: a relationship without one of its ends")
            continue
        properties = _properties(copy, copy.columns, values, line, context)
        ids = f"{copy.ends[0]}:{first}", f"{copy.ends[1]}:{last}"
        yield RelationshipRecord(*ids, copy.table.name, properties, file, line)


def _text(value: object) -> str | None:
    cell = cell_of(value)
    return None if cell is None else key_text(cell)


def _rows(copy: _Copy, context: LoadContext) -> Iterator[tuple[int, Sequence[object]]]:
    """The rows of a file, each with its line or number."""
    width = len(copy.columns) + (2 if copy.ends else 0)
    if copy.file.suffix == ".parquet":
        yield from enumerate(parquet_rows(copy.file), 1)
        return
    if not copy.file.stat().st_size:
        return
    with TextSource(copy.file, context) as source:
        reader = csv.reader(source)
        line = 1
        for number, row in enumerate(reader):
            if row and not (copy.header and number == 0):
                if len(row) != width:
                    context.problems.add("ragged-line", f"{copy.file}:{line}: {len(row)} fields, not {width}")
                yield line, [*row[:width], *[""] * (width - len(row))]
            line = reader.line_num + 1


def _properties(
    copy: _Copy, names: Sequence[str], values: Sequence[object], line: int, context: LoadContext
) -> dict[str, Cell]:
    found: dict[str, Cell] = {}
    for name, value in zip(names, values, strict=False):
        cell = cell_of(value) if value not in (None, "") else None
        if isinstance(cell, str):
            try:
                cell = copy.table.columns.get(name, typed_text.text)(cell)
            except ValueError as error:
                context.problems.add("bad-value", f"{copy.file}:{line}: {name}: {error}; kept as text")
        if cell is not None:
            found[name] = cell
    return found


def _statements(path: Path, context: LoadContext) -> Iterator[str]:
    """The statements of a script, a line each as Kuzu writes them."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"{path} cannot be read: {error}", details={"file": str(path)}) from error
    yield from (line.strip().rstrip(";") for line in text.splitlines() if line.strip())


def _table(text: str) -> _Table | None:
    """The table that a statement creates; None for any other statement."""
    found = _TABLE.match(text)
    if found is None:
        return None
    key = None
    pairs: list[tuple[str, str]] = []
    columns: dict[str, typed_text.Converter] = {}
    for part in _parts(found[4]):
        if (pair := _PAIR.fullmatch(part)) is not None:
            pairs.append((_said(pair[1], pair[2]), _said(pair[3], pair[4])))
        elif (named := _KEY.fullmatch(part)) is not None:
            key = _said(named[1], named[2])
        elif (column := _COLUMN.fullmatch(part)) is not None:
            columns[_said(column[1], column[2])] = _converter(column[3])
    return _Table(_said(found[2], found[3]), key, tuple(pairs), columns)


def _copied(text: str, folder: Path, tables: dict[str, _Table]) -> _Copy:
    found = _COPIED.match(text)
    table, ends = _copied_into(_said(found[1], found[2]), tables) if found is not None else (None, None)
    if found is None or table is None:
        raise SourceError(f"{folder / _COPY}: this cannot be read: {text[:100]}", details={"file": str(folder / _COPY)})
    options = {name.lower(): one or two or three for name, one, two, three in _OPTION.findall(found[5] or "")}
    listed = [part.strip().strip("`") for part in (found[3] or "").split(",") if part.strip()]
    if "from" in options and "to" in options:
        ends = options["from"], options["to"]
    if table.pairs and ends is None:
        raise SourceError(
            f"{folder / _COPY}: what does this connect? {text[:100]}", details={"file": str(folder / _COPY)}
        )
    header = options.get("header", "false").lower() == "true"
    return _Copy(table, folder / Path(found[4]).name, tuple(listed or table.columns), ends, header)


def _copied_into(name: str, tables: dict[str, _Table]) -> tuple[_Table | None, tuple[str, str] | None]:
    """The table of a name and what it joins.

    Before 0.11 Kuzu wrote no ends, and for a table that joins several pairs the name of the table and of one pair.
    """
    table = tables.get(name)
    if table is not None:
        return table, table.pairs[0] if len(table.pairs) == 1 else None
    pairs = ((one, ends) for one in tables.values() for ends in one.pairs)
    return next(((one, ends) for one, ends in pairs if name == "_".join((one.name, *ends))), (None, None))


def _said(quoted: str | None, plain: str | None) -> str:
    return quoted.replace("``", "`") if quoted is not None else plain or ""


def _parts(text: str) -> Iterator[str]:
    """The parts of a list between commas, not those within brackets or backticks."""
    part, depth, quoted = "", 0, False
    for letter in text:
        quoted ^= letter == "`"
        depth += 0 if quoted else (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth and not quoted:
            yield part
            part = ""
        else:
            part += letter
    yield part


def _converter(type_: str) -> typed_text.Converter:
    """What reads the text of a value of a type; a type of several parts stays text."""
    type_ = type_.partition(" DEFAULT ")[0].strip()
    if type_.endswith("[]"):
        return _list(_converter(type_[:-2]))
    if _TIMESTAMP.fullmatch(type_):
        moment = typed_text.converter("datetime" if type_.upper().endswith("_TZ") else "localdatetime")
        return lambda text: moment(text.replace(" ", "T", 1))
    for pattern, name in _TYPES:
        if pattern.fullmatch(type_):
            return typed_text.converter(name)
    return typed_text.text


def _list(item: Callable[[str], Cell]) -> typed_text.Converter:
    def read(text: str) -> Cell:
        inner = text.removeprefix("[").removesuffix("]")
        return tuple(item(part.strip()) for part in inner.split(",")) if inner else ()

    return read
