"""When and by whom something was said: by the message of a chat that it stands in, a heading with a date, the document.

The headings of a log or a diary are dates: what stands below one was written, and happened, that day.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache

from fingerpost.ingest import MessageHead, date_in, message_heads
from fingerpost.retrieval import Said, StoredDocument, StoredPassage

_CHAT = "chat"
_WORDS_OF_A_DAY = 4


def are_timed(documents: Iterable[StoredDocument], passages: Iterable[StoredPassage]) -> bool:
    """Whether something in documents was said at a known time."""
    return any(one.time is not None for one in documents) or any(_day(one.headings) for one in passages)


def said_in(document: StoredDocument, start: int, end: int, headings: Sequence[str] = ()) -> Said:
    """When and by whom characters of a document were said; the head of a message is none of its words."""
    day = _day(tuple(headings))
    time, speaker, begins = day or document.time, "", 0
    if document.kind == _CHAT:
        heads = _heads(document.hash, document.text)
        at = bisect_right([head.start for head in heads], start) - 1
        if at >= 0:
            head = heads[at]
            time, speaker, begins = head.time or time, head.name, max(min(head.end, end) - start, 0)
    return Said(time, speaker, begins, date_in(document.text[start + begins : end], time) or day)


@lru_cache(maxsize=4_096)
def _day(headings: tuple[str, ...]) -> str | None:
    """The day that the last heading is, with a weekday or a few words beside it; None if it is about something else."""
    last = headings[-1] if headings else ""
    return date_in(last, None) if len(last.split()) <= _WORDS_OF_A_DAY else None


@lru_cache(maxsize=64)
def _heads(_hash: str, text: str) -> tuple[MessageHead, ...]:
    return message_heads(text)
