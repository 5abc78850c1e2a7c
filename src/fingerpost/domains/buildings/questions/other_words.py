"""Other words for questions about amounts: "how much brick is there in the walls" asks for a total volume."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.buildings.loader.material_kinds import material_words
from fingerpost.domains.buildings.questions.vocabulary import phrase_words
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
_ADJECTIVES: Final = phrase_words()["adjectives"]
_ALTOGETHER: Final = "(?:together|altogether|combined|in total|in all)"
_AMOUNT: Final = "volume|area|weight"
_MATERIALS: Final = "|".join(sorted(material_words(), key=len, reverse=True))
_OTHER_WORDS: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE), into)
    for pattern, into in (
        (
            rf"^how much (?P<quantity>(?:(?:net|gross|floor|wall) )*(?:{_AMOUNT})) do(?:es)? (?P<what>.+?) have$",
            "what is the total {quantity} of {what}",
        ),
        (
            rf"^what (?P<quantity>{_AMOUNT}) of (?P<what>.+?) (?:is|are) (?:there )?(?P<where>(?:in|on) .+)$",
            "what is the total {quantity} of {what} {where}",
        ),
        (
            rf"^(?:what|how much) (?P<quantity>{_AMOUNT}) of (?P<what>.+?) do(?:es)? (?P<where>.+?) (?:contain|have)$",
            "what is the total {quantity} of {what} in {where}",
        ),
        (
            (
                rf"^how much (?P<what>[a-z ]+?) (?P<quantity>{_AMOUNT}|length) (?:is|are) (?:there ?)?(?P<where>.*?)"
                rf"(?:,? {_ALTOGETHER})?$"
            ),
            "what is the total {quantity} of {what} {where}",
        ),
        (
            rf"^(?:how much|what) do(?:es)? (?P<what>.+?) weigh(?:,? {_ALTOGETHER})?$",
            "what is the total weight of {what}",
        ),
        (
            (
                rf"^(?:what|which)(?: is|'s| are) the (?P<what>(?:{'|'.join(phrase_words()['superlatives'])}) .+?)"
                r"(?: by (?:area|length|width|height|size))?$"
            ),
            "list the {what}",
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
        (
            (
                rf"^{ASK} the (?P<material>{_MATERIALS}) "
                rf"(?P<quantity>{_AMOUNT}) (?:of|in) (?:the )?(?P<what>.+)$"
            ),
            "what is the total {quantity} of {material} in {what}",
        ),
        (
            (
                rf"^(?:{ASK} (?:the )?)?(?:total )?(?P<quantity>{_AMOUNT}|length)s? (?:per|by|for each|of each) "
                r"(?P<group>[a-z ]+?) (?:of|for) (?:all )?(?:the )?(?P<what>.+)$"
            ),
            "what is the total {quantity} of {what} per {group}",
        ),
        (
            rf"^(?:the )?(?P<material>{_MATERIALS}) (?P<quantity>{_AMOUNT}) (?:of|in) (?:the )?(?P<what>.+)$",
            "what is the total {quantity} of {material} in {what}",
        ),
        (rf"^(?P<what>(?:{'|'.join(AGGREGATES)}) .+ of .+)$", "what is the {what}"),
        (
            r"^how (?:high|tall) (?:is|are) (?:the )?ceilings? (?:in|of) (?P<what>.+)$",
            "what is the ceiling height of {what}",
        ),
        (
            (
                rf"^(?:{ASK}|list) (?:the )?names? of (?:all )?(?:the )?(?P<what>.+?) "
                r"(?:and|with|together with) their (?P<quantity>[a-z ]+)$"
            ),
            "list the {what} with their {quantity}",
        ),
        (r"^(?:sum(?: up)?|add up|total(?: up)?) (?:the )?(?P<what>[a-z\- ]+? of .+)$", "what is the total {what}"),
        (
            r"^(?:compare|contrast) (?:the )?+(?P<what>(?!number|count|total)[a-z\- ]+? of .+ (?:and|to|with) .+)$",
            "what is the {what}",
        ),
        (
            rf"^how (?P<adjective>{'|'.join(_ADJECTIVES)}) (?:is|are) (?P<what>.+?),? (?:all )?{_ALTOGETHER}$",
            "what is the total {noun} of {what}",
        ),
        (
            rf"^{ASK} the (?P<what>[a-z\- ]+? of .+?) {_ALTOGETHER}$",
            "what is the total {what}",
        ),
    )
)
_ON_SITE: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), into)
    for pattern, into in (
        (r"^where (?:do|does|should|must) (?P<what>.+?) (?:go|belong)$", r"where are \g<what>"),
        (r"(?<=\w) (?:go|goes|come|comes) (?:in|into|inside)(?= )", " in"),
        (r"(?<=\w) (?:go|goes|come|comes) (?:on|onto)(?= )", " on"),
        (
            (
                r"(?<=\w) (?:do|must|should|will) (?:we|i|they) (?:have to |need to )?(?:need|lay|order|buy|install|"
                r"fit|hang|mount|build|pour|cast|paint|place|supply|deliver)(?= (?:in|on|at|for|per)\b|$)"
            ),
            "",
        ),
        (r"\b(?P<value>u[- ]?(?:value|factor)s?) (?:(?:that is|of|is|are) )?worse than\b", r"\g<value> of more than"),
        (r"\b(?P<value>u[- ]?(?:value|factor)s?) (?:(?:that is|of|is|are) )?better than\b", r"\g<value> of less than"),
    )
)
"""What people on a site say: where things go, what they have to lay, which values are worse."""
_MEASURES: Final = {"m": "length", "m²": "area", "m³": "volume", "kg": "weight"}


def plainer(question: str, unit: AskedUnit | None) -> str:
    """A question in the words of the forms; how much there is of something is meant in the unit that is asked for."""
    said = " ".join(question.split())
    for words, instead in _ON_SITE:
        said = words.sub(instead, said)
    measure = _MEASURES.get(unit.base, "volume") if unit is not None else "volume"
    for pattern, into in _OTHER_WORDS:
        found = pattern.match(said)
        if found is not None:
            groups = {name: one or "" for name, one in found.groupdict().items()}
            noun = _ADJECTIVES.get(groups.get("adjective", "").lower(), "")
            return into.format(**{"measure": measure, "noun": noun, **groups})
    return said
