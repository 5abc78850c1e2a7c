"""Other words for questions about amounts: "how much brick is there in the walls" asks for a total volume."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import Any, Final

from fingerpost.domains.buildings.loader.material_kinds import material_words
from fingerpost.domains.buildings.questions.vocabulary import phrase_words
from fingerpost.engine import AskedUnit
from fingerpost.linking import unit_named
from fingerpost.plans import AggregateFunction

AGGREGATES: Final = {
    "total": AggregateFunction.SUM,
    "combined": AggregateFunction.SUM,
    "overall": AggregateFunction.SUM,
    "average": AggregateFunction.AVG,
    "mean": AggregateFunction.AVG,
    "maximum": AggregateFunction.MAX,
    "minimum": AggregateFunction.MIN,
}
ASK: Final = r"(?:(?:what|which) (?:is|are)|i need|we need|what's|calculate|compute|give(?: me)?|show(?: me)?|tell me)"
AMOUNT: Final = "volume|area|weight"
HOUSE: Final = r"(?:the|this|our) (?:(?:whole|entire|apartment|residential|office) )*(?:building|house|model|project)"
TAIL: Final = re.compile(
    r"(?:\s+(?:(?:are|is) there|do we have|exist|"
    r"(?:are|is) (?:present|installed|planted|used|needed|required|modelled)|"
    rf"(?:does|do) {HOUSE} (?:have|contain|include)|(?:are|is)(?: there)? in {HOUSE}|"
    rf"(?:in|of|over|across|throughout) {HOUSE}|in total|(?:al)?together|overall|"
    r"stands? on the (?:site|plot|grounds))|"
    r",? for (?:the|an?|our|my) (?:bill of quantities|boq|estimate|tender|cost plan|take[- ]?off|order|report))$",
    re.IGNORECASE,
)
HOW_MUCH: Final = "amount"
"""The quantity that "how much" asks for without a unit: what things of that kind are measured by."""
_ADJECTIVES: Final = phrase_words()["adjectives"]
_HAD: Final = re.compile(
    r"^how many (?P<unit>[\w²³ ]+?) (?P<verb>do|does) (?P<what>.+?) (?:have|measure|cover|take up|occupy)"
    r"(?: together| altogether| in total)?\W*$",
    re.IGNORECASE,
)
"""How many square metres something has."""
_MEASURES: Final = {"m": "length", "m²": "area", "m³": "volume", "kg": "weight"}
_GROUP: Final = re.compile(r"\{(?P<group>\w+)(?:\|(?P<otherwise>[^}]+))?\}")


@dataclass(frozen=True)
class _Table:
    """Patterns with what is said instead: `said` of parts of a question, `wordings` of whole ones."""

    said: tuple[tuple[re.Pattern[str], str], ...]
    wordings: tuple[tuple[re.Pattern[str], str], ...]


@cache
def _table() -> _Table:
    """The file of words, read once."""
    data: dict[str, Any] = tomllib.loads(files(__package__).joinpath("plainer.toml").read_text("utf-8"))
    parts = {
        "ASK": ASK,
        "AMOUNT": AMOUNT,
        "MATERIALS": "|".join(sorted(material_words(), key=len, reverse=True)),
        "HOUSE": HOUSE,
        "AGGREGATE": "|".join(AGGREGATES),
        "ADJECTIVE": "|".join(_ADJECTIVES),
        "SUPERLATIVE": "|".join(phrase_words()["superlatives"]),
        "ALTOGETHER": "(?:together|altogether|combined|in total|in all)",
    }

    def compiled(pattern: str) -> re.Pattern[str]:
        for name, said in parts.items():
            pattern = pattern.replace(name, said)
        return re.compile(pattern, re.IGNORECASE)

    said, wordings = (
        tuple((compiled(one["pattern"]), one["into"]) for one in data[kind]) for kind in ("said", "wording")
    )
    return _Table(said, wordings)


def units_had(question: str) -> str:
    """How many units of an area or volume things have, as what their area or volume is in that unit."""
    found = _HAD.match(question)
    known = unit_named(found["unit"]) if found is not None else None
    if found is None or known is None or known[0] not in ("m²", "m³"):
        return question
    return f"how many {found['unit']} {'is' if found['verb'].lower() == 'does' else 'are'} {found['what']} together"


def plainer(question: str, unit: AskedUnit | None) -> str:
    """A question in the words of the forms; how much there is of something is meant in the unit that is asked for."""
    said = " ".join(question.split())
    for pattern, into in _table().said:
        said = pattern.sub(partial(_filled, into), said)
    measure = _MEASURES.get(unit.base, HOW_MUCH) if unit is not None else HOW_MUCH
    for pattern, into in _table().wordings:
        found = pattern.match(said)
        if found is not None:
            noun = _ADJECTIVES.get((found.groupdict().get("adjective") or "").lower(), "")
            return _filled(into, found, measure=measure, noun=noun)
    return said


def _filled(into: str, found: re.Match[str], **more: str) -> str:
    """What is said instead, with the groups of a pattern: `{what|the stairs}` where the group may be missing."""
    groups = {**more, **{name: said or "" for name, said in found.groupdict().items()}}
    return _GROUP.sub(lambda one: groups.get(one["group"], "") or one["otherwise"] or "", into)
