"""Chains of relations: the friends of the friends of somebody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from fingerpost.core.answer import Status
from fingerpost.engine.context import AskContext
from fingerpost.engine.graph_questions.plans import FOUND, Building, match, node
from fingerpost.engine.graph_questions.wholes import CONFIDENCE
from fingerpost.engine.graph_questions.words import Words
from fingerpost.engine.question_reader import DomainReading
from fingerpost.linking import split_name, stem
from fingerpost.plans import EdgePattern
from fingerpost.stores import Result

_MUTUAL = frozenset(
    map(
        stem,
        "friend know sibling brother sister married spouse partner neighbour neighbor colleague connected linked "
        "related adjacent borders cousin classmate twin acquaintance peer contact".split(),
    )
)
_ALSO = {
    "friend": "knows",
    "acquaintance": "knows",
    "contact": "knows",
    "neighbour": "adjacent",
    "neighbor": "adjacent",
}
_OPPOSITE = {"child": "parent", "parent": "child", "employer": "employee", "employee": "employer"}
_TWICE = {"grandparent": "parent", "grandchild": "child", "grandchildren": "child"}
_SINGULAR = {"children": "child", "people": "person"}
_OWNED = re.compile(r"(.+?)(?:'s|’s|'|’) (.+)")
_OF = re.compile(r"(?:all )?(?:the |a |an )?(\w+(?: \w+)?) of (.+)")
_MOST = 5


class Way(Enum):
    """How a relation is followed from the node that is known."""

    ALONG = "along"
    AGAINST = "against"
    EITHER = "either"


_TURNED = {Way.ALONG: Way.AGAINST, Way.AGAINST: Way.ALONG, Way.EITHER: Way.EITHER}


@dataclass(frozen=True)
class Link:
    """One step of a chain."""

    types: tuple[str, ...]
    way: Way

    @property
    def turned(self) -> Link:
        """The same relation, followed from its other end."""
        return Link(self.types, _TURNED[self.way])


def of_noun(words: Words, noun: str) -> Link | None:
    """The relation that a noun names ("friends", "manager"), and how it leads to those that the noun means."""
    noun = noun.lower()
    single = _SINGULAR.get(noun) or (noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun)
    for name, turned in (
        (single, False),
        (_ALSO.get(stem(single), ""), False),
        (_OPPOSITE.get(stem(single), ""), True),
    ):
        types = words.relations(name) if name else ()
        if types:
            link = Link(types, _way(types[0], name))
            return link.turned if turned else link
    return None


def _way(type_: str, noun: str) -> Way:
    own = [word.lower() for word in split_name(type_)]
    if stem(own[0]) in _MUTUAL or stem(stem(noun)) in _MUTUAL:
        return Way.EITHER
    if own[-1] == "by" or own[0] == "has" or own in ([noun], [f"{noun}s"]) or noun.endswith("ee"):
        return Way.ALONG
    return Way.AGAINST


def is_mutual(type_: str) -> bool:
    """Whether a relation also holds the other way; "knows" does not where it is the verb of a question."""
    first = stem(split_name(type_)[0].lower())
    return first in _MUTUAL and first != stem("know")


def parse(words: Words, text: str) -> tuple[str, list[Link]] | None:
    """The name at the end of a chain, and its steps from there: "the friends of Ann's friends"."""
    name = words.name(text)
    if name is not None:
        return name, []
    for noun, rest in _split(text):
        root = _TWICE.get(noun.lower()) or _TWICE.get(noun.lower().removesuffix("s"))
        link = of_noun(words, root or noun)
        inner = parse(words, rest) if link is not None else None
        if link is not None and inner is not None and len(inner[1]) < _MOST:
            return inner[0], [*inner[1], link, *([link] if root else [])]
    return None


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


def _only_end(context: AskContext, link: Link) -> str:
    """The type of all nodes that a relation leads to, if there is only one."""
    pairs = [pair for type_ in link.types for pair in context.schema.relationship_by_type[type_].endpoints]
    ends = {pair.end for pair in pairs} if link.way is not Way.AGAINST else set()
    starts = {pair.start for pair in pairs} if link.way is not Way.ALONG else set()
    return next(iter(ends | starts)) if len(ends | starts) == 1 else ""


def follow(context: AskContext, start: str, links: list[Link], label: str, intent: str) -> DomainReading:
    """The nodes at the end of a chain, without the one that it began with."""
    building = Building()
    names = ["from", *(f"n{number}" for number in range(1, len(links))), FOUND]
    edges = []
    for number, link in enumerate(links):
        near, far = names[number], names[number + 1]
        begin, end = (far, near) if link.way is Way.AGAINST else (near, far)
        edges.append(EdgePattern(start=begin, end=end, types=link.types, either=link.way is Way.EITHER))
    label = label or _only_end(context, links[-1])
    nodes = [node(name, label if name == FOUND else "") for name in names]
    where = (building.named("from", start), building.not_named(FOUND, start))
    plan = building.listing(match(nodes, edges, where))

    def compose(result: Result) -> tuple[str, Status]:
        return context.composer.compose(plan, result.rows, result.total)

    return DomainReading(plan, intent, CONFIDENCE, compose, {"intent": intent})
