"""Values of closed sets, said in other words: "violent and sexual crimes" for "Violence and sexual offences".

A property with few different values is a list of kinds or states, which people rarely quote as they stand. Such values
are held in memory, by the stems of their words; most of the words of one must be said close together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from fingerpost.core.schema import GraphSchema, PropertyInfo, ValueType
from fingerpost.linking.display import is_person_name
from fingerpost.linking.english import english
from fingerpost.linking.mentions import Mention
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import Token, normalise, stem
from fingerpost.linking.value_index import Slot, ValueIndex
from fingerpost.linking.valued import value_mention

_FEW = 60
"""Most different values of a closed set."""
_MOST_VALUES = 300_000
"""In graphs with more values than this the closed ones are not looked for: it would take too long to begin."""
_SAID = 0.6
"""The least share of a value's words that must be said, and of what is said that must be its words."""
_APART = 3
_NEGATORS = frozenset("no not without none never".split())
_NO = "no"
_SCORE = 0.9
_ROOT = 5
"""Letters that words of one family begin with alike: violent, violence."""


@dataclass(frozen=True, slots=True)
class _Closed:
    """One value: where it stands, and how many words it has that carry meaning."""

    slot: Slot
    value: str
    words: int


class ClosedValues:
    """The values of a graph's closed sets."""

    def __init__(self, schema: GraphSchema, index: ValueIndex, hidden: Collection[str]) -> None:
        self._values: list[_Closed] = []
        self._by_root: dict[str, list[tuple[str, int, int]]] = {}
        slots = [slot for slot in _slots(schema) if slot.owner not in hidden and slot.property not in hidden]
        if slots and sum(info.distinct for label in schema.labels for info in label.properties) <= _MOST_VALUES:
            for slot, value in index.values(slots):
                if isinstance(value, str):
                    self._add(slot, value)

    def _add(self, slot: Slot, value: str) -> None:
        words = list(dict.fromkeys(_content(word) for word in normalise(value).split(" ") if _carries(word)))
        if len(words) < 2:
            return
        number = len(self._values)
        self._values.append(_Closed(slot, value, len(words)))
        for place, word in enumerate(words):
            rings = (*english().rings.get((word,), ()), *english().values.get((word,), ()))
            others = [ring[0] for ring in rings if len(ring) == 1]
            for said in (word, *others):
                self._by_root.setdefault(said[:3], []).append((said, number, place))

    def mentions(self, tokens: tuple[Token, ...], names: Collection[int]) -> Iterator[Mention]:
        """The values of which most words are said. `names` are the tokens that name something in the schema."""
        found: dict[int, list[tuple[int, int]]] = {}
        for position, token in enumerate(tokens):
            if not _carries(token.norm):
                continue
            said = _content(token.norm)
            for word, number, place in self._by_root.get(said[:3], ()):
                if _alike(said, word):
                    found.setdefault(number, []).append((position, place))
        best: dict[tuple[Slot, int], list[tuple[float, Mention]]] = {}
        for number, hits in found.items():
            closed = self._values[number]
            for first, last, places, positions in _clusters(_in_quotes(hits, tokens)):
                share = len(places) / closed.words
                dense = len(positions) / sum(_carries(token.norm) for token in tokens[first : last + 1])
                if len(places) < 2 or min(share, dense) < _SAID or all(p in names for p in positions):
                    continue
                if _are_kept_apart({token.norm for token in tokens[first:last]}, closed.value):
                    continue
                reason = f"{closed.slot.owner}.{closed.slot.property} has one with most of these words"
                mention = value_mention((first, last + 1), closed.slot, closed.value, _SCORE * share, reason)
                best.setdefault((closed.slot, first), []).append((share, _whole(mention, tokens)))
        for read in best.values():
            read.sort(key=lambda pair: -pair[0])
            if len(read) == 1 or read[0][0] > read[1][0]:
                yield read[0][1]


_PARTING = frozenset("no not never without has have had having with who whose which that do does did".split())
"""Words that keep what stands before them apart from what stands behind."""


def _are_kept_apart(said: Collection[str], value: str) -> bool:
    """Whether words deny or have what stands behind them, which a value does not: no "station chief" is without one."""
    words = normalise(value).split(" ")
    return _NEGATORS.isdisjoint(words) and not _PARTING.isdisjoint(set(said).difference(words))


def _slots(schema: GraphSchema) -> Iterator[Slot]:
    for label in schema.labels:
        for info in label.properties:
            if _is_closed(info, label.count):
                yield Slot(label.name, info.name)


def _is_closed(info: PropertyInfo, count: int) -> bool:
    few = 1 < info.distinct <= _FEW and info.distinct_is_exact and info.distinct * 2 <= count
    return few and info.type is ValueType.STRING and info.text_kind is None and not is_person_name(info.name)


def _carries(word: str) -> bool:
    return word in _NEGATORS or (word not in FUNCTION_WORDS and len(word) > 1)


def _content(word: str) -> str:
    return _NO if word in _NEGATORS else stem(word)


def _alike(said: str, word: str) -> bool:
    """Whether two stems are of one family: the same, or begun alike with endings of their own."""
    if said == word:
        return True
    shared = 0
    while shared < min(len(said), len(word)) and said[shared] == word[shared]:
        shared += 1
    return shared >= _ROOT and max(len(said), len(word)) - shared <= 3


def _in_quotes(hits: list[tuple[int, int]], tokens: tuple[Token, ...]) -> list[tuple[int, int]]:
    """The hits that stand in quotation marks, where any do: what is meant ends with them."""
    quoted = [hit for hit in hits if tokens[hit[0]].quoted]
    return quoted or hits


def _clusters(hits: list[tuple[int, int]]) -> Iterator[tuple[int, int, set[int], set[int]]]:
    """Hits close together: the first and last token, which words of the value they are, and by which tokens."""
    hits.sort()
    start = 0
    for number in range(1, len(hits) + 1):
        if number == len(hits) or hits[number][0] - hits[number - 1][0] > _APART:
            part = hits[start:number]
            yield part[0][0], part[-1][0], {place for _, place in part}, {position for position, _ in part}
            start = number


def _whole(mention: Mention, tokens: tuple[Token, ...]) -> Mention:
    """In quotation marks, all that stands in them is meant."""
    quotes = {token.quoted for token in tokens[mention.start : mention.end]}
    if len(quotes) != 1 or quotes == {0}:
        return mention
    inside = [number for number, token in enumerate(tokens) if token.quoted in quotes]
    return mention._replace(start=inside[0], end=inside[-1] + 1)
