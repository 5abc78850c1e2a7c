"""Questions about two relations at once: who lives in the village where Ann lives, or where they were born."""

from __future__ import annotations

from fingerpost.core.answer import Status
from fingerpost.engine.graph_questions import presence, relating
from fingerpost.engine.graph_questions.asked import Asked, Far
from fingerpost.engine.graph_questions.excluding import excluding
from fingerpost.engine.graph_questions.nouns import Link, Way, of_noun, singular
from fingerpost.engine.graph_questions.plans import FOUND, Building, composed, following, match, node
from fingerpost.engine.graph_questions.wholes import CONFIDENCE
from fingerpost.engine.graph_questions.words import ANY, NAME
from fingerpost.engine.question_reader import DomainReading
from fingerpost.plans import (
    Column,
    Comparison,
    Condition,
    EdgePattern,
    Exists,
    Order,
    Pattern,
    Plan,
    Ref,
    Stage,
    Test,
)
from fingerpost.stores import Result

_OTHER = "other"
_MOST_TOLD = 10


def same(asked: Asked) -> DomainReading | None:
    """Who lives in the same village, or country, as Ann; who has the same teacher; who lives where a boat is moored."""
    name, label, verb, noun = asked.name("x"), asked.label, asked.text("v"), asked.text("n")
    near = asked.words.label_of(name) if name is not None else None
    link = asked.link(verb) if verb else of_noun(asked.words, noun, near)
    theirs = asked.link(asked.text("w")) if asked.text("w") else link
    far = asked.words.label(asked.text("o")) if asked.text("o") else ANY
    if noun and singular(noun) != noun.lower():
        return None  # "the same friends" may be all of them
    if asked.far is not Far.UNSAID or name is None or label is None or link is None or theirs is None or far is None:
        return None
    if far != ANY and far not in asked.words.ends(link.types)[link.way is not Way.AGAINST]:
        return _in_the_same_place(asked, name, link, label, far)
    building = Building()
    where = (building.named("one", name), building.not_named(FOUND, name))
    edges = [following(FOUND, _OTHER, link), following("one", _OTHER, theirs)]
    return _read(asked, building.listing(match((node(FOUND, label), node(_OTHER, far), node("one")), edges, where)))


def _in_the_same_place(asked: Asked, name: str, link: Link, label: str, far: str) -> DomainReading | None:
    """Those whom a relation joins with a place inside the one that it so joins a node with."""
    if link.way is not Way.ALONG:
        return None
    around = presence.joined_around(asked.context, asked.words, name, link.types, far)
    rows = asked.context.run(around.plan).rows if around is not None else ()
    if len(rows) != 1:
        return None
    place = asked.context.display.name(rows[0][0])
    found = presence.joined_inside(asked.context, asked.words, place, link.types, label)
    return None if found is None else excluding(asked.context, found, (name,))


def pairs(asked: Asked) -> DomainReading | None:
    """Which two lamps are made of the same material: the pairs that a relation joins with one node, and the node."""
    label, verb, noun = asked.label, asked.text("v"), asked.text("n")
    link = asked.link(verb) if verb else of_noun(asked.words, noun, label)
    far = asked.words.label(asked.text("o")) if asked.text("o") else ANY
    if asked.far is not Far.UNSAID or not label or link is None or far is None:
        return None
    first, second = (Ref(name=name, property=NAME) for name in (FOUND, "second"))
    nodes = (node(FOUND, label), node(_OTHER, far), node("second", label))
    edges = (following(FOUND, _OTHER, link), following("second", _OTHER, link))
    found = match(nodes, edges, (Test(left=first, comparison=Comparison.LT, right=second),))
    names = {FOUND: "first", "second": "second", _OTHER: far or "same"}
    columns = tuple(Column(name=shown, operand=Ref(name=name)) for name, shown in names.items())
    order = tuple(Order(operand=Ref(name=shown, property=NAME)) for shown in reversed(names.values()))
    again = tuple(Column(name=shown, operand=Ref(name=shown)) for shown in names.values())
    stages = (Stage(matches=(found,), columns=columns, distinct=True), Stage(columns=again, order=order))
    plan = Plan(branches=(stages,))

    def compose(result: Result) -> tuple[str, Status]:
        if not result.rows:
            return asked.context.composer.compose(plan, result.rows, result.total)
        told = [[asked.context.display.name(cell) for cell in row] for row in result.rows[:_MOST_TOLD]]
        left = (result.total or len(result.rows)) - len(told)
        more = f"; and {left:,} more" if left > 0 else ""
        return f"{'; '.join(f'{one} and {two} ({same})' for one, two, same in told)}{more}.", Status.ANSWERED

    return DomainReading(plan, "pair", CONFIDENCE, compose, {"intent": "pair"})


