"""Markers: the words that say what to do with what is named: count, compare, group, sort, deny.

Each rule is a pattern over the question's words (normalised, joined by single spaces) and the marker that it stands
for. Rules are tried in order; a word belongs to one marker only.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from fingerpost.linking.english import english
from fingerpost.linking.mentions import Linked
from fingerpost.linking.sought import Sought, by_words
from fingerpost.linking.text import Token
from fingerpost.questions.marker_amounts import aged, from_until, no_others, of_all, ordinals, with_none
from fingerpost.questions.marker_bounds import without_bound_for
from fingerpost.questions.marker_groups import (
    averaged_last,
    each_at_the_end,
    grouped_by,
    listed_by,
    of_average,
    of_different,
    of_their_own,
    told_by,
    without_rates,
)
from fingerpost.questions.marker_orders import best_by, best_first, ordered_by
from fingerpost.questions.marker_rules import (
    ADJECTIVE,
    ADJECTIVE_THAN,
    BEYOND,
    COMPARATIVES,
    LONG_ADJECTIVE,
    NUMBER,
    OF_TWO,
    RANKS,
    RULES,
    SIZES,
    SUPERLATIVES,
    THAN,
)
from fingerpost.questions.marker_words import (
    LITERALS,
    against_another,
    alike,
    before_name,
    count_in,
    counted_too,
    is_doing,
    is_of_value,
    most_done,
    of_extremes,
    of_two,
    same_as,
    so_many,
)
from fingerpost.questions.openings import openings
from fingerpost.questions.restating import without_restated
from fingerpost.questions.roles import (
    ANY,
    ASKING,
    BINDING,
    EXCEPT,
    FIRST,
    LIKE,
    NOUN,
    SERVED,
    TIMES,
    VERSUS,
    Marker,
    Role,
    is_number,
)
from fingerpost.questions.trailing import trailing

__all__ = [
    "ASKING",
    "BINDING",
    "EXCEPT",
    "NOUN",
    "RULES",
    "TIMES",
    "VERSUS",
    "Marker",
    "Role",
    "find_markers",
    "superlative",
]

_OF_ALL = frozenset("of all the other".split())
"""Words between an average and those of whom it is: "the average of all users"."""
_BEYOND = tuple((by_words(pattern), sign) for pattern, sign in BEYOND)
_HIGH = re.compile(r"\b(?:most|highest)\b")
_OF_MANY = {"more": "most", "less": "fewest", "fewer": "fewest"}
_OF_TWO = Sought(rf"(?<![^ ]){OF_TWO}(?![^ ])")
_ADJECTIVE_THAN = Sought(rf"(?<![^ ]){ADJECTIVE_THAN}(?![^ ])")
_THAN = Sought(rf"(?<![^ ]){THAN}(?![^ ])")
_SOUGHT = tuple((by_words(pattern), role, value) for pattern, role, value in RULES)
_ITS_OWN = 0.75
"""The least score of a property whose name takes in a marker: less where what it is said to be of lacks it."""
_NAMES = 4
"""How many words behind "a specific" may name which."""
_LIMITS = 7
"""How many rules say at the end how many or how much is wanted: before "list" there opens a question of its own."""
_FIRST = 48
"""How many rules go before comparatives and superlatives."""
_MOST = Sought(rf"(?<![^ ])(?:the )?(?:(?:{'|'.join(RANKS)}|{NUMBER}) )?(most|least|fewest|highest|lowest)(?![^ ])")
_NAME_IS = "names? (?:begin|start|end|contain|includ|is|are)"
_SUPERLATIVE = Sought(
    rf"(?<![^ ])(?:(?:top |the )?(?:(?:{NUMBER}|{'|'.join(RANKS)}) )?)"
    rf"((?:most|least) (?:{LONG_ADJECTIVE})|senior most|(?:{ADJECTIVE})(?:e?st|est)|(?:[a-z]+i)est|biggest|eldest|best|"
    r"f[au]rthest|"
    rf"worst|latest|(?!(?<=first and )last names?)last(?! {_NAME_IS})|first(?! and last names?| {_NAME_IS})|initial)"
    rf"(?: {NUMBER}(?= ))?(?![^ ])"
)
_COMPARATIVE = Sought(r"(?<![^ ])((?:more )?[a-z]+?)(?:er)? than(?: or equal to)?(?![^ ])")
PATTERNS = (
    *(rule[0] for rule in _SOUGHT),
    *(rule[0] for rule in _BEYOND),
    *(_OF_TWO, _ADJECTIVE_THAN, _THAN, _MOST, _SUPERLATIVE, _COMPARATIVE),
)
"""What is looked for word by word."""


def find_markers(linked: Linked) -> tuple[Marker, ...]:
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
            count = count_in(match.group()) if role in _COUNTING else None
            if role is Role.TIMES:
                value = next((sign for said, sign in _TIMES if said in match.group()), "=")
            if role is Role.SORT and value == FIRST:
                best = _SUPERLATIVE.search(match.group().removeprefix("from ").removesuffix(" first"))
                end_of_all = "high" if _HIGH.search(match.group().partition(" to ")[0]) else "low"
                value = f"{FIRST} {superlative(best.group(1)) or '' if best is not None else end_of_all}"
            rank = next((RANKS[word] for word in match.group().split() if word in RANKS), 1)
            found.append(Marker(role, start, end, value, count, rank if role is Role.SUPERLATIVE else 1))

    for pattern, role, value in _SOUGHT[:_LIMITS]:
        for match in pattern.finditer(words):
            add(match, role, value)
    for marker in (*trailing(linked), *openings(linked)):
        if not any(taken[marker.start : marker.end]):
            taken[marker.start : marker.end] = [True] * (marker.end - marker.start)
            found.append(marker)
    for pattern, role, value in _SOUGHT[_LIMITS:_FIRST]:
        for match in pattern.finditer(words):
            add(match, role, value)
    _beyond(words, linked, add)
    if " or " in words:
        for match in _OF_TWO.finditer(words):
            word = match.group(1)
            adjective = _OF_MANY.get(word) or SIZES.get(word) or _compared_adjective(word)
            if adjective is not None:
                add(match, Role.SUPERLATIVE, adjective)
    for match in _COMPARATIVE.finditer(words):
        said = match.group(1)
        adjective = _compared_adjective(said) if said.startswith("more ") else _comparative(said, match.group())
        if adjective is not None:
            bound = ">=" if "or equal" in match.group() else ">"
            add(match, Role.COMPARE, f"{bound} {adjective}")
    for match in _SUPERLATIVE.finditer(words):
        adjective = superlative(match.group(1))
        if adjective is not None:
            add(match, Role.SUPERLATIVE, adjective)
    for pattern, role, value in _SOUGHT[_FIRST:]:
        for match in pattern.finditer(words):
            add(match, role, value)
    for match in _MOST.finditer(words):
        add(match, Role.SUPERLATIVE, "most" if match.group(1) in ("most", "highest") else "fewest")
    return tuple(sorted(_fitting(found, linked), key=lambda marker: marker.start))


def _fitting(found: list[Marker], linked: Linked) -> list[Marker]:
    """The markers that their surroundings bear out, with those that only these tell."""
    found = [with_average_thing(before_name(marker, linked), linked) for marker in found]
    kept = [against_another(m, linked) for m in found if not _inside_name(m, linked)]
    kept = without_bound_for(kept, linked)
    kept = [m for m in kept if _has_literal(m, linked) and not (is_doing(m, linked) or is_of_value(m, linked))]
    kept = [m for m in kept if _is_open(m, found, linked)]
    kept = listed_by(best_first(from_until(no_others(of_all(kept, linked), linked), linked), linked), linked)
    kept = told_by(kept, linked)
    kept = [*grouped_by(of_different(kept, linked), linked), *ordinals(kept, linked), *with_none(kept, linked)]
    kept = of_two(longest_in_service(kept), linked)
    kept = alike(same_as(aged(so_many(kept, linked), linked), linked), linked)
    kept = of_their_own(kept, linked)
    kept = of_average(most_done(averaged_last(each_at_the_end(kept, linked), linked), linked), linked)
    kept = _with_superlatives(_ranked_by(counted_too(kept, linked), linked), linked)
    return without_restated(of_extremes(without_rates(kept, linked), linked), linked)


def with_average_thing(marker: Marker, linked: Linked) -> Marker:
    """ "Services that cost more than the average service": the noun only says again of what the average is."""
    if marker.role not in (Role.BEYOND, Role.THAN) or "average" not in marker.value:
        return marker
    labels = [m for m in linked.mentions if m.kind == "label"]
    before = {m.name for m in labels if m.end <= marker.start}
    start = marker.end
    while start < len(linked.tokens) and linked.tokens[start].norm in _OF_ALL:
        start += 1
    again = [m.end for m in labels if m.start == start and m.name in before]
    return marker._replace(end=max(again)) if again else marker


def longest_in_service(found: list[Marker]) -> list[Marker]:
    """ "Who has been with Acme the longest": since when is asked, and not what is long."""
    if not any(m.role is Role.RESTATED and m.value == SERVED for m in found):
        return found
    return [m._replace(value=SERVED) if m.role is Role.SUPERLATIVE and m.value == "long" else m for m in found]


def _beyond(words: str, linked: Linked, add: Callable[[re.Match[str], Role, str], None]) -> None:
    """Comparisons with an average or with another thing, where no number follows them."""
    if not any(word in words for word in ("than", "average", "mean", "exceed")):
        return
    starts = _word_starts(linked.tokens)
    words_of_names = {place for m in linked.outright if m.kind == "value" for place in range(m.start, m.end)}
    # "Than the Two-Person Tent": a word of a name is no number.
    named = {place for place in words_of_names if linked.tokens[place].text.isalpha()}
    # Nor is the 1 of "Level 1 Dinghy".
    named |= {p for m in linked.outright if m.kind == "value" and m.start in named for p in range(m.start, m.end)}
    numbers = {m.start for m in linked.mentions if m.kind in LITERALS} - named

    def compares(match: re.Match[str]) -> bool:
        end = words.find(" than ", match.end()) + 5 if _split(match) else match.end()
        after = starts.get(end + 1, len(linked.tokens))
        return not any(after <= number <= after + 1 for number in numbers)

    before = len(words)
    for match in _ADJECTIVE_THAN.finditer(words):
        adjective = _compared_adjective(match.group(1))
        if adjective is not None and compares(match):
            add(match, Role.BEYOND, f"> {adjective}{_averaged(match)}{_split(match)}")
            before = min(before, match.end())
    for pattern, sign in _BEYOND:
        for match in pattern.finditer(words):
            if compares(match):
                size = SIZES.get(match.group().split()[0], "")
                add(match, Role.BEYOND, f"{sign} -{size}{_averaged(match)}{_split(match)}")
                before = min(before, match.end())
    for match in _THAN.finditer(words):
        if match.start() >= before and compares(match):
            add(match, Role.THAN, "than" + _averaged(match))


def _averaged(match: re.Match[str]) -> str:
    return " average" if any(word in match.group().split() for word in ("average", "mean")) else ""


def _split(match: re.Match[str]) -> str:
    """What is compared with stands behind a "than" of its own: "more books than"."""
    words = match.group().split()
    return "" if "than" in words or "average" in words or "mean" in words else " split"


def _compared_adjective(said: str) -> str | None:
    """The adjective of "longer", "more expensive", "less popular"."""
    word = said.split(" ")[-1]
    adjectives = english().adjectives
    if said.startswith("more "):
        return word if word in adjectives else None
    if said.startswith("less "):
        return {"expensive": "cheap"}.get(word)
    return _comparative(word, word)


def _with_superlatives(found: list[Marker], linked: Linked) -> list[Marker]:
    """The markers with the superlatives of the pack: in place of a general one there, or of nothing."""
    for mention in linked.mentions:
        if mention.kind != "superlative":
            continue
        there = [m for m in found if m.start < mention.end and mention.start < m.end]
        if all(m.role is Role.SUPERLATIVE for m in there):
            start, end = (there[0].start, there[0].end) if there else (mention.start, mention.end)
            count = there[0].number if there else count_in(linked.tokens[start - 1].norm) if start else None
            start -= count is not None and not there
            found = [m for m in found if m not in there]
            found.append(Marker(Role.SUPERLATIVE, start, end, mention.name, count))
    return found


def _ranked_by(found: list[Marker], linked: Linked) -> list[Marker]:
    """ "Sort the books by price", "the top 5 books by pages": a "by" that says what puts them in order."""
    tokens = linked.tokens
    longest = next((m for m in found if m.role is Role.SUPERLATIVE and tokens[m.start].norm == "top"), None)
    by = next((i for i, t in enumerate(tokens) if longest is not None and i > longest.end and t.norm == "by"), None)
    if by is not None and len(tokens) - by <= _MEASURE:
        # "The top 3 longest films by runtime": what is longest is told once more.
        return [*(m for m in found if m.start < by), Marker(Role.RESTATED, by, len(tokens))]
    found = best_by(found, linked)
    top = next((m for m in found if m.role is Role.TOP), None)
    sorts = bool(tokens) and tokens[0].norm in _SORTS
    told = next((m for m in found if m.role is Role.SORT), None)
    opening = [Marker(Role.ASK, 0, 1, "sort")] if sorts else []
    if told is not None and told.value.startswith(FIRST):
        return [*opening, *ordered_by(found, told, tokens)]
    if told is not None or (top is None and not sorts):
        return [*opening, *found]
    best = top is not None or tokens[0].norm == "rank"
    for index, token in enumerate(tokens):
        based = token.norm == "based" and [t.norm for t in tokens[index + 1 : index + 2]] == ["on"]
        by = token.norm == "by" or based
        if by and index > (top.end if top is not None else 0):
            rest = [m for m in found if not m.start <= index < m.end]
            lowest = top is not None and tokens[top.start].norm == "bottom"
            order = "asc" if lowest else "desc" if best else ""
            return [*opening, *rest, Marker(Role.SORT, index, index + 1 + based, order)]
    return [*opening, *found]


def _has_literal(marker: Marker, linked: Linked) -> bool:
    """A comparison needs something to compare with, soon after it."""
    if marker.role is Role.TEXT and linked.tokens[marker.start].norm in _LIKENESS:
        return marker.end < len(linked.tokens) and linked.tokens[marker.end].quoted > 0
    if marker.role is Role.TEXT and marker.value == LIKE and linked.tokens[marker.start].norm in _MENTIONING:
        # "A tagline mentioning "war"": of a property, and not where that is a relation.
        quoted = marker.end < len(linked.tokens) and linked.tokens[marker.end].quoted > 0
        return quoted and any(m.kind == "property" and 0 <= marker.start - m.end <= 1 for m in linked.mentions)
    if marker.role not in (Role.COMPARE, Role.BETWEEN) or is_number(marker):
        return True
    return any(
        mention.kind in LITERALS and marker.end <= mention.start <= marker.end + 2 for mention in linked.mentions
    )


def _is_open(marker: Marker, found: list[Marker], linked: Linked) -> bool:
    """Whether "a specific year" says no year and nothing else groups: each year is meant."""
    if marker.role is not Role.GROUP or marker.value != ANY:
        return True
    other = any(m.role is Role.GROUP and m.value != ANY for m in found)
    return not other and not any(token.quoted for token in linked.tokens[marker.end : marker.end + _NAMES])


def _inside_name(marker: Marker, linked: Linked) -> bool:
    """Whether a marker's words are part of a longer name: "last name", "phone number of", a value's own words.

    Not where the name takes the "at" of "placed at least two orders".
    """
    bound = linked.tokens[marker.start].norm == "at" and marker.end - marker.start > 1
    return any(
        mention.start < marker.end
        and marker.start < mention.end
        and mention.length > 1
        and (mention.start < marker.start or mention.end > marker.end)
        and not (bound and mention.end == marker.start + 1)
        and mention.kind in ("label", "property", "value", "relation", "period")
        and mention.score >= (_ITS_OWN if mention.kind == "property" and not mention.of_relationship else 0.6)
        for mention in linked.mentions
    )


def _word_starts(tokens: tuple[Token, ...]) -> dict[int, int]:
    """From the offset of a word in the joined words to its token."""
    starts, offset = {}, 0
    for index, token in enumerate(tokens):
        starts[offset] = index
        offset += len(token.norm) + 1
    return starts


_LIKENESS = frozenset(("like", "resembling", "similar"))
_TIMES = (("more", ">"), ("at least", ">="), ("less", "<"), ("fewer", "<"), ("at most", "<="))
_MEASURE = 4
"""Most words of "by" and what is measured."""
_MENTIONING = frozenset("mention mentions mentioning referencing featuring involving".split())
_COUNTING = (Role.SUPERLATIVE, Role.TOP, Role.TIMES, Role.PATH, Role.FARTHER)
_SORTS = frozenset(("sort", "order", "rank"))


def superlative(word: str) -> str | None:
    """The adjective of a superlative that the lexicon measures."""
    if word in SUPERLATIVES:
        return SUPERLATIVES[word]
    word = word.removeprefix("most ")
    adjectives = english().adjectives
    if word in adjectives:
        return word
    for base in (word[:-3], word[:-2], word[:-4], word[:-4] + "y"):
        if base in adjectives:
            return base
    return None


def _comparative(word: str, whole: str) -> str | None:
    """The adjective of "older than", "bigger than"; None for plain "more than" and what no adjective measures."""
    said = whole.split(" ")[0]
    if said in COMPARATIVES:
        return COMPARATIVES[said]
    if not said.endswith("er"):
        return None
    adjectives = english().adjectives
    for base in (said[:-2], said[:-1], said[:-3], said[:-3] + "y"):
        if base in adjectives and base not in ("few", "much", "great", "high", "low", "large", "big", "small"):
            return base
    return None
