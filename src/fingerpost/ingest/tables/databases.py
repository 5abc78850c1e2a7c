"""Reads SQLite files as graphs, by SQLAlchemy: tables, their declared keys, and those that are not declared."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from fingerpost.core.cells import Cell
from fingerpost.core.errors import MissingExtra, SourceError
from fingerpost.ingest.records import LoadContext, Proposal, Record
from fingerpost.ingest.tables.joined import JoinedTables
from fingerpost.ingest.tables.proposal import proposed
from fingerpost.ingest.tables.table import Columns, ForeignKey
from fingerpost.ingest.text_source import read_head

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine, Table as SqlTable

_MAGIC = b"SQLite format 3\0"
_INT_MIN, _INT_MAX = -(2**63), 2**63 - 1


class SqliteLoader:
    """A SQLite file: tables are labels, rows nodes, foreign keys and join tables relationships. It is only read."""

    name: ClassVar[str] = "sqlite"
    summary: ClassVar[str] = "SQLite database"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a file that begins as SQLite files do. Never raises."""
        try:
            return path.is_file() and read_head(path).startswith(_MAGIC)
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the rows of all tables.

        A record's line is the number of its row in its table. Binary values are left out and counted (`bad-value`).

        Raises:
            SourceError: it is not a SQLite file, is damaged, or has no table.
            MissingExtra: SQLAlchemy is not installed.
        """
        with _connected(path) as connection:
            tables = _tables(connection, path, context)
            mapping = context.options.mapping
            if mapping is None:
                found = proposed(tables, context, typed=False)
                context.notes.extend(found.notes)
                mapping = found.mapping
            yield from JoinedTables(tables, mapping, context).records()

    def propose(self, paths: Sequence[Path], context: LoadContext, *, typed: bool) -> Proposal:
        """How the tables may become a graph. One database at a time.

        Raises:
            SourceError: as `read` does; `source.mapping`: there are several databases.
            MissingExtra: SQLAlchemy is not installed.
        """
        if len(paths) > 1:
            raise SourceError("a mapping is proposed for one database at a time", code="source.mapping")
        with _connected(paths[0]) as connection:
            return proposed(_tables(connection, paths[0], context), context, typed=typed)


@contextmanager
def _connected(path: Path) -> Iterator[Connection]:
    engine = _engine(path)
    from sqlalchemy.exc import SQLAlchemyError

    try:
        with engine.connect() as connection:
            yield connection
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise SourceError(f"{path} cannot be read: {reason}", details={"file": str(path)}) from error
    finally:
        engine.dispose()


def _engine(path: Path) -> Engine:
    try:
        from sqlalchemy import URL, create_engine
    except ImportError as error:
        message = f"databases are read with SQLAlchemy, which cannot be imported here ({error})"
        raise MissingExtra(message, hint='pip install "fingerpost[databases]"') from error
    # Immutable: neither a journal nor a lock is written beside the file.
    place = URL.create(
        "sqlite", database=f"file:{_quoted(path)}", query={"uri": "true", "mode": "ro", "immutable": "1"}
    )
    return create_engine(place)


def _quoted(path: Path) -> str:
    return path.resolve().as_uri().removeprefix("file://")


def _tables(connection: Connection, path: Path, context: LoadContext) -> list[DatabaseTable]:
    from sqlalchemy import MetaData

    connection.exec_driver_sql("PRAGMA trusted_schema = OFF")
    found = MetaData()
    found.reflect(connection, resolve_fks=False)
    if not found.tables:
        raise SourceError(f"{path} has no tables", details={"file": str(path)})
    file = context.add_file(path, positions="row")
    tables = [DatabaseTable(connection, table, path, file) for table in found.tables.values()]
    known = {table.name.casefold(): table for table in tables}
    for table in tables:
        table.keep_references(known)
    return tables


class DatabaseTable:
    """A table of a database, read row by row."""

    def __init__(self, connection: Connection, table: SqlTable, path: Path, file: int) -> None:
        self.name = str(table.name)
        self.columns: Columns = tuple(str(column.name) for column in table.columns)
        self.primary_key: Columns = tuple(str(column.name) for column in table.primary_key.columns)
        self.foreign_keys: list[ForeignKey] = []
        self.file = file
        self._connection = connection
        self._table = table
        self._path = path

    def keep_references(self, known: dict[str, DatabaseTable]) -> None:
        """Takes the declared references to columns that there are: SQLite lets any be declared, in any case."""
        for constraint in self._table.foreign_key_constraints:
            target_name, _, _ = constraint.elements[0].target_fullname.rpartition(".")
            target = known.get(target_name.casefold())
            if target is None:
                continue
            named = [element.target_fullname.rpartition(".")[2].casefold() for element in constraint.elements]
            cased = {column.casefold(): column for column in target.columns}
            if all(name in cased for name in named):
                columns = tuple(str(column.name) for column in constraint.columns)
                key = ForeignKey(columns, target.name, tuple(cased[name] for name in named))
                if key not in self.foreign_keys:
                    self.foreign_keys.append(key)

    def rows(self, context: LoadContext) -> Iterator[tuple[int, dict[str, Cell]]]:
        """Each row's number, from 1, and its values."""
        # Driver types are kept: what SQLite declares says little of what a column holds.
        query = self._table.select().with_only_columns(*(_bare(column) for column in self._table.columns))
        for number, row in enumerate(self._connection.execute(query), 1):
            yield number, self._cells(number, row, context)

    def _cells(self, number: int, row: Any, context: LoadContext) -> dict[str, Cell]:
        found: dict[str, Cell] = {}
        for name, value in zip(self.columns, row, strict=True):
            if value is None:
                continue
            cell = _cell(value)
            if cell is not None:
                found[name] = cell
            else:
                where = f"{self._path}: {self.name} row {number}"
                context.problems.add("bad-value", f"{where}: {name} is binary or too large")
        return found


def _bare(column: Any) -> Any:
    from sqlalchemy import type_coerce
    from sqlalchemy.types import NullType

    return type_coerce(column, NullType()).label(column.name)


def _cell(value: object) -> Cell | None:
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value if _INT_MIN <= value <= _INT_MAX else None
    if isinstance(value, str | bool | float | dt.date | dt.time):
        return value
    return None
