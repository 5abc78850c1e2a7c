"""Words of questions that ask of an amount of each thing, where they stand, and what they say."""

from __future__ import annotations

import re

from fingerpost.linking.literals import Literal, literals
from fingerpost.linking.quantities import IGNORED, unit_named
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import singulars
from fingerpost.plans import Comparison

IGNORING_CASE = re.IGNORECASE
ASKS = r"(?:(?:show|list|give|tell|find|get|name)(?: me| us)? )?(?:(?:which|what|who)(?:'s| is| are| was| were)? )?"
THE = r"(?:(?:the|our|my|all|all the) )?"
NUMBER = r"\d+|one|two|three|four|five|six|seven|eight|nine|ten|dozen|twenty"
_LARGEST = "best|biggest|busiest|largest|highest|heaviest|leading|greatest|strongest|longest|top"
SMALLEST = "worst|smallest|lowest|lightest|quietest|weakest|shortest"
_DEGREES = f"{_LARGEST}|{SMALLEST}"
_SUPERLATIVE = re.compile(rf"\b(?:most|fewest|least|{_DEGREES})\b", IGNORING_CASE)
BY = re.compile(
    rf"^{ASKS}{THE}(?:(?P<top>top|first) )?(?:(?P<count>{NUMBER}) )?(?:(?P<degree>{_DEGREES}) )?"
    rf"(?P<thing>[\w' -]+?) by (?:the |their |its )?(?P<amount>.+)$",
    IGNORING_CASE,
)
OTHERS = re.compile(r"\band\b|\b(?:its|their|his|her)$", IGNORING_CASE)
"""What no single thing is called: "the name and the age of those with the most"."""
MOST = re.compile(
    rf"^(?P<thing>.+?)\s+(?:the )?(?P<most>most|fewest|least|(?:{_DEGREES})(?= (?:total|summed|combined|overall)\b))"
    r"(?P<amount>(?: .+)?)$",
    IGNORING_CASE,
)
EACH = re.compile(
    rf"^{ASKS}(?P<amount>.+?) (?P<by>per|by|for (?:each|every)) (?P<thing>(?!the\b|each\b).+)$", IGNORING_CASE
)
COMES_TO = re.compile(
    rf"^{ASKS}{THE}(?P<thing>.+?),? (?:whose|where the) (?P<amount>.+?) "
    r"(?:(?:add|come|amount|sum)s?(?: up)? to|totall?(?:s|ed)?|(?P<worth>(?:is|are) worth)|reach(?:es)?|exceeds?) "
    r"(?P<bound>.+)$",
    IGNORING_CASE,
)
_COMPARISONS: tuple[tuple[str, Comparison], ...] = (
    (r"(?:at least|no (?:less|fewer) than|not (?:less|fewer) than|a minimum of)", Comparison.GE),
    (r"(?:at most|no more than|not more than|up to|a maximum of)", Comparison.LE),
    (r"(?:more than|over|above|upwards of|in excess of|greater than)", Comparison.GT),
    (r"(?:less than|fewer than|under|below)", Comparison.LT),
    (r"exactly", Comparison.EQ),
)
_COMPARED = re.compile("|".join(rf"(?P<c{n}>\b{said} )" for n, (said, _) in enumerate(_COMPARISONS)), IGNORING_CASE)
_OR_MORE = re.compile(
    r"^(?P<noun>(?: [\w-]+){0,3}?) (?:or|and) (?:(?P<more>more|above|over|upwards)|fewer|less|under|below)\b",
    IGNORING_CASE,
)
_TIMES = {"once": 1, "twice": 2}
TIMES_DONE = "number of times"
TIMES_SAID = re.compile(r"\b(?:once|twice)\b", IGNORING_CASE)
OFTEN = re.compile(r"^ ?times\b", IGNORING_CASE)
SURE = re.compile(
    r",? ?\b(?:in (?:total|all)|overall|altogether|all told|all in all|combined|between them|(?:taken|put|all) together"
    r"|in sum|at all)\b",
    IGNORING_CASE,
)
TOTAL = re.compile(
    r"^(?:the |their )?(?:total|summed|combined|overall|cumulative|accumulated|sum of(?: the)?) ", IGNORING_CASE
)
COUNT = re.compile(r"^(?:the |their )?(?:total )?(?:number|count|tally) of (?:the |their )?|^how many ", IGNORING_CASE)
AMOUNT_OF = re.compile(r"^(?:(?:the|their) )?(?:amount|volume|quantity) of |^(?:of|worth of) ", IGNORING_CASE)
AVERAGE = re.compile(r"^(?:the |their )?(?:average|mean|median|highest|lowest|maximum|minimum) ", IGNORING_CASE)
ONLY = re.compile(
    r"\s*[,;:(–—-]+\s*(?:please\s*[,;(–—-]*\s*)?[\w ]*?"
    r"\b(?:only|just|skip\w*|ignor\w*|leav\w+ out|omit\w*|exclud\w*|without|whoever|those|left out|where)\b"
    r"[\w ]*?\b(?:any|some|none|nothing|at least one|one or more|zero|known|can be left out)\b[\w ]*\)?$",
    IGNORING_CASE,
)
_BREAK = (
    r"(?:\s*(?:[,.;:?!+&(–—-]|\band\b|\bwith\b|\bplus\b|\binclud(?:e|ing)\b|\bshow(?:ing)?\b|\bgiv(?:e|ing)\b))+\s*"
)
_THEIR = r"(?:(?:what(?:'s| is| was|s)|give|show|tell me) )?(?:(?:the|its|their|that|each|respective|exact|name and) )*"
_WAS = r"(?: (?:was|were|is|are|did|do|does|has|have|had|it|they|that|he|she|each|in|all|total|there)\b[\w ]*)?"
_SHOWN = re.compile(
    rf"{_BREAK}{_THEIR}(?:counts?|numbers?|totals?|amounts?|sums?|values?|figures?|tally)(?: (?:of each|in all))?"
    rf"(?: please| thanks)?\)?$",
    IGNORING_CASE,
)
_HOW_MANY = re.compile(
    rf"{_BREAK}(?:for )?how (?:many|much)(?P<named>(?: (?!was|were|is|are|did)[\w']+){{0,4}}?){_WAS}$", IGNORING_CASE
)
_SHOWN_NOUN = re.compile(
    r"(?:\s*[,;:(–—-]\s*|\s+(?=with\b))(?:with |plus )?(?:the )?(?:[\w']+ (?:and|\+) )?(?:the |their )?"
    r"(?P<noun>[\w']+)\)?$",
    IGNORING_CASE,
)
OF_EACH = re.compile(r"(?:for|of|in) (?:each|every|all)\b", IGNORING_CASE)
"""What is asked of each of some groups: "for each genre, which author wrote the most books"."""
FRONT = re.compile(
    r"^(?P<filter>(?:in|during|since|before|after|for(?! each\b| every\b| all\b)|among|at|on) [^,]{1,40}),\s+"
    r"(?P<rest>.+)$",
    IGNORING_CASE,
)
MONEY = frozenset("money takings revenue income earnings cash turnover spending value worth".split())
ONLY_OF = re.compile(r",? (?:only|just) (for|in|from|of|at|by) ", IGNORING_CASE)
MONEY_OF = re.compile(r"^(?:money|value|worth) of ")
LEVELS = frozenset(
    "score rating stars star grade temperature temp age pct percent percentage level rank height width length depth "
    "altitude elevation speed ratio share population".split()
)
"""Words of names of numbers that nobody adds up unless that is said."""
PER = frozenset(("per", "rate"))


