"""Words of a question that mean nothing as they stand: parts of values, and likely slips of words that mean something.

A slip is one edit in a short word (a letter more, less, other, or two that changed places), two in a long one. What is
put right is said: `Mention.corrected` holds the word that was read instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from fingerpost.linking.common_pieces import whole_pieces
from fingerpost.linking.english import english, is_noun, is_role
from fingerpost.linking.lexicon import Lexicon
from fingerpost.linking.mentions import Mention
from fingerpost.linking.spelling_index import SHORTEST, edits
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import Token, normalise
from fingerpost.linking.valued import ValueLinker
from fingerpost.plans import VERBS, words

_PART = 0.62
"""The score of a value of which only a part was said."""
_OF_TEXT = 0.5
"""What is left of it where that part is quoted: a text that is looked for, rather than a name."""
_CORRECTED = 0.8
"""What is left of a score where a word was put right."""
_WORDS = 3
"""Most unknown words of a question whose spelling is looked into."""
_ALIKE = 84
"""How alike (0 to 100) short words must be, unless their letters are the same."""
_LONG = 6
"""The length from which one edit is enough to tell a slip from another word."""
_COMMON = 7
"""The length from which a word in lower case may be a slip of a name."""


class Corrector:
    """Puts the words of questions right."""

    def __init__(self, lexicon: Lexicon, values: ValueLinker) -> None:
        self._lexicon = lexicon
        self._values = values
        self._stems = sorted({phrase[0] for phrase in lexicon.phrases if len(phrase) == 1})

    def readings(self, question: str, tokens: tuple[Token, ...], covered: set[int]) -> Iterator[Mention]:
        """Readings of the words that nothing else covers."""
        unknown = [i for i, token in enumerate(tokens) if i not in covered and _is_word(token)]
        for index in unknown[:_WORDS]:
            token = tokens[index]
            if token.capitalised or token.quoted:
                start, end = _named(tokens, index)
                named = [t.norm for t in tokens[start:end]]
                yield from self._values.partial((start, end), named, _PART * (_OF_TEXT if token.quoted else 1))
            yield from self._misspelled(question, tokens, index)

    def _misspelled(self, question: str, tokens: tuple[Token, ...], index: int) -> Iterator[Mention]:
        token = tokens[index]
        if (token.stem,) in english().relations:
            return  # a word of English, though it means nothing here: "used" is no slip of "user"
        # Nor is a weight one of "height".
        most = 0 if is_noun(token.norm) or token.norm in (whole_pieces() or ()) else edits(len(token.norm))
        found = process.extract(token.stem, self._stems, scorer=OSA.distance, score_cutoff=most, limit=4)
        for name, _, _ in found if most else ():
            if not is_slip(token.stem, name):
                continue
            for entry in self._lexicon.lookup((name,)):
                if token.norm in words(entry.name).lower().split():
                    continue  # "fire" is a word of fireRating, and no slip of it written together
                score = entry.score * fuzz.ratio(token.stem, name) / 100 * _CORRECTED
                yield Mention(
                    entry.kind,
                    index,
                    index + 1,
                    entry.name,
                    score,
                    f"spelled like {name}",
                    entry.owners,
                    entry.of_relationship,
                    corrected=name,
                )
        yield from self._misspelled_value(question, tokens, index)

    def _misspelled_value(self, question: str, tokens: tuple[Token, ...], index: int) -> Iterator[Mention]:
        token = tokens[index]
        sure = token.capitalised or bool(token.quoted)
        alone = sure or len(token.norm) >= _COMMON
        for word, distance in self._values.index.misspelt(token.norm):
            if not is_slip(token.norm, word) or (distance > 1 and not sure):
                continue
            factor = fuzz.ratio(token.norm, word) / 100 * _CORRECTED
            for span, said in _around(tokens, index, word):
                if not alone and len(said) == 1:
                    continue  # a short word in lower case may be a slip inside a longer name: "goat chese"
                for mention in self._values.corrected(question, tokens, span, said):
                    yield mention._replace(score=mention.score * factor, corrected=_as_stored(mention, word))


def is_slip(said: str, word: str) -> bool:
    """Whether one word is likelier a slip of the other than a word of its own."""
    distance = OSA.distance(said, word)
    shortest = min(len(said), len(word))
    if distance == 0 or distance > edits(max(len(said), len(word))) or shortest < SHORTEST - 1:
        return False
    if distance > 1:
        return said[0] == word[0]
    return shortest >= _LONG or fuzz.ratio(said, word) >= _ALIKE or sorted(said) == sorted(word)


def _is_word(token: Token) -> bool:
    word = token.norm
    # A creator is no slip of creation, and what was eaten had no seats.
    known = word in FUNCTION_WORDS or word in _degrees() or is_role(word) or word in VERBS
    return len(word) >= SHORTEST and word.isalpha() and not known


@cache
def _degrees() -> frozenset[str]:
    """The comparatives and superlatives that are known: "older" is no holder."""
    known = english().adjectives
    stems = [*known, *(f"{word}{word[-1]}" for word in known)]
    stems += [word[:-1] for word in known if word.endswith("e")] + [f"{w[:-1]}i" for w in known if w.endswith("y")]
    return frozenset(f"{stem}{ending}" for stem in stems for ending in ("er", "est"))


def _named(tokens: tuple[Token, ...], index: int) -> tuple[int, int]:
    """A name about a word: the rest of a quotation, or initials before it."""
    start, end = index, index + 1
    if tokens[index].quoted:
        while end < len(tokens) and tokens[end].quoted == tokens[index].quoted:
            end += 1
        return start, end
    while start > 0 and len(tokens[start - 1].text) == 1 and tokens[start - 1].capitalised:
        start -= 1
    return start, end


def _as_stored(mention: Mention, word: str) -> str:
    """A word as the value writes it."""
    parts = str(mention.value).split()
    return next((part.strip(".,;:!?\"'()") for part in parts if normalise(part) == word), word)


def _around(tokens: tuple[Token, ...], index: int, word: str) -> Iterator[tuple[tuple[int, int], Sequence[str]]]:
    """The stretches of up to four words about a word, with another in its place."""
    for start in range(max(0, index - 3), index + 1):
        for end in range(index + 1, min(len(tokens), index + 4) + 1):
            words = [t.norm for t in tokens[start:end]]
            words[index - start] = word
            yield (start, end), words
