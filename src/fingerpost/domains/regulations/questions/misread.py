"""What a question about law says that would be passed over: it is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fingerpost.domains.regulations.questions.clauses import NEGATION
from fingerpost.domains.regulations.questions.cues import Cue
from fingerpost.domains.regulations.questions.patterns import ONLY_ONE, PARTS, REPEALED
from fingerpost.domains.regulations.questions.request import Asked, Request, Unread
from fingerpost.domains.regulations.questions.residue import residue
from fingerpost.domains.regulations.questions.spelling import asks_of_province

_LABEL: Final = r"\d[\w.]*(?:\([\w.]+\))*"
_SEVERAL: Final = re.compile(
    rf"\b(?:sub)?(?:sections?|paragraphs?|articles?|paragraphes?)\s+{_LABEL}"
    rf"(?:\s*(?:,|-|–|\b(?:to|and|or|through|à|et|ou)\b)\s*{_LABEL})+\s+(?:of|in|de|du)\b"
)
_ONLY: Final = re.compile(r"\b(?:only|solely|exclusively|seulement|uniquement)\b")
_COMING: Final = re.compile(
    r"\b(?:came|come|comes|went|entered|took) (?:in(?:to)? )?(?:force|effect)\b|\bentrée?s? en vigueur\b"
)
_ENABLING_PART: Final = re.compile(
    r"\bunder (?:which|what) (?:sections?|provisions?|paragraphs?)\b.*\b(?:made|enacted|issued|adopted)\b"
    r"|\b(?:which|what) (?:sections?|provisions?|paragraphs?)\b.*\b(?:enables?|authori[sz]es?|empowers?)\b"
)
_ONE: Final = re.compile(r"⟨\d⟩")
_EVERY: Final = re.compile(
    r"\s*(?:is so: )?(?:do|does|did|is|are|was|were|has|have|had) (?:the )?(all|every|each|most|many|few|half|none)\b"
)
"""Of all, or of a part of them: what is found is only which do."""
_ORDINAL_PART: Final = re.compile(
    r"\b(?:first|second|third|fourth|fifth|last|final|opening|next|previous|longest|shortest)"
    r" (?:sub)?(?:sections?|paragraphs?|parts?|articles?|schedules?) (?:of|in) (?:the )?⟨"
)


def misread(text: str, *, relates: bool) -> Unread | None:
    """Why a lower-case question with placeholders is not read; None if nothing in it would be passed over.

    `relates`: whether it has a word for a relation.
    """
    every = _EVERY.match(text) if relates else None
    if every is not None:
        return Unread("Ask which do, or which do not: whether all or most of them do is not answered.", (every[1],))
    if _ORDINAL_PART.search(text):
        return Unread("Name a section by its number.")
    if relates and asks_of_province(text):
        return Unread("This corpus is federal law: it has no laws of a province.")
    if _SEVERAL.search(text):
        return Unread("Ask about one provision at a time: this question names several.")
    only = _ONLY.search(text)
    if relates and only is not None and not ONLY_ONE.search(text):
        return Unread(f"What “{only[0]}” leaves out here is not understood.", (only[0],))
    if _ENABLING_PART.search(text):
        return Unread("The source names the act that regulations are made under, and not the section of it.")
    one = _ONE.search(text)
    if one is not None and _COMING.search(text) and PARTS.search(text[: one.start()]):
        return Unread("Ask from when one provision is in force: which came into force then is not answered.")
    return None


def doubted(found: Request, text: str, cues: Sequence[Cue]) -> Request | Unread:
    """A request without a relation, with the words that nothing was made of; a negation among them refuses it."""
    gone = found.asked in (Asked.NOT_IN_FORCE, Asked.REPEALED) or found.in_force is not None
    left = REPEALED.sub(lambda match: " " * len(match[0]), text) if gone else text
    negated = NEGATION.search(left)
    if negated is not None:
        return Unread(f"What “{negated[0]}” leaves out here is not understood.", (negated[0],))
    return replace(found, ignored=residue(left, [(cue.start, cue.end) for cue in cues]))
