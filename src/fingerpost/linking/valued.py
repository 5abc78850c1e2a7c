"""Readings of stretches of a question as stored values, in every form that the value index knows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema
from fingerpost.linking import countries
from fingerpost.linking.codes import CODED, coded
from fingerpost.linking.english import is_people
from fingerpost.linking.english_words import is_english
from fingerpost.linking.literals import Literal
from fingerpost.linking.mentions import Mention
from fingerpost.linking.specialists import fields
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import Token, fold, is_ideographic, normalise, split_name, stem
from fingerpost.linking.thesaurus import SENSE
from fingerpost.linking.value_builder import MAX_CHARACTERS, MAX_WORDS
from fingerpost.linking.value_index import Slot, ValueIndex
from fingerpost.linking.value_keys import alike

_EXACT, _CASE, _SPELLED = 1.0, 0.97, 0.93
_MANNERS = {"same": 1.0, "plural": 0.88, "form": 0.85, "order": 0.8}
_JOINED = 0.9
"""The value differs in punctuation, blanks or leading zeros."""
_COUNTRY = 0.9
"""The country is said by what its people are called, or by another name; a code by what it stands for."""
_FIELD = 0.75
"""It is said who works in a field, and not the field."""
_JOINED_WORDS = 5
_REORDERED_WORDS = 4
_SENSE = 0.55
"""It is said otherwise, by words of the same sense."""
_FEW = 20
"""Most values of a property that tells what sort or in what state a thing is."""
_CODE = 4
"""Most letters of what is short for something."""
Span = tuple[int, int]


class ValueLinker:
    """Finds the values that questions name."""

    def __init__(self, index: ValueIndex, hidden: Collection[str]) -> None:
        self.index = index
        self._hidden = hidden

    def link(self, question: str, tokens: tuple[Token, ...], literals: Iterable[tuple[Span, Literal]]) -> list[Mention]:
        """Every reading of every stretch as a value."""
        wanted = _stretches(tokens, self.index.longest)
        moments: dict[str, Span] = {}
        for span, literal in literals:
            keys = tuple(moment_keys(literal))
            moments |= dict.fromkeys(keys, span)
            negative = literal.kind == "number" and isinstance(literal.value, (int, float)) and literal.value < 0
            if keys or negative:  # -1 is not 1
                wanted.pop(" ".join(token.norm for token in tokens[span[0] : span[1]]), None)
        found = self.index.lookup([*wanted, *moments])
        mentions: list[Mention] = []
        for phrase, readings in found.items():
            if phrase in moments:
                whole = ((*reading, 1.0) for reading in readings if not isinstance(reading[1], dt.datetime))
                mentions.extend(self._mentions(moments[phrase], whole))
                continue
            words = phrase.split(" ")
            for span in wanted[phrase]:
                mentions.extend(self._mentions(span, self._read(question, tokens, span, words, readings)))
        mentions.extend(self._joined(question, tokens, {(m.start, m.end, m.name, m.owners) for m in mentions}))
        known = {place for m in mentions for place in range(m.start, m.end)}
        mentions.extend([*self._countries(tokens, known), *self._coded(tokens, known)])  # Korean may be the language
        mentions.extend(self._specialists(tokens, {place for m in mentions for place in range(m.start, m.end)}))
        return mentions

    def _countries(self, tokens: tuple[Token, ...], known: Collection[int]) -> Iterator[Mention]:
        """Countries that are values here, by what else they or their people are called, where these are none."""
        taken = set(known)
        for start, end, other in countries.phrases([token.norm for token in tokens]):
            if not taken.isdisjoint(range(start, end)) or not tokens[start].capitalised:
                continue
            taken.update(range(start, end))
            for phrase, readings in self.index.lookup([*other.names, *other.codes]).items():
                code = phrase in other.codes and phrase not in other.names
                kept = (
                    (slot, cell, _COUNTRY)
                    for slot, cell in readings
                    if not code or countries.is_of_countries(slot.property)
                )
                yield from self._mentions((start, end), kept)

    def _coded(self, tokens: tuple[Token, ...], known: Collection[int]) -> Iterator[Mention]:
        """Values that are kept as codes and said by their names, or the other way round, where these are none."""
        taken = set(known)
        for start, end, ring in coded(tokens):
            if not taken.isdisjoint(range(start, end)) or tokens[start].quoted:
                continue
            found = self.index.lookup([*ring.names, *ring.codes])
            kept = [(s, c, _COUNTRY) for readings in found.values() for s, c in readings if ring.holds(s.property)]
            if kept:
                taken.update(range(start, end))
                yield from (m._replace(reason=CODED) for m in self._mentions((start, end), kept))

    def _specialists(self, tokens: tuple[Token, ...], known: set[int]) -> Iterator[Mention]:
        """People by the field that they work in, where that is a value of theirs."""
        said = {i: tuple(fields(t.norm)) for i, t in enumerate(tokens) if i not in known and not t.quoted}
        found = self.index.lookup({field for names in said.values() for field in names}) if any(said.values()) else {}
        for place, names in said.items():
            readings = [(slot, cell) for name in names for slot, cell in found.get(name, ())]
            whose = ((slot, cell, _FIELD) for slot, cell in readings if is_people(split_name(slot.owner)))
            yield from self._mentions((place, place + 1), whose)

    def called_otherwise(self, wanted: Mapping[Span, Collection[str]], schema: GraphSchema) -> Iterator[Mention]:
        """Values that are one of few of a property, for words of the same sense: guesses."""
        found = self.index.lookup({normalise(phrase) for phrases in wanted.values() for phrase in phrases})
        for span, phrases in wanted.items():
            readings = [reading for phrase in phrases for reading in found.get(normalise(phrase), ())]
            few = ((slot, cell, _SENSE) for slot, cell in dict.fromkeys(readings) if _is_of_few(slot, schema))
            yield from (mention._replace(cosine=SENSE) for mention in self._mentions(span, few))

    def _joined(self, question: str, tokens: tuple[Token, ...], known: set[object]) -> Iterator[Mention]:
        """Identifiers and names that are written together here and apart there."""
        wanted: dict[str, list[Span]] = {}
        together: dict[str, list[Span]] = {}
        for start, end in _identifiers(question, tokens):
            words = [token.norm for token in tokens[start:end]]
            wanted.setdefault(" ".join(words), []).append((start, end))
            if len(words) > 1:
                together.setdefault("".join(words), []).append((start, end))
        spans = [
            (wanted, self.index.lookup_joined(wanted)),
            (together, self.index.lookup(together) if together else {}),
        ]
        for said, found in spans:
            for phrase, readings in found.items():
                for span in said[phrase]:
                    scored = ((slot, cell, _JOINED) for slot, cell in readings)
                    for mention in self._mentions(span, scored):
                        if (mention.start, mention.end, mention.name, mention.owners) not in known:
                            yield mention

    def _read(
        self,
        question: str,
        tokens: tuple[Token, ...],
        span: Span,
        words: Sequence[str],
        readings: Iterable[tuple[Slot, Cell]],
    ) -> Iterator[tuple[Slot, Cell, float]]:
        start, end = span
        said = question[tokens[start].start : _signed_end(question, tokens[end - 1].end)]
        for slot, cell in readings:
            score = _agreement(said, words, cell)
            if end - start == 1 and not _is_state_of(tokens, start, slot.owner):
                score *= _single_word(tokens, start, cell)
            yield slot, cell, score

    def _mentions(self, span: Span, readings: Iterable[tuple[Slot, Cell, float]]) -> Iterator[Mention]:
        for slot, cell, score in readings:
            if slot.owner not in self._hidden and slot.property not in self._hidden and score > 0.1:
                yield value_mention(span, slot, cell, score, f"{slot.owner}.{slot.property} has it")

    def corrected(self, question: str, tokens: tuple[Token, ...], span: Span, words: Sequence[str]) -> list[Mention]:
        """Readings of a stretch in which a word was put right; `words` are the right ones."""
        readings = self.index.lookup([" ".join(words)]).get(" ".join(words), [])
        return list(self._mentions(span, self._read(question, tokens, span, words, readings)))

    def partial(self, span: Span, words: Sequence[str], score: float) -> Iterator[Mention]:
        """Values that these words are a part of."""
        initials = [word for word in words[:-1] if len(word) == 1]
        found = self.index.containing(words)
        said = "has one with these words"
        if initials and len(initials) == len(words) - 1:
            found, said = [*self.index.initialled(initials, words[-1]), *found], "has one of these initials"
        for slot, cell in found:
            if slot.owner not in self._hidden and slot.property not in self._hidden:
                yield value_mention(span, slot, cell, score, f"{slot.owner}.{slot.property} {said}")


_BEING = frozenset("is are was were".split())
_STILL = frozenset("still currently now all".split())
_NOW = frozenset("now right currently at today still and or".split())
"""Words that follow a sentence that is done: "out at the moment"."""


def without_everyday(mentions: Iterable[Mention], tokens: tuple[Token, ...], schema: GraphSchema) -> Iterator[Mention]:
    """The mentions without codes of many by words of English: countries that "lie" in Asia, where LIE is one's code."""
    for m in mentions:
        everyday = m.length == 1 and _is_code(m.value) and _is_everyday(tokens[m.start])
        if not everyday or _is_of_few(Slot(next(iter(m.owners)), m.name, m.of_relationship), schema):
            yield m


