"""Readings that hang what was said on another thing, turn it round, or answer it with another kind of thing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import takewhile

from fingerpost.linking import PREPOSITION, Mention, is_content, is_verb, split_name
from fingerpost.plans import AggregateFunction, Comparison
from fingerpost.questions import (
    NESTED,
    SEVERAL_WAYS,
    UNIT_GUESSED,
    Candidate,
    Filter,
    Item,
    Kind,
    Parsed,
    Role,
    Wording,
    deed_of,
)
from fingerpost.stores import Result

_SAID = 0.8
"""From which score on a word stands for a relationship or a label: its name, or another way to say it."""
_BEING = frozenset("is are was were be been being".split())
_BETWEEN = _BEING | frozenset("that which who have has had not never the a an any for to at in on of by from".split())
"""Words between a verb and what does it or what it is done to: "bookings that were not paid", "paid for the fair"."""
RELATIVES = frozenset(("that", "which", "who"))
_PLACED = frozenset(("in", "from", "of"))
_THERE_IS = _BEING | frozenset(("will", "have", "has", "had"))
_NAMING = ("name", "title", "number", "code", "no", "id")
"""Ends of properties that single things are called by."""
_WORK = "work"
_SHARES = ("pct", "percent", "rate", "share", "ratio")
_ENDS = frozenset(("first", "last", "earliest", "latest"))
_PERCENT = frozenset(("percent", "%"))
_YEARS = range(1000, 2200)
GUESSED, OVERLOOKED, ELSEWHERE = 0.79, 0.5, 0.2
"""For a reading that guesses what a word means, passes over one that changes the answer, or answers something else. Of
the last a fifth to a quarter were right on graphs left out."""


def _drops_a_verb(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether nothing is made of a verb: "was the dinner paid" of the dinner, "which captain scored" of captains."""
    heeded = candidate.explained
    used = {edge.type for edge in candidate.state.edges}
    dropped = {m.start for m in _verbs(parsed) if m.start not in heeded and m.name not in used}
    return bool(dropped.difference(m.start for m in _verbs(parsed) if m.name in used))


