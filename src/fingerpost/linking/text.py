"""Questions as tokens: runs of letters and digits, with where they stand and their stems."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_RUN = re.compile(r"[^\W_]+", re.UNICODE)
_CLITIC = re.compile(r"['’]s?(?![^\W_])")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])")
_IRREGULAR = {
    "people": "person",
    "persons": "person",
    "men": "man",
    "women": "woman",
    "children": "child",
    "wives": "wife",
    "lives": "live",
    "knew": "know",
    "known": "know",
    "took": "take",
    "taken": "take",
    "wrote": "write",
    "written": "write",
    "made": "make",
    "bought": "buy",
    "sold": "sell",
    "sent": "send",
    "led": "lead",
    "held": "hold",
    "met": "meet",
    "gave": "give",
    "given": "give",
    "drove": "drive",
    "driven": "drive",
    "flew": "fly",
    "flown": "fly",
    "built": "build",
    "won": "win",
    "taught": "teach",
    "began": "begin",
    "begun": "begin",
    "belongs": "belong",
    "ids": "id",
    "ips": "ip",
    "data": "datum",
    "criteria": "criterion",
}


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
    """Case and accents away: "Müller" and "MULLER" are alike."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text)
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()


def normalise(text: str) -> str:
    """Folded runs of letters and digits joined by one space: the key of the value index."""
    return " ".join(_RUN.findall(fold(text)))


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The stem of a folded English word, by the Snowball stemmer (Porter 2); irregular forms by a short table."""
    known = _IRREGULAR.get(word)
    if known is not None:
        word = known
    if len(word) <= 3 or not word.isalpha():
        return word
    return str(_stemmer().stemWord(word))


@lru_cache(maxsize=1)
def _stemmer():  # type: ignore[no-untyped-def]
    from snowballstemmer.english_stemmer import EnglishStemmer

    return EnglishStemmer()


_QUOTES = re.compile(r"\"([^\"]+)\"|“([^”]+)”|(?<![\w])'((?:[^']|'(?=\w))+)'(?!\w)|‘([^’]+)’|`([^`]+)`")


def quotations(text: str) -> list[tuple[int, int]]:
    """Character spans of what stands in quotation marks, the marks left out."""
    spans = []
    for found in _QUOTES.finditer(text):
        group = next(i for i, part in enumerate(found.groups(), 1) if part is not None)
        spans.append(found.span(group))
    return spans


def tokenise(text: str) -> tuple[Token, ...]:
    """The tokens of a question."""
    quoted = quotations(text)
    tokens: list[Token] = []
    for found in _RUN.finditer(text):
        start, end = found.span()
        raw = found.group()
        if raw in ("s", "S") and tokens and text[start - 1] in "'’" and tokens[-1].end == start - 1:
            continue
        norm = fold(raw)
        possessive = bool(_CLITIC.match(text, end))
        inside = next((i for i, (a, b) in enumerate(quoted, 1) if a <= start and end <= b), 0)
        tokens.append(Token(raw, norm, stem(norm), start, end, possessive, inside))
    return tuple(tokens)


def split_name(name: str) -> tuple[str, ...]:
    """The words of a schema name: `HAS_PHONE`, `PhoneCall`, `phoneNo`, `release_date:long` split as people say them."""
    name = name.split(":")[0] if not name.startswith(":") else name[1:]
    words: list[str] = []
    for run in _RUN.findall(name.replace("_", " ")):
        words.extend(fold(part) for part in _CAMEL.split(run) if part)
    return tuple(words)


@lru_cache(maxsize=20_000)
def singulars(word: str) -> tuple[str, ...]:
    """What a folded word may be the plural (or the possessive) of, likeliest first; the word itself is not among it."""
    known = _IRREGULAR.get(word)
    found: list[str] = [known] if known else []
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        if word.endswith("ies"):
            found.append(word[:-3] + "y")
        if word.endswith(("ses", "xes", "zes", "ches", "shes")):
            found.append(word[:-2])
        if word.endswith("ves"):
            found.extend((word[:-3] + "f", word[:-3] + "fe"))
        found.append(word[:-1])
    return tuple(dict.fromkeys(found))
