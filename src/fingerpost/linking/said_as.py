""" "Those with brown as their hair color", "brown for hair": a value behind which it is said whose property it is."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.core.schema import GraphSchema, ValueType
from fingerpost.linking.english import english
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token

_DETERMINERS = frozenset("a an the its their his her".split())
_LEADING = ("as", "for")


def said_as(found: Sequence[Mention], tokens: tuple[Token, ...], schema: GraphSchema) -> list[Mention]:
    """The mentions; a value before "as its color" reaches to there and is of that property, where that has it.

    Before "as one of its colors" it is one of several that the property's text may list.
    """
    properties = [m for m in found if m.kind == "property" and not m.of_relationship]
    spans: dict[tuple[int, int], tuple[int, bool, set[str]]] = {}
    for mention in found:
        span = (mention.start, mention.end)
        if mention.kind != "value" or span in spans or (place := _described(tokens, mention.end)) is None:
            continue
        start, listed = place
        ends = {m.end for m in properties if m.start == start}
        if ends:
            names = {m.name for m in properties if (m.start, m.end) == (start, max(ends))}
            spans[span] = (max(ends), listed, names)
    told: list[Mention] = []
    for mention in found:
        end, listed, names = spans.get((mention.start, mention.end), (0, False, set[str]()))
        if mention.kind == "value" and not mention.of_relationship and mention.name in names:
            within = mention.within or (listed and not _is_list(schema, mention))
            told.append(mention._replace(end=end, within=within))
    reached = {m.start: m.end for m in told}
    return [*(m for m in found if not any(start <= m.start < end for start, end in reached.items())), *told]


def _is_list(schema: GraphSchema, mention: Mention) -> bool:
    """Whether a value is one of a list, which needs no text to hold it."""
    labels = (schema.label_by_name[owner] for owner in mention.owners if owner in schema.label_by_name)
    held = (info for label in labels for info in label.properties if info.name == mention.name)
    return any(info.type is ValueType.LIST for info in held)


def _described(tokens: tuple[Token, ...], end: int) -> tuple[int, bool] | None:
    """Where the property's name stands that "as" leads to, and whether what is before it is one of several."""
    place = end + (end < len(tokens) and tokens[end].norm in english().classings)
    if place >= len(tokens) or tokens[place].norm not in _LEADING:
        return None
    listed = [token.norm for token in tokens[place + 1 : place + 3]] == ["one", "of"]
    place += 3 if listed else 1
    place += place < len(tokens) and tokens[place].norm in _DETERMINERS
    return (place, listed) if place < len(tokens) else None
