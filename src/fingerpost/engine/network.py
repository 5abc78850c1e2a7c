"""Networks around an element: what a domain's reader draws from its graph, with a bound on its size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class NetworkNode:
    """A node of a network; `hops` is its distance from the middle."""

    id: str
    name: str
    kind: str
    hops: int


@dataclass(frozen=True, slots=True)
class NetworkEdge:
    """An edge from one node's id to another's; `strength` is how many relationships it stands for."""

    start: str
    end: str
    kind: str
    strength: int = 1


@dataclass(frozen=True)
class Network:
    """A network, its middle first. `notes` say what was left out, and up to which date it is current."""

    nodes: tuple[NetworkNode, ...]
    edges: tuple[NetworkEdge, ...]
    notes: tuple[str, ...] = ()


@runtime_checkable
class NetworkReader(Protocol):
    """A reader that knows which relationships of its graph make a network."""

    def network(self, name: str, hops: int, most: int) -> Network:
        """The network around what has a name, at most `most` nodes, nearest and strongest first.

        Raises:
            QuestionError: `question.unknown`; nothing has that name, or several have.
        """
        ...
