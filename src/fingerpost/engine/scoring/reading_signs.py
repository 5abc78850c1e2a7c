"""Signs of a reading by itself: how it was put together, which words it explains, what it asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fingerpost.core.schema import PropertyInfo, TextKind, ValueType
from fingerpost.engine.scoring.overlooked import SIGNS as OVERLOOKED
from fingerpost.engine.scoring.question import Question
from fingerpost.linking import CODED, split_name
from fingerpost.plans import ORDERINGS, Comparison
from fingerpost.questions import BINDING, MISSING, Candidate, Filter, Kind, Role, Term, whole_features

_EVIDENCE = {"label": "label", "property": "property", "relation used": "relation", "value": "value"}
"""Reasons whose amount is how surely words mean a thing."""
_WHOLE, _RING = 0.94, 0.74
_DIFFERENT = frozenset(("different", "distinct", "unique", "values"))
_CALLED = tuple((word,) for word in ("id", "name", "title", "code", "number"))
ONE_BY_NAME, OF_ANOTHER_KIND = "counts one by its name", "of another kind than asked"
UNAVERAGED = "values listed in place of their average"
_WHAT_TIME = "what time"
_WHEN = ("when", _WHAT_TIME)
_DAY = len("2024-03-09")
_NEAR = 4
"""Words before a number that may say what it is."""

Signs = Iterator[tuple[str, float]]


def reading_signs(question: Question, candidate: Candidate) -> Signs:
    """All signs of one reading that need no other reading and no rows."""
    yield from _steps(candidate)
    yield from whole_features(question.linked, candidate.state, candidate.head, question.schema).items()
    yield from _evidence(candidate)
    yield from _words(question, candidate)
    yield from _gaps(question, candidate)
    yield from _values(question, candidate)
    yield from _pattern(question, candidate)
    yield from _asked(question, candidate)


def _steps(candidate: Candidate) -> Signs:
    """What each step brought, by its general features."""
    for reason in (*candidate.state.reasons, *candidate.head.reasons):
        if "|" not in reason.feature:
            yield f"step {reason.feature}", reason.amount
    for marker in candidate.state.pending:
        yield f"unbound {marker.role.value}", 1.0
    for item in candidate.state.items:
        for marker in item.roles:
            if marker.role in BINDING:
                yield f"waits {marker.role.value}", 1.0


def _evidence(candidate: Candidate) -> Signs:
    """How surely words mean what they were taken for: by kind, the weakest, and how many of each tier."""
    weakest: dict[str, float] = {}
    for reason in candidate.state.reasons:
        kind = _EVIDENCE.get(reason.feature)
        if kind is None:
            continue
        weakest[kind] = min(weakest.get(kind, 1.0), reason.amount)
        if reason.amount < _RING:
            yield f"{kind} by a part", 1.0
        elif reason.amount < _WHOLE:
            yield f"{kind} by another word", 1.0
    for kind, amount in weakest.items():
        yield f"weakest {kind}", 1.0 - amount


def _words(question: Question, candidate: Candidate) -> Signs:
    """Content words that no part of the reading explains, weighted by how much they tell."""
    heeded = candidate.explained
    left = [place for place in question.content if place not in heeded]
    whole = sum(question.telling.values())
    lost = sum(question.telling[place] for place in left)
    yield "words left", float(len(left))
    yield "words left, telling", lost
    yield "words left, share", lost / whole if whole else 0.0
    yield "words left, most telling", max((question.telling[place] for place in left), default=0.0)
    yield "names left", float(sum(place in question.named for place in left))
    yield "known words left", sum(question.telling[place] for place in left if place in question.meant)
    yield "skipped", float(len(candidate.state.skipped))
    yield "respelled", float(sum(place in heeded for place in question.linked.corrected))
    yield "names taken apart", float(len(question.taken_apart(candidate)))
    runs = [place for place in left if place + 1 in left and question.telling[place] + question.telling[place + 1] > 1]
    yield "words left in a row", float(len(runs))


def _gaps(question: Question, candidate: Candidate) -> Signs:
    """What would have to be refused or said, were there no other signs."""
    for name, missing in MISSING.items():
        yield f"missing {name}", float(len(missing(question.parsed, candidate)))
    for sign, overlooked in OVERLOOKED.items():
        yield sign, float(any(True for _ in overlooked(question.parsed, candidate)))


def _values(question: Question, candidate: Candidate) -> Signs:
    """How values were found: as written, ambiguous, or as numbers without a name."""
    tokens, text = question.tokens, question.linked.question
    values = [reason for reason in candidate.state.reasons if reason.feature == "value"]
    stored, coded = {reason.start for reason in values}, {reason.start for reason in values if reason.note == CODED}
    named = {reason.start for reason in candidate.state.reasons if reason.feature in ("property", "described value")}
    for condition in candidate.state.filters:
        if condition.comparison is not Comparison.EQ or condition.start >= len(tokens):
            continue
        yield (
            "number for words",
            float(condition.start not in stored and _is_number_for_words(question, candidate, condition)),
        )
        if isinstance(condition.value, str) and condition.start in stored:
            start = tokens[condition.start].start
            written = condition.start in coded or text.startswith(condition.value, start)
            yield "value not as written", float(not written)
            yield "value may be of others", float(question.readings_of(condition.start, condition.end) - 1)
            small = condition.end - condition.start == 1 and not tokens[condition.start].capitalised
            yield "value of one small word", float(small and condition.start not in coded)
        elif isinstance(condition.value, (int, float)):
            near = any(condition.start - _NEAR <= place <= condition.end + 1 for place in named)
            yield "number alone", float(not near)


def _is_number_for_words(question: Question, candidate: Candidate, condition: Filter) -> bool:
    """Whether a number is compared with a property whose values are words: "level 5", where levels are "expert"."""
    if not isinstance(condition.value, str) or not condition.value.isdigit() or condition.part:
        return False
    info = _info(question, candidate, Term(condition.owner, condition.property, condition.edge))
    words = info is not None and info.in_words and bool(info.samples)
    return words and info is not None and not any(c.isdigit() for sample in info.samples for c in sample)


def _pattern(question: Question, candidate: Candidate) -> Signs:
    state = candidate.state
    for edge in state.edges:
        if not edge.said:
            ends = state.nodes[edge.start].label, state.nodes[edge.end].label
            yield "other ways for an edge", float(min(question.ways(*ends) - 1, 3))
    elements = len(state.nodes) + len(state.edges) + len(state.filters) + len(candidate.head.columns)
    yield "elements a word", (elements + len(candidate.head.measures)) / max(len(question.content), 1)
    yield "edges unsaid", float(sum(not edge.said for edge in state.edges))
    yield "edges said", float(sum(edge.said for edge in state.edges))
    yield "edges absent", float(sum(edge.absent for edge in state.edges))
    yield "nodes absent", float(sum(node.absent for node in state.nodes))
    yield "nodes unnamed", float(sum(not node.named for node in state.nodes))
    for condition in state.filters:
        yield f"condition {_kind(condition.comparison, condition.value)}", 1.0
        yield "condition denied", float(condition.negated)
        yield "condition of an edge", float(condition.edge)
    yield "havings", float(len(state.havings) + len(candidate.head.having))


def _kind(comparison: Comparison, value: object) -> str:
    held = "number" if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value).__name__
    if comparison in ORDERINGS:
        return "bounds"
    return f"{comparison.value} {held}" if comparison in (Comparison.EQ, Comparison.NE) else comparison.value


def _asked(question: Question, candidate: Candidate) -> Signs:
    """What is returned, and whether the question's words ask for it."""
    head, state, opening = candidate.head, candidate.state, question.opening
    counts = [m for m in head.measures if m.function.value == "count"]
    yield f"asks {head.kind.value}", 1.0
    numbers = any(_is_numeric(question, candidate, m.term) for m in counts)
    yield "counts numbers", float(numbers and not _asks_for_different(question))
    yield "counts itself", float(_counts_itself(question, candidate))
    yield ONE_BY_NAME, float(_counts_one(question, candidate))
    yield OF_ANOTHER_KIND, float(_is_of_another_kind(question, candidate))
    for measure in head.measures:
        yield f"measures {measure.function.value}", 1.0
    if head.best is not None:
        yield f"best {head.best.against.value}", 1.0
        yield "best counted", float(head.best.counted)
        yield "best of several", float(head.best.count > 1)
    yield "ordered", float(len(head.order))
    yield "limited", float(head.limit is not None)
    yield "optional", float(head.optional is not None)
    yield "shown once", float(head.once)
    yield f"{opening}: {_form(candidate, bool(counts))}", 1.0
    roles = {marker.role.value for marker in question.parsed.markers}
    done = _done(candidate)
    for role in ("count", "aggregate", "group", "superlative", "sort", "negate", "top"):
        if (role in roles) != (role in done):
            yield f"{role} {'not done' if role in roles else 'not said'}", 1.0
    if "aggregate" in roles - done and head.kind is Kind.LIST and any(_adds_nothing(question, candidate, head.columns)):
        yield UNAVERAGED, 1.0
    items = sorted(state.items, key=lambda item: item.start)
    shown_terms = {(c.owner, c.property, c.edge) for c in (*head.columns, *head.keys, *(m.term for m in head.measures))}
    if items:
        first = items[0]
        yield "first named is asked", float((first.owner, first.property, first.edge) in shown_terms)
        later = [i for i in items if (i.owner, i.property, i.edge) in shown_terms]
        yield "asked by nothing named", float(not later)
    yield "shows what was told", float(any(c.property and _told(candidate, c.owner, c.property) for c in head.columns))
    yield "nodes shown", float(sum(c.property is None and not c.edge for c in head.columns))
    shown = {c.owner for c in (*head.columns, *head.keys) if not c.edge}
    yield "shown unnamed", float(sum(not state.nodes[owner].named for owner in shown if owner < len(state.nodes)))


