"""Other words for questions about amounts: "how much brick is there in the walls" asks for a total volume."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.engine import AskedUnit
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
_AMOUNT: Final = "volume|area|weight"
_OTHER_WORDS: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE), into)
    for pattern, into in (
        (
            rf"^(?:what|how much) (?P<quantity>{_AMOUNT}) of (?P<what>.+?) do(?:es)? (?P<where>.+?) (?:contain|have)$",
            "what is the total {quantity} of {what} in {where}",
        ),
        (
            r"^how much (?P<what>.+?) (?:is|are) (?:there|used|needed|required|installed)(?P<where> (?:in|on) .+)?$",
            "what is the total {measure} of {what}{where}",
        ),
        (
            r"^how much (?P<what>.+?) do(?:es)? (?P<where>.+?) (?:contain|have|hold)$",
            "what is the total {measure} of {what} in {where}",
        ),
        (
            r"^how much (?P<what>.+?) (?:is|are) (?P<where>(?:in|on) .+)$",
            "what is the total {measure} of {what} {where}",
        ),
        (rf"^(?P<what>(?:{'|'.join(AGGREGATES)}) .+ of .+)$", "what is the {what}"),
        (
            rf"^{ASK} the (?P<what>[a-z\- ]+? of .+?) (?:together|altogether|combined|in total|in all)$",
            "what is the total {what}",
        ),
    )
)
_MEASURES: Final = {"m": "length", "m²": "area", "m³": "volume", "kg": "weight"}


def plainer(question: str, unit: AskedUnit | None) -> str:
    """A question in the words of the forms; how much there is of something is meant in the unit that is asked for."""
    said = " ".join(question.split())
    measure = _MEASURES.get(unit.base, "volume") if unit is not None else "volume"
    for pattern, into in _OTHER_WORDS:
        found = pattern.match(said)
        if found is not None:
            return into.format(**{"measure": measure, **{name: one or "" for name, one in found.groupdict().items()}})
    return said
