"""Writes the text of an answer from a plan and its rows.

A number becomes a sentence, names a list, several columns lines. An empty result is stated, and zero is a valid answer.
Long lists are cut only in the text, which gives their total.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import copy

from fingerpost.answers.beside import beside
from fingerpost.answers.checks import Refuted
from fingerpost.answers.lineage import Origin, origins
from fingerpost.answers.wording import KEYS, WHEN, Wording, called, moment_kind, percentage, short_name, stopped
from fingerpost.core.answer import Status
from fingerpost.core.cells import Cell, Node
from fingerpost.core.schema import GraphSchema, PropertyInfo, ValueType
from fingerpost.linking import Display, happened, opened
from fingerpost.plans import (
    AggregateFunction,
    Plan,
    counted,
    is_plural,
    joined,
    lasting_seconds,
    plural,
    singular,
    words,
)

_NAMED = {
    AggregateFunction.AVG: "average",
    AggregateFunction.SUM: "total",
    AggregateFunction.MIN: "lowest",
    AggregateFunction.MAX: "highest",
    AggregateFunction.MEDIAN: "median",
    AggregateFunction.STDEV: "standard deviation of the",
    AggregateFunction.STDEVP: "standard deviation of the",
    AggregateFunction.PERCENTILE: "percentile of the",
    AggregateFunction.PERCENTILE_DISC: "percentile of the",
}
_GROUPED = re.compile(r"\d,\d")
_BEFORE_VALUES = frozenset("since until till from on at by in to".split())
"""Last words of properties that stand before their value as they are: "Member since 2006", "Paid on 2024-05-01"."""
_NAMED_MOMENT = {**_NAMED, AggregateFunction.MIN: "earliest", AggregateFunction.MAX: "latest"}


class Composer:
    """Writes answers for one graph."""

    def __init__(self, schema: GraphSchema, display: Display, list_limit: int) -> None:
        self._schema = schema
        self._limit = list_limit
        self._display = display
        self._wording = Wording(display)
        self._refuted = Refuted(schema, display, self._wording)
        self._shown: Mapping[str, str] = {}

    def showing(self, symbols: Mapping[str, str]) -> Composer:
        """A composer for rows in other units: `symbols` maps a unit of the graph to the one that the rows are in."""
        other = copy(self)
        other._shown = symbols
        return other

    def compose(
        self, plan: Plan, rows: Sequence[Sequence[Cell]], total: int | None = None, of: Mapping[int, str] | None = None
    ) -> tuple[str, Status]:
        """The text and the status, answered or empty.

        `of` maps the index of a row to the name of the element that its value was read from, if the row does not show
        it.
        """
        columns = plan.columns
        known = origins(plan)
        sources = [known.get(name, Origin()) for name in columns]
        names = {row: short_name(name) for row, name in (of or {}).items()}
        columns, sources, rows = self._with_whole_names(columns, sources, rows)
        if not rows:
            return self._nothing(sources), Status.EMPTY
        if len(columns) == 1 and len(rows) == 1:
            cell = rows[0][0]
            if sources[0].yes_no and isinstance(cell, bool):
                return "Yes." if cell else self._refuted.text(plan), Status.ANSWERED
            return self._single(columns[0], sources[0], cell, names.get(0), plan), Status.ANSWERED
        if len(columns) == 1:
            cells = [row[0] for row in rows]
            return self._list(columns[0], sources[0], cells, total, names, plan), Status.ANSWERED
        if len(rows) == 1:
            return self._row(columns, sources, rows[0], names.get(0)), Status.ANSWERED
        return self._table(columns, sources, rows, total, names), Status.ANSWERED

    def rows(self, columns: Sequence[str], rows: Sequence[Sequence[Cell]], total: int | None) -> tuple[str, Status]:
        """The text and the status of rows without a plan: they are named by their columns only."""
        if not rows:
            return "Nothing was found.", Status.EMPTY
        lines = [", ".join(map(self._wording.cell, row)) for row in rows[: self._limit]]
        named = ", ".join(map(words, columns))
        if len(rows) == 1:
            return stopped(f"{named}: {lines[0]}"), Status.ANSWERED
        count = total if total is not None else len(rows)
        left = [f"... and {count - len(lines):,} more"] if count > len(lines) else []
        return "\n".join([f"{count:,} rows ({named}):", *(f"- {line}" for line in lines), *left]), Status.ANSWERED

    def units(self, plan: Plan, *, durations: bool = False) -> dict[str, str]:
        """The unit of each column that has one. Counts have none, durations as they are stored only if wanted."""
        found = {}
        for name, origin in origins(plan).items():
            unit = self._kept_in(origin)
            if unit is not None and (durations or origin.seconds or not self._is_lasting(origin)):
                found[name] = unit
        return found

    def _is_lasting(self, origin: Origin) -> bool:
        """Whether values are durations, or how many seconds these are."""
        info = origin.info(self._schema)
        return info is not None and info.type is ValueType.DURATION and origin.function is not AggregateFunction.COUNT

    def _unit(self, origin: Origin) -> str | None:
        unit = self._kept_in(origin)
        return None if unit is None else self._shown.get(unit, unit)

    def _kept_in(self, origin: Origin) -> str | None:
        """The unit of the graph that values are in."""
        if origin.function is AggregateFunction.COUNT:
            return None
        info = origin.info(self._schema)
        return origin.unit or (info.counted_in if info is not None else None) or None

    def _noun(self, origin: Origin, column: str) -> str:
        """The singular noun for a column's cells; for a column of names, the thing named, and for a count of all ids of
        things, these."""
        if origin.function is AggregateFunction.COUNT and self._is_key(origin):
            return singular(words(origin.labels[0]))
        if origin.property is not None and not (origin.function is None and self._names(origin)):
            info = origin.info(self._schema)
            moment = moment_kind(info) if happened(origin.property) is not None else None
            noun = words(origin.property) if info is None else called(info)
            return f"{moment} {noun}" if moment is not None else noun
        if origin.labels:
            return singular(words(origin.labels[0]))
        if origin.relationship is None:
            return words(column)
        return self._row_label(origin.relationship) or f"“{words(origin.relationship)}” relationship"

    def _is_key(self, origin: Origin) -> bool:
        """Whether a property numbers the things of a label, each with a value of its own."""
        info = origin.info(self._schema)
        label = self._schema.label_by_name.get(origin.labels[0]) if len(origin.labels) == 1 else None
        if info is None or label is None or words(info.name).rpartition(" ")[2] not in KEYS:
            return False
        return info.distinct == info.present == label.count

    def _row_label(self, type_: str) -> str | None:
        """What has a relationship that only says what it leads to: rows that refer to another table, each to one."""
        known = self._schema.relationship_by_type.get(type_)
        if known is None or len(known.endpoints) != 1:
            return None
        start, end = known.endpoints[0].start, known.endpoints[0].end
        rows = self._schema.label_by_name.get(start)
        if start == end or rows is None or known.count > rows.count:
            return None
        return singular(words(start)) if singular(words(type_)) == singular(words(end)) else None

    def _names(self, origin: Origin) -> bool:
        """Whether a column shows the naming property of its nodes."""
        return any(self._display.property(label) == origin.property for label in origin.labels)

    def _is_named(self, origin: Origin) -> bool:
        """Whether a column shows elements or their names."""
        return origin.function is None and (origin.property is None or self._names(origin))

    def _nothing(self, sources: Sequence[Origin]) -> str:
        if not (sources[0].labels or sources[0].relationship or sources[0].property):
            return "None: nothing matches."
        noun = self._noun(sources[0], "match")
        if sources[0].property is None or self._names(sources[0]):
            return f"None: no {plural(noun)} match."
        return f"None: no {noun} {'were' if is_plural(noun) else 'was'} found."

    def _with_whole_names(
        self, columns: tuple[str, ...], sources: list[Origin], rows: Sequence[Sequence[Cell]]
    ) -> tuple[tuple[str, ...], list[Origin], Sequence[Sequence[Cell]]]:
        """First and last names that stand in columns of their own become one name."""
        places = {(o.labels, o.property): place for place, o in enumerate(sources) if o.function is None and o.property}
        for label in dict.fromkeys(label for origin in sources for label in origin.labels):
            parts = [places.get(((label,), part)) for part in self._display.parts(label)]
            named = [place for place in parts if place is not None]
            if len(parts) < 2 or len(named) < len(parts):
                continue
            rest = [place for place in range(len(columns)) if place not in named]
            whole = [" ".join(str(row[place]) for place in named if row[place] is not None) or None for row in rows]
            return (
                (label, *(columns[place] for place in rest)),
                [Origin((label,)), *(sources[place] for place in rest)],
                [(name, *(row[place] for place in rest)) for name, row in zip(whole, rows, strict=True)],
            )
        return columns, sources, rows

    def _single(self, column: str, origin: Origin, cell: Cell, of: str | None, plan: Plan) -> str:
        if origin.percent and isinstance(cell, (int, float)):
            whole = f" of the {plural(words(origin.labels[0]))}" if origin.labels else ""
            return f"{percentage(cell)}{whole}."
        if origin.difference and cell is not None:
            return stopped(f"The difference in {self._noun(origin, column)} is {self._cell(cell, origin)}")
        if origin.function is AggregateFunction.COUNT and isinstance(cell, int):
            noun = self._noun(origin, "match")
            if cell == 0 and _is_selective(plan):
                return f"None: no {plural(noun)} match."
            return f"There {'is' if cell == 1 else 'are'} {counted(cell, noun)}."
        if origin.function in _NAMED:
            title = self._title(column, origin)
            if cell is None:
                return f"The {title} is not known: there are no values."
            if title.rpartition(" ")[2] in _BEFORE_VALUES:
                return stopped(f"{opened(title)} {self._cell(cell, origin)}")
            return stopped(f"The {title} is {self._cell(cell, origin)}")
        if isinstance(cell, Node):
            said = self._wording.introduced(cell, self._beside(plan, origin))
            by_label = self._display.called(cell) != self._display.name(cell)
            return stopped(opened(said) if by_label else said)
        if self._is_named(origin) and cell is not None:
            return stopped(self._cell(cell, origin))
        return self._told(self._noun(origin, column), origin, cell, of)

    def _told(self, noun: str, origin: Origin, cell: Cell, of: str | None) -> str:
        """A sentence with a property's value and, if known, its element."""
        said = self._cell(cell, origin)
        if isinstance(cell, tuple) and len(cell) == 1 and is_plural(noun):
            noun = singular(noun)
        whose = f" of {of}" if of is not None and of != said else ""
        are = "are" if is_plural(noun) else "is"
        if cell is None:
            return f"The {noun}{whose} {are} not known."
        info = origin.info(self._schema)
        if isinstance(cell, bool):
            return stopped(f"{opened(noun)}{f' ({of})' if whose else ''}: {said}")
        if whose and info is not None and origin.property is not None:
            event, moment = happened(origin.property), moment_kind(info)
            if event is not None and moment is not None:
                return stopped(f"{of} {event} {WHEN[moment]} {said}")
        if noun.rpartition(" ")[2] in _BEFORE_VALUES:
            return stopped(f"{of}: {noun} {said}" if whose else f"{opened(noun)} {said}")
        if self._is_number_of(noun, info) and isinstance(cell, int):
            return f"{of} has {counted(cell, noun)}." if whose else f"{opened(counted(cell, noun))}."
        return stopped(f"The {noun}{whose} {are} {said}")

    def _beside(self, plan: Plan, origin: Origin) -> list[PropertyInfo]:
        """The numbers and moments that the listed elements were compared or chosen by."""
        found = []
        for label in origin.labels:
            info = self._schema.label_by_name.get(label)
            named = self._display.parts(label)
            for name in beside(plan) if info is not None else ():
                known = info.by_name.get(name) if info is not None and name not in named else None
                if known is not None and (known.numeric or known.temporal):
                    found.append(known)
        return found

    @staticmethod
    def _is_number_of(noun: str, info: PropertyInfo | None) -> bool:
        """Whether a property is a count: "pages", "seats"."""
        if info is None or info.unit is not None or not is_plural(noun):
            return False
        return info.type is ValueType.INTEGER or (info.numeric and all(map(str.isdecimal, info.samples)))

    def _cell(self, cell: Cell, origin: Origin) -> str:
        added = origin.function in (AggregateFunction.SUM, AggregateFunction.COUNT)
        if added and isinstance(cell, int) and self._unit(origin) is None:
            return f"{cell:,}"
        if isinstance(cell, Node):
            return self._wording.introduced(cell)
        if origin.percent and isinstance(cell, (int, float)):
            return percentage(cell)
        if isinstance(cell, str) and self._is_named(origin):
            return short_name(cell)
        if isinstance(cell, (int, float)) and self._is_lasting(origin) and self._kept_in(origin) not in self._shown:
            return lasting_seconds(cell)
        info = origin.info(self._schema)
        noun = called(info) if info is not None else ""
        return self._wording.cell_of(noun, cell, self._unit(origin), computed=origin.is_computed())

    def _list(
        self,
        column: str,
        origin: Origin,
        cells: Sequence[Cell],
        total: int | None,
        of: Mapping[int, str],
        plan: Plan,
    ) -> str:
        noun = self._noun(origin, column)
        number = total if total is not None else len(cells)
        shown_too = self._beside(plan, origin)
        said: dict[str, int] = {}
        for place, cell in enumerate(cells):
            is_node = isinstance(cell, Node)
            words_ = self._wording.introduced(cell, shown_too) if is_node else self._cell(cell, origin)
            name = None if self._names(origin) else of.get(place)
            words_ = words_ if name is None or name == words_ else f"{words_} ({name})"
            said[words_] = said.get(words_, 0) + 1
        shown = [text if times == 1 else f"{text} (×{times})" for text, times in said.items()]
        own = self._is_named(origin) or (len(said) == len(cells) and not (is_plural(noun) or of))
        own = own and origin.unit is None
        head = counted(number, noun) if own else f"{number:,} values of {noun}"
        left = number - sum(list(said.values())[: self._limit])
        return stopped(f"{head}: {joined(shown[: self._limit], left)}")

    def _row(self, columns: Sequence[str], sources: Sequence[Origin], row: Sequence[Cell], of: str | None) -> str:
        """A single row of several columns: "Market Square (8 members)", "Title: Emma; year: 1815"."""
        parts = [self._part(*column) for column in zip(columns, sources, row, strict=True)]
        if self._is_named(sources[0]) and not all(origin.is_computed() for origin in sources):
            return f"{self._cell(row[0], sources[0])} ({', '.join(parts[1:])})."
        if sources[0].function is None and sources[0].property and any(o.function is not None for o in sources[1:]):
            return f"{self._cell(row[0], sources[0])} ({', '.join(parts[1:])})."
        if of is not None and not any(self._is_named(origin) for origin in sources):
            return f"{of} ({', '.join(parts)})."
        return f"{opened('; '.join(parts))}."

    def _table(
        self,
        columns: Sequence[str],
        sources: Sequence[Origin],
        rows: Sequence[Sequence[Cell]],
        total: int | None,
        of: Mapping[int, str],
    ) -> str:
        """Several rows of several columns, one per line, beginning with the row's subject: the column that names it, or
        what the row was read from."""
        number = total if total is not None else len(rows)
        named = next((place for place, origin in enumerate(sources) if self._is_named(origin)), 0)
        order = [named, *(place for place in range(len(columns)) if place != named)]
        grouped = self._is_named(sources[named]) or any(origin.function is not None for origin in sources)
        lines = []
        for at, row in enumerate(rows[: self._limit]):
            first, *others = [self._cell(row[place], sources[place]) for place in order]
            subject = first if grouped else of.get(at)
            parts = others if grouped else (first, *others)
            told = ("; " if any(map(_GROUPED.search, parts)) else ", ").join(parts)
            lines.append(told if subject is None else f"{subject}: {told}")
        if number > len(lines):
            lines.append(f"and {number - len(lines):,} more rows ({number:,} in all)")
        first, *others = [self._title(columns[place], sources[place]) for place in order]
        head = f"{', '.join(others)} by {first}" if grouped else ", ".join((first, *others))
        return f"{opened(head)}:\n" + "\n".join(f"  {line}" for line in lines)

    def _part(self, column: str, origin: Origin, cell: Cell) -> str:
        """A cell with its title: "25 walls", "height: 2.1 m"."""
        if origin.function is AggregateFunction.COUNT and isinstance(cell, int):
            if origin.relationship is not None and origin.property is None:
                return f"{words(origin.relationship)} {'once' if cell == 1 else f'{cell:,} times'}"
            return counted(cell, self._noun(origin, "match"))
        return f"{self._title(column, origin)}: {self._cell(cell, origin)}"

    def _title(self, column: str, origin: Origin) -> str:
        noun = self._noun(origin, column)
        if origin.function is AggregateFunction.COUNT:
            return f"number of {column if origin.only else plural(noun)}"
        if origin.function not in _NAMED:
            return noun
        noun = noun.removeprefix(f"{origin.function.value} of ")  # of what is computed, by its column: an age
        info = origin.info(self._schema)
        moment = moment_kind(info) is not None
        title = (_NAMED_MOMENT if moment else _NAMED)[origin.function]
        if origin.counted:
            per = f" per {singular(origin.per)}" if origin.per else ""
            return f"{title} number of {plural(noun)}{per}"
        number = "number of " if self._is_number_of(noun, info) else ""
        return noun if f"{noun} ".startswith(f"{title} ") else f"{title} {number}{noun}"


def _is_selective(plan: Plan) -> bool:
    """Whether a plan has conditions or relationships, rather than asking for all of a label."""
    matches = [match for stage in plan.stages for match in stage.matches]
    return any(match.where or match.pattern.edges for match in matches)
