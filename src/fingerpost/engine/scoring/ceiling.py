"""The highest confidence that a reading may have: one that adds something unsaid is never sure, and one that ignores
what the question asks for is no answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fingerpost.engine.scoring.answer_signs import ECHOES_A_NAME, ONE_EACH
from fingerpost.engine.scoring.misplaced import ELSEWHERE, GUESSED, OVERLOOKED, RELATIVES, misplaced
from fingerpost.engine.scoring.overlooked import overlooked, telling
from fingerpost.engine.scoring.reading_signs import OF_ANOTHER_KIND, ONE_BY_NAME, UNAVERAGED, counts_called
from fingerpost.linking import RANKS
from fingerpost.plans import ORDERINGS, AggregateFunction, Comparison
from fingerpost.questions import (
    ASKING,
    COLUMNS,
    COMMONEST,
    NESTED,
    RAREST,
    UNTOLD,
    Candidate,
    Filter,
    Kind,
    Parsed,
    Role,
    columned,
)
from fingerpost.stores import Result

NO_ANSWER = (
    "missing asked",
    "missing asked of it",
    "missing done by whom",
    "missing only told",
    "missing said of it",
    "missing had",
    "missing verb of most",
    "missing uncompared",
    "missing unmeasured",
    "missing untold",
    "missing bare number",
    "missing contrary",
)
"""Signs of readings that answer something else: a thing instead of what is asked of it, what the question says itself,
those of whom something unknown is said, a comparison of nothing, the best by nothing, things where it
is asked how big they are, those that have a number where nothing is said but numbers, when something began where it
is asked when it ended."""
_COUNTED = 0.3
"""For a reading that counts how many different numbers there are where nobody asks for different ones: a ward has as
many beds as it says; and for one that finds that those with the most of something have one, as all others."""
_LINKING = frozenset("is are was were has have had got get".split())
_PARTICLES = frozenset("off on over up down out away back in behind ahead around left".split())
_SAID_TO_BE = frozenset("is are was were be been being as become became called not no a an other".split())
"""Words before a value that tell that it is one: "patients who are physicians"."""
_WITHIN = frozenset("in at on of to for with from".split())
_INSIDE = frozenset(("in", "inside"))
_BEING = _INSIDE | frozenset("is are s was were there the a an".split())
_THE = frozenset(("the", "a", "an"))
_COMMON = frozenset(
    "most least fewest common commonest commonly rare rarest rarely frequent frequently often widespread prevalent "
    "widely used times popular".split()
)
_HAVING = frozenset("has have had with".split())
_TOP = "top"
_BESIDE = frozenset(("and", "plus", "with"))
_WHOLE = 100
"""Percent."""
_TELLING_WHICH = 0.6
"""How much a word before a noun must tell to say which are meant; "known" and "available" let by what is there."""
_DENIALS = frozenset("never not no nobody none nothing without except excluding".split())
_PASSED_OVER = 0.79
"""For a reading that passes over a word that tells something."""


def ceiling(
    parsed: Parsed, candidate: Candidate, signs: Mapping[str, float], ignored: Sequence[str], result: Result | None
) -> float:
    """The highest confidence of a reading; `ignored` are the words that it passes over, `result` is what it found."""
    return min(_of_words(parsed, candidate, signs, ignored, result), misplaced(parsed, candidate, result))


def _of_words(
    parsed: Parsed, candidate: Candidate, signs: Mapping[str, float], ignored: Sequence[str], result: Result | None
) -> float:
    foreign = signs.get("missing unread") and not any(marker.role in ASKING for marker in parsed.markers)
    if foreign or any(signs.get(sign) for sign in NO_ANSWER) or _is_otherwise_written(parsed, candidate):
        return ELSEWHERE
    if _is_of_a_label(parsed, candidate):
        return ELSEWHERE
    if signs.get("number for words") or signs.get(OF_ANOTHER_KIND):
        return ELSEWHERE
    most_done = _most_done(parsed, candidate)
    if any(word.endswith("ing") for word in most_done):
        return ELSEWHERE  # the most filling food is not that of which there is most
    if not _DENIALS.isdisjoint(map(str.lower, ignored)):
        return ELSEWHERE  # those that were never used are not all of them
    if signs.get("counts itself") or (signs.get(ONE_EACH) and not _counts_what_follows(candidate)):
        return ELSEWHERE  # that every club has one, or is one, says nothing
    if _passes_over_what_is_said_of_it(parsed, candidate) or _checks_another(candidate):
        return ELSEWHERE  # that there is a hall, or what somebody has who played there, does not say that it is insured
    if _drops_a_clause(parsed, candidate):
        return OVERLOOKED  # nor are all bookings those that are over
    if _says_yes_to_which(parsed, candidate):
        return OVERLOOKED  # nor is a yes which ones they are
    if _is_by_itself(parsed, candidate) or _is_grouped_by_itself(candidate):
        return ELSEWHERE  # nor are the airlines that are cheap to prices by airline, or their prices by price
    if signs.get("counts numbers") or signs.get(ONE_EACH):
        return _COUNTED
    if _is_of_all(candidate) and any(telling(parsed, place) == 1.0 for place in candidate.state.skipped):
        return ELSEWHERE  # all books are no answer to how many frobnicated ones there are
    telling_which = any(telling(parsed, place) >= _TELLING_WHICH for place in _modifiers(parsed, candidate))
    if _is_of_all(candidate) and telling_which:
        return ELSEWHERE  # nor all spaces to how many parking spaces there are
    if _passes_over_a_name(parsed, candidate) or _checks_what_is_unknown(parsed, candidate):
        return ELSEWHERE  # nor those of all users to what is by user Zork
    if signs.get(ECHOES_A_NAME) and signs.get("step relation unused"):
        return ELSEWHERE  # nor is Ada to who was called by Ada
    if signs.get(ECHOES_A_NAME) and _passes_over_a_rank(parsed, candidate):
        return OVERLOOKED  # nor Sales to what is above Sales
    if signs.get(ECHOES_A_NAME) and _asks_who_is_in(parsed, candidate):
        return ELSEWHERE  # nor is the choir to who is in the choir
    if signs.get(ECHOES_A_NAME) and _asks_what_is_in(parsed, candidate):
        return OVERLOOKED  # nor a card of the soup to what is in it
    if signs.get(ECHOES_A_NAME) and _asks_for_others(parsed, candidate):
        return OVERLOOKED  # nor to who adopted Ada, and drinks to which drinks are dear
    if signs.get(ONE_BY_NAME):
        # That one class is called Laser is hardly how many lasers there are, and one farm not how many cows it keeps.
        named = any(node.named for node in candidate.state.nodes)
        return OVERLOOKED if named and not candidate.state.edges else ELSEWHERE
    if counts_called(candidate) and result is not None and result.rows == ((1,),):
        return OVERLOOKED  # nor one group of that name how many noble gases
    if _counts_what_is_listed(parsed, candidate):
        return OVERLOOKED  # nor is the number of those who wrote more than ten how many these wrote
    if _is_top_of_nothing(parsed, candidate):
        return OVERLOOKED  # nor are any three customers the top three
    if signs.get("missing verb of when"):
        return OVERLOOKED  # nor is the day of her licence when Ada was born
    if signs.get("step not whom or where", 0.0) >= 1:
        return OVERLOOKED  # nor are ratings who has one, and rehearsals where these were
    if signs.get(UNAVERAGED):
        return OVERLOOKED  # nor are the lengths of all stays their average
    if any(reason.feature == UNTOLD and reason.amount >= 1 for reason in candidate.reasons):
        return OVERLOOKED  # nor is a table without one of its columns the whole of it
    if overlooked(signs):
        return OVERLOOKED if result is None or result.rows else ELSEWHERE
    if _is_guessed_twice(parsed, candidate):
        return ELSEWHERE
    if telling_which:
        return OVERLOOKED
    if (
        _is_guessed(parsed, candidate)
        or most_done
        or _is_all_or_none(candidate, result)
        or _counts_a_sum(parsed, candidate)
        or _is_added_up_unasked(parsed, candidate)
        or _shows_fewer(parsed, candidate)
        or any(reason.feature == NESTED for reason in candidate.reasons)
    ):
        return GUESSED
    return _PASSED_OVER if ignored or signs.get("item idle") else 1.0


def _most_done(parsed: Parsed, candidate: Candidate) -> list[str]:
    """Verbs that mean nothing here by which the most common are taken for those to which most is done: "the most eaten
    food". What is used is what there is, and who "has the most neighbouring rooms" has most of them."""
    ranked = [m for m in candidate.state.markers if m.role is Role.SUPERLATIVE and m.value in (COMMONEST, RAREST)]
    if not ranked:
        return []
    tokens, content = parsed.linked.tokens, parsed.linked.content
    known = {place for m in parsed.linked.mentions for place in range(m.start, m.end)}
    alone = (m for m in ranked if not m.start or tokens[m.start - 1].norm not in _HAVING)
    said = (place for m in alone for place in range(m.start, m.end) if place in content and place not in known)
    return [tokens[place].norm for place in said if tokens[place].norm not in _COMMON]