def is_unit(said: str) -> bool:
    """Whether words are a unit, be it of money."""
    return unit_named(said) is not None or said.lower() in IGNORED


def without_shown(question: str) -> str | None:
    """The question for those with the most of something without the amounts that it shows; None where it is no such."""
    text, _, shown = shown_in(question.strip().rstrip(" ?.!"))
    return f"{text}?" if shown and _SUPERLATIVE.search(text) else None


def shown_in(text: str) -> tuple[str, str, bool]:
    """The question without the amounts that it shows, what it calls them, and whether it does."""
    found = _SHOWN.search(text)
    if found is not None and found.start():
        return text[: found.start()], "", True
    found = _HOW_MANY.search(text)
    if found is not None and found.start():
        named = found["named"].strip()
        return text[: found.start()], "" if named.lower() in FUNCTION_WORDS else named, True
    found = _SHOWN_NOUN.search(text)
    if found is not None and found.start():
        before, noun = text[: found.start()], found["noun"].lower()
        words = {w for word in re.findall(r"[\w']+", before.lower()) for w in (word, *singulars(word))}
        if unit_named(noun) is not None or not words.isdisjoint((noun, *singulars(noun))):
            return before, "", True
    return text, "", False


def bound_in(text: str) -> tuple[str, Comparison, Literal, str] | None:
    """What stands before a comparison with a number, this, and what stands behind it, its unit among that."""
    said = [one for one in literals(text) if one.kind == "number" and not isinstance(one.value, str)]
    said += [Literal("number", _TIMES[m.group().lower()], m.start(), m.end()) for m in TIMES_SAID.finditer(text)]
    for number in said:
        end = number.start + len(number_said(text[number.start : number.end], number))
        compared = next((m for m in _COMPARED.finditer(text) if m.end() == number.start), None)
        if compared is not None:
            place = next(n for n in range(len(_COMPARISONS)) if compared[f"c{n}"])
            return text[: compared.start()].strip(), _COMPARISONS[place][1], number, text[end:]
        more = _OR_MORE.match(text[end:])
        if more is not None:
            comparison = Comparison.GE if more["more"] else Comparison.LE
            behind = text[end + more.end() :]
            return text[: number.start].strip(), comparison, number, f"{more['noun']}{behind}"
    return None


def number_said(said: str, number: Literal) -> str:
    """The words of a number without those of its unit."""
    if number.unit is None:
        return said
    found = re.match(r"[\d.,]+|[a-z -]+?(?= \w+$)", said, IGNORING_CASE)
    return found.group() if found is not None else said
