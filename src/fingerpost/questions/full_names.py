"""Names of people in two properties: "the names of the employees" are their given and their family names."""

from __future__ import annotations

from collections.abc import Iterable

from fingerpost.linking.display import Display
from fingerpost.linking.lexicon import CALLED_BY
from fingerpost.questions.algebra import Head, Term
from fingerpost.questions.state import State


def with_family_names(display: Display, state: State, head: Head) -> Head:
    """The head with both parts of a name wherever it asks for a name by none of its parts."""
    called = {reason.start for reason in state.reasons if reason.note.startswith(CALLED_BY)}
    named = {(item.owner, item.property) for item in state.items if not item.edge and item.start in called}
    if not named:
        return head

    def whole(terms: Iterable[Term]) -> tuple[Term, ...]:
        found: list[Term] = []
        for term in terms:
            parts = display.parts(state.nodes[term.owner].label) if not term.edge else ()
            first = (term.owner, term.property) in named and parts[:1] == (term.property,)
            found += [term._replace(property=part) for part in parts] if first else [term]
        return tuple(dict.fromkeys(found))

    return head._replace(columns=whole(head.columns), keys=whole(head.keys))


def shown_as(display: Display, state: State, terms: Iterable[Term]) -> tuple[Term, ...]:
    """What columns are shown by: a node among several by the parts of its name, other terms as they are."""
    found: list[Term] = []
    for term in terms:
        node = term.property is None and not term.edge
        parts = display.parts(state.nodes[term.owner].label) if node else ()
        found += [term._replace(property=part) for part in parts] or [term]
    return tuple(found)