def to_one_node(asked: Asked) -> DomainReading | None:
    """Who was born in the village that they live in, or was not: whom two relations join with one node."""
    label, links = asked.label, _links(asked)
    far = asked.words.label(asked.text("o")) if asked.text("o") else ANY
    if asked.far is not Far.UNSAID or label is None or far is None or links is None:
        return None
    first, second = links
    building, nodes = Building(), (node(FOUND, label or asked.start_label(first) or ANY), node(_OTHER, far))
    edges = [following(FOUND, _OTHER, first), following(FOUND, _OTHER, second)]
    if not asked.text("no"):
        plan = building.listing(match(nodes, edges, ()))
    else:
        missing = Exists(pattern=Pattern(nodes=(node(FOUND), node(_OTHER, far)), edges=tuple(edges)), negated=True)
        known = match((nodes[0], node("known", far)), [following(FOUND, "known", second)], (missing,))
        plan = building.listing(known)
    return _read(asked, plan)


def with_names(asked: Asked) -> DomainReading | None:
    """Who repaired the boat but does not own it, who owns the boat but not the book: whom relations join with nodes of
    one or two names, and do not join with others."""
    other = asked.name("y") if asked.text("y") else asked.name("x")
    said = asked.link(asked.text("v")) if asked.text("v") else of_noun(asked.words, asked.text("n"))
    if asked.text("n") and said is not None:
        said = said.turned
    links = (said, said) if said is not None and asked.text("y") else _links(asked)
    return None if links is None else _with(asked, links, (asked.name("x"), other))


def by_one_name(asked: Asked) -> DomainReading | None:
    """What Ann repaired but does not own."""
    links, name = _links(asked), asked.name("x")
    return None if links is None else _with(asked, (links[0].turned, links[1].turned), (name, name))


def _with(asked: Asked, links: tuple[Link, Link], names: tuple[str | None, str | None]) -> DomainReading | None:
    """The nodes that two relations join with nodes of these names, or do not where that is denied."""
    label = asked.label
    if asked.far is not Far.UNSAID or label is None or None in names:
        return None
    building, nodes = Building(), [node(FOUND, label or asked.start_label(links[0]) or ANY)]
    edges: list[EdgePattern] = []
    where: list[Condition] = []
    for place, group, link, name in zip(("one", "two"), ("no", "nor"), links, names, strict=True):
        inside = relating.places_inside(asked.context, asked.words, str(name), link)
        joined, named = following(FOUND, place, link), building.named(place, str(name), *inside)
        if asked.text("neither") or asked.text(group):
            pattern = Pattern(nodes=(node(FOUND), node(place)), edges=(joined,))
            where.append(Exists(pattern=pattern, where=(named,), negated=True))
        else:
            nodes.append(node(place))
            edges.append(joined)
            where.append(named)
    return _read(asked, building.listing(match(nodes, edges, where))) if edges or nodes[0].label else None


def _read(asked: Asked, plan: Plan) -> DomainReading:
    return DomainReading(plan, "pair", CONFIDENCE, composed(asked.context, plan), {"intent": "pair"})


def _links(asked: Asked) -> tuple[Link, Link] | None:
    """The relations of both verbs, if they are known and are two."""
    first, second = asked.link(asked.text("v")), asked.link(asked.text("w"))
    return None if first is None or second is None or first == second else (first, second)
