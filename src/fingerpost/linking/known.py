"""What is known: "students of known gender", where some have "unknown" for one and others none at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token, normalise
from fingerpost.linking.value_index import ValueIndex

_SAYING = frozenset("known specified recorded stated reported defined".split())
_BEING = frozenset("is are was were".split())
_OF_WHOM = frozenset("by to as in at on for of from through during".split())
"""Words behind "known" or "recorded" that make it another's, or say where."""
_DENYING = frozenset("not never un".split())
_PLACEHOLDERS = tuple(
    map(
        normalise,
        ("unknown", "n/a", "not known", "not specified", "unspecified", "undefined", "not available", "not recorded"),
    )
)
_OTHERS = ("label", "value", "property")


def known(index: ValueIndex, found: Iterable[Mention], tokens: tuple[Token, ...]) -> Iterator[Mention]:
    """Mentions of properties that are said to be known, with the values that say that they are not."""
    told = list(_told(found, tokens))
    stored = [reading for readings in index.lookup(_PLACEHOLDERS).values() for reading in readings] if told else []
    for mention in told:
        for owner in sorted(mention.owners):
            values = [v for slot, v in stored if (slot.owner, slot.property) == (owner, mention.name)]
            values = [v for v in dict.fromkeys(values) if isinstance(v, str)]
            yield mention._replace(owners=frozenset((owner,)), value=tuple(values))


def _told(found: Iterable[Mention], tokens: tuple[Token, ...]) -> Iterator[Mention]:
    """The properties with the word beside them that says that they are known."""
    places = [p for p, token in enumerate(tokens) if token.norm in _SAYING]
    mentions = list(found) if places else []
    for place in places:
        before = tokens[place - 1].norm if place else ""
        after = tokens[place + 1].norm if place + 1 < len(tokens) else ""
        named = any(m.kind in _OTHERS and m.start <= place < m.end for m in mentions)
        if named or before in _DENYING or after in _OF_WHOM:
            continue
        for mention in mentions:
            beside = mention.start == place + 1 or (before in _BEING and mention.end == place - 1)
            if mention.kind == "property" and beside and not mention.of_relationship and not mention.part:
                start, end = min(mention.start, place), max(mention.end, place + 1)
                reason = f"{mention.name} is known"
                yield mention._replace(kind="known", start=start, end=end, reason=reason, words=2)
