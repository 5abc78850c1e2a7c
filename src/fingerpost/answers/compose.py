"""From a plan and its rows to the text that a person would write.

A number goes into a sentence, a few names into a list, several columns into lines; nothing found is said as such, and
zero is a true answer. Long lists are cut in the text only, with the total said.
"""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.answers.lineage import Origin, origins
from fingerpost.answers.wording import Wording, counted, joined, plural
from fingerpost.core.answer import Status
from fingerpost.core.cells import Cell, Node
from fingerpost.core.schema import GraphSchema
from fingerpost.linking.display import Display
from fingerpost.plans.english import words
from fingerpost.plans.model import AggregateFunction, Plan

_NAMED = {
    AggregateFunction.AVG: "average",
    AggregateFunction.SUM: "total",
    AggregateFunction.MIN: "least",
    AggregateFunction.MAX: "greatest",
    AggregateFunction.MEDIAN: "median",
    AggregateFunction.STDEV: "standard deviation of",
    AggregateFunction.STDEVP: "standard deviation of",
    AggregateFunction.PERCENTILE: "percentile of",
    AggregateFunction.PERCENTILE_DISC: "percentile of",
}


class Composer:
    """Writes answers over one graph."""

    def __init__(self, schema: GraphSchema, display: Display, list_limit: int) -> None:
        self._schema = schema
        self._limit = list_limit
        self._wording = Wording(display)

    def compose(self, plan: Plan, rows: Sequence[Sequence[Cell]], total: int | None) -> tuple[str, Status]:
        """The text, and whether it is an answer or that nothing matches."""
        columns = plan.columns
        known = origins(plan)
        sources = [known.get(name, Origin()) for name in columns]
        if not rows:
            return self._nothing(sources), Status.EMPTY
        if len(columns) == 1 and len(rows) == 1:
            return self._single(columns[0], sources[0], rows[0][0]), Status.ANSWERED
        if len(columns) == 1:
            return self._list(columns[0], sources[0], [row[0] for row in rows], total), Status.ANSWERED
        return self._table(columns, sources, rows, total), Status.ANSWERED

    def units(self, plan: Plan) -> dict[str, str]:
        """The unit of each result column that has one. Counts have none."""
        found = {}
        for name, origin in origins(plan).items():
            info = origin.info(self._schema)
            if info is not None and info.unit and origin.function is not AggregateFunction.COUNT:
                found[name] = info.unit
        return found

    def _unit(self, origin: Origin) -> str | None:
        info = origin.info(self._schema)
        return info.unit if info is not None and origin.function is not AggregateFunction.COUNT else None

    def _noun(self, origin: Origin, column: str) -> str:
        """What a column's cells are called, in the singular."""
        if origin.property is not None:
            return words(origin.property)
        if origin.labels:
            return words(origin.labels[0])
        return words(origin.relationship) if origin.relationship else words(column)

    def _nothing(self, sources: Sequence[Origin]) -> str:
        noun = self._noun(sources[0], "match")
        return f"None: no {plural(noun)} match." if sources[0].property is None else f"None: no {noun} was found."

    def _single(self, column: str, origin: Origin, cell: Cell) -> str:
        if origin.yes_no and isinstance(cell, bool):
            return "Yes." if cell else "No, there is none."
        if origin.function is AggregateFunction.COUNT and isinstance(cell, int):
            noun = self._noun(origin, "match")
            return f"There {'is' if cell == 1 else 'are'} {counted(cell, noun)}."
        said = self._wording.cell(cell, self._unit(origin))
        noun = self._noun(origin, column)
        if origin.function in _NAMED:
            if cell is None:
                return f"There is no {noun} to take the {_NAMED[origin.function].removesuffix(' of')} of."
            return f"The {_NAMED[origin.function]} {noun} is {said}."
        if cell is None:
            return f"The {noun} is not known."
        if isinstance(cell, Node):
            return f"{said}."
        return f"The {noun} is {said}."

    def _list(self, column: str, origin: Origin, cells: Sequence[Cell], total: int | None) -> str:
        noun = self._noun(origin, column)
        number = total if total is not None else len(cells)
        unit = self._unit(origin)
        shown = [self._wording.cell(cell, unit) for cell in cells[: self._limit]]
        head = counted(number, noun) if origin.property is None else f"{number:,} values of {noun}"
        return f"{head}: {joined(shown, self._limit, number)}."

    def _table(
        self, columns: Sequence[str], sources: Sequence[Origin], rows: Sequence[Sequence[Cell]], total: int | None
    ) -> str:
        units = [self._unit(origin) for origin in sources]
        number = total if total is not None else len(rows)
        if len(rows) == 1:
            parts = [
                f"{self._title(name, origin)}: {self._wording.cell(cell, unit)}"
                for name, origin, cell, unit in zip(columns, sources, rows[0], units, strict=True)
            ]
            return "; ".join(parts) + "."
        lines = []
        for row in rows[: self._limit]:
            cells = [self._wording.cell(cell, unit) for cell, unit in zip(row, units, strict=True)]
            lines.append(f"{cells[0]}: {', '.join(cells[1:])}")
        if number > len(lines):
            lines.append(f"and {number - len(lines):,} more rows ({number:,} in all)")
        titles = ", ".join(self._title(name, origin) for name, origin in zip(columns[1:], sources[1:], strict=True))
        head = f"{titles} by {self._title(columns[0], sources[0])}"
        return f"{head[:1].upper()}{head[1:]}:\n" + "\n".join(f"  {line}" for line in lines)

    def _title(self, column: str, origin: Origin) -> str:
        noun = self._noun(origin, column)
        if origin.function is AggregateFunction.COUNT:
            return f"number of {plural(noun)}"
        if origin.function in _NAMED:
            return f"{_NAMED[origin.function]} {noun}"
        return noun
