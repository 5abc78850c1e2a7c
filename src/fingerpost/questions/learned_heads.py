"""Heads by what examples taught: which property of a node answers where none is named, and what words ask for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from fingerpost.linking.learned import Learned
from fingerpost.linking.mentions import Linked
from fingerpost.questions.algebra import Head, Kind, Term
from fingerpost.questions.features import head_features
from fingerpost.questions.state import Reason, State
from fingerpost.questions.weights import WEIGHTS


class _Noting(dict[str, float]):
    """Weights that know every feature: those without a weight count nothing and are noted all the same."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> float:
        return 0.0


def weights_of(learned: Learned, *, noting: bool = False) -> dict[str, float]:
    """The generic weights, or those with what was learned in their place and beside them."""
    if not learned.features and not learned.weights and not noting:
        return WEIGHTS
    kind = _Noting if noting else dict[str, float]
    return kind({**WEIGHTS, **learned.weights, **learned.features})


def learned_heads(
    linked: Linked, state: State, heads: Iterable[Head], returns: Mapping[str, tuple[str, ...]]
) -> Iterator[Head]:
    """The heads of a reading and others that return what is usually returned, scored by what was learned.

    Where nothing was learned, the heads as they are.
    """
    if state.weights is WEIGHTS:
        yield from heads
        return
    seen: list[Head] = []
    for head in heads:
        for other in (head, *_returning(state, head, returns)):
            if not any(other.columns == known.columns and _same(other, known) for known in seen):
                seen.append(other)
                yield _scored(linked, state, other)


def _same(one: Head, other: Head) -> bool:
    return one._replace(score=0.0, reasons=()) == other._replace(score=0.0, reasons=())


def _returning(state: State, head: Head, returns: Mapping[str, tuple[str, ...]]) -> Iterator[Head]:
    """A list of nodes as a list of a property of theirs, and the other way round."""
    if head.kind is not Kind.LIST or len(head.columns) != 1 or head.columns[0].edge:
        return
    shown = head.columns[0]
    unsaid = Reason("return unsaid", 1.0)
    for name in returns.get(state.nodes[shown.owner].label, ()):
        term = Term(shown.owner, name or None)
        if term != shown and not _told(state, term):
            yield head._replace(columns=(term,), reasons=(*head.reasons, unsaid))


def _told(state: State, term: Term) -> bool:
    return any(f.owner == term.owner and not f.edge and f.property == term.property for f in state.filters)


def _scored(linked: Linked, state: State, head: Head) -> Head:
    """The head scored by the weights of its reading, with learned features."""
    weights = state.weights
    features = [Reason(name, 1.0) for name in head_features(linked, state, head) if name in weights]
    reasons = (*head.reasons, *features)
    return head._replace(score=sum(weights[r.feature] * r.amount for r in reasons), reasons=reasons)
