"""Quoted words that are part of longer texts: whatever holds them is meant, and not one of the texts that do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token, normalise

_LONGER = 2
"""How many more words a text has, at the least, than what is quoted of it."""
_WHOLE = 0.95
"""Least score of a value that is what was quoted, and not only like it."""
_TELLING = frozenset(
    "mention mentions mentioned mentioning discuss discusses discussed discussing about regarding concerning describe "
    "describes describing say says saying".split()
)
"""Words before what a text says."""
Place = tuple[str, str, bool]
"""Whose property it is, which, and whether the owner is a type."""


def in_texts(mentions: Sequence[Mention], tokens: tuple[Token, ...]) -> Iterator[Mention]:
    """The mentions, with one for all texts of a property that hold a quotation in place of one for each of them."""
    quoted = {(m.start, m.end): str(m.value) for m in mentions if m.kind == "text"}
    parts: dict[tuple[int, int], dict[Place, Mention]] = {}
    for m in mentions:
        said = quoted.get((m.start, m.end))
        if said is not None and m.kind == "value" and _is_part(said, m.value):
            place = (next(iter(m.owners)), m.name, m.of_relationship)
            parts.setdefault((m.start, m.end), {}).setdefault(place, m._replace(value=said, within=True))
    spans = {span: [m for m in mentions if (m.start, m.end) == span and m.kind == "value"] for span in quoted}
    whole = {span: frozenset(m.name for m in held if m.score >= _WHOLE) for span, held in spans.items()}
    for m in mentions:
        found = parts.get((m.start, m.end), {})
        if m.kind == "value" and found and _is_part(quoted[m.start, m.end], m.value):
            continue
        if m.kind == "text":
            only = next(iter(found)) if len(found) == 1 else None
            m = m._replace(near=whole.get((m.start, m.end), frozenset()))
            yield m if only is None or only[2] else m._replace(name=only[1], owners=frozenset((only[0],)))
            continue
        yield m
    taken = {place for m in mentions if m.kind == "relation" for place in range(m.start, m.end)}
    for (start, _), found in parts.items():
        yield from found.values()
        before = start - 1
        if before >= 0 and tokens[before].norm in _TELLING and before not in taken:
            yield Mention("filler", before, start, "", 1.0, "says what follows")


def _is_part(said: str, value: object) -> bool:
    """Whether words stand, as they are, in a text of several more."""
    if not isinstance(value, str) or said not in value:
        return False
    return len(normalise(value).split()) >= len(normalise(said).split()) + _LONGER
