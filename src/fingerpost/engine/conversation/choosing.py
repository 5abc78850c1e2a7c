"""Which of the readings that were offered a person means."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fingerpost.engine.conversation.state import Offered

_ORDINALS = {
    word: place
    for place, words in enumerate(("1 1st first former", "2 2nd second latter", "3 3rd third", "4 4th fourth"))
    for word in words.split()
}
_BY_PLACE = re.compile(
    r"(?:i (?:mean|meant) )?(?:the |number |option |reading )*(?P<place>\w+)(?: (?:one|reading|option))?", re.IGNORECASE
)
_MEANING = re.compile(r"^(?:no,? |yes,? )?(?:i (?:mean|meant|want) |the )?(?P<words>.+?)(?: one)?$", re.IGNORECASE)


def chosen(answer: str, offered: Sequence[Offered]) -> Offered | None:
    """The reading that an answer chooses by its place or by words that no other reading has; None if it does not."""
    text = " ".join(answer.split()).rstrip("?.! ")
    found = _BY_PLACE.fullmatch(text)
    if found is not None and offered:
        word = found["place"].lower()
        place = len(offered) - 1 if word in ("last", "latter") else _ORDINALS.get(word)
        if place is not None:
            return offered[place] if place < len(offered) else None
    meant = _MEANING.match(text)
    words = set(_words(meant["words"])) if meant is not None else set()
    fitting = [one for one in offered if words and words <= set(_words(one.reading))]
    return fitting[0] if len(fitting) == 1 else None


def _words(text: str) -> list[str]:
    return [word.lower() for word in re.findall(r"\w+", text) if word.lower() not in ("the", "a", "an", "of")]
