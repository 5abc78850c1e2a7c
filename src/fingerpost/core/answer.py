"""The `Answer` to a question: its status, its rows and the `Citation`s that support them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, Field

from fingerpost.core.cell_fields import Parameters, Rows, no_parameters
from fingerpost.core.cells import Cell, Node, Relationship
from fingerpost.core.schema import Frozen
from fingerpost.core.trace import Trace

PlanT = TypeVar("PlanT", bound=BaseModel)
_REPR_WIDTH = 80
SURE = 0.8
"""The confidence from which on an answer is given as sure."""


class Status(StrEnum):
    """How a question ended."""

    ANSWERED = "answered"
    EMPTY = "empty"
    AMBIGUOUS = "ambiguous"
    UNANSWERABLE = "unanswerable"
    REFUSED = "refused"
    FAILED = "failed"


class SourceRef(Frozen):
    """The file and position that an element was read from: a line, a STEP instance (`#123`) or a JSON pointer."""

    file: str
    position: str | None = None


class Citation(Frozen):
    """One graph element behind an answer; `row` is the index of the row that it supports, if there is one."""

    element_id: str
    kind: str = "node"
    label: str | None = None
    name: str | None = None
    source: SourceRef | None = None
    row: int | None = None

    def __str__(self) -> str:
        table, _, rest = self.element_id.partition(":")  # of a row: "orders:7", "tblOrders:7"
        own = rest if rest and self.label and table.endswith(self.label) else self.element_id
        shown = f"{self.label or self.kind} {own}"
        shown += f" “{self.name}”" if self.name and self.name not in (own, self.element_id) else ""
        if self.source:
            shown += f" ({self.source.file}" + (f" {self.source.position})" if self.source.position else ")")
        return shown


class Evidence(Frozen):
    """The matches behind one row of an answer: a column for each matched variable, a row for each match.

    `total` is the number of matches, if known; `cut` is true if `rows` has fewer.
    """

    columns: tuple[str, ...]
    rows: Rows
    total: int | None = None
    cut: bool = False


class Span(Frozen):
    """A stretch of the question (character offsets, end exclusive) and what it was read as."""

    start: int
    end: int
    text: str
    reading: str


class Choice(Frozen, Generic[PlanT]):
    """One way to read an ambiguous question."""

    reading: str
    confidence: float
    plan: PlanT | None = None


class Answer(Frozen, Generic[PlanT]):
    """The answer to one question. Frozen; `model_dump_json` and `model_validate_json` round-trip it.

    `confidence` lies in 0..1. `reading` is the plan in English. `query` is the text that the store ran, for
    developers. `notes` has what a reader must know to trust the answer: rows cut by a limit, text compared by its
    meaning, ignored words. `missing` and `suggestions` belong to `unanswerable`, `choices` to `ambiguous`.
    `metadata` has a domain's own additions, such as its intent and counts.
    """

    question: str
    status: Status
    text: str
    columns: tuple[str, ...] = ()
    rows: Rows = ()
    units: dict[str, str] = Field(default_factory=dict)
    citations: tuple[Citation, ...] = ()
    citation_total: int | None = None
    confidence: float = 0.0
    reading: str = ""
    plan: PlanT | None = None
    query: str | None = None
    parameters: Parameters = Field(default_factory=no_parameters)
    spans: tuple[Span, ...] = ()
    ignored: tuple[str, ...] = ()
    choices: tuple[Choice[PlanT], ...] = ()
    missing: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    cut: bool = False
    error_code: str | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)
    trace: Trace = Trace()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        """Short, for an interactive session: the status, the text and the number of rows."""
        text = self.text if len(self.text) <= _REPR_WIDTH else f"{self.text[:_REPR_WIDTH]}…"
        rows = f", {len(self.rows)} row{'s' * (len(self.rows) > 1)}" if self.rows else ""
        return f"<{type(self).__name__.partition('[')[0]} {self.status.value} ({self.confidence:.2f}): {text!r}{rows}>"

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows as dictionaries of plain Python values; an element is one of its id, labels and properties."""
        from fingerpost.core.tabular import dicts_of

        return dicts_of(self.columns, self.rows)

    def to_pandas(self) -> Any:
        """The rows as a `pandas.DataFrame`; a column of elements becomes `NAME.id` and one for each property.

        Raises:
            MissingExtra: pandas is not installed.
        """
        from fingerpost.core.tabular import pandas_of

        return pandas_of(self.columns, self.rows)

    def to_arrow(self) -> Any:
        """The rows as a `pyarrow.Table`, with the columns of `to_pandas`.

        Raises:
            MissingExtra: pyarrow is not installed.
        """
        from fingerpost.core.tabular import arrow_of

        return arrow_of(self.columns, self.rows)

    def state(self) -> dict[str, Any]:
        """The answer as the state of an agent host: plain JSON, with the rows as documents (docs/json.md)."""
        from fingerpost.core.host_state import state_of

        return state_of(self)

    def _repr_html_(self) -> str:
        """The HTML for notebooks: the text and a table of at most 50 rows."""
        from html import escape

        head = f"<p>{escape(self.text.splitlines()[0] if self.text else self.status.value)}</p>"
        if not self.rows:
            return head
        names = {citation.element_id: citation.name for citation in self.citations if citation.name}
        titles = "".join(f"<th>{escape(c)}</th>" for c in self.columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_shown(cell, names))}</td>" for cell in row) + "</tr>"
            for row in self.rows[:50]
        )
        rest = f"<p>{len(self.rows) - 50} more rows</p>" if len(self.rows) > 50 else ""
        return f"{head}<table><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>{rest}"


def _shown(cell: Cell, names: Mapping[str, str]) -> str:
    """A cell as text; an element by its name, which the citations know, or else its id."""
    if cell is None:
        return ""
    if not isinstance(cell, Node | Relationship):
        return str(cell)
    return names.get(cell.element_id) or str(cell.properties.get("name") or cell.element_id)
