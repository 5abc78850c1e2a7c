"""Words, stems and names of passages and questions."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import Stemmer

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
STOP = frozenset(
    """a an the of in on at to for from by with and or is was were are be been being do does did has have had who whom
    whose what which when where why how that this these those it its his hers her their he she they i you we me my your
    our as than then there into about after before during between both same one many much more most other name not no
    also first if so but such can could will would may any some all out up down over under again only very just am
    please tell show give find""".split()
)
"""Words that say nothing about what a passage is about."""
_OF_TEXTS = """according apply applies clause clauses describe described document documents documentation guidance
    guideline guidelines instruction instructions manual manuals mention mentions mentioned prescribe prescribed
    provision provisions regulation regulations requirement requirements rule rules said say says spec specs
    specification specifications""".split()
"""Words for what texts are and do: they ask for a text about the other words of a question."""
_DEMANDS = "must need needs needed require requires required shall should want wants wanted expect expects".split()
_JOINS = frozenset("of the de la le du da van von der and for in al el di del bin ibn on to at a".split())
_GAP = re.compile(r"[ .\-–'’&]{1,3}")
_POSSESSIVE = ("'s", "’s")
_PARENTHESIS = re.compile(r"\s*\([^)]*\)\s*$")
_LEAD = re.compile(
    r"^\W*(?:The\s+)?(\S.{1,79}?)\s*"
    r"(?:\(|,|;|\bis\b|\bwas\b|\bare\b|\bwere\b|\brefers\b|\bhas\b|\bhad\b|\bborn\b)"
)
_MOST_NAME_WORDS = 8
_MOST_OF_A_PERSON = 4
_OPENING = 300
_ARTICLES = frozenset(("the", "a", "an"))
_CAPITALISED = r"((?:[A-Z][\w.'’-]*)(?:\s+(?:[A-Z][\w.'’-]*|of|de|van|von|the))*)"
_ALSO = re.compile(
    r"\b(?:also|better|commonly|often|professionally) (?:known|called|referred to)(?: simply)? (?:as )?[\"“]?"
    + _CAPITALISED
    + r"|\b(?:born|née|né|nicknamed|formerly|abbreviated(?: as)?) [\"“]?"
    + _CAPITALISED
)
_STEMMER = Stemmer.Stemmer("english")


class Token(NamedTuple):
    """A word in lower case without a possessive ending, and its characters in the text."""

    word: str
    start: int
    end: int


class Phrase(NamedTuple):
    """A name in a text: its words in lower case, joined by spaces, and its characters in the text."""

    name: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """The words of a text."""
    return [Token(_plain(m.group()), m.start(), m.end()) for m in WORD.finditer(text)]


def _plain(word: str) -> str:
    return without_accents((word[:-2] if word.endswith(_POSSESSIVE) else word).lower())


def without_accents(word: str) -> str:
    """A word with plain Latin letters for those with accents; letters of other scripts stay."""
    if word.isascii():
        return word
    parts = ((letter, unicodedata.normalize("NFKD", letter)) for letter in word)
    return "".join(plain[0] if plain[0].isascii() and plain[0].isalpha() else letter for letter, plain in parts)


def stems(text: str) -> list[str]:
    """The stems of the words that carry meaning, in order."""
    return [found for found in map(_meaning, WORD.findall(text)) if found]


@lru_cache(maxsize=200_000)
def _meaning(word: str) -> str:
    """The stem of a word as it is written; "" where it carries no meaning."""
    plain = _plain(word)
    return "" if plain in STOP else stem(plain)


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The stem of one word in lower case."""
    return str(_STEMMER.stemWord(word))


OF_TEXTS = frozenset(map(stem, _OF_TEXTS))
DEMANDS = frozenset(map(stem, _DEMANDS))
"""Words for what is to be: a text may say so in many ways."""


def normal(name: str) -> str:
    """A name as names are compared: words in lower case."""
    return " ".join(token.word for token in tokens(name))


def names_of(title: str, text: str) -> set[str]:
    """The names that a passage is about: its title, and the subject of its first sentence."""
    found = {normal(title), normal(_PARENTHESIS.sub("", title))} if title else set()
    lead = _LEAD.match(text[:200])
    if lead and lead.group(1)[0].isupper() and len(lead.group(1).split()) <= _MOST_NAME_WORDS:
        found.add(normal(lead.group(1)))
    opening = text[:_OPENING]
    found.update(normal(match.group(1) or match.group(2)) for match in _ALSO.finditer(opening))
    return {name for whole in found for name in _variants(whole) if len(name) > 2 and name not in STOP}


def _variants(name: str) -> Iterator[str]:
    """A name, without its article, without initials, and without what stands between first and last name."""
    words = name.split()
    yield name
    if words and words[0] in _ARTICLES:
        words = words[1:]
        yield " ".join(words)
    short = [word for word in words if len(word) > 1]
    if len(short) > 1:
        yield " ".join(short)
    if 2 < len(words) <= _MOST_OF_A_PERSON and not _JOINS.intersection(words) and name.replace(" ", "").isalpha():
        yield f"{words[0]} {words[-1]}"


def phrases(text: str) -> Iterator[Phrase]:
    """The capitalised phrases of a text, each as long as it goes."""
    words = [(m.group(), m.start(), m.end()) for m in WORD.finditer(text)]
    at = 0
    while at < len(words):
        if not words[at][0][0].isupper():
            at += 1
            continue
        last = _end_of(words, at, text)
        first = at
        while first < last and words[first][0].lower() in STOP:
            first += 1
        name = " ".join(_plain(word) for word, _, _ in words[first : last + 1])
        if first < last or (len(name) > 2 and name not in STOP):
            yield Phrase(name, words[first][1], words[last][2])
        at = last + 1


def _end_of(words: list[tuple[str, int, int]], at: int, text: str) -> int:
    """The index of the last word of the phrase that starts at a word."""
    last = at
    for following in range(at + 1, len(words)):
        word, start, _ = words[following]
        gap = text[words[following - 1][2] : start]
        if not _GAP.fullmatch(gap) or (". " in gap and len(words[following - 1][0]) > 3):
            break
        if word[0].isupper() or word[0].isdigit():
            last = following
        elif word.lower() not in _JOINS or following - last > 2:
            break
    return last
