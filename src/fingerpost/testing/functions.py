"""Functions and operators, by their values: what an engine does differently shows here, or is refused by its name."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence

import pytest

from fingerpost.core.cells import Cell, Duration
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.query_languages import language
from fingerpost.stores import Store
from fingerpost.testing.asking import Case
from fingerpost.testing.base import Conformance

TEXTS: dict[str, Cell] = {
    "toUpper('aé')": "AÉ", "toLower('AÉ')": "aé", "size('añb')": 3, "reverse('abc')": "cba",
    "trim('  a ')": "a", "ltrim(' a ')": "a ", "rtrim(' a ')": " a", "btrim('xxaxx', 'x')": "a",
    "left('abc', 2)": "ab", "left('abc', 9)": "abc", "right('abc', 2)": "bc", "right('abc', 9)": "abc",
    "substring('abcd', 1)": "bcd", "substring('abcd', 1, 2)": "bc", "substring('abcd', 0, 1)": "a",
    "substring('abcd', 9)": "", "replace('banana', 'an', 'x')": "bxxa", "replace('aaa', 'a', '')": "",
    "split('a,b,,c', ',')": ("a", "b", "", "c"), "split('abc', 'x')": ("abc",), "split('', ',')": ("",),
    "'a' + 'b'": "ab", "'a' < 'b'": True, "'B' < 'a'": True, "'a' = 'A'": False, "'10' < '9'": True,
    "'abc' CONTAINS ''": True, "'abc' STARTS WITH ''": True, "'abc' ENDS WITH 'bc'": True, "'abc' CONTAINS 'B'": False,
    "'abc' =~ 'b'": False, "'abc' =~ 'a.c'": True, "'ABC' =~ '(?i)abc'": True, "'a\\nb' =~ 'a.b'": False,
    "toString(12)": "12", "toString(1.5)": "1.5", "toString(true)": "true", "toString('x')": "x",
    "toString(date('2020-02-03'))": "2020-02-03",
    "char_length('añb')": 3, "lower('AB')": "ab", "upper('ab')": "AB", "normalize('e\u0301')": "é",
}  # fmt: skip
NUMBERS: dict[str, Cell] = {
    "7 / 2": 3, "-7 / 2": -3, "7 / 2.0": 3.5, "7.0 / 2": 3.5, "6 / 3": 2, "7 % 3": 1, "-7 % 3": -1, "7.5 % 2": 1.5,
    "2 ^ 3": 8.0, "2 + 3 * 4": 14, "(2 + 3) * 4": 20, "10 - 4 - 3": 3, "-2 ^ 2": 4.0, "1 + 2.5": 3.5,
    "1 = 1.0": True, "1 IN [1.0, 2.0]": True, "0.1 + 0.2 = 0.3": False, "2 < 10": True, "1 < 1.5": True,
    "abs(-3)": 3, "abs(-2.5)": 2.5, "sign(-3)": -1, "sign(0)": 0, "sign(2.5)": 1,
    "ceil(1.2)": 2.0, "floor(-1.2)": -2.0, "round(2.4)": 2.0, "round(2.5)": 3.0, "round(1.256, 2)": 1.26,
    "sqrt(16)": 4.0, "exp(0)": 1.0, "log(1)": 0.0, "log10(100)": 2.0, "e()": 2.718281828459045,
    "pi()": 3.141592653589793,
    "sin(0)": 0.0, "cos(0)": 1.0, "tan(0)": 0.0, "asin(1)": 1.5707963267948966, "acos(1)": 0.0,
    "atan(1)": 0.7853981633974483, "atan2(1, 1)": 0.7853981633974483, "cot(1)": 0.6420926159343306,
    "haversin(0)": 0.0, "degrees(pi())": 180.0, "radians(180)": 3.141592653589793,
    "toInteger('12')": 12, "toInteger('x')": None, "toInteger(3.9)": 3, "toInteger(-3.9)": -3, "toInteger('3.7')": 3,
    "toFloat('1.5')": 1.5, "toFloat('x')": None, "toFloat(2)": 2.0, "toBoolean('true')": True, "toBoolean('x')": None,
    "toIntegerOrNull('x')": None, "toFloatOrNull('x')": None, "toBooleanOrNull('x')": None, "toStringOrNull(1)": "1",
    "isNaN(1.5)": False, "9007199254740993 + 0": 9007199254740993, "nullIf(1, 1)": None, "nullIf(1, 2)": 1,
}  # fmt: skip
LISTS: dict[str, Cell] = {
    "[1, 2, 3][0]": 1, "[1, 2, 3][-1]": 3, "[1, 2, 3][3]": None, "[1, 2, 3][-4]": None, "[1, 2, 3][1..2]": (2,),
    "[1, 2, 3][1..]": (2, 3), "[1, 2, 3][..-1]": (1, 2), "[1, 2, 3][-2..]": (2, 3), "[1, 2, 3][2..9]": (3,),
    "[1, 2, 3][3..]": (), "[1, 2, 3][2..1]": (), "size([1, null])": 2, "size([])": 0, "head([1, 2])": 1,
    "head([])": None,
    "last([1, 2])": 2, "last([])": None, "tail([1, 2, 3])": (2, 3), "tail([])": (), "reverse([1, 2])": (2, 1),
    "range(1, 4)": (1, 2, 3, 4), "range(1, 1)": (1,), "range(3, 1)": (), "range(1, 5, 2)": (1, 3, 5),
    "range(3, 1, -1)": (3, 2, 1), "[1] + [2, 3]": (1, 2, 3), "[1] + 2": (1, 2), "[1, 2] = [1, 2]": True,
    "[1, 2] = [2, 1]": False, "[1] = [1, 2]": False, "1 IN [2, 1]": True, "[1] IN [[1], [2]]": True,
    "'a' IN ['A']": False,
    "[]": (), "[[1], []]": ((1,), ()), "isEmpty([])": True, "isEmpty('a')": False,
    "keys({b: 1})": ("b",), "{a: 1}.a": 1, "{a: 1}.b": None, "{a: 1} = {a: 1}": True, "coalesce(null, null, 3)": 3,
    "[x IN [1, 2, 3] WHERE x > 1 | x * 2]": (4, 6), "[x IN [1, 2] | [x]]": ((1,), (2,)),
    "reduce(s = 0, x IN [1, 2, 3] | s + x)": 6, "any(x IN [1, 2] WHERE x = 2)": True, "all(x IN [] WHERE x = 2)": True,
    "any(x IN [] WHERE x = 2)": False, "none(x IN [] WHERE x = 2)": True, "single(x IN [] WHERE x = 2)": False,
    "single(x IN [2, 2] WHERE x = 2)": False,
}  # fmt: skip
TIMES: dict[str, Cell] = {
    "date('2020-02-29')": dt.date(2020, 2, 29), "date({year: 2020, month: 2, day: 3})": dt.date(2020, 2, 3),
    "date('2020-02-29').year": 2020, "date('2020-02-29').month": 2, "date('2020-02-29').day": 29,
    "date('2020-05-01').quarter": 2, "date('2020-12-31').week": 53, "date('2020-02-03').dayOfWeek": 1,
    "date('2020-02-03').ordinalDay": 34,
    "date('2020-01-31') + duration('P1M')": dt.date(2020, 2, 29),
    "date('2020-01-01') + duration('P1Y2M3D')": dt.date(2021, 3, 4),
    "date('2020-03-01') - duration('P1D')": dt.date(2020, 2, 29), "date('2020-01-01') < date('2020-01-02')": True,
    "date('2020-01-01') = date('2020-01-01')": True, "date('2020-01-01') <> date('2021-01-01')": True,
    "duration.between(date('2020-01-01'), date('2020-03-02'))": Duration(months=2, days=1),
    "duration.between(date('1990-03-05'), date('2020-03-04')).years": 29,
    "duration.inDays(date('2020-01-01'), date('2020-03-02')).days": 61,
    "duration.inMonths(date('2020-01-01'), date('2021-03-02')).months": 14,
    "date.truncate('month', date('2020-02-29'))": dt.date(2020, 2, 1),
    "date.truncate('year', date('2020-02-29'))": dt.date(2020, 1, 1),
    "localdatetime('2020-02-03T04:05:06')": dt.datetime(2020, 2, 3, 4, 5, 6),  # noqa: DTZ001
    "localdatetime('2020-02-03T04:05:06').hour": 4, "localdatetime('2020-02-03T04:05:06').second": 6,
    "datetime('2020-02-03T04:05:06Z')": dt.datetime(2020, 2, 3, 4, 5, 6, tzinfo=dt.UTC),
    "datetime('2020-02-03T04:05:06Z').minute": 5, "datetime('2020-02-03T04:05:06Z').epochSeconds": 1580702706,
    "datetime('2020-02-03T04:00:00Z') < datetime('2020-02-03T04:30:00+01:00')": False,
    "localtime('04:05:06')": dt.time(4, 5, 6), "localtime('04:05:06').minute": 5,
    "time('04:05:06Z')": dt.time(4, 5, 6, tzinfo=dt.UTC),
    "duration('P1Y2M3DT4H5M6S')": Duration(14, 3, 14706), "duration({days: 1, hours: 2})": Duration(0, 1, 7200),
    "duration('P14M').months": 14, "duration('P3DT4H').days": 3, "duration('PT90M').minutes": 90,
    "duration('P1D') + duration('PT1H')": Duration(0, 1, 3600), "duration('P1D') = duration('P1D')": True,
    "toString(duration('P1D'))": "P1D",
}  # fmt: skip
POINTS: dict[str, Cell] = {
    "point({x: 1.0, y: 2.0}).x": 1.0, "point({longitude: 12.0, latitude: 55.0}).latitude": 55.0,
    "point.distance(point({x: 0.0, y: 0.0}), point({x: 3.0, y: 4.0}))": 5.0,
}  # fmt: skip

_ALL = {**TEXTS, **NUMBERS, **LISTS, **TIMES, **POINTS}
_WORDS = re.compile(r"[A-Za-z]\w*(?:\.[A-Za-z]\w*)?")


_TOGETHER = 10
"""Expressions of one query: it costs a server as much as a query of one."""


def _groups() -> Iterator[tuple[str, ...]]:
    for comprehensions in (False, True):
        alike = [expression for expression in _ALL if (" | " in expression) is comprehensions]
        for first in range(0, len(alike), _TOGETHER):
            yield tuple(alike[first : first + _TOGETHER])


def _case(expressions: Sequence[str]) -> Case:
    """A query with a column for each expression, which may be refused for any name in it."""
    columns = ", ".join(f"{expression} AS x{number}" for number, expression in enumerate(expressions))
    names = {re.escape(word) for expression in expressions for word in _WORDS.findall(expression)}
    raw = any(" | " in expression for expression in expressions)
    sugar = "comprehension" if raw else "quantif" if any(" WHERE " in each for each in expressions) else ""
    refused = "|".join(filter(None, (*sorted(names, key=len, reverse=True), sugar)))
    return Case(f"RETURN {columns}", [tuple(_ALL[each] for each in expressions)], refused=refused, raw=raw)


class Functions(Conformance):
    """Each expression as a column, as a text and as the plan that it lifts to; alone where a dialect lacks one."""

    @pytest.mark.parametrize("expressions", list(_groups()), ids=lambda expressions: expressions[0])
    def test_functions_and_operators(self, town: Store, expressions: tuple[str, ...]) -> None:
        together = _case(expressions)
        try:
            language().verify(together.text, dialect=town.dialect)
        except UnsupportedConstruct:
            for expression in expressions:
                self.check(town, _case((expression,)))
        else:
            self.check(town, together)
