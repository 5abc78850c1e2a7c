"""A question with placeholders for the instruments and provisions that it names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from fingerpost.domains.regulations.questions.catalog import Mention
from fingerpost.domains.regulations.questions.request import Target

_LABEL: Final = r"\d+(?:\.\d+)*[A-Z]?(?:\([0-9a-zA-Z.]+\))*"
PROVISION: Final = re.compile(
    rf"\b(?:sub)?(?:sections?|paragraphs?|clauses?)\s+({_LABEL})|(?<![\w’'])ss?(?:\.\s*|\s+)({_LABEL})"
    rf"|\b(?:articles?|paragraphes?|alinéas?)\s+({_LABEL})|\b(part(?:ie)?|schedule|annexe)\s+([IVXLC]+(?:\.\d+)?|\d+)\b",
    re.I,
)
_JOINS: Final = re.compile(r"^\s*(?:of|in|to|under|de|du|des|dans)?\s*(?:the|la|le|les|l’|l')?\s*$", re.I)
_BARE_PATH: Final = re.compile(r"(?<![\w/(-])(\d+(?:\.\d+)*(?:\([0-9a-zA-Z.]+\))+)(?=\s+(?:of|in|de|du)\b)")
"""A label without the word for what it is: "6(1) of the Act"."""
_BARE_NUMBER: Final = re.compile(rf"^\s+({_LABEL})(?![\w/-])")


@dataclass(frozen=True, slots=True)
class Named:
    """A target with the place of its placeholder in the text."""

    target: Target
    start: int
    end: int


def templated(question: str, mentions: list[Mention]) -> tuple[str, list[Named], str]:
    """The question in lower case with a placeholder for each target, the targets, and a provision of no instrument."""
    pieces: list[str] = []
    named: list[Named] = []
    length = position = 0
    loose = ""
    for mention in mentions:
        start, end, provision = mention.start, mention.end, ""
        for match in PROVISION.finditer(question, position, start):
            if _JOINS.match(question[match.end() : start]):
                start, provision = match.start(), _path(match)
                break
        bare = None if provision else _BARE_PATH.search(question, position, start)
        if bare is not None and _JOINS.match(question[bare.end() : start]):
            start, provision = bare.start(), bare[1]
        after = PROVISION.match(question[end:].lstrip(" ,"))
        number = _BARE_NUMBER.match(question[end:])
        if not provision and after is not None:
            provision, end = _path(after), end + (len(question[end:]) - len(question[end:].lstrip(" ,"))) + after.end()
        elif not provision and number is not None:
            provision, end = number[1], end + number.end()
        before = question[position:start].lower()
        placeholder = f"⟨{len(named)}⟩"
        pieces += [before, placeholder]
        length += len(before)
        named.append(Named(Target(mention.titles[0], provision), length, length + len(placeholder)))
        length += len(placeholder)
        position = end
    rest = question[position:]
    alone = PROVISION.search(question) if not any(one.target.provision for one in named) else None
    if alone is not None:
        loose = _path(alone)
    return "".join([*pieces, rest.lower()]), named, loose


def _path(match: re.Match[str]) -> str:
    if match[4]:
        kind = {"partie": "PART", "part": "PART"}.get(match[4].lower(), "SCHEDULE")
        return f"{kind} {match[5]}"
    return next(group for group in match.groups()[:3] if group)
