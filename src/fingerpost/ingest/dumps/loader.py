"""Reads dumps of databases in SQL: of PostgreSQL, MySQL, SQLite and others. They are read, never executed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

from fingerpost.core.errors import SourceError
from fingerpost.ingest.dumps.dialects import OTHER, Dialect, dialect_of
from fingerpost.ingest.dumps.reading import read_script
from fingerpost.ingest.dumps.script import SqlText
from fingerpost.ingest.dumps.tables import DumpedTables
from fingerpost.ingest.records import LoadContext, Proposal, Record
from fingerpost.ingest.spool import RowSpool
from fingerpost.ingest.tables.proposal import proposed
from fingerpost.ingest.tables.stored import StoredTable, read_joined
from fingerpost.ingest.text_source import TextSource, read_head, stem

_CUSTOM = b"PGDMP"
"""How a dump of PostgreSQL begins that is not SQL."""
_SIGNS = (b"-- PostgreSQL database dump", b"PRAGMA foreign_keys=", b"-- MySQL dump", b"-- MariaDB dump", _CUSTOM)
_LOOKED_AT = 256


class SqlDumpLoader:
    """Dumps in SQL, or several files of one: tables are labels, rows nodes, foreign keys and join tables relationships.

    CREATE TABLE and ALTER TABLE give columns, types and keys; the rows are those of INSERT and COPY.
    """

    name: ClassVar[str] = "sql-dump"
    summary: ClassVar[str] = "SQL dump of PostgreSQL, MySQL, SQLite and others"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a .sql file, optionally gzipped, and any other that begins as dumps do. Never raises."""
        try:
            if not path.is_file():
                return False
            return bool(stem(path, ".sql")) or any(sign in read_head(path, _LOOKED_AT) for sign in _SIGNS)
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the rows of all tables.

        Raises:
            SourceError: it is missing, is not text, or writes down no rows; a quote in it does not end.
            MissingExtra: sqlglot is not installed.
        """
        yield from self.read_together([path], context)

    def read_together(self, paths: Sequence[Path], context: LoadContext) -> Iterator[Record]:
        """Stream the rows of files that make one database: one may declare the tables that another fills.

        Raises:
            SourceError: as `read` does.
            MissingExtra: sqlglot is not installed.
        """
        with _tables(paths, context) as tables:
            yield from read_joined(tables, context)

    def propose(self, paths: Sequence[Path], context: LoadContext, *, typed: bool) -> Proposal:
        """How the tables may become a graph; raises what `read` raises."""
        with _tables(paths, context) as tables:
            return proposed(tables, context, typed=typed)


@contextmanager
def _tables(paths: Sequence[Path], context: LoadContext) -> Iterator[list[StoredTable]]:
    for path in paths:
        if read_head(path, len(_CUSTOM)) == _CUSTOM:
            message = f"{path} is a dump of PostgreSQL in its own format"
            raise SourceError(
                message,
                details={"file": str(path)},
                hint="pg_restore --file=dump.sql writes it as SQL, without a server",
            )
    with RowSpool() as spool:
        tables = DumpedTables(_dialect(paths, context), spool)
        numbers = [context.add_file(path) for path in paths]
        for path, number in zip(paths, numbers, strict=True):
            with TextSource(path, context, guess=True) as source:
                read_script(SqlText(source, tables.dialect), path, number, tables, context)
        found = tables.stored(context)
        if not found:
            message = f"{paths[0]} has no rows of tables"
            hint = "a dump has INSERT or COPY with values; queries are asked with fingerpost query KB --sql"
            raise SourceError(message, details={"file": str(paths[0])}, hint=hint)
        yield found


def _dialect(paths: Sequence[Path], context: LoadContext) -> Dialect:
    """The dialect that the beginning of a file tells."""
    for path in paths:
        with TextSource(path, context.trial(), guess=True) as source:
            found = dialect_of(source.head)
        if found is not OTHER:
            return found
    return OTHER
