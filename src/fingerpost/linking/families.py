"""Families by their name: "the Smith family" and "Smith family members" are who is called so."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.linking.display import is_family_name
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token

_MEMBERS = ("member", "members")
_SURE = 0.9
"""The least score of a family name."""


def families(mentions: Sequence[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """The mentions, family names with the "family members" behind them, which say no relation then."""
    named = [m for m in mentions if m.kind == "value" and is_family_name(m.name) and _end(m, tokens) > m.end]
    spans = [(m.start, _end(m, tokens)) for m in named]
    kept = [m for m in mentions if not any(start <= m.start and m.end <= end for start, end in spans)]
    return [*kept, *(m._replace(end=_end(m, tokens)) for m in named)]


def _end(mention: Mention, tokens: tuple[Token, ...]) -> int:
    """Where a family name ends, with what is said of the family behind it."""
    end = mention.end
    if mention.score < _SURE or tokens[end - 1].possessive or end == len(tokens) or tokens[end].norm != "family":
        return end
    return end + (2 if end + 1 < len(tokens) and tokens[end + 1].norm in _MEMBERS else 1)
