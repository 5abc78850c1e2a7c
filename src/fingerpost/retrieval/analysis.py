"""What one passage contributes to an index: it depends on that passage alone, so it is made once and kept."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from fingerpost.core.sentences import sentence_spans
from fingerpost.retrieval.embedder import Embedder
from fingerpost.retrieval.words import Phrase, names_of, phrases, stems

RULES = "4"
"""The version of what is analysed, and how: what was kept of another version is made anew."""
_DECODED = 8_192
"""Passages that stay decoded, of those that are decoded as they are needed."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What one passage contributes.

    `text` has the title before the passage, which is its last `length` characters. `names` are what the passage is
    about, `mentions` its capitalised phrases with the number of their sentence, `spans` the sentences of `text`.
    """

    title: str
    text: str
    names: tuple[str, ...]
    mentions: tuple[tuple[Phrase, int], ...]
    spans: tuple[tuple[int, int], ...]
    terms: frozenset[str]
    sentence_terms: tuple[frozenset[str], ...]
    length: int


def analysed(title: str, text: str) -> Analysis:
    """The analysis of one passage; `title` may be empty."""
    whole = f"{title}. {text}" if title else text
    spans = tuple(sentence_spans(whole)) or ((0, len(whole)),)
    mentions = []
    number = 0
    for phrase in phrases(whole):
        while number + 1 < len(spans) and spans[number + 1][0] <= phrase.start:
            number += 1
        mentions.append((phrase, number))
    names = tuple(sorted(names_of(title, text)))
    said = tuple(frozenset(stems(whole[start:end])) for start, end in spans)
    return Analysis(title, whole, names, tuple(mentions), spans, frozenset().union(*said), said, len(text))


def sentences_of(one: Analysis) -> list[str]:
    """The sentences of a passage, with its title."""
    return [one.text[start:end] for start, end in one.spans]


@dataclass(frozen=True, slots=True)
class Kept:
    """An analysis as it is stored, without the texts: as bytes, and the vectors of its sentences as 16-bit floats."""

    data: bytes
    vectors: bytes


def kept(title: str, text: str, embedder: Embedder) -> Kept:
    """The analysis of one passage, to be stored."""
    one = analysed(title, text)
    parts = [
        one.names,
        [[phrase.name, phrase.start, phrase.end, number] for phrase, number in one.mentions],
        one.spans,
        [sorted(said) for said in one.sentence_terms],
    ]
    data = zlib.compress(json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode())
    return Kept(data, embedder.embed(sentences_of(one)).astype("<f2").tobytes())


def decoded(title: str, text: str, data: bytes) -> Analysis:
    """An analysis that was kept, with the texts that it is of."""
    names, mentions, spans, said = json.loads(zlib.decompress(data))
    terms = tuple(map(frozenset, said))
    return Analysis(
        title,
        f"{title}. {text}" if title else text,
        tuple(names),
        tuple((Phrase(name, start, end), number) for name, start, end, number in mentions),
        tuple((start, end) for start, end in spans),
        frozenset().union(*terms),
        terms,
        len(text),
    )


class Analyses(Sequence[Analysis]):
    """Kept analyses, each decoded when it is needed; going through all of them keeps none."""

    def __init__(self, passages: Sequence[tuple[str, str]], data: Sequence[bytes]) -> None:
        """Of passages as (title, text), and the `data` that is kept of each."""
        self._passages = passages
        self._kept = data
        self._one = lru_cache(maxsize=_DECODED)(self._made)

    def _made(self, number: int) -> Analysis:
        return decoded(*self._passages[number], self._kept[number])

    def __getitem__(self, number: Any) -> Any:
        """The analysis of a passage by its number; slices are not needed."""
        return self._one(number)

    def __iter__(self) -> Iterator[Analysis]:
        return map(self._made, range(len(self._kept)))

    def __len__(self) -> int:
        return len(self._kept)
