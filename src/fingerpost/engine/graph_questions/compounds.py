"""Questions within questions: which parts of the car are made of steel, who supplies them, which cars have such parts.

What the inner question lists is asked by a reading of its own, whose pattern becomes one of the outer pattern.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from fingerpost.engine.graph_questions.asked import Asked
from fingerpost.engine.graph_questions.nouns import Link, Way
from fingerpost.engine.graph_questions.plans import FOUND, Building, chain, composed, following, match, node
from fingerpost.engine.graph_questions.wholes import CONFIDENCE, is_nested, matter, nesting, of_wholes
from fingerpost.engine.graph_questions.words import ANY, Words
from fingerpost.engine.question_reader import DomainReading
from fingerpost.plans import EdgePattern, Match, Plan, Ref, Stage

_INNER = "inner"
_PARTS = re.compile(r"parts?|components?|pieces?|constituents?", re.IGNORECASE)
_FARTHEST = 8
"""The most steps from a part to the wholes that have it."""
_ARTICLES = re.compile(r"^(?:(?:the|any|some|an?|all|every) )+", re.IGNORECASE)
_OWNED = re.compile(r"[\w-]+ (?:of|in|inside) .+|.+(?:'s|’s|s'|s’) [\w-]+", re.IGNORECASE)
_RELATIVE = re.compile(r"(?:that|which|who|whom) (.+)", re.IGNORECASE)
_ANYTHING = frozenset("something anything someone somebody anyone anybody things those people".split())
_PEOPLE = re.compile(
    r"(?:someone|somebody|anyone|anybody|everyone|everybody|people) (?=(?:in|inside|at) )", re.IGNORECASE
)
_HAVE = frozenset(("has", "have", "with"))
_PREPOSITIONS = frozenset("of in at on to for with by from and or".split())
_LONGEST_VERB = 3
_RENAMED = ("name", "start", "end", "path")
"""The fields of a pattern that hold names of its own."""


def narrowed(asked: Asked) -> DomainReading | None:
    """Which parts of the car are made of steel: what two questions list."""
    words = asked.text("c").split()
    for first in range(len(words) - 1, 1, -1):
        listed, said = " ".join(words[:first]), " ".join(words[first:])
        inner = asked.again(f"who is {listed}") if asked.text("who") else _owned(asked, listed)
        outer = asked.again(f"what {said}") or asked.again(f"who {said}") if inner is not None else None
        if inner is not None and outer is not None:
            return both(asked, inner, outer)
    return None


def both(asked: Asked, one: DomainReading, other: DomainReading) -> DomainReading | None:
    """What two readings list; None if one of them does not list nodes by one pattern."""
    found, further = listed_by(one.plan), listed_by(other.plan)
    if found is None or further is None or len(found) * len(further) > _FARTHEST:
        return None
    building = Building(dict(one.plan.parameters))
    groups = [
        (*mine, *renamed(building, other.plan, theirs, lambda name: name if name == FOUND else f"{name}_too"))
        for mine in found
        for theirs in further
    ]
    return _read(asked, building, groups, (*one.notes, *other.notes))


def joined(asked: Asked) -> DomainReading | None:
    """Who supplies parts of the car, and what the parts of the car weigh: whatever a verb joins with what is listed."""
    label, words = asked.label, asked.text("c").split()
    forwards = bool(asked.found.groupdict().get("do"))
    for length in range(1, min(_LONGEST_VERB, len(words) - 2) + 1):
        verb, rest = (words[-length:], words[:-length]) if forwards else (words[:length], words[length:])
        link = asked.link(" ".join(verb))
        if link is not None and verb[0].lower() in _HAVE and is_nested(asked.words, link.types):
            continue  # parts are followed over all steps
        inner = _listed(asked, " ".join(rest)) if link is not None and label is not None else None
        if link is not None and label is not None and inner is not None:
            return _joined(asked, label, inner, link if forwards else link.turned)
    return None


def _joined(asked: Asked, label: str, inner: DomainReading, link: Link) -> DomainReading | None:
    """The nodes that a relation leads to from the nodes that a reading lists."""
    return _around(asked, inner, match((node(_INNER), node(FOUND, label)), (following(_INNER, FOUND, link),), ()))


def with_parts(asked: Asked) -> DomainReading | None:
    """Which cars have parts made of steel, or from a firm: the wholes, over any number of steps, of what is listed."""
    label, name = asked.label, asked.name("x")
    if label is None:
        return None
    if asked.text("x"):
        types = _only(asked.words, name) if name is not None else ()
        return having(asked, label, types, name) if name is not None and types else None
    said = asked.text("c")
    inner = asked.again(f"what is {said}") or asked.again(f"what {said}")
    return _nested(asked, inner, label, wholes=True) if inner is not None else None


def having(asked: Asked, label: str, types: tuple[str, ...], name: str) -> DomainReading | None:
    """The wholes, over any number of steps, of parts from which a relation leads to a node."""
    edge = _edge(asked.words, label, wholes=True)
    if edge is None:
        return None
    building, nodes = Building(), (node(FOUND, label), node(_INNER), node("one"))
    edges = (edge, following(_INNER, "one", Link(types, Way.ALONG)))
    return _read(asked, building, [(match(nodes, edges, (building.named("one", name),)),)], ())


def parts_of_such(asked: Asked) -> DomainReading | None:
    """The parts, over any number of steps, of what is listed: the parts of the planes that Ann flies."""
    inner = _listed(asked, asked.text("c"))
    return _nested(asked, inner, ANY, wholes=False) if inner is not None else None


def _nested(asked: Asked, inner: DomainReading, label: str, *, wholes: bool) -> DomainReading | None:
    """The wholes, or the parts, of the nodes that a reading lists."""
    edge = _edge(asked.words, label, wholes=wholes)
    return None if edge is None else _around(asked, inner, match((node(FOUND, label), node(_INNER)), (edge,), ()))


def _around(asked: Asked, inner: DomainReading, outer: Match) -> DomainReading | None:
    """What a pattern joins with the nodes that a reading lists; None if that is not a list."""
    found = listed_by(inner.plan)
    if found is None:
        return None
    building = Building()
    groups = [(*renamed(building, inner.plan, each, _as_inner), outer) for each in found]
    return _read(asked, building, groups, inner.notes)


def _edge(words: Words, label: str, *, wholes: bool) -> EdgePattern | None:
    """The steps between a whole that was asked for and its parts, or back; None if relations go both ways."""
    nested = of_wholes(words, label) if wholes else nesting(words, parts=True)
    if bool(nested.up) == bool(nested.down) or {*matter(words)} & {*nested.down}:
        return None
    return chain(FOUND, _INNER, nested.up or nested.down, bool(nested.up) == wholes, _FARTHEST)


def _only(words: Words, name: str) -> tuple[str, ...]:
    """The only relation that leads from parts to nodes of the type of this one."""
    label, nested = words.label_of(name), nesting(words, parts=True)
    others = (type_ for type_ in words.types if type_ not in nested.up + nested.down)
    types = tuple(type_ for type_ in others if label in words.ends([type_])[1])
    return types if len(types) == 1 else ()


def _listed(asked: Asked, said: str) -> DomainReading | None:
    """Reads a noun with its description: "planes that Ann flies", "lamps made of tin"."""
    said = _ARTICLES.sub("", said)
    owned = _owned(asked, said)
    if owned is not None:
        return owned
    noun, _, rest = said.partition(" ")
    which = "what" if noun.lower() in _ANYTHING else f"which {noun}"
    relative = _RELATIVE.fullmatch(rest)
    if relative is not None:
        return asked.again(f"{which} {relative[1]}") or asked.again(f"{which} do {relative[1]}")
    if rest.lower().startswith("with "):
        return asked.again(f"{which} has {rest[5:]}")
    return asked.again(f"{which} are {rest}") if rest and rest.split()[0].lower() not in _PREPOSITIONS else None


def _owned(asked: Asked, said: str) -> DomainReading | None:
    if _PEOPLE.match(said):
        return asked.again(f"who is {_PEOPLE.sub('', said)}")
    return asked.again(f"what are the {said}") if _OWNED.fullmatch(said) else None


def listed_by(plan: Plan) -> list[tuple[Match, ...]] | None:
    """The patterns of each branch of a plan that lists distinct nodes called FOUND; None of any other plan."""
    firsts = [branch[0] for branch in plan.branches]
    if all(_lists(stage) for stage in firsts) and not any(stage.aggregates or stage.limit for stage in plan.then):
        return [stage.matches for stage in firsts]
    return None


def _lists(stage: Stage) -> bool:
    return stage.distinct and [column.operand for column in stage.columns] == [Ref(name=FOUND)]


def _as_inner(name: str) -> str:
    return _INNER if name == FOUND else f"{name}_of"


def renamed(building: Building, plan: Plan, matches: Sequence[Match], name: Callable[[str], str]) -> Iterator[Match]:
    """Patterns of a plan by other names, with their values as those of another plan."""
    values: dict[str, str] = {}

    def of(part: Any) -> Any:
        if isinstance(part, Mapping):
            return {key: one(key, value) for key, value in part.items()}
        return [of(each) for each in part] if isinstance(part, list | tuple) else part

    def one(key: str, value: Any) -> Any:
        if key == "parameter":
            if value not in values:
                values[value] = building.value(plan.parameters[value]).parameter
            return values[value]
        return name(value) if key in _RENAMED and value is not None else of(value)

    for each in matches:
        yield Match.model_validate(of(each.model_dump()))


def _read(asked: Asked, building: Building, groups: Sequence[Sequence[Match]], notes: tuple[str, ...]) -> DomainReading:
    plan = building.listing_all(groups)
    notes = tuple(dict.fromkeys(notes))
    return DomainReading(plan, "compound", CONFIDENCE, composed(asked.context, plan), {"intent": "compound"}, notes)


def or_shared_parts(asked: Asked, direct: DomainReading, noun: str, label: str) -> DomainReading:
    """What two nodes have in common: `direct`, or their parts over any number of steps, and what is joined with these.

    Parts are meant where the noun says so; else where nothing is directly joined with both.
    """
    parts = bool(_PARTS.fullmatch(noun))
    meant = parts or (label != ANY and nesting(asked.words, parts=True).has(asked.words, label, parts=True))
    if not meant and asked.context.run(direct.plan).rows:
        return direct
    said = f"what are the {noun if parts else 'parts'} of" if parts or not noun else f"what {noun} are in"
    one, other = (asked.again(f"{said} {asked.text(group)}") for group in ("x", "y"))
    deep = both(asked, one, other) if one is not None and other is not None else None
    return deep if deep is not None and asked.context.run(deep.plan).rows else direct


def shared_parts(asked: Asked) -> DomainReading | None:
    """What is in both of two wholes."""
    noun = asked.text("t") or "things"
    one, other = (asked.again(f"which {noun} are in {asked.text(group)}") for group in ("x", "y"))
    return both(asked, one, other) if one is not None and other is not None else None
