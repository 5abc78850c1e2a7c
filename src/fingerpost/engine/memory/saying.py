"""When and by whom something was said: by the message of a chat that it stands in, or by the document."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from fingerpost.ingest import MessageHead, date_in, message_heads
from fingerpost.retrieval import Said, StoredDocument

_CHAT = "chat"


def is_timed(document: StoredDocument) -> bool:
    """Whether what a document says was said at a known time."""
    return document.time is not None


def said_in(document: StoredDocument, start: int, end: int) -> Said:
    """When and by whom characters of a document were said; the head of a message is none of its words."""
    time, speaker, begins = document.time, "", 0
    if document.kind == _CHAT:
        heads = _heads(document.hash, document.text)
        at = bisect_right([head.start for head in heads], start) - 1
        if at >= 0:
            head = heads[at]
            time, speaker, begins = head.time or time, head.name, max(min(head.end, end) - start, 0)
    return Said(time, speaker, begins, date_in(document.text[start + begins : end], time))


@lru_cache(maxsize=64)
def _heads(_hash: str, text: str) -> tuple[MessageHead, ...]:
    return message_heads(text)
