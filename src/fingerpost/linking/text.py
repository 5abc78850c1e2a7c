"""Questions as tokens: runs of letters and digits, with where they stand and their stems."""

from __future__ import annotations

import itertools
import re
import threading
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import Stemmer

from fingerpost.plans import BASE_FORMS, NOUNS, apart_from_unit, plain_names

_RUN = re.compile(r"[^\W_]+", re.UNICODE)
_PLAIN = bytes(ord(chr(code).lower()) if chr(code).isalnum() and code < 128 else 32 for code in range(256))
"""What becomes of each character of ASCII: letters small, all but letters and digits blank."""
_APOSTROPHES = "'’´`"
_CLITIC_S = re.compile(rf"[\"”]?[{_APOSTROPHES}][sS](?![^\W_])")
_PLURAL_CLITIC = re.compile(rf"[{_APOSTROPHES}](?![^\W_])")
_INVISIBLE = frozenset("\u00ad\u200c\u200d\u2060\ufeff")
"""Characters that are not seen and do not part a word: soft hyphens, joiners, a byte order mark."""
_IDEOGRAPHIC = (
    "\u2e80-\u2fdf\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f"
    "\U00020000-\U0003134f"
)
_SYLLABLE = "[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?"
_OWN_WORD = f"(?:[{_IDEOGRAPHIC}]|{_SYLLABLE})"
_IS_OWN_WORD = re.compile(_OWN_WORD)
"""Characters that are words by themselves: nothing parts words where they are written, or endings are joined on."""
_SPELLED_OUT = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i", "ŧ": "t"}
_WHOLE_LETTERS = str.maketrans(_SPELLED_OUT | {small.upper(): plain for small, plain in _SPELLED_OUT.items()})
"""Letters that people without them on their keyboards write otherwise, though no accent can be taken off them."""
_CAMEL = re.compile(
    r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z](?!s(?![a-z]))[a-z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])"
)
_TYPE = re.compile(
    r":(?:int|integer|long|short|byte|float|double|number|bool|boolean|char|string|date|time|datetime|localtime|"
    r"localdatetime|duration|point)(?:\[\])?$",
    re.IGNORECASE,
)
"""The type behind a column's name, as headers of CSV files have it."""


@dataclass(frozen=True, slots=True)
class Token:
    """A run of letters and digits: as written, normalised, stemmed; `start` and `end` are character offsets.

    `possessive` marks a token that "'s" (or a plural's "'") follows. `quoted` numbers the quotation it stands in, from
    1; 0 is none.
    """

    text: str
    norm: str
    stem: str
    start: int
    end: int
    possessive: bool = False
    quoted: int = 0

    @property
    def capitalised(self) -> bool:
        return self.text[:1].isupper()

    @property
    def numeric(self) -> bool:
        return self.norm.isdigit()


def fold(text: str) -> str:
    """Case, accents and what is not seen away: "Müller" and "MULLER" are alike, however they are encoded."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.translate(_WHOLE_LETTERS))
    return "".join(c for c in plain if not unicodedata.combining(c) and c not in _INVISIBLE).casefold()


def normalise(text: str) -> str:
    """The words of a text as `tokenise` reads them, joined by one space: the key of the value index."""
    if text.isascii() and "'" not in text and "`" not in text:
        return " ".join(text.encode().translate(_PLAIN).decode().split())
    return " ".join(word for start, end in _runs(text) for word in _words(text[start:end]))


def _run(text: str) -> re.Pattern[str]:
    """What a word is in this text: letters and digits, with the marks on them and what is not seen between them."""
    if text.isascii():
        return _RUN
    inside = {c for c in text if c in _INVISIBLE or (c > "\x7f" and unicodedata.category(c)[0] == "M")}
    apart = _IS_OWN_WORD.search(text) is not None
    if not inside and not apart:
        return _RUN
    return _run_of("".join(sorted(inside)), apart)


@lru_cache(maxsize=100)
def _run_of(inside: str, apart: bool) -> re.Pattern[str]:
    marks = f"[{re.escape(inside)}]" if inside else "(?!)"
    if not apart:
        return re.compile(rf"[^\W_](?:[^\W_]|{marks})*")
    letter = rf"(?!{_OWN_WORD})[^\W_]"
    return re.compile(rf"{_OWN_WORD}{marks}*|{letter}(?:{letter}|{marks})*")


def is_ideographic(word: str) -> bool:
    """Whether a folded word is one character of a script that does not part words."""
    return word >= "\u1100" and _IS_OWN_WORD.match(word) is not None


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """Where the words of a text stand, the "s" of "Anna's" left out."""
    last = -1
    for found in _run(text).finditer(text):
        start, end = found.span()
        if last >= 0 and end == start + 1 and text[start] in "sS":
            clitic = _CLITIC_S.match(text, last)
            if clitic is not None and clitic.end() == end:
                continue
        last = end
        yield start, end


def _words(run: str) -> list[str]:
    """A run folded. It is one word but for the few characters that stand for several: "½" is 1 and 2."""
    folded = fold(run)
    whole = folded.isalnum() and (len(folded) == 1 or folded < "\u1100" or not is_ideographic(folded))
    return [folded] if whole else _run(folded).findall(folded)


_stemming = threading.Lock()


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The stem of a folded English word, by the Snowball stemmer (Porter 2); irregular forms by a table."""
    word = BASE_FORMS.get(word, word)
    if len(word) <= 2 or not word.isalpha():
        return word
    with _stemming:  # a stemmer keeps the word that it is at
        return str(_STEMMER.stemWord(word))


