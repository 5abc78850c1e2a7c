"""Values: what is written is read back exactly, found by its value, and answered as a parameter."""

from __future__ import annotations

import datetime as dt
import math

import pytest

from fingerpost.core.cells import Cell, Duration, Node, Path, Point, Relationship, freeze
from fingerpost.core.errors import FingerpostError, StoreError
from fingerpost.core.names import quoted
from fingerpost.core.schema import ValueType
from fingerpost.stores import Capabilities, GraphWriter, NodeRow, RelationshipRow, Store
from fingerpost.testing.asking import ask, needs, same
from fingerpost.testing.base import Conformance, Make
from fingerpost.testing.graphs import CELLS, held

_PATTERNS = ("(e:Thing)", "()-[e:JOINS]->()")
_OWNERS = (("Thing", False), ("JOINS", True))
_NUMBERED = pytest.mark.parametrize(("number", "kind"), list(enumerate(CELLS)), ids=list(CELLS))
_TYPES = {
    "text": "string", "zero": "integer", "float": "float", "true": "boolean", "date": "date",
    "local_time": "local_time", "time": "time", "local_datetime": "local_datetime", "datetime": "datetime",
    "short_duration": "duration", "duration_of_months": "duration", "point": "point", "place": "point",
    "texts": "list", "empty_list": "list",
}  # fmt: skip


