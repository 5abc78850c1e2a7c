"""What measures are grouped by: what "each" stands before, what is compared, what is asked for beside them."""

from __future__ import annotations

from fingerpost.plans import Comparison
from fingerpost.questions.algebra import Head, Measure, Term, has_role, same_owner, term_of
from fingerpost.questions.listing import Lister
from fingerpost.questions.markers import VERSUS, Role
from fingerpost.questions.roles import MEASURES
from fingerpost.questions.state import Item, State
from fingerpost.questions.wording import Wording

MEASURING = (*MEASURES, Role.SUPERLATIVE, Role.GROUP)
"""Roles that say what is measured, or of what."""


def keys_of(
    lister: Lister, state: State, head: Head, measures: tuple[Measure, ...], wording: Wording
) -> tuple[Term, ...]:
    """What groups: what "each" stands before, and the properties that are to be shown of it."""
    measured = {m.term for m in measures}
    tested = [state.items[having.item] for having in state.havings]
    shown = [
        term
        for item in state.items
        if item.property is not None
        and item not in tested
        and (term := term_of(item)) not in measured
        and not any(has_role(item, role) for role in (Role.SORT, Role.SUPERLATIVE, Role.AGGREGATE, Role.COUNT))
        and not _only_done(item, wording)
        and term not in (*head.missing, *head.present)
    ]
    parts = {(key.owner, key.property, key.edge) for key in head.keys if key.part}
    shown = [s for s in shown if s.part or s[:3] not in parts]  # "released per year": by years, and not by days
    both = compared(state, wording)
    if both:
        head = head._replace(keys=tuple(dict.fromkeys((*head.keys, *both))))
    if not head.keys:
        asked = asked_beside(lister, state, measured, wording)
        owners = [term for term in asked if not any(same_owner(term, s) for s in shown if s != term)]
        return tuple(dict.fromkeys([*owners, *(s for s in shown if any(same_owner(s, a) for a in asked))]))
    keys = [k for k in head.keys if k.property is not None or not any(same_owner(k, s) for s in shown)]
    grouped = {(k.owner, k.edge) for k in head.keys}
    wanted = [s for s in shown if (s.owner, s.edge) in grouped]
    return tuple(dict.fromkeys([*keys, *wanted]))


def _only_done(item: Item, wording: Wording) -> bool:
    """ "How many tickets of each type were issued": that it was done, and not when."""
    return not item.roles and wording.done(item.start, item.end) and wording.copula(item.start)


def compared(state: State, wording: Wording) -> tuple[Term, ...]:
    """ "The average price of French versus English books", "of French and English books": for each of both."""
    versus = any(m.role is Role.EITHER and m.value == VERSUS for m in state.markers)
    averaged = any(m.role is Role.AGGREGATE and m.value.startswith("avg") for m in state.markers)
    both = [f for f in state.filters if f.comparison is Comparison.IN]
    both = [f for f in both if versus or (averaged and "and" in wording.said(f.start, f.end).split())]
    return tuple(Term(f.owner, f.property, f.edge) for f in both)


def asked_beside(lister: Lister, state: State, measured: set[Term], wording: Wording) -> list[Term]:
    """ "List the members and the number of books they borrowed": measured for each of what is asked for as well."""
    owners = {(term.owner, term.edge) for term in measured if term.property is None}
    first = min((m.start for m in state.markers if m.role in MEASURING), default=-1)
    asked = [
        item
        for item in state.items
        if (item.start < first or wording.sentence(item.start) > wording.sentence(max(first, 0)))
        and (has_role(item, Role.ASK) or has_role(item, Role.WHO))
        and not item.by_value
        and not item.edge
        and term_of(item) not in measured
        and ((item.owner, False) not in owners or (item.property is not None and _and_counted(first, wording)))
        and not any(has_role(item, role) for role in MEASURING)
    ]
    if not asked:
        return []
    beside = [term for term in lister.columns(state, wording) if term not in measured and not term.edge]
    named = [term_of(item) for item in asked if item.property is None or term_of(item) in beside]
    return list(dict.fromkeys(named))


def _and_counted(counting: int, wording: Wording) -> bool:
    """ "The categories of the films and the count", "the countries and the number of films": for each of them."""
    the = wording.said(counting - 1, counting) == "the"
    return wording.said(counting - 1 - the, counting - the) == "and"
