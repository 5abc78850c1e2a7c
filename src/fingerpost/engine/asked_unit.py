"""The unit that a question asks for: "in square feet", "how many m³ of", "how many metres long".

The reader is given the question without the unit, and what the graph answers is converted. A question that asks for a
unit of a kind that nothing in the graph is measured in is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from fingerpost.core.cells import Cell, Duration
from fingerpost.core.schema import GraphSchema
from fingerpost.linking import base_unit, split_name, unit_named, unit_names, unit_symbol, untold_spans
from fingerpost.plans import DAY
from fingerpost.stores import Result

_NANOSECONDS: Final = 1e9
_ANYWHERE: Final = ("m²", "m³")
"""Base units whose names mean nothing else, wherever they stand."""
_SHORTENED: Final = {"square": "sq", "cubic": "cu"}
_AFTER: Final = (" of ", " for ")
"""What may follow the other units: "the height in ft of the windows", but not "in GB and France"."""
_WRITTEN_OUT: Final = 4
"""Letters from which on a unit is a word, behind which all but another unit may follow: "in feet and inches"."""
_AND: Final = re.compile(r"\W*\b(?:and|or) ([\w²³]+)", re.IGNORECASE)
_TIME: Final = "s"
_MEASURES: Final = {"m": "length", "m²": "area", "m³": "volume", "kg": "weight", _TIME: "duration"}
"""What "how many m² of" asks for, by base unit."""
_MEASURED_AS: Final = "long|wide|tall|high|thick|deep|big|large|heavy|broad"
_IS: Final = "is|are|was|were"
_MORE: Final = r"(?:more|less) \w+|\w+er"
_MORE_THAN: Final = (
    rf"(?:(?P<more>{_MORE}) (?P<is>{_IS}) (?P<one>.+)|(?P<be>{_IS}) (?P<first>.+) (?P<most>{_MORE})) than (?P<rest>.+)$"
)
_AGAIN: Final = (
    r"(?:it|this|that|they|these|those)(?: (?:average|mean|total|sum|value|maximum|minimum))?(?P<end>[?.!]*)"
)
"""What was asked for before: "which crossing is the longest, and how many miles is it"."""
_OF_SEVERAL: Final = re.compile(r"\b(?:average|mean|median|total|combined|overall|most)\b", re.IGNORECASE)
"""Words for what is computed of several things, of which it is asked how much it is, and not how long."""
_LENGTH: Final = "m"
_HOW_LONG: Final = re.compile(r"how long (?:is|are|was|were)\b", re.IGNORECASE)
_MAY_ASK: Final = re.compile(r"(?:how (?:many|much)|\bin) (?=(\w+))", re.IGNORECASE)
"""Where a unit may stand, and the letters and digits there."""
_EXISTING: Final = re.compile(
    r"\s+(?:(?:are|is) there|do we (?:have|need)|(?:are|is) (?:used|needed|required|installed|built in)|"
    r"(?:does|do) (?:the|this) (?:building|house|model|project)s? (?:have|contain|use|need))(?P<rest>\b.*)$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class AskedUnit:
    """A unit: its symbol, its base unit and how many of that it is; and the question without it."""

    symbol: str
    base: str
    scale: float
    question: str

    @property
    def of_time(self) -> bool:
        """Whether durations are told in it."""
        return self.base == _TIME

    def symbols(self, units: Mapping[str, str]) -> dict[str, str]:
        """Of the units of columns, those that are converted: the unit of the graph, and what is shown instead."""
        return {unit: self.symbol for unit in units.values() if self._factor(unit) is not None}

    def converted(self, result: Result, units: Mapping[str, str]) -> Result:
        """The rows of a result with the columns of the unit's kind in this unit; `units` has those of the graph."""
        factors = [self._factor(units[name]) if name in units else None for name in result.columns]
        rows = tuple(
            tuple(cell if factor is None else _times(cell, factor) for cell, factor in zip(row, factors, strict=True))
            for row in result.rows
        )
        return replace(result, rows=rows)

    def _factor(self, unit: str) -> float | None:
        base, scale = base_unit(unit)
        return scale / self.scale if base == self.base else None


def _times(cell: Cell, factor: float) -> Cell:
    if isinstance(cell, tuple):
        return tuple(_times(item, factor) for item in cell)
    if isinstance(cell, Duration):
        return (cell.days * DAY + cell.seconds + cell.nanoseconds / _NANOSECONDS) * factor
    if isinstance(cell, bool) or not isinstance(cell, (int, float)):
        return cell
    return cell * factor


@dataclass(frozen=True)
class _Patterns:
    """The wordings that ask for a unit."""

    of: re.Pattern[str]
    how: re.Pattern[str]
    than: re.Pattern[str]
    again: re.Pattern[str]
    be: re.Pattern[str]
    at_end: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    """Compiled by the first question that may ask for a unit: they name each unit, and take as long as an import."""
    names = sorted(unit_names(), key=len, reverse=True)
    spelled = [r"[ .]*".join(map(re.escape, name.split())) for name in names]
    for full, short in _SHORTENED.items():
        spelled += [one.replace(full, short, 1) for one in spelled if one.startswith(full)]
    unit = rf"(?P<unit>{'|'.join(spelled)})\.?(?![\w²³])"
    return _Patterns(
        *(
            re.compile(pattern, re.IGNORECASE)
            for pattern in (
                rf"how (?:many|much) {unit} of (?:the )?(?P<what>.+?)(?P<end>[?.!]*)$",
                rf"how (?:many|much) {unit} (?P<how>{_MEASURED_AS})\b(?P<rest>.*)$",
                rf"(?:by )?how (?:many|much) {unit} {_MORE_THAN}",
                rf",? (?:and )?how (?:many|much) {unit} (?:{_IS}) {_AGAIN}$",
                rf"how (?:many|much) {unit} (?P<be>(?:is|are|was|were|has|have|does|do|did)\b)(?P<rest>.*)$",
                rf"(?:,? ?\(?\b(?:(?:measured|expressed|given|stated) )?in {unit}\)?)(?P<rest>.*)$",
            )
        )
    )


