"""What a graph holds as a thing and as a relationship is read as one of them: Visit, and VISITS as a short cut.

"People who visited the zoo, and the duration of the visit" speaks of one visit; over both, it would be anybody's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from fingerpost.linking.text import split_name
from fingerpost.questions.state import State

_ENDINGS = frozenset(("", "s", "es", "d", "ed"))
"""What a verb adds to the noun for what is done: visits, stayed, purchased."""


def told_once(states: Sequence[State]) -> list[State]:
    """The readings without those that go over a thing and over the relationship of its name, where there are others."""
    says = cache(_says)  # readings have few types and labels
    return [state for state in states if not _goes_over_both(state, says)] or list(states)


def _goes_over_both(state: State, says: Callable[[str, str], bool]) -> bool:
    return any(
        not (node.absent or edge.absent) and number not in (edge.start, edge.end) and says(edge.type, node.label)
        for number, node in enumerate(state.nodes)
        for edge in state.edges
    )


def _says(type_: str, label: str) -> bool:
    """Whether a type is the verb of a label's noun."""
    verb, noun = " ".join(split_name(type_)), " ".join(split_name(label))
    return verb.startswith(noun) and verb[len(noun) :] in _ENDINGS
