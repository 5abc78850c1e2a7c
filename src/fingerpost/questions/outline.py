"""The outline of a reading: what it says with its values left out, whatever order it was said in.

Two questions that differ in their values and in their words for things have readings of one outline.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from fingerpost.questions.algebra import Best, Head, Term, called
from fingerpost.questions.state import State

_ROUNDS = 2


class Outline(NamedTuple):
    """A whole reading; its pattern alone, and with what is told of it; and what is asked, of which labels.

    Each is a digest: outlines are compared, never read.
    """

    whole: str
    pattern: str
    told: str
    asked: str


class Drawn:
    """A reading of the pattern, drawn once for all heads that it gets."""

    def __init__(self, state: State) -> None:
        self._state = state
        labels = [f"{node.label}{' absent' if node.absent else ''}" for node in state.nodes]
        self._edges = [edge.type for edge in state.edges]
        told: list[list[str]] = [[] for _ in labels]
        on_edges: list[list[str]] = [[] for _ in self._edges]
        for held in state.filters:
            test = f"{held.property} {'not ' if held.negated else ''}{held.comparison.value}"
            (on_edges if held.edge else told)[held.owner].append(test)
        self._labels = labels
        self._bare = self._refined(labels)
        self._nodes = self._refined([f"{a} [{', '.join(sorted(b))}]" for a, b in zip(labels, told, strict=True)])
        self._types = [f"{a} [{', '.join(sorted(b))}]" for a, b in zip(self._edges, on_edges, strict=True)]
        self.pattern = "; ".join(sorted(self._bare))
        self.told = "; ".join([*sorted(self._nodes), *sorted(self._types)])

    def _refined(self, first: list[str]) -> list[str]:
        """Nodes told apart by what they are joined to, round by round."""
        nodes = first
        for _ in range(_ROUNDS if self._edges else 0):
            around: list[list[str]] = [[] for _ in nodes]
            for edge in self._state.edges:
                around[edge.start].append(f"{edge.type}>{nodes[edge.end]}")
                around[edge.end].append(f"{edge.type}<{nodes[edge.start]}")
            nodes = [f"{a}({', '.join(sorted(b))})" for a, b in zip(first, around, strict=True)]
        return nodes

    def with_head(self, head: Head) -> Outline:
        """The outline of the reading with one head."""
        asked = _said(head, self._labels, self._edges)
        told = _said(head, self._nodes, self._types)
        return Outline(*map(_digest, (f"{told} | {self.told}", self.pattern, self.told, asked)))


def _digest(text: str) -> str:
    return hashlib.blake2s(text.encode(), digest_size=6).hexdigest()


def _said(head: Head, nodes: list[str], edges: list[str]) -> str:
    """What is asked, with these names for nodes and edges."""

    def name(term: Term) -> str:
        owner = (edges if term.edge else nodes)[term.owner]
        return owner if term.property is None else f"{owner}.{called(term)}"

    parts = [head.kind.value, ", ".join(sorted(map(name, head.columns)))]
    parts += [f"by {name(key)}" for key in head.keys]
    parts += [f"{m.function.value} {name(m.term)}" for m in head.measures]
    if head.per is not None:
        parts.append(f"per {name(head.per)}")
    if head.best is not None:
        parts.append(_chosen(head.best, name(head.best.term)))
    parts += [f"order {name(term)} {down}" for term, down in head.order]
    parts += [f"having {h.function.value} {name(h.term)} {h.comparison.value}" for h in head.having]
    parts += [f"missing {name(term)}" for term in head.missing]
    parts += [f"present {name(term)}" for term in head.present]
    parts += [f"{bool(head.limit)} {bool(head.part)} {bool(head.shared)}"]
    return "; ".join(parts)


def _chosen(best: Best, name: str) -> str:
    function = best.function.value if best.function is not None else "held"
    return f"best {name} {best.descending} {function} {min(best.count, 2)} {best.rank} {best.against.value}"
