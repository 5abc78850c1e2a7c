"""What the gate asks for."""

from __future__ import annotations

from dataclasses import dataclass

from fingerpost.languages.cypher.findings import Severity


@dataclass(frozen=True)
class Policy:
    """What the gate asks for.

    `misfits` is how severe it is that a query does not fit the graph; it is always a note for a graph without a fixed
    schema. `max_product` is how many combinations patterns that share no variable may have, as estimated.
    `procedures` and `extra_functions` are allowed by their names in lower case.
    """

    misfits: Severity = Severity.ERROR
    max_hops: int = 8
    max_shortest_hops: int = 30
    max_product: int = 10_000_000
    procedures: frozenset[str] = frozenset()
    extra_functions: frozenset[str] = frozenset()
