"""Patterns of what stands behind a noun: "longer than 6 m", "with a U-value of at most 1.5", "with GUID ..."."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.buildings.questions.conditions import SPELT
from fingerpost.domains.buildings.questions.vocabulary import phrase_words
from fingerpost.linking import unit_names

NAME: Final = re.compile(r"^(?=.*\d)[\w.\-/:$]+$|^[A-Z][\w.\-/]{2,}$")
BOUND: Final = "|".join(sorted(phrase_words()["bounds"], key=len, reverse=True))
ADJECTIVE: Final = "|".join(phrase_words()["adjectives"])
THAN: Final = "|".join(phrase_words()["comparatives"])
UNITS: Final = "|".join(re.escape(name) for name in sorted(unit_names(), key=len, reverse=True))
NUMBER: Final = rf"(?P<number>\d+(?:[.,]\d+)?) ?(?P<unit>{UNITS})\b"
ANY_NUMBER: Final = (
    rf"(?P<number>\d+(?:[.,]\d+)?)(?: ?W/ ?\(?m[²2][ ·*]?K\)?| ?(?P<unit>{UNITS})(?![\w/²])|(?![\w.,]*\d)(?= |$))"
)
"""A number whose unit need not be said: "a U-value of more than 1", also "1.4 W/m²K"."""
TIME: Final = rf"(?P<time>\d+(?:[.,]\d+)?|{'|'.join(SPELT)})[ -](?P<of>h(?:ou)?rs?|min(?:ute)?s?)"
FIRE: Final = r"(?:rating|resistance|rated)"
HAVING: Final = r"(?:(?:that|which) )?(?:(?:with|have|has|having|are|is|of) )?(?:an? )?"
EVERY: Final = r"(?:(?:do|does|must|should|is it true that) )?(?:all|each|every)(?: of)?(?: the)? (?P<what>.+?)"
"""Of what something is demanded, as the group `what`."""
MUST: Final = "(?:(?:must|should|shall|needs? to|has to|have to) )?"
STATES: Final = "have|has|carry|carries|states?"
WORDS: Final = r"[a-z][a-z ]*"
GRADE: Final = r"(?:[a-z]*\d+(?:[./]\d+)?(?: ?mpa)? )?"
HAVE: Final = "(?:have|has|having|with)"
LACK: Final = rf"(?:(?:is|are) )?without|{HAVE} no|(?:do|does) not have|lack(?:s|ing)?|(?:is|are) (?:missing|lacking)"
VALUED: Final = r"(?P<property>[a-z]+(?: number| name| mark)?) (?P<value>\S*\d\S*)(?= |$)"
ID: Final = r"(?:(?:ifc ?)?guid|(?:global|unique|element|ifc)[ -]?id|tag|id)"
ADVERB: Final = "(?:directly |immediately |right |just )?"
SIDES: Final = (
    "above|below|beneath|underneath|over|under|next to|adjacent to|beside|adjoining|neighbou?ring|"
    "opposite|behind|in front of|"
    "(?:to the )?(?:left|right|north|south|east|west) of"
)
WHICH: Final = r"(?:(?:that|which) )?"
THAT: Final = r"(?:(?:that|which) )?(?:(?:are|is) )?"
