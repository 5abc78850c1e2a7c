"""Laws of provinces, which have the titles of federal ones: "Alberta’s Privacy Act", "the Privacy Act of Alberta"."""

from __future__ import annotations

import re
from typing import Final

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
