"""When and by whom something was said: from the message of a chat, a heading with a date, or the document.

Headings that are dates, as in a log or a diary, date what is below them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache

from fingerpost.ingest import MessageHead, date_in, key_of, message_heads
from fingerpost.retrieval import Said, StoredDocument, StoredPassage

_CHAT, _MAIL = "chat", "e-mail"
_WORDS_OF_A_DAY = 4
_SENDER = re.compile(r"From (?:\"?([^\"<\n]*[^\"<\s])\"? *<)?")
"""How the text of an e-mail begins; not all have the name of the sender."""
_MOST_OF_A_SIGNATURE = 200


def are_timed(documents: Iterable[StoredDocument], passages: Iterable[StoredPassage]) -> bool:
    """Whether something in documents was said at a known time."""
    return any(one.time is not None for one in documents) or any(_day(one.headings) for one in passages)


def said_in(document: StoredDocument, start: int, end: int, headings: Sequence[str] = ()) -> Said:
    """When and by whom characters of a document were said; the head of a message is none of its words.

    An e-mail is its sender's, but for what it quotes of others.
    """
    day = _day(tuple(headings))
    time, speaker, begins, signature = day or document.time, "", 0, ""
    if document.kind == _MAIL and not document.text.startswith(">", document.text.rfind("\n", 0, start) + 1):
        speaker, signature = _writer(document.hash, document.text)
    if document.kind == _CHAT:
        heads = _heads(document.hash, document.text)
        at = bisect_right([head.start for head in heads], start) - 1
        if at >= 0:
            head = heads[at]
            time, speaker, begins = head.time or time, head.name, max(min(head.end, end) - start, 0)
    return Said(time, speaker, begins, date_in(document.text[start + begins : end], time) or day, signature)


@lru_cache(maxsize=1_024)
def _writer(_hash: str, text: str) -> tuple[str, str]:
    """Who wrote an e-mail, and what stands below it in the last paragraph that begins with one of their names."""
    match = _SENDER.match(text)
    name = (match[1] or "") if match is not None else ""
    for paragraph in reversed(text.split("\n\n")[1:]):
        lines = paragraph.split("\n")
        at = next((n for n, line in enumerate(lines) if set(key_of(line).split()) & set(key_of(name).split())), None)
        if at is not None and len(paragraph) <= _MOST_OF_A_SIGNATURE:
            return name, ", ".join(lines[at + 1 :])
    return name, ""


@lru_cache(maxsize=4_096)
def _day(headings: tuple[str, ...]) -> str | None:
    """The day that the last heading is, with a weekday or a few words beside it; None if it is about something else."""
    last = headings[-1] if headings else ""
    return date_in(last, None) if len(last.split()) <= _WORDS_OF_A_DAY else None


@lru_cache(maxsize=64)
def _heads(_hash: str, text: str) -> tuple[MessageHead, ...]:
    return message_heads(text)
