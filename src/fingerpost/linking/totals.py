"""The total of several things that each have a total: "the total of all invoices" is the sum of theirs."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.core.schema import GraphSchema, LabelInfo
from fingerpost.linking.text import Token, split_name, stem
from fingerpost.plans import plural, words

_TOTAL = "total"
_BEFORE = frozenset("grand overall combined".split())
"""Words before "total" that only say that it is one of all."""
_ARTICLES = frozenset("the our their is what s show give calculate compute".split())
"""Words before that: not "the average total", nor "the highest"."""
_OF = frozenset("of for all the our these those".split())
_SUM = "sum of the totals".split()


def totals_of(tokens: tuple[Token, ...], schema: GraphSchema) -> tuple[Token, ...]:
    """The tokens of "what is the total of all invoices" as of "what is the sum of the totals of all invoices", where
    invoices have a total."""
    norms = [token.norm for token in tokens]
    place = norms.index(_TOTAL) if _TOTAL in norms else -1
    if place < 0 or norms[place + 1 : place + 2] not in (["of"], ["for"]):
        return tokens
    noun = next((i for i in range(place + 1, len(norms)) if norms[i] not in _OF), len(norms))
    if not any(norms[noun : noun + len(name)] == name for name in _names(schema)):
        return tokens
    first = place - 1 if place and norms[place - 1] in _BEFORE else place
    if first and norms[first - 1] not in _ARTICLES:
        return tokens
    at = tokens[place].start
    said = (Token(word, word, stem(word), at, at) for word in _SUM)
    return (*tokens[:first], *said, *tokens[place + 1 :])


def _names(schema: GraphSchema) -> Iterator[list[str]]:
    """The plurals of the labels whose things have a total, by their words."""
    for label in schema.labels:
        if _has_total(label):
            yield plural(words(label.name)).casefold().split()


def _has_total(label: LabelInfo) -> bool:
    return any(info.numeric and split_name(info.name) == (_TOTAL,) for info in label.properties)
