"""Follow-ups about law: the words that stand for the instruments that were named or found before."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.regulations.questions.template import PROVISION

_ACT: Final = re.compile(
    r"\b(?:this|that|the|the same) (?P<kind>act|regulation|law|instrument|statute)\b|\bthe same regulations\b"
    r"|\bcette (?P<loi>loi)\b|\bce (?P<reglement>règlement)\b",
    re.I,
)
_IT: Final = re.compile(r"\b(?:it|its|elle|il)\b", re.I)
_KINDS: Final = {
    "act": "Act", "statute": "Act", "loi": "Act", "regulation": "Regulation", "règlement": "Regulation",
}  # fmt: skip
_SEVERAL: Final = re.compile(r"\b(?:of )?(?:these|those|the same) (regulations|acts|statutes|laws|instruments)\b", re.I)
_LISTED: Final = re.compile(
    r"^\s*(?:which|what|list|name|find|show(?: me)?)\s+(?:all |the )*(regulations|acts|statutes|laws|instruments)\s+"
    r"(?!are there|do )(.+?)\s*[?.]?\s*$",
    re.I,
)


def kind_meant(question: str) -> str:
    """The label of the instrument that "that regulation" or "this act" stands for; empty where any will do."""
    match = _ACT.search(question)
    word = next((word for word in match.groups() if word), "") if match is not None else ""
    return _KINDS.get(word.casefold(), "")


def with_list(question: str, before: str) -> str | None:
    """The question with what the one before listed in place of "those regulations"; None if it does not say that."""
    several, listed = _SEVERAL.search(question), _LISTED.match(before)
    if several is None or listed is None or several[1].casefold() != listed[1].casefold():
        return None
    of = "of the " if several[0].casefold().startswith("of ") else "the "
    return f"{question[: several.start()]}{of}{several[1]} that {listed[2]}{question[several.end() :]}"


def with_name(question: str, title: str, end: int | None = None) -> str | None:
    """The question with a title in place of what stands for it; None if nothing does.

    "It" with a section of its own ("section 7 of it") and a bare section get the title behind them. Where another
    instrument is named from the character `end` on, only words before it stand for this one.
    """
    head, rest = (question, "") if end is None else (question[:end], question[end:])
    for pattern in (_ACT, _IT):
        match = pattern.search(head)
        if match is not None:
            own = "’s" if match[0].lower() == "its" else ""
            return f"{head[: match.start()]}the {title}{own}{head[match.end() :]}{rest}"
    provision = PROVISION.search(head) if end is None else None
    if provision is not None:
        return f"{head[: provision.end()]} of the {title}{head[provision.end() :]}"
    return None
