"""Questions for instruments by the words of their titles: "list all proclamations about social security"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from fingerpost.domains.regulations.questions.catalog import Title, words_of
from fingerpost.domains.regulations.questions.request import Asked, Request
from fingerpost.retrieval import stems

_KINDS: Final = {"act": ("Act",), "statute": ("Act",), "regulation": ("Regulation",)}
_ANY: Final = frozenset(("act", "statute", "regulation", "instrument", "law", "document"))
_LISTED: Final = re.compile(
    r"^\s*(?:(?:list|find|show(?: me)?|give me|name|search for)\s+(?:all |the |every |any )*|(?:which|what)\s+)"
    r"(?P<kind>act|statute|regulation|proclamation|order|instrument|law|document|agreement)s?\s+"
    r"(?:(?:are |that are |there are )?(?:about|on|concerning|regarding|respecting|called|named|titled)"
    r"|(?:whose|with) titles? (?:that )?(?:contains?|has|have|includes?)|have in (?:the|their) titles?)\s+"
    r"(?P<topic>.+?)\s*[?.]?\s*$",
    re.I,
)


def of_sort(sort: str, titles: Sequence[Title]) -> tuple[str, ...]:
    """The identifiers of the regulations whose titles say that they are of a sort: the orders, the proclamations.

    "Support Orders Garnishment Regulations" are no order.
    """
    return tuple(
        one.identifier
        for one in titles
        if one.label == "Regulation" and any(word == sort for word, _, _ in words_of(one.title))
    )


def titled(question: str, titles: Sequence[Title], language: str) -> Request | None:
    """The request for the loaded instruments whose titles have all words of a topic; None if none has them."""
    match = _LISTED.match(question)
    if match is None:
        return None
    kind = match["kind"].lower()
    kinds = _KINDS.get(kind, ())
    wanted = {*stems(match["topic"]), *(stems(kind) if kind not in _ANY else ())}
    found = tuple(
        one.identifier
        for one in titles
        if one.label in (kinds or ("Act", "Regulation")) and one.language == "en" and wanted.issubset(stems(one.title))
    )
    if not wanted or not found:
        return None
    return Request(Asked.ALL, kinds=kinds, language=language, term=match["topic"].strip('"“” '), within=found)
