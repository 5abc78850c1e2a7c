"""Chooses the properties whose values stay in the database: the largest ones, if there are too many values to copy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fingerpost.core.schema import GraphSchema, PropertyInfo
from fingerpost.stores import FindsValues, Outline, Place, Store


@dataclass(frozen=True)
class Left:
    """The properties whose values are not copied, with what a sample shows of each."""

    about: dict[Place, PropertyInfo]

    def __contains__(self, place: Place) -> bool:
        return place in self.about

    def told(self, schema: GraphSchema) -> GraphSchema:
        """The schema, with the properties that were not copied described by their samples."""
        if not self.about:
            return schema

        def known(owner: str, properties: tuple[PropertyInfo, ...], of_relationship: bool) -> tuple[PropertyInfo, ...]:
            return tuple(self.about.get(Place(owner, each.name, of_relationship), each) for each in properties)

        return schema.model_copy(
            update={
                "labels": tuple(
                    label.model_copy(update={"properties": known(label.name, label.properties, False)})
                    for label in schema.labels
                ),
                "relationships": tuple(
                    each.model_copy(update={"properties": known(each.type, each.properties, True)})
                    for each in schema.relationships
                ),
            }
        )


NOTHING = Left({})


def left_of(store: Store, outline: Outline, limit: int) -> Left:
    """Choose the largest properties, so that at most the given number of values is copied."""
    if sum(outline.present.values()) <= limit or not isinstance(store, FindsValues) or not store.capabilities.full_text:
        return NOTHING
    about = dict(_properties(store.estimate(outline)))
    copied = sum(each.distinct for each in about.values())
    left: dict[Place, PropertyInfo] = {}
    for place, each in sorted(about.items(), key=lambda item: (-item[1].distinct, item[0])):
        if copied <= limit:
            break
        left[place] = each
        copied -= each.distinct
    return Left(left)


def _properties(schema: GraphSchema) -> Iterator[tuple[Place, PropertyInfo]]:
    for label in schema.labels:
        yield from ((Place(label.name, each.name), each) for each in label.properties)
    for about in schema.relationships:
        yield from ((Place(about.type, each.name, True), each) for each in about.properties)
