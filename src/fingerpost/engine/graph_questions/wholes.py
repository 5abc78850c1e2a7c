"""Wholes and parts, places inside places, and everything that a relation leads to, over any number of steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fingerpost.core.answer import Status
from fingerpost.engine.context import AskContext
from fingerpost.engine.graph_questions.plans import FOUND, Building, Reached, chain, match, node, one_way, reached
from fingerpost.engine.graph_questions.words import ANY, Words, plain
from fingerpost.engine.question_reader import DomainReading
from fingerpost.linking import split_name
from fingerpost.plans import EdgePattern, Match, counted, joined
from fingerpost.stores import Result

CONFIDENCE = 0.9
_MOST_DIRECT = 10
_UP = frozenset(
    "part of|is part of|component of|piece of|subpart of|belongs to|contained in|is contained in|inside|within|in|"
    "is in|located in|is located in|lies in|situated in|is inside|located within|lies within|included in|subset of|"
    "part|is a part of|assembled into|installed in|mounted on|section of|region of|district of|city in|city of".split(
        "|"
    )
)
_DOWN = frozenset(
    "has part|has parts|contains|includes|consists of|composed of|is composed of|made up of|is made up of|comprises|"
    "has component|has components|has piece|contain|include|encloses|holds".split("|")
)
_MATTER = frozenset(("made of", "made from", "made out of"))
"""What things are made of: their parts, where the graph has no other relation of wholes and parts."""
_PUT = frozenset(
    "stored kept housed parked placed sited hosted displayed exhibited hung docked moored buried installed stands sits "
    "rests hangs".split()
)
"""How a thing is in, at or on another; people are not (they are based somewhere)."""
_PLACE_WORDS = frozenset("located lies situated in inside within city region district".split()) | _PUT


_WHERE = frozenset(("in", "at", "inside", "within"))
_MEMBER = frozenset(("member of", "resident of", "citizen of", "inhabitant of"))


@dataclass(frozen=True)
class Nesting:
    """The relations of a graph that lead from a part to its whole, and from a whole to its parts."""

    up: tuple[str, ...]
    down: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.up or self.down)

    def has(self, words: Words, label: str, *, parts: bool) -> bool:
        """Whether nodes of a type are parts of anything, else wholes: those of other types are joined in other ways."""
        up, down = words.ends(self.up), words.ends(self.down)
        return label == ANY or label in (up[0] | down[1] if parts else up[1] | down[0])


def nesting(words: Words, *, parts: bool) -> Nesting:
    """The relations of wholes and parts; with `parts`, without those of places inside places if there are others."""
    said = {type_: " ".join(split_name(type_)).lower() for type_ in words.types}
    up = tuple(type_ for type_, name in said.items() if name in _UP or _is_put(name))
    found = Nesting(up, tuple(type_ for type_, name in said.items() if name in _DOWN))
    strict = Nesting(*(tuple(t for t in types if not _is_of_places(t)) for types in (found.up, found.down)))
    if not strict:
        found = strict = Nesting(found.up, (*found.down, *matter(words)))
    return (strict or found) if parts else found


def of_wholes(words: Words, label: str) -> Nesting:
    """The relations of parts: where they lead both ways, those in the way in which nodes of a type are wholes."""
    found = nesting(words, parts=True)
    ups, downs = label in words.ends(found.up)[1], label in words.ends(found.down)[0]
    if not (found.up and found.down) or ups == downs:
        return found
    return Nesting(found.up if ups else (), found.down if downs else ())


def is_presence(types: Sequence[str]) -> bool:
    """Whether relations say where somebody is, such as lives_in and member_of: who is in a part is in the whole."""
    return all(plain(type_).rpartition(" ")[2] in _WHERE or plain(type_) in _MEMBER for type_ in types)


def is_nested(words: Words, types: Sequence[str]) -> bool:
    """Whether some of these relations are of wholes and parts, which are followed over all steps."""
    nested = nesting(words, parts=False)
    return bool({*types} & {*nested.up, *nested.down})


def matter(words: Words) -> tuple[str, ...]:
    """The relations that lead from a thing to what it is made of."""
    return tuple(type_ for type_ in words.types if plain(type_) in _MATTER)


def of_places(words: Words) -> Nesting:
    """The relations of places inside places."""
    found = nesting(words, parts=False)
    return Nesting(*(tuple(t for t in types if _is_of_places(t)) for types in (found.up, found.down)))


def _is_put(name: str) -> bool:
    put, _, where = name.removeprefix("is ").partition(" ")
    return put in _PUT and where in ("in", "inside", "within", "at", "on")


def _is_of_places(type_: str) -> bool:
    name = " ".join(split_name(type_)).lower()
    return name.removeprefix("is ").split(" ")[0] in _PLACE_WORDS and name != "installed in"


def parts_of(
    context: AskContext, words: Words, whole: str, label: str, *, strict: bool, most: int | None = None
) -> DomainReading | None:
    """The parts of a whole, and the parts of these, over at most so many steps."""
    nested = nesting(words, parts=strict)
    if not nested or not nested.has(words, label, parts=True):
        return None
    return everything(context, whole, nested.down, nested.up, label, "parts", most=most)


def wholes_of(
    context: AskContext,
    words: Words,
    part: str,
    label: str,
    *,
    strict: bool,
    some: bool = False,
    most: int | None = None,
) -> DomainReading | None:
    """The wholes that something is a part of, over at most so many steps; with `some`, None if there are none."""
    nested = nesting(words, parts=strict)
    if not nested or not nested.has(words, label, parts=False):
        return None
    some = some or not nested.has(words, words.label_of(part) or ANY, parts=True)
    return everything(context, part, nested.up, nested.down, label, "wholes", some=some, most=most)


def everything(
    context: AskContext,
    start: str,
    along: tuple[str, ...],
    against: tuple[str, ...],
    label: str,
    intent: str,
    *,
    least: int = 1,
    most: int | None = None,
    some: bool = False,
) -> DomainReading | None:
    """All that relations lead to from a node, over `least` to `most` steps; with `some`, None if there is nothing."""
    if most is None:
        found, along, against = one_way(context, start, along, against)
    else:
        found = reached(context, start, along, against, most)
    if some and not found.steps:
        return None
    building = Building()
    if least > 1 or most is not None:
        found = found.beyond(least)
        pattern = match(
            (node(FOUND, label or found.label),), (), (building.named(FOUND, *(found.steps or {start: 0})),)
        )
    else:
        pattern = _pattern(building, start, along, against, found, label or found.label)
    plan = building.listing(pattern)
    notes = noted(found)
    direct = sorted(name for name, steps in found.steps.items() if steps == 1)

    def compose(result: Result) -> tuple[str, Status]:
        text, status = context.composer.compose(plan, result.rows, result.total)
        if found.depth > 1 and label == ANY and 0 < len(direct) <= _MOST_DIRECT:
            text += f" Directly: {joined(direct)}."
        return text, status

    return DomainReading(plan, intent, CONFIDENCE, compose, {"intent": intent}, notes)


def is_inside(
    context: AskContext, words: Words, part: str, whole: str, *, strict: bool, sure: bool = True
) -> DomainReading | None:
    """Whether something is a part of a whole, directly or not; None for no if it is not `sure` that parts are meant."""
    nested = nesting(words, parts=strict)
    if not nested:
        return None
    found, up, down = one_way(context, part, nested.up, nested.down)
    if not sure and whole not in found.steps:
        return None
    building = Building()
    within = _pattern(building, part, up, down, found, ANY)
    plan = building.counting(within.model_copy(update={"where": (*within.where, building.named(FOUND, whole))}))
    steps = found.steps.get(whole, 0)

    def compose(result: Result) -> tuple[str, Status]:
        if not result.rows or not result.rows[0][0]:
            return f"No: there is no record that {part} is part of {whole}.", Status.ANSWERED
        over = f", over {steps} steps" if steps > 1 else ""
        return f"Yes: {part} is part of {whole}{over}.", Status.ANSWERED

    return DomainReading(plan, "is-part", CONFIDENCE, compose, {"intent": "is-part"}, noted(found))


def _pattern(
    building: Building, start: str, along: tuple[str, ...], against: tuple[str, ...], found: Reached, label: str
) -> Match:
    edge: EdgePattern | None = None
    if not (along and against):
        edge = chain(FOUND, "from", along or against, bool(along), max(1, found.depth))
    if edge is not None:
        return match((node(FOUND, label), node("from")), (edge,), (building.named("from", start),))
    return match((node(FOUND, label),), (), (building.named(FOUND, *(found.steps or {start: 0})),))


def noted(found: Reached) -> tuple[str, ...]:
    """Over how many steps something was found."""
    said = (f"followed over {found.depth} steps",) if found.depth > 1 else ()
    return (*said, "there is more: the row limit was reached") if found.cut else said


def counted_parts(context: AskContext, words: Words, whole: str, label: str, *, strict: bool) -> DomainReading | None:
    """How many parts a whole has, and these in turn."""
    nested = nesting(words, parts=strict)
    if not nested or not nested.has(words, label, parts=True):
        return None
    found, down, up = one_way(context, whole, nested.down, nested.up)
    building = Building()
    plan = building.counting(_pattern(building, whole, down, up, found, label))
    direct = sum(steps == 1 for steps in found.steps.values())

    def compose(result: Result) -> tuple[str, Status]:
        count = result.rows[0][0] if result.rows else 0
        of_these = "" if count == direct or label != ANY else f", {direct} of them directly"
        noun = " ".join(split_name(label)).lower() or "part"
        return f"{counted(int(str(count)), noun)}{of_these}.", Status.ANSWERED

    return DomainReading(plan, "parts", CONFIDENCE, compose, {"intent": "parts"}, noted(found))
