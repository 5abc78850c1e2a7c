"""How long something took that has two dates and no duration of its own: "the average time to resolve an incident"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, RelationshipInfo, ValueType
from fingerpost.linking.dated_deeds import PLANNED, deeds_in, deeds_of, is_said, moments, two_dates
from fingerpost.linking.derived import tells_when
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token, split_name, stem

DAYS, HOURS, MINUTES = "days", "hours", "minutes"
WEEKS, MONTHS, YEARS = "weeks", "months", "years"
_SINCE = " since "
"""Stands in what the part of a date is called that tells how long after another one it is: "days since opened_on"."""
_UNITS = {
    said: unit for unit in (DAYS, HOURS, MINUTES, WEEKS, MONTHS, YEARS) for said in (unit, unit.removesuffix("s"))
}
_STARTS = frozenset(
    map(
        stem,
        "open start begin began from since create order place admit admission borrow loan hire join report request "
        "departure depart dep issue submit receive raise book pickup checkin alarm launch premiere call".split(),
    )
)
_ENDS = frozenset(
    map(
        stem,
        "close closing end finish until till to complete completion resolve resolution return deliver delivery ship "
        "discharge expire expiry leave left arrival arrive pay paid payment solve fix settle repair approve done ret "
        "landing land landed checkout".split(),
    )
)
_DATES = frozenset(("date", "day", "time"))
_SAID = 0.95
"""The score of a span whose end is said."""
_MEANT = 0.8
"""That of one of which something is said: "how long was she in the ward", "the average stay"."""
_GUESSED = 0.5
_OF = "."
"""Stands between the name of what has a date and its date, where the other one is of something else."""
_FROM = "from"
_DELAY = "delay"
_FAR = 4
"""Most words that tell behind what something was late."""
_NOUNS = frozenset("stay stays duration durations turnaround turnarounds".split())
_HOW = "how"
_AUXILIARIES = frozenset("is are was were did does do has have had".split())
_MOMENTS = (ValueType.DATETIME, ValueType.LOCAL_DATETIME)
_DAY = len("2026-04-27")
_TWO = 2
"""Moments that tell when something began and when it was over, whatever they are called."""
_HALF = 0.5
"""The share of what was over that was over on days on which some began, from which on it is told in hours."""
_VERBS = frozenset("stay stayed stays staying last lasted lasts".split())


class _Phrase(NamedTuple):
    """Where it is said how long something took, the stems of the verbs for its end and beginning, and the unit.

    Each is empty where it is not said.
    """

    start: int
    end: int
    verb: str = ""
    first: str = ""
    unit: str = ""
    late: bool = False
    """Whether it is how long after the planned moment it was over."""


Span = tuple[LabelInfo | RelationshipInfo, PropertyInfo, PropertyInfo]
"""What has two dates: when that began, and when it was over."""


def lasting(found: list[Mention], tokens: tuple[Token, ...], schema: GraphSchema) -> list[Mention]:
    """The mentions, with the days between two dates where the words ask how long something took."""
    found = [m for m in found if not _is_so_many_years(m, tokens)]
    said = list(_phrases(tokens))
    verbs = [place for place, token in enumerate(tokens) if token.norm in _VERBS]
    if not said and not verbs:
        return found
    everything = list(spans(schema))
    found = [*found, *(relation for place in verbs for relation in _relations(everything, place))]
    words = {token.stem for token in tokens}
    for phrase in said:
        start, end = phrase.start, phrase.end
        stored = [m for m in found if m.kind in ("property", "label") and not m.cosine and not m.part]
        if phrase.unit:
            stored = _of_said([m for m in stored if m.score >= _MEANT], found, everything)
        noun = start + 1 if phrase.late else end
        if not phrase.verb and any(m.start < noun and start < m.end for m in stored):
            continue  # its length or duration is stored
        pairs = list(_delays(schema) if phrase.late else _between(schema) if phrase.first else everything)
        if tokens[start].norm in _NOUNS:
            pairs = [*pairs, *(pair for pair in _of_two_dates(schema) if pair not in pairs)]
        if phrase.unit and not (phrase.verb or phrase.late) and (_of_named(pairs, found) or tokens[start].norm == _HOW):
            pairs = _of_named(pairs, found)
        if tokens[start].norm == _HOW and phrase.unit in (HOURS, MINUTES):
            pairs = [pair for pair in pairs if has_hours(*pair[1:])]
        told = list(_mentions(pairs, phrase, words))
        if phrase.unit and not phrase.verb:
            named = _named(found)
            told = [m._replace(score=max(m.score, _MEANT)) if m.owners & named else m for m in told]
        if phrase.first and not told:
            found = _across(found, phrase, tokens, schema)
            continue
        # "Time to close" is one name: neither a time nor the day on which it was closed.
        found = [m for m in found if not (told and start <= m.start and m.end <= end)] + told
    return found


def _phrases(tokens: tuple[Token, ...]) -> Iterator[_Phrase]:
    """Where it is said how long something took: "time to close", "time in hours from start to finish", "stay"."""
    norms = [token.norm for token in tokens]
    for place in range(len(norms) - 3):
        unit = _UNITS.get(norms[place + 2], "")
        if norms[place : place + 2] == [_HOW, "many"] and unit and norms[place + 3] in _AUXILIARIES:
            yield _Phrase(place, place + 3, unit=unit)
    for place, norm in enumerate(norms):
        named = norms[place : place + 3]
        length = 3 if norm == "length" and named[1:2] == ["of"] and named[2:] and named[2] in _NOUNS else 1
        if not (norm in ("time", _DELAY) or norm in _NOUNS or length > 1) or norms[max(place - 2, 0) : place] == [
            "length",
            "of",
        ]:
            continue
        end, unit = place + length, ""
        if norms[end : end + 1] == ["in"] and norms[end + 1 : end + 2] and norms[end + 1] in _UNITS:
            unit, end = _UNITS[norms[end + 1]], end + 2
        if norm == _DELAY and norms[end : end + 1] == ["behind"]:
            end = next((p for p in range(end, min(end + _FAR, len(norms))) if norms[p] == "of"), end)
        first = _way(norms, end, _FROM)
        last = _way(norms, first or end, "to")
        if norm == "time" and last:
            yield _Phrase(place, last, tokens[(first or end) + 1].stem, tokens[end + 1].stem if first else "", unit)
        elif norm != "time":
            yield _Phrase(place, end, unit=unit, late=norm == _DELAY)


def _way(norms: Sequence[str], place: int, word: str) -> int:
    """Where "from opening" or "to the delivery date" ends that begins with a word; 0 where there is no such thing."""
    if norms[place : place + 1] != [word] or place + 1 >= len(norms):
        return 0
    return place + 2 + (norms[place + 2 : place + 3] != [] and norms[place + 2] in _DATES)


def begun_by(part: str) -> str | None:
    """The property that tells when that began of which a part is how long it took; None for any other part."""
    return part.partition(_SINCE)[2].rpartition(_OF)[2] or None


def begun_of(part: str) -> str:
    """The label or type that has that property, where it is another one than has the part; else empty."""
    return part.partition(_SINCE)[2].rpartition(_OF)[0]


def counted_in(part: str) -> str:
    """Days, hours or minutes: what such a part counts."""
    return part.partition(_SINCE)[0]


def _mentions(everything: list[Span], phrase: _Phrase, words: Set[str]) -> Iterator[Mention]:
    for owner, first, last in everything:
        name = owner.name
        ended, begun = deeds_in(last), deeds_in(first)
        if not (is_said(phrase.verb, ended) and is_said(phrase.first, begun)):
            continue
        its = ended | begun | set(map(stem, split_name(name)))
        if phrase.unit not in ("", YEARS) and first.number:
            continue
        unit = phrase.unit if has_hours(first, last) or phrase.unit not in (HOURS, MINUTES) else DAYS
        yield Mention(
            "property",
            phrase.start,
            phrase.end,
            last.name,
            _SAID if phrase.verb else _MEANT if words & its else _GUESSED,
            f"the time from {first.name} to {last.name}",
            frozenset((name,)),
            isinstance(owner, RelationshipInfo),
            part=time_since(first, last, unit),
        )


def _across(found: list[Mention], phrase: _Phrase, tokens: tuple[Token, ...], schema: GraphSchema) -> list[Mention]:
    """The mentions, with the time between dates of two that meet: "from the sending of a parcel to its delivery"."""
    norms = [token.norm for token in tokens]
    begin = norms.index(_FROM, phrase.start, phrase.end)
    turn = norms.index("to", begin, phrase.end)
    dated = list(moments(schema))
    pairs = [
        (first, last)
        for first in dated
        for last in dated
        if is_said(phrase.first, deeds_of(first)) and is_said(phrase.verb, deeds_of(last))
        if first.name != last.name and first.labels & last.labels
    ]
    if len(pairs) != 1:
        return found
    first, last = pairs[0]
    unit = DAYS if phrase.unit in ("", HOURS, MINUTES) and not has_hours(first.info, last.info) else phrase.unit or DAYS
    part = f"{unit}{_SINCE}{first.name}{_OF}{first.info.name}"
    note = f"the time from {first.name} to {last.name}"
    told = [
        Mention(
            "property",
            phrase.start,
            begin,
            last.info.name,
            _SAID,
            note,
            frozenset((last.name,)),
            last.of_relationship,
            part=part,
        ),
        Mention("relation", begin + 1, turn, first.name, _SAID, note)
        if first.of_relationship
        else Mention("filler", begin, turn, "", 1.0, note),
        Mention("filler", turn, phrase.end, "", 1.0, note),
    ]
    return [*(m for m in found if m.end <= phrase.start or m.start >= phrase.end), *told]


def has_hours(*dates: PropertyInfo) -> bool:
    """Whether dates tell the time of day as well."""
    return all(info.type in _MOMENTS or any(len(sample.strip()) > _DAY for sample in info.samples) for info in dates)


def time_since(first: PropertyInfo, last: PropertyInfo, unit: str = "") -> str:
    """The part of a date that tells how long after another one it is: in hours where both are mostly on one day."""
    if first.number:
        return f"{YEARS}{_SINCE}{first.name}"
    if not unit:
        begun = {sample[:_DAY] for sample in first.samples}
        within = sum(sample[:_DAY] in begun for sample in last.samples)
        unit = HOURS if has_hours(first, last) and within > _HALF * len(last.samples) else DAYS
    return f"{unit}{_SINCE}{first.name}"


def _between(schema: GraphSchema) -> Iterator[Span]:
    """What has two dates, with each two of them."""
    for owner in schema.owners:
        dates = [info for info in owner.properties if tells_when(info)]
        pairs = ((first, last) for first in dates for last in dates if first.number == last.number)
        yield from ((owner, first, last) for first, last in pairs if first is not last)


def _of_two_dates(schema: GraphSchema) -> Iterator[Span]:
    """What has two dates, whatever they are called."""
    for first, last in two_dates(schema):
        held = schema.relationship_by_type if first.of_relationship else schema.label_by_name
        yield held[first.name], first.info, last.info


def _delays(schema: GraphSchema) -> Iterator[Span]:
    """What has a date on which it was planned to be over, with that and each that tells when it was over."""
    for owner, first, last in _between(schema):
        planned, over = (set(map(stem, split_name(info.name))) for info in (first, last))
        if PLANNED & planned and not PLANNED & over and _ENDS & over:
            yield owner, first, last


def _of_said(stored: list[Mention], found: list[Mention], everything: list[Span]) -> list[Mention]:
    """Of what is stored that of what is said, where this has two dates: not the minutes of the talks of a session."""
    said = {owner.name for owner, _, _ in everything if isinstance(owner, LabelInfo)} & _named(found)
    return [m for m in stored if m.kind == "label" or not said or not m.owners.isdisjoint(said)]


def _named(found: list[Mention]) -> set[str]:
    """The labels of which something is said, by themselves or by a value."""
    labels = {m.name for m in found if m.kind == "label" and m.score >= _MEANT}
    return labels.union(*(m.owners for m in found if m.kind == "value" and m.score >= _MEANT))


def _of_named(pairs: list[Span], found: list[Mention]) -> list[Span]:
    """Of two dates those of what is said, or of a relationship: "how long is a permit valid" is not of the sites."""
    named = _named(found)
    return [pair for pair in pairs if not named or isinstance(pair[0], RelationshipInfo) or pair[0].name in named]


def _is_before(last: PropertyInfo, first: PropertyInfo) -> bool:
    """Whether what is called an end comes before a beginning: a project is approved before it starts."""
    if not (last.samples and first.samples) or last.number:
        return False
    return min(last.samples) < min(first.samples) and max(last.samples) < max(first.samples)


def _earliest(info: PropertyInfo) -> str:
    return min(info.samples)


def spans(schema: GraphSchema) -> Iterator[Span]:
    """What has one date that tells when it began, with that and each that tells when it was over."""
    for owner in schema.owners:
        dates = [info for info in owner.properties if tells_when(info)]
        words = {info.name: set(map(stem, split_name(info.name))) for info in dates}
        dates = [info for info in dates if PLANNED.isdisjoint(words[info.name])]
        ends = [info for info in dates if not _ENDS.isdisjoint(words[info.name])]
        starts = [info for info in dates if info not in ends and not _STARTS.isdisjoint(words[info.name])]
        told = False
        for number in (False, True):
            first = [info for info in starts if info.number == number]
            if len(first) == 1:
                pairs = [
                    (owner, first[0], end) for end in ends if end.number == number and not _is_before(end, first[0])
                ]
                told = told or bool(pairs)
                yield from pairs
        timed = sorted((info for info in dates if info.samples and has_hours(info)), key=_earliest)
        if not told and len(timed) == _TWO:
            yield owner, timed[0], timed[1]


def _is_so_many_years(mention: Mention, tokens: tuple[Token, ...]) -> bool:
    """Whether a property that tells a year is read where so many years are counted: "for more than 4 years"."""
    if mention.kind != "property" or mention.length > 1 or not mention.start or tokens[mention.start].norm != "years":
        return False
    return tokens[mention.start - 1].numeric and split_name(mention.name)[-1] == "year"


def _relations(everything: list[Span], place: int) -> Iterator[Mention]:
    """ "Who stayed longest": in what lasted."""
    for owner in dict.fromkeys(owner.type for owner, _, _ in everything if isinstance(owner, RelationshipInfo)):
        yield Mention("relation", place, place + 1, owner, _GUESSED, f"{owner} lasts")
