"""Follow-ups about law: the words that stand for the instruments that were named or found before."""

from __future__ import annotations

import re
from collections.abc import Sequence
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
_AND: Final = re.compile(
    r"\s*(?:and|what about|how about|what of|et)(?:\s+(?:for|of|pour))?(?:\s+(?:the|la|le))?\s*", re.I
)
_COUNTS: Final = re.compile(r"^\s*(?:and )?how many (?:of )?(?:these|those) \w+(?: are there)?\s*\??\s*$", re.I)
"""What the list before alone answers."""
_SPOKEN_OF: Final = re.compile(r"\bthe (regulations|acts|statutes|laws|instruments) that (\w+)", re.I)


def kind_meant(question: str) -> str:
    """The label of the instrument that "that regulation" or "this act" stands for; empty where any will do."""
    match = _ACT.search(question)
    word = next((word for word in match.groups() if word), "") if match is not None else ""
    return _KINDS.get(word.casefold(), "")


def with_list(question: str, before: str, ends: Sequence[int]) -> str | None:
    """The question with what the one before listed, or spoke of, in place of "those regulations".

    `ends` are where the names of instruments end in the question before. The question as it is where it has such words
    and nothing before is of that kind; None where it has no such words.
    """
    several = _SEVERAL.search(question)
    if several is None or _COUNTS.match(question):
        return None
    of = "of the " if several[0].casefold().startswith("of ") else "the "
    listed = _LISTED.match(before)
    for found in (listed, *_SPOKEN_OF.finditer(before)):
        if found is None or several[1].casefold() != found[1].casefold():
            continue
        end = found.end(2) if found is listed else next((end for end in ends if end > found.end()), None)
        if end is not None:
            said = before[found.start(2) : end]
            return f"{question[: several.start()]}{of}{several[1]} that {said}{question[several.end() :]}"
    return question


def with_another(question: str, before: str, mentions: Sequence[tuple[int, int]], named: tuple[int, int]) -> str | None:
    """The question before with another instrument: "and the ⟨0⟩?"; None where it says more than that.

    `mentions` are the characters of the instruments of the question before, `named` those of the one in this.
    """
    if len(mentions) != 1 or not (_AND.fullmatch(question[: named[0]]) and not question[named[1] :].strip(" ?.!")):
        return None
    [(start, end)] = mentions
    return f"{before[:start]}{question[named[0] : named[1]]}{before[end:]}"


def with_section(question: str, before: str) -> str | None:
    """The question before about another provision: "and section 4?"; None where it says more than that."""
    own, other = PROVISION.search(question), PROVISION.search(before)
    if (
        own is None
        or other is None
        or not _AND.fullmatch(question[: own.start()])
        or question[own.end() :].strip(" ?.!")
    ):
        return None
    return f"{before[: other.start()]}{own[0]}{before[other.end() :]}"


def names_several(question: str) -> str:
    """The words that stand for instruments before ("those regulations"); empty without any."""
    match = _SEVERAL.search(question)
    return match[0] if match is not None else ""


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
