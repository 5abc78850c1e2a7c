"""The schema: JSON and back, what leads where, and copies that do not remember the original."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from pydantic import ValidationError

from fingerpost.core.schema import (
    Endpoints,
    GraphSchema,
    LabelInfo,
    PropertyInfo,
    RelationshipInfo,
    TextKind,
    ValueType,
)

TEXT = st.text(max_size=8)
COUNTS = st.integers(0, 10**12)
PROPERTIES = st.lists(
    st.builds(
        PropertyInfo,
        name=TEXT,
        type=st.sampled_from(ValueType),
        present=COUNTS,
        distinct=COUNTS,
        distinct_is_exact=st.booleans(),
        text_kind=st.none() | st.sampled_from(TextKind),
        unit=st.none() | TEXT,
        description=st.none() | TEXT,
        samples=st.lists(TEXT, max_size=2).map(tuple),
    ),
    max_size=3,
).map(tuple)
LABELS = st.builds(LabelInfo, name=TEXT, count=COUNTS, properties=PROPERTIES, description=st.none() | TEXT)
ENDPOINTS = st.lists(st.builds(Endpoints, start=TEXT, end=TEXT, count=COUNTS), max_size=3).map(tuple)
TYPES = st.builds(RelationshipInfo, type=TEXT, count=COUNTS, endpoints=ENDPOINTS, properties=PROPERTIES)
SCHEMAS = st.builds(
    GraphSchema,
    labels=st.lists(LABELS, max_size=3).map(tuple),
    relationships=st.lists(TYPES, max_size=3).map(tuple),
    node_count=COUNTS,
    relationship_count=COUNTS,
    open=st.booleans(),
)


def graph() -> GraphSchema:
    name = PropertyInfo(name="name", type=ValueType.STRING, present=8, distinct=8)
    age = PropertyInfo(name="age", type=ValueType.STRING, present=4, distinct=4, text_kind=TextKind.NUMERIC)
    since = PropertyInfo(name="since", type=ValueType.DATE, present=1, distinct=1)
    return GraphSchema(
        labels=(
            LabelInfo(name="Person", count=10, properties=(name, age)),
            LabelInfo(name="City", count=2, properties=(name,)),
        ),
        relationships=(
            RelationshipInfo(type="VISITED", count=3, endpoints=(Endpoints(start="Person", end="City", count=3),)),
            RelationshipInfo(
                type="LIVES_IN",
                count=9,
                endpoints=(
                    Endpoints(start="City", end="City", count=1),
                    Endpoints(start="Person", end="City", count=8),
                ),
                properties=(since,),
            ),
            RelationshipInfo(type="KNOWS", count=5, endpoints=(Endpoints(start="Person", end="Person", count=5),)),
        ),
        node_count=12,
        relationship_count=17,
    )


@given(SCHEMAS)
def test_a_schema_survives_json(schema):
    again = GraphSchema.model_validate_json(schema.model_dump_json())
    assert again == schema
    assert again.fingerprint == schema.fingerprint


@given(SCHEMAS, SCHEMAS)
def test_fingerprints_are_equal_where_schemas_are(one, other):
    assert (one.fingerprint == other.fingerprint) == (one == other)


def test_the_fingerprint_does_not_change_between_versions():
    """Stored beside a knowledge base: a change of the JSON form is a change of its format."""
    assert graph().fingerprint.startswith("0f809ec7f17953c3")


def test_what_leads_from_one_label_to_another_most_frequent_first():
    schema = graph()
    assert [r.type for r in schema.between("Person", "City")] == ["LIVES_IN", "VISITED"]
    assert [r.type for r in schema.between("City", "City")] == ["LIVES_IN"]
    assert schema.between("City", "Person") == ()
    assert schema.between("Person", "Planet") == ()


def test_looking_up_by_name():
    schema = graph()
    assert schema.label_by_name["Person"].count == 10
    assert schema.relationship_by_type["LIVES_IN"].by_name["since"].type is ValueType.DATE
    assert schema.property_names == {"name", "age", "since"}
    assert schema.label_by_name["Person"].share("age") == 0.4
    assert schema.label_by_name["Person"].share("height") == 0.0
    assert LabelInfo(name="Empty", count=0).share("name") == 0.0


@pytest.mark.parametrize(
    ("type_", "text_kind", "numeric", "temporal"),
    [
        (ValueType.INTEGER, None, True, False),
        (ValueType.FLOAT, None, True, False),
        (ValueType.STRING, None, False, False),
        (ValueType.STRING, TextKind.NUMERIC, True, False),
        (ValueType.STRING, TextKind.ISO_DATE, False, True),
        (ValueType.STRING, TextKind.CLOCK_TIME, False, True),
        (ValueType.DATE, None, False, True),
        (ValueType.LOCAL_DATETIME, None, False, True),
        (ValueType.DURATION, None, True, False),
        (ValueType.BOOLEAN, None, False, False),
    ],
)
def test_what_is_a_number_and_what_a_time(type_, text_kind, numeric, temporal):
    info = PropertyInfo(name="p", type=type_, present=1, distinct=1, text_kind=text_kind)
    assert (info.numeric, info.temporal) == (numeric, temporal)


def test_a_changed_copy_does_not_keep_what_was_computed_from_the_old():
    schema = graph()
    before = schema.fingerprint, schema.label_by_name, schema.property_names
    changed = schema.model_copy(update={"labels": (), "relationships": ()})
    assert changed.fingerprint != before[0]
    assert changed.label_by_name == {}
    assert changed.property_names == frozenset()
    assert schema.fingerprint == before[0]
    person = schema.label_by_name["Person"]
    assert person.by_name
    assert person.model_copy(update={"properties": ()}).by_name == {}


def test_what_was_computed_takes_no_part_in_equality():
    one, other = graph(), graph()
    assert one.fingerprint == other.fingerprint
    assert one.label_by_name
    assert one == other == graph()


def test_a_schema_cannot_be_changed():
    with pytest.raises(ValidationError, match="frozen"):
        graph().node_count = 1
    with pytest.raises(ValidationError, match="Extra inputs"):
        GraphSchema(labels=(), relationships=(), node_count=0, relationship_count=0, nodes=3)
