"""Keys of the value index: what values are found by, whichever of their usual forms a question writes them in.

A key is the sum of 64-bit hashes of the words of a text, each brought to a form that its plural, its leading zeros and
its numeral share, in any order. So "Smith, John" and "John Smith" share a key, "Smiths" and "Smith", "World War II"
and "world war two", "007" and "7". Which of these it was, whoever looks up tells by comparing the texts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b

from fingerpost.linking.text import is_ideographic, singulars
from fingerpost.plans import NOUNS

_CARDINALS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
).split()
ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
"""The ordinals in words, each at the place that it says."""
_ROMAN = {"ii": "2", "iii": "3", "iv": "4", "vi": "6", "vii": "7", "viii": "8", "ix": "9", "xi": "11", "xii": "12"}
"""Roman numerals that are hardly anything else."""
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_NUMERALS = {
    **{word: str(number) for number, word in enumerate(_CARDINALS)},
    **{
        word: f"{number}{'th' if number in (11, 12, 13) else _ENDINGS.get(number % 10, 'th')}"
        for number, word in enumerate(ORDINALS)
    },
    **_ROMAN,
}
_ZEROS = re.compile(r"0(?<!\d0)0*(?=\d)")
"""Leading zeros. That it begins with a letter lets the engine skip to the next zero."""


_BITS = 2**63 - 1
_HASH = blake2b(digest_size=8)
"""Of nothing yet: a copy is made in half the time of another."""
_SHORT = 4
_SHORTEST_PLURAL = 3
_HELD = 300_000
"""Most hashes of words that are held while an index is built."""


def word_key(word: str) -> str:
    """What a folded word has in common with its plural, its numeral and its form without leading zeros."""
    known = _KNOWN.get(word)
    if known is not None:
        return known
    return _without_ending(word) if word.isalpha() else (word.lstrip("0") or "0") if word.isdigit() else word


def _without_ending(word: str) -> str:
    if len(word) <= 3:
        return word
    if word.endswith("men"):
        word = f"{word[:-2]}an"
    if word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    if word.endswith("y"):
        return f"{word[:-1]}i"
    return f"{word[:-1]}v" if word.endswith("f") else word


_KNOWN = {plural: _without_ending(noun) for plural, noun in NOUNS.items()} | _NUMERALS


class _Hashes(dict[str, int]):
    """The hashes of words: worked out once, but for those of identifiers, of which each value has its own."""

    def __missing__(self, word: str) -> int:
        found = hashed(word_key(word))
        if len(word) <= _SHORT or word.isalpha():
            if len(self) >= _HELD:
                self.clear()
            self[word] = found
        return found


_hash_of = _Hashes().__getitem__


def phrase_key(words: Sequence[str]) -> int:
    """The key of a phrase, by its folded words."""
    if len(words) == 1:
        return _hash_of(words[0])
    if max(words) >= "\u1100" and any(map(is_ideographic, words)):
        return hashed(" ".join(map(word_key, words)))
    return sum(map(_hash_of, words)) & _BITS


def plain_singular_key(words: Sequence[str]) -> int | None:
    """The key of a phrase without the "s" of its last word, where that has another: "Amys", "the 1500s"."""
    last = words[-1]
    if len(last) <= _SHORTEST_PLURAL or not last.endswith("s") or last.endswith("ss"):
        return None
    return None if word_key(last) == word_key(last[:-1]) else phrase_key([*words[:-1], last[:-1]])


def compact(words: Sequence[str]) -> str:
    """The words as one, without leading zeros: how "INV-00042", "inv 42" and "INV42" are alike."""
    joined = "".join(words)
    return _ZEROS.sub("", joined) if "0" in joined else joined


def compact_key(words: Sequence[str]) -> int:
    """The key of words that are written together in one place and apart in another."""
    return key_of_compact(compact(words))


def key_of_compact(text: str) -> int:
    """The key of words that were made one by `compact`."""
    return hashed(f"#{text}")


def hashed(text: str) -> int:
    """A hash of 63 bits that is the same in every process; texts that share one by chance are told apart by `alike`."""
    hash_ = _HASH.copy()
    hash_.update(text.encode("utf-8", "surrogatepass"))
    return int.from_bytes(hash_.digest(), "big") & _BITS


def alike(said: Sequence[str], stored: Sequence[str]) -> str | None:
    """How the words of a question are those of a value: "same", "plural", "form" or "order"; None where they are not.

    "plural" is a plural that was said for a singular, "form" any other form of a number or a noun.
    """
    if list(said) == list(stored):
        return "same"
    if len(said) != len(stored):
        return None
    if list(said[:-1]) == list(stored[:-1]) and stored[-1] in singulars(said[-1]):
        return "plural"
    ours, theirs = [word_key(word) for word in said], [word_key(word) for word in stored]
    if ours == theirs:
        return "form" if all(map(_are_forms, said, stored)) else None
    return "order" if sorted(ours) == sorted(theirs) else None


def _are_forms(one: str, other: str) -> bool:
    """Whether two words of one key are forms of one word: "made" and "Mad" are not, though they share a key."""
    if one == other or not (one.isalpha() and other.isalpha()):
        return True
    known = one in _KNOWN or other in _KNOWN
    plural = other in singulars(one) or one in singulars(other)
    return known or plural or not set(singulars(one)).isdisjoint(singulars(other))
