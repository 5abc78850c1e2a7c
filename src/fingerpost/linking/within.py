"""Values that are a part of a literal: the "22" of 22:26 is none, the "24" of "24 seconds" is a number of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from fingerpost.core.schema import GraphSchema, PropertyInfo
from fingerpost.linking.english import english, stems
from fingerpost.linking.lasting import has_hours
from fingerpost.linking.literals import Literal
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import split_name

_LASTING = "how long"
_TIME = "s"
"""The base unit of time."""
_SURE = 0.95

Read = Sequence[tuple[tuple[int, int], Literal]]
"""The literals of a question with the tokens that each covers."""


def whole_literals(mentions: Iterable[Mention], read: Read, schema: GraphSchema) -> Iterator[Mention]:
    """The values without those inside dates and times; a number takes in the unit behind it, and is no moment."""
    days = {span for span, literal in read if literal.kind == "date"}
    covering: dict[int, list[tuple[tuple[int, int], Literal]]] = {}
    for pair in read:
        for token in range(*pair[0]):
            covering.setdefault(token, []).append(pair)
    for mention in mentions:
        if (mention.start, mention.end) in days and _is_stored_day(schema, mention):
            continue
        around = next((pair for pair in covering.get(mention.start, ()) if _is_inside(mention, pair[0])), None)
        if around is None:
            yield mention
            continue
        (_, end), literal = around
        if literal.kind in ("date", "month", "time"):
            continue
        info = _held(schema, mention)
        if info is not None and info.numeric and literal.kind == "number" and not _is_worth(mention, literal):
            continue
        if literal.unit is None or info is None:
            yield mention
        elif info.numeric:
            lasting = literal.unit == _TIME and _lasts(info)
            yield mention._replace(end=end, score=max(mention.score, _SURE) if lasting else mention.score)
        elif not info.temporal:
            yield mention


def _is_worth(mention: Mention, literal: Literal) -> bool:
    """Whether a number that is stored is the one that was said: 45 is not "4.5%"."""
    stored, said = mention.value, literal.value
    if isinstance(stored, str) or isinstance(said, str) or stored is None:
        return True
    return stored in (said, said * literal.scale, said / literal.scale, said / 100)


def _is_stored_day(schema: GraphSchema, mention: Mention) -> bool:
    """Whether a day was found where days are stored, while others hold moments, whose days are not to be found so."""
    held = _held(schema, mention)
    if held is None or not held.temporal or has_hours(held):
        return False
    return any(info.temporal and has_hours(info) for owner in schema.owners for info in owner.properties)


def _is_inside(mention: Mention, span: tuple[int, int]) -> bool:
    start, end = span
    return start <= mention.start and mention.end <= end and mention.length < end - start


def _held(schema: GraphSchema, mention: Mention) -> PropertyInfo | None:
    owner = next(iter(mention.owners), "")
    held = schema.relationship_by_type.get(owner) if mention.of_relationship else schema.label_by_name.get(owner)
    return held.by_name.get(mention.name) if held is not None else None


def _lasts(info: PropertyInfo) -> bool:
    """Whether a property says how long something is."""
    return not set(split_name(info.name)).isdisjoint(english().asks[stems(_LASTING)])
