"""Reads DuckDB databases and Parquet files as graphs, by DuckDB."""

from __future__ import annotations

import glob
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from fingerpost.core.errors import MissingExtra, SourceError
from fingerpost.ingest.records import LoadContext, Proposal, Record
from fingerpost.ingest.tables.databases import only
from fingerpost.ingest.tables.proposal import proposed
from fingerpost.ingest.tables.stored import StoredTable, read_joined

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation
    from duckdb.sqltypes import DuckDBPyType

_BATCH = 1_000
_MAGIC = b"DUCK"
_MAGIC_AT = 8
_CLOSED = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "lock_configuration": "true",
}
"""A database file may hold views and macros: nothing in it is to reach another file or the network."""
_TABLES = "SELECT table_name FROM duckdb_tables() WHERE NOT internal AND schema_name = 'main' ORDER BY table_oid"
_KEYS = (
    "SELECT table_name, constraint_type, constraint_column_names, referenced_table, referenced_column_names "
    "FROM duckdb_constraints() WHERE schema_name = 'main' AND constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY')"
)


class DuckdbLoader:
    """A DuckDB file: tables are labels, rows nodes, foreign keys and join tables relationships. It is only read."""

    name: ClassVar[str] = "duckdb"
    summary: ClassVar[str] = "DuckDB database"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a file that begins as DuckDB files do. Never raises."""
        return _head(path)[_MAGIC_AT:].startswith(_MAGIC)

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the rows of all tables of the schema `main`.

        Raises:
            SourceError: it is not a DuckDB file, is damaged, or has no table.
            MissingExtra: DuckDB is not installed.
        """
        with _opened(path, str(path), _CLOSED) as connection:
            yield from read_joined(_tables(connection, path, context), context)

    def propose(self, paths: Sequence[Path], context: LoadContext, *, typed: bool) -> Proposal:
        """How the tables may become a graph; raises what `read` raises."""
        path = only(paths)
        with _opened(path, str(path), _CLOSED) as connection:
            return proposed(_tables(connection, path, context), context, typed=typed)


class ParquetLoader:
    """Parquet files: each is a table, and files that are loaded together may refer to one another."""

    name: ClassVar[str] = "parquet"
    summary: ClassVar[str] = "Parquet, one file or a folder"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a file that begins as Parquet files do, and a folder of .parquet files. Never raises."""
        try:
            return bool(list(path.glob("*.parquet"))) if path.is_dir() else _head(path).startswith(b"PAR1")
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the rows of a file, or of the .parquet files of a folder.

        Raises:
            SourceError: a file is damaged; two have the same name.
            MissingExtra: DuckDB is not installed.
        """
        yield from self.read_together([path], context)

    def read_together(self, paths: Sequence[Path], context: LoadContext) -> Iterator[Record]:
        """Stream the rows of several files; raises what `read` raises."""
        with _opened(paths[0], ":memory:", {}) as connection:
            yield from read_joined(_files(connection, paths, context), context)

    def propose(self, paths: Sequence[Path], context: LoadContext, *, typed: bool) -> Proposal:
        """How the files may become a graph; raises what `read` raises."""
        with _opened(paths[0], ":memory:", {}) as connection:
            return proposed(_files(connection, paths, context), context, typed=typed)


def parquet_rows(path: Path) -> Iterator[Sequence[object]]:
    """The rows of a Parquet file; raises what `ParquetLoader.read` raises."""
    with _opened(path, ":memory:", {}) as connection:
        rows = connection.read_parquet(glob.escape(str(path)))
        while batch := rows.fetchmany(_BATCH):
            yield from batch


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_MAGIC_AT + len(_MAGIC))
    except OSError:
        return b""


@contextmanager
def _opened(path: Path, database: str, config: Mapping[str, str]) -> Iterator[DuckDBPyConnection]:
    try:
        import duckdb
    except ImportError as error:
        message = f"DuckDB and Parquet files are read with duckdb, which cannot be imported here ({error})"
        raise MissingExtra(message, hint='pip install "fingerpost[databases]"') from error
    try:
        with duckdb.connect(database, read_only=bool(config), config=dict(config)) as connection:
            yield connection
    except duckdb.Error as error:
        reason = str(error).splitlines()[0]
        raise SourceError(f"{path} cannot be read: {reason}", details={"file": str(path)}) from error


def _tables(connection: DuckDBPyConnection, path: Path, context: LoadContext) -> list[StoredTable]:
    names = [str(name) for (name,) in connection.execute(_TABLES).fetchall()]
    if not names:
        raise SourceError(f"{path} has no tables", details={"file": str(path)})
    source = path, context.add_file(path, positions="row")
    keys = connection.execute(_KEYS).fetchall()
    primary = {table: tuple(columns) for table, kind, columns, _, _ in keys if kind == "PRIMARY KEY"}
    tables = {}
    for name in names:
        relation = connection.table(_quoted(name))
        tables[name] = _stored(name, relation, source, primary.get(name, ()))
    for table, kind, columns, target, referred in keys:
        if kind == "FOREIGN KEY" and table in tables:
            tables[table].refer(tuple(columns), tables.get(target), tuple(referred))
    return list(tables.values())


def _files(connection: DuckDBPyConnection, paths: Sequence[Path], context: LoadContext) -> list[StoredTable]:
    files = [file for path in paths for file in (sorted(path.glob("*.parquet")) if path.is_dir() else [path])]
    names = [file.stem for file in files]
    if len(set(names)) != len(names):
        raise SourceError(f"two files have the same name: {', '.join(sorted(map(str, files)))}")
    return [
        _stored(
            file.stem, connection.read_parquet(glob.escape(str(file))), (file, context.add_file(file, positions="row"))
        )
        for file in files
    ]


def _stored(
    name: str, relation: DuckDBPyRelation, source: tuple[Path, int], primary_key: tuple[str, ...] = ()
) -> StoredTable:
    columns = dict(_columns(relation))

    def fetch() -> Iterable[Sequence[object]]:
        rows = relation.project(", ".join(columns.values()))
        while batch := rows.fetchmany(_BATCH):
            yield from batch

    counted = relation.count("*").fetchone()
    return StoredTable(name, tuple(columns), fetch, source, primary_key=primary_key, count=counted[0] if counted else 0)


def _columns(relation: DuckDBPyRelation) -> Iterator[tuple[str, str]]:
    """The columns with the expressions that give them; of a record, each field is a column (`price_amount`)."""
    for name, type_ in zip(relation.columns, relation.types, strict=True):
        yield from _fields(name, _escaped(name), type_)


def _fields(name: str, expression: str, type_: object) -> Iterator[tuple[str, str]]:
    if getattr(type_, "id", None) != "struct":
        yield name, expression
        return
    for field, inner in cast("DuckDBPyType", type_).children:
        yield from _fields(f"{name}_{field}", f"({expression}).{_escaped(field)}", inner)


def _escaped(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _quoted(name: str) -> str:
    """A name as `DuckDBPyConnection.table` takes it; it has no escape for a quote, and takes a bare one in quotes."""
    return f'"{name}"'