def _counts_itself(question: Question, candidate: Candidate) -> bool:
    """Whether each thing is counted by itself, which is always one: the number of clubs of each club."""
    head, state = candidate.head, candidate.state
    if head.best is None:
        counted, keys = [m.term for m in head.measures if m.function.value == "count"], (*head.keys, *head.groups)
    else:
        counted, keys = [head.best.term] if head.best.counted else [], (head.focus,)
    apart = {key.owner for key in keys if not key.edge and _tells_apart(question, candidate, key)}
    return any(not term.edge and term.owner in apart and not state.nodes[term.owner].absent for term in counted)


def _is_of_another_kind(question: Question, candidate: Candidate) -> bool:
    """Whether all that is shown are numbers, dates or flags where the question asks who, or neither dates nor numbers
    where it asks when."""
    head, roles = candidate.head, {marker.role for marker in question.parsed.markers}
    if head.kind is not Kind.LIST or head.keys or not head.columns:
        return False
    infos = [_info(question, candidate, column) for column in head.columns]
    measures = [info is not None and (info.numeric or info.temporal) for info in infos]
    flags = [info is not None and info.type is ValueType.BOOLEAN for info in infos]
    asks = next((m.value for m in question.parsed.markers if m.role is Role.ASK_PROPERTY), "")
    if asks.startswith(_WHEN):
        days = [info is not None and _is_a_day(info) for info in infos]
        return not any(measures) or (asks == _WHAT_TIME and all(days))
    others = (Role.ASK_PROPERTY, Role.ASK, Role.COUNT, Role.AGGREGATE)
    return Role.WHO in roles and roles.isdisjoint(others) and all(map(bool.__or__, measures, flags))