@cache
def _beginnings() -> tuple[frozenset[str], tuple[str, ...]]:
    """What units of one word begin with, up to a blank or sign, and the first words of the others."""
    names = [name.split() for name in unit_names()]
    several = {name[0] for name in names if len(name) > 1}
    several |= {short for full, short in _SHORTENED.items() if full in several}
    return frozenset(re.split(r"\W", name[0])[0] for name in names if len(name) == 1), tuple(sorted(several))


def _may_name_a_unit(question: str) -> bool:
    """Whether there is a unit, or what begins like one, where one is asked for."""
    single, several = _beginnings()
    words = (found[1].lower() for found in _MAY_ASK.finditer(question))
    return any(word in single or word.startswith(several) for word in words)


def unit_asked_for(question: str, schema: GraphSchema) -> AskedUnit | None:
    """The unit that a question asks for; None if it asks for none, or for one of a kind that the graph lacks."""
    if not _may_name_a_unit(question):
        return None
    patterns = _patterns()
    for pattern in (patterns.of, patterns.how, patterns.than, patterns.again, patterns.be, patterns.at_end):
        found = pattern.search(question)
        known = unit_named(found["unit"]) if found is not None else None
        if found is None or known is None:
            continue
        base, scale = known
        if not _is_measured(schema, base) or (pattern is not patterns.at_end and base not in _MEASURES):
            continue
        if pattern is patterns.be and _names(schema, found["unit"]):
            continue
        if base == _TIME and not _is_stored_time(schema, known, pattern):
            continue
        rephrased = _rephrased(question, found, base, pattern)
        if rephrased is not None:
            return AskedUnit(unit_symbol(base, scale), base, scale, rephrased)
    return None


def _rephrased(question: str, found: re.Match[str], base: str, pattern: re.Pattern[str]) -> str | None:
    """The question without its unit; None if the words are no such question after all."""
    head, measure = question[: found.start()], _MEASURES.get(base, "")
    if pattern is _patterns().of:
        what = found["what"]
        existing = _EXISTING.search(what)
        if existing is not None:
            what = what[: existing.start()] + existing["rest"]
        return f"{head}what is the total {measure} of the {what}{found['end']}"
    if pattern is _patterns().how:
        return f"{head}how {found['how']}{found['rest']}"
    if pattern is _patterns().than:
        more, be = found["more"] or found["most"], found["is"] or found["be"]
        return f"{head}how much {more} {be} {found['one'] or found['first']} than {found['rest']}"
    if pattern is _patterns().again:
        how = "long" if base == _TIME and _OF_SEVERAL.search(head) is None else "much"
        return f"{head} and how {how} is it{found['end']}"
    if pattern is _patterns().be:
        if base == _TIME:
            return f"{head}how long {found['be']}{found['rest']}"
        if found["be"] in ("is", "are"):
            return f"{head}what is the {measure} of{found['rest']}"
        return None
    rest = found["rest"]
    beside = _AND.match(rest)
    if beside is not None and unit_named(beside[1]) is not None:
        return None
    whole = base in _ANYWHERE or len(found["unit"]) >= _WRITTEN_OUT
    if not whole and rest.strip(" ?.!)") and not rest.startswith(_AFTER):
        return None
    long = _HOW_LONG.match(head)
    if long is not None and base == _LENGTH:
        return f"what is the length of{head[long.end() :]}{rest}"  # and not how many hours it takes
    # Blanks of the same length keep every other word in its place.
    return head + " " * (len(question) - len(head) - len(rest)) + rest


def _is_measured(schema: GraphSchema, base: str) -> bool:
    """Whether any property is measured in units of a kind."""
    counted = (info.counted_in for owner in schema.owners for info in owner.properties)
    units = {unit for unit in counted if unit is not None}
    return any(base_unit(unit)[0] == base for unit in units)


def _names(schema: GraphSchema, unit: str) -> bool:
    """Whether a property is called by a unit, which then asks for that: `walking_metres`."""
    word = unit.lower()
    names = (split_name(info.name) for owner in schema.owners for info in owner.properties)
    return len(word) >= _WRITTEN_OUT and any(word in name for name in names)


def _is_stored_time(schema: GraphSchema, unit: tuple[str, float], pattern: re.Pattern[str]) -> bool:
    """Whether a unit of time asks for what is stored in another one, where no two dates tell how long things took."""
    if pattern is _patterns().at_end:
        return True
    names = (info.unit for owner in schema.owners for info in owner.properties if info.unit is not None)
    return unit not in map(unit_named, names) and not untold_spans(schema)