_SIGNS = frozenset("+-−#*")


def value_mention(span: Span, slot: Slot, cell: Cell, score: float, reason: str) -> Mention:
    """A reading of a stretch as a stored value."""
    return Mention(
        "value",
        *span,
        slot.property,
        score,
        reason,
        frozenset((slot.owner,)),
        slot.of_relationship,
        value=cell,
    )


def moment_keys(literal: Literal) -> list[str]:
    """The keys under which the index keeps a date or a clock time."""
    text = str(literal.value)
    if literal.kind == "date" and not text.startswith("--"):
        return [f"@{text[:10]}"]
    return [f"@{text[:5]}"] if literal.kind == "time" else []


def _stretches(tokens: tuple[Token, ...], longest: int) -> dict[str, list[Span]]:
    """Every stretch of no more words than values have, by its words."""
    wanted: dict[str, list[Span]] = {}
    count = len(tokens)
    for start, first in enumerate(tokens):
        most = min(longest, MAX_CHARACTERS if is_ideographic(first.norm) else MAX_WORDS)
        phrase = ""
        for end in range(start + 1, min(count, start + most) + 1):
            norm = tokens[end - 1].norm
            phrase = f"{phrase} {norm}" if phrase else norm
            if end > start + 1 or _may_be_value(tokens, start):
                wanted.setdefault(phrase, []).append((start, end))
    return wanted