def _passes_over_what_is_said_of_it(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether it is a yes/no question, and what it asks of something ("is the hall insured") is not looked at."""
    tokens = parsed.linked.tokens
    if candidate.head.kind is not Kind.CHECK or tokens[0].norm not in _SAID_TO_BE:
        return False
    heeded = candidate.explained
    said = (m for m in parsed.linked.mentions if m.kind == "property" and not m.cosine and m.end == len(tokens))
    return any(heeded.isdisjoint(range(m.start, m.end)) for m in said)


def _drops_a_clause(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether nothing is looked at of what is said of things behind "that are", "who have", or that they "are off"."""
    tokens, heeded = parsed.linked.tokens, candidate.explained
    last = len(tokens) - 1
    if last and tokens[last].norm in _PARTICLES and tokens[last - 1].norm in _LINKING and last not in heeded:
        return True
    behind = {end for _, end in _labels_used(parsed, candidate)}
    clauses = (p for p in range(1, last - 1) if p in behind and tokens[p].norm in RELATIVES)
    return any(tokens[p + 1].norm in _LINKING and not any(place > p for place in heeded) for p in clauses)


def _says_yes_to_which(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether it says yes or no where a sentence behind asks for more: "Did anybody leave? Who?"."""
    asks = (m.start for m in parsed.markers if m.role in (Role.ASK, Role.WHO))
    return candidate.head.kind is Kind.CHECK and any(map(parsed.linked.begins_sentence, filter(None, asks)))


def _checks_what_is_unknown(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether it is a yes/no question about something that is not known here: "is the unicorn part of the car"."""
    tokens, skipped = parsed.linked.tokens, candidate.state.skipped
    unknown = (place for place in skipped if place and tokens[place - 1].norm in _THE and telling(parsed, place) == 1.0)
    return candidate.head.kind is Kind.CHECK and any(unknown)


def _checks_another(candidate: Candidate) -> bool:
    """Whether it is a yes/no question, and what is or is not so is of a thing that nobody spoke of."""
    state = candidate.state
    if candidate.head.kind is not Kind.CHECK or not state.edges or any(edge.said for edge in state.edges):
        return False
    flags = (f for f in state.filters if not f.edge and f.so is not None)
    return any(not state.nodes[f.owner].named and state.nodes[f.owner].at == f.start for f in flags)


def _counts_a_sum(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether it counts things that are to be added up: "what do all invoices come to in total"."""
    counts = [m.term for m in candidate.head.measures if m.function is AggregateFunction.COUNT]
    sums = (m for m in parsed.markers if m.role is Role.AGGREGATE and m.value == "sum")
    words = {parsed.linked.tokens[place].norm for m in sums for place in range(m.start, m.end)}
    return "total" in words and "number" not in words and any(t.property is None and not t.edge for t in counts)


def _is_all_or_none(candidate: Candidate, result: Result | None) -> bool:
    """Whether a share is of all or of none: who asks for one expects some."""
    if candidate.head.kind is not Kind.SHARE or result is None or len(result.rows) != 1:
        return False
    return result.rows[0][-1] in (0, _WHOLE)


def _is_by_itself(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether things are listed by themselves where the question asks for something else by them."""
    head = candidate.head
    if head.kind is not Kind.LIST or not head.keys:
        return False
    own = {own for key in head.keys for own in (key[:3], (key.owner, None, key.edge))}
    if any(term[:3] not in own for term in head.columns):
        return False
    groups = (m for m in parsed.markers if m.role is Role.GROUP)
    return any(parsed.linked.tokens[m.start].norm in ("per", "by") for m in groups)


def _is_grouped_by_itself(candidate: Candidate) -> bool:
    """Whether a number is summed up for each of its own values."""
    measured = [m.term for m in candidate.head.measures if m.function is not AggregateFunction.COUNT]
    return any(term in candidate.head.keys for term in measured)


def _is_added_up_unasked(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether numbers are added up although no word says so: "durations by airline"."""
    sums = any(measure.function is AggregateFunction.SUM for measure in candidate.head.measures)
    return sums and not any(marker.role in (Role.AGGREGATE, Role.COUNT, Role.SHARE) for marker in parsed.markers)


def _counts_what_is_listed(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether one count stands where things are asked for first: "which writers wrote over ten, and how many"."""
    norms = [token.norm for token in parsed.linked.tokens]
    counts = [m.start for m in parsed.markers if m.role is Role.COUNT]
    place = next((n for n in counts if not _BESIDE.isdisjoint(norms[max(n - 2, 0) : n])), None)
    things = [i for i in candidate.state.items if i.property is None and not i.edge]
    if place is None or min(counts) < place or not things or things[0].start > place or candidate.head.keys:
        return False
    return any(m.function is AggregateFunction.COUNT for m in candidate.head.measures)


def _shows_fewer(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether several columns are asked for, and fewer are shown: "notes: which child, from when to when"."""
    asked = next((parts for parts in columned(parsed.linked.question) if parts.plain), None)
    if asked is None or any(reason.feature == COLUMNS for reason in candidate.reasons):
        return False
    head = candidate.head
    return len({*head.columns, *head.keys}) + len(head.measures) < len(asked.columns)


def _is_top_of_nothing(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether the top few are asked for, and the reading has as many of them by no measure."""
    head = candidate.head
    if head.limit is None or head.best is not None or head.order or head.topped or head.measures:
        return False
    tops = (m for m in parsed.markers if m.role is Role.TOP)
    return any(token.norm == _TOP for m in tops for token in parsed.linked.tokens[m.start : m.end])


def _counts_what_follows(candidate: Candidate) -> bool:
    """Whether it counts the noun after "the most" for the noun before it."""
    head, state = candidate.head, candidate.state
    if head.best is None or head.focus.edge or head.best.term.edge or head.best.term.property is not None:
        return False
    before = min((i.start for i in state.items if i.owner == head.focus.owner and not i.edge), default=None)
    counted = (i for i in state.items if (i.owner, i.edge, i.property) == (head.best.term.owner, False, None))
    most = (m for i in counted for m in i.roles if m.role is Role.SUPERLATIVE and i.start - m.end <= 1)
    return before is not None and any(before < m.start for m in most)


def _is_guessed(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether it takes a word for a name that is only near to it in meaning, or short for it."""
    state, linked = candidate.state, parsed.linked
    if not linked.guessed().isdisjoint(candidate.explained):
        return True
    names = {(i.start, i.end): i.property or state.nodes[i.owner].label for i in state.items if not i.edge}
    plain = {(m.start, m.end, m.name) for m in linked.mentions if not m.cosine}
    near = {(m.start, m.end, m.name) for m in linked.mentions if m.cosine} - plain
    return any((start, end, name) in near for (start, end), name in names.items())


def _is_guessed_twice(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether it measures a property that one word is taken for by its meaning and another by its spelling.

    "How many fire extinguishers" is not how many fire ratings there are.
    """
    measured = {one.term.property for one in candidate.head.measures}
    respelled = any(m.corrected and m.kind == "property" and m.name in measured for m in parsed.linked.mentions)
    outright = any(m.kind == "property" and m.name in measured and m.score >= 1 for m in parsed.linked.mentions)
    return respelled and not outright and _is_guessed(parsed, candidate)


def _labels_used(parsed: Parsed, candidate: Candidate) -> Iterator[tuple[int, int]]:
    """The places of the nouns for the labels in a reading, with their ends."""
    used = {node.label for node in candidate.state.nodes}
    return ((m.start, m.end) for m in parsed.linked.outright if m.kind == "label" and m.name in used)


def _modifiers(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """Ignored words right before the noun that is asked for, which would restrict it."""
    skipped = set(candidate.state.skipped)
    return (start - 1 for start, _ in _labels_used(parsed, candidate) if start - 1 in skipped)


def _asks_who_is_in(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether a preposition between "who" and the name asks for others than what is called so."""
    before = _before_conditions(parsed, candidate)
    return any(m.role is Role.WHO for m in parsed.markers) and not _WITHIN.isdisjoint(before)


def _asks_what_is_in(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether nothing but "what is in" stands before the name."""
    before = _before_conditions(parsed, candidate)
    return before[:1] == ["what"] and not _INSIDE.isdisjoint(before) and _BEING.issuperset(before[1:])


def _before_conditions(parsed: Parsed, candidate: Candidate) -> list[str]:
    first = min((f.start for f in candidate.state.filters), default=0)
    return [token.norm for token in parsed.linked.tokens[:first]]


def _asks_for_others(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether those that the question names are not the answer: it asks who, or for what is joined with something."""
    joined = candidate.state.edges and candidate.head.kind is not Kind.CHECK
    return bool(joined) or any(m.role is Role.WHO for m in parsed.markers)


def _passes_over_a_rank(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether it returns the named thing when the question asks for those above or under it."""
    tokens, places = parsed.linked.tokens, candidate.explained
    before = (f.start - 1 for f in _equal(candidate) if f.start)
    return any(tokens[place].norm in RANKS and place not in places for place in before)


def _passes_over_a_name(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether it passes over a word that is written as a name: "projects by user Zork", "who leads the Zork team".

    Where most words of a question are capitalised, only one right behind a noun is.
    """
    linked, tokens = parsed.linked, parsed.linked.tokens
    unknown = set(candidate.state.skipped) - linked.readable()
    behind = {end for _, end in _labels_used(parsed, candidate)}
    if any(tokens[place].capitalised or tokens[place].quoted for place in unknown & behind):
        return True
    others = [tokens[place].capitalised for place in linked.content if place and place not in unknown]
    if others and sum(others) > len(others) / 2:
        return False
    named = (place for place in unknown if tokens[place].capitalised and not linked.begins_sentence(place))
    return any(telling(parsed, place) == 1.0 for place in named)


def _is_of_all(candidate: Candidate) -> bool:
    """Whether nothing restricts the things that are asked for."""
    state, head = candidate.state, candidate.head
    limited = state.filters or state.edges or state.havings or head.having or head.missing or head.present
    return not (limited or head.best or head.limit)


def _is_of_a_label(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether it takes the name of a label for a value: "patients per physician" asks for none who are physicians."""
    tokens = parsed.linked.tokens
    labels = {(m.start, m.end) for m in parsed.linked.outright if m.kind == "label"}
    values = {(f.start, f.end) for f in _equal(candidate)}
    return any(
        not ((start and tokens[start - 1].norm in _SAID_TO_BE) or tokens[start].quoted or tokens[start].capitalised)
        for start, end in labels & values
    )


def _is_otherwise_written(parsed: Parsed, candidate: Candidate) -> bool:
    """Whether it takes a value for another that is written so: who asks for "O+" does not mean "O-"."""
    own = dict(_values(candidate))
    unlike = [(start, value) for start, value in own.items() if not _as_written(parsed, start, value)]
    if not unlike:
        return False
    others = (pair for other in parsed.candidates if other is not candidate for pair in _values(other))
    written = {start: value for start, value in others if _as_written(parsed, start, value)}
    # The "Water" of one thing and the "water" of another are one word.
    return any(start in written and written[start].casefold() != value.casefold() for start, value in unlike)


def keeps_conditions(parsed: Parsed, candidate: Candidate, other: Candidate) -> bool:
    """Whether another reading has the values that are to the letter in the question, and bounds the same properties."""
    written = {pair for pair in _values(candidate) if _as_written(parsed, *pair)}
    return written <= _values(other) and _bounds(candidate) <= _bounds(other)


def _bounds(candidate: Candidate) -> set[tuple[int, str]]:
    """The properties that numbers bound, by the places of the numbers."""
    return {(f.start, f.property) for f in candidate.state.filters if f.comparison in ORDERINGS}


def _as_written(parsed: Parsed, start: int, value: str) -> bool:
    return parsed.linked.question.startswith(value, parsed.linked.tokens[start].start)


def _values(candidate: Candidate) -> set[tuple[int, str]]:
    """The values of the graph that a reading holds things against, by the places of their words."""
    return {(f.start, f.value) for f in _equal(candidate)}


def _equal(candidate: Candidate) -> Iterator[Filter]:
    stored = {reason.start for reason in candidate.reasons if reason.feature == "value"}
    same = (f for f in candidate.state.filters if f.comparison is Comparison.EQ and f.start in stored)
    return (f for f in same if isinstance(f.value, str))
