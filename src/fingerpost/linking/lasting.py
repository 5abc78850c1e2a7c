"""How long something took that has two dates and no duration of its own: "the average time to resolve an incident"."""

from __future__ import annotations

from collections.abc import Iterator

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


def lasting(found: list[Mention], tokens: tuple[Token, ...], schema: GraphSchema) -> list[Mention]:
    """The mentions, with the days between two dates where the words ask how long something took."""
    norms = [token.norm for token in tokens]
    said = [(p, p + 3, tokens[p + 2].stem) for p in range(len(norms) - 2) if norms[p : p + 2] == ["time", "to"]]
    if not said:
        return found
    spans = list(_spans(schema))
    for start, end, verb in said:
        told = list(_mentions(spans, start, end, verb))
        # "Time to close" is one name: neither a time nor the day on which it was closed.
        found = [m for m in found if not (told and start <= m.start and m.end <= end)] + told
    return found


def begun_by(part: str) -> str | None:
    """The property that tells when that began of which a part is how many days it took; None for any other part."""
    return part.removeprefix(_SINCE) if part.startswith(_SINCE) else None


def _mentions(
    spans: list[tuple[LabelInfo | RelationshipInfo, PropertyInfo, PropertyInfo]], start: int, end: int, verb: str
) -> Iterator[Mention]:
    for owner, first, last in spans:
        if verb not in map(stem, split_name(last.name)):
            continue
        edge = isinstance(owner, RelationshipInfo)
        name = owner.type if isinstance(owner, RelationshipInfo) else owner.name
        yield Mention(
            "property",
            start,
            end,
            last.name,
            _SAID,
            f"the days from {first.name} to {last.name}",
            frozenset((name,)),
            edge,
            part=f"{_SINCE}{first.name}",
        )


def _spans(schema: GraphSchema) -> Iterator[tuple[LabelInfo | RelationshipInfo, PropertyInfo, PropertyInfo]]:
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
