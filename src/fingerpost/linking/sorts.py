""" "Retired members", where `Retired` is a label of its own beside `Member`: those, and not both."""

from __future__ import annotations

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token

_LEAST = 2
"""From how many properties on that two labels have alike one is a sort of the other."""


def sorts(found: list[Mention], tokens: tuple[Token, ...], schema: GraphSchema) -> list[Mention]:
    """The mentions; a label by a participle before the label of which it is a sort means both words."""
    labels = [m for m in found if m.kind == "label"]
    whole: list[Mention] = []
    for one in labels:
        if one.length > 1 or not tokens[one.start].norm.endswith("ed"):
            continue
        behind = [m for m in labels if m.start == one.end and _alike(schema, one.name, m.name)]
        if behind:
            last = max(behind, key=lambda m: m.end)
            words = one.words + last.words
            whole.append(one._replace(end=last.end, score=max(one.score, last.score), words=words))
    if not whole:
        return found
    return [*(m for m in found if not any(w.start <= m.start < w.end for w in whole)), *whole]


def _alike(schema: GraphSchema, sort: str, label: str) -> bool:
    """Whether what has a label has all that what has the other does."""
    if sort == label or sort not in schema.label_by_name or label not in schema.label_by_name:
        return False
    own, others = schema.label_by_name[sort].by_name, schema.label_by_name[label].by_name
    return len(others) >= _LEAST and set(others) <= set(own)
