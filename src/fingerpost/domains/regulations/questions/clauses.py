"""Clauses that narrow what a question about law asks for: "not", "more than 5 times", "and were amended since 2020"."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.regulations.questions.request import Bound

NUMBER_WORDS: Final = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split()
    )
} | {"fifty": 50, "hundred": 100, "deux": 2, "trois": 3, "cinq": 5, "dix": 10, "vingt": 20, "cent": 100}
_NUMBER: Final = rf"(\d{{1,4}}|{'|'.join(NUMBER_WORDS)})"
_UNIT: Final = (
    r"(?:\s+(?:other |different |enabling |parent )?(?:times?|acts?|regulations?|instruments?|documents?|laws?|others?|"
    r"citations?|references?|provisions?|amendments?|fois|lois|règlements?))"
)
_BOUNDS: Final = (
    (re.compile(rf"\b(?:more than|over|plus de) {_NUMBER}{_UNIT}"), 0, None),
    (re.compile(rf"\b(?:at least|au moins) {_NUMBER}{_UNIT}"), -1, None),
    (re.compile(rf"\b{_NUMBER} or more{_UNIT}"), -1, None),
    (re.compile(rf"\b(?:fewer|less) than {_NUMBER}{_UNIT}"), None, 0),
    (re.compile(rf"\b(?:at most|no more than|au plus) {_NUMBER}{_UNIT}"), None, 1),
    (re.compile(rf"\b(?:exactly|only|just) {_NUMBER}{_UNIT}"), -1, 1),
    (re.compile(rf"(?<=\bhave) {_NUMBER} (?:enabling|parent) acts?\b"), -1, 1),
)
"""What is added to a number to make it a bound above which, and below which, a count must be."""
_SEVERAL: Final = re.compile(rf"\b(?:several|multiple|plusieurs){_UNIT}")


NEGATION: Final = re.compile(
    r"\b(?:not|never|neither|without|except|excluding|no longer|n[’']t|ne (?=\w+ pas)|ni|sauf|sans)\b|n[’']t\b"
)
_AMENDED: Final = re.compile(
    r"(?:(?<=regulations)|(?<=acts)|(?<=instruments)) amended\b"
    r"(?!\s*(?:by|(?:the |any |all |some )*(?:regulations?|regs?|orders?|acts?|laws?|statutes?|instruments?|what))\b)|"
    r"(?:\b(?:and|that|which|but|et|qui)\s+)?\b(?:were|was|have been|has been|had been|are|is|been|ont été|a été)\s+"
    r"(?:also |later |ever |last )?(?:amended|modified|changed|modifi\w+)\b"
    r"(?!\s*(?:by\b|par\b|(?:[^?⟨]*\b(?:by|par|in|of|under)\s+)?(?:the |la |le )?⟨\d⟩))"
    r"|\band (?:later )?amended\b(?!\s*by\b)"
)
_UNAMENDED: Final = re.compile(
    r"(?:\b(?:and|that|which|but)\s+)?\b(?:(?:have|has|had|were|was)\s+(?:never|not)(?:\s+(?:ever|yet))?\s+(?:been\s+)?"
    r"|(?:haven|hasn|weren|wasn)[’']t\s+(?:ever\s+)?(?:been\s+)?)(?:amended|modified|changed)\b(?!\s*by\b)"
)
_LAST: Final = re.compile(r"\b(?:most recently|most recent|last|latest|lastly|dernière|en dernier)\b")
_GONE: Final = re.compile(
    r"(?:\b(?:and|that|which|but|et|qui)\s+)?\b(?:are|is|were|was|have been|has been)?\s*"
    r"\b(?:repealed|revoked|no longer in force|not in force|abrogée?s?)\b(?!\s+by\s+(?:acts|laws|statutes|reg|inst|an))"
)
_HOLDS: Final = re.compile(
    r"(?:\b(?:and|that|which|but|et|qui)\s+)?\b(?:are|is|sont|est)?\s*\b(?:still|currently|now|yet|toujours|encore)?\s*"
    r"(?:in force|in effect|en vigueur)\b|\bstill (?:apply|hold|exist|have effect)\b"
)


def bound_in(text: str) -> tuple[Bound | None, str]:
    """How often, in a lower-case text, and the text without it."""
    for pattern, above, below in _BOUNDS:
        match = pattern.search(text)
        if match is not None:
            number = NUMBER_WORDS.get(match[1]) if match[1] in NUMBER_WORDS else int(match[1])
            assert number is not None
            found = Bound(number + above if above is not None else None, number + below if below is not None else None)
            return found, blank(text, match)
    several = _SEVERAL.search(text)
    if several is not None:
        return Bound(above=1), blank(text, several)
    match = re.search(r"\b(?:exactly|only|just) (once|twice)\b|\b(?:more than|(at least)) (once|twice)\b", text)
    if match is not None:
        number = 1 if "once" in match[0] else 2
        found = Bound(number - 1) if match[2] else Bound(number) if match[3] else Bound(number - 1, number + 1)
        return found, blank(text, match)
    return None, text


def latest_in(text: str) -> tuple[bool, str]:
    """Whether what was amended last is asked for ("amended most recently"), and the text without these words."""
    match = _LAST.search(text)
    if match is None:
        return False, text
    found, left = amended_in(blank(text, match))
    return (True, left) if found else (False, text)


def amended_in(text: str) -> tuple[bool, str]:
    """Whether what is asked for must have been amended, and the text without the clause."""
    match = _AMENDED.search(text)
    return (True, blank(text, match)) if match is not None else (False, text)


def unamended_in(text: str) -> tuple[bool, str]:
    """Whether what is asked for must not have been amended, and the text without the clause."""
    match = _UNAMENDED.search(text)
    return (True, blank(text, match)) if match is not None else (False, text)


def in_force_in(text: str) -> tuple[bool | None, str]:
    """Whether what is asked for must be in force (True) or no longer (False), and the text without the clause."""
    for pattern, holds in ((_GONE, False), (_HOLDS, True)):
        match = pattern.search(text)
        if match is not None:
            return holds, blank(text, match)
    return None, text


def blank(text: str, match: re.Match[str]) -> str:
    """A text with a match replaced by spaces, so that offsets stay."""
    return text[: match.start()] + " " * (match.end() - match.start()) + text[match.end() :]
