"""What functions take and what they give, as far as the kinds of values tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fingerpost.query_languages.cypher.semantics.kinds import (
    ANY,
    BOOLEAN,
    DATE,
    DATETIME,
    DURATION,
    FLOAT,
    INTEGER,
    LIST,
    LOCAL_DATETIME,
    LOCAL_TIME,
    MAP,
    MOMENTS,
    NODE,
    NUMBER,
    NUMBERS,
    OPEN,
    PATH,
    POINT,
    RELATIONSHIP,
    STRING,
    TEMPORAL,
    TIME,
    Kind,
    ListOf,
    item_of,
    joined,
)
from fingerpost.query_languages.cypher.semantics.operators import Wanted

_Result = Kind | Callable[[Sequence[Kind]], Kind]
_Takes = frozenset[Kind] | None
"""The kinds that one argument may have, LIST among them for a list of anything; None if any will do."""

_MANY = 1_000


@dataclass(frozen=True)
class Signature:
    """`takes` lists the kinds of the first arguments; further ones are free. `least` to `most` may be given."""

    gives: _Result = ANY
    takes: tuple[_Takes, ...] = ()
    least: int = 0
    most: int = _MANY

    def wanted(self, place: int, kind: Kind) -> Wanted:
        """What the argument at a place (from 0) would have to be."""
        takes = self.takes[place] if place < len(self.takes) else None
        if takes is None or kind in OPEN or kind in takes or (isinstance(kind, ListOf) and LIST in takes):
            return None
        names = sorted(str(each) for each in takes - NUMBERS - MOMENTS - {LIST})
        if takes & MOMENTS:
            names.append(TEMPORAL)
        if takes & NUMBERS:
            names.append(NUMBER if FLOAT in takes else INTEGER)
        return (*names, str(LIST)) if LIST in takes else tuple(names)

    def wanted_count(self, count: int) -> str | None:
        """How many arguments there would have to be; None if so many will do."""
        if self.least <= count <= self.most:
            return None
        if self.least == self.most:
            return f"{self.least} argument{'' if self.least == 1 else 's'}"
        return f"at least {self.least}" if self.most == _MANY else f"{self.least} to {self.most} arguments"

    def result(self, arguments: Sequence[Kind]) -> Kind:
        return self.gives(arguments) if callable(self.gives) else self.gives


def _first(arguments: Sequence[Kind]) -> Kind:
    return arguments[0] if arguments else ANY


def _item(arguments: Sequence[Kind]) -> Kind:
    return item_of(_first(arguments))


def _collected(arguments: Sequence[Kind]) -> Kind:
    return ListOf(_first(arguments))


def _summed(arguments: Sequence[Kind]) -> Kind:
    kind = _first(arguments)
    return kind if kind in NUMBERS else ANY


def _mean(arguments: Sequence[Kind]) -> Kind:
    return FLOAT if _first(arguments) in NUMBERS else ANY


def _signatures(
    names: str, gives: _Result, *takes: _Takes, optional: int = 0, least: int | None = None, most: int | None = None
) -> dict[str, Signature]:
    """One signature for several names: `optional` of its arguments, the last ones, may be left out."""
    fewest = len(takes) - optional if least is None else least
    signature = Signature(gives, takes, fewest, len(takes) if most is None else most)
    return {name.lower(): signature for name in names.split()}


_TEXT: _Takes = frozenset((STRING,))
_NUMBER: _Takes = NUMBERS
_WHOLE: _Takes = frozenset((INTEGER, NUMBER))
_SPAN: _Takes = NUMBERS | {DURATION}
_NODE: _Takes = frozenset((NODE,))
_RELATIONSHIP: _Takes = frozenset((RELATIONSHIP,))
_ELEMENT: _Takes = frozenset((NODE, RELATIONSHIP))
_KEYED: _Takes = frozenset((NODE, RELATIONSHIP, MAP))
_PATH: _Takes = frozenset((PATH,))
_LIST: _Takes = frozenset((LIST,))
_TEXT_OR_LIST: _Takes = frozenset((STRING, LIST))
_MOMENT: _Takes = MOMENTS
_MOMENT_OR_PARTS: _Takes = MOMENTS | {STRING, MAP}
_PLAIN: _Takes = NUMBERS | MOMENTS | {STRING, BOOLEAN, DURATION, POINT}


def _clocks(kind: str) -> str:
    return " ".join(f"{kind}.{clock}" for clock in ("transaction", "statement", "realtime"))


SIGNATURES: dict[str, Signature] = {
    **_signatures("type", STRING, _RELATIONSHIP),
    **_signatures("labels", ListOf(STRING), _NODE),
    **_signatures("startNode endNode", NODE, _RELATIONSHIP),
    **_signatures("id", INTEGER, _ELEMENT),
    **_signatures("elementId", ANY, _ELEMENT),  # text, but in kglite a relationship's is a number
    **_signatures("properties", MAP, _KEYED),
    **_signatures("keys", ListOf(STRING), _KEYED),
    **_signatures("nodes", ListOf(NODE), _PATH),
    **_signatures("relationships", ListOf(RELATIONSHIP), _PATH),
    **_signatures("length", INTEGER, frozenset((PATH, STRING, LIST))),
    **_signatures("size", INTEGER, _TEXT_OR_LIST),
    **_signatures("isEmpty", BOOLEAN, frozenset((STRING, MAP, LIST))),
    **_signatures("head last", _item, _LIST),
    **_signatures("tail", _first, _LIST),
    **_signatures("reverse", _first, _TEXT_OR_LIST),
    **_signatures("abs", _first, _SPAN),
    **_signatures("sqrt sin cos tan cot asin acos atan exp log10 ceil floor", FLOAT, _NUMBER),
    **_signatures("degrees radians haversin", FLOAT, _NUMBER),
    **_signatures("log", FLOAT, _NUMBER),
    **_signatures("atan2", FLOAT, _NUMBER, _NUMBER),
    **_signatures("round", FLOAT, _NUMBER, _WHOLE, _TEXT, optional=2),
    **_signatures("sign", INTEGER, _NUMBER),
    **_signatures("isNaN", BOOLEAN, _NUMBER),
    **_signatures("rand pi e", FLOAT),
    **_signatures("sum", _summed, _SPAN),
    **_signatures("avg", _mean, _SPAN),
    **_signatures("stDev stDevP median", FLOAT, _NUMBER),
    **_signatures("percentileCont", FLOAT, _NUMBER, _NUMBER),
    **_signatures("percentileDisc", _first, _NUMBER, _NUMBER),
    **_signatures("count", INTEGER, None),
    **_signatures("min max", _first, None),
    **_signatures("collect", _collected, None),
    **_signatures("coalesce", joined, least=1, most=_MANY),
    **_signatures("nullIf", _first, None, None),
    **_signatures("toInteger toInt", INTEGER, NUMBERS | {STRING, BOOLEAN}),
    **_signatures("toFloat", FLOAT, NUMBERS | {STRING}),
    **_signatures("toBoolean", BOOLEAN, frozenset((INTEGER, NUMBER, STRING, BOOLEAN))),
    **_signatures("toString", STRING, _PLAIN),
    **_signatures("toIntegerOrNull", INTEGER, None),
    **_signatures("toFloatOrNull", FLOAT, None),
    **_signatures("toBooleanOrNull", BOOLEAN, None),
    **_signatures("toStringOrNull valueType", STRING, None),
    **_signatures("toLower toUpper lower upper trim ltrim rtrim", STRING, _TEXT),
    **_signatures("btrim normalize", STRING, _TEXT, None, optional=1),
    **_signatures("char_length character_length", INTEGER, _TEXT),
    **_signatures("left right", STRING, _TEXT, _WHOLE),
    **_signatures("substring", STRING, _TEXT, _WHOLE, _WHOLE, optional=1),
    **_signatures("replace", STRING, _TEXT, _TEXT, _TEXT),
    **_signatures("split", ListOf(STRING), _TEXT, _TEXT_OR_LIST),
    **_signatures("range", ListOf(INTEGER), _WHOLE, _WHOLE, _WHOLE, optional=1),
    **_signatures("exists", BOOLEAN, None),
    **_signatures("date", DATE, _MOMENT_OR_PARTS, optional=1),
    **_signatures("datetime", DATETIME, _MOMENT_OR_PARTS, optional=1),
    **_signatures("localdatetime", LOCAL_DATETIME, _MOMENT_OR_PARTS, optional=1),
    **_signatures("time", TIME, _MOMENT_OR_PARTS, optional=1),
    **_signatures("localtime", LOCAL_TIME, _MOMENT_OR_PARTS, optional=1),
    **_signatures(_clocks("date"), DATE, _TEXT, optional=1),
    **_signatures(_clocks("datetime"), DATETIME, _TEXT, optional=1),
    **_signatures(_clocks("localdatetime"), LOCAL_DATETIME, _TEXT, optional=1),
    **_signatures(_clocks("time"), TIME, _TEXT, optional=1),
    **_signatures(_clocks("localtime"), LOCAL_TIME, _TEXT, optional=1),
    **_signatures("date.truncate", DATE, _TEXT, _MOMENT, frozenset((MAP,)), optional=2),
    **_signatures("datetime.truncate", DATETIME, _TEXT, _MOMENT, frozenset((MAP,)), optional=2),
    **_signatures("localdatetime.truncate", LOCAL_DATETIME, _TEXT, _MOMENT, frozenset((MAP,)), optional=2),
    **_signatures("time.truncate", TIME, _TEXT, _MOMENT, frozenset((MAP,)), optional=2),
    **_signatures("localtime.truncate", LOCAL_TIME, _TEXT, _MOMENT, frozenset((MAP,)), optional=2),
    **_signatures("datetime.fromEpoch", DATETIME, _NUMBER, _NUMBER),
    **_signatures("datetime.fromEpochMillis", DATETIME, _NUMBER),
    **_signatures("duration", DURATION, frozenset((STRING, MAP, DURATION))),
    **_signatures("duration.between duration.inDays duration.inMonths duration.inSeconds", DURATION, _MOMENT, _MOMENT),
    **_signatures("point", POINT, frozenset((MAP,))),
    **_signatures("point.distance distance", FLOAT, frozenset((POINT,)), frozenset((POINT,))),
}
"""By their names in lower case; of a function that is absent nothing is known."""

UNKNOWN = Signature()
