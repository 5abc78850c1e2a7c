"""The tables of a dump: what was declared of them, and their rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fingerpost.core.cells import Cell
from fingerpost.ingest.dumps.declared import Declared
from fingerpost.ingest.dumps.dialects import Dialect
from fingerpost.ingest.dumps.literals import Value
from fingerpost.ingest.dumps.types import Reader, reader_of
from fingerpost.ingest.records import LoadContext
from fingerpost.ingest.spool import RowSpool
from fingerpost.ingest.tables.stored import StoredTable, cell_of

_OWN = ("sqlite_", "pg_", "__efmigrations", "alembic_version", "schema_migrations", "flyway_")
"""How the names of tables begin that a database or a program keeps about itself."""
COLUMNS_LIMIT = 4_096
"""Columns of a table, at most, whose rows nothing declares."""


@dataclass(slots=True)
class _Found:
    """What is known of a table. `parts` are the column lists under which rows were written, with their widths."""

    name: tuple[str, ...]
    said: Declared | None = None
    primary: tuple[str, ...] = ()
    foreign: list[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = field(default_factory=list)
    parts: dict[tuple[tuple[str, ...] | None, int], int] = field(default_factory=dict)
    files: list[int] = field(default_factory=list)


class DumpedTables:
    """Takes declarations and rows in any order: one file may declare what another fills."""

    def __init__(self, dialect: Dialect, spool: RowSpool) -> None:
        self.dialect = dialect
        self.domains: dict[str, str] = {}
        self._spool = spool
        self._found: dict[tuple[str, ...], _Found] = {}
        self._whole: dict[tuple[str, ...], tuple[str, ...]] = {}

    def declare(self, said: Declared) -> None:
        """Take what CREATE TABLE or ALTER TABLE says."""
        table = self._table(said.name)
        if said.columns and table.said is None:
            table.said = said
        elif said.columns and table.said is not None:
            table.said.columns.update({name: kind for name, kind in said.columns.items() if not table.parts})
        table.primary = said.primary or table.primary
        table.foreign += said.foreign

    def part(self, part: tuple[str, ...], whole: tuple[str, ...]) -> None:
        """Take note that the rows of one table are rows of another."""
        self._whole[_key(part)] = whole

    def adding(
        self, name: tuple[str, ...], columns: tuple[str, ...] | None, file: int
    ) -> Callable[[int, tuple[object, ...]], None]:
        """What takes the rows of a table, each with its line, as they are written for these columns."""
        passed = {_key(name)}
        while (whole := self._whole.get(_key(name))) is not None and _key(whole) not in passed:
            passed.add(_key(whole))
            name = whole
        table = self._table(name)
        if file not in table.files:
            table.files.append(file)
        key = _key(table.name)

        def add(line: int, row: tuple[object, ...]) -> None:
            part = columns, len(row)
            table.parts[part] = table.parts.get(part, 0) + 1
            self._spool.add((key, part), (line, *row))

        return add

    def is_empty(self, name: tuple[str, ...]) -> bool:
        """Whether no rows of a table were read so far, or it is one that a program keeps about itself."""
        found = self._known(name)
        return found is None or not found.parts or found.name[-1].casefold().startswith(_OWN)

    def stored(self, context: LoadContext) -> list[StoredTable]:
        """The tables with rows, with their keys; those that a program keeps about itself are left out."""
        made: dict[tuple[str, ...], DumpTable] = {}
        bare = [_key(each.name)[-1:] for each in self._found.values() if each.parts]
        for key, each in self._found.items():
            if not each.parts or each.name[-1].casefold().startswith(_OWN):
                continue
            shown = each.name[-1] if bare.count(key[-1:]) == 1 else ".".join(each.name)
            made[key] = self._made(shown, key, each, context)
            if len(each.files) > 1:
                context.notes.append(f"{shown}: its rows are in {len(each.files)} files; the last one is cited")
        for key, table in made.items():
            for columns, target, referred in self._found[key].foreign:
                found = self._known(target)
                other = made.get(_key(found.name)) if found is not None else None
                own = table.cased(columns)
                if other is not None and own:
                    table.refer(own, other, referred or other.primary_key)
        return list(made.values())

    def _made(self, shown: str, key: tuple[str, ...], each: _Found, context: LoadContext) -> DumpTable:
        types = each.said.columns if each.said is not None else {}
        columns = tuple(types)
        for names, width in each.parts:
            columns = _widened(columns, names, width)
        readers = {
            name: reader
            for name, kind in types.items()
            if self.dialect.typed and (reader := reader_of(kind, self.domains)) is not None
        }
        rows = [
            (names or columns, lambda part=(names, width): self._spool.rows((key, part))) for names, width in each.parts
        ]
        number = each.files[-1]
        return DumpTable(shown, columns, rows, readers, (context.files[number].path, number), each.primary)

    def _table(self, name: tuple[str, ...]) -> _Found:
        found = self._known(name)
        if found is None:
            found = self._found[_key(name)] = _Found(name)
        return found

    def _known(self, name: tuple[str, ...]) -> _Found | None:
        """The table of this name; one without a schema may be of any."""
        key = _key(name)
        if key in self._found:
            return self._found[key]
        alike = [
            each for other, each in self._found.items() if other[-1] == key[-1] and (len(other) == 1 or len(key) == 1)
        ]
        return alike[0] if len(alike) == 1 else None


class DumpTable(StoredTable):
    """A table of a dump. Its rows are placed by their lines; values are read in the types that it declares."""

    def __init__(
        self,
        name: str,
        columns: tuple[str, ...],
        parts: Sequence[tuple[tuple[str, ...], Callable[[], Iterator[tuple[Any, ...]]]]],
        readers: dict[str, Reader],
        source: tuple[Path, int],
        primary: tuple[str, ...],
    ) -> None:
        super().__init__(name, columns, lambda: (), source)
        self.primary_key = self.cased(primary)
        self._parts = parts
        self._readers = readers

    def cased(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Names of columns as they are declared: SQL tells no case; empty if one is not there."""
        known = {name.casefold(): name for name in self.columns}
        found = tuple(known.get(name.casefold(), "") for name in names)
        return found if all(found) else ()

    def rows(self, context: LoadContext) -> Iterator[tuple[int, dict[str, Cell]]]:
        """Each row's line and its values."""
        for names, fetch in self._parts:
            columns = [(name, self._readers.get(name)) for name in (self.cased(names) or names)]
            for line, *values in fetch():
                row: dict[str, Cell] = {}
                for (name, read), value in zip(columns, values, strict=False):
                    if value is None:
                        continue
                    if read is not None:
                        value = self._typed(name, read, value, line, context)
                    if type(value) is str or type(value) is float:
                        row[name] = value
                    elif (cell := cell_of(value)) is not None:
                        row[name] = cell
                    elif value is not None:
                        context.problems.add("bad-value", f"{self.path}:{line}: {name} is binary or too large")
                yield line, row

    def _typed(self, name: str, read: Reader, value: Value, line: int, context: LoadContext) -> Value | Cell:
        try:
            return read(value)
        except ValueError as error:
            context.problems.add("bad-value", f"{self.path}:{line}: {name}: {error}; kept as it is")
            return value


def _key(name: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part.casefold() for part in name[-2:])


def _widened(columns: tuple[str, ...], names: tuple[str, ...] | None, width: int) -> tuple[str, ...]:
    """Columns with those that rows have beyond what was declared."""
    if names is not None:
        known = {name.casefold() for name in columns}
        return (*columns, *(name for name in names if name.casefold() not in known))
    missing = range(len(columns) + 1, min(width, COLUMNS_LIMIT) + 1)
    return (*columns, *(f"column_{number}" for number in missing))
