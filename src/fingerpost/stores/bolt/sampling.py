"""Which elements of a label or type are looked at: all of few, every nth of many."""

from __future__ import annotations

from dataclasses import dataclass

from fingerpost.core.names import quoted
from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, RelationshipInfo

EXACT = 40_000
"""Of up to so many elements, every one is looked at."""
SAMPLE = 5_000
"""About so many of more."""
_STEPS = (7, 13, 31, 61, 127, 251, 509, 1021, 2039, 4093, 8191)
"""Primes, so that a step falls in with no order in which a graph was loaded."""


def step_of(count: int) -> int:
    """Every how manieth element is looked at."""
    if count <= EXACT:
        return 1
    return next((step for step in _STEPS if count // step <= SAMPLE), _STEPS[-1])


@dataclass(frozen=True)
class Part:
    """The elements of one label or type, and how many there are."""

    name: str
    count: int
    of_relationship: bool

    @property
    def pattern(self) -> str:
        """The pattern that matches them, as `e`."""
        return f"()-[e:{quoted(self.name)}]->()" if self.of_relationship else f"(e:{quoted(self.name)})"

    @property
    def step(self) -> int:
        return step_of(self.count)


def estimated(schema: GraphSchema) -> GraphSchema:
    """A schema whose large labels and types were only sampled, and which says so: its counts are inexact."""
    return schema.model_copy(
        update={
            "labels": tuple(map(_of_sample, schema.labels)),
            "relationships": tuple(map(_of_sample, schema.relationships)),
        }
    )


def _of_sample(owner: LabelInfo | RelationshipInfo) -> LabelInfo | RelationshipInfo:
    step = step_of(owner.count)
    if step == 1:
        return owner
    return owner.model_copy(update={"properties": tuple(_scaled(about, step) for about in owner.properties)})


def _scaled(about: PropertyInfo, step: int) -> PropertyInfo:
    """Where nearly each element in the sample had a value of its own, nearly all have; else few values are common."""
    looked_at = about.present / step
    distinct = about.present if about.distinct > looked_at * 0.9 else about.distinct
    return about.model_copy(update={"distinct": distinct, "distinct_is_exact": False})