def _contradicts(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether what something has is denied of it: the topics that Ann wrote about who wrote about nothing."""
    state = candidate.state
    told = {f.owner for f in state.filters if not f.edge}
    for gone in state.edges:
        for end, at in ((gone.start, gone.end), (gone.end, gone.start)):
            bare = state.nodes[end].absent and end not in told and sum(end in e[:2] for e in state.edges) == 1
            there = (e for e in state.edges if e is not gone and e.type == gone.type and not state.nodes[e.end].absent)
            if bare and any(at == (e.start if at == gone.start else e.end) and not e.absent for e in there):
                return True
    return False


def _done_by_another(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether a verb is not of the noun before it: "which wards treat fever", with doctors who treat those there."""
    tokens, nodes = parsed.linked.tokens, candidate.state.nodes
    for verb, ends in _done(parsed, candidate):
        at = verb.start - sum(1 for _ in takewhile(lambda t: t.norm in _BETWEEN, reversed(tokens[: verb.start])))
        names = {m.name for m in parsed.linked.outright if m.kind == "label" and m.end == at}
        doers = {number for number, node in enumerate(nodes) if node.named and node.label in names}
        if candidate.head.kind is Kind.CHECK:
            doers |= {f.owner for f in _equal(candidate) if f.end == at and _names(f)}
        if doers and doers.isdisjoint(ends):
            return True
    return False


def _counts_a_value(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether different values are counted for things of one: "two severe illnesses" as two severities."""
    state, head = candidate.state, candidate.head
    values = {(m.start, m.end, m.name) for m in parsed.linked.mentions if m.kind == "value"}
    held = [state.items[h.item] for h in state.havings if h.function is AggregateFunction.COUNT]
    counted = {c.term[:2] for c in head.having} | {
        m.term[:2] for m in head.measures if m.function is AggregateFunction.COUNT
    }
    items = [*held, *(i for i in state.items if (i.owner, i.property) in counted)]
    return any((i.start, i.end, i.property) in values for i in items)


def _shows_the_doers(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether those who did it are shown for what it was done to: "glazed jugs"."""
    state, columns = candidate.state, candidate.head.columns
    if candidate.head.kind is not Kind.LIST or len(columns) != 1 or columns[0].property is not None or columns[0].edge:
        return False
    owner = columns[0].owner
    said: tuple[Item | Filter, ...] = (*state.items, *state.filters)
    told = state.nodes[owner].named or any(x.owner == owner and not x.edge for x in said)
    asked = any(m.role in (Role.WHO, Role.ASK, Role.ASK_PROPERTY) for m in parsed.markers)
    return not told and not asked and is_verb(parsed.linked.tokens[0].norm)


def _shows_a_participle(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether the days of something are shown for things: "delivered parcels"."""
    tokens = parsed.linked.tokens
    nouns = {m.start for m in parsed.linked.mentions if m.kind == "label" and m.score > _SAID}
    single = (i for i in _shown(candidate) if i.end - i.start == 1 and i.end in nouns and i.score < 1)
    return any(is_verb(tokens[i.start].norm) for i in single)


def _shows_what_is_said(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether a property is shown of which something is said: "the cheapest that is in stock"."""
    norms = [token.norm for token in parsed.linked.tokens]
    for item in _shown(candidate):
        for place in range(max(item.start - 3, 1), item.start - 1):
            if norms[place] in RELATIVES and norms[place + 1] in _BEING:
                return True
    return False


def _shows_a_guess(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether the noun of what is the most of something is only guessed to be another property, of things that no
    word names: "which course is the dearest" by the plate of the dearest van."""
    best, columns = candidate.head.best, candidate.head.columns
    if best is None or len(columns) != 1 or columns[0].edge or columns[0].property in (None, best.term.property):
        return False
    plain = {(m.start, m.end, m.name) for m in parsed.linked.mentions if not m.cosine}
    guessed = all((i.start, i.end, i.property) not in plain for i in _shown(candidate))
    return guessed and not candidate.state.nodes[columns[0].owner].named


def _shows_whose(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether those are shown of whom something is asked for: "which of Ann's gifts were sold"."""
    head, tokens = candidate.head, parsed.linked.tokens
    if head.kind is not Kind.LIST or len(candidate.state.nodes) < 2:
        return False
    shown = {term.owner for term in head.columns if term.property is None and not term.edge}
    return any(f.owner in shown and _names(f) and tokens[f.end - 1].possessive for f in _equal(candidate))


def _guesses(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether a way over something that nobody spoke of was taken where there are others, or a unit where none is
    known."""
    return any(reason.feature in (SEVERAL_WAYS, UNIT_GUESSED) for reason in candidate.state.reasons)


def _joined_otherwise(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether those who are called by what they did are joined by something else only, which no word says: "which
    director has the most screenings" of those whom they hosted."""
    nodes, edges = candidate.state.nodes, candidate.state.edges
    for reason in candidate.state.reasons:
        done = deed_of(reason)
        if not done:
            continue
        called = {number for number, node in enumerate(nodes) if node.named and node.at == reason.start}
        held = [edge for edge in edges if not called.isdisjoint((edge.start, edge.end))]
        if held and not any(edge.said or edge.type == done for edge in held):
            return True
    return False


def _does_something_there(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether things are somewhere by what they did to something there, which no word says: authors "in Munster" who
    praised a city in it."""
    state = candidate.state
    told = {f.owner for f in state.filters if not f.edge}
    joined = (n for n in range(len(state.nodes)) if sum(n in e[:2] for e in state.edges) > 1)
    between = {n for n in joined if not state.nodes[n].named and n not in told}
    deeds = (e for e in state.edges if not e.said and not e.absent and split_name(e.type)[0].endswith("ed"))
    return any(not between.isdisjoint(edge[:2]) and is_verb(split_name(edge.type)[0]) for edge in deeds)


def _is_of_neighbours(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether what is said of things holds of others that no word brings in: "cancelled customers" for those of
    cancelled orders, "which masts are waiting", "products from Oslo" for those that somebody there reviewed."""
    tokens = parsed.linked.tokens
    nouns = {m.start for m in parsed.linked.mentions if m.kind == "label"}
    for f in _equal(candidate):
        if _is_unsaid(candidate, f.owner) and not _names(f):
            before = tokens[f.start - 1].norm if f.start else ""
            placed = isinstance(f.value, str) and before in _PLACED
            if placed or before in _BEING or f.end in nouns:
                return True
    return False


def _asks_another(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether what is asked of a named thing is told of others that no word brings in: the phone of a room."""
    state, head = candidate.state, candidate.head
    terms = (*head.columns, *head.present)
    owners = {t.owner for t in terms if t.property is not None and not t.edge and _is_unsaid(candidate, t.owner)}
    named = {f.owner for f in state.filters if _names(f)}
    return len(state.edges) == 1 and any({*state.edges[0][:2]} - {owner} <= named for owner in owners)


def _when_is_a_number(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether when something was is answered by numbers that are no years: "when was it bottled" by the bottles."""
    if not _asks_when(parsed) or result is None:
        return False
    cells = [cell for row in result.rows for cell in row if cell is not None]
    numbers = [c for c in cells if isinstance(c, (int, float)) and not isinstance(c, bool)]
    return bool(numbers) and len(numbers) == len(cells) and any(c not in _YEARS for c in numbers)


def _when_it_was_so(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether the verb of "when" only says how a thing is now, and the date is another one: "when was it adopted"."""
    tokens = parsed.linked.tokens
    unsaid = _asks_when(parsed) and any(r.feature == "column unsaid" for r in candidate.reasons)
    single = (f for f in candidate.state.filters if f.end - f.start == 1 and (f.so or not _names(f)))
    return unsaid and any(is_verb(tokens[f.start].norm) for f in single)


def _measures_what_is_pinned(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether the most is sought of what is one thing: "who played for Lions longest" by the founding of Lions."""
    best = candidate.head.best
    if best is None or best.term.edge or best.counted or best.term.owner == candidate.head.focus.owner:
        return False
    owner = best.term.owner
    return not candidate.state.nodes[owner].named and any(
        f.owner == owner and _names(f) for f in candidate.state.filters
    )


def _last_of_its_own(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether who was the last to do something is the last by a date of his own: the last to be admitted by birth."""
    best, tokens = candidate.head.best, parsed.linked.tokens
    if best is None or best.counted or best.term.edge or best.term.owner != candidate.head.focus.owner:
        return False
    most = [m for m in candidate.state.markers if m.role is Role.SUPERLATIVE]
    ends = any(tokens[place].norm in _ENDS for m in most for place in range(m.start, m.end))
    own = any(i.property == best.term.property for i in candidate.state.items)
    return ends and not own and any(True for _ in _done(parsed, candidate))


def _percent_of_another(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether a percentage bounds what is none: "over 14 percent" as the price."""
    tokens = parsed.linked.tokens
    if any(r.feature == "property" for r in candidate.reasons):
        return False
    bounds = (f for f in candidate.state.filters if any(t.norm in _PERCENT for t in tokens[f.start : f.end]))
    return any(not any(word in f.property.lower() for word in _SHARES) for f in bounds)


def _passes_over_there(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether a "there" that tells where is not looked at: "who lives in Oldgate and never ate there"."""
    norms = [token.norm for token in parsed.linked.tokens]
    places = (p for p in range(3, len(norms)) if norms[p] == "there" and norms[p - 1] not in _THERE_IS)
    return any(norms[p + 1 : p + 2] == [] or norms[p + 1] not in _THERE_IS for p in places)


def _passes_over_only(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether an "only" at the end is not looked at: "who scored penalties only"; but not in "red wines only"."""
    tokens, state = parsed.linked.tokens, candidate.state
    last = len(tokens) - 1
    if tokens[last].norm != "only" or any(f.every for f in state.filters):
        return False
    shown = {c.owner for c in candidate.head.columns if not c.edge}
    said: tuple[Item | Filter, ...] = (*state.filters, *state.items)
    return any(x.end == last and (x.edge or x.owner not in shown) for x in said)


def _leaves_a_clause(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether a second question is not looked at: "which shows were repeats, and what were they repeats of"."""
    head = candidate.head
    bare = head.kind is Kind.LIST and len(head.columns) == 1 and head.columns[0].property is None
    if not bare or any(reason.feature == NESTED for reason in candidate.reasons):
        return False
    return Wording(parsed.linked).asks_again is not None


def _works_otherwise(parsed: Parsed, candidate: Candidate, result: Result | None) -> bool:
    """Whether "worked on" is taken for a type of which it says no more than the "on": TRAINED_ON."""
    linked, said = parsed.linked, candidate.state.reasons
    works = (m.end for m in linked.mentions if m.kind == "filler" and m.length == 1)
    ends = {end for end in works if linked.tokens[end - 1].stem == _WORK}
    ends -= {m.start for m in linked.mentions if m.kind == "relation" and m.score > PREPOSITION}
    return any(r.start in ends and r.feature == "relation used" and r.amount <= PREPOSITION for r in said)


def _verbs(parsed: Parsed) -> Iterator[Mention]:
    """The single words that stand for relationships."""
    tokens = parsed.linked.tokens
    single = (m for m in parsed.linked.mentions if m.kind == "relation" and m.score >= _SAID and m.end - m.start == 1)
    return (m for m in single if is_content(tokens[m.start].norm) and not tokens[m.start].quoted)


def _done(parsed: Parsed, candidate: Candidate) -> Iterator[tuple[Mention, set[int]]]:
    """The verbs that a reading has relationships for, with the nodes that these join."""
    for verb in _verbs(parsed):
        ends = {end for e in candidate.state.edges if e.type == verb.name for end in (e.start, e.end)}
        if ends:
            yield verb, ends


def _equal(candidate: Candidate) -> Iterator[Filter]:
    """The conditions that something of a thing is as it is said to be."""
    return (f for f in candidate.state.filters if f.comparison is Comparison.EQ and not f.edge)


def _is_unsaid(candidate: Candidate, node: int) -> bool:
    """Whether no word names a node's label or how it is joined."""
    edges = [e for e in candidate.state.edges if node in (e.start, e.end)]
    return bool(edges) and not any(e.said for e in edges) and not candidate.state.nodes[node].named


def _names(condition: Filter) -> bool:
    """Whether a condition says what a single thing is called."""
    return not (condition.edge or condition.negated) and condition.property.lower().endswith(_NAMING)


def _shown(candidate: Candidate) -> Iterator[Item]:
    """The properties that were said and are shown."""
    shown = {(c.owner, c.property, c.edge) for c in candidate.head.columns}
    return (i for i in candidate.state.items if i.property is not None and (i.owner, i.property, i.edge) in shown)


def _asks_when(parsed: Parsed) -> bool:
    return parsed.linked.tokens[0].norm == "when"


RULES: dict[float, tuple[Callable[[Parsed, Candidate, Result | None], bool], ...]] = {
    ELSEWHERE: (_when_is_a_number,),
    OVERLOOKED: (
        _counts_a_value,
        _shows_the_doers,
        _shows_a_participle,
        _shows_what_is_said,
        _shows_a_guess,
        _shows_whose,
        _when_it_was_so,
        _percent_of_another,
        _measures_what_is_pinned,
        _passes_over_only,
    ),
    GUESSED: (
        _drops_a_verb,
        _contradicts,
        _done_by_another,
        _is_of_neighbours,
        _does_something_there,
        _joined_otherwise,
        _guesses,
        _asks_another,
        _last_of_its_own,
        _passes_over_there,
        _leaves_a_clause,
        _works_otherwise,
    ),
}
"""The highest confidence, and what leaves a reading no more; the lowest first."""


def misplaced(parsed: Parsed, candidate: Candidate, result: Result | None) -> float:
    """The highest confidence that what a reading hangs on the wrong thing leaves it; `result` is what it found."""
    return next((most for most, rules in RULES.items() if any(rule(parsed, candidate, result) for rule in rules)), 1.0)