def _is_a_day(info: PropertyInfo) -> bool:
    """Whether a property is of dates without a time of day."""
    dated = info.text_kind is TextKind.ISO_DATE and all(len(sample) <= _DAY for sample in info.samples)
    return info.type is ValueType.DATE or dated


def _info(question: Question, candidate: Candidate, term: Term) -> PropertyInfo | None:
    state = candidate.state
    if term.edge:
        kind = question.schema.relationship_by_type.get(state.edges[term.owner].type)
        return kind.by_name.get(term.property or "") if kind is not None else None
    label = question.schema.label_by_name.get(state.nodes[term.owner].label)
    return label.by_name.get(term.property or "") if label is not None else None


def _counts_one(question: Question, candidate: Candidate) -> bool:
    """Whether it counts what has a name that only one thing has: "how many lasers" is not how many classes are one."""
    return any(_tells_apart(question, candidate, term) for term in _counted_by(candidate))


def counts_called(candidate: Candidate) -> bool:
    """Whether it counts the things of a name, of which there may be several: Smiths, or groups called noble gases."""
    return any(term.property is not None and _is_name(term.property) for term in _counted_by(candidate))


def _counted_by(candidate: Candidate) -> Iterator[Term]:
    """What must be a value, or a thing, of what is counted, where nothing else is measured."""
    head, state = candidate.head, candidate.state
    counted = [m.term for m in head.measures if m.function.value == "count"]
    if len(counted) != 1 or len(head.measures) != 1 or head.keys or counted[0].edge:
        return
    owner = counted[0].owner
    called = (f for f in state.filters if f.owner == owner and not f.edge and f.comparison is Comparison.EQ)
    yield from (Term(owner, f.property) for f in called if not f.negated)


