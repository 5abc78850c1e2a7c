"""Names in documents: what equal names share, and what kind of thing a name looks like."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from fingerpost.ingest.documents.frame_table import table

_SIGNS = {"+": "plus", "#": "sharp", "&": "and"}
_SIGN = re.compile(r"[+#&]")
_WORD = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"['’]s(?=\s|$)")
IDENTIFIER = re.compile(r"\b([A-Z]{2,10})-(\d[\w-]*(?:\.\w+)*)")
"""Such as ADR-001, INC-7, CHG-2026-03, MEETING-2026-03-01."""
_IDENTIFIED = {"INC": "Incident", "ADR": "Decision", "CHG": "Change", "MEETING": "Meeting"}
_NOT_IDENTIFIERS = frozenset("UTF ISO RFC SHA EN DIN IEC IEEE COVID CVE BS".split())
"""Standards and encodings look like identifiers of a team's own."""
DOCUMENT = "Document"


def key_of(name: str) -> str:
    """What equal names share: words in lower case. Case, hyphens and articles do not tell names apart, signs do."""
    text = _POSSESSIVE.sub("", unicodedata.normalize("NFKC", name)).casefold()
    # Signs count where they belong to a word ("C++", "C#"), not where they stand alone.
    spelled = _SIGN.sub(lambda match: f" {_SIGNS[match.group()]} ", text)
    words = _WORD.findall(spelled)
    if len(words) > 1 and words[0] in ("the", "a", "an"):
        words = words[1:]
    return " ".join(words) or " ".join(text.split())


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a text, and the kind of thing that it looks like. `given` is its key, if it is not that of the text."""

    text: str
    kind: str
    given: str = ""

    @property
    def key(self) -> str:
        """What equal names share."""
        return self.given or key_of(self.text)


def kind_of(text: str, *, person: bool = False) -> str:
    """The kind of thing that a name looks like, by its pattern or last word; `person`: only a person stands there."""
    identifier = IDENTIFIER.fullmatch(text)
    if identifier:
        return _IDENTIFIED.get(identifier[1], "Entity")
    last = text.rpartition(" ")[2].lower()
    if last in table().kinds:
        return table().kinds[last]
    if person and text[0].isupper() and not any(map(str.isdigit, text)):
        return "Person"
    return "Entity" if is_named(text) else "Thing"


def named(text: str, *, person: bool = False) -> Name:
    """A name as a text has it, blanks aside, with its kind."""
    flat = " ".join(text.split())
    return Name(flat, kind_of(flat, person=person))


def is_named(word: str) -> bool:
    """Whether a word is written as a name; letters of scripts without capitals may be."""
    first = word[0]
    return first.isupper() or (first.isalpha() and first == first.swapcase()) or any(map(str.isdigit, word))


def identifiers_in(text: str, start: int, end: int) -> list[tuple[str, int, int]]:
    """The identifiers in a stretch of a text, with their characters."""
    return [
        (match.group(), match.start(), match.end())
        for match in IDENTIFIER.finditer(text, start, end)
        if match[1] not in _NOT_IDENTIFIERS
    ]


def own_name(key: str, title: str) -> Name:
    """The name of a document: the identifier that its title or file name begins with, else its key."""
    stem = key.rpartition("#")[2].rpartition("/")[2]
    for text in (title, stem, stem.upper()):
        match = IDENTIFIER.match(text)
        if match and match[1] not in _NOT_IDENTIFIERS:
            found = match.group().removesuffix(".MD").removesuffix(".TXT").removesuffix(".md").removesuffix(".txt")
            return Name(found, kind_of(found))
    return Name(key, DOCUMENT, f"document {key_of(key)}")
