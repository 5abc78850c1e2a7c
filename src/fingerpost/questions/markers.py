"""Markers: the words that say what to do with what is named: count, compare, group, sort, deny.

Each rule is a pattern over the question's words (normalised, joined by single spaces) and the marker that it stands
for. Rules are tried in order; a word belongs to one marker only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from fingerpost.linking.english import english
from fingerpost.linking.mentions import Linked
from fingerpost.linking.text import Token, stem


class Role(StrEnum):
    """What a marker asks for."""

    COUNT = "count"
    AGGREGATE = "aggregate"
    GROUP = "group"
    SUPERLATIVE = "superlative"
    COMPARE = "compare"
    BETWEEN = "between"
    NEGATE = "negate"
    CHECK = "check"
    ASK = "ask"
    WHO = "who"
    WHERE = "where"
    ASK_PROPERTY = "ask property"
    SORT = "sort"
    TOP = "top"
    EITHER = "either"
    DISTINCT = "distinct"
    MISSING = "missing"
    NAMED = "named"
    TEXT = "text"
    EXISTING = "existing"


ASKING = (Role.ASK, Role.WHO, Role.WHERE, Role.COUNT, Role.CHECK, Role.ASK_PROPERTY, Role.AGGREGATE)
"""Markers that what is asked for stands behind."""

BINDING = (Role.NEGATE, Role.COMPARE, Role.BETWEEN, Role.SUPERLATIVE, Role.MISSING, Role.TEXT, Role.GROUP, Role.TOP)
"""Markers that change what an answer is: a reading that passes over one answers another question."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker over tokens `start` to `end`; `value` is the function, operator, adjective or direction.

    `count` is how many are asked for: "the three longest", "top 5".
    """

    role: Role
    start: int
    end: int
    value: str = ""
    count: int | None = None


_NUMBERS = {
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "twelve": 12,
    "fifteen": 15,
    "twenty": 20,
}
_NUMBER = rf"(?:\d+|{'|'.join(_NUMBERS)})"
_ADJECTIVE = (
    "old|young|new|recent|late|early|long|short|tall|high|low|large|big|small|wide|narrow|thick|thin|deep|heavy|light|"
    "fast|slow|expensive|cheap|good|bad|popular|great"
)
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_SUPERLATIVES = {
    "best": "good",
    "worst": "bad",
    "eldest": "old",
    "latest": "late",
    "earliest": "early",
    "last": "last",
    "first": "first",
    "most recent": "recent",
    "least recent": "first",
    "biggest": "big",
}
_COMPARATIVES = {"better": "good", "worse": "bad", "later": "late", "earlier": "early", "bigger": "big"}

NOUN = "noun"
"""The value of a count that stands behind what it counts: "the email count"."""

_THEM = r"(?:them|it|this|these|those|(?:the )?results?)"

RULES: tuple[tuple[str, Role, str], ...] = (
    (
        r"(?:how many|(?:the )?(?:total )?(?:number|count) of(?: all)?) (?:different|distinct|unique)",
        Role.COUNT,
        "distinct",
    ),
    (r"(?:what is )?(?:the )?total (?:number|count) of(?: all)?(?: the)?", Role.COUNT, "total"),
    (r"(?:the )?(?:average|mean) (?:number|count) of(?: (?:different|distinct|unique))?", Role.AGGREGATE, "avg count"),
    (r"what is the (?:total )?(?:number|count) of", Role.COUNT, ""),
    (r"(?:the )?(?:total )?(?:number|count) of(?: (?:all|different|distinct|unique))?(?: the)?", Role.COUNT, ""),
    (r"how many(?: (?:different|distinct|unique))?", Role.COUNT, ""),
    (r"(?<=[a-z] )counts?(?= (?:of|for|in|on|at|from|by|with|per)(?: |$)|$)", Role.COUNT, NOUN),
    (r"how often|how many times|count(?: the| all)*", Role.COUNT, ""),
    (r"(?:total|combined|overall) sum of|(?:the )?sum of(?: the)?", Role.AGGREGATE, "sum"),
    (r"average(?: of)?|mean(?: of)?|on average", Role.AGGREGATE, "avg"),
    (r"median(?: of)?", Role.AGGREGATE, "median"),
    (r"(?:the )?standard deviation(?: of)?|std ?dev(?: of)?", Role.AGGREGATE, "stDev"),
    (r"maximum number of|highest number of|largest number of|greatest number of", Role.SUPERLATIVE, "most"),
    (r"minimum number of|lowest number of|smallest number of|fewest", Role.SUPERLATIVE, "fewest"),
    (r"maximum|max", Role.AGGREGATE, "max"),
    (r"minimum|min", Role.AGGREGATE, "min"),
    (r"total(?: of)?", Role.AGGREGATE, "sum"),
    (
        r"(?:each|every)(?: (?:combination|pair) of| (?:distinct|different|unique|specific))?|for all of the|per",
        Role.GROUP,
        "",
    ),
    (rf"group(?:ed|ing)?(?: {_THEM})? by|broken down by", Role.GROUP, "by"),
    (r"(?<!ed )(?<!en )(?<!wn )(?<!un )by(?= \w+$)", Role.GROUP, "by"),
    (r"(?:sort|order|rank)(?:ed)?(?: (?:them|these|the results))? by", Role.SORT, ""),
    (r"in (?:ascending|increasing|alphabetical) order|ascending", Role.SORT, "asc"),
    (r"in (?:descending|decreasing) order|descending", Role.SORT, "desc"),
    (rf"(?:top|first|last) {_NUMBER}(?= )", Role.TOP, ""),
    (r"between", Role.BETWEEN, ""),
    (
        r"(?:is |are |was |were )?(?:more|greater|larger|bigger|higher|longer) (?:than )?or equal(?: to| than)?",
        Role.COMPARE,
        ">=",
    ),
    (
        r"(?:is |are |was |were )?(?:less|smaller|lower|fewer|shorter) (?:than )?or equal(?: to| than)?",
        Role.COMPARE,
        "<=",
    ),
    (r"at least|no (?:less|fewer) than|a minimum of|minimum of|from at least", Role.COMPARE, ">="),
    (r"at most|no more than|not more than|up to|a maximum of", Role.COMPARE, "<="),
    (r"(?:more|greater|higher|larger|bigger) than|over|above|exceeding|exceeds?", Role.COMPARE, ">"),
    (r"(?:less|fewer|lower|smaller) than|under|below", Role.COMPARE, "<"),
    (
        rf"(?:on or after|starting from|since|from)(?= (?:\d{{4}}|the year|{_MONTHS})\b)",
        Role.COMPARE,
        ">= time",
    ),
    (r"(?:in|during|throughout|within)(?= (?:the year )?\d{4}(?: |$))", Role.COMPARE, "= time"),
    (r"(?:on or before|until|up until|till)", Role.COMPARE, "<= time"),
    (r"after|later than", Role.COMPARE, "> time"),
    (r"before|earlier than|prior to", Role.COMPARE, "< time"),
    (r"(?:is |are )?(?:not equal to|other than|different from|not the same as)", Role.COMPARE, "<>"),
    (r"exactly|equal to|equals", Role.COMPARE, "="),
    (r"(?:that |which |whose )?(?:contain(?:s|ing)?|includ(?:es|ing)|with the word)", Role.TEXT, "contains"),
    (r"(?:start(?:s|ing)?|begin(?:s|ning)?) with|beginning in", Role.TEXT, "starts with"),
    (r"end(?:s|ing)? (?:with|in)", Role.TEXT, "ends with"),
    (
        r"(?:do|does|did|have|has|had|is|are|was|were|could|can) not|(?:do|does|did|have|has|had|is|are|was|were)n t",
        Role.NEGATE,
        "",
    ),
    (
        r"without(?: any| an| a)?|lacks?|lacking|with no|has no|have no|having no|never|not|no(?= \w)|neither|nor",
        Role.NEGATE,
        "",
    ),
    (r"except(?: for)?|excluding|but not|nobody|no one|none", Role.NEGATE, ""),
    (r"(?:is |are )?(?:missing|unknown|not known|null|empty|not available|not recorded)", Role.MISSING, ""),
    (r"distinct|different|unique", Role.DISTINCT, ""),
    (r"named|called|by the name of|whose name is|with the name", Role.NAMED, ""),
    (r"either|or", Role.EITHER, ""),
)
_COMPILED = tuple((re.compile(rf"(?<![^ ])(?:{pattern})(?![^ ])"), role, value) for pattern, role, value in RULES)
_FIRST = 8
"""How many rules go before comparatives and superlatives."""
_MOST = re.compile(r"(?<![^ ])(?:the )?(most|least|fewest|highest|lowest)(?![^ ])")
_SUPERLATIVE = re.compile(
    rf"(?<![^ ])(?:(?:top |the )?(?:{_NUMBER} )?)(most recent|least recent|most (?:expensive|popular|recent)|"
    rf"least (?:expensive|popular)|(?:{_ADJECTIVE})(?:e?st|est)|(?:[a-z]+i)est|biggest|eldest|best|worst|latest|last|"
    rf"first)"
    rf"(?: {_NUMBER}(?= ))?(?![^ ])"
)
_COMPARATIVE = re.compile(r"(?<![^ ])([a-z]+?)(?:er)? than(?: or equal to)?(?![^ ])")


def markers(linked: Linked) -> tuple[Marker, ...]:
    """The markers of a question, by start."""
    tokens = linked.tokens
    words = " ".join(token.norm for token in tokens)
    starts = _word_starts(tokens)
    taken = [token.quoted > 0 for token in tokens]
    found: list[Marker] = []

    def add(match: re.Match[str], role: Role, value: str) -> None:
        start, end = starts[match.start()], starts.get(match.end() + 1, len(tokens))
        if match.end() > match.start() and not any(taken[start:end]):
            taken[start:end] = [True] * (end - start)
            count = _count(match.group()) if role in (Role.SUPERLATIVE, Role.TOP) else None
            found.append(Marker(role, start, end, value, count))

    for marker in _openings(linked):
        if not any(taken[marker.start : marker.end]):
            taken[marker.start : marker.end] = [True] * (marker.end - marker.start)
            found.append(marker)
    for pattern, role, value in _COMPILED[:_FIRST]:
        for match in pattern.finditer(words):
            add(match, role, value)
    for match in _COMPARATIVE.finditer(words):
        adjective = _comparative(match.group(1), match.group())
        if adjective is not None:
            bound = ">=" if "or equal" in match.group() else ">"
            add(match, Role.COMPARE, f"{bound} {adjective}")
    for match in _SUPERLATIVE.finditer(words):
        adjective = _superlative(match.group(1))
        if adjective is not None:
            add(match, Role.SUPERLATIVE, adjective)
    for pattern, role, value in _COMPILED[_FIRST:]:
        for match in pattern.finditer(words):
            add(match, role, value)
    for match in _MOST.finditer(words):
        add(match, Role.SUPERLATIVE, "most" if match.group(1) in ("most", "highest") else "fewest")
    kept = [m for m in found if not _inside_name(m, linked) and _has_literal(m, linked)]
    kept = _with_superlatives(_ranked_by(kept, tokens), linked)
    return tuple(sorted(kept, key=lambda marker: marker.start))


def _with_superlatives(found: list[Marker], linked: Linked) -> list[Marker]:
    """The markers with the superlatives of the pack: in place of a general one there, or of nothing."""
    for mention in linked.mentions:
        if mention.kind != "superlative":
            continue
        there = [m for m in found if m.start < mention.end and mention.start < m.end]
        if all(m.role is Role.SUPERLATIVE for m in there):
            start, end = (there[0].start, there[0].end) if there else (mention.start, mention.end)
            count = there[0].count if there else _count(linked.tokens[start - 1].norm) if start else None
            start -= count is not None and not there
            found = [m for m in found if m not in there]
            found.append(Marker(Role.SUPERLATIVE, start, end, mention.name, count))
    return found


def _ranked_by(found: list[Marker], tokens: tuple[Token, ...]) -> list[Marker]:
    """ "Sort the books by price", "the top 5 books by pages": a "by" that says what puts them in order."""
    top = next((m for m in found if m.role is Role.TOP), None)
    sorts = bool(tokens) and tokens[0].norm in _SORTS
    if any(m.role is Role.SORT for m in found) or (top is None and not sorts):
        return found
    opening = [Marker(Role.ASK, 0, 1)] if sorts else []
    for index, token in enumerate(tokens):
        if token.norm == "by" and index > (top.end if top is not None else 0):
            rest = [m for m in found if not m.start <= index < m.end]
            return [*opening, *rest, Marker(Role.SORT, index, index + 1, "desc" if top is not None else "")]
    return [*opening, *found]


def _count(words: str) -> int | None:
    for word in words.split():
        if word.isdigit() and len(word) <= 6:
            return int(word)
        if word in _NUMBERS:
            return _NUMBERS[word]
    return None


def _has_literal(marker: Marker, linked: Linked) -> bool:
    """A comparison needs something to compare with, soon after it."""
    if marker.role not in (Role.COMPARE, Role.BETWEEN):
        return True
    return any(
        mention.kind in ("number", "date", "time", "month") and marker.end <= mention.start <= marker.end + 2
        for mention in linked.mentions
    )


def _inside_name(marker: Marker, linked: Linked) -> bool:
    """Whether a marker's words are part of a longer name: "last name", "phone number of", a value's own words."""
    return any(
        mention.start < marker.end
        and marker.start < mention.end
        and mention.length > 1
        and (mention.start < marker.start or mention.end > marker.end)
        and mention.kind in ("label", "property", "value", "relation")
        and mention.score >= 0.6
        for mention in linked.mentions
    )


def _word_starts(tokens: tuple[Token, ...]) -> dict[int, int]:
    """From the offset of a word in the joined words to its token."""
    starts, offset = {}, 0
    for index, token in enumerate(tokens):
        starts[offset] = index
        offset += len(token.norm) + 1
    return starts


_CHECKS = frozenset("is are was were do does did has have had".split())
_IMPERATIVE = frozenset(
    "find list show give tell return retrieve display identify provide fetch get name describe".split()
)
_BEFORE_ASKING = frozenset("you please to me us and then also just".split())
_SORTS = frozenset(("sort", "order", "rank"))
_QUESTION_WORDS = frozenset(("what", "which"))


def _openings(linked: Linked) -> list[Marker]:
    """What a question opens with: a check ("is there"), an asking word, or a question word with its property."""
    tokens = linked.tokens
    found: list[Marker] = []
    asks = english().asks
    if tokens and tokens[0].norm in _CHECKS:
        end = 2 if len(tokens) > 1 and tokens[1].norm in ("there", "any") else 1
        if not (len(tokens) > 1 and tokens[1].norm == "not"):
            found.append(Marker(Role.CHECK, 0, end))
    for index, token in enumerate(tokens):
        for length in (2, 1):
            phrase = tuple(stem(t.norm) for t in tokens[index : index + length])
            if len(phrase) == length and phrase in asks:
                found.append(Marker(Role.ASK_PROPERTY, index, index + length, " ".join(phrase)))
                break
        begins = index == 0 or _ends_sentence(linked.question[tokens[index - 1].end : token.start])
        if token.norm == "who" and (begins or index < 3):
            found.append(Marker(Role.WHO, index, index + 1))
        elif token.norm == "where" and (begins or index < 3):
            found.append(Marker(Role.WHERE, index, index + 1))
        elif (
            (token.norm in _QUESTION_WORDS and (begins or index < 3))
            or (token.norm in _IMPERATIVE and (begins or tokens[index - 1].norm in _BEFORE_ASKING))
            or (token.norm == "what" and index and tokens[index - 1].norm == "and")
        ):
            found.append(Marker(Role.ASK, index, index + 1))
    return found


def _ends_sentence(between: str) -> bool:
    return any(sign in between for sign in ".?!;:")


def _superlative(word: str) -> str | None:
    """The adjective of a superlative that the lexicon measures."""
    if word in _SUPERLATIVES:
        return _SUPERLATIVES[word]
    word = word.removeprefix("most ")
    adjectives = english().adjectives
    if word.startswith("least "):
        return {"expensive": "cheap"}.get(word[6:])
    if word in adjectives:
        return word
    for base in (word[:-3], word[:-2], word[:-4], word[:-4] + "y"):
        if base in adjectives:
            return base
    return None


def _comparative(word: str, whole: str) -> str | None:
    """The adjective of "older than", "bigger than"; None for plain "more than" and what no adjective measures."""
    said = whole.split(" ")[0]
    if said in _COMPARATIVES:
        return _COMPARATIVES[said]
    if not said.endswith("er"):
        return None
    adjectives = english().adjectives
    for base in (said[:-2], said[:-1], said[:-3], said[:-3] + "y"):
        if base in adjectives and base not in ("few", "much", "great", "high", "low", "large", "big", "small"):
            return base
    return None
