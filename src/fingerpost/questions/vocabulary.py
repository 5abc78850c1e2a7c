"""Labels that a domain knows and a graph happens to lack: asked for, there are none of them."""

from __future__ import annotations

from fingerpost.core.schema import Endpoints, GraphSchema, LabelInfo
from fingerpost.linking.pack import Pack


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
