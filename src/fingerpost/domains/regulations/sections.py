"""The provisions of law as passages that are searched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from fingerpost.retrieval import Entry

FOLDER: Final = "sections"
"""Where their index lies in the data of a knowledge base."""
LABELS: Final = ("Section", "Subsection")
_SHORTEST: Final = 30
"""Characters of a provision, at least: "455 [Amendment]" says nothing."""
_LONGEST: Final = 2_500
"""Characters of a passage; longer provisions are split where a line ends."""
_OWN_NAME: Final = re.compile(r"\bmay be cited as\b|\bpeut être citée? sous\b|^\s*(?:short title|titre abrégé)\b", re.I)
_TELLING: Final = ("cited", "citée sous", "cité sous", "short title", "titre abrégé")
"""One of these stands where a provision says so."""
_NAMING: Final = 400
"""Characters of a provision that says how its document is cited, at most."""


def _says_its_name(text: str) -> bool:
    """Whether a provision only says what its document is called: it has all words of the title, and answers nothing."""
    if len(text) >= _NAMING:
        return False
    small = text.lower()
    return any(words in small for words in _TELLING) and _OWN_NAME.search(text) is not None


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """The pieces of a text of at most `_LONGEST` characters, each ending where a line does, if one does."""
    start = 0
    while len(text) - start > _LONGEST:
        stop = text.rfind("\n", start + 1, start + _LONGEST) + 1 or start + _LONGEST
        yield start, stop
        start = stop
    if start < len(text):
        yield start, len(text)


def entries(provisions: Sequence[Mapping[str, Any]]) -> Iterator[Entry]:
    """Sections without subsections, and subsections, in pieces of some length; none that was repealed.

    `provisions` are all of some documents, each with its identifier, documentId, document, heading, text and repealed.
    """
    whole = {one["identifier"].partition("(")[0] for one in provisions if "(" in one["identifier"]}
    headings = {one["identifier"]: one["heading"] for one in provisions}
    for one in provisions:
        identifier, text = one["identifier"], one["text"]
        if one["repealed"] or identifier in whole or len(text) < _SHORTEST or _says_its_name(text):
            continue
        above = headings.get(identifier.partition("(")[0], "")
        title = ". ".join(dict.fromkeys(filter(None, (one["document"], above, one["heading"]))))
        for start, stop in _pieces(text):
            yield Entry(identifier, one["documentId"], title, text[start:stop], start, stop)
