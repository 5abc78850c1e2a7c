"""Where a year or a month stands: "the 2024 concerts" are the concerts in 2024, "sales in 2024" is what a name like
`sales2024` says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.lexicon import Lexicon
from fingerpost.linking.moments import LONG_MONTHS
from fingerpost.linking.occasions import begins, holds_years, is_year
from fingerpost.linking.scores import OWN
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import Token, stem

_DETERMINERS = frozenset("the all our any many most these those which what list show how".split())
_LEADING = ("in", "for", "of", "from")
_DIGITS = 4
_LONGEST = 3
"""Most words before the year in the name of a property."""
_BETWEEN = 2
"""Most words between a year and the noun: "the 2024 charity concerts"."""


def year_last(tokens: tuple[Token, ...], lexicon: Lexicon) -> tuple[Token, ...]:
    """The tokens with such a year or month behind its noun, a label of things that have a date and no year."""
    for place, token in enumerate(tokens[:-1]):
        if token.quoted or not (_is_year(token) or token.norm in LONG_MONTHS):
            continue
        if place and tokens[place - 1].norm not in _DETERMINERS:
            continue
        for noun in range(place + 1, min(place + 2 + _BETWEEN, len(tokens))):
            if tokens[noun].norm in FUNCTION_WORDS or tokens[noun].quoted:
                break
            if _is_dated(lexicon, tokens[noun : noun + 1]) or _is_dated(lexicon, tokens[noun - 1 : noun + 1]):
                at = tokens[noun].end
                inside = replace(token, text="in", norm="in", stem=stem("in"), start=at, end=at)
                return (*tokens[:place], *tokens[place + 1 : noun + 1], inside, token, *tokens[noun + 1 :])
    return tokens


def year_in_name(tokens: tuple[Token, ...], lexicon: Lexicon) -> tuple[Token, ...]:
    """The tokens with a year right behind the words with which it is the name of a property: "sales 2024" for "2024
    sales", "sales in 2024" and "sales of the branches in 2024"."""
    for place, token in enumerate(tokens):
        if token.quoted or not _is_year(token):
            continue
        for size in range(_LONGEST, 0, -1):
            for start in range(len(tokens) - size + 1):
                end = start + size
                if start <= place < end or end == place or not _is_name(lexicon, (*tokens[start:end], token)):
                    continue
                led = place - 1 if place and tokens[place - 1].norm in _LEADING else place
                rest = [*tokens[:led], *tokens[place + 1 :]]
                behind = end if end <= led else end - (place + 1 - led)
                return (*rest[:behind], token, *rest[behind:])
    return tokens


def _is_name(lexicon: Lexicon, said: Sequence[Token]) -> bool:
    entries = lexicon.lookup(tuple(token.stem for token in said))
    return any(entry.kind == "property" and entry.score >= OWN for entry in entries)


def _is_year(token: Token) -> bool:
    return token.numeric and len(token.norm) == _DIGITS and is_year(int(token.norm))


def _is_dated(lexicon: Lexicon, noun: Sequence[Token]) -> bool:
    said = tuple(token.stem for token in noun)
    entries = [entry for entry in lexicon.lookup(said) if entry.kind == "label" and entry.score >= OWN]
    return bool(entries) and all(_has_date(lexicon.schema, entry.name) for entry in entries)


def _has_date(schema: GraphSchema, label: str) -> bool:
    held = schema.label_by_name[label].properties
    dates = [info.name for info in held if info.temporal]
    told = len(dates) == 1 or sum(map(begins, dates)) == 1
    return told and not any(info.numeric and holds_years(info) for info in held)
