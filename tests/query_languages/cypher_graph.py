"""The schema of a small library: what the fixtures are checked against."""

from __future__ import annotations

from fingerpost.core.schema import (
    Endpoints,
    GraphSchema,
    LabelInfo,
    PropertyInfo,
    RelationshipInfo,
    TextKind,
    ValueType,
)

STRING, INTEGER, DATE = ValueType.STRING, ValueType.INTEGER, ValueType.DATE
LABELS = {
    "Book": {"isbn": STRING, "title": STRING, "year": INTEGER, "pages": INTEGER, "formats": ValueType.LIST},
    "Author": {"name": STRING, "born": DATE, "country": STRING},
    "Member": {"firstName": STRING, "lastName": STRING, "student": ValueType.BOOLEAN},
    "Genre": {"name": STRING},
}
RELATIONSHIPS = {
    "WROTE": ("Author", "Book", {}),
    "BORROWED": ("Member", "Book", {"loanDate": DATE, "dueDate": DATE, "renewals": INTEGER}),
    "IN_GENRE": ("Book", "Genre", {}),
}


def _properties(types: dict[str, ValueType]) -> tuple[PropertyInfo, ...]:
    return tuple(PropertyInfo(name=name, type=type_, present=10, distinct=9) for name, type_ in types.items())


SCHEMA = GraphSchema(
    labels=tuple(LabelInfo(name=name, count=10, properties=_properties(types)) for name, types in LABELS.items()),
    relationships=tuple(
        RelationshipInfo(
            type=name, count=10, endpoints=(Endpoints(start=start, end=end, count=10),), properties=_properties(types)
        )
        for name, (start, end, types) in RELATIONSHIPS.items()
    ),
    node_count=40,
    relationship_count=30,
)


def _with_texts(label: LabelInfo) -> LabelInfo:
    kinds = {"shelf": TextKind.NUMERIC, "bought": TextKind.ISO_DATE}
    texts = (PropertyInfo(name=n, type=STRING, present=10, distinct=9, text_kind=kind) for n, kind in kinds.items())
    return label.model_copy(update={"properties": (*label.properties, *texts)}) if label.name == "Book" else label


REPAIRED = SCHEMA.model_copy(update={"labels": tuple(map(_with_texts, SCHEMA.labels))})
"""The library with numbers and dates that are kept as text."""
