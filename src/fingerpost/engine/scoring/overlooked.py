"""Words that a reading passes over, and those that none may be silent about: a denial, "both", "same", "only".

A reading without these answers another question, so that it costs confidence and they are named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from fingerpost.linking import ASIDE, PREPOSITION, commonness, is_content, is_verb
from fingerpost.plans import AggregateFunction, Comparison
from fingerpost.questions import (
    Candidate,
    Filter,
    Kind,
    Marker,
    Parsed,
    Role,
    denies,
    term_of,
    unheeded_names,
)

_SPLIT = frozenset(("neither", "nor"))
_THEM = frozenset(("them", "these", "those"))
_INTO = frozenset(("in", "at", "on", "for", "to", "with"))
_LEADING = _INTO | {"by", "from", "of"}
_THE = frozenset(("the", "of", "these", "those"))
_DOES = frozenset(("does", "do", "did"))
_HAVE = frozenset(("have", "own", "has"))
_WHO_ELSE = frozenset(("who", "whom", "whose", "where", "when", "which"))
_ENDS = frozenset(("last", "first", "latest", "earliest"))
_NAMING = ("name", "title")
"""Ends of properties that single things are called by."""
_NEAR = 2
"""How many words after "same" its noun may begin."""
_TELLING = 0.4
"""From which on a word tells something that questions over other graphs do not say too."""


def passed_over(parsed: Parsed, candidate: Candidate, signs: Mapping[str, float]) -> tuple[int, ...]:
    """The places of meaningful words that a reading with these signs does not use, overlooked ones among them."""
    aside = [place for m in parsed.linked.mentions if m.reason == ASIDE for place in range(m.start, m.end)]
    tells = (place for place in (*candidate.state.skipped, *aside) if telling(parsed, place) >= _TELLING)
    silent = (place for sign in overlooked(signs) for place in SIGNS[sign](parsed, candidate))
    return tuple(sorted({*tells, *silent}))


def telling(parsed: Parsed, place: int) -> float:
    """How specific a word is to this graph, from 0 to 1: 1 if questions over no other graph use it, or where it is a
    capital letter, as of "Q&A"."""
    token = parsed.linked.tokens[place]
    if len(token.norm) == 1 and token.text.isalpha() and token.text.isupper() and is_content(token.norm):
        return 1.0
    return 1.0 - commonness().get(token.stem, 0.0) if is_content(token.norm) else 0.0


def overlooked(signs: Mapping[str, float]) -> list[str]:
    """The signs of words that a reading may not be silent about, and does nothing with."""
    return [sign for sign in SIGNS if signs.get(sign)]


def _denials(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """ "Have no review with three stars" as those that have one; "neither tutor nor like" with one verb denied."""
    said = list(filter(denies, parsed.markers))
    if not said:
        return
    state, head = candidate.state, candidate.head
    # "Not uninsured": who is insured.
    twice = {m.start for m in parsed.linked.mentions if m.denied}
    denying = [f for f in state.filters if _denies(f) or f.start in twice]
    parts = {f.start for f in denying} | {node.at for node in state.nodes if node.absent}
    found = len(parts) + sum(edge.absent for edge in state.edges) + len(head.missing)
    gone = {number for number, node in enumerate(state.nodes) if node.absent}
    found += sum(isinstance(f.value, tuple) for f in state.filters if f.negated or (f.owner in gone and not f.edge))
    found += sum(c.comparison is Comparison.EQ and not c.value for c in head.having)
    norms = {parsed.linked.tokens[m.start].norm for m in said}
    needed = 2 if norms >= _SPLIT else 1
    every = any(f.every for f in state.filters)
    if found < needed and not every:
        yield (said[-1] if found else said[0]).end - 1
    elif found and not every and _are_apart(parsed, said) and _is_denied_once(candidate, denying):
        yield said[-1].end - 1  # "who supervise nobody and are supervised by nobody" as those of whom one is so


def _are_apart(parsed: Parsed, denials: Sequence[Marker]) -> bool:
    """Whether something is said between the first denial and the last."""
    between = parsed.linked.tokens[denials[0].end : denials[-1].start]
    return any(is_content(token.norm) for token in between)


def _is_denied_once(candidate: Candidate, denying: Sequence[Filter]) -> bool:
    """Whether a reading denies no more than one thing."""
    state, head = candidate.state, candidate.head
    gone = {number for number, node in enumerate(state.nodes) if node.absent}
    edges = sum(edge.absent and gone.isdisjoint((edge.start, edge.end)) for edge in state.edges)
    apart = [f for f in denying if f.edge or f.owner not in gone]
    several = any(isinstance(f.value, tuple) for f in state.filters if f in denying or f.owner in gone)
    zeros = sum(c.comparison is Comparison.EQ and not c.value for c in head.having)
    return not several and len(gone) + edges + len(apart) + len(head.missing) + zeros <= 1


def _denies(condition: Filter) -> bool:
    return condition.negated or condition.comparison is Comparison.NE or condition.so is False


def _both(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """ "Follow both Ann and Bob" as one of them, or as one who follows the other."""
    marker = next((m for m in parsed.markers if m.role is Role.BOTH), None)
    if marker is None:
        return
    state, behind = candidate.state, [f for f in candidate.state.filters if f.start >= marker.end]
    either = any(isinstance(f.value, tuple) for f in behind) and not candidate.head.having
    owners = {f.owner for f in behind[:2] if not f.edge}
    joined = len(owners) > 1 and any({e.start, e.end} == owners for e in state.edges)
    if either or (joined and len({(state.nodes[f.owner].label, f.property) for f in behind[:2]}) == 1):
        yield marker.start


def _same(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """ "Born in the same year as Ann", "the difference in age between": nothing is compared with anything."""
    tokens, state = parsed.linked.tokens, candidate.state
    for place, token in enumerate(tokens):
        if token.norm == "same" and not any(_covers(m, place) for m in state.markers):
            things = [i for i in state.items if i.property is None and not i.edge]
            owners = {i.owner for i in things if 0 < i.start - place <= _NEAR}
            if not any(sum(o in (e.start, e.end) for e in state.edges) > 1 for o in owners):
                yield place
    marker = next((m for m in parsed.markers if m.role is Role.DIFFERENCE), None)
    if marker is not None and candidate.head.kind is not Kind.DIFFERENCE:
        yield marker.start + (tokens[marker.start].norm == "the")


def _idle(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """A noun without a part in the reading: the email of "how many have a friend and an email"."""
    if not any(reason.feature == "item unused" for reason in candidate.head.reasons):
        return
    head, tokens = candidate.head, parsed.linked.tokens
    used = {*head.columns, *head.keys, *head.missing, *head.present, *(m.term for m in head.measures)}
    for item in candidate.state.items:
        before = {token.norm for token in tokens[max(item.start - _NEAR, 0) : item.start]}
        if item.property is not None and not item.roles and term_of(item) not in used and "and" in before:
            yield item.start


def _unasked(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """ "What are the genres of books that are satires", where books are shown."""
    head, state, tokens = candidate.head, candidate.state, parsed.linked.tokens
    things = [m for m in parsed.linked.mentions if m.kind in ("label", "property", "value")]
    first = min((m.start for m in things), default=0)
    asked = next((m for m in things if m.start == first and m.kind == "label" and m.score >= 1), None)
    if asked is None or head.kind is not Kind.LIST:
        return
    before = [token.norm for token in tokens[:first] if token.norm not in _THE]
    if before[-1:] and before[-1] in _INTO:
        return  # "what is grown on the fields of Ann" asks for no fields
    plain = not any(m.start == first and m.kind != "label" for m in things)
    of_them = asked.end < len(tokens) and tokens[asked.end].norm == "of"
    shown = {state.nodes[c.owner].label for c in (*head.columns, *head.keys) if not c.edge}
    if plain and of_them and asked.name not in shown:
        yield asked.start


def _names(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """ "Books at Riverside", with Riverside a value of the graph that the reading has no use for."""
    heeded = candidate.explained
    for mention in unheeded_names(parsed.linked, candidate.state, heeded):
        yield from range(mention.start, mention.end)


def _grouping(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """ "How many flights leave each day", where nothing is stored by day: the number of all of them."""
    head, skipped = candidate.head, set(candidate.state.skipped)
    if not head.keys and not head.groups and head.per is None:
        for marker in parsed.markers:
            if marker.role is Role.GROUP:
                yield from skipped.intersection((marker.end, marker.end + 1))


def _of_them(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """ "The number of players, and how many of them are injured", where only the injured ones are counted."""
    tokens = parsed.linked.tokens
    counts = [m for m in parsed.markers if m.role is Role.COUNT]
    for marker in counts[1:]:
        behind = [token.norm for token in tokens[marker.end : marker.end + 2]]
        if behind[:1] == ["of"] and behind[1:] and behind[1] in _THEM and len(candidate.head.measures) < len(counts):
            yield marker.end + 1


def _every(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """ "Who visited every shop", read as who visited each of the shops."""
    tokens = parsed.linked.tokens
    verbs = {m.end for m in parsed.linked.mentions if m.kind == "relation" and m.score > PREPOSITION}
    for marker in parsed.markers:
        if marker.role is Role.GROUP and tokens[marker.start].norm == "every" and marker.start in verbs:
            yield marker.start


def _all(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """ "Took all courses of Ann" as who took any of them; but "the goals scored in all matches" are summed up."""
    head, tokens = candidate.head, parsed.linked.tokens
    if head.best is not None or head.keys or any(m.function is not AggregateFunction.COUNT for m in head.measures):
        return
    verbs = {m.end for m in parsed.linked.mentions if m.kind == "relation" and m.score > PREPOSITION}
    labels = {m.start for m in parsed.linked.mentions if m.kind == "label"}
    for place in range(1, len(tokens) - 1):
        verb = place - (tokens[place - 1].norm in _INTO)
        noun = place + 1 + (tokens[place + 1].norm in _THE)
        if tokens[place].norm == "all" and {place, verb} & verbs and noun in labels:
            yield place


_BEFORE_ONLY = frozenset(
    "the not show list return give me and but with considering consider counting including".split()
)
"""Words before an "only" that leaves nothing out: "not only", "return only the names"."""


def _only(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """An "only" that leaves others out, and that no condition heeds."""
    tokens = parsed.linked.tokens
    heeded = any(condition.every for condition in candidate.state.filters)
    markers = (m for m in parsed.markers if heeded or m.role is not Role.ONLY)
    bound = {place for marker in markers for place in range(marker.start, marker.end)}
    for place in range(1, len(tokens) - 1):
        if (
            tokens[place].norm == "only"
            and place not in bound
            and tokens[place - 1].norm not in _BEFORE_ONLY
            and tokens[place + 1].norm not in _BEFORE_ONLY
        ):
            yield place


def _adjective(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """An unknown adjective before a noun, which would restrict it: "friendly doctors"."""
    tokens, skipped = parsed.linked.tokens, candidate.state.skipped
    said = {place for m in parsed.linked.mentions for place in range(m.start, m.end)}
    nouns = {m.start for m in parsed.linked.mentions if m.kind == "label"}
    for place in skipped:
        after = place + 1
        while after in skipped:
            after += 1
        begins = place > 0 and place - 1 not in skipped and not is_content(tokens[place - 1].norm)
        if begins and place not in said and after in nouns and telling(parsed, place) >= _TELLING:
            yield place


def _haver(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """ "How many albums does Iron Maiden have": the albums of that name, and not those that it has."""
    tokens, counted = parsed.linked.tokens, {m.term.owner for m in candidate.head.measures if m.term.property is None}
    for condition in candidate.state.filters:
        between = condition.start > 0 and condition.end < len(tokens)
        own = not condition.edge and condition.owner in counted and condition.comparison is Comparison.EQ
        if between and own and tokens[condition.start - 1].norm in _DOES and tokens[condition.end].norm in _HAVE:
            yield condition.end


def _covers(marker: Marker, place: int) -> bool:
    return marker.start <= place < marker.end


def _last(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """A "last" or "first" that nothing chooses by: "when was it last visited", "who first joined"."""
    heeded = candidate.explained
    for place, token in enumerate(parsed.linked.tokens[:-1]):
        behind = parsed.linked.tokens[place + 1].norm
        idle = place not in heeded and not any(_covers(m, place) for m in candidate.state.markers)
        if idle and token.norm in _ENDS and not token.quoted and is_verb(behind):
            yield place


def _names_it(condition: Filter) -> bool:
    """Whether a condition says what a single thing is called: of its name or title, and not denied."""
    return not (condition.edge or condition.negated) and condition.property.lower().endswith(_NAMING)


def _leaf(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """ "What films has Ann bought tickets for", read as the films that Ann rated, if she ever bought a ticket."""
    state, head = candidate.state, candidate.head
    if head.kind not in (Kind.LIST, Kind.AGGREGATE) or any(m.role is Role.CHECK for m in parsed.markers):
        return
    terms = [*head.columns, *head.keys, *head.groups, *head.missing, *head.present]
    terms += [*(m.term for m in head.measures), *(c.term for c in head.having), *(t for t, _ in head.order)]
    terms += [head.best.term] if head.best is not None else []
    used = {t.owner for t in terms if not t.edge} | {f.owner for f in state.filters if not f.edge}
    held = {t.owner for t in terms if t.edge} | {f.owner for f in state.filters if f.edge}
    single = {f.owner for f in state.filters if _names_it(f) and f.comparison is Comparison.EQ}
    for number, node in enumerate(state.nodes):
        edges = [(n, e) for n, e in enumerate(state.edges) if number in (e.start, e.end)]
        if number in used or node.absent or len(edges) != 1 or edges[0][0] in held:
            continue
        edge = edges[0][1]
        if (edge.end if edge.start == number else edge.start) in single and not edge.absent:
            yield node.at


def _doer(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """ "Which films has Ann bought tickets for", with somebody else who bought them."""
    state, tokens = candidate.state, parsed.linked.tokens
    doing = any(token.norm in _DOES for token in tokens)
    for number, node in enumerate(state.nodes):
        # "How many products did Ann order", where products that she rated stand in any order.
        told = [f for f in state.filters if doing and f.end == node.at and _names_it(f)]
        joined = {end for e in state.edges if number in (e.start, e.end) for end in (e.start, e.end)}
        if node.named and any(f.owner not in joined for f in told):
            yield node.at
    for reason in state.reasons:
        if reason.feature != "relation used" or not is_verb(tokens[reason.start].norm):
            continue
        done = [e for e in state.edges if e.said and not e.absent and reason.note.startswith(f"{e.type} ")]
        labels = {state.nodes[end].label for e in done for end in (e.start, e.end)}
        for f in state.filters:
            known = not (f.edge or f.negated) and f.comparison is Comparison.EQ and f.end == reason.start
            theirs = state.nodes[f.owner].label in labels if known else False
            if theirs and not any(f.owner in (e.start, e.end) for e in done):
                yield reason.start


def _beyond(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """One of two bounds that is not used: "longer than Emma and shorter than Dune"."""
    held = [m for m in candidate.state.markers if m.role is Role.BEYOND]
    if candidate.head.best is not None and candidate.head.best.against is not None:
        yield from (m.start for m in held[1:])


def _between(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """ "How many evenings were there between one evening and another", where those two are counted."""
    tokens, head = parsed.linked.tokens, candidate.head
    counted = {m.term.owner for m in head.measures if m.term.property is None and not m.term.edge}
    for f in candidate.state.filters:
        before = f.start - 1 - (f.start > 1 and tokens[f.start - 1].norm == "the")
        pair = isinstance(f.value, tuple) and not f.edge and f.owner in counted
        if pair and before >= 0 and tokens[before].norm == "between":
            yield before


def _asked_too(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """ "Which suppliers did we book, and for whose wedding", where only suppliers are shown."""
    head, tokens = candidate.head, parsed.linked.tokens
    shown = {*head.columns, *head.keys, *(m.term for m in head.measures)}
    if len(shown) > 1 or head.kind not in (Kind.LIST, Kind.AGGREGATE):
        return
    for place in range(2, len(tokens)):
        before = [token.norm for token in tokens[place - 2 : place]]
        bare = tokens[place].norm == "what" and place + 1 == len(tokens)
        asked = (bare or tokens[place].norm in _WHO_ELSE) and not tokens[place].quoted
        if asked and (before[1] == "and" or (before[0] == "and" and before[1] in _LEADING)):
            yield place


_RULES: dict[str, Callable[[Parsed, Candidate], Iterator[int]]] = {
    "denial": _denials,
    "both": _both,
    "same": _same,
    "between": _between,
    "item": _idle,
    "asked thing": _unasked,
    "name": _names,
    "group": _grouping,
    "of them": _of_them,
    "every": _every,
    "all": _all,
    "only": _only,
    "adjective": _adjective,
    "haver": _haver,
    "last": _last,
    "leaf": _leaf,
    "doer": _doer,
    "beyond": _beyond,
    "asked too": _asked_too,
}
SIGNS = {f"overlooked {name}": rule for name, rule in _RULES.items()}
"""The signs of what a reading may be silent about, each with the rule that gives the places of its words."""
