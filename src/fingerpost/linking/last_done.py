""" "Last calibrated before 2023": a date of each thing, and not which of them was the last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.mentions import Mention
from fingerpost.linking.scores import RING
from fingerpost.linking.text import Token, split_name, stem

_ORDER = frozenset(("first", "last"))
_WHEN = frozenset("before after since in on between until during by".split())
_NEAR = 4
"""Most words from "before" to the date."""


def last_done(found: Iterable[Mention], tokens: Sequence[Token], schema: GraphSchema) -> list[Mention]:
    """The mentions; where "last" and a verb that a date is named by stand before a date, both name that date."""
    found = list(found)
    for place in range(len(tokens) - 3):
        verb, when = tokens[place + 1], tokens[place + 2]
        if tokens[place].norm not in _ORDER or when.norm not in _WHEN or not _tells_a_year(tokens, place + 3):
            continue
        named = [m for m in found if m.start == place + 1 and m.kind == "property" and _is_date(schema, m, verb)]
        found = [m for m in found if m not in named]
        found += [m._replace(start=place, end=place + 2, score=max(m.score, RING)) for m in named]
    return found


def _tells_a_year(tokens: Sequence[Token], start: int) -> bool:
    return any(any(c.isdigit() for c in token.norm) for token in tokens[start : start + _NEAR])


def _is_date(schema: GraphSchema, mention: Mention, verb: Token) -> bool:
    """Whether a property is a date that is named by what was done."""
    holders = schema.relationship_by_type if mention.of_relationship else schema.label_by_name
    infos = [holders[owner].by_name.get(mention.name) for owner in mention.owners if owner in holders]
    dated = any(info is not None and info.temporal for info in infos)
    return dated and verb.stem in map(stem, split_name(mention.name))
