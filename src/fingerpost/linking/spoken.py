"""What the names of a graph say where their spelling does not tell: `tbl_order`, `gradepoint`, `cust` with a pack.

`split_name` splits a name by its spelling. For the names of one graph it can be told better (`text.speaking`): without
what all names begin with, parted where two words are written as one, and written out where a pack says what is meant.
Common words are those of the package `wordllama` (extra `meaning`); without it, only the beginnings are taken away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.common_pieces import whole_pieces
from fingerpost.linking.english import english, written_out
from fingerpost.linking.english_words import is_english
from fingerpost.linking.pack import Pack
from fingerpost.linking.text import SpokenNames, singulars, split_name, tokenise

_MOST_OF_THEM = 0.8
"""The share of names that begin alike from which on this beginning says nothing."""
_LEAST_NAMES = 3
_SHORTEST = 5
"""Letters of a word that may be two."""
_SHORTEST_OWN, _SHORTEST_FIRST = 4, 3
"""Letters of a part that is a word of another name, and of one that is a common word."""
_KEYS = {"id": "id", "no": "number", "num": "number", "nr": "number", "number": "number", "code": "code"}
_ENDS = {**_KEYS, "name": "name", "nm": "name", "title": "title", "type": "type", "date": "date"}
"""What follows the first letters of a label in the names of its properties: what tells things apart, and other."""
_ROUNDS = 3
"""How often words that were found are looked for in other names."""


def spoken_names(schema: GraphSchema, pack: Pack) -> SpokenNames:
    """The words of those names of a graph that say something else than their spelling.

    None where the pack is for many graphs: it knows their names.
    """
    if pack.general:
        return SpokenNames({})
    kinds = (
        [label.name for label in schema.labels],
        [relationship.type for relationship in schema.relationships],
        sorted(schema.property_names),
    )
    said = (pack.labels, {name: each.forward for name, each in pack.relations.items()}, pack.properties)
    parts = Parts(
        [word for names in kinds for name in names for word in split_name(name)], whole_pieces() or frozenset()
    )
    found: dict[str, tuple[str, ...]] = {}
    for names, phrases in zip(kinds, said, strict=True):
        for name, words in _undecorated(names).items():
            phrase = next(iter(phrases.get(name, ())), None)
            spoken = parts.of_all(words) if phrase is None or not _is_short_for(words, phrase) else _words(phrase)
            if spoken != split_name(name):
                found[name] = spoken
    prefixed = {name: words for name, words in _prefixed(schema).items() if name not in pack.properties}
    found |= {name: parts.of_all(words) for name, words in prefixed.items()}
    for name, spoken in _initialled(schema, parts).items():
        if name not in pack.properties:
            found.setdefault(name, spoken)
    return SpokenNames(found, {name: _without_first(name) for name in prefixed})


def _prefixed(schema: GraphSchema) -> dict[str, tuple[str, ...]]:
    """Properties that begin with what is short for their label, as nearly all of this label do: `cu_town` of Customer,
    `wk_since` of Worker. `order_date` of Order begins with a word that people say."""
    found: dict[str, tuple[str, ...]] = {}
    for label in schema.labels:
        words = split_name(label.name)
        split = {info.name: split_name(info.name) for info in label.properties}
        first = Counter(each[0] for each in split.values() if len(each) > 1)
        short, count = first.most_common(1)[0] if first else ("", 0)
        if count >= max(_LEAST_NAMES, _MOST_OF_THEM * len(split)) and short not in words and _stands_for(short, words):
            found |= {name: each[1:] for name, each in split.items() if len(each) > 1 and each[0] == short}
    return found


def _without_first(name: str) -> str:
    """A name without its first word, as it is written."""
    return name[len(split_name(name)[0]) :].lstrip("_- ")


def _stands_for(short: str, words: Sequence[str]) -> bool:
    """Whether letters are short for some words: for the first, for all as one, or by the first letters of all."""
    return any(letters_of(short, long) for long in (*words[:1], "".join(words)))


def _initialled(schema: GraphSchema, parts: Parts) -> dict[str, tuple[str, ...]]:
    """Properties that begin with the first letters of their label, as databases call them: `empno` of Employee, `aid`
    of Aircraft. What is a common word besides must be a key."""
    found: dict[str, tuple[str, ...]] = {}
    for label in schema.labels:
        words = split_name(label.name)
        for info in label.properties:
            split = split_name(info.name)
            end = next((end for end in _ENDS if len(split) == 1 and split[0].endswith(end)), None)
            first = "" if end is None else split[0][: -len(end)]
            if end is None or not first or split[0] in english().abbreviations or not _begins(words, first):
                continue
            is_key = info.distinct == label.count > 1 and label.share(info.name) == 1.0
            if is_key if end in _KEYS else not parts.is_common(split[0]):
                found.setdefault(info.name, (*words, _ENDS[end]))
    return found


def _begins(words: Sequence[str], letters: str) -> bool:
    """Whether letters begin the first of some words, or all of them."""
    return bool(words) and (words[0].startswith(letters) or "".join(word[0] for word in words) == letters)


def _undecorated(names: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """The words of names without the one that nearly all of them begin with."""
    split = {name: split_name(name) for name in names}
    first = Counter(words[0] for words in split.values() if len(words) > 1)
    word, count = first.most_common(1)[0] if first else ("", 0)
    if count < max(_LEAST_NAMES, _MOST_OF_THEM * len(split)):
        return split
    return {name: words[1:] if len(words) > 1 and words[0] == word else words for name, words in split.items()}


def _words(phrase: str) -> tuple[str, ...]:
    return tuple(token.norm for token in tokenise(phrase))


def _is_short_for(words: Sequence[str], phrase: str) -> bool:
    """Whether the words of a name are abbreviations of those of a phrase: `cust_nm` of "customer name"."""
    long = _words(phrase)
    return len(long) == len(words) and tuple(words) != long and all(map(letters_of, words, long))


def letters_of(short: str, long: str) -> bool:
    """Whether a word has only letters of another, in their order, and begins as it does."""
    letters = iter(long)
    return short[:1] == long[:1] and all(letter in letters for letter in short)


_PARTICLES = frozenset("to by in of on at for from with".split())
"""What the names of relations end in: `assignedto`."""
_SHORTEST_VERB = 4


class Parts:
    """The words that are written as one in the names of a graph, by common words and by the words of other names."""

    def __init__(self, words: Iterable[str], common: Set[str]) -> None:
        self._common = common
        self._own: set[str] = set()
        given = set(words) if common else set()
        for _ in range(_ROUNDS):
            found = {part for word in given for part in self.of(word)}
            found |= {single for word in found for single in singulars(word)[:1]}
            if found <= self._own:
                break
            self._own |= found

    def of_all(self, words: Iterable[str]) -> tuple[str, ...]:
        """The parts of several words."""
        return tuple(part for word in words for part in self.of(word))

    def of(self, word: str) -> tuple[str, ...]:
        """The parts of a word; the word itself if it has none.

        Either the last part is one with which many names end, or a word of another name, and what stands before it is
        known; or the first is a word of another name, and what follows is known.
        """
        if word in english().shorthand:
            return (written_out(word),)
        if (
            word in english().whole
            or len(word) < _SHORTEST
            or not (word.isascii() and word.isalpha())
            or self.is_common(word)
        ):
            return (word,)
        for place in range(_SHORTEST_FIRST, len(word) - 1):
            first, last = word[:place], word[place:]
            done = last in _PARTICLES and place >= _SHORTEST_VERB and not is_english(word)  # a lesson is not "less on"
            ends = last in english().endings or self._is_own(last) or done
            begins = self._is_own(first)
            before = self._known(first) if ends else None
            behind = self._known(last) if begins and len(last) >= _SHORTEST else None
            if before is not None:
                return (*before, last)
            if behind is not None:
                return (first, *behind)
        return (word,)

    def _known(self, part: str) -> tuple[str, ...] | None:
        """The parts of a part that is a word, or several; None if it is neither."""
        if part in self._common or part in self._own:
            return (part,)
        parts = self.of(part)
        return parts if len(parts) > 1 else None

    def is_common(self, word: str) -> bool:
        return word in self._common or any(single in self._common for single in singulars(word))

    def _is_own(self, part: str) -> bool:
        return len(part) >= _SHORTEST_OWN and part in self._own
