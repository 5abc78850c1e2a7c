"""Compiles the header of a CSV file into a plan: which column is the id, which a property, and how each is converted.

Source of the notation: the Neo4j Operations Manual, "neo4j-admin database import", "CSV header format".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from fingerpost.core.cells import Cell
from fingerpost.ingest import typed_text
from fingerpost.ingest.tables.text_tables import TEXT_ENDINGS
from fingerpost.ingest.text_source import TextSource, stem

ENDINGS = (".csv", ".tsv")
_COLUMN = re.compile(
    r"(?P<name>.*?)(?::(?P<type>\w+(?:\[\])?)(?:\((?P<space>[^)]*)\))?\s*(?:\{(?P<options>[^}]*)\})?)?\s*", re.DOTALL
)
_SPECIAL = ("ID", "LABEL", "START_ID", "END_ID", "TYPE", "IGNORE")


@dataclass(frozen=True, slots=True)
class Column:
    """A property: its column index, name, converter (None for text), and the meaning of `""`."""

    index: int
    name: str
    convert: typed_text.Converter | None = None
    empty: Cell = ""


@dataclass(frozen=True, slots=True)
class IdColumn:
    """A column of ids: its index, and the prefix that separates id spaces."""

    index: int
    prefix: str = ""


@dataclass(slots=True)
class Header:
    """The plan for one file: a relationship file if it has `start` and `end`, else a node file.

    `stem` is the file name without its ending, `kind` the default label or type, `odd` the oddities of the header and
    how they were read, `above` the lines that stand above it, `nameless` that the file has none.
    """

    width: int
    stem: str
    kind: str
    id: IdColumn | None = None
    start: IdColumn | None = None
    end: IdColumn | None = None
    labels: int | None = None
    type: int | None = None
    properties: list[Column] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    above: int = 0
    nameless: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether no column says what it is for: the file is a table as any program writes it."""
        special = (self.id, self.start, self.end, self.labels, self.type)
        return all(each is None for each in special) and all(column.convert is None for column in self.properties)


def compile_header(names: list[str], source: TextSource) -> Header:
    """The plan for a file with these column names.

    A header without any neo4j-admin column makes a plain table, in which everything is text.

    Raises:
        SourceError: a relationship file lacks an end, a column is repeated, or an option is invalid.
    """
    name = stem(source.path, *ENDINGS, *TEXT_ENDINGS)
    header = Header(len(names), name, name.rpartition(".")[2] or "Node")
    parsed = [_parse(column) for column in names]
    plain = not any(declared for _, declared, _, _ in parsed)
    taken: set[str] = set()
    for index, (bare, declared, space, options) in enumerate(parsed):
        given = names[index].strip() if plain else bare
        try:
            if declared in _SPECIAL:
                _place(header, index, declared, space or "", options)
            found = _conversion(given, declared, options)
        except ValueError as error:
            raise source.error(f"column {names[index]!r}: {error}", 1) from None
        if found is not None:
            header.properties.append(Column(index, _unique(given, index, taken, header), *found))
    if (header.start is None) != (header.end is None):
        raise source.error("a relationship file needs both :START_ID and :END_ID", 1)
    if header.start is None and header.type is not None:
        raise source.error("a file with :TYPE needs :START_ID and :END_ID too", 1)
    return header


def _parse(column: str) -> tuple[str, str | None, str | None, dict[str, str]]:
    """Name, declared type, id space, options. A type that neo4j-admin does not know is part of the name."""
    match = _COLUMN.fullmatch(column.strip())
    if match is None or match["type"] is None:
        return column.strip(), None, None, {}
    declared: str = match["type"]
    special = declared.upper() in _SPECIAL and (declared.isupper() or not match["name"])
    if not special and not typed_text.is_type(declared):
        return column.strip(), None, None, {}
    options = {}
    for part in (match["options"] or "").split(","):
        key, found, value = part.partition(":")
        if found:
            options[key.strip().lower()] = value.strip().strip("'\"")
    return match["name"].strip(), declared.upper() if special else declared, match["space"], options


def _place(header: Header, index: int, declared: str, space: str, options: dict[str, str]) -> None:
    ids = IdColumn(index, f"{space}:" if space else "")
    if declared == "ID":
        _once(header.id)
        header.id = ids
        header.kind = options.get("label", header.kind)
    elif declared == "START_ID":
        _once(header.start)
        header.start = ids
    elif declared == "END_ID":
        _once(header.end)
        header.end = ids
    elif declared == "LABEL":
        _once(header.labels)
        header.labels = index
    elif declared == "TYPE":
        _once(header.type)
        header.type = index


def _once(already: object) -> None:
    if already is not None:
        raise ValueError("only one column of this kind is allowed")


def _conversion(
    name: str, declared: str | None, options: dict[str, str]
) -> tuple[typed_text.Converter | None, Cell] | None:
    """The converter of a property and the meaning of `""`; None if the column is not a property."""
    if declared in _SPECIAL:
        if declared != "ID" or not name:  # only a named id is also a property
            return None
        declared = options.get("id-type")
    if declared is None:
        return None, ""
    convert = typed_text.converter(declared, options=options)
    if convert is typed_text.text:
        return None, ""
    return convert, () if declared.endswith("[]") else None


def _unique(name: str, index: int, taken: set[str], header: Header) -> str:
    chosen = name = name or f"column_{index + 1}"
    count = 1
    while chosen in taken:
        count += 1
        chosen = f"{name}_{count}"
    if chosen != name:
        header.odd.append(f"the column {name!r} stands twice: the second is read as {chosen!r}")
    taken.add(chosen)
    return chosen
