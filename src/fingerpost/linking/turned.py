"""Properties that a question turns into other words: "which countries are the origin of", of a `country_of_origin`, and
"the most downloaded", of a `download_count`."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.lexicon import Lexicon
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token, split_name, stem

_COUNTS = frozenset("count counts total".split())
_MOST = frozenset(("most", "least"))
_IS = frozenset("is are was were".split())
_OF = "of"


def turned(tokens: tuple[Token, ...], lexicon: Lexicon) -> Iterator[Mention]:
    """Mentions of such properties."""
    yield from _parted(tokens, lexicon)
    yield from _most_done(tokens, lexicon.schema)


def _parted(tokens: tuple[Token, ...], lexicon: Lexicon) -> Iterator[Mention]:
    """Those of two nouns, from the first to the second."""
    for start in range(len(tokens) - 3):
        if tokens[start + 1].norm not in _IS:
            continue
        last = start + (3 if tokens[start + 2].norm == "the" else 2)
        if last + 1 >= len(tokens) or tokens[last + 1].norm != _OF:
            continue
        for entry in lexicon.lookup((tokens[start].stem, _OF, tokens[last].stem)):
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


def _most_done(tokens: tuple[Token, ...], schema: GraphSchema) -> Iterator[Mention]:
    """Mentions of the numbers that tell how often something was done, where the most or least of it is asked for."""
    places = [i for i in range(1, len(tokens)) if tokens[i - 1].norm in _MOST and tokens[i].norm.endswith("ed")]
    if not places:
        return
    counts: dict[tuple[str, str], set[str]] = {}
    for label in schema.labels:
        for info in label.properties:
            words = split_name(info.name)
            if info.number and len(words) == 2 and words[1] in _COUNTS:
                counts.setdefault((stem(words[0]), info.name), set()).add(label.name)
    for place in places:
        for (said, name), owners in counts.items():
            if tokens[place].stem == said:
                yield Mention("property", place, place + 1, name, _DONE, "how often it was done", frozenset(owners))


_DONE = 0.6
"""The score of a verb for the number that tells how often it was done."""
