"""Cypher as Neo4j 5 reads it."""

from __future__ import annotations

from dataclasses import replace

from fingerpost.core.names import OWN
from fingerpost.query_languages.cypher.dialect import COMMON_FUNCTIONS, Dialect, on_tree
from fingerpost.query_languages.cypher.printer import Printer
from fingerpost.query_languages.cypher.rewrites.counted_properties import computed_before_counting
from fingerpost.query_languages.cypher.rewrites.desugar import desugar
from fingerpost.query_languages.cypher.rewrites.optional_counts import optional_counts_refused
from fingerpost.query_languages.cypher.rewrites.repeated_types import each_type_once
from fingerpost.query_languages.cypher.rewrites.shortest import between_two

_ABSENT = frozenset(("median", "distance", "exists"))

NEO4J = Dialect(
    name="neo4j",
    functions={name: here for name, here in COMMON_FUNCTIONS.items() if name not in _ABSENT},
    printer=Printer.printed,
    rewrites=(
        on_tree(optional_counts_refused),
        on_tree(between_two),
        on_tree(each_type_once),
        on_tree(computed_before_counting),
        desugar,
    ),
    kept=OWN,
    own_ids=True,
)

PLAIN = replace(NEO4J, kept=frozenset(), own_ids=False, rewrites=(desugar,))
"""Neo4j's Cypher for a graph in which nothing of ours is kept: what is printed reads back as the same tree."""