class Values(Conformance):
    """Every kind of value in every place."""

    def _skip_unheld(self, kind: str) -> None:
        if kind in self.unheld:
            pytest.skip(f"any_values: no property holds {kind}: {self.unheld[kind]}")

    @_NUMBERED
    def test_a_property_is_read_back_as_it_was_written(self, cells: Store, number: int, kind: str) -> None:
        self._skip_unheld(kind)
        for pattern in self.share(_PATTERNS, 2, number):
            (row,) = ask(cells, f"MATCH {pattern} WHERE e.{quoted(kind)} IS NOT NULL RETURN e.{quoted(kind)}").rows
            assert same(row, (CELLS[kind],)), pattern

    @_NUMBERED
    def test_a_property_is_found_by_its_value(self, cells: Store, number: int, kind: str) -> None:
        self._skip_unheld(kind)
        if kind in self.ungiven:
            pytest.skip(f"any_values: no parameter is {kind}: {self.ungiven[kind]}")
        for pattern in self.share(_PATTERNS, 2, number):
            found = ask(cells, f"MATCH {pattern} WHERE e.{quoted(kind)} = $value RETURN count(*)", value=CELLS[kind])
            assert found.rows == ((1,),), pattern

    @_NUMBERED
    def test_values_are_those_that_were_written(self, cells: Store, number: int, kind: str) -> None:
        self._skip_unheld(kind)
        for owner, of_relationship in self.share(_OWNERS, 2, number):
            found = list(cells.values(owner, kind, of_relationship=of_relationship))
            assert same(found, [CELLS[kind]]), owner

    @pytest.mark.parametrize("kind", CELLS)
    def test_a_parameter_is_answered_as_it_was_given(self, cells: Store, kind: str) -> None:
        value = CELLS[kind]
        if kind in self.ungiven:
            with pytest.raises(FingerpostError):
                ask(cells, "RETURN $value", value=value)
            return
        assert same(ask(cells, "RETURN $value", value=value).rows, ((value,),))
        assert same(ask(cells, "UNWIND $values AS v RETURN v", values=[value, value]).rows, ((value,), (value,)))
        assert same(ask(cells, "RETURN $map", map={"in": value}).rows, (({"in": value},),))

    def test_what_a_property_cannot_hold_is_refused_when_it_is_written(
        self, make: Make, capabilities: Capabilities
    ) -> None:
        assert not (self.unheld and capabilities.any_values), "any_values: a store with it holds every kind"
        for kind in self.unheld:
            rows: list[NodeRow] = [("n", 0, {"x": CELLS[kind]})]
            with pytest.raises(StoreError) as refusal:
                make(lambda writer, rows=rows: writer.add_nodes(("N",), rows))  # type: ignore[misc]
            assert refusal.value.code == "store.write", kind

    def test_a_number_that_is_none_stays_one(self, make: Make) -> None:
        store = make(lambda writer: writer.add_nodes(("N",), [("n", 0, {"x": math.nan})]))
        ((value,),) = ask(store, "MATCH (n:N) RETURN n.x").rows
        assert math.isnan(value)
        assert [math.isnan(value) for value in store.values("N", "x")] == [True]

    def test_an_element_has_its_properties_and_no_others(self, cells: Store) -> None:
        wanted = dict(sorted(held(self.unheld).items()))
        ((thing, joins, other),) = ask(cells, "MATCH (a)-[r]->(b) RETURN a, r, b").rows
        assert (thing.element_id, thing.labels) == ("a", ("Thing",))
        assert same(dict(sorted(thing.properties.items())), wanted)
        assert (joins.type, joins.start, joins.end) == ("JOINS", "a", "b")
        assert same(dict(sorted(joins.properties.items())), wanted)
        assert other == Node("b", ("Thing",))
        assert other.properties == {}, "a null is not stored"

    def test_a_null_is_answered_as_one(self, cells: Store) -> None:
        found = ask(cells, "OPTIONAL MATCH (n:Thing) WHERE n.zero = 7 RETURN n, n.zero, null")
        assert found.rows == ((None, None, None),)

    def test_a_null_is_a_parameter(self, cells: Store) -> None:
        assert ask(cells, "RETURN $value, $value IS NULL", value=None).rows == ((None, True),)
        assert ask(cells, "UNWIND $values AS v RETURN v", values=[1, None]).rows == ((1,), (None,))

    def test_the_schema_knows_every_type_of_value(self, cells: Store) -> None:
        wanted = held(self.unheld)
        types = {p.name: p.type for p in cells.schema().label_by_name["Thing"].properties}
        assert set(types) == set(wanted), "what nothing has is no property"
        for kind, type_ in _TYPES.items():
            if kind in wanted:
                assert types[kind] == ValueType(type_), kind

    @pytest.mark.parametrize("value", [
        {"months": 1, "days": 2, "seconds": 3, "note": "not a duration"},
        {"x": 1.0, "y": 2.0},
        {"id": "1", "labels": ["A"], "properties": {"a": 1}},
        {"start": "a", "end": "b", "type": "T", "id": "1", "properties": {}},
        {"nodes": [1], "relationships": []},
        {"name": "x", "type": "y", "id": "z", "name_": "w"},
    ])  # fmt: skip
    def test_a_map_that_looks_like_something_else_stays_a_map(self, cells: Store, value: Cell) -> None:
        ((found,),) = ask(cells, "RETURN $value", value=value).rows
        assert not isinstance(found, (Duration, Point, Node, Relationship, Path))
        assert freeze(found) == freeze(value)

    def test_values_tell_types_apart(self, make: Make, capabilities: Capabilities) -> None:
        needs(capabilities, "any_values", "one property holds numbers, texts and dates")
        values = [1, "1", 1, "1", dt.date(2017, 8, 11), "2017-08-11"]
        rows: list[NodeRow] = [(str(i), 0, {"x": value}) for i, value in enumerate(values)]
        store = make(lambda writer: writer.add_nodes(("N",), rows))
        assert sorted(map(repr, store.values("N", "x"))) == ["'1'", "'2017-08-11'", "1", "datetime.date(2017, 8, 11)"]

    def test_a_property_that_some_elements_lack_is_null_there(self, make: Make) -> None:
        def write(writer: GraphWriter) -> None:
            nodes: list[NodeRow] = [("a", 0, {"x": 1}), ("b", 0, {"y": 2.5}), ("c", 0, {})]
            writer.add_nodes(("N",), nodes)
            joined: list[RelationshipRow] = [("a", "b", 0, {"z": "one"}), ("b", "c", 0, {})]
            writer.add_relationships("N", "T", "N", joined)

        store = make(write)
        nodes = "MATCH (n:N) RETURN n.x, n.y ORDER BY n.x, n.y"
        assert ask(store, nodes).rows == ((1, None), (None, 2.5), (None, None))
        assert ask(store, "MATCH ()-[r:T]->() RETURN r.z ORDER BY r.z").rows == (("one",), (None,))
