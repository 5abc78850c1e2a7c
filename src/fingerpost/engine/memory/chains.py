"""Questions over two relationships: "Who wrote the change that fixed INC-002?".

The question names one thing and two relationships, by verbs and nouns of the table of frames. The relationship next to
the name is followed first; whether the verb comes before or after the known thing decides the direction.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fingerpost.engine.memory.fact_graph import key_of_id
from fingerpost.engine.memory.retrieving import Neighbours
from fingerpost.ingest import is_kind, key_of, relation_mentions
from fingerpost.retrieval import stems

_RELATIONS = 2
_MOST_MIDDLES = 20
_BROKEN = re.compile(
    r"\b(?:not|no|never|or|and|without|most|least|many|count|number|all|every|both|than|before|after)\b"
)
"""Words that make a question ask for more than a chain of two relationships."""
_DOES = re.compile(r"\W*(?:what|whom?|which [\w-]+) (?:do|does|did)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+|\d\S*")


@dataclass(frozen=True)
class _Step:
    """One relationship to follow; `forward`: from the known end."""

    relation: str
    forward: bool


@dataclass(frozen=True)
class Chain:
    """What a chain of two relationships reaches: names in order, and the links that lead there, each once."""

    names: tuple[str, ...]
    links: tuple[dict[str, Any], ...]
    reading: str


def chain_of(question: str, names: Sequence[str], neighbours: Neighbours) -> Chain | None:
    """What a question over two relationships asks for; None if it is no such question, or nothing is reached.

    `names` are the keys of the things that the question names.
    """
    read = _steps(question, names)
    if read is None:
        return None
    start, first, second = read
    if second is None:
        found = _follow(start, first, neighbours)
        ends = tuple(sorted({str(link["name"]) for link in found}))
        return Chain(ends, tuple(found), f"{start}, by {first.relation}") if found else None
    links: dict[tuple[str, str, str], dict[str, Any]] = {}
    reached: dict[str, None] = {}
    for middle in _follow(start, first, neighbours)[:_MOST_MIDDLES]:
        for end in _follow(key_of_link(middle), second, neighbours):
            for link in (middle, end):
                links[link["source"], link["relationship"], link["target"]] = link
            reached[str(end["name"])] = None
    if not reached:
        return None
    reading = f"{start}, by {first.relation}, then by {second.relation}"
    return Chain(tuple(sorted(reached)), tuple(links.values()), reading)


def key_of_link(link: dict[str, Any]) -> str:
    """What a link leads to, as `neighbours` takes it."""
    return key_of_id(str(link["id"]))


def _steps(question: str, names: Sequence[str]) -> tuple[str, _Step, _Step | None] | None:
    if len(names) != 1:
        return None
    span = _span(question, names[0])
    mentions = relation_mentions(question)
    rest = _blanked(question, [*([span] if span is not None else ()), *((one.start, one.end) for one in mentions)])
    if _BROKEN.search(rest.lower()) or any(_says_more(word) for word in _WORD.findall(rest.lower())):
        return None
    if span is not None and len(mentions) == 1:
        only = mentions[0]
        return names[0], _Step(only.relation, (only.noun or span[0] < only.start) != only.reversed), None
    if span is None or len(mentions) != _RELATIONS:
        return None
    inner, outer = sorted(mentions, key=lambda one: min(abs(one.end - span[0]), abs(one.start - span[1])))
    if inner.noun:
        return None  # "the owner of the Gateway" beside another relationship: its place does not tell the direction
    known_before = span[0] < inner.start
    first = _Step(inner.relation, known_before != inner.reversed)
    phrase = min(span[0], inner.start)
    does = _DOES.match(question)  # "What does the part depend on that ...": the part is who does it
    known = outer.noun or phrase < outer.start or (does is not None and does.end() <= outer.start)
    second = _Step(outer.relation, known != outer.reversed)
    return names[0], first, second


def _blanked(question: str, spans: Sequence[tuple[int, int]]) -> str:
    """A question without some of its characters."""
    kept = list(question)
    for start, end in spans:
        kept[start:end] = " " * (end - start)
    return "".join(kept)


def _says_more(word: str) -> bool:
    """Whether a word of a question, beside its name and its relationships, says more than which kind of thing it is."""
    return bool(stems(word)) and not is_kind(word) and not is_kind(word.removesuffix("s"))


def _span(question: str, name: str) -> tuple[int, int] | None:
    """The characters of a name in a question."""
    words = list(re.finditer(r"[^\W_]+[+#]*", question))
    size = len(name.split(" "))
    for length in range(size, size + 3):
        for at in range(len(words) - length + 1):
            start, end = words[at].start(), words[at + length - 1].end()
            if key_of(question[start:end]) == name:
                return start, end
    return None


def _follow(key: str, step: _Step, neighbours: Neighbours) -> list[dict[str, Any]]:
    links, _ = neighbours([key])
    return [
        link
        for link in links
        if link["relationship"] == step.relation and (link["target"] == link["id"]) == step.forward
    ]
