"""How long something took that has two dates and no duration of its own: "the average time to resolve an incident"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, RelationshipInfo, ValueType
from fingerpost.linking.dated_deeds import PLANNED, deeds_in, deeds_of, is_said, moments, two_dates
from fingerpost.linking.derived import tells_when
from fingerpost.linking.mentions import Mention
from fingerpost.linking.quantities import without_unit
from fingerpost.linking.scores import PREPOSITION
from fingerpost.linking.text import Token, split_name, stem
from fingerpost.linking.time_phrases import (
    ASKING,
    DAYS,
    FROM,
    HOURS,
    HOW,
    LASTING,
    LENGTHS,
    MINUTES,
    NOUNS,
    STAYS,
    UNITS,
    YEARS,
    Phrase,
    phrases,
)

_SINCE = " since "
"""Stands in what the part of a date is called that tells how long after another one it is: "days since opened_on"."""
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
_SAID = 0.95
"""The score of a span whose end is said."""
_MEANT = 0.8
"""That of one of which something is said: "how long was she in the ward", "the average stay"."""
_GUESSED = 0.5
_OF = "."
"""Stands between the name of what has a date and its date, where the other one is of something else."""
_STAYED = frozenset(map(stem, "arrive leave admit discharge board enter move check".split()))
_STORED = NOUNS | LENGTHS | UNITS.keys() | {"runtime", "dur"}
"""What a number is called, without its unit, that tells how long something took."""
_MOMENTS = (ValueType.DATETIME, ValueType.LOCAL_DATETIME)
_DAY = len("2026-04-27")
_HALF = 0.5
"""The share of what was over that was over on days on which some began, from which on it is told in hours."""

Span = tuple[LabelInfo | RelationshipInfo, PropertyInfo, PropertyInfo]
"""What has two dates: when that began, and when it was over."""


def lasting(
    found: list[Mention], tokens: tuple[Token, ...], schema: GraphSchema, everything: list[Span]
) -> list[Mention]:
    """The mentions, with the time between two dates where the words ask how long something took; `everything` are the
    `spans` of the schema."""
    found = [m for m in found if not _is_so_many_years(m, tokens)]
    if ASKING.isdisjoint(token.norm for token in tokens):
        return found
    if not any(pair[0].name in _named(found) for pair in everything):
        verbs = [place for place, token in enumerate(tokens) if token.norm in LASTING]
        found = [*found, *(relation for place in verbs for relation in _relations(everything, place))]
    said = phrases(tokens, nouns_of(owner for owner, _, _ in everything))
    words = {token.stem for token in tokens}
    for phrase in said:
        start, end = phrase.start, phrase.end
        pairs = _meant(phrase, tokens[start].norm, everything, found, schema)
        told = list(_mentions(pairs, phrase, words))
        if phrase.unit and not phrase.verb:
            named = _named(found)
            told = [m._replace(score=max(m.score, _SAID)) if m.owners & named else m for m in told]
        if phrase.own and len(told) > 1:
            told = [m._replace(score=_GUESSED) for m in told]  # nothing says which of them
        if phrase.first and not told:
            found = _across(found, phrase, tokens, schema)
            continue
        # "Time to close" is one name: neither a time nor the day on which it was closed.
        found = [m for m in found if not (told and start <= m.start and m.end <= end)] + told
    return found


def _meant(phrase: Phrase, word: str, everything: list[Span], found: list[Mention], schema: GraphSchema) -> list[Span]:
    """The pairs of dates between which a time may be meant; none where its length or duration is stored."""
    if phrase.verb:
        return list(_between(schema)) if phrase.first else everything
    noun = phrase.start + 1 if phrase.late else phrase.end
    stored = [m for m in found if m.kind in ("property", "label") and not m.cosine and not m.part]
    stored = [m for m in stored if m.start < noun and phrase.start < m.end]
    stored = _of_said([m for m in stored if m.score >= _MEANT or not phrase.unit], found, everything, schema)
    if stored:
        return []
    if phrase.late:
        return list(delays(schema))
    pairs = [pair for pair in everything if not stores_it(pair[0])]
    if phrase.own:
        said = _named(found) | {m.name for m in found if m.kind == "relation" and m.score > PREPOSITION}
        said |= {m.name for m in found if m.kind == "label" and m.end == phrase.start}
        return [pair for pair in pairs if pair[0].name in said]
    if word in STAYS:
        pairs = [pair for pair in pairs if not _STAYED.isdisjoint(deeds_in(pair[1]) | deeds_in(pair[2]))] or pairs
    if phrase.unit and (_of_named(pairs, found) or word == HOW):
        pairs = _of_named(pairs, found)
    if word == HOW and phrase.unit in (HOURS, MINUTES):
        pairs = [pair for pair in pairs if has_hours(*pair[1:])]
    return pairs


def begun_by(part: str) -> str | None:
    """The property that tells when that began of which a part is how long it took; None for any other part."""
    return part.partition(_SINCE)[2].rpartition(_OF)[2] or None


def begun_of(part: str) -> str:
    """The label or type that has that property, where it is another one than has the part; else empty."""
    return part.partition(_SINCE)[2].rpartition(_OF)[0]


def counted_in(part: str) -> str:
    """Days, hours or minutes: what such a part counts."""
    return part.partition(_SINCE)[0]


def _mentions(everything: list[Span], phrase: Phrase, words: Set[str]) -> Iterator[Mention]:
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


def _across(found: list[Mention], phrase: Phrase, tokens: tuple[Token, ...], schema: GraphSchema) -> list[Mention]:
    """The mentions, with the time between dates of two that meet: "from the sending of a parcel to its delivery"."""
    norms = [token.norm for token in tokens]
    begin = norms.index(FROM, phrase.start, phrase.end)
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


def nouns_of(owners: Iterable[LabelInfo | RelationshipInfo]) -> set[str]:
    """The stems of the last words of what these are called."""
    return {stem(split_name(owner.name)[-1]) for owner in owners}


def stores_it(owner: LabelInfo | RelationshipInfo) -> bool:
    """Whether how long something took is a number of its own: `duration_min`."""
    names = (without_unit(split_name(info.name)) for info in owner.properties if info.numeric)
    return any(len(words) == 1 and words[0] in _STORED for words in names)


def delays(schema: GraphSchema) -> Iterator[Span]:
    """What has a date on which it was planned to be over, with that and each that tells when it was over."""
    for owner, first, last in _between(schema):
        planned, over = (set(map(stem, split_name(info.name))) for info in (first, last))
        if PLANNED & planned and not PLANNED & over and _ENDS & over:
            yield owner, first, last


def _of_said(stored: list[Mention], found: list[Mention], everything: list[Span], schema: GraphSchema) -> list[Mention]:
    """Of what is stored that of what is said, where this has two dates: not the minutes of the talks of a session, but
    the hours of what joins Ann to jobs, where both are named."""
    named = _named(found)
    said = {owner.name for owner, _, _ in everything if isinstance(owner, LabelInfo)} & named
    joined = {r.type for r in schema.relationships if any({pair.start, pair.end} <= named for pair in r.endpoints)}
    said |= joined if said else set()
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


def spans(schema: GraphSchema) -> Iterator[Span]:
    """What has one date that tells when it began, with that and each that tells when it was over.

    And what has two dates and no more but planned ones, whatever these are called.
    """
    others = {(first.name, first.of_relationship): (first.info, last.info) for first, last in two_dates(schema)}
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
        other = others.get((owner.name, isinstance(owner, RelationshipInfo)))
        if not told and other is not None:
            yield owner, *other


def untold_spans(schema: GraphSchema) -> list[Span]:
    """The spans of what does not store how long it took."""
    return [span for span in spans(schema) if not stores_it(span[0])]


def _is_so_many_years(mention: Mention, tokens: tuple[Token, ...]) -> bool:
    """Whether a property that tells a year is read where so many years are counted: "for more than 4 years"."""
    if mention.kind != "property" or mention.length > 1 or not mention.start or tokens[mention.start].norm != "years":
        return False
    return tokens[mention.start - 1].numeric and split_name(mention.name)[-1] == "year"


def _relations(everything: list[Span], place: int) -> Iterator[Mention]:
    """ "Who stayed longest": in what lasted."""
    for owner in dict.fromkeys(owner.type for owner, _, _ in everything if isinstance(owner, RelationshipInfo)):
        yield Mention("relation", place, place + 1, owner, _GUESSED, f"{owner} lasts")
