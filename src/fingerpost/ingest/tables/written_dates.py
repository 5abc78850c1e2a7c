"""Dates that can be read in one way only, though not in the form of ISO 8601: with the year first (`2012/01/31`,
`2012.1.31`, `20120131`), or with the name of the month (`31 January 2012`, `Jan 31, 2012`, `31-Jan-2012`)."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Iterator, Mapping

from fingerpost.ingest.mapping import ANY, PropertyMapping
from fingerpost.ingest.tables.profile import ColumnProfile
from fingerpost.ingest.tables.written_numbers import is_no_value
from fingerpost.linking import split_name

_DIGITS = "%Y%m%d"
_FORMS = {
    "%Y/%m/%d": re.compile(r"\d{4}/\d\d?/\d\d?"),
    "%Y.%m.%d": re.compile(r"\d{4}\.\d\d?\.\d\d?"),
    _DIGITS: re.compile(r"(?:1[89]|2[01])\d{6}"),
}
_FORMS |= {
    f"%d{by}{month}{by}%Y": re.compile(rf"\d\d?{by}{letters}{by}\d{{4}}")
    for by in " -/"
    for month, letters in (("%b", "[A-Za-z]{3}"), ("%B", "[A-Za-z]{3,9}"))
}
_FORMS |= {
    f"{month} %d, %Y": re.compile(rf"{letters} \d\d?, \d{{4}}")
    for month, letters in (("%b", "[A-Za-z]{3}"), ("%B", "[A-Za-z]{3,9}"))
}
_TELLING = 3
"""Different numbers of eight digits that are all dates are so by no chance; fewer are dates in a column called so."""
_CALLED = frozenset("date day datum dt".split())


def date_rules(
    columns: Mapping[str, ColumnProfile], rules: Mapping[str, PropertyMapping], keys: Collection[str]
) -> Iterator[tuple[str, PropertyMapping]]:
    """The rules of columns of such dates, but for words for no value. A number that is a key stays one."""
    for column, held in columns.items():
        null = {value for value in held.values if is_no_value(value)}
        dates = held.values - null
        if not dates or rules[column].type not in (ANY, "int"):
            continue
        form = next((form for form, pattern in _FORMS.items() if all(map(pattern.fullmatch, dates))), None)
        if form is None or (form == _DIGITS and (column in keys or not _tells(column, dates))):
            continue
        if all(_is_date(date, form) for date in dates):
            yield column, PropertyMapping(type="date", format=form, null=tuple(sorted(null - {""})))


def _tells(column: str, dates: Collection[str]) -> bool:
    return len(dates) >= _TELLING or not _CALLED.isdisjoint(split_name(column))


def _is_date(text: str, form: str) -> bool:
    try:
        dt.datetime.strptime(text, form)  # noqa: DTZ007 - a day has no zone
    except ValueError:
        return False
    return True
