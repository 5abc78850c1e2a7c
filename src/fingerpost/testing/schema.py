"""What a store says of its graph: schema, outline and distinct values, counted rightly."""

from __future__ import annotations

from typing import Any

import pytest

from fingerpost.core.schema import Endpoints, ValueType
from fingerpost.stores import NodeRow, Store
from fingerpost.testing.asking import ask
from fingerpost.testing.base import Conformance, Make
from fingerpost.testing.graphs import write_people


class Schema(Conformance):
    """Labels, types, endpoints, properties, values."""

    def test_the_schema_counts_labels_types_and_endpoints(self, people: Store) -> None:
        schema = people.schema()
        assert {label.name: label.count for label in schema.labels} == {"Person": 6, "Town": 1}
        assert {r.type: r.count for r in schema.relationships} == {"KNOWS": 6, "LIVES_IN": 1}
        assert (schema.node_count, schema.relationship_count) == (7, 7)
        assert schema.relationship_by_type["LIVES_IN"].endpoints == (Endpoints(start="Person", end="Town", count=1),)
        knows = schema.relationship_by_type["KNOWS"].endpoints
        assert knows == (Endpoints(start="Person", end="Person", count=6),)

    def test_the_schema_counts_every_label_of_a_node(self, authors: Store) -> None:
        schema = authors.schema()
        counted = {label.name: label.count for label in schema.labels}
        assert counted == {"Author": 2, "Guest": 1, "Person": 6, "Town": 1}
        pairs = {(pair.start, pair.end): pair.count for pair in schema.relationship_by_type["KNOWS"].endpoints}
        assert pairs == {
            ("Person", "Person"): 6,
            ("Person", "Author"): 1,
            ("Author", "Person"): 1,
            ("Guest", "Person"): 1,
        }
        assert {p.name: p.present for p in schema.label_by_name["Guest"].properties} == {"books": 1, "name": 1}
        assert sorted(authors.values("Author", "books")) == [1, 3]
        assert list(authors.values("Guest", "name")) == ["P5"]
        kinds = {label.name: label.within for label in schema.labels if label.within}
        assert kinds == {"Author": ("Person",), "Guest": ("Author", "Person")}

    def test_the_schema_counts_properties(self, people: Store) -> None:
        schema = people.schema()
        person = {p.name: (p.type, p.present, p.distinct) for p in schema.label_by_name["Person"].properties}
        assert person == {
            "age": (ValueType.INTEGER, 5, 4),
            "books": (ValueType.INTEGER, 2, 2),
            "name": (ValueType.STRING, 6, 6),
        }
        knows = {p.name: (p.type, p.present, p.distinct) for p in schema.relationship_by_type["KNOWS"].properties}
        assert knows == {"since": (ValueType.INTEGER, 5, 2), "type": (ValueType.STRING, 5, 1)}
        assert schema.relationship_by_type["LIVES_IN"].properties == ()

    def test_the_outline_is_how_the_schema_begins(self, town: Store) -> None:
        outline, schema = town.outline(), town.schema()
        assert outline.labels == {label.name: label.count for label in schema.labels}
        assert outline.labels == {"City": 3, "Company": 2, "Person": 5, "Stop": 6}
        for label in schema.labels:
            assert sorted(outline.properties[label.name]) == [p.name for p in label.properties]
        assert {type_: info.count for type_, info in outline.relationships.items()} == {
            "KNOWS": 5,
            "LIVES_IN": 4,
            "NEXT": 5,
            "WORKS_AT": 4,
        }
        assert outline.relationships["WORKS_AT"].endpoints == {("Person", "Company"): 4}
        assert (outline.node_count, outline.relationship_count) == (16, 18)
        person = schema.label_by_name["Person"]
        assert {p.name: p.present for p in person.properties} == {
            "active": 4, "age": 4, "born": 4, "joined": 2, "name": 5, "pay": 3, "score": 4, "tags": 4,
        }  # fmt: skip

    def test_equal_graphs_have_equal_schemas(self, people: Store, make: Make) -> None:
        fingerprint = people.schema().fingerprint
        assert make(write_people).schema().fingerprint == fingerprint

    def test_an_empty_graph_has_an_empty_schema(self, make: Make) -> None:
        store = make(lambda writer: None)
        schema = store.schema()
        counted = (schema.labels, schema.relationships, schema.node_count, schema.relationship_count)
        assert counted == ((), (), 0, 0)
        assert ask(store, "MATCH (n) RETURN count(n)").rows == ((0,),)

    @pytest.mark.parametrize(("owner", "name", "of_relationship", "wanted"), [
        ("Person", "age", False, [30, 31, 32, 33]),
        ("Person", "books", False, [1, 3]),
        ("Town", "name", False, ["Kirkby"]),
        ("KNOWS", "since", True, [2000, 2001]),
        ("KNOWS", "type", True, ["x"]),
        ("KNOWS", "name", True, []),
        ("LIVES_IN", "since", True, []),
        ("Nobody", "name", False, []),
        ("Person", "nothing", False, []),
        ("Person", "id", False, []),
        ("KNOWS", "since", False, []),
    ])  # fmt: skip
    def test_values_are_distinct(
        self, people: Store, owner: str, name: str, of_relationship: bool, wanted: list[Any]
    ) -> None:
        assert sorted(people.values(owner, name, of_relationship=of_relationship)) == wanted

    def test_all_values_of_a_large_label_are_there(self, make: Make) -> None:
        count = self.large
        rows: list[NodeRow] = [(str(i), 0, {"x": i, "half": i // 2}) for i in range(count)]
        store = make(lambda writer: writer.add_nodes(("N",), rows))
        assert sorted(store.values("N", "x")) == list(range(count))
        assert sorted(store.values("N", "half")) == list(range(count // 2))
        (info,) = [p for p in store.schema().labels[0].properties if p.name == "half"]
        assert (info.present, info.distinct, info.distinct_is_exact) == (count, count // 2, True)
