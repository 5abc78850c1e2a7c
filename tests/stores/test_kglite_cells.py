"""What kglite answers is read as cells: structures by the order of their keys, maps of a query's own as maps."""

from __future__ import annotations

import pytest

from fingerpost.core.cells import Duration, Node, Path, Point, Relationship
from fingerpost.stores.kglite.cells import Decoder

TOWN = {"id": 7, "labels": ["Town"], "properties": {"fp_at": 5, "id": "t", "name_": "Kirkby", "title": None}}
LIVES = {"id": 3, "start": 1, "end": 7, "type": "LIVES_IN", "properties": {"fp_at": 6, "since": 2001}}


def decode(value, known=None):
    asked = []

    def resolve(numbers):
        asked.append(numbers)
        return known or {}

    ((cell,),) = Decoder(resolve).rows([[value]])
    return cell, asked


@pytest.mark.parametrize(("value", "cell"), [
    ({"months": 1, "days": 2, "seconds": 3}, Duration(1, 2, 3)),
    ({"months": 1, "days": 2, "seconds": 3, "nanoseconds": 4}, Duration(1, 2, 3, 4)),
    ({"days": 2, "months": 1, "seconds": 3}, {"days": 2, "months": 1, "seconds": 3}),
    ({"latitude": 55.7, "longitude": 12.5}, Point(12.5, 55.7, None, 4326)),
    ({"latitude": 55, "longitude": 12}, {"latitude": 55, "longitude": 12}),
    ({"height": 1.0, "latitude": 55.7, "longitude": 12.5, "srid": 4979}, Point(12.5, 55.7, 1.0, 4979)),
    ({"srid": 7203, "x": 1.0, "y": 2.0}, Point(1.0, 2.0)),
    ({"srid": 9157, "x": 1.0, "y": 2.0, "z": 3.0}, Point(1.0, 2.0, 3.0, 9157)),
    ({"srid": True, "x": 1.0, "y": 2.0}, {"srid": True, "x": 1.0, "y": 2.0}),
    ({"srid": 7203, "x": "1", "y": 2.0}, {"srid": 7203, "x": "1", "y": 2.0}),
    ({"x": 1.0, "y": 2.0}, {"x": 1.0, "y": 2.0}),
    ([[1], []], ((1,), ())),
    ({"nodes": [1], "relationships": []}, {"nodes": (1,), "relationships": ()}),
    ({"nodes": None, "relationships": 1}, {"nodes": None, "relationships": 1}),
    ({"id_": 1, "name_": 2, "type__": 3}, {"id": 1, "name": 2, "type_": 3}),
])  # fmt: skip
def test_what_a_map_stands_for(value, cell):
    found, _ = decode(value)
    assert repr(found) == repr(cell)


def test_a_node_is_called_by_its_own_id_and_has_its_own_properties_only():
    node, _ = decode(TOWN)
    assert node == Node("t", ("Town",))
    assert node.properties == {"name": "Kirkby"}


def test_the_ends_of_a_relationship_are_called_by_their_ids():
    relationship, asked = decode(LIVES, {1: "p", 7: "t"})
    assert relationship == Relationship("3", "LIVES_IN", "p", "t")
    assert relationship.properties == {"since": 2001}
    assert asked == [{1, 7}]


def test_ends_that_are_in_the_result_are_not_asked_for():
    _, asked = decode([{"in": [LIVES]}, TOWN], {1: "p"})
    assert asked == [{1}]
    _, asked = decode([TOWN])
    assert asked == []


def test_an_end_that_nobody_knows_is_told_by_its_number():
    relationship, _ = decode(LIVES)
    assert (relationship.start, relationship.end) == ("#1", "#7")


def test_a_path_is_its_nodes_and_relationships():
    other = {**TOWN, "id": 1, "properties": {"id": "p"}}
    path, asked = decode({"nodes": [other, TOWN], "relationships": [LIVES]})
    assert path == Path((Node("p", ("Town",)), Node("t", ("Town",))), (Relationship("3", "LIVES_IN", "p", "t"),))
    assert asked == []
