"""Steps for numbers, dates and times: what they are compared with."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.core.schema import PropertyInfo, ValueType
from fingerpost.linking.derived import AGE, tells_birth, tells_life
from fingerpost.linking.english import english, stems
from fingerpost.linking.lasting import begun_by
from fingerpost.linking.mentions import Mention
from fingerpost.linking.scores import PREPOSITION
from fingerpost.linking.text import split_name, stem
from fingerpost.linking.time_phrases import HOURS, MINUTES
from fingerpost.plans import ORDERINGS, AggregateFunction, Comparison
from fingerpost.questions.ages import AGED, aged, directed, is_aged, of_age, stored_ages
from fingerpost.questions.algebra import Term, has_role, term_of
from fingerpost.questions.amounts import AMOUNTS, EXTENTS, is_amount
from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.choosing import LENGTHS
from fingerpost.questions.conditions import again, comparable, conditions, in_days, lasted, took
from fingerpost.questions.describing import DESCRIBES
from fingerpost.questions.markers import Marker, Role
from fingerpost.questions.relating import joining_counted
from fingerpost.questions.roles import is_comparison
from fingerpost.questions.spans import span_of
from fingerpost.questions.state import Having, Item, Reason, State, is_spoken_of
from fingerpost.questions.valuing import awaits_text, without_descriptor

_AGGREGATED = ("avg", "sum", "min", "max", "median")
_HOW_LONG = stems("how long")
_SECOND = "s"
"""The base unit of time."""
_LASTING = (_SECOND, "year")
_OF_HOURS = {60.0: MINUTES, 3_600.0: HOURS}
"""Units of time that days do not tell, by their seconds."""
_TOOK_PLACE = 0.3
"""How much a date is rather that of what was said to happen than of a thing that has a date too."""
_REACH = 6
"""How many words may stand between a property and the comparison that is made with it."""
_UNCOUNTED = ("time", *AGED)
"""What is compared with no number of things: "before 1990", "older than 24"."""
_BEHIND, _OF_GROUP = 2, 2.0
"""How many words behind what something is counted by a time may stand to be no time of it, and how far it is then."""
_MOST_COUNTED = 50
"""Larger numbers before a noun say which: "2010 vehicles"."""


def literal_step(attacher: Attacher, state: State, mention: Mention) -> Iterator[State]:
    """A number, date or time: compared with a property, equal to one, or a count of what follows."""
    if awaits_text(state, mention.start):
        return
    going_on = list(again(attacher, state, mention)) if mention.joined else []
    if going_on:
        yield from going_on
        return
    state = joining_counted(attacher, state) or state  # "how many transfers over 100 in May": these have an amount
    marker = _comparison(state, mention)
    if marker is None:
        yield from _equal(attacher, state, mention)
        return
    pending = tuple(m for m in state.pending if m is not marker)
    state = state.but(pending=pending)
    if marker.role is Role.BETWEEN:
        if 0 <= state.descriptor < len(state.items) and state.items[state.descriptor].part == AGE:
            marker = marker._replace(value=AGED[0])  # "whose age is between 30 and 40"
        low = marker._replace(role=Role.COMPARE, value=f">= {marker.value}")
        high = marker._replace(role=Role.COMPARE, value=f"<= {marker.value}", end=mention.end + 1)
        for begun in (*_compared(attacher, state, mention, low), *_counting(state, mention, low)):
            yield begun.but(pending=(*begun.pending, high), markers=(*begun.markers, high))
        return
    yield from _compared(attacher, state, mention, marker)
    if not _is_second_end(state, mention, marker):
        yield from _counting(state, mention, marker)


def _is_second_end(state: State, mention: Mention, marker: Marker) -> bool:
    """Whether a number is the second end of a "between" of which the first bounds a property."""
    first = state.filters[-1] if state.filters else None
    return marker.value == "<= " and first is not None and 0 <= mention.start - first.end <= 2


def _counting(state: State, mention: Mention, marker: Marker) -> Iterator[State]:
    """The number is compared with how many there are of what follows, or with the property that follows."""
    number = (
        mention.kind == "number" and isinstance(mention.value, (int, float)) and not isinstance(mention.value, bool)
    )
    sign, _, about = marker.value.partition(" ")
    if number and about not in _UNCOUNTED:
        percent = "%" if mention.literal is not None and mention.literal.percent else ""
        counted = marker._replace(value=f"count {sign} {mention.value}{percent}", end=mention.end)
        yield state.but(pending=(*state.pending, counted))


def _comparison(state: State, mention: Mention) -> Marker | None:
    """The comparison that waits for this literal."""
    for marker in reversed(state.pending):
        if is_comparison(marker):
            named = state.descriptor >= 0 and marker.end <= state.items[state.descriptor].start <= marker.end + 1
            said = state.descriptor_end if named else marker.end
            return marker if 0 <= mention.start - said <= 2 else None
    return None


def _compared(attacher: Attacher, state: State, mention: Mention, marker: Marker) -> Iterator[State]:
    sign, _, about = marker.value.partition(" ")
    said = Reason("comparison", 1.0, marker.start, mention.end)
    first = state.filters[-1] if state.filters else None
    if first is not None and _is_second_end(state, mention, marker):
        # The second end of "between": of the property that the first end was of.
        info = attacher.graph.held(state, first.owner, first.property, edge=first.edge)
        if begun_by(first.part) is not None:
            yield from took(state, Term(first.owner, first.property, first.edge, first.part), "<=", mention, said)
        elif info is not None:
            yield from conditions(state, first.owner, info, "<=", mention, said, edge=first.edge)
        return
    follows = first is not None and first.comparison in ORDERINGS and 0 <= marker.start - first.end <= 1
    follows = follows and about in ("", _about_before(state, marker))
    if first is not None and follows and (not mention.followed or first.property in mention.followed):
        # "More than 100 and less than 200": of the same property.
        info = attacher.graph.held(state, first.owner, first.property, edge=first.edge)
        if info is not None:
            described = Reason("described value", 1.0, mention.start, mention.end)
            yield from conditions(scored(state, described), first.owner, info, sign, mention, said, edge=first.edge)
    if 0 <= state.descriptor < len(state.items) and marker.start - state.descriptor_end <= _REACH:
        item = state.items[state.descriptor]
        assert item.property is not None
        info = attacher.graph.held(state, item.owner, item.property, edge=item.edge)
        averaged = _aggregated(state, item, info, sign, mention, said) if about != "time" else None
        if averaged is not None:  # not of "total cost in 2024"
            yield averaged
            return
        if info is not None and not (about == "time" and is_amount(info, item)):
            reason = Reason("described value", 1.0, mention.start, mention.end)
            goals = mention.kind == "number" and mention.followed and info.name not in mention.followed
            if goals or (not item.edge and _measures_another(attacher, state, item, about)):
                # "Scored more than two goals": it is the goals of which there are two. "IDs of those older than 20".
                reason = Reason("number of another", 1.0, mention.start, mention.end)
            # "Per month in 2024": the months are asked for, too.
            grouped = bool(item.part) and has_role(item, Role.GROUP)
            bare = scored(state.but(descriptor=-1) if grouped else without_descriptor(state), reason)
            if item.part == AGE:
                yield from aged(bare, item.owner, ((info, 1.0),), AGED[0], sign, mention, said)
                return
            span = span_of(attacher.graph.schema, state.edges[item.owner].type) if item.edge else None
            if span is not None and marker.value == "= time" and item.start == marker.end + 1:
                yield from lasted(bare, item.owner, span, mention, said, 0.0)  # "in the year 2006"
                return
            if begun_by(item.part) is not None:
                yield from took(bare, term_of(item), sign, mention, said)
                return
            way = directed(sign, about, info.name)
            yield from conditions(bare, item.owner, info, way, mention, said, edge=item.edge)
    counted = _counted(state, sign, mention, marker, said) if about not in _UNCOUNTED else None
    if counted is not None:
        yield counted
    yield from _measured(attacher, state, mention, sign, about, said)


def _measures_another(attacher: Attacher, state: State, item: Item, about: str) -> bool:
    """Whether an adjective measures something else of a thing than the property that was named last."""
    adjective = english().adjectives.get(about)
    if adjective is None:
        return False
    names = {info.name for info, _ in attacher.graph.measured(state.nodes[item.owner].label, adjective.on)}
    return bool(names) and item.property not in names


def _about_before(state: State, marker: Marker) -> str:
    """What the comparison before another one is about: of time, in "founded before 1990 or after 2010"."""
    earlier = [m for m in state.markers if m.role is Role.COMPARE and m.end <= marker.start]
    return max(earlier, key=lambda m: m.start).value.partition(" ")[2] if earlier else ""


def _counted(state: State, sign: str, mention: Mention, marker: Marker, said: Reason) -> State | None:
    """ "Where the number of loans is greater than two": how many there are of each is compared, and not asked for."""
    value = mention.value
    found = [n for n, item in enumerate(state.items) if any(m.role is Role.COUNT for m in item.roles)]
    if not found or not found[-1] or mention.kind != "number" or mention.followed or isinstance(value, bool):
        return None
    number = found[-1]
    if state.descriptor > number:
        return None  # "the number of books with a price above 10"
    item = state.items[number]
    asking = next(m for m in item.roles if m.role is Role.COUNT)
    if marker.start - item.end > _REACH or not isinstance(value, (int, float)) or sign == "<>":
        return None
    bare = item._replace(roles=tuple(m for m in item.roles if m is not asking))
    items = (*state.items[:number], bare, *state.items[number + 1 :])
    having = Having(number, Comparison(sign), value)
    described = Reason("described value", 1.0, mention.start, mention.end)
    markers = tuple(m for m in state.markers if m is not asking)
    return scored(state, described, said, items=items, havings=(*state.havings, having), markers=markers)


def _aggregated(
    state: State, item: Item, info: PropertyInfo | None, sign: str, mention: Mention, said: Reason
) -> State | None:
    """ "Whose average price exceeds 10": the aggregate of each group is compared, not the price of each thing."""
    before = state.items[state.descriptor - 1] if state.descriptor else item
    # "The average book price exceeds 10".
    its = before.property is None and (before.owner, before.edge, before.end) == (item.owner, item.edge, item.start)
    roles = (*item.roles, *(before.roles if its else ()))
    marker = next((m for m in roles if m.role is Role.AGGREGATE and m.value in _AGGREGATED), None)
    value = mention.value
    if marker is None or isinstance(value, bool) or not isinstance(value, (int, float)) or not state.items[:-1]:
        return None
    counted = mention.literal.measured_in(info.counted_in) if mention.literal is not None and info is not None else None
    value = value if counted is None else counted
    having = Having(state.descriptor, Comparison(sign), value, AggregateFunction(marker.value))
    items = tuple(
        i._replace(roles=tuple(m for m in i.roles if m is not marker)) if marker in i.roles else i for i in state.items
    )
    described = Reason("described value", 1.0, mention.start, mention.end)
    markers = tuple(m for m in state.markers if m is not marker)
    return scored(state, described, said, items=items, havings=(*state.havings, having), descriptor=-1, markers=markers)


def _measured(
    attacher: Attacher, state: State, mention: Mention, sign: str, about: str, said: Reason
) -> Iterator[State]:
    """Comparisons with what an adjective, a unit or the kind of literal measures."""
    words: tuple[str, ...] = ()
    adjective = english().adjectives.get(about)
    if adjective is not None:
        words = adjective.on
    elif about == "time" or mention.kind != "number":
        words = ("date", "year", "time", "released", "temporal")
        words = ("month", *words) if mention.kind == "month" else words
    if mention.kind == "number" and not words and not mention.followed:
        yield from _of_verb(attacher, state, mention, sign, said)
    literal = mention.literal
    alone = sign in (">", "<") and mention.kind == "number" and not mention.followed
    theirs = _counted_edges(state) and not any(is_spoken_of(state, number) for number in range(len(state.nodes)))
    own = list(_their_own(attacher, state, mention, sign, words, said)) if theirs else []
    if own:
        yield from own
        return
    timed = about == "time" or mention.kind != "number"
    if timed:
        yield from _happened(attacher, state, mention, sign, words, said)
    elif literal is not None and literal.unit is not None and (not words or about in LENGTHS):
        days = list(_so_long(attacher, state, mention, sign, about, said))
        yield from days
        if days:
            return
        yield from _so_much(attacher, state, mention, directed(sign, about, ""), said)
    others = about not in AGED and _tells_other_times(attacher, state, words)
    steps = _steps(state, mention) if timed else [state.distance(number) for number in range(len(state.nodes))]
    born = {n.label for n in state.nodes if about in AGED and any(map(tells_birth, attacher.properties(n.label)))}
    for number in range(len(state.nodes) - 1, -1, -1):
        label = state.nodes[number].label
        if born and label not in born:
            continue  # "rowers of the club older than 30": not the club
        far = Reason("far", steps[number], mention.start)
        options = list(attacher.graph.measured(label, words)) if words else []
        counted = literal if literal is not None and literal.unit is not None else None
        held = attacher.properties(label)
        if counted and counted.in_pounds and all(counted.measured_in(i.counted_in) is None for i in held):
            counted = None  # "over 20 pounds", of what has a price
        if counted:
            # "More than 20 minutes": what is counted in that, before what "more" may otherwise be about.
            fitting = [(info, fit) for info, fit in options if counted.measured_in(info.counted_in) is not None]
            options = fitting or [(i, 0.7) for i in held if counted.measured_in(i.counted_in) is not None] or options
        if not words and not options and number == state.recent and alone:
            # "Transfers exceeding 850": what they have of an amount. Not "more than 850 pages".
            ages = of_age(attacher, label, mention)
            yield from aged(scored(state, far), number, ages, AGED[0], sign, mention, said)
            # "Under 47 minutes": how long they are, and not what they cost.
            plain = () if counted else (*AMOUNTS, *EXTENTS)
            amounts = english().asks[_HOW_LONG] if counted and counted.unit == _SECOND else plain
            stored = [] if counted else stored_ages(attacher, label, mention)
            stored = stored or [*attacher.graph.measured(label, amounts)[:1]]
            options = [*options, *stored] if not ages else []
            far = Reason("text unsaid", 1.0, mention.start)
        if about in AGED:
            if label in attacher.graph.people:
                # Of people it is how long they live, and not how long ago they were hired.
                options = [(info, fit) for info, fit in options if not info.temporal or tells_birth(info)]
            yield from aged(scored(state, far), number, options, about, sign, mention, said)
        for info, fit in options[:2]:
            if not comparable(info, mention) or is_aged(info, about, mention):
                continue
            direction = directed(sign, about, info.name)
            if others and tells_life(info):
                continue  # "written after 1900": not born then
            reason = Reason("measured", fit, mention.start, mention.end)
            yield from conditions(scored(state, reason, far), number, info, direction, mention, said)


def _steps(state: State, mention: Mention) -> list[float]:
    """How far each node is from a time, which right behind what something is counted by is that of what is counted:
    "samples per trench in 2022"."""
    steps = [state.distance(number) for number in range(len(state.nodes))]
    last = state.items[-1] if len(state.items) > 1 else None
    behind = last is not None and mention.start - last.end <= _BEHIND
    if last is None or not behind or last.property is not None or last.edge or not has_role(last, Role.GROUP):
        return steps
    first = state.items[0]
    if first.edge or first.owner == last.owner:
        return steps
    steps[last.owner], steps[first.owner] = steps[first.owner] + _OF_GROUP, 0.0
    return steps


def _tells_other_times(attacher: Attacher, state: State, words: tuple[str, ...]) -> bool:
    """Whether anything in a reading has a time that is not that of a life."""
    if not words:
        return False
    held = [info for node in state.nodes for info, _ in attacher.graph.measured(node.label, words)]
    on_edges = any(attacher.graph.measured_on(edge.type, words) for edge in state.edges)
    return on_edges or any(not tells_life(info) for info in held)


def _happened(
    attacher: Attacher, state: State, mention: Mention, sign: str, words: tuple[str, ...], said: Reason
) -> Iterator[State]:
    """Comparisons with when a relationship came to be: "borrowed in May", also where its other end is not said."""
    counted = _counted_edges(state)
    for number, edge in enumerate(state.edges):
        if edge.said or number in counted:
            yield from _moments(attacher, state, number, mention, sign, words, said, more=_TOOK_PLACE)
    for type_ in {relation.name for relation in state.relations if relation.score > PREPOSITION}:
        if attacher.graph.measured_on(type_, words):
            for attached in attacher.over_type(state, type_, mention.start):
                yield from _moments(attacher, attached, len(attached.edges) - 1, mention, sign, words, said)


def _counted_edges(state: State) -> set[int]:
    """The relationships that are asked for or counted themselves."""
    types = {type_ for type_, *_ in state.counted}
    return {i.owner for i in state.items if i.edge} | {n for n, e in enumerate(state.edges) if e.type in types}


def _their_own(
    attacher: Attacher, state: State, mention: Mention, sign: str, words: tuple[str, ...], said: Reason
) -> Iterator[State]:
    """ "How many transfers of more than 100", "in May": the amount or the date of these, and of no account."""
    for number in sorted(_counted_edges(state)):
        of = words or (AMOUNTS if sign in (">", "<", ">=", "<=") and not mention.followed else ())
        for info, fit in attacher.graph.measured_on(state.edges[number].type, of)[:1]:
            if comparable(info, mention):
                reason = Reason("measured", fit + _TOOK_PLACE, mention.start, mention.end)
                yield from conditions(scored(state, reason), number, info, sign, mention, said, edge=True)


def _so_much(attacher: Attacher, state: State, mention: Mention, sign: str, said: Reason) -> Iterator[State]:
    """ "Take more than 100 mg of it": what a relationship counts in this unit."""

    def compared(reading: State, number: int) -> Iterator[State]:
        for info in attacher.graph.counted_in(reading.edges[number].type, mention.literal):
            reason = Reason("measured", 0.8, mention.start, mention.end)
            yield from conditions(scored(reading, reason), number, info, sign, mention, said, edge=True)

    for number, edge in enumerate(state.edges):
        if edge.said:
            yield from compared(state, number)
    said_of = {relation.name for relation in state.relations if relation.score > PREPOSITION}
    for type_ in said_of:
        if attacher.graph.counted_in(type_, mention.literal):
            for attached in attacher.over_type(state, type_, mention.start):
                yield from compared(attached, len(attached.edges) - 1)


def _so_long(
    attacher: Attacher, state: State, mention: Mention, sign: str, about: str, said: Reason
) -> Iterator[State]:
    """ "Admitted for more than ten days", "loans longer than two weeks": the days between when it began and ended."""
    assert mention.literal is not None
    if mention.literal.unit not in _LASTING or in_days(mention) is None:
        return
    reason = Reason("measured", 0.8, mention.start, mention.end)
    unit = _OF_HOURS.get(mention.literal.scale) if mention.literal.unit == _SECOND else None

    def compared(reading: State, number: int, name: str, *, edge: bool) -> Iterator[State]:
        for last, part in attacher.graph.lasting(name, edge=edge, unit=unit):
            term = Term(number, last, edge, part)
            yield from took(scored(reading, reason), term, directed(sign, about, last), mention, said)

    for number, node in enumerate(state.nodes):
        if not node.absent:
            yield from compared(state, number, node.label, edge=False)
    for number, edge in enumerate(state.edges):
        if edge.said and not edge.absent:
            yield from compared(state, number, edge.type, edge=True)
    for type_ in {relation.name for relation in state.relations if relation.score > PREPOSITION}:
        if attacher.graph.lasting(type_, edge=True):
            for attached in attacher.over_type(state, type_, mention.start):
                yield from compared(attached, len(attached.edges) - 1, type_, edge=True)


def _of_verb(attacher: Attacher, state: State, mention: Mention, sign: str, said: Reason) -> Iterator[State]:
    """ "Rated above 4 by a user": the rating, where the relationship has one."""
    for relation in state.relations:
        own = _own(attacher, relation.name)
        if relation.end != said.start or len(own) != 1:
            continue
        for attached in attacher.over_type(state, relation.name, mention.start):
            reason = Reason("described value", 1.0, mention.start, mention.end)
            number = len(attached.edges) - 1
            yield from conditions(scored(attached, reason), number, own[0], sign, mention, said, edge=True)
    last = state.items[-1] if state.items else None
    if last is None or last.property is not None or last.edge or last.end != said.start:
        return
    for number, edge in enumerate(state.edges):
        own = _own(attacher, edge.type) if edge.said and last.owner in (edge.start, edge.end) else []
        if len(own) == 1:
            # "Rated a film above 4".
            reason = Reason("described value", 1.0, mention.start, mention.end)
            yield from conditions(scored(state, reason), number, own[0], sign, mention, said, edge=True)


def _own(attacher: Attacher, type_: str) -> list[PropertyInfo]:
    """The numbers of a relationship that its verb gives: the rating of RATED."""
    held = attacher.graph.schema.relationship_by_type[type_].properties
    verb = stem(split_name(type_)[0])
    return [info for info in held if info.numeric and stem(split_name(info.name)[-1]) == verb]


def _moments(
    attacher: Attacher,
    state: State,
    number: int,
    mention: Mention,
    sign: str,
    words: tuple[str, ...],
    said: Reason,
    *,
    more: float = 0.0,
) -> Iterator[State]:
    span = span_of(attacher.graph.schema, state.edges[number].type) if sign == "=" else None
    if span is not None:
        yield from lasted(state, number, span, mention, said, more)
        return
    for place, (info, fit) in enumerate(attacher.graph.measured_on(state.edges[number].type, words)[:2]):
        if comparable(info, mention):
            reason = Reason("measured", fit - 0.1 * place + more, mention.start, mention.end)
            yield from conditions(scored(state, reason), number, info, sign, mention, said, edge=True)


def _equal(attacher: Attacher, state: State, mention: Mention) -> Iterator[State]:
    """A literal with no comparison equals the property that was named just before it."""
    dated = mention.kind in ("date", "month", "period")
    if state.descriptor >= 0 and mention.start - state.descriptor_end <= DESCRIBES:
        item = state.items[state.descriptor]
        assert item.property is not None
        info = attacher.graph.held(state, item.owner, item.property, edge=item.edge)
        if item.part and item.part != AGE and any(m.role is Role.GROUP for m in item.roles):
            # "In each month of 2024": a year of which each month is meant.
            said = Reason("literal", 0.5, mention.start, mention.end)
            yield from _measured(attacher, state.but(descriptor=-1), mention, "=", "time", said)
            return
        if info is not None:
            said = Reason("literal", 1.0, mention.start, mention.end)
            bare = scored(without_descriptor(state), Reason("described value", 1.0, mention.start, mention.end))
            if item.part == AGE:
                yield from aged(bare, item.owner, ((info, 1.0),), AGED[0], "=", mention, said)
                return
            if info.type is not ValueType.FLOAT:
                # A value that is there has been found by its text: this one is not.
                bare = scored(bare, Reason("unseen value", 1.0, mention.start, mention.end))
            found = list(conditions(bare, item.owner, info, "=", mention, said, edge=item.edge))
            yield from found
            if dated and not found:  # "the delay in December": that of what was then
                said = Reason("literal", 0.5, mention.start, mention.end)
                yield from _measured(attacher, state, mention, "=", "time", said)
    elif dated:
        said = Reason("literal", 0.5, mention.start, mention.end)
        yield from _measured(attacher, state, mention, "=", "time", said)
    elif mention.literal is not None and mention.literal.unit not in (None, "year"):
        said = Reason("literal", 0.5, mention.start, mention.end)
        yield from _measured(attacher, state, mention, "=", "", said)
    elif state.nodes and mention.followed and _is_few(mention):
        # "Who borrowed two books": so many. First of all it is how many are wanted: "two books by her".
        yield from _counting(state, mention, Marker(Role.COMPARE, mention.start, mention.start, "= "))


def _is_few(mention: Mention) -> bool:
    """Whether a number is one that things are counted with, and neither a year nor a name."""
    value = mention.value
    return mention.kind == "number" and isinstance(value, int) and 1 < value <= _MOST_COUNTED
