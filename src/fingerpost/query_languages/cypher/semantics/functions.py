"""What functions take and what they give, as far as the kinds of values tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fingerpost.query_languages.cypher.semantics.kinds import (
    ANY,
    BOOLEAN,
    DURATION,
    FLOAT,
    INTEGER,
    LIST,
    MAP,
    NODE,
    NUMBERS,
    OPEN,
    PATH,
    POINT,
    RELATIONSHIP,
    STRING,
    TEMPORAL,
    Kind,
    ListOf,
    item_of,
    joined,
)

_Result = Kind | Callable[[Sequence[Kind]], Kind]


@dataclass(frozen=True)
class Signature:
    """`takes` are the kinds of the first argument (none: any will do), `lists` whether a list is among them."""

    gives: _Result = ANY
    takes: frozenset[Kind] = frozenset()
    lists: bool = False

    def wanted(self, first: Kind) -> str | None:
        """What the first argument would have to be; None where it will do."""
        if not self.takes and not self.lists:
            return None
        if first in OPEN or first in self.takes or (self.lists and isinstance(first, ListOf)):
            return None
        names = sorted(str(kind) for kind in self.takes if kind not in (INTEGER, FLOAT))
        return " or ".join([*names, *([str(LIST)] if self.lists else [])])

    def result(self, arguments: Sequence[Kind]) -> Kind:
        return self.gives(arguments) if callable(self.gives) else self.gives


def _first(arguments: Sequence[Kind]) -> Kind:
    return arguments[0] if arguments else ANY


def _item(arguments: Sequence[Kind]) -> Kind:
    return item_of(_first(arguments))


def _collected(arguments: Sequence[Kind]) -> Kind:
    return ListOf(_first(arguments))


def _signatures(names: str, gives: _Result, *takes: Kind, lists: bool = False) -> dict[str, Signature]:
    return {name.lower(): Signature(gives, frozenset(takes), lists) for name in names.split()}


SIGNATURES: dict[str, Signature] = {
    **_signatures("type", STRING, RELATIONSHIP),
    **_signatures("labels", ListOf(STRING), NODE),
    **_signatures("startNode endNode", NODE, RELATIONSHIP),
    **_signatures("id", INTEGER, NODE, RELATIONSHIP),
    **_signatures("elementId", STRING, NODE, RELATIONSHIP),
    **_signatures("properties", MAP, NODE, RELATIONSHIP, MAP),
    **_signatures("keys", ListOf(STRING), NODE, RELATIONSHIP, MAP),
    **_signatures("nodes", ListOf(NODE), PATH),
    **_signatures("relationships", ListOf(RELATIONSHIP), PATH),
    **_signatures("length", INTEGER, PATH, STRING, lists=True),
    **_signatures("size", INTEGER, STRING, lists=True),
    **_signatures("head last", _item, lists=True),
    **_signatures("tail", _first, lists=True),
    **_signatures("reverse", _first, STRING, lists=True),
    **_signatures("abs", _first, *NUMBERS, DURATION),
    **_signatures("sqrt sin cos tan asin acos atan exp log log10 ceil floor round", FLOAT, *NUMBERS),
    **_signatures("sign", INTEGER, *NUMBERS),
    **_signatures("rand pi e stDev stDevP percentileCont toFloat", FLOAT),
    **_signatures("count toInteger toInt", INTEGER),
    **_signatures("range", ListOf(INTEGER)),
    **_signatures("toString toLower toUpper trim ltrim rtrim left right substring replace", STRING),
    **_signatures("split", ListOf(STRING)),
    **_signatures("toBoolean exists isEmpty isNaN", BOOLEAN),
    **_signatures("date time localtime datetime localdatetime", TEMPORAL),
    **_signatures("duration duration.between duration.inDays duration.inMonths duration.inSeconds", DURATION),
    **_signatures("point", POINT),
    **_signatures("min max", _first),
    **_signatures("collect", _collected),
    **_signatures("coalesce", joined),
}
"""By their names in lower case; of a function that is absent nothing is known."""

UNKNOWN = Signature()
