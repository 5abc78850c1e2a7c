"""What statements of a dump declare about its tables, as sqlglot parses them."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fingerpost.core.errors import MissingExtra

if TYPE_CHECKING:
    from sqlglot import exp

_NAME = r'(?:"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[\w$#@]+)'
QUALIFIED = rf"{_NAME}(?:\s*\.\s*{_NAME}){{0,2}}"
"""A name, perhaps with its schema."""
_PART = re.compile(_NAME)
_PARTITION = re.compile(rf"CREATE\s+TABLE\s+(?P<part>{QUALIFIED})\s+PARTITION\s+OF\s+(?P<whole>{QUALIFIED})", re.I)
_ATTACHED = re.compile(
    rf"ALTER\s+TABLE\s+(?:ONLY\s+)?(?P<whole>{QUALIFIED})\s+ATTACH\s+PARTITION\s+(?P<part>{QUALIFIED})", re.I
)
_INHERITS = re.compile(
    rf"CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?P<part>{QUALIFIED}).*\)\s*INHERITS\s*\(\s*(?P<whole>{QUALIFIED})\s*\)",
    re.I | re.DOTALL,
)
_DOMAIN = re.compile(rf"CREATE\s+DOMAIN\s+(?P<name>{QUALIFIED})\s+AS\s+(?P<type>[\w ]+)", re.I)
_TAIL = re.compile(r"\)\s*(?:INHERITS|PARTITION\s+BY|WITH\s*\(|TABLESPACE)\b.*\Z", re.I | re.DOTALL)


_HEAD = re.compile(rf"CREATE\s+(?:\w+\s+)*?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?P<table>{QUALIFIED})\s*\(", re.I)
_QUOTES = r"'(?:[^'\\]|\\.|'')*+'|\"[^\"]*+\"|`[^`]*+`"
_INNER = rf"\((?:[^()'\"`]++|{_QUOTES})*+\)"
_PARTS = re.compile(rf"(?:[^(),'\"`]++|{_QUOTES}|\((?:[^()'\"`]++|{_QUOTES}|{_INNER})*+\))++", re.DOTALL)
_CONSTRAINTS = frozenset("PRIMARY FOREIGN UNIQUE KEY INDEX CONSTRAINT CHECK FULLTEXT SPATIAL EXCLUDE PERIOD".split())


class Undeclared(ValueError):
    """A statement that declares a table cannot be read."""


@dataclass(slots=True)
class Declared:
    """A table: its columns with the names of their types, its key, and what it refers to (no columns: to the key)."""

    name: tuple[str, ...]
    columns: dict[str, str] = field(default_factory=dict)
    primary: tuple[str, ...] = ()
    foreign: list[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = field(default_factory=list)


def parts_of(name: str) -> tuple[str, ...]:
    """The parts of a name as SQL writes it, without quotes."""
    return tuple(_bare(part) for part in _PART.findall(name))


def _bare(part: str) -> str:
    if part[0] in '"`':
        return part[1:-1].replace(part[0] * 2, part[0])
    return part[1:-1] if part[0] == "[" else part


def partition(statement: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The names of a table and of the one whose rows it has a part of, where a statement says so."""
    for pattern in (_PARTITION, _ATTACHED, _INHERITS):
        if (found := pattern.match(statement)) is not None:
            return parts_of(found["part"]), parts_of(found["whole"])
    return None


def domain(statement: str) -> tuple[str, str] | None:
    """The name of a type that a statement declares, and the type that it stands for."""
    found = _DOMAIN.match(statement)
    return None if found is None else (parts_of(found["name"])[-1].casefold(), found["type"].strip().upper())


def declared(statement: str, dialect: str) -> Declared | None:
    """What CREATE TABLE or ALTER TABLE says; None if it declares no columns or keys.

    Raises:
        Undeclared: it cannot be read.
        MissingExtra: sqlglot is not installed.
    """
    try:
        import sqlglot
    except ImportError as error:
        message = f"SQL dumps are read with sqlglot, which cannot be imported here ({error})"
        raise MissingExtra(message, hint='pip install "fingerpost[databases]"') from error
    logging.getLogger("sqlglot").setLevel(logging.ERROR)  # it warns of what it does not parse
    text = _TAIL.sub(")", statement)
    try:
        return _read(sqlglot.parse_one(text, read=dialect or None))
    except (sqlglot.errors.SqlglotError, RecursionError) as error:
        if (found := _by_parts(text, dialect)) is not None:
            return found
        raise Undeclared(" ".join(str(error).split())[:120]) from error


