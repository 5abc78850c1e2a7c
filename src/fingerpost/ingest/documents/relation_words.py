"""The relationships that a question speaks of, by the verbs and nouns of the table of frames."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from fingerpost.ingest.documents.frame_table import Frame, table

_THINGS = frozenset("thing document person people part name old former new".split())
_OF = r"(?:\s+(?:of|for))"


@dataclass(frozen=True, slots=True)
class RelationMention:
    """A verb (or a noun with "of") at characters `start` to `end`; `reversed` as in the table."""

    start: int
    end: int
    relation: str
    reversed: bool
    noun: bool


def _told() -> dict[str, Frame]:
    """The verbs of statements, without their base forms: "cause" and "need" are nouns, too."""
    return {verb: frame for verb, frame in table().frames.items() if not frame.base}


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    known = table()
    told = {**_told(), **known.asked}
    verbs = [verb for verb in told if told[verb].relation not in ("IS_A", "SAME_AS")]
    nouns = [name for name, field in known.fields.items() if name.isalpha() and field.relation != "SAME_AS"]
    either = "|".join(re.escape(verb) for verb in sorted(verbs, key=len, reverse=True))
    of = "|".join(re.escape(noun) for noun in sorted(nouns, key=len, reverse=True))
    return re.compile(rf"\b(?:{either})\b", re.IGNORECASE), re.compile(rf"\b(?:{of}){_OF}\b", re.IGNORECASE)


def relations() -> tuple[str, ...]:
    """The types of relationships that documents state, sorted; without those of names and kinds."""
    known = table()
    found = {one.relation for one in known.frames.values()} | {one.relation for one in known.fields.values()}
    return tuple(sorted(found - {"IS_A", "SAME_AS"}))


def is_kind(word: str) -> bool:
    """Whether a noun in lower case says only what kind of thing something is: "service", "document"."""
    return word in table().kinds or word in _THINGS


def relation_mentions(question: str) -> list[RelationMention]:
    """The relationships that a question speaks of, in its order; no two overlap."""
    known = table()
    verbs, nouns = _patterns()
    found: list[RelationMention] = []
    for match in nouns.finditer(question):
        field = known.fields.get(re.sub(rf"{_OF}$", "", match.group().lower()))
        if field is not None:
            found.append(RelationMention(match.start(), match.end(), field.relation, field.reversed, noun=True))
    for match in verbs.finditer(question):
        verb = match.group().lower()
        frame = known.asked.get(verb) or known.frames[verb]
        if all(match.end() <= one.start or match.start() >= one.end for one in found):
            found.append(RelationMention(match.start(), match.end(), frame.relation, frame.reversed, noun=False))
    return sorted(found, key=lambda one: one.start)
