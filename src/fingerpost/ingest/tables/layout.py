"""Where a table begins and ends in a sheet or file made for people: titles stand above the header, a total below."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeVar

from fingerpost.core.cells import Cell

LOOKED_AT = 50
"""Rows that the header is looked for in."""
_MOST = 0.8
"""The share of the columns that a header names at least, if titles stand above it."""
_LONGEST = 64
"""Characters of a column's name, at most, if titles stand above it."""
_DELIMITERS = (",", "\t", ";", "|")
_DECLARED = re.compile(r'"?sep=(.)"?;*,*\s*')
"""The first line of a file for Excel, which names the delimiter."""
# A delimiter within quotes or braces is part of a field: `"a,b"`, `:ID{id-type: int, label: A}`.
_QUOTED_OR_BRACED = re.compile(r'"[^"]*(?:""[^"]*)*(?:"|\Z)|\{[^}\n]*\}')
_AMOUNT = re.compile(r"[^\w\s]?\s*[-+]?[\d.,' \u00a0]*\d\s*[^\w\s]?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}.*")
"""A number, perhaps with a sign of its currency or percent, or a date: no name of a column."""
_TOTALS = frozenset("total totals sum sums summe gesamt gesamtsumme somme totale suma".split()) | {"grand total"}
_CENT = 0.01
_LEAST_BELOW = 2
"""Rows below the first from which on it can be told whether it has names, or has those of rows."""
Row = TypeVar("Row")


def delimiter_of(head: str) -> str:
    """The delimiter of a file that begins like this: a comma unless its first lines have more of another.

    That is the most frequent one in the first line, outside quotes and braces. Where that has none, it is what most of
    the next lines have equally often.
    """
    declared = _DECLARED.match(head)
    if declared is not None:
        return declared[1]
    first, *others = _QUOTED_OR_BRACED.sub("", head).lstrip("\r\n").split("\n", LOOKED_AT)
    found = max(_DELIMITERS, key=first.count)
    if found in first:
        return found
    lines = [line for line in others[: LOOKED_AT - 1] if line.strip()]

    def shared(delimiter: str) -> int:
        counts = [line.count(delimiter) for line in lines if delimiter in line]
        return max(map(counts.count, counts), default=0)

    best = max(_DELIMITERS, key=shared)
    return best if shared(best) * 2 > len(lines) else found


def rows_above(head: str, delimiter: str) -> int:
    """How many rows of a file that begins like this, as `csv.reader` counts them, stand above its header."""
    if _DECLARED.match(head):
        return 1 + rows_above(head.partition("\n")[2], delimiter)
    return header_place(first_rows(head, delimiter))


def begins_with_data(head: str, delimiter: str) -> bool:
    """Whether the first row of a file has no names but values.

    Its first cell is a number, or another is a fraction or date, above a column of nothing else, and it is as long as
    the rows below. Whole numbers may be names: of years, or of weeks.
    """
    return are_nameless([row for row in first_rows(head, delimiter) if row])


