"""Chains of relations: the friends of the friends of somebody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fingerpost.core.answer import Status
from fingerpost.core.schema import GraphSchema
from fingerpost.engine.context import AskContext
from fingerpost.engine.graph_questions.nouns import Link, Way, is_noun, leads_back, of_noun
from fingerpost.engine.graph_questions.plans import FOUND, Building, following, match, node
from fingerpost.engine.graph_questions.wholes import CONFIDENCE
from fingerpost.engine.graph_questions.words import Words
from fingerpost.engine.question_reader import DomainReading
from fingerpost.plans import counted
from fingerpost.stores import Result

_GRAND = re.compile(r"((?:great[- ]?)*)grand[- ]?(parent|child|children|son|daughter|mother|father)s?", re.IGNORECASE)
_OWNED = re.compile(r"(.+?)(?:'s|’s|'|’) (.+)")
_OF = re.compile(r"(?:all )?(?:of )?(?:the |a |an |any )?(?!made )([\w-]+(?: \w+)?) of (.+)")
_MOST = 5


def parse(words: Words, text: str) -> tuple[str, list[Link]] | None:
    """The name at the end of a chain, and its steps from there: "the friends of Ann's friends"."""
    name = words.name(text)
    if name is not None:
        return name, []
    for noun, rest in _split(text):
        root, times = _grand(noun)
        inner = parse(words, rest) if is_noun(words, root) else None
        if inner is None:
            continue
        name, links = inner
        link = of_noun(words, root, _near(words, name, links))
        if link is not None and len(links) < _MOST:
            return name, [*links, *([link] * times)]
    return None


def _grand(noun: str) -> tuple[str, int]:
    """What a noun repeats, and how often: "great-grandparents" are parents, three times."""
    found = _GRAND.fullmatch(noun)
    if found is None:
        return noun, 1
    return found[2], 2 + found[1].lower().count("great")


def _near(words: Words, name: str, links: Sequence[Link]) -> str | None:
    """The type of the nodes that a chain has reached so far, if it is one."""
    return only_end(words.schema, links[-1]) or None if links else words.label_of(name)


def _split(text: str) -> Iterator[tuple[str, str]]:
    """The ways to see a text as a noun of something else."""
    of = _OF.fullmatch(text)
    if of is not None:
        yield of[1], of[2]
    owned = _OWNED.fullmatch(text)
    while owned is not None:
        owner, noun = owned[1], owned[2]
        further = _OWNED.fullmatch(noun)
        if further is None:
            chained = noun.split(" of ")
            for one in chained[:-1]:  # "Ann's friends of friends" are the friends of Ann's friends
                yield one, f"{owner}'s {chained[-1]}"
            yield noun, owner
            return
        text = f"{owner}'s {further[1]}"
        yield further[2], text
        owned = None


def only_end(schema: GraphSchema, link: Link) -> str:
    """The type of all nodes that a relation leads to, if there is only one."""
    pairs = [pair for type_ in link.types for pair in schema.relationship_by_type[type_].endpoints]
    ends = {pair.end for pair in pairs} if link.way is not Way.AGAINST else set()
    starts = {pair.start for pair in pairs} if link.way is not Way.ALONG else set()
    return next(iter(ends | starts)) if len(ends | starts) == 1 else ""


def follow(
    context: AskContext, start: str, links: Sequence[Link], label: str, intent: str, count: str = ""
) -> DomainReading:
    """The nodes at the end of a chain; with `count`, a noun, how many there are.

    The node that it began with is one of them only where the relationships themselves lead round to it.
    """
    building = Building()
    names = ["from", *(f"n{number}" for number in range(1, len(links))), FOUND]
    edges = [following(near, far, link) for near, far, link in zip(names[:-1], names[1:], links, strict=True)]
    label = label or only_end(context.schema, links[-1])
    nodes = [node(name, label if name == FOUND else "") for name in names]
    where = [building.named("from", start)]
    if len(links) == 1 or leads_back(links):
        where.append(building.not_named(FOUND, start))
    found = match(nodes, edges, where)
    plan = building.counting(found) if count else building.listing(found)

    def compose(result: Result) -> tuple[str, Status]:
        if count:
            return f"{counted(int(str(result.rows[0][0])), count)}.", Status.ANSWERED
        return context.composer.compose(plan, result.rows, result.total)

    return DomainReading(plan, intent, CONFIDENCE, compose, {"intent": intent})
