"""A schema as a pack sees it: with the labels that its domain knows and the graph lacks, and with units."""

from __future__ import annotations

from collections.abc import Collection

from fingerpost.core.schema import Endpoints, GraphSchema, LabelInfo, PropertyInfo
from fingerpost.linking.pack import Pack
from fingerpost.linking.quantities import unit_in_name
from fingerpost.linking.text import split_name


def seen_with(schema: GraphSchema, pack: Pack) -> GraphSchema:
    """The schema with what a pack adds to it."""
    return with_absent_labels(with_units(schema, pack), pack)


def with_units(schema: GraphSchema, pack: Pack) -> GraphSchema:
    """The schema with units on properties of which the source gave none: the pack's, or those that their names say."""

    def measured(owner: str, properties: tuple[PropertyInfo, ...]) -> tuple[PropertyInfo, ...]:
        names = {split_name(p.name) for p in properties}
        units = [p.unit or pack.unit(owner, p.name) or _unit_in_name(p, names) for p in properties]
        return tuple(
            p if p.unit == unit else p.model_copy(update={"unit": unit})
            for p, unit in zip(properties, units, strict=True)
        )

    labels = tuple(one.model_copy(update={"properties": measured(one.name, one.properties)}) for one in schema.labels)
    relationships = tuple(
        one.model_copy(update={"properties": measured(one.type, one.properties)}) for one in schema.relationships
    )
    return schema.model_copy(update={"labels": labels, "relationships": relationships})


def _unit_in_name(info: PropertyInfo, names: Collection[tuple[str, ...]]) -> str | None:
    """The unit that the name of a number says that it is in; beside `temp_max`, `temp_min` is in no minutes."""
    name = split_name(info.name)
    return unit_in_name(name) if info.numeric and (*name[:-1], "max") not in names else None


def with_absent_labels(schema: GraphSchema, pack: Pack) -> GraphSchema:
    """The schema with the labels that the pack knows and the graph has none of, each with no nodes.

    An absent label may hang where the label that it is like may hang, so that "columns on level 1" can be read.
    """
    absent = {label: like for label, like in pack.absent.items() if label not in schema.label_by_name}
    if not absent:
        return schema
    labels = []
    for label, like in absent.items():
        model = schema.label_by_name.get(like)
        properties = model.properties if model is not None else ()
        gone = tuple(p.model_copy(update={"present": 0, "distinct": 0, "samples": ()}) for p in properties)
        labels.append(LabelInfo(name=label, count=0, properties=gone))
    relationships = []
    for relationship in schema.relationships:
        extra = [
            Endpoints(
                start=label if pair.start == like else pair.start,
                end=label if pair.end == like else pair.end,
                count=0,
            )
            for label, like in absent.items()
            for pair in relationship.endpoints
            if like in (pair.start, pair.end)
        ]
        relationships.append(relationship.model_copy(update={"endpoints": (*relationship.endpoints, *extra)}))
    return schema.model_copy(update={"labels": (*schema.labels, *labels), "relationships": tuple(relationships)})
