"""Things of which something has to be known: "trips by weather, leaving out those of unknown weather", "for each badge,
how many skaters are there, where the badge is known"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.text import split_name, stem
from fingerpost.questions.algebra import Head, Term
from fingerpost.questions.only_those import LEAVING_OUT
from fingerpost.questions.state import State

_UNKNOWN = "(?:unknown|not known|missing|unrecorded|unspecified)"
_KNOWN = "(?:known|recorded|given|specified)"
_NOUN = r"(?:an? |the |its |their )?(?P<noun>[a-z]+(?: [a-z]+)?)"
_FORMS = tuple(
    re.compile(rf"^(?P<rest>.+?){form}$", re.IGNORECASE)
    for form in (
        rf"[,;.]? (?:and |but )?{LEAVING_OUT} [a-z ]*?\b{_UNKNOWN} {_NOUN}",
        rf"[,;.]? (?:and |but )?{LEAVING_OUT} [a-z ]*?\b(?:without|with no|that have no|who have no) {_NOUN}",
        rf"[,;.]? (?:and |but )?{LEAVING_OUT} [a-z ]*?\b(?:where|whose|of which) {_NOUN} (?:is|are) {_UNKNOWN}",
        rf",? (?:only )?(?:where|if|of which) {_NOUN} (?:is|are) {_KNOWN}",
    )
)


class Known(NamedTuple):
    """The question without what is said to be known, and what that is called."""

    rest: str
    noun: str


def known_only(question: str) -> Known | None:
    """What a question asks of things of which something is known; None where it does not say so."""
    text = question.strip().rstrip(" ?.!")
    found = next((match for form in _FORMS if (match := form.match(text)) is not None), None)
    return Known(f"{found['rest']}?", found["noun"]) if found is not None else None


def with_known(schema: GraphSchema, state: State, head: Head, known: Known) -> Head | None:
    """The head with what is known: what groups, else what one of the things has; None where no one is called so."""
    said = {stem(word) for word in known.noun.lower().split()}
    keys = [key for key in head.keys if key.property is not None and _is_called(key.property, said)]
    found = keys or [term for term in _held(schema, state) if _is_called(term.property or "", said)]
    return head._replace(present=tuple(dict.fromkeys((*head.present, *found)))) if len(found) == 1 else None


def _held(schema: GraphSchema, state: State) -> Iterator[Term]:
    """What the things of a reading have, and the relationships between them."""
    for number, node in enumerate(state.nodes):
        label = schema.label_by_name.get(node.label) if not node.absent else None
        yield from (Term(number, info.name) for info in (label.properties if label is not None else ()))
    for number, edge in enumerate(state.edges):
        kind = schema.relationship_by_type.get(edge.type) if not edge.absent else None
        yield from (Term(number, info.name, True) for info in (kind.properties if kind is not None else ()))


def _is_called(name: str, said: set[str]) -> bool:
    return not said.isdisjoint(map(stem, split_name(name)))
