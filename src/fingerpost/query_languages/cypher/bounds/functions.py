"""How large the results of functions are, from the sizes of their arguments: one table."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

from fingerpost.query_languages.cypher.bounds.sizes import (
    ELEMENT,
    NUMBER_TEXT,
    STORED,
    UNKNOWN,
    Kind,
    Size,
    listed,
    text,
    times,
    widest,
)

Arguments = tuple[Size, ...]
_NAMES = 64
"""Labels or property names of one element, and characters of a name."""


def _same(arguments: Arguments) -> Size:
    """As its first argument, at most."""
    return dataclasses.replace(arguments[0], constant=None)


def _item(arguments: Arguments) -> Size:
    return arguments[0].items


def _count(arguments: Arguments) -> Size:
    return Size(top=arguments[0].length, known=arguments[0].known)


def _number(arguments: Arguments) -> Size:
    first = arguments[0]
    return Size(top=first.top if first.constant is None else first.top + 1, known=first.known)


def _text(arguments: Arguments) -> Size:
    first = arguments[0]
    return text(max(first.length, NUMBER_TEXT), known=first.known)


def _replace(arguments: Arguments) -> Size:
    subject, sought, put = (*arguments, *[UNKNOWN] * 3)[:3]
    shortest = len(sought.constant) if isinstance(sought.constant, str) else 0
    each = put.length / shortest if shortest else put.length + 1
    return text(times(subject.length + 1, max(1, each)), known=subject.known and sought.known and put.known)


def _split(arguments: Arguments) -> Size:
    subject = arguments[0]
    part = text(subject.length, known=subject.known)
    weight = subject.weight + subject.length
    return Size(Kind.LIST, subject.length + 1, weight, 1, item=part, known=subject.known, share=subject.share)


def _range(arguments: Arguments) -> Size:
    start, end, step = (*arguments, *[Size(constant=1)] * 3)[:3]
    first, last, by = start.constant, end.constant, step.constant
    if isinstance(first, int) and isinstance(last, int) and isinstance(by, int):
        length: float = max(0, (last - first) // by + 1) if by else 0
        return listed(length, Size(top=max(start.top, end.top)), known=True)
    length = start.top + end.top + 1
    return listed(length, Size(top=max(start.top, end.top), known=False), known=False)


def _all_of(arguments: Arguments) -> Size:
    return widest(arguments)


def _names(_arguments: Arguments) -> Size:
    return listed(_NAMES, text(_NAMES, known=False), known=False)


def _of_path(arguments: Arguments) -> Size:
    return listed(arguments[0].length, ELEMENT, known=False)


def _properties(_arguments: Arguments) -> Size:
    return Size(Kind.MAP, _NAMES, _NAMES, 1, item=STORED, known=False)


def _scalar(arguments: Arguments) -> Size:
    return Size(known=all(argument.known for argument in arguments))


_BY_RULE: tuple[tuple[Callable[[Arguments], Size], str], ...] = (
    (_same, "tolower toupper lower upper trim ltrim rtrim btrim normalize reverse tail substring left right"),
    (_item, "head last"),
    (_count, "size length char_length character_length"),
    (_number, "tointeger toint abs ceil floor round sign sqrt tointegerornull"),
    (_text, "tostring tostringornull"),
    (_replace, "replace"),
    (_split, "split"),
    (_range, "range"),
    (_all_of, "coalesce nullif min max"),
    (_names, "labels keys"),
    (_of_path, "nodes relationships"),
    (_properties, "properties"),
    (
        _scalar,
        (
            "acos asin atan atan2 avg cos cot degrees distance duration duration.between duration.indays "
            "duration.inmonths duration.inseconds e exists exp haversin isempty isnan log log10 pi point "
            "point.distance radians sin tan toboolean tofloat tobooleanornull tofloatornull stdev stdevp sum count "
            "median percentilecont percentiledisc date datetime localdatetime localtime time date.truncate "
            "datetime.truncate localdatetime.truncate time.truncate localtime.truncate datetime.fromepoch "
            "datetime.fromepochmillis id elementid type valuetype"
        ),
    ),
    (lambda _: ELEMENT, "startnode endnode"),
)
RULES: dict[str, Callable[[Arguments], Size]] = {name: rule for rule, names in _BY_RULE for name in names.split()}


def result_of(name: str, arguments: Arguments) -> Size:
    """The size of a call's result; a function that a policy adds is taken to give what a property may hold."""
    rule = RULES.get(name)
    if rule is None:
        return STORED
    return rule(arguments) if arguments else Size(top=math.inf)
