"""What the gate asks for."""

from __future__ import annotations

from dataclasses import dataclass

from fingerpost.query_languages.findings import Severity


@dataclass(frozen=True)
class Policy:
    """What the gate asks for.

    `misfits` is how severe it is that a query does not fit the graph; it is always a note for a graph without a fixed
    schema. `unjoined` is the same for known names that nothing joins as the query has it, by default like `misfits`;
    a direction that only one type can have is repaired all the same. `unknown` is the same for labels, types and
    properties that the graph does not have: as a note, they are neither repaired nor refused, and match nothing.
    `max_product` is how many combinations patterns
    that share no variable may have, as estimated.
    `max_items`, `max_text`, `max_value_depth`, `max_nesting` and `max_steps` bound what a query builds and how often it
    goes through it, as far as that follows from the query and its parameters alone.
    `procedures` and `extra_functions` are allowed by their names in lower case.
    """

    misfits: Severity = Severity.ERROR
    unjoined: Severity | None = None
    unknown: Severity | None = None
    max_hops: int = 8
    max_shortest_hops: int = 30
    max_product: int = 10_000_000
    max_items: int = 10_000_000
    max_text: int = 10_000_000
    max_value_depth: int = 100
    max_nesting: int = 5
    max_steps: int = 1_000_000_000
    procedures: frozenset[str] = frozenset()
    extra_functions: frozenset[str] = frozenset()
