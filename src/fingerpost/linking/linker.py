"""Linking a question: every reading of every stretch of words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rapidfuzz import fuzz, process

from fingerpost.core.cells import Cell
from fingerpost.linking.display import PERSON_NAMES
from fingerpost.linking.lexicon import LONGEST, Entry, Lexicon
from fingerpost.linking.literals import literals
from fingerpost.linking.mentions import Linked, Mention
from fingerpost.linking.pack_words import PackWords
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import Token, fold, quotations, singulars, tokenise
from fingerpost.linking.value_index import MAX_WORDS, Slot, ValueIndex

_EXACT, _CASE, _SPELLED, _PLURAL, _PREFIX = 1.0, 0.97, 0.93, 0.88, 0.62
_FUZZY_CUTOFF = 84
_FUZZY_WORDS = 3
"""Most unknown words of a question whose spelling is looked into."""


class Linker:
    """Links questions to one graph."""

    def __init__(self, lexicon: Lexicon, index: ValueIndex) -> None:
        self._lexicon = lexicon
        self._index = index
        self._hidden = frozenset(lexicon.pack.hidden)
        self._pack_words = PackWords(lexicon.schema, lexicon.pack)

    def link(self, question: str) -> Linked:
        """Every mention in a question."""
        tokens = tokenise(question)
        found = [*self._names(tokens), *self._literals(question, tokens), *self._pack_words.mentions(tokens)]
        names = {(m.start, m.end) for m in found if m.kind in ("label", "property", "relation") and m.score >= 0.6}
        found.extend(_doubted(mention, tokens, names) for mention in self._values(question, tokens))
        covered = {i for mention in found for i in range(mention.start, mention.end)}
        unknown = [i for i, token in enumerate(tokens) if i not in covered and _worth_correcting(token)]
        found.extend(self._corrected(question, tokens, unknown))
        found = [*_whole_quotations(found, tokens), *self._texts(question, tokens)]
        labels = [mention for mention in found if mention.kind == "label"]
        found = [_owned(mention, tokens, labels) if mention.kind == "property" else mention for mention in found]
        found = _coordinated(found, tokens)
        found.sort(key=lambda mention: (mention.start, -mention.end, -mention.score))
        return Linked(question, tokens, tuple(found))

    def _names(self, tokens: tuple[Token, ...]) -> Iterator[Mention]:
        """Labels, properties and relations, by their phrases."""
        count = len(tokens)
        for start in range(count):
            for end in range(start + 1, min(count, start + LONGEST) + 1):
                for entry in self._entries(tokens, start, end):
                    score = entry.score
                    if end - start == 1:
                        if entry.kind != "relation" and tokens[start].norm in FUNCTION_WORDS:
                            continue
                        score *= _as_noun(tokens, start, entry.kind)
                    yield Mention(
                        entry.kind,
                        start,
                        end,
                        entry.name,
                        score,
                        entry.reason,
                        entry.owners,
                        entry.of_relationship,
                        definite=start > 0 and tokens[start - 1].norm in _DEFINITE,
                        words=max(1, sum(token.norm not in FUNCTION_WORDS for token in tokens[start:end])),
                        way=entry.way,
                    )

    def _entries(self, tokens: tuple[Token, ...], start: int, end: int) -> Iterator[Entry]:
        """The meanings of a stretch of words, articles inside it left out: "scored a goal"."""
        stems = tuple(token.stem for token in tokens[start:end])
        yield from self._lexicon.lookup(stems)
        if end - start > 2 and any(token.norm in _ARTICLES for token in tokens[start + 1 : end - 1]):
            inner = tuple(t.stem for t in tokens[start + 1 : end - 1] if t.norm not in _ARTICLES)
            yield from self._lexicon.lookup((stems[0], *inner, stems[-1]))

    def _literals(self, question: str, tokens: tuple[Token, ...]) -> Iterator[Mention]:
        for literal in literals(question):
            span = _span(tokens, literal.start, literal.end)
            if span is not None:
                yield Mention(literal.kind, *span, "", 1.0, "a literal", value=literal.value, literal=literal)

    def _texts(self, question: str, tokens: tuple[Token, ...]) -> Iterator[Mention]:
        """What stands in quotation marks, as it is."""
        for start, end in quotations(question):
            span = _span(tokens, start, end)
            if span is not None:
                yield Mention("text", *span, "", 1.0, "quoted", value=question[start:end])

    def _values(self, question: str, tokens: tuple[Token, ...]) -> Iterator[Mention]:
        """Stored values, by their normalised text; plurals and possessives too."""
        wanted: dict[str, list[tuple[int, int, float]]] = {}
        count = len(tokens)
        for start in range(count):
            words: list[str] = []
            for end in range(start + 1, min(count, start + MAX_WORDS) + 1):
                last = tokens[end - 1]
                wanted.setdefault(" ".join((*words, last.norm)), []).append((start, end, 1.0))
                for singular in singulars(last.norm):
                    wanted.setdefault(" ".join((*words, singular)), []).append((start, end, _PLURAL))
                words.append(last.norm)
        for literal in literals(question):
            span = _span(tokens, literal.start, literal.end)
            if span is not None and literal.kind in ("date", "time"):
                length = 10 if literal.kind == "date" else 5
                key = f"@{str(literal.value)[:length]}"
                wanted.setdefault(key, []).append((*span, 1.0))
                written = " ".join(token.norm for token in tokens[span[0] : span[1]])
                wanted.pop(written, None)
        found = self._index.lookup(list(wanted))
        for key, readings in found.items():
            for start, end, factor in wanted[key]:
                yield from self._read(question, tokens, start, end, readings, factor)

    def _read(
        self,
        question: str,
        tokens: tuple[Token, ...],
        start: int,
        end: int,
        readings: Iterable[tuple[Slot, Cell]],
        factor: float,
    ) -> Iterator[Mention]:
        said = question[tokens[start].start : tokens[end - 1].end]
        for slot, cell in readings:
            if slot.owner in self._hidden or slot.property in self._hidden:
                continue
            score = factor * _likeness(said, cell)
            if end - start == 1:
                score *= _single_word(tokens[start], cell)
            if score > 0.1:
                reason = f"{slot.owner}.{slot.property} has it"
                owners = frozenset((slot.owner,))
                yield Mention(
                    "value", start, end, slot.property, score, reason, owners, slot.of_relationship, value=cell
                )

    def _corrected(self, question: str, tokens: tuple[Token, ...], unknown: list[int]) -> Iterator[Mention]:
        """Readings of words that mean nothing as they are: values that begin with them, and likely misspellings."""
        for index in unknown[:_FUZZY_WORDS]:
            token = tokens[index]
            if token.capitalised or token.quoted:
                end = index + 1
                while end < len(tokens) and tokens[end].quoted == token.quoted and token.quoted:
                    end += 1
                norm = " ".join(t.norm for t in tokens[index:end])
                for _, slot, cell in self._index.starting_with(norm):
                    reason = f"{slot.owner}.{slot.property} has one that begins so"
                    yield Mention(
                        "value", index, end, slot.property, _PREFIX, reason, frozenset((slot.owner,)), value=cell
                    )
            yield from self._misspelled(question, tokens, index)

    def _misspelled(self, question: str, tokens: tuple[Token, ...], index: int) -> Iterator[Mention]:
        token = tokens[index]
        names = {" ".join(phrase): phrase for phrase in self._lexicon.phrases if len(phrase) == 1}
        for name, ratio, _ in process.extract(
            token.stem, list(names), scorer=fuzz.ratio, score_cutoff=_FUZZY_CUTOFF, limit=2
        ):
            for entry in self._lexicon.lookup(names[name]):
                score = entry.score * ratio / 100 * 0.8
                reason = f"spelled like {name}"
                yield Mention(
                    entry.kind, index, index + 1, entry.name, score, reason, entry.owners, entry.of_relationship
                )
        if not (token.capitalised or token.quoted):
            return  # a common word is no misspelt name
        near = process.extract(token.norm, self._index.words, scorer=fuzz.ratio, score_cutoff=_FUZZY_CUTOFF, limit=3)
        for word, ratio, _ in near:
            for start, end, key in _around(tokens, index, word):
                for readings in self._index.lookup([key]).values():
                    yield from self._read(question, tokens, start, end, readings, ratio / 100 * 0.8)


def _whole_quotations(mentions: Iterable[Mention], tokens: tuple[Token, ...]) -> Iterator[Mention]:
    """What stands in quotation marks is meant as a whole, not word by word."""
    for mention in mentions:
        quoted = {token.quoted for token in tokens[mention.start : mention.end]}
        if quoted == {0}:
            yield mention
        elif len(quoted) == 1:
            number = next(iter(quoted))
            before = mention.start > 0 and tokens[mention.start - 1].quoted == number
            after = mention.end < len(tokens) and tokens[mention.end].quoted == number
            person = mention.kind == "value" and mention.name in PERSON_NAMES and mention.score > 0.9
            if person or (not before and not after):
                yield mention


_SURE = 0.9
"""Least score of a label that surely was meant."""
_NOT_ITS = 0.7
"""What is left of a property's score where what it is said to be of does not have it."""
_BETWEEN = frozenset("of for from the a an all each every any that this these those their its his her such in".split())


