"""From a plan and its rows to the text that a person would write.

A number goes into a sentence, a few names into a list, several columns into lines; nothing found is said as such, and
zero is a true answer. Long lists are cut in the text only, with the total said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
        self._display = display
        self._wording = Wording(display)

    def compose(
        self, plan: Plan, rows: Sequence[Sequence[Cell]], total: int | None, of: Mapping[int, str] | None = None
    ) -> tuple[str, Status]:
        """The text, and whether it is an answer or that nothing matches.

        `of` says, by the number of a row, the name of what its value was read from, where the rows do not show it.
        """
        columns = plan.columns
        known = origins(plan)
        sources = [known.get(name, Origin()) for name in columns]
        if not rows:
            return self._nothing(sources), Status.EMPTY
        if len(columns) == 1 and len(rows) == 1:
            return self._single(columns[0], sources[0], rows[0][0], (of or {}).get(0)), Status.ANSWERED
        if len(columns) == 1:
            return self._list(columns[0], sources[0], [row[0] for row in rows], total, of or {}), Status.ANSWERED
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
        """What a column's cells are called, in the singular; a column of names goes by what it names."""
        if origin.property is not None and not (origin.function is None and self._names(origin)):
            return words(origin.property)
        if origin.labels:
            return words(origin.labels[0])
        return words(origin.relationship) if origin.relationship else words(column)

    def _names(self, origin: Origin) -> bool:
        """Whether a column shows what its nodes are called by."""
        return any(self._display.property(label) == origin.property for label in origin.labels)

    def _nothing(self, sources: Sequence[Origin]) -> str:
        noun = self._noun(sources[0], "match")
        return f"None: no {plural(noun)} match." if sources[0].property is None else f"None: no {noun} was found."

    def _single(self, column: str, origin: Origin, cell: Cell, of: str | None) -> str:
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
        if isinstance(cell, Node) or self._names(origin):
            return f"{said}."
        whose = f" of {of}" if of is not None and of != said else ""
        return f"The {noun}{whose} is {said if cell is not None else 'not known'}."

    def _list(
        self, column: str, origin: Origin, cells: Sequence[Cell], total: int | None, of: Mapping[int, str]
    ) -> str:
        noun = self._noun(origin, column)
        number = total if total is not None else len(cells)
        unit = self._unit(origin)
        said: dict[str, int] = {}
        for place, cell in enumerate(cells):
            words_ = self._wording.cell(cell, unit)
            name = None if self._names(origin) else of.get(place)
            words_ = words_ if name is None or name == words_ else f"{words_} ({name})"
            said[words_] = said.get(words_, 0) + 1
        shown = [text if times == 1 else f"{text} (×{times})" for text, times in said.items()]
        named = origin.property is None or self._names(origin)
        head = counted(number, noun) if named else f"{number:,} values of {noun}"
        left = number - sum(list(said.values())[: self._limit])
        return f"{head}: {joined(shown[: self._limit], left)}."

    def _table(
        self, columns: Sequence[str], sources: Sequence[Origin], rows: Sequence[Sequence[Cell]], total: int | None
    ) -> str:
        units = [self._unit(origin) for origin in sources]
        number = total if total is not None else len(rows)
        if len(rows) == 1:
            first, *others = [
                self._part(name, origin, cell, unit)
                for name, origin, cell, unit in zip(columns, sources, rows[0], units, strict=True)
            ]
            named = sources[0].property is None or self._names(sources[0])
            if named and sources[0].function is None:
                return f"{self._wording.cell(rows[0][0], units[0])} ({', '.join(others)})."
            return f"{'; '.join((first, *others))}."
        lines = []
        for row in rows[: self._limit]:
            cells = [self._wording.cell(cell, unit) for cell, unit in zip(row, units, strict=True)]
            lines.append(f"{cells[0]}: {', '.join(cells[1:])}")
        if number > len(lines):
            lines.append(f"and {number - len(lines):,} more rows ({number:,} in all)")
        first, *others = [self._title(name, origin) for name, origin in zip(columns, sources, strict=True)]
        grouped = self._names(sources[0]) or any(origin.function is not None for origin in sources[1:])
        head = f"{', '.join(others)} by {first}" if grouped else f"{first}: {', '.join(others)}"
        return f"{head[:1].upper()}{head[1:]}:\n" + "\n".join(f"  {line}" for line in lines)

    def _part(self, column: str, origin: Origin, cell: Cell, unit: str | None) -> str:
        """A cell with its title: "25 walls", "height: 2.1 m"."""
        if origin.function is AggregateFunction.COUNT and isinstance(cell, int):
            return counted(cell, self._noun(origin, "match"))
        return f"{self._title(column, origin)}: {self._wording.cell(cell, unit)}"

    def _title(self, column: str, origin: Origin) -> str:
        noun = self._noun(origin, column)
        if origin.function is AggregateFunction.COUNT:
            return f"number of {plural(noun)}"
        if origin.function in _NAMED:
            return f"{_NAMED[origin.function]} {noun}"
        return noun
