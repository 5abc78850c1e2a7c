"""What is asked of one named thing in several questions, side by side: "how big is the field, and who tends it"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.mentions import Linked
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.plans import check
from fingerpost.questions.asked_both import asked_both, name_in
from fingerpost.questions.candidates import Candidate, Parsed
from fingerpost.questions.columns import COLUMNS
from fingerpost.questions.missing import MISSING
from fingerpost.questions.nested import NESTED
from fingerpost.questions.state import Reason, node_names
from fingerpost.questions.tables import Table, alone, with_more_only, with_tables


def side_by_side(
    linked: Linked, found: Sequence[Candidate], read: Callable[[str, int], Parsed], schema: GraphSchema
) -> Parsed | None:
    """The reading of a question that is several, each read whole with `read`; None where it is one.

    `found` are its readings as one, of which the best may tell as much.
    """
    parts = asked_both(linked)
    if parts is None or (not parts.whole and any(len(one.plan.columns) > len(parts.rest) for one in found[:1])):
        return None
    first = read(parts.first, 1)
    one = next(iter(first.candidates), None)
    name = parts.name or (name_in(first, one, schema) if one is not None else None)
    if one is None or name is None or left_out(first, _with_named(one)):
        return None
    tables: list[Table] = []
    shown = set(_of_named(one))
    for question in parts.others(name):
        again = read(question, 1)
        other = next(iter(again.candidates), None)
        table = alone(other.plan) if other is not None and not left_out(again, other) else None
        if other is None or table is None:
            return None
        more = with_more_only(table, node_names(other.state)[_named(other)], shown)
        if more is None and len(shown) > 1 + len(tables):
            continue  # the first question told that as well
        if more is None:
            return None
        tables.append(more)
        shown |= {*_of_named(other)}
    plan = with_tables(one.plan, None, tables)
    if plan is None:
        return None
    told = (Reason(COLUMNS, 1.0), Reason(NESTED, 1.0))
    return replace(first, candidates=(replace(one, plan=check(plan), reasons=(*one.reasons, *told)),))


def _named(candidate: Candidate) -> int:
    """The node of the one thing that is named."""
    return next((f.owner for f in candidate.state.filters if not f.edge), 0)


def _of_named(candidate: Candidate) -> Iterator[str]:
    """The properties that are shown of the one thing that is named."""
    own = (term for term in candidate.head.columns if not term.edge and term.owner == _named(candidate))
    return (term.property for term in own if term.property is not None)


def _with_named(candidate: Candidate) -> Candidate:
    """A reading that passes over no noun for what is named right behind it: "the outing 2023/28"."""
    state = candidate.state
    called = {reason.start for reason in state.reasons if reason.feature == "names it"}
    named = {f.start - 1 for f in state.filters if f.start in called}
    return replace(candidate, state=state.but(skipped=tuple(n for n in state.skipped if n not in named)))


def left_out(parsed: Parsed, candidate: Candidate, *, closing: bool = True) -> bool:
    """Whether a reading passes over what tells something, or answers something else.

    The last word may only be `closing` a question: "which rank does she hold".
    """
    missing = any(rule(parsed, candidate) for rule in MISSING.values())
    last = {len(parsed.linked.tokens) - 1} if closing else set()
    tokens = parsed.linked.tokens
    return missing or not {tokens[n].norm for n in {*candidate.state.skipped} - last} <= FUNCTION_WORDS
