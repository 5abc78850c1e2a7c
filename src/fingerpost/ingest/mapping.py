"""How tables become a graph: a file that says it for each table and column, and what it holds."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from fingerpost.core.errors import SourceError
from fingerpost.ingest import typed_text

ANY = "any"
"""The type of a property whose values stay as the source has them."""
DATED = ("date", "localdatetime")
"""The types whose text may have a format of `strptime`."""
ENGLISH, CONTINENTAL = "1,234.5", "1.234,5"
"""The formats of text that is a number."""
COUNTED = ("int", "float")
"""The types whose text may have a format of a number."""
LISTED = "string[]"
"""The type of text that is a list; its format is what separates the items."""
NULL = ("NULL", "\\N")
"""Texts that are missing values unless a mapping says otherwise, as databases export them."""
_HEAD = """\
# How the tables become a graph. Edit this file, then load with --mapping.
#   label         the rows of the table are nodes with this label
#   relationship  the rows of the table are relationships of this type, from its first reference to its second
#   type_column   the column with the type of each relationship, where there is one
#   key           columns that identify a row
#   properties    column = type, or a table with type, name, format (%d/%m/%Y, 1.234,5, or what separates the
#                 items of string[]), unit and null; other columns are left out
#   references    columns that refer to a row of another table, and the type of the relationship:
#                 references = [{columns = ["buyer"], table = "customers", referred = ["id"], type = "BUYER"}]
"""


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PropertyMapping(_Entry):
    """A column that becomes a property: `name` (default: the column's), type, format, words for no value, unit."""

    type: str = ANY
    name: str | None = Field(default=None, min_length=1)
    format: str | None = None
    null: tuple[str, ...] = ()
    unit: str | None = Field(default=None, min_length=1)

    @field_validator("type")
    @classmethod
    def _known(cls, value: str) -> str:
        if value != ANY:
            typed_text.converter(value)
        return value

    @model_validator(mode="after")
    def _dated(self) -> Self:
        if self.format is not None and self.type not in (*DATED, *COUNTED, LISTED):
            raise ValueError(f"only {', '.join((*DATED, *COUNTED, LISTED))} have a format, not {self.type}")
        if self.format is not None and self.type in COUNTED and self.format not in (ENGLISH, CONTINENTAL):
            raise ValueError(f"the format of a number is {ENGLISH} or {CONTINENTAL}, not {self.format}")
        if self.format == "":
            raise ValueError("the format of a list is what separates its items")
        return self


class Reference(_Entry):
    """Columns whose values are those of `referred` in the table `table`; `type` is that of the relationships.

    `guessed` is the share of values (0..1) that are there, where nothing else says that they refer: the columns stay
    properties, values that are not there get no relationship, and answers that use it are never sure. `where` has the
    text of a column in the rows that refer to this table, where another column says to which they do.
    """

    columns: tuple[str, ...] = Field(min_length=1)
    table: str
    referred: tuple[str, ...] = Field(min_length=1)
    type: str | None = Field(default=None, min_length=1)
    guessed: float | None = Field(default=None, ge=0, le=1)
    where: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _paired(self) -> Self:
        if len(self.columns) != len(self.referred):
            raise ValueError("as many columns must be referred to as refer")
        return self


class TableMapping(_Entry):
    """A table: its rows are nodes with a label, or relationships between what its two references lead to.

    `type_column` is the column with the type of each relationship; `relationship` is that of rows without one.
    """

    label: str | None = Field(default=None, min_length=1)
    relationship: str | None = Field(default=None, min_length=1)
    type_column: str | None = Field(default=None, min_length=1)
    key: tuple[str, ...] = ()
    properties: dict[str, PropertyMapping] = Field(default_factory=dict)
    references: tuple[Reference, ...] = ()

    @field_validator("properties", mode="before")
    @classmethod
    def _short(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        return {name: {"type": entry} if isinstance(entry, str) else entry for name, entry in given.items()}

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.label is None) == (self.relationship is None):
            raise ValueError("it needs either a label or a relationship")
        if self.relationship is not None and len(self.references) != 2:
            raise ValueError("a relationship needs two references: where it begins, and where it ends")
        if self.label is not None and self.type_column is not None:
            raise ValueError("only a relationship has a type_column")
        if self.label is not None and any(reference.type is None for reference in self.references):
            raise ValueError("a reference needs the type of its relationships")
        return self

    @property
    def columns(self) -> set[str]:
        """All columns that it names."""
        typed = () if self.type_column is None else (self.type_column,)
        referring = {column for each in self.references for column in (*each.columns, *each.where)}
        return {*self.key, *self.properties, *typed, *referring}


class SourceMapping(_Entry):
    """A mapping: `tables` by name, `null` the texts that mean no value in any column, `encoding` that of text files."""

    encoding: str | None = None
    null: tuple[str, ...] = NULL
    tables: dict[str, TableMapping]

    @model_validator(mode="after")
    def _referred(self) -> Self:
        for name, table in self.tables.items():
            for reference in table.references:
                target = self.tables.get(reference.table)
                if target is None or target.label is None:
                    raise ValueError(f"{name} refers to {reference.table}, which is not a table with a label here")
        return self

    def text(self, comments: tuple[str, ...] = ()) -> str:
        """The mapping as TOML, with an explanation and `comments` at its head."""
        import tomli_w

        lines = "".join(f"# {' '.join(comment.splitlines())}\n" for comment in comments)
        return f"{_HEAD}{lines}\n{tomli_w.dumps(_plain(self))}"


def read_mapping(path: Path) -> SourceMapping:
    """Read a mapping.

    Raises:
        SourceError: `source.missing`, or `source.mapping` with the place in the file that is wrong.
    """
    about = {"file": str(path)}
    try:
        return SourceMapping.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror or error}"
        raise SourceError(message, code="source.missing", details=about) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SourceError(f"{path} is not TOML: {error}", code="source.mapping", details=about) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        what = str(first["msg"]).removeprefix("Value error, ")
        message = f"{path}: {place}: {what}" if place else f"{path}: {what}"
        raise SourceError(message, code="source.mapping", details=about) from error


def _plain(mapping: SourceMapping) -> dict[str, Any]:
    data: dict[str, Any] = mapping.model_dump(mode="json", exclude_defaults=True) | {"null": list(mapping.null)}
    for table in data["tables"].values():
        given = table.get("properties", {})
        for name, entry in given.items():
            if not entry.keys() - {"type"}:
                given[name] = entry.get("type", ANY)
    return {"null": data.pop("null"), **data}
