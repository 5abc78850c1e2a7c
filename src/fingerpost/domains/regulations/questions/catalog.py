"""The instruments of a corpus by everything that people call them: titles, numbers, chapters, abbreviations."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Final

from fingerpost.domains.regulations.loader.instruments import BY_TITLE
from fingerpost.domains.regulations.questions.spelling import KIND_WORDS, is_kind_word, nearest, of_province
from fingerpost.linking import commonness

AMENDMENT: Final = "Amendment"
_FRENCH_FILE: Final = "french.toml"
_SMALL: Final = frozenset(
    "the of and to for in on or by with respecting an a la le les l de des du d et sur en".split()
)
_WORD: Final = re.compile(r"[^\W_]+(?:\.\d+)*", re.UNICODE)
_NO_TITLES: Final = _SMALL | KIND_WORDS
_NUMBERS: Final = re.compile(
    r"\b(?:SOR|SI|DORS|TR)[/ -]\d{2,4}-\d+\b|\bC\.?R\.?C\.?,? (?:ch?\.? ?)?\d+\b"
    r"|\b(?:R\.?S\.?C\.?|S\.?C\.?|L\.?C\.?|L\.?R\.?C\.?)[, ]*(?:\(?\d{4}\)?)[, ]+"
    r"(?:chap(?:ter|\.)?|ch?\b\.?) ?[A-Z]?-?\d+(?:\.\d+)*\b"
    r"|\b\d{4}, (?:c|ch)\. ?\d+\b|\b[A-Z]-\d+(?:\.\d+)?\b",
)
_ABBREVIATION: Final = re.compile(
    r"\b(?![IVXLC]+\b)([A-Z]{2,6})\b(?: (?i:act|regulations?|regs?|plan|rules|order|code)\b)?"
)
"""Capitals, but no Roman number."""
_SMALL_ABBREVIATION: Final = re.compile(r"\b([a-z]{2,6}) (?:act|regulations?|regs?|plan|rules|order|code)\b")
_SMALL_WITH_ARTICLE: Final = re.compile(r"(?<=\bthe )[a-z]{3,6}\b")

_CRC: Final = re.compile(r"\bc\.?r\.?c\b\.?")
_STATUTES: Final = re.compile(r"\b(?:r\.?s\.?c|s\.?c|l\.?r\.?c|l\.?c)\b\.?")
_CHAPTER: Final = re.compile(r"\b(?:chap(?:ter)?|ch?)\b(?!-)\.?")
_REGS: Final = re.compile(r" regs?$")
_IN_BRACKETS: Final = re.compile(r"(?<=\w)\s*\([^()]*\)$")
_YEAR: Final = re.compile(r",? \d{4}$")
_LONGEST_MISSPELT: Final = 8
"""Words of a title, at most, that is looked for without capitals."""
_JOINING: Final = frozenset("of and respecting".split())
"""Small words within a title, before which no other title ends."""
_PARTS: Final = frozenset("section sections part parts schedule provisions regulations".split())


@dataclass(frozen=True, slots=True)
class Title:
    """One instrument: `label` is Act, Regulation or Stub, `identifier` its key in the graph, `long` its long title."""

    identifier: str
    title: str
    label: str
    language: str = "en"
    number: str = ""
    long: str = ""


@dataclass(frozen=True, slots=True)
class Mention:
    """A stretch of a question (character offsets) that names instruments; several where the name is ambiguous.

    None of them means that it reads like the title of a law that the corpus does not have.
    """

    start: int
    end: int
    titles: tuple[Title, ...]


Subject = tuple[tuple[str, ...], Title]
"""What an instrument is about, word by word: its title without its year and the words for a kind of law."""


class Catalog:
    """Finds instruments in questions. A near title is taken for a typo only where every word of it is near."""

    def __init__(self, titles: Iterable[Title]) -> None:
        self.all = tuple(titles)
        self._names: dict[tuple[str, ...], list[Title]] = {}
        self._undated: dict[tuple[str, ...], list[Title]] = {}
        """Titles without their years, or what stands in brackets behind them, which mean what no title is whole."""
        self._short: dict[str, list[Title]] = {}
        self._wider: dict[str, list[Title]] = {}
        """Initials with those of small words, which mean what no other initials do: "ATIA"."""
        self._numbers: dict[str, list[Title]] = {}
        subjects = {subject for found in self.subjects.values() for subject, _ in found}
        for title in self.all:
            # "Old Age Security", cited without a link, is no name of its own beside the act of that subject
            if not (title.identifier.startswith(BY_TITLE) and tuple(_words(title.title)) in subjects):
                self._add(title)
        self._names = {**self._undated, **self._names}
        self._english = {
            title.identifier: title for titles_ in self._names.values() for title in titles_ if title.language == "en"
        }
        self._french = {
            title.identifier.partition(":")[0]: title
            for title in self.all
            if title.identifier.endswith(":fr") and title.label != "Stub"
        }
        self._longest = max((len(name) for name in self._names), default=0)
        self._by_length: dict[int, list[tuple[str, ...]]] = {}
        for name in self._names:
            self._by_length.setdefault(len(name), []).append(name)

    def _add(self, title: Title) -> None:
        short = _IN_BRACKETS.sub("", _YEAR.sub("", title.title))
        for names, name in () if title.label == AMENDMENT else ((self._names, title.title), (self._undated, short)):
            key = tuple(_words(name))
            if key:
                _put(names, key[1:] if key[0] in ("the", "la", "le") and len(key) > 1 else key, title)
        long = tuple(_words(title.long))
        for key in (long, long[1:] if long[:1] == ("an",) else ()):
            if key:
                _put(self._names, key, title)
        for short in () if title.label == AMENDMENT else abbreviations(title.title):
            _put(self._short, short, title)
        for short in () if title.label == AMENDMENT else wider_abbreviations(title.title):
            _put(self._wider, short, title)
        if title.label == AMENDMENT:
            _put(self._numbers, _number(title.number), title)
        elif title.label != "Stub":
            for number in (title.number, title.identifier.partition(":")[0]):
                if number:
                    _put(self._numbers, _number(number), title)

    @cached_property
    def titles(self) -> dict[str, str]:
        """The titles of instruments by their identifiers."""
        return {title.identifier: title.title for title in self.all}

    @cached_property
    def labels(self) -> dict[str, str]:
        """The labels of instruments (Act, Regulation, Stub) by their identifiers."""
        return {title.identifier: title.label for title in self.all}

    @cached_property
    def subjects(self) -> dict[str, list[Subject]]:
        """The subjects of the instruments that are loaded, by their first words."""
        found: dict[str, list[Subject]] = {}
        for title in self.all:
            words = [word for word in _words(title.title) if not word.isdigit()]
            while words and words[-1] in KIND_WORDS:
                words.pop()
            if words and title.label in ("Act", "Regulation"):
                found.setdefault(words[0], []).append((tuple(words), title))
        return found

    def french(self, title: Title) -> Title:
        """The French text of an instrument, where it is loaded."""
        return self._french.get(title.identifier, title)

    def english(self, title: Title) -> Title:
        """The English text of a French one, where it is loaded: relations are the instrument's, not a text's."""
        return self._english.get(title.identifier.partition(":")[0], title)

    def find(self, question: str) -> list[Mention]:
        """The mentions of a question, in their order, none inside another."""
        found = [*self._numbered(question), *self._titled(question), *self._abbreviated(question)]
        if not found:
            found = [
                Mention(match.start(), match.end(), _distinct(self._short[match[0]]))
                for match in _SMALL_WITH_ARTICLE.finditer(question)
                if match[0] in self._short and match[0] not in commonness()
            ]
        found.sort(key=lambda mention: (not mention.titles, -(mention.end - mention.start)))
        kept: list[Mention] = []
        for mention in found:
            if all(mention.end <= other.start or other.end <= mention.start for other in kept):
                kept.append(mention)
        return sorted(kept, key=lambda mention: mention.start)

    def _numbered(self, question: str) -> list[Mention]:
        found = []
        for match in _NUMBERS.finditer(question):
            titles = self._numbers.get(_number(match[0]))
            if titles:
                found.append(Mention(match.start(), match.end(), _distinct(titles)))
            elif "/" in match[0]:
                found.append(Mention(match.start(), match.end(), ()))
        return found

    def _titled(self, question: str) -> list[Mention]:
        tokens = [(match.start(), match.end(), _folded(match[0])) for match in _WORD.finditer(question)]
        tokens = [(start, end, "regulations" if word == "regs" else word) for start, end, word in tokens]
        found: list[Mention] = []
        first = 0
        while first < len(tokens):
            best = self._longest_title(tokens, first, written=question[tokens[first][0]].isupper())
            if best is not None:
                last, titles = best
                start, end = tokens[first][0], _closed(question, tokens[first][0], tokens[last][1])
                another = of_province(question, start, end)
                if another is not None:
                    found.append(Mention(*another, ()))
                elif not _goes_on_before(question, tokens, first):
                    found.append(Mention(start, end, _distinct(titles)))
                first = last + 1
            else:
                first += 1
        rest = question  # what no title covers: a law beside a known one may be unknown
        for mention in found:
            rest = f"{rest[: mention.start]}{';' * (mention.end - mention.start)}{rest[mention.end :]}"
        found.extend(self._near(question, start, end) for start, end in _capitalised(rest))
        return found or self._misspelt(tokens)

    def _misspelt(self, tokens: list[tuple[int, int, str]]) -> list[Mention]:
        """The one title that words without capitals misspell, in a question that names no other."""
        words = tuple(word for _, _, word in tokens)
        for last, word in enumerate(words):
            for first in range(max(0, last - _LONGEST_MISSPELT + 1), last) if is_kind_word(word) else ():
                part = words[first : last + 1]
                near = nearest(part, self._by_start.get((len(part), part[0][0]), ()))
                if len(near) == 1 and near[0] != part:
                    return [Mention(tokens[first][0], tokens[last][1], _distinct(self._names[near[0]]))]
        return []

    @cached_property
    def _by_start(self) -> dict[tuple[int, str], list[tuple[str, ...]]]:
        """The titles by how many words they have, and the letter that they begin with."""
        found: dict[tuple[int, str], list[tuple[str, ...]]] = {}
        for name in self._names:
            found.setdefault((len(name), name[0][:1]), []).append(name)
        return found

    def _longest_title(
        self, tokens: list[tuple[int, int, str]], first: int, *, written: bool
    ) -> tuple[int, list[Title]] | None:
        """The longest title from a token on. Without a word for a law, it must be `written` as a name."""
        for length in range(min(self._longest, len(tokens) - first), 0, -1):
            words = tuple(word for _, _, word in tokens[first : first + length])
            titles = self._names.get(words)
            if titles and (written or not KIND_WORDS.isdisjoint(words)) and (length > 1 or words[0] not in _NO_TITLES):
                more, longer = self._going_on(words, tokens[first + length :])
                return first + length + more - 1, longer or titles
        return None

    def _going_on(self, words: tuple[str, ...], after: list[tuple[int, int, str]]) -> tuple[int, list[Title]]:
        """How many words go on from a title to the subject of others ("CPP Investment Board"), and those others."""
        following = tuple(word for _, _, word in after)
        found: list[Title] = []
        more = 0
        for subject, title in self.subjects.get(words[0], ()):
            rest = subject[len(words) :]
            if len(rest) >= max(more, 1) and subject[: len(words)] == words and following[: len(rest)] == rest:
                found, more = ([*found, title] if len(rest) == more else [title]), len(rest)
        return more, found

    def _near(self, question: str, start: int, end: int) -> Mention:
        """The instrument whose title a stretch misspells; none where a word of it is another word."""
        words = tuple(_words(question[start:end]))
        for cut in range(len(words) - 1):
            part = words[cut:]
            near = nearest(part, self._by_length.get(len(part), ()))
            if len(near) == 1 and (cut == 0 or _is_apart(words[:cut])):
                return Mention(start, end, _distinct(self._names[near[0]]))
        return Mention(start, end, ())

    def _abbreviated(self, question: str) -> list[Mention]:
        found = []
        for match in [*_ABBREVIATION.finditer(question), *_SMALL_ABBREVIATION.finditer(question)]:
            if match[1] in _SMALL | _OPENERS or (match[1].islower() and match[1] in commonness()):
                continue
            for text in (match[0], match[0].split()[0]):
                short = _REGS.sub(" regulation", _folded(text))
                titles = self._short.get(short.removesuffix("s") if " " in short else short) or self._wider.get(short)
                if titles:
                    found.append(self._with_more(question, match.start(), match.start() + len(text), titles))
                    break
        return found

    def _with_more(self, question: str, start: int, end: int, titles: list[Title]) -> Mention:
        """The mention of an abbreviation, with the words after it where both are the subject of another."""
        after = [(match.start(), match.end(), _folded(match[0])) for match in _WORD.finditer(question, end)]
        for title in titles:
            words = tuple(_words(title.title))
            more, longer = self._going_on(words, after)
            if not longer and words[-1] in KIND_WORDS:  # "EI Fishing Regulations"
                more, longer = self._going_on(words[:-1], after)
            if longer:
                kind = more < len(after) and (is_kind_word(after[more][2]) or after[more][2] in ("reg", "regs"))
                return Mention(start, after[more - (not kind)][1], _distinct(longer))
        return Mention(start, end, _distinct(titles))


def french_titles(titles: Sequence[Title]) -> list[Title]:
    """The French titles of instruments that are known by English ones alone."""
    table = tomllib.loads((files(__package__) / _FRENCH_FILE).read_text(encoding="utf-8"))
    held = {title.identifier for title in titles}
    return [
        Title(f"{identifier}:fr", french, "Stub", "fr")
        for identifier, french in table.items()
        if identifier in held and f"{identifier}:fr" not in held
    ]


def abbreviations(title: str) -> set[str]:
    """Short forms of a title, folded: "ei act", "eia", "ei" of the Employment Insurance Act."""
    words = [
        word
        for word in (part.strip("()[],") for part in _YEAR.sub("", title).split())
        if _folded(word) not in _SMALL and word[:1].isalpha()
    ]
    if len(words) < 2 or len(words) > 7:
        return set()
    last = _folded(words[-1])
    initials = "".join(word[0] for word in words).casefold()
    if last not in KIND_WORDS:
        return {initials}
    head = initials[:-1]
    found = {initials}
    if len(head) >= 2:
        found |= {f"{head} {last.removesuffix('s')}"}
        if last in ("act", "plan", "loi", "regime"):
            found.add(head)
    return found


def wider_abbreviations(title: str) -> set[str]:
    """Initials with those of small words ("ATIA"), and of the parts of French words ("LAE": assurance-emploi)."""
    words = [_folded(word) for word in _WORD.findall(_YEAR.sub("", title)) if word[:1].isalpha()]
    if len(words) < 3 or len(words) > 9:
        return set()
    long = [word for word in words if word not in _SMALL]
    return {"".join(word[0] for word in kept) for kept in (words, long) if 3 <= len(kept) <= 6}


def _goes_on_before(question: str, tokens: list[tuple[int, int, str]], first: int) -> bool:
    """Whether a capitalised word before a title makes it another law's: "Ontario Employment Insurance Act"."""
    if first < 2:
        return False
    low, high, word = tokens[first - 1]
    own = question[low:high]
    if word in _JOINING and question[high : tokens[first][0]] == " ":  # "Freedom of Information and Protection of ..."
        before = question[tokens[first - 2][0] : tokens[first - 2][1]]
        if (
            first > 2
            and before[:1].isupper()
            and not before.isupper()
            and tokens[first - 2][2] not in _NO_TITLES | _OPENERS
        ):
            return tokens[first - 2][2] not in _PARTS
    together = question[high : tokens[first][0]] == " "
    return own[:1].isupper() and together and word not in _SMALL | _OPENERS and not own.isupper()


