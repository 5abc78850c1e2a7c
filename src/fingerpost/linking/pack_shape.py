"""What may stand where in a pack, with what is wrong in one: every problem at once, each at its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fingerpost.core.nearest import closest
from fingerpost.linking.english import stems
from fingerpost.linking.pack_lines import Place

LONGEST, LONGEST_VALUE = 5, 12
"""Most words that are looked for: of a phrase for a name, and of one for a value, a superlative or filler."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a pack, and where."""

    place: Place
    said: str


Check = Callable[[Any, Place], Iterator[Problem]]


def shape_problems(data: Mapping[str, Any]) -> list[Problem]:
    """What is wrong with the keys and the kinds of values of a pack."""
    return list(_record(_FIELDS)(data, ()))


def did_you_mean(name: str, known: Any) -> str:
    """A question that names the known name most like this one, or nothing."""
    near = closest(name, known)
    return f"; did you mean {near}?" if near is not None else ""


def spoken(place: Place) -> str:
    """A place as people write it: `values.ground floor.label`, `example 2`."""
    said = ""
    for part in place:
        said += f" {part + 1}" if isinstance(part, int) else f".{part}" if said else part
    return said


def _wrong(value: Any, place: Place, wanted: str) -> Iterator[Problem]:
    yield Problem(place, f"{spoken(place)}: {wanted} belongs here, not {_kind(value)}")


def _kind(value: Any) -> str:
    kinds = {str: "a text", bool: "yes or no", int: "a number", float: "a number", list: "a list", dict: "a table"}
    return kinds.get(type(value), "a date or time")


def _text(value: Any, place: Place) -> Iterator[Problem]:
    if not isinstance(value, str):
        yield from _wrong(value, place, "a text")
    elif not value.strip():
        yield Problem(place, f"{spoken(place)}: the text is empty")


def _description(value: Any, place: Place) -> Iterator[Problem]:
    if not isinstance(value, str):
        yield from _wrong(value, place, "a text")


def _yes_no(value: Any, place: Place) -> Iterator[Problem]:
    if not isinstance(value, bool):
        yield from _wrong(value, place, "true or false")


def _cell(value: Any, place: Place) -> Iterator[Problem]:
    if not isinstance(value, (str, bool, int, float)):
        yield from _wrong(value, place, "a text, a number, true or false")


def _phrase_of(most: int) -> Check:
    """Words that a question can hold: some, and not more than are looked for."""

    def check(value: Any, place: Place) -> Iterator[Problem]:
        if not isinstance(value, str):
            yield from _text(value, place)
            return
        words = stems(value)
        if not words:
            yield Problem(place, f"{spoken(place)}: there is no word in {value!r}")
        elif len(words) > most:
            yield Problem(place, f"{spoken(place)}: {value!r} has more than {most} words, and is never found")

    return check


def _ranking(value: Any, place: Place) -> Iterator[Problem]:
    if not isinstance(value, str):
        yield from _wrong(value, place, "a text")
        return
    order, _, name = value.partition(" ")
    if order not in ("most", "least") or not name.strip() or name.strip().endswith("."):
        yield Problem(place, f'{spoken(place)}: write "most NAME" or "least NAME", NAME a property or LABEL.PROPERTY')


def _texts(each: Check) -> Check:
    def check(value: Any, place: Place) -> Iterator[Problem]:
        if not isinstance(value, list):
            yield from _wrong(value, place, "a list of texts")
            return
        for number, item in enumerate(value):
            yield from each(item, (*place, number))

    return check


_LONG_PHRASE = _phrase_of(LONGEST_VALUE)
_PHRASES = _texts(_phrase_of(LONGEST))
_NAMES = _texts(_text)


def _one_or_more(each: Check) -> Check:
    listed = _texts(each)

    def check(value: Any, place: Place) -> Iterator[Problem]:
        if isinstance(value, (str, list)):
            yield from (each if isinstance(value, str) else listed)(value, place)
        else:
            yield from _wrong(value, place, "a text or a list of texts")

    return check


def _table(each: Check, *, key: Check | None = None, nested: bool = False) -> Check:
    """Keys of one's own, each with a value of the same kind; `nested` lets a key have a dot."""

    def check(value: Any, place: Place) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield from _wrong(value, place, "a table")
            return
        for name, inner in value.items():
            at = (*place, name)
            if key is not None:
                yield from key(name, at)
            if nested and isinstance(inner, dict):
                yield from _table(each)(inner, at)
            else:
                yield from each(inner, at)

    return check


def _record(fields: Mapping[str, Check], required: tuple[str, ...] = ()) -> Check:
    """Known keys only."""

    def check(value: Any, place: Place) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield from _wrong(value, place, "a table")
            return
        for name, inner in value.items():
            at = (*place, name)
            if name in fields:
                yield from fields[name](inner, at)
            else:
                known = did_you_mean(name, fields) or f"; known are {', '.join(fields)}"
                yield Problem(at, f"{spoken(at)} is not a key of a pack{known}")
        for name in required:
            if name not in value:
                yield Problem(place, f"{spoken((*place, name))} is missing")

    return check


_RELATION_FIELDS = dict.fromkeys(("forward", "backward", "either", "start", "end", "each"), _PHRASES)


def _relation(value: Any, place: Place) -> Iterator[Problem]:
    if isinstance(value, dict):
        yield from _record(_RELATION_FIELDS)(value, place)
    elif isinstance(value, list):
        yield from _PHRASES(value, place)
    else:
        yield from _wrong(value, place, "a list of texts or a table")


def _alias(value: Any, place: Place) -> Iterator[Problem]:
    fields: dict[str, Check] = {"label": _text, "relation": _text, "property": _text, "value": _cell}
    yield from _record(fields, ("property", "value"))(value, place)
    if isinstance(value, dict) and ("label" in value) == ("relation" in value):
        yield Problem(place, f"{spoken(place)}: name one label, or one relation, that has the property")


def _examples(value: Any, place: Place) -> Iterator[Problem]:
    if not isinstance(value, list):
        yield from _wrong(value, place, "a list, written [[example]],")
        return
    each = _record({"question": _text, "cypher": _text}, ("question", "cypher"))
    for number, example in enumerate(value):
        yield from each(example, (*place, number))


_FIELDS: dict[str, Check] = {
    "name": _description,
    "description": _description,
    "general": _yes_no,
    "recognised_by": _NAMES,
    "hidden": _NAMES,
    "ignore": _texts(_LONG_PHRASE),
    "labels": _table(_PHRASES),
    "properties": _table(_PHRASES, nested=True),
    "relations": _table(_relation),
    "values": _table(_alias, key=_LONG_PHRASE),
    "units": _table(_text, nested=True),
    "show": _table(_one_or_more(_text)),
    "columns": _table(_NAMES),
    "measures": _table(_text),
    "superlatives": _table(_one_or_more(_ranking), key=_LONG_PHRASE),
    "absent": _table(_text),
    "example": _examples,
}
