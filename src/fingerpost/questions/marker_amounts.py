"""Markers of amounts that only what is named about them tells: "the second floor", "at least 18 years old", "from April
to May", "in which projects are all tasks done"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fingerpost.linking.mentions import Linked
from fingerpost.linking.scores import OWN
from fingerpost.questions.marker_rules import RANKS
from fingerpost.questions.roles import Marker, Role

HAVING = frozenset(("with", "having", "has", "have", "had"))
"""Words behind which stands what things have."""
_NONE = frozenset(("zero", "0"))
_LED = frozenset("in on at for of with by to from".split())
_EVERY, _OF_THEM = frozenset(("all", "every", "each")), frozenset("of the its their them".split())
_AUXILIARY = frozenset("have has had are is were was do does did".split())
_WHICH_OF = 5
_BESIDES = frozenset(("and", "but"))
_NO_OTHERS = frozenset(("no other", "no others", "nobody else", "nothing else", "no one else"))
_OTHERS_ARE = 3
"""Most words of "no other" and whom that is."""
_DATES = ("date", "month", "time")
_UNTIL = ("to", "until", "till", "through", "thru")
_SECOND_END = 3
"""How many words may stand between "between" and its second number."""
_SIGNS = (">", "<", ">=", "<=", "=")
_BEING = frozenset("is are was were be aged".split())
_BESIDE_ZERO = {"negative": "<", "positive": ">"}


def with_none(found: Sequence[Marker], linked: Linked) -> Iterator[Marker]:
    """ "Questions with zero answers": without one."""
    labels = {m.start for m in linked.mentions if m.kind == "label"}
    labels -= {m.start for m in linked.mentions if m.kind == "property" and m.score >= OWN}
    taken = {place for m in found for place in range(m.start, m.end)}
    for place in range(1, len(linked.tokens)):
        having = linked.tokens[place - 1].norm in HAVING
        if having and linked.tokens[place].norm in _NONE and place + 1 in labels and not {place - 1, place} & taken:
            yield Marker(Role.NEGATE, place - 1, place + 1)


def ordinals(found: Sequence[Marker], linked: Linked) -> Iterator[Marker]:
    """ "On the second floor", where floors are numbers, and "a negative balance"."""
    for index, token in enumerate(linked.tokens[:-1]):
        if token.norm in RANKS and not any(m.start <= index < m.end for m in found):
            kinds = {m.kind for m in linked.mentions if m.start == index + 1}
            if "property" in kinds and "label" not in kinds:
                yield Marker(Role.COMPARE, index, index + 1, f"count = {RANKS[token.norm]}")
        measured = any(m.kind == "property" and m.start == index + 1 for m in linked.mentions)
        if measured and token.norm in _BESIDE_ZERO and not any(m.start <= index < m.end for m in linked.mentions):
            yield Marker(Role.COMPARE, index, index + 1, f"count {_BESIDE_ZERO[token.norm]} 0")


def aged(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """ "At least 18 years old", "aged over 30", "who are 25 years old": what is compared is an age."""
    tokens = linked.tokens
    kept = list(found)
    for number in (m for m in linked.mentions if m.kind == "number"):
        behind = [token.norm for token in tokens[number.end : number.end + 2]]
        old = behind[:1] == ["old"] or behind in (["years", "old"], ["year", "old"])
        before = next((m for m in kept if m.role is Role.COMPARE and 0 <= number.start - m.end <= 1), None)
        between = next((m for m in kept if m.role is Role.BETWEEN and 0 < number.start - m.end <= _SECOND_END), None)
        aged_between = between is not None and between.start > 0 and tokens[between.start - 1].norm == "aged"
        if between is not None and (old or aged_between):
            kept = [m._replace(value="old") if m is between else m for m in kept]
            continue
        place = (before.start if before is not None else number.start) - 1
        said = place >= 0 and tokens[place].norm == "aged"
        if not old and not said:
            continue
        if before is not None and before.value in _SIGNS:
            kept = [m._replace(start=m.start - said, value=f"{m.value} old") if m is before else m for m in kept]
        elif before is None and place >= 0 and tokens[place].norm in _BEING:
            kept = [m for m in kept if not m.start <= place < m.end]
            kept.append(Marker(Role.COMPARE, place, place + 1, "= old"))
    return kept


def from_until(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """ "From April to September 2023": between the two, where both ends are dates."""
    dates = {m.start: m.end for m in linked.mentions if m.kind in _DATES}
    for place, token in enumerate(linked.tokens[:-3]):
        until = dates.get(place + 1, 0)
        ranged = token.norm == "from" and until + 1 in dates and linked.tokens[until].norm in _UNTIL
        if ranged and not token.quoted:
            kept = [m for m in found if not (m.start <= place < m.end or m.start <= until < m.end)]
            return [*kept, Marker(Role.BETWEEN, place, place + 1)]
    return list(found)


def of_all(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """ "In which projects have all tasks been done": those where none is otherwise."""
    norms = [token.norm for token in linked.tokens]
    if len(norms) < _WHICH_OF or norms[0] not in _LED or norms[1] not in ("which", "what"):
        return list(found)
    for place in range(2, len(norms) - 1):
        if norms[place] in _EVERY and norms[place - 1] in _AUXILIARY and not linked.tokens[place].quoted:
            end = place + 1
            while end < len(norms) - 1 and norms[end] in _OF_THEM:
                end += 1
            kept = [m for m in found if not m.start <= place < m.end]
            return [*kept, Marker(Role.ONLY, place, end)]
    return list(found)


def no_others(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """ "From Alpina and no other supplier", "only from Alpina and nobody else": from Alpina only."""
    norms = [token.norm for token in linked.tokens]
    for place in range(2, len(norms) - 1):
        led = place + 1 + (norms[place + 1] in _LED)
        none = " ".join(norms[led : led + 2]) if norms[led : led + 2] != ["no", "one"] else " ".join(norms[led:])
        if norms[place] in _BESIDES and none in _NO_OTHERS and len(norms) - led <= _OTHERS_ARE:
            already = any(m.role is Role.ONLY for m in found)
            kept = [m for m in found if m.start < place]
            again = led + 2 if not already else place
            only = () if already else (Marker(Role.ONLY, place, again),)
            said = (Marker(Role.RESTATED, again, len(norms)),) if again < len(norms) else ()
            return [*kept, *only, *said]
    return list(found)