def _closed(question: str, start: int, end: int) -> int:
    """The end of a title, with the bracket that closes one in it."""
    is_open = question.count("(", start, end) > question.count(")", start, end)
    return end + 1 if is_open and question[end:][:1] == ")" else end


def _put(index: dict, key: object, title: Title) -> None:  # type: ignore[type-arg]
    titles = index.setdefault(key, [])
    if title not in titles:
        titles.append(title)


def _distinct(titles: list[Title]) -> tuple[Title, ...]:
    """The titles of a name: those loaded, else those cited by a link; English before French of the same instrument."""
    linked = [title for title in titles if not title.identifier.startswith(BY_TITLE)]
    loaded = [title for title in titles if title.label not in ("Stub", AMENDMENT)] or linked or titles
    english = {title.identifier for title in loaded if title.language == "en"}
    return tuple(
        title for title in loaded if title.language == "en" or title.identifier.partition(":")[0] not in english
    )


def _capitalised(question: str) -> list[tuple[int, int]]:
    """Runs of capitalised words that end in a word for a law: they read like titles."""
    found = []
    pattern = r"(?:[A-ZÀ-Ý][\w’'-]*|of|and|the|to|for|in|on|or|respecting|de|du|des|la|le|sur|et|l’|d’)"
    for match in re.finditer(rf"\b[A-ZÀ-Ý][\w’'-]*(?:,? {pattern})*", question):
        words = match[0].split()
        while words and not is_kind_word(_folded(words[-1])):
            words.pop()
        while words and _folded(words[0]) in _OPENERS:
            words.pop(0)
        while words and _folded(words[0]) in _SMALL:
            words.pop(0)
        if len(words) > 1:
            text = " ".join(words)
            start = question.find(words[0], match.start())
            found.append((start, start + len(text)))
    found.extend(match.span() for match in _FRENCH_TITLE.finditer(question))
    return found


