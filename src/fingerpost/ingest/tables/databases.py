"""Reads databases as graphs, by SQLAlchemy: tables, their declared keys, and those that are not declared."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from fingerpost.core.errors import MissingExtra, SourceError
from fingerpost.core.places import shown
from fingerpost.ingest.records import LoadContext, Proposal, Record
from fingerpost.ingest.tables.proposal import proposed
from fingerpost.ingest.tables.stored import StoredTable, read_joined

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Table as SqlTable

_MAGIC = b"SQLite format 3\0"
_PARTS = "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE c.relkind IN ('r', 'p')"
"""The tables of PostgreSQL whose rows another table shows, too: partitions, and tables that inherit."""
_CLOSED = (
    "SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace "
    "AND NOT has_table_privilege(oid, 'SELECT') ORDER BY relname"
)
"""The tables of PostgreSQL that this user may not read."""
_UNFINISHED = ("-wal", "-journal")
"""Ends of the names of the files beside a SQLite file that hold changes which are not, or not all, in it."""
_HINT = 'pip install "fingerpost[databases]"'


class SqliteLoader:
    """A SQLite file: tables are labels, rows nodes, foreign keys and join tables relationships. It is only read."""

    name: ClassVar[str] = "sqlite"
    summary: ClassVar[str] = "SQLite database"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a file that begins as SQLite files do. Never raises."""
        try:
            if not path.is_file():
                return False
            with path.open("rb") as file:
                return file.read(len(_MAGIC)) == _MAGIC
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the rows of all tables.

        A record's line is the number of its row in its table. Binary values are left out and counted (`bad-value`).

        Raises:
            SourceError: it is not a SQLite file, is damaged, or has no table.
            MissingExtra: SQLAlchemy is not installed.
        """
        with _connected(_sqlite(path), str(path)) as connection:
            yield from read_joined(_sqlite_tables(connection, path, context), context)

    def propose(self, paths: Sequence[Path], context: LoadContext, *, typed: bool) -> Proposal:
        """How the tables may become a graph. One database at a time.

        Raises:
            SourceError: as `read` does; `source.mapping`: there are several databases.
            MissingExtra: SQLAlchemy is not installed.
        """
        path = only(paths)
        with _connected(_sqlite(path), str(path)) as connection:
            return proposed(_sqlite_tables(connection, path, context), context, typed=typed)


class ServerLoader:
    """The tables of a database server behind a SQLAlchemy URL, read in one read-only transaction if possible."""

    name: ClassVar[str] = "sql"
    summary: ClassVar[str] = "database behind a SQLAlchemy URL (postgresql://...)"
    pack: ClassVar[str | None] = None

    def __init__(self, url: str = "") -> None:
        self._url = url

    def recognises(self, path: Path) -> bool:
        """False: it reads what a URL names, never a file."""
        return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the rows of all tables of the default schema; `path` stands for the database in citations.

        Raises:
            SourceError: `source.unavailable`: it cannot be reached or read; `source.format`: it has no table.
            MissingExtra: SQLAlchemy, or the driver of this kind of database, is not installed.
        """
        with _connected(_server(self._url), shown(self._url)) as connection:
            yield from read_joined(_tables(connection, path, context, shown(self._url)), context)

    def propose(self, paths: Sequence[Path], context: LoadContext, *, typed: bool) -> Proposal:
        """How the tables may become a graph; raises what `read` raises."""
        with _connected(_server(self._url), shown(self._url)) as connection:
            return proposed(_tables(connection, only(paths), context, shown(self._url)), context, typed=typed)


def only(paths: Sequence[Path]) -> Path:
    """The one path of a database.

    Raises:
        SourceError: `source.mapping`: there are several.
    """
    if len(paths) > 1:
        raise SourceError("a mapping is proposed for one database at a time", code="source.mapping")
    return paths[0]


def _sqlite(path: Path) -> URL:
    _require()
    from sqlalchemy import URL

    file = path.resolve()
    place = file.as_uri().removeprefix("file://")
    query = {"uri": "true", "mode": "ro"}
    if not any(_has_content(file.with_name(file.name + ending)) for ending in _UNFINISHED):
        query["immutable"] = "1"  # no lock is written beside the file
    return URL.create("sqlite", database=f"file:{place}", query=query)


