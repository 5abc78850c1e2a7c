"""Dates that begin with the year and are not in the form of ISO 8601: `2012/01/31`, `2012.1.31`."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping

from fingerpost.ingest.mapping import ANY, PropertyMapping
from fingerpost.ingest.tables.profile import ColumnProfile
from fingerpost.ingest.tables.written_numbers import is_no_value

_FORMS = {"%Y/%m/%d": re.compile(r"\d{4}/\d\d?/\d\d?"), "%Y.%m.%d": re.compile(r"\d{4}\.\d\d?\.\d\d?")}


def date_rules(
    columns: Mapping[str, ColumnProfile], rules: Mapping[str, PropertyMapping]
) -> Iterator[tuple[str, PropertyMapping]]:
    """The rules of columns of such dates, but for words for no value."""
    for column, held in columns.items():
        null = {value for value in held.values if is_no_value(value)}
        dates = held.values - null
        if not dates or rules[column].type != ANY:
            continue
        form = next((form for form, pattern in _FORMS.items() if all(map(pattern.fullmatch, dates))), None)
        if form is not None and all(_is_date(date, form) for date in dates):
            yield column, PropertyMapping(type="date", format=form, null=tuple(sorted(null - {""})))


def _is_date(text: str, form: str) -> bool:
    try:
        dt.datetime.strptime(text, form)  # noqa: DTZ007 - a day has no zone
    except ValueError:
        return False
    return True
