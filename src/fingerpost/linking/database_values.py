"""The value index of a database with too many values to copy: those that were left there are looked up there.

What is asked of the index is asked of the database as well, for the properties that were left: candidates by the words
of the question, which are then held against the same keys. A database that has only an index of whole values finds
them as names are usually written, with capitals.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from pathlib import Path

from fingerpost.linking import spelling_index
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import normalise
from fingerpost.linking.value_index import MAX_READINGS, Reading, Slot, ValueIndex
from fingerpost.linking.value_keys import compact_key, phrase_key
from fingerpost.stores import FindsValues, Found, Holding, Place

_CANDIDATES = 200
_LONGEST = 6
"""Words of a value that is looked up in the database: nobody knows how many its longest has."""
_KEPT = 64
"""Questions whose candidates are remembered: one question asks several times for the same words."""


class DatabaseValues(ValueIndex):
    """A value index of which some properties are in the database. Raises StoreError where that cannot be asked."""

    def __init__(self, folder: Path, database: FindsValues, places: Collection[Place]) -> None:
        super().__init__(folder)
        self._database, self._places = database, frozenset(places)
        self._kept: OrderedDict[frozenset[str], list[Found]] = OrderedDict()
        self._keeping = threading.Lock()

    def lookup(self, phrases: Iterable[str]) -> dict[str, list[Reading]]:
        """The values that may be meant by phrases (see `ValueIndex.lookup`)."""
        wanted = list(phrases)
        said = [phrase for phrase in wanted if phrase and not phrase.startswith("@")]
        return self._with_theirs(super().lookup(wanted), said, phrase_key)

    def lookup_joined(self, phrases: Iterable[str]) -> dict[str, list[Reading]]:
        """The values that differ in punctuation and blanks (see `ValueIndex.lookup_joined`)."""
        wanted = [phrase for phrase in phrases if phrase]
        return self._with_theirs(super().lookup_joined(wanted), wanted, compact_key)

    def _with_theirs(
        self, found: dict[str, list[Reading]], phrases: Sequence[str], key: Callable[[Sequence[str]], int]
    ) -> dict[str, list[Reading]]:
        by_key: dict[int, list[Reading]] = {}
        for place, text in self._candidates(phrases):
            by_key.setdefault(key(normalise(text).split(" ")), []).append((Slot(*place), text))
        for phrase in phrases if by_key else ():
            theirs = by_key.get(key(phrase.split(" ")), ())
            if theirs:
                found[phrase] = [*found.get(phrase, ()), *theirs][:MAX_READINGS]
        return found

    def _candidates(self, phrases: Sequence[str]) -> list[Found]:
        """Values of the database with some of the words of phrases, the likeliest first."""
        words = frozenset(word for phrase in phrases for word in phrase.split(" ")) - FUNCTION_WORDS
        if not words:
            return []
        with self._keeping:
            known = next((held for asked, held in self._kept.items() if words <= asked), None)
        if known is not None:
            return known
        spelled = [form for phrase in phrases for form in (phrase, phrase.title(), phrase.capitalize(), phrase.upper())]
        found = self._database.find(sorted(words), Holding.ANY, self._places, _CANDIDATES)
        found += self._database.equal(list(dict.fromkeys(spelled)), self._places, _CANDIDATES)
        with self._keeping:
            self._kept[words] = found
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return found

    def containing(self, words: Sequence[str], limit: int = 8) -> list[Reading]:
        """Values with all of these words among others (see `ValueIndex.containing`)."""
        phrase = " ".join(words)
        theirs = []
        for place, text in self._database.find(words, Holding.ALL, self._places, _CANDIDATES):
            norm = normalise(text)
            if norm != phrase and set(words) <= set(norm.split(" ")):
                theirs.append((not norm.startswith(f"{phrase} "), len(norm), norm, place, text))
        theirs.sort()
        readings: list[Reading] = [(Slot(*place), text) for *_, place, text in theirs]
        return [*super().containing(words, limit), *readings][:limit]

    def has_word(self, word: str) -> bool:
        """Whether a folded word is one of a value's."""
        return super().has_word(word) or any(
            word in normalise(text).split(" ") for _, text in self._database.find([word], Holding.ALL, self._places, 5)
        )

    def misspelt(self, word: str, limit: int = 3) -> list[tuple[str, int]]:
        """The words of values that a word may be a slip of (see `ValueIndex.misspelt`)."""
        ours = super().misspelt(word, limit)
        most = spelling_index.edits(len(word))
        if not most or not word.isalpha():
            return ours
        found = self._database.find([word], Holding.LIKE, self._places, _CANDIDATES)
        counts: dict[str, int] = {}
        for _, text in found:
            for each in normalise(text).split(" "):
                counts[each] = counts.get(each, 0) + 1
        theirs = spelling_index.nearest(word, list(counts.items()), most, limit)
        known = {candidate for candidate, _ in ours}
        both = [*ours, *(each for each in theirs if each[0] not in known)]
        return sorted(both, key=lambda each: each[1])[:limit]

    @cached_property
    def longest(self) -> int:
        """How many words the value of most words has; of those in the database, what is looked up."""
        return max(super().longest, _LONGEST)
