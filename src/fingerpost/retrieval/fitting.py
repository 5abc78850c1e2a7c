"""Whether a sentence has the kind of thing that a question asks for: somebody, a day, an hour, a sum, a count, one of
a kind.

`asked_for` says what may answer. Here it is what a reader would miss: "Which bank lent the money?" asks for a bank with
a name, so that "the bank would lend no more" does not answer, whatever words both have.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from enum import IntEnum
from functools import lru_cache
from itertools import pairwise

from fingerpost.linking import commonness
from fingerpost.retrieval import asked_for as forms
from fingerpost.retrieval.sentence_signs import word_stem
from fingerpost.retrieval.words import STOP, stem, tokens

_DAYS = rf"(?:{forms.DAYS})s?"
_DATED = rf"{forms.DATE}|\d{{4}}-\d\d-\d\d|\b{_DAYS}\b"
_MONTH = rf"\b(?:{forms.MONTHS})\b"
_PLAIN_TIME = re.compile(rf"{_DATED}|{_MONTH}|{forms.CLOCK}|\b(?:1[5-9]|20)\d\d\b", re.IGNORECASE)
"""A day, a month, a year or an hour, and not only a word such as "every" or "week"."""
_SUM = rf"{forms.MONEY_SAID.pattern}|\d\s?(?:%|per ?cent)"
_SUMS = re.compile(rf"(?:{forms.MONEY_SAID.pattern})[\d.,]*", re.IGNORECASE)
_NUMBER = rf"(?:\d[\d.,'’]*|\b(?:{forms.SPELLED}|no|half|both|single|dozen)\b)"
_REASON = (
    r"\b(?:because|since(?! (?:\d|then|last))|due to|owing|thanks to|so that|therefore|thus|hence|caus\w+|reasons?|"
    r"result(?:s|ed|ing)?|led to|leads to|too|lest|otherwise|in order|so|wants?|wanted|lacks?|lacked)\b|"
    r", as\b|\bto (?!the\b|an?\b|[A-Z0-9])\w+"
)
_SHORT = {"kilometre": "km", "metre": "m", "litre": "l", "kilo": "kg", "kilogram": "kg", "percent": "%", "hour": "h"}
"""Units, and how they are written behind a number."""
_CHANGED_BY = re.compile(rf"\b\w+(?:ed|es|ose|uce|s) by (?:about |some |almost )?{_NUMBER}", re.IGNORECASE)
"""By how much something became more or less, which is not how much it is."""
_AGED = re.compile(
    rf"\b(?:{_NUMBER}[ -]years?|aged? {_NUMBER}|born|birthday|founded|built|opened|begun|began|made|turn(?:s|ed) \d|"
    r"(?:in|since|from|of) (?:1[5-9]|20)\d\d)",
    re.IGNORECASE,
)
_PAID = re.compile(
    r"\b(?:rent|prices?|fees?|costs?|charges?|salary|wages?|fares?|pays?|paid|earns?|rebate|discount|grant|budget)\b"
    r"(?!.*\bwith what\b)",
    re.IGNORECASE,
)
_OF_SUMS = re.compile(r"\bhow (?:much|high|expensive)\b|\bwhat\b", re.IGNORECASE)
_HOW_MANY = re.compile(r"\bhow many ((?:[\w'’-]+ ){0,2}?)([\w'’-]+)", re.IGNORECASE)
_VERBS = "is|are|was|were|do|does|did|has|have|had|can|will|must|should|would"
_KIND = re.compile(
    rf"\b(which|what)(?:['’]s)? (?!(?:{_VERBS}|happen\w*|kind|sort|else|about|to|if)\b)"
    rf"(?:(?:[a-z][\w-]*\s){{0,2}}?([a-z][\w-]{{2,}})(?= (?:{_VERBS}|of)\b(?! there\b))|"
    r"([a-z][\w-]{2,})\b(?! (?:the|an?|our|your|its|their|his|her|us|it|them|to|in|on|are|is)\b))"
)
"""What asks for one of a kind, and the kind: "which solar firm did", "which loaves contain"."""
_OF_NUMBERS = frozenset(map(stem, "number extension version percentage share minimum maximum".split()))
_OF_WORDS = frozenset(map(word_stem, "breed color colour fuel material metal shape side size stone style wood".split()))
"""Kinds of what has no name of its own: "the walls in pale green"."""
_NO_NAME = re.compile(rf"(?:EUR|GBP|USD|CHF|OK|{_MONTH}|{_DAYS})", re.IGNORECASE)
_CAPITAL = re.compile(r"\b(?:[A-Z][\w'’-]*[a-z][\w'’-]*|[A-Z]{2,}(?![\w-]))")
_OPENS = re.compile(r"(?:^|[.!?:|])[\s\W\d]*$")
_ROLE = re.compile(
    r"\b(?:the|our|an?|each|every|his|her|their) (?:[\w-]+ ){0,2}?(?:\w{3,}(?:ers?|ors?|ists?|ants?|man|woman)|boards?|"
    r"teams?|committee|council|department|office|crew|staff|police|nurse|cook|chief|head)\b",
    re.IGNORECASE,
)
_DOER = re.compile(r"\b\w+(?:ed|en|wn|ne|[gl]ht|ept|ade|aid|old) by (?:the|our|an?|its|their) [a-z]", re.IGNORECASE)
"""By whom something is done: "is replaced by the reception"."""
_OPENERS = frozenset(
    "since because although while whereas until without under each every nobody everybody please yes instead".split()
)
_FOLLOWED = re.compile(r" (?:de |van |von |der )*[A-Z][a-z]")
_WITHIN = re.compile(r"(?<=[a-z,;] )[A-Z][\w'’-]*[a-z]")
_FULL = re.compile(r"\b([A-Z][\w'’-]+) (?:de |van |von |der )*([A-Z][a-z][\w'’-]*)")


class Fit(IntEnum):
    """Whether a sentence has what is asked for."""

    LACKS = -1
    UNKNOWN = 0
    HAS = 1


def names_known(texts: Iterable[str]) -> frozenset[str]:
    """The words that are written as names within sentences, or in names of several words."""
    found: set[str] = set()
    for text in texts:
        found.update(map(_bare, _WITHIN.findall(text)))
        for pair in _FULL.findall(text):
            found.update(map(_bare, pair))
    return frozenset(one for one in found if one.lower() not in STOP)


def fit(question: str, text: str, above: str, known: Collection[str]) -> Fit:
    """Whether a sentence has the kind of thing that a question asks for, UNKNOWN for what has no form.

    `above` stands above it, a title and headings; `known` are names, which count at the beginning of a sentence, too.
    """
    tests = _tests(question)
    if not tests:
        return Fit.UNKNOWN
    new = [one for one in _names_in(text, known) if stem(one.lower()) not in _said(question)]
    return min(_tested(kind, asked, text, above, new) for kind, asked in tests)


@lru_cache(maxsize=64)  # it is asked again of each sentence
def _said(question: str) -> frozenset[str]:
    return frozenset(stem(one.word) for one in tokens(question))


@lru_cache(maxsize=64)
def _tests(question: str) -> tuple[tuple[str, str], ...]:
    """What a question asks for: kinds, each with the word that names it."""
    found: list[tuple[str, str]] = []
    lower = question.lower()
    if forms.asks_who(question):
        found.append(("who", ""))
    many = _HOW_MANY.search(lower)
    if many is not None:
        found.append(("many", many[2] if not many[1] else many[0].partition(" many ")[2]))
    elif _PAID.search(lower) and _OF_SUMS.search(lower) and not found:
        found.append(("sum", ""))
    elif "how much" in lower:
        found.append(("much", ""))
    if re.search(r"\bhow (?:long|old|far|tall|deep|fast|high|heavy|often|quickly|wide|soon)\b", lower) and not found:
        found.append(("old" if "how old" in lower else "measure", question))
    if re.search(r"\b(?:what|which) (?:time|hour)\b", lower):
        found.append(("hour", ""))
    elif re.search(r"\b(?:what|which) (?:\w+ )?(?:(?:week)?day|date)\b", lower):
        found.append(("day", ""))
    elif re.match(r"\W*(?:since |until |by )?when\b", lower):
        found.append(("when", question))
    if re.search(r"\bwhere\b", lower) and not found:
        found.append(("where", question))
    if forms.asks_why(question):
        found.append(("why", ""))
    kind = _KIND.search(question[:1].lower() + question[1:])
    if kind is not None and not found:
        word = kind[2] or kind[3]
        found.append(("number" if stem(word) in _OF_NUMBERS else "kind" if kind[1] == "which" else "any", word))
    return tuple(found)


def _tested(kind: str, asked: str, text: str, above: str, new: list[str]) -> Fit:
    """Whether a text has one thing that is asked for; `new` are the names in it that the question does not have."""
    if kind == "who":
        some = any(form.search(text) for form in (_ROLE, _DOER)) or _may_open_with_name(text)
        return Fit.HAS if new else Fit.UNKNOWN if some else Fit.LACKS
    if kind == "many":
        return _counted(asked, text)
    if kind in ("kind", "any"):
        found = _one_of(asked, text, above, new)
        return max(found, Fit.UNKNOWN) if kind == "any" and re.search(_NUMBER, text, re.IGNORECASE) else found
    if kind in ("where", "when", "measure"):
        given = forms.gives(asked, text) and not (kind == "measure" and _is_change(asked, text))
        plain = kind != "when" or _PLAIN_TIME.search(text) is not None
        return Fit.LACKS if not given else Fit.HAS if plain else Fit.UNKNOWN
    caused = kind == "why" and forms.heads_causes(above)  # what stands below "Cause" needs no word for it
    return Fit.HAS if caused or _FORMS[kind].search(text) else Fit.LACKS


def _is_change(question: str, text: str) -> bool:
    return _CHANGED_BY.search(text) is not None and len(re.findall(_NUMBER, text, re.IGNORECASE)) == 1


def _counted(asked: str, text: str) -> Fit:
    """Whether a text counts what is asked for, which may be a unit: a number stands shortly before it."""
    words = [stem(word) for word in asked.split()]
    short = _SHORT.get(asked.split()[-1].removesuffix("s"))
    if short is not None and re.search(rf"\d ?{re.escape(short)}\b", text):
        return Fit.HAS
    numbers = re.compile(_NUMBER, re.IGNORECASE)
    parts = [(one.group(), numbers.fullmatch(one.group()) is not None) for one in _PARTS.finditer(text)]
    for place, (part, _) in enumerate(parts):
        if stem(part.lower()) in words and any(number for _, number in parts[max(place - 4, 0) : place]):
            return Fit.HAS
    told = _SUMS.sub(" ", text)
    return Fit.UNKNOWN if forms.may_give(f"how many {asked}", told) else Fit.LACKS


_PARTS = re.compile(r"\d[\d.,'’]*|[^\W_\d]+")


def _one_of(kind: str, text: str, above: str, new: list[str]) -> Fit:
    """Whether a text has one of a kind: with a name, or with a word that tells it apart ("the walnut loaf")."""
    wanted = word_stem(kind)
    words = [one.word for one in tokens(text)]
    for before, word in pairwise(words):
        if word_stem(word) == wanted and before not in STOP:
            return Fit.HAS
    said = wanted in {word_stem(one.word) for one in tokens(f"{text} {above}")}
    plain = word_stem(kind) in _OF_WORDS
    return (Fit.HAS if said else Fit.UNKNOWN) if new else Fit.UNKNOWN if plain else Fit.LACKS


def _names_in(text: str, known: Collection[str]) -> list[str]:
    """The names in a text; a word that only begins a sentence is one if it is known, or another name follows."""
    found = []
    for match in _CAPITAL.finditer(text):
        word = _bare(match.group())
        opens = _OPENS.search(text, 0, match.start()) is not None
        if _NO_NAME.fullmatch(word) or (opens and word not in known and not _FOLLOWED.match(text, match.end())):
            continue
        found.append(word)
    return found


def _may_open_with_name(text: str) -> bool:
    """Whether the first word of a text may be a name: no common word."""
    first = next(iter(tokens(text)), None)
    return first is not None and text[first.start].isupper() and first.word not in STOP | _OPENERS | commonness().keys()


def _bare(word: str) -> str:
    return re.sub(r"['’]s?$", "", word)


_FORMS = {
    kind: re.compile(form, re.IGNORECASE)
    for kind, form in (
        ("sum", rf"{_SUM}|{forms.BARE_CELL.pattern}"),
        ("much", _NUMBER),
        ("old", _AGED.pattern),
        ("hour", forms.CLOCK),
        ("day", _DATED),
        ("why", _REASON),
        ("number", r"\d"),
    )
}