def _is_name(name: str) -> bool:
    return split_name(name)[-1:] in _CALLED


def _tells_apart(question: Question, candidate: Candidate, term: Term) -> bool:
    """Whether a term is a thing, or a name that no other thing has."""
    if term.property is None:
        return True
    label = question.schema.label_by_name.get(candidate.state.nodes[term.owner].label)
    info = label.by_name.get(term.property) if label is not None and not term.part else None
    return _is_name(term.property) and info is not None and 1 < info.present == info.distinct


def _form(candidate: Candidate, counts: bool) -> str:
    head = candidate.head
    if head.kind is not Kind.LIST:
        return "count" if counts else head.kind.value
    if counts or head.measures:
        return "list and measure"
    return "list of values" if any(c.property for c in head.columns) else "list of things"


def _asks_for_different(question: Question) -> bool:
    said = any(token.norm in _DIFFERENT for token in question.tokens)
    return said or any(marker.role is Role.DISTINCT for marker in question.parsed.markers)


def _is_numeric(question: Question, candidate: Candidate, term: Term) -> bool:
    """Whether a term is a number of a thing: the beds of a ward are as many as it says, and not counted."""
    if term.property is None or term.edge or term.owner >= len(candidate.state.nodes):
        return False
    info = _info(question, candidate, term)
    return info is not None and info.numeric


def _adds_nothing(question: Question, candidate: Candidate, terms: Iterable[Term]) -> Iterator[bool]:
    """Of each term that is a property, whether its values are not numbers."""
    for term in terms:
        info = _info(question, candidate, term) if term.property is not None else None
        yield info is not None and not info.numeric


def _told(candidate: Candidate, owner: int, property_: str) -> bool:
    return any(f.owner == owner and f.property == property_ and not f.edge for f in candidate.state.filters)


def _done(candidate: Candidate) -> set[str]:
    """The roles of markers that a reading takes into account."""
    head, state = candidate.head, candidate.state
    done = set()
    if any(m.function.value == "count" for m in head.measures):
        done.add("count")
    if any(m.function.value != "count" for m in head.measures) or any(m.each for m in head.measures):
        done.add("aggregate")
    if head.keys or head.groups:
        done.add("group")
    if head.best is not None:
        done.add("superlative")
    if head.order:
        done.add("sort")
    if head.limit is not None or (head.best is not None and head.best.count > 1):
        done.add("top")
    denied = any(f.negated or f.comparison is Comparison.NE for f in state.filters)
    if denied or head.missing or any(n.absent for n in state.nodes) or any(e.absent for e in state.edges):
        done.add("negate")
    return done