_STEMMER = Stemmer.Stemmer("english", 0)
"""Without a cache of its own: `stem` has one."""


_QUOTES = re.compile(r"\"([^\"]+)\"|“([^”]+)”|(?<![\w])'((?:[^']|'(?=\w))+)'(?!\w)|‘([^’]+)’|`([^`]+)`")


def quotations(text: str) -> list[tuple[int, int]]:
    """Character spans of what stands in quotation marks, the marks left out."""
    spans = []
    for found in _QUOTES.finditer(text):
        group = next(i for i, part in enumerate(found.groups(), 1) if part is not None)
        spans.append(found.span(group))
    return spans


def tokenise(text: str) -> tuple[Token, ...]:
    """The tokens of a question. A character that stands for several words ("½") gives a token for each."""
    quoted = quotations(text)
    tokens: list[Token] = []
    for start, end in _runs(text):
        raw = text[start:end]
        possessive = _CLITIC_S.match(text, end) is not None or (
            raw[-1] in "sS" and _PLURAL_CLITIC.match(text, end) is not None and all(end != b for _, b in quoted)
        )
        inside = next((i for i, (a, b) in enumerate(quoted, 1) if a <= start and end <= b), 0)
        words = _words(raw)
        for number, norm in enumerate(words, 1):
            tokens.append(Token(raw, norm, stem(norm), start, end, possessive and number == len(words), inside))
    return tuple(tokens)


_ID_WITHIN = re.compile(r"(?<=[a-z])ID(?=[a-z]{2})")
"""An id with a role after it: `teamIDwinner`."""
_NO_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType({})
_NONE_PLAIN: Mapping[str, str] = MappingProxyType({})
_spoken: ContextVar[Mapping[str, tuple[str, ...]]] = ContextVar("spoken names", default=_NO_NAMES)


class SpokenNames(dict[str, tuple[str, ...]]):
    """The words of names that say something else than their spelling. `plain` are those names that only have something
    before them that says nothing, without it."""

    def __init__(self, words: Mapping[str, tuple[str, ...]], plain: Mapping[str, str] = _NONE_PLAIN) -> None:
        super().__init__(words)
        self.plain = plain


@contextmanager
def speaking(names: Mapping[str, tuple[str, ...]]) -> Iterator[None]:
    """While a graph is read, `split_name` gives these words for its names where their spelling does not tell them
    (`linking.spoken`), and answers call them so. It holds for the thread or task that enters it."""
    spoken = _spoken.set(names)
    shown = plain_names.set(names.plain if isinstance(names, SpokenNames) else _NONE_PLAIN)
    try:
        yield
    finally:
        plain_names.reset(shown)
        _spoken.reset(spoken)


def unwritten(at: int, *words: str) -> tuple[Token, ...]:
    """Tokens for words that nobody wrote, at a place of the question; none for an empty one."""
    return tuple(Token(word, word, stem(word), at, at) for word in words if word)


def split_name(name: str) -> tuple[str, ...]:
    """The words of a schema name: `HAS_PHONE`, `PhoneCall`, `phoneNo`, `release_date:long` split as people say them."""
    spoken = _spoken.get().get(name)
    return _split(name) if spoken is None else spoken


def joined_name(name: str) -> str:
    """The words of a schema name as one: "lastname" for `lastName`, `LAST_NAME` and `last name`."""
    return "".join(split_name(name))


@lru_cache(maxsize=20_000)
def _split(name: str) -> tuple[str, ...]:
    plain = _ID_WITHIN.sub(" ID ", apart_from_unit(_TYPE.sub("", name)).replace("_", " "))
    words = tuple(word for run in _run(plain).findall(plain) for part in _parts(run) for word in _words(part))
    return words or ((name,) if name else ())  # a name without letters, such as "->", is a word


def _parts(run: str) -> list[str]:
    """A run cut where small letters, capitals and digits meet, in any alphabet."""
    if run.isascii():
        return _CAMEL.split(run)
    shape = "".join(c if c.isascii() else "A" if c.isupper() else "0" if c.isdigit() else "a" for c in run)
    cuts = [0, *(found.start() for found in _CAMEL.finditer(shape)), len(run)]
    return [run[a:b] for a, b in itertools.pairwise(cuts) if a < b]


@lru_cache(maxsize=20_000)
def singulars(word: str) -> tuple[str, ...]:
    """What a folded word may be the plural (or the possessive) of, likeliest first; the word itself is not among it."""
    known = NOUNS.get(word)
    found: list[str] = [known] if known else []
    if len(word) > 4 and word.endswith("men"):
        found.append(word[:-2] + "an")
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        if word.endswith("ies"):
            found.append(word[:-3] + "y")
        if word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
            found.append(word[:-2])
        if word.endswith("ves"):
            found.extend((word[:-3] + "f", word[:-3] + "fe"))
        found.append(word[:-1])
    return tuple(dict.fromkeys(found))