def are_nameless(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first of some rows has no names but values, as `begins_with_data` says."""
    if len(rows) <= _LEAST_BELOW or len({len(row) for row in rows[: _LEAST_BELOW + 1]}) > 1:
        return False
    for place, cell in enumerate(rows[0]):
        below = [row[place].strip() for row in rows[1:] if place < len(row) and row[place].strip()]
        told = _AMOUNT.fullmatch(cell.strip()) and (place == 0 or not cell.strip().isdigit())
        if told and below and all(map(_AMOUNT.fullmatch, below)):
            return True
    return False


def has_row_names(head: str, delimiter: str, width: int) -> bool:
    """Whether each row below a header of this width has one field more: the first is its name, as R writes it.

    A delimiter at the end of each row makes a field more, too, which is empty.
    """
    rows = [row for row in first_rows(head, delimiter)[1:-1] if row]
    return bool(rows) and all(len(row) == width + 1 for row in rows) and any(row[-1].strip() for row in rows)


def column_of_names(head: Sequence[object], rows: Sequence[Sequence[object]]) -> int | None:
    """The place of a column without a name that names the rows: the first that is filled, of different words."""
    place = next((at for at, name in enumerate(head) if name is not None and str(name).strip()), 0) - 1
    if place < 0 or "name" in (str(name).strip().casefold() for name in head):
        return None
    texts = [str(row[place]).strip() for row in rows if any(cell not in (None, "") for cell in row) if place < len(row)]
    words = all(text and text != "None" and not _AMOUNT.fullmatch(text) for text in texts)
    return place if len(texts) >= _LEAST_BELOW and words and len(set(texts)) == len(texts) else None


def first_rows(head: str, delimiter: str) -> list[list[str]]:
    """The rows of a file that begins like this, at most `LOOKED_AT`; the last may be cut off."""
    try:
        return list(islice(csv.reader(head.splitlines(keepends=True), delimiter=delimiter), LOOKED_AT))
    except csv.Error:
        return []


def header_place(rows: Sequence[Sequence[object]]) -> int:
    """The place of the header: 0 unless the rows before another one are titles, or blank.

    Titles fill less than half of the columns. The header fills most of them with names, none of which is a number or
    date. The rows below it must bear it out: there are numbers or dates under some of the names, or the titles are set
    off by a blank row or by empty cells.
    """
    texts = [["" if cell is None else str(cell).strip() for cell in row] for row in rows]
    filled = [sum(map(bool, row)) for row in texts]
    width = max(filled, default=0)
    first = next((place for place, count in enumerate(filled) if count), 0)
    if width < 2 or filled[first] * 2 >= width:
        return first
    for place in range(first + 1, len(texts) - 1):
        if filled[place] < max(2, width * _MOST):
            continue
        names = [text for text in texts[place] if text]
        below = texts[place + 1 :]
        if any(_AMOUNT.fullmatch(name) or len(name) > _LONGEST for name in names) or len(set(names)) < len(names):
            return first
        set_off = 0 in filled[first:place] or len(texts[first]) == len(texts[place])
        measured = any(_AMOUNT.fullmatch(text) for row in below for text in row)
        held = (set_off or measured) and any(count * 2 >= width for count in filled[place + 1 :])
        return _fuller(texts, place, width) if held else first
    return first


def _fuller(texts: Sequence[Sequence[str]], place: int, width: int) -> int:
    """The first row from here on that names every column, if no number or date stands above it and one does below."""
    for later, row in enumerate(texts[place:], place):
        if any(map(_AMOUNT.fullmatch, row)):
            return place
        names = [text for text in row if text]
        if len(names) == width and len(set(names)) == width and max(map(len, names)) <= _LONGEST:
            under = texts[later + 1 : later + 2]
            return later if later == place or any(_AMOUNT.fullmatch(text) for row in under for text in row) else place
    return place


def noting(name: str, unit: str, notes: list[str]) -> Callable[[tuple[int, object] | None], None]:
    """What notes a total that is left out (see `without_total`), or that there are no rows."""

    def note(row: tuple[int, object] | None) -> None:
        what = "has no rows" if row is None else f"{unit} {row[0]} is the total of the rows above, and was left out"
        notes.append(f"{name} {what}" if row is None else f"{name}: {what}")

    return note


def below_table(name: str, first: int, last: int, unit: str) -> str:
    """A note on remarks below a table."""
    which = f"{unit} {first} is a remark" if first == last else f"{unit}s {first} to {last} are remarks"
    return f"{name}: {which} below the table, and {'was' if first == last else 'were'} left out"


def above_header(name: str, count: int, unit: str = "line") -> str:
    """A note on titles of a table."""
    which = (
        f"{unit} 1 stands above the header, and was"
        if count == 1
        else f"{unit}s 1 to {count} stand above the header, and were"
    )
    return f"{name}: {which} left out"


def no_names(name: str) -> str:
    """A note on a table without a row of names."""
    return f"{name} has no row of names: its columns are called column_1, column_2, .."


def without_total(
    rows: Iterable[Row],
    values: Callable[[Row], Mapping[str, Cell]],
    again: Callable[[], Iterable[Row]],
    left_out: Callable[[Row | None], None],
) -> Iterator[Row]:
    """The rows of a table without its last one, if that is their total: it says so, and a number of it is the sum.

    `values` gives the values of a row by column; `again` gives the rows once more; `left_out` is called with the total,
    or with None if there are no rows at all.
    """
    held: list[Row] = []
    for row in rows:
        yield from held
        held = [row]
    if not held:
        left_out(None)
    for last in held:
        if _is_total(values(last), map(values, again())):
            left_out(last)
        else:
            yield last


def without_remarks(
    rows: Iterable[tuple[int, dict[str, Cell]]], width: int, left_out: Callable[[int, int], None]
) -> Iterator[tuple[int, dict[str, Cell]]]:
    """The rows of a table without remarks below it: rows of text in less than half of its `width` columns.

    They must be set off, by a blank row or by text under a column that has none. `left_out` gets the numbers of the
    first and the last.
    """
    held: list[tuple[int, dict[str, Cell]]] = []
    wordless: set[str] = set()
    worded: set[str] = set()
    last = 0
    for number, row in rows:
        if last and len(row) * 2 < width and all(map(_is_text, row.values())):
            held.append((number, row))
            continue
        held.append((number, row))
        for _, each in held:
            for name, value in each.items():
                (worded if _is_text(value) else wordless).add(name)
        yield from held
        held, last = [], number
    set_off = held and (held[0][0] > last + 1 or any(name in wordless - worded for _, row in held for name in row))
    if set_off:
        left_out(held[0][0], held[-1][0])
    else:
        yield from held


def _is_text(value: Cell) -> bool:
    return isinstance(value, str) and not _AMOUNT.fullmatch(value)


def _is_total(last: Mapping[str, Cell], rows: Iterable[Mapping[str, Cell]]) -> bool:
    words = [value.strip(" :").casefold() for value in last.values() if isinstance(value, str)]
    wanted = {name: number for name, value in last.items() if (number := _number(value)) is not None}
    if not wanted or _TOTALS.isdisjoint(words):
        return False
    sums, counts = dict.fromkeys(wanted, 0.0), dict.fromkeys(wanted, 0)
    for row in rows:
        for name in wanted:
            number = _number(row.get(name))
            if number is not None:
                sums[name] += number
                counts[name] += 1
    # The sums have the total itself in them.
    return any(counts[name] > 2 and abs(sums[name] - 2 * number) < _CENT for name, number in wanted.items())


def _number(value: Cell) -> float | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        return float(value)
    except ValueError:
        return None
