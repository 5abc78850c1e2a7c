"""How a query fits its graph: named passes over the tree and the schema, each one file.

A pass reports misfits: findings, with what would be right instead of the node where only one thing can be meant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.census import Census
from fingerpost.query_languages.cypher.fit.arguments import arguments
from fingerpost.query_languages.cypher.fit.comparisons import comparisons
from fingerpost.query_languages.cypher.fit.endpoints import endpoints
from fingerpost.query_languages.cypher.fit.labels import labels
from fingerpost.query_languages.cypher.fit.misfits import Misfit, Surroundings
from fingerpost.query_languages.cypher.fit.named_ends import named_ends
from fingerpost.query_languages.cypher.fit.owners import KnownProperties
from fingerpost.query_languages.cypher.fit.products import products
from fingerpost.query_languages.cypher.fit.properties import properties
from fingerpost.query_languages.cypher.fit.typed import Typed
from fingerpost.query_languages.cypher.fit.values import values
from fingerpost.query_languages.policy import Policy
from fingerpost.query_languages.protocol import StoredValues

PASSES: tuple[Callable[[Surroundings], None], ...] = (
    named_ends,
    labels,
    properties,
    endpoints,
    comparisons,
    arguments,
    values,
    products,
)


def fit(
    query: ast.Query,
    schema: GraphSchema | None,
    parameters: Mapping[str, Cell],
    policy: Policy,
    stored: StoredValues | None = None,
) -> list[Misfit]:
    """Everything in which a query does not fit its graph, in the order of the text; nothing without a schema."""
    if schema is None:
        return []
    census = Census(query)
    typed = Typed(query, census, KnownProperties(schema), parameters)
    around = Surroundings(query, census, typed, parameters, policy, stored)
    for each in PASSES:
        each(around)
    return sorted(around.misfits, key=lambda misfit: misfit.finding.position)


__all__ = ["Misfit", "fit"]
