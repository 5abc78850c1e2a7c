"""Groups readings that are one opinion: those that differ only in the labels chosen for words.

Nodes have several labels (each floor is a slab and an element), so such readings find the same for one reason, and
their agreement means nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from fingerpost.questions import Candidate


def opinions(candidates: Iterable[Candidate]) -> tuple[int, ...]:
    """A number for each reading; those that differ only in labels have the same."""
    known: list[object] = []
    numbers = []
    for candidate in candidates:
        pattern = _without_labels(candidate)
        if pattern not in known:
            known.append(pattern)
        numbers.append(known.index(pattern))
    return tuple(numbers)


def _without_labels(candidate: Candidate) -> object:
    state = candidate.state
    return (
        tuple(node.absent for node in state.nodes),
        tuple((e.start, e.end, e.type, e.either, e.absent, e.least) for e in state.edges),
        sorted(repr(condition) for condition in state.filters),
        state.havings,
        candidate.head._replace(score=0.0, reasons=()),
    )