def _read(tree: Any) -> Declared | None:
    from sqlglot import exp

    if isinstance(tree, exp.Create) and isinstance(tree.this, exp.Schema):
        found = Declared(_name(tree.this.this))
        for each in tree.this.expressions:
            _take(each, found)
        return found
    if isinstance(tree, exp.Alter) and isinstance(tree.this, exp.Table):
        found = Declared(_name(tree.this))
        for action in tree.args.get("actions") or ():
            for each in action.expressions if isinstance(action, exp.AddConstraint) else [action]:
                _take(each, found)
        return found
    return None


def _by_parts(statement: str, dialect: str) -> Declared | None:
    """A table that sqlglot cannot parse: each column and constraint that it can, and the names of the others."""
    import sqlglot

    head = _HEAD.match(statement)
    if head is None:
        return None
    found = Declared(parts_of(head["table"]))
    for part in _listed(statement, head.end()):
        try:
            tree = sqlglot.parse_one(f"CREATE TABLE t ({part})", read=dialect or None)
        except (sqlglot.errors.SqlglotError, RecursionError):
            if (name := _PART.match(part.strip())) is not None and name[0].upper() not in _CONSTRAINTS:
                found.columns[_bare(name[0])] = ""
            continue
        if (read := _read(tree)) is not None:
            found.columns.update(read.columns)
            found.primary = read.primary or found.primary
            found.foreign += read.foreign
    return found if found.columns else None


def _listed(statement: str, at: int) -> Iterator[str]:
    """The columns and constraints from here to the parenthesis that closes their list."""
    while (part := _PARTS.match(statement, at)) is not None:
        yield part[0]
        at = part.end()
        if statement[at : at + 1] != ",":
            return
        at += 1


def _name(table: exp.Table) -> tuple[str, ...]:
    return tuple(part.name for part in table.parts)


def _take(each: exp.Expression, found: Declared) -> None:
    """Take a column or a constraint of a table."""
    from sqlglot import exp

    if isinstance(each, exp.ColumnDef):
        kind = each.args.get("kind")
        found.columns[each.name] = kind.sql().upper() if kind is not None else ""
        for constraint in each.args.get("constraints") or ():
            _of_column(constraint.args.get("kind"), each.name, found)
    elif isinstance(each, exp.Identifier | exp.Column):  # SQLite needs no type
        found.columns[each.name] = ""
    elif isinstance(each, exp.Constraint):
        if any(isinstance(inner, exp.PrimaryKeyColumnConstraint) for inner in each.expressions):  # SQL Server's
            found.primary = tuple(column.name for inner in each.expressions for column in inner.find_all(exp.Column))
        for inner in each.expressions:
            _take(inner, found)
    elif isinstance(each, exp.PrimaryKey):
        found.primary = tuple(_columns(each.expressions))
    elif isinstance(each, exp.ForeignKey):
        _refer(tuple(_columns(each.expressions)), each.args.get("reference"), found)


def _of_column(kind: Any, column: str, found: Declared) -> None:
    from sqlglot import exp

    if isinstance(kind, exp.PrimaryKeyColumnConstraint):
        found.primary = (column,)
    elif isinstance(kind, exp.Reference):
        _refer((column,), kind, found)


def _refer(columns: tuple[str, ...], reference: Any, found: Declared) -> None:
    from sqlglot import exp

    if reference is None or not columns:
        return
    target = reference.this
    referred = tuple(_columns(target.expressions)) if isinstance(target, exp.Schema) else ()
    table = target.this if isinstance(target, exp.Schema) else target
    if isinstance(table, exp.Table):
        found.foreign.append((columns, _name(table), referred))


def _columns(expressions: list[exp.Expression]) -> Iterator[str]:
    """The names of columns in a key; MySQL may say how much of each, others in which order."""
    from sqlglot import exp

    for each in expressions:
        named = each if isinstance(each, exp.Identifier) else each.find(exp.Identifier)
        if named is not None:
            yield named.name