def _may_be_value(tokens: tuple[Token, ...], place: int) -> bool:
    token = tokens[place]
    small = token.norm in FUNCTION_WORDS and token.norm not in _STATES
    return bool(token.quoted) or not small or _is_written_large(tokens, place)


_STATES = frozenset("let down up on off out over".split())
"""Small words that say of a thing in what state it is, right before its noun: "let plots", "the down machines"."""


def _is_state_of(tokens: tuple[Token, ...], place: int, owner: str) -> bool:
    """Whether such a word stands right before the noun for what has it as a value."""
    behind = tokens[place + 1 : place + 2]
    return tokens[place].norm in _STATES and [token.stem for token in behind] == [stem(split_name(owner)[-1])]


def _is_written_large(tokens: tuple[Token, ...], place: int) -> bool:
    """Whether a word that means little is a name by its capitals: "in IT", "grade A", not "A Room with a View"."""
    token = tokens[place]
    if not token.text.isupper() or len(token.text) > 1:
        return token.text.isupper()
    title = place + 1 < len(tokens) and tokens[place + 1].capitalised
    return token.norm == "a" and not title and any(before.text.islower() for before in tokens[:place])


def _is_predicate(tokens: tuple[Token, ...], place: int) -> bool:
    """Whether a word is all that is said of how something is: "which loans are out right now"."""
    before, behind = tokens[:place], tokens[place + 1 :]
    while before and before[-1].norm in _STILL:
        before = before[:-1]
    return bool(before) and before[-1].norm in _BEING and (not behind or behind[0].norm in _NOW)


