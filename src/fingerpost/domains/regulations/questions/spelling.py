"""Titles that are misspelt, the words for a kind of law that they end in, and laws of provinces.

Those have the titles of federal ones: "Alberta’s Privacy Act", "the Privacy Act of Alberta".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rapidfuzz.distance import OSA

KIND_WORDS: Final = frozenset(
    "act acts code law statute plan regulation regulations rules order bill loi reglement reglements decret regime "
    "ordonnance proclamation".split()
)
_LONG_WORD, _MIDDLING_WORD = 8, 4
_RIGHT: Final = frozenset(("parent", "enabling", "implementing", "amending"))
"""Words that say what an act is to others, and misspell no title: a parent act is no Patent Act."""
_LONG_KINDS: Final = tuple(word for word in KIND_WORDS if len(word) >= _LONG_WORD)


def is_kind_word(word: str) -> bool:
    """Whether a folded word says what kind of law something is; a long one may be misspelt."""
    return word in KIND_WORDS or (len(word) >= _LONG_WORD - 1 and any(_same(word, kind) for kind in _LONG_KINDS))


def nearest(words: tuple[str, ...], names: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The titles that words may be meant for, with the fewest letters of difference; several if these are as near."""
    near = [(sum(map(OSA.distance, words, name)), name) for name in names if _is_near(words, name)]
    least = min((distance for distance, _ in near), default=0)
    return [name for distance, name in near if distance == least]


def _is_near(words: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return name[-1] in KIND_WORDS and all(_same(own, other) for own, other in zip(words, name, strict=True))


def _same(own: str, other: str) -> bool:
    allowed = 2 if len(other) >= _LONG_WORD else 1 if len(other) > _MIDDLING_WORD else 0
    if own in _RIGHT:
        return own == other
    return own == other or OSA.distance(own, other, score_cutoff=allowed) <= allowed


_PROVINCES: Final = (
    r"(?:Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland(?: and Labrador)?|Northwest Territories"
    r"|Nova Scotia|Nunavut|Ontario|Prince Edward Island|Qu[eé]bec|Saskatchewan|Yukon|Colombie-Britannique"
    r"|Nouveau-Brunswick|Nouvelle-[ÉE]cosse|Terre-Neuve(?:-et-Labrador)?|[ÎI]le-du-Prince-[ÉE]douard)"
)
_PROVINCIAL_BEFORE: Final = re.compile(rf"\b{_PROVINCES}[’']s $")
_PROVINCIAL_AFTER: Final = re.compile(
    rf"(?: [A-Z]\w+)? (?:of|de|du) (?:the |la |l[’'])?(?:province of )?{_PROVINCES}\b"
    r"(?! \w+ (?:Act|Code|Regulations?)\b)"
    rf"|(?: [A-Z]\w+)? de l[’'](?:Ontario|Alberta|[ÎI]le-du-Prince-[ÉE]douard)\b"
)


_LAWS: Final = r"(?:acts?|laws?|statutes?|regulations?|legislation)"
_OF_A_PROVINCE: Final = re.compile(
    r"^\s*(?:which|what|how many|list|name|find|show me|are there(?: any)?)\s+(?:all |the |other )*"
    rf"(?:(?:provincial|territorial|municipal) {_LAWS}\b|{_PROVINCES} {_LAWS}\b"
    rf"|{_LAWS} (?:of|from|in) (?:the )?(?:province of )?{_PROVINCES}\b)",
    re.I,
)


def asks_of_province(question: str) -> bool:
    """Whether a question asks for laws of a province by no title: "which act of Nova Scotia cites ..."."""
    return _OF_A_PROVINCE.search(question) is not None


def of_province(question: str, start: int, end: int) -> tuple[int, int] | None:
    """The characters of a title with the province that it is said to be of; None where it is of none."""
    before, after = _PROVINCIAL_BEFORE.search(question[:start]), _PROVINCIAL_AFTER.match(question, end)
    if before is None and after is None:
        return None
    return before.start() if before is not None else start, after.end() if after is not None else end