def _owned(mention: Mention, tokens: tuple[Token, ...], labels: Iterable[Mention]) -> Mention:
    """A property with the labels that stand beside it as its owner: "the team's name", "the names of all teams"."""
    near, followed, others = set(), set(), False
    for label in labels:
        owns = label.name in mention.owners
        if owns and label.start == mention.end:
            followed.add(label.name)
        between = tokens[mention.end : label.start] if label.start >= mention.end else None
        joined = between is not None and len(between) > 0 and all(token.norm in _BETWEEN for token in between)
        if label.end == mention.start or (joined and between is not None and between[0].norm in ("of", "for", "from")):
            if owns:
                near.add(label.name)
            others = others or (not owns and joined and label.score >= _SURE)
    if not near and not followed:
        return replace(mention, score=mention.score * _NOT_ITS) if others else mention
    return replace(mention, near=frozenset(near), followed=frozenset(followed))


_AND = frozenset("and or as well along with their its the".split())


def _coordinated(mentions: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """ "The names and models of all starships": what is said of the last property holds for those before it."""
    by_start: dict[int, list[Mention]] = {}
    for mention in mentions:
        if mention.kind == "property" and mention.near:
            by_start.setdefault(mention.start, []).append(mention)
    if not by_start:
        return mentions
    result = []
    for mention in sorted(mentions, key=lambda m: -m.start):
        if mention.kind == "property" and not mention.near:
            after = mention.end
            while after < len(tokens) and tokens[after].norm in _AND and after - mention.end < 3:
                after += 1
            near = frozenset(label for other in by_start.get(after, ()) for label in other.near) & mention.owners
            if near:
                mention = replace(mention, near=near)
                by_start.setdefault(mention.start, []).append(mention)
        result.append(mention)
    return result


def _doubted(mention: Mention, tokens: tuple[Token, ...], names: set[tuple[int, int]]) -> Mention:
    """A common word that names something in the schema is hardly meant as a value, unless it is written like one."""
    token = tokens[mention.start]
    written = token.quoted or (token.capitalised and mention.start > 0)
    if mention.length > 1 or written or (mention.start, mention.end) not in names:
        return mention
    return replace(mention, score=mention.score * 0.4)


def _around(tokens: tuple[Token, ...], index: int, word: str) -> Iterator[tuple[int, int, str]]:
    """The stretches of up to four words about a corrected word."""
    for start in range(max(0, index - 3), index + 1):
        for end in range(index + 1, min(len(tokens), index + 4) + 1):
            words = [t.norm for t in tokens[start:end]]
            words[index - start] = word
            yield start, end, " ".join(words)


def _as_noun(tokens: tuple[Token, ...], index: int, kind: str) -> float:
    """A word after an article or a number is a noun: no relation. A participle is hardly a label."""
    if kind == "relation" and index > 0:
        before = tokens[index - 1]
        return 0.55 if before.norm in _DETERMINERS or before.numeric else 1.0
    if kind != "relation" and tokens[index].norm.endswith(("ed", "ing")):
        return 0.6
    return 1.0


_ARTICLES = frozenset("a an the any some all his her their its".split())
_DEFINITE = frozenset("the these those that this their such said corresponding respective same each".split())
_DETERMINERS = frozenset(
    "the a an any many some all each every of which what no these those this that more most".split()
)


def _span(tokens: tuple[Token, ...], start: int, end: int) -> tuple[int, int] | None:
    """The tokens that a stretch of characters covers."""
    inside = [i for i, token in enumerate(tokens) if token.start < end and token.end > start]
    return (inside[0], inside[-1] + 1) if inside else None


def _likeness(said: str, cell: Cell) -> float:
    if not isinstance(cell, str):
        return _EXACT
    if said == cell:
        return _EXACT
    return _CASE if fold(said) == fold(cell) else _SPELLED


def _single_word(token: Token, cell: Cell) -> float:
    """How far one word can be trusted to be a value: little where it is a common word in lower case."""
    if token.norm in FUNCTION_WORDS and not token.quoted:
        return 0.6 if token.text == cell and token.text.isupper() and len(token.text) > 1 else 0.0
    if token.quoted:
        return 1.0
    if token.norm.isdigit():
        return 0.55 if len(token.norm) < 4 else 0.8
    if any(c.isdigit() for c in token.norm):
        return 1.0
    if isinstance(cell, str) and cell[:1].isupper() and not token.capitalised:
        return 0.6
    return 0.95 if token.capitalised else 0.85


def _worth_correcting(token: Token) -> bool:
    return len(token.norm) >= 4 and token.norm.isalpha() and token.norm not in FUNCTION_WORDS