def _identifiers(question: str, tokens: tuple[Token, ...]) -> Iterator[Span]:
    """Stretches that may be written together or apart: with a digit in them, or joined by a mark."""
    count = len(tokens)
    digits = [any(c.isdigit() for c in token.norm) for token in tokens]
    for start in range(count):
        digit, joined = False, True
        for end in range(start + 1, min(count, start + _JOINED_WORDS) + 1):
            digit = digit or digits[end - 1]
            if end > start + 1:
                gap = question[tokens[end - 2].end : tokens[end - 1].start]
                joined = joined and gap.strip() == gap
                if not gap.isascii() or len(gap) > 3:
                    break
            if digit or (joined and len(tokens[start].norm) + end - start > 4):
                yield start, end


def _agreement(said: str, words: Sequence[str], cell: Cell) -> float:
    """How well the words of a stretch are a value's own."""
    if not isinstance(cell, str):
        return _EXACT if words[0] == str(cell) else _JOINED if words[0].isdigit() else 0.0
    stored = normalise(cell).split(" ")
    manner = alike(words, stored)
    if manner is None or (manner == "order" and len(words) > _REORDERED_WORDS):
        return 0.0
    if (
        manner == "form"
        and len(words) == 1
        and not words[0].isdigit()
        and any(c.isdigit() for c in words[0] + stored[0])
    ):
        return 0.0  # "three" alone is a number, not the value 3
    return _MANNERS[manner] * _likeness(said, cell)


def _likeness(said: str, cell: str) -> float:
    if said == cell:
        return _EXACT
    return _CASE if fold(said) == fold(cell) else _SPELLED


def _signed_end(question: str, end: int) -> int:
    """The end of a word with the signs right behind it: "O+", "C#"."""
    last = end
    while last < len(question) and question[last] in _SIGNS:
        last += 1
    return last if last == len(question) or not question[last].isalnum() else end


def _single_word(tokens: tuple[Token, ...], place: int, cell: Cell) -> float:
    """How far one word can be trusted to be a value: little where it is a common word in lower case."""
    token = tokens[place]
    if token.norm in FUNCTION_WORDS and not token.quoted:
        if _is_predicate(tokens, place) and token.norm == cell:
            return 0.85
        return 0.6 if token.text == cell and _is_written_large(tokens, place) else 0.0
    if token.quoted:
        return 1.0
    if token.norm.isdigit():
        return 0.55 if len(token.norm) < 4 else 0.8
    if any(c.isdigit() for c in token.norm):
        return 1.0
    if isinstance(cell, str) and cell[:1].isupper() and not token.capitalised:
        return 0.6
    return 0.95 if token.capitalised else 0.85


def _is_code(cell: Cell) -> bool:
    """Whether a value is a short one in capitals."""
    return isinstance(cell, str) and cell.isalpha() and cell.isupper() and len(cell) <= _CODE


def _is_everyday(token: Token) -> bool:
    """Whether a word is one of English, in small letters."""
    return token.text.islower() and not token.quoted and is_english(token.norm)


def _is_of_few(slot: Slot, schema: GraphSchema) -> bool:
    """Whether the values of a property are a few that many things share."""
    held = schema.relationship_by_type.get(slot.owner) if slot.of_relationship else schema.label_by_name.get(slot.owner)
    info = held.by_name.get(slot.property) if held is not None else None
    return info is not None and info.distinct <= min(_FEW, info.present - 1)
