"""Properties that a question turns into a sentence: "which countries are the origin of", of a `country_of_origin`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from fingerpost.linking.lexicon import Entry
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token

_IS = frozenset("is are was were".split())
_OF = "of"


def turned(tokens: tuple[Token, ...], lookup: Callable[[tuple[str, ...]], Iterable[Entry]]) -> Iterator[Mention]:
    """Mentions of such properties, from the first noun to the second."""
    for start in range(len(tokens) - 3):
        if tokens[start + 1].norm not in _IS:
            continue
        last = start + (3 if tokens[start + 2].norm == "the" else 2)
        if last + 1 >= len(tokens) or tokens[last + 1].norm != _OF:
            continue
        for entry in lookup((tokens[start].stem, _OF, tokens[last].stem)):
            if entry.kind == "property":
                yield Mention(
                    "property",
                    start,
                    last + 1,
                    entry.name,
                    entry.score,
                    entry.reason,
                    entry.owners,
                    entry.of_relationship,
                    words=2,
                )
