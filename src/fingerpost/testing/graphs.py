"""The graphs that the kit writes: every kind of cell, hostile names, several labels."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Collection, Mapping
from zoneinfo import ZoneInfo

from fingerpost.core.cells import Cell, Duration, Point
from fingerpost.stores import GraphWriter, NodeRow, Origin, RelationshipRow

EAST = dt.timezone(dt.timedelta(hours=5, minutes=30))

CELLS: dict[str, Cell] = {
    "text": "plain",
    "empty_text": "",
    "hostile_text": 'it\'s "so" \\ `x` $p {a} // \u2028 \x00 \n; MATCH (n) DETACH DELETE n',
    "text_of_all_scripts": "汉字 🦜 é e\u0301 Ωμέγα",
    "long_text": "x" * 100_000,
    "zero": 0,
    "largest_integer": 2**63 - 1,
    "smallest_integer": -(2**63),
    "float": 0.1,
    "whole_float": 3.0,
    "negative_zero": -0.0,
    "largest_float": 1.7976931348623157e308,
    "smallest_float": 5e-324,
    "infinity": math.inf,
    "true": True,
    "false": False,
    "date": dt.date(2017, 8, 11),
    "first_date": dt.date(1, 1, 1),
    "last_date": dt.date(9999, 12, 31),
    "local_datetime": dt.datetime(2017, 8, 11, 9, 27, 1, 123456),  # noqa: DTZ001
    "datetime": dt.datetime(2017, 8, 11, 9, 27, tzinfo=dt.UTC),
    "datetime_in_the_east": dt.datetime(2017, 8, 11, 9, 27, tzinfo=EAST),
    "datetime_in_a_named_zone": dt.datetime(2017, 8, 11, 9, 27, tzinfo=ZoneInfo("Europe/Berlin")),
    "local_time": dt.time(9, 27, 1, 5),
    "time": dt.time(9, 27, tzinfo=EAST),
    "short_duration": Duration(seconds=3_600),
    "duration_of_months": Duration(14, 3, 4, 5),
    "negative_duration": Duration(0, -3, -1, 0),
    "duration_of_nanoseconds": Duration(nanoseconds=1),
    "mixed_duration": Duration(-1, 2, -3, 999_999_999),
    "no_duration": Duration(),
    "point": Point(1.5, -2.5),
    "point_in_space": Point(1.0, 2.0, 3.0, 9157),
    "place": Point(12.5, 55.7, None, 4326),
    "place_with_height": Point(12.5, 55.7, 10.0, 4979),
    "texts": ("a", "", "汉"),
    "integers": (1, -2),
    "floats": (1.0, 0.5),
    "empty_list": (),
    "dates": (dt.date(2017, 8, 11), dt.date(1, 1, 1)),
    "durations": (Duration(1), Duration(days=2)),
    "points": (Point(1.0, 2.0), Point(3.0, 4.0)),
    "places": (Point(1.0, 2.0, None, 4326), Point(3.0, 4.0, None, 4326)),
    "lists": ((1, 2), ()),
}
"""One of each kind of cell that a property can hold, and the edges of its range."""

PROPERTIES = (
    "name", "name_", "type", "type_", "id", "id_", "title", "label", "labels", "fp_at", "start", "end", "properties",
    "a b", " ", "a.b", "back`tick", "``", "`", "$p", "$fp_n0", "x:`y`", ":", "*", "汉字", "match", "null", "true",
    "WHERE", "DELETE", "quote'", 'double"', "semi;colon", "// note", "/* note */", "}", "line\nbreak", "0", "row", "é",
)  # fmt: skip
"""Names of properties that an engine, or our printing, could take for something else."""

LABELS = (
    "Straße", "汉字", "Order", "MATCH", "a b", "a:b", "a|b", "a&b", "!a", "%", "back`tick", "`", "``", "$p", "$fp_n0",
    ":`A`", "Node", "id", "0", "quote'", "// note", "}) DETACH DELETE n //",
)  # fmt: skip
"""Names of labels and relationship types of the same kind."""


def hostile_properties() -> dict[str, Cell]:
    """A value under each hostile name."""
    return {name: f"value of {name}" for name in PROPERTIES}


def held(unheld: Collection[str] = ()) -> dict[str, Cell]:
    """The cells that a store can hold."""
    return {kind: value for kind, value in CELLS.items() if kind not in unheld}


def write_cells(writer: GraphWriter, unheld: Collection[str] = ()) -> None:
    """Nodes a and b of label Thing and a relationship JOINS between them: a and JOINS have every cell, b has none."""
    cells = held(unheld)
    writer.add_nodes(("Thing",), [("a", Origin.pack(0, 1), cells), ("b", Origin.pack(0, 2), {"empty": None})])
    writer.add_relationships("Thing", "JOINS", "Thing", [("a", "b", Origin.pack(0, 3), cells)])


def write_names(writer: GraphWriter) -> None:
    """A node for each hostile label, joined to the next by its type; the first of them has the hostile properties."""
    for number, label in enumerate(LABELS):
        properties: Mapping[str, Cell] = {"number": number} | (hostile_properties() if number == 0 else {})
        writer.add_nodes((label,), [(f"n{number}", 0, properties)])
    for number, (label, following) in enumerate(zip(LABELS, (*LABELS[1:], LABELS[0]), strict=True)):
        ends = (f"n{number}", f"n{(number + 1) % len(LABELS)}")
        own = {"number": number} | (hostile_properties() if number == 0 else {})
        writer.add_relationships(label, label, following, [(*ends, 0, own)])


def write_people(writer: GraphWriter) -> None:
    """Six people and a town; who knows whom, and who lives there.

    Relationships stand in file 1, p5 at the last place that an origin can tell.
    """
    _write_people(writer, ("Person",), ("Person",))


def write_authors(writer: GraphWriter) -> None:
    """The same people, two of them authors too, one of these a guest as well."""
    _write_people(writer, ("Person", "Author"), ("Author", "Person", "Guest"))


def _write_people(writer: GraphWriter, fourth: tuple[str, ...], fifth: tuple[str, ...]) -> None:
    plain: list[NodeRow] = [(f"p{i}", Origin.pack(0, i + 1), {"name": f"P{i}", "age": 30 + i}) for i in range(4)]
    writer.add_nodes(("Person",), plain)
    writer.add_nodes(fourth, [("p4", Origin.pack(0, 5), {"name": "P4", "age": 30, "books": 3})])
    last = Origin.pack(2**20, 2**40 - 1)
    writer.add_nodes(fifth, [("p5", last, {"name": "P5", "books": 1})])
    writer.add_nodes(("Town",), [("t", 0, {"name": "Kirkby"})])
    knows = [("p0", "p1", 0), ("p1", "p2", 1), ("p2", "p0", 2), ("p0", "p4", 3), ("p0", "p0", 4)]
    joined: list[RelationshipRow] = [
        (a, b, Origin.pack(1, line), {"since": 2000 + line % 2, "type": "x"}) for a, b, line in knows
    ]
    writer.add_relationships("Person", "KNOWS", "Person", joined)
    writer.add_relationships(fifth[0], "KNOWS", "Person", [("p5", "p0", Origin.pack(1, 9), {})])
    writer.add_relationships("Person", "LIVES_IN", "Town", [("p0", "t", Origin.pack(1, 10), {})])