_FRENCH_TITLE: Final = re.compile(
    r"\b(?:Loi|Règlement|Décret|Régime|Code) (?:sur|de|du|des|concernant|relatif|relative)\b[^,;?!.]*?"
    r"(?=\s*(?:[,;?!.]|$| (?:et|ou|qui|que|a|est|sont|cite|depuis|en|(?:le|au) \d\w*)\b))"
    r"|\bCode (?:criminel|civil|pénal|canadien d(?:u|e la|e) \w+)\b"
)
_OPENERS: Final = frozenset(
    "what which who does do did has have is are was were how when list show find give name tell can must in and quels "
    "quelles quelle quel qui est sont combien quand under enabling parent amending".split()
)


def _is_apart(before: tuple[str, ...]) -> bool:
    """Whether words before a title are no part of it: "Regulations of the", but not "Protection of"."""
    return before[-1] in ("the", "la", "le") or (
        before[-1] in _SMALL and all(word in _SMALL | KIND_WORDS | _OPENERS | _PARTS for word in before)
    )


def _folded(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def words_of(text: str) -> list[tuple[str, int, int]]:
    """The words of a text without case and accents, with their places."""
    return [(_folded(match[0]), match.start(), match.end()) for match in _WORD.finditer(text)]


def _words(text: str) -> list[str]:
    return [_folded(match[0]) for match in _WORD.finditer(text)]


def _number(text: str) -> str:
    """A number or chapter without its punctuation: "SOR/96-332" and "SOR-96-332" are alike."""
    plain = _CRC.sub("crc c.", text.casefold()).replace("c., c.", "c.").replace("c. c.", "c.")
    plain = _CHAPTER.sub(" c. ", _STATUTES.sub(" ", plain.replace("dors", "sor").replace("tr/", "si/")))
    return re.sub(r"[^a-z0-9.]+", " ", plain).strip(" .")