def _has_content(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0


def _server(url: str) -> URL:
    _require()
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        made = make_url(url)
    except ArgumentError as error:
        raise SourceError(f"{shown(url)} is not a URL of a database: {error}", code="source.unknown-kind") from error
    return made.set(drivername="postgresql+psycopg") if made.drivername in ("postgresql", "postgres") else made


def _require() -> None:
    try:
        import sqlalchemy  # noqa: F401
    except ImportError as error:
        message = f"databases are read with SQLAlchemy, which cannot be imported here ({error})"
        raise MissingExtra(message, hint=_HINT) from error


@contextmanager
def _connected(url: URL, name: str) -> Iterator[Connection]:
    from sqlalchemy import create_engine
    from sqlalchemy.exc import NoSuchModuleError, SQLAlchemyError

    try:
        engine = create_engine(url)
    except NoSuchModuleError as error:
        message = f"{name}: SQLAlchemy knows no database {url.drivername}"
        hint = "install the package that adds it to SQLAlchemy, or give a file instead of its URL"
        raise SourceError(message, code="source.unknown-kind", hint=hint) from error
    except ImportError as error:
        ours = url.get_backend_name() == "postgresql"
        hint = _HINT if ours else f"install the driver that SQLAlchemy takes for {url.drivername}"
        raise MissingExtra(f"{name}: its driver cannot be imported ({error})", hint=hint) from error
    local = url.get_backend_name() == "sqlite"
    try:
        options = {"postgresql_readonly": True} if url.get_backend_name() == "postgresql" else {}
        with engine.connect().execution_options(**options) as connection:
            yield connection
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        code = "source.format" if local else "source.unavailable"
        raise SourceError(f"{name} cannot be read: {reason}", code=code, details={"file": name}) from error
    finally:
        engine.dispose()


def _sqlite_tables(connection: Connection, path: Path, context: LoadContext) -> list[StoredTable]:
    connection.exec_driver_sql("PRAGMA trusted_schema = OFF")
    return _tables(connection, path, context, None)


def _tables(connection: Connection, path: Path, context: LoadContext, url: str | None) -> list[StoredTable]:
    from sqlalchemy import MetaData
    from sqlalchemy.exc import SAWarning

    found = MetaData()
    left_out: set[str] = set()
    if connection.dialect.name == "postgresql":
        closed = connection.exec_driver_sql(_CLOSED).scalars().all()
        context.notes.extend(f"{name} was left out: this user may not read it" for name in closed)
        left_out = {*closed, *connection.exec_driver_sql(_PARTS).scalars()}
    with warnings.catch_warnings():  # what SQLAlchemy does not understand of a declaration, nobody can mend here
        warnings.simplefilter("ignore", SAWarning)
        found.reflect(connection, resolve_fks=False, only=lambda name, _: name not in left_out)
    if not found.tables:
        raise SourceError(f"{url or path} has no tables", details={"file": url or str(path)})
    source = path, context.add_file(path, positions="row", url=url)
    made = [(table, _stored(connection, table, source)) for table in found.tables.values()]
    known = {stored.name.casefold(): stored for _, stored in made}
    for table, stored in made:
        for constraint in table.foreign_key_constraints:
            names = [element.target_fullname.rpartition(".") for element in constraint.elements]
            columns = tuple(str(column.name) for column in constraint.columns)
            target = known.get(names[0][0].rpartition(".")[2].casefold())
            stored.refer(columns, target, tuple(name for _, _, name in names))
    return [stored for _, stored in made]


def _stored(connection: Connection, table: SqlTable, source: tuple[Path, int]) -> StoredTable:
    from sqlalchemy import CHAR, Boolean

    columns = tuple(str(column.name) for column in table.columns)
    # Driver types are kept: what SQLite declares says little of what a column holds.
    query = table.select().with_only_columns(*(_bare(column) for column in table.columns))

    padded = {place for place, column in enumerate(table.columns) if isinstance(column.type, CHAR)}

    def fetch() -> Iterable[Sequence[object]]:
        rows = connection.execution_options(yield_per=1_000).execute(query)
        return map(stripped, rows) if padded else rows

    def stripped(row: Sequence[object]) -> Sequence[object]:
        return [
            value.rstrip(" ") if place in padded and isinstance(value, str) else value
            for place, value in enumerate(row)
        ]

    primary = tuple(str(column.name) for column in table.primary_key.columns)
    flags = tuple(str(column.name) for column in table.columns if isinstance(column.type, Boolean))
    return StoredTable(str(table.name), columns, fetch, source, primary_key=primary, flags=flags)


def _bare(column: Any) -> Any:
    from sqlalchemy import type_coerce
    from sqlalchemy.types import NullType

    return type_coerce(column, NullType()).label(column.name)
