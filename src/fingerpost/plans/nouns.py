"""English nouns: singular and plural, articles, lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fingerpost.plans.irregular import NOUNS, PLURALS

_UNIT = re.compile(
    r"(?:(?<=[_ ])(?:k(?:iB|B|Hz|W|Wh|Pa|V)|mAh)|(?<=[a-z0-9_ ])(?:[KMGT]iB|[MG]Hz|MWh|GWh|MPa))(?![A-Za-z])"
)
_SAME = frozenset("series species means headquarters staff aircraft".split())
_SINGULAR_S = frozenset("alias atlas bias canvas christmas gas pancreas news chaos cosmos bus campus lens".split())
"""Singular nouns that look like plurals."""
_MASS = frozenset("furniture equipment information software hardware luggage".split())
"""Uncountable nouns."""


def is_plural(noun: str) -> bool:
    """Whether a noun phrase is in the plural: "pages", "open days", "people"; "address" and "status" are not."""
    last = noun.rpartition(" ")[2]
    if last in _SAME or NOUNS.get(last, last) != last or last.endswith("people"):
        return True
    return len(last) > 3 and last.endswith("s") and not last.endswith(("ss", "us", "is")) and last not in _SINGULAR_S


def plural(noun: str) -> str:
    """The plural of a noun phrase: "phone call" gives "phone calls", "person" "people", "pages" "pages"."""
    before, space, last = noun.rpartition(" ")
    if is_plural(noun) or last[-1:].isdigit():  # "sales 2025"
        return noun
    if last in _MASS:
        return f"pieces of {noun}"
    if last in PLURALS:
        many = PLURALS[last]
    elif last.endswith("person"):
        many = last[:-6] + "people"
    elif last.endswith(("s", "x", "ch", "sh", "z")):
        many = last + "es"
    elif last.endswith("y") and last[-2:-1] not in tuple("aeiou"):
        many = last[:-1] + "ies"
    else:
        many = last + "s"
    return before + space + many


def singular(noun: str) -> str:
    """The singular of a noun phrase: "pages" gives "page", "open days" "open day"."""
    before, space, last = noun.rpartition(" ")
    if not is_plural(noun) or last in _SAME:
        return noun
    if last in NOUNS:
        one = NOUNS[last]
    elif last.endswith("people"):
        one = last[:-6] + "person"
    elif last.endswith("ies") and len(last) > 4:
        one = last[:-3] + "y"
    elif last.endswith(("sses", "xes", "ches", "shes", "zes")):
        one = last[:-2]
    else:
        one = last[:-1]
    return before + space + one


def counted(number: int, noun: str) -> str:
    """ "1 wall", "57 walls", "no columns", "480 pages"."""
    if noun in _MASS and number in (0, 1):
        return f"1 piece of {noun}" if number else f"no {noun}"
    if number == 0:
        return f"no {plural(noun)}"
    return f"{number:,} {singular(noun) if number == 1 else plural(noun)}"


def joined(parts: Sequence[str], left: int = 0, joint: str = "and") -> str:
    """A list in a sentence; with `left`, the number of omitted items."""
    if left > 0:
        return f"{', '.join(parts)} and {left:,} more"
    return f" {joint} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def with_article(noun: str) -> str:
    """ "a price", "an address"; plurals and uncountable nouns have none."""
    if is_plural(noun) or noun.rpartition(" ")[2] in _MASS:
        return noun
    return f"{'an' if noun[:1] in tuple('aeio') else 'a'} {noun}"


def apart_from_unit(name: str) -> str:
    """A name with blanks before units of small letters and capitals, which are one word: `RAM_MiB`, `clockGHz`."""
    return _UNIT.sub(lambda unit: f" {unit[0].lower()}", name)
