"""How long something took that has two dates and no duration of its own: "the average time to resolve an incident"."""

from __future__ import annotations

from collections.abc import Iterator, Set

from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, RelationshipInfo
from fingerpost.linking.derived import tells_when
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token, split_name, stem

_SINCE = "days since "
"""What the part of a date is called that tells how many days after another one it is: "days since opened_on"."""
_STARTS = frozenset(
    map(
        stem,
        "open start begin began from since create order place admit admission borrow loan hire join report request "
        "departure depart issue submit receive raise".split(),
    )
)
_ENDS = frozenset(
    map(
        stem,
        "close closing end finish until complete completion resolve resolution return deliver delivery ship discharge "
        "leave left arrival arrive pay paid payment solve fix settle repair approve".split(),
    )
)
_PLANNED = frozenset(map(stem, "due planned expected required scheduled estimated target deadline".split()))
_SAID = 0.95
"""The score of a span whose end is said."""
_MEANT = 0.8
"""That of one of which something is said: "how long was she in the ward", "the average stay"."""
_GUESSED = 0.5
_NOUNS = frozenset(("stay", "stays", "duration", "durations"))
_VERBS = frozenset("stay stayed stays staying last lasted lasts".split())
Span = tuple[LabelInfo | RelationshipInfo, PropertyInfo, PropertyInfo]
"""What has two dates: when that began, and when it was over."""


def lasting(found: list[Mention], tokens: tuple[Token, ...], schema: GraphSchema) -> list[Mention]:
    """The mentions, with the days between two dates where the words ask how long something took."""
    said = list(_phrases(tokens))
    verbs = [place for place, token in enumerate(tokens) if token.norm in _VERBS]
    if not said and not verbs:
        return found
    everything = list(spans(schema))
    found = [*found, *(relation for place in verbs for relation in _relations(everything, place))]
    words = {token.stem for token in tokens}
    for start, end, verb in said:
        stored = (m for m in found if m.kind in ("property", "label") and not m.cosine and not m.part)
        if not verb and any(m.start < end and start < m.end for m in stored):
            continue  # its length or duration is stored
        told = list(_mentions(everything, start, end, verb, words))
        # "Time to close" is one name: neither a time nor the day on which it was closed.
        found = [m for m in found if not (told and start <= m.start and m.end <= end)] + told
    return found


def _phrases(tokens: tuple[Token, ...]) -> Iterator[tuple[int, int, str]]:
    """Where it is said how long something took, with the stem of the verb for its end: none where that is not said."""
    norms = [token.norm for token in tokens]
    for place, norm in enumerate(norms):
        behind = norms[place + 1 : place + 3]
        if norm == "time" and behind[:1] == ["to"] and len(behind) == 2:
            yield place, place + 3, tokens[place + 2].stem
        elif norm in _NOUNS and norms[max(place - 2, 0) : place] != ["length", "of"]:
            yield place, place + 1, ""
        elif norm == "length" and behind[:1] == ["of"] and behind[1:2] and behind[1] in _NOUNS:
            yield place, place + 3, ""


def begun_by(part: str) -> str | None:
    """The property that tells when that began of which a part is how many days it took; None for any other part."""
    return part.removeprefix(_SINCE) if part.startswith(_SINCE) else None


def _mentions(everything: list[Span], start: int, end: int, verb: str, words: Set[str]) -> Iterator[Mention]:
    for owner, first, last in everything:
        name = owner.type if isinstance(owner, RelationshipInfo) else owner.name
        ended = set(map(stem, split_name(last.name)))
        if verb and verb not in ended:
            continue
        its = ended | set(map(stem, (*split_name(first.name), *split_name(name))))
        yield Mention(
            "property",
            start,
            end,
            last.name,
            _SAID if verb else _MEANT if words & its else _GUESSED,
            f"the days from {first.name} to {last.name}",
            frozenset((name,)),
            isinstance(owner, RelationshipInfo),
            part=days_since(first.name),
        )


def _relations(everything: list[Span], place: int) -> Iterator[Mention]:
    """ "Who stayed longest": in what lasted."""
    for owner in dict.fromkeys(owner.type for owner, _, _ in everything if isinstance(owner, RelationshipInfo)):
        yield Mention("relation", place, place + 1, owner, _GUESSED, f"{owner} lasts")


def days_since(first: str) -> str:
    """The part of a date that tells how many days after another one it is."""
    return f"{_SINCE}{first}"


def spans(schema: GraphSchema) -> Iterator[Span]:
    """What has one date that tells when it began, with that and each that tells when it was over."""
    owners: list[LabelInfo | RelationshipInfo] = [*schema.labels, *schema.relationships]
    for owner in owners:
        dates = [info for info in owner.properties if tells_when(info) and not info.number]
        words = {info.name: set(map(stem, split_name(info.name))) for info in dates}
        dates = [info for info in dates if _PLANNED.isdisjoint(words[info.name])]
        ends = [info for info in dates if not _ENDS.isdisjoint(words[info.name])]
        starts = [info for info in dates if info not in ends and not _STARTS.isdisjoint(words[info.name])]
        if len(starts) == 1:
            yield from ((owner, starts[0], end) for end in ends)
