"""A small town: the graph that plans and their meaning are asked about. Every element has one label or type.

Ann, Bob and Cid know each other in a circle, Ann knows Bob twice, Dee knows herself, and nobody knows eve.
Of Dee little is known; eve's name is not written with a capital. Stops lie on a line with two ways in its middle.
"""

from __future__ import annotations

import datetime as dt

from fingerpost.core.cells import Cell
from fingerpost.stores import GraphWriter, NodeRow, RelationshipRow

PEOPLE: dict[str, dict[str, Cell]] = {
    "ann": {
        "name": "Ann", "age": 30, "score": 1.5, "born": dt.date(1990, 3, 1), "active": True, "tags": ("x", "y"),
        "joined": "6/08/2017", "pay": "1,000",
    },
    "bob": {
        "name": "Bob", "age": 25, "score": 2.5, "born": dt.date(1995, 7, 15), "active": False, "tags": (),
        "joined": "12/1/2017", "pay": "250",
    },
    "cid": {"name": "Cid", "age": 30, "born": dt.date(1990, 12, 31), "active": True, "tags": ("y",), "pay": "unknown"},
    "dee": {"name": "Dee", "score": 4.0},
    "eve": {"name": "eve", "age": 41, "score": -1.0, "born": dt.date(1979, 2, 28), "active": False, "tags": ("x",)},
}  # fmt: skip
CITIES: dict[str, dict[str, Cell]] = {
    "kirkby": {"name": "Kirkby", "area": 10.0},
    "leeds": {"name": "Leeds", "area": 551.5},
    "oslo": {"name": "Oslo", "area": 480.0},
}
COMPANIES: dict[str, dict[str, Cell]] = {"mill": {"name": "Mill", "founded": 1901}, "noon": {"name": "Noon"}}
STOPS: dict[str, dict[str, Cell]] = {f"s{number}": {"name": f"S{number}"} for number in range(6)}

LIVES_IN = (("ann", "kirkby", 2010), ("bob", "kirkby", 2015), ("cid", "leeds", 2010), ("eve", "leeds", None))
WORKS_AT = (("ann", "mill", "smith"), ("bob", "mill", "clerk"), ("cid", "noon", "clerk"), ("ann", "noon", "owner"))
KNOWS = (
    ("ann", "bob", 0.5),
    ("ann", "bob", 0.75),
    ("bob", "cid", 1.0),
    ("cid", "ann", 2.0),
    ("dee", "dee", 3.0),
)
NEXT = (("s0", "s1", 1), ("s1", "s3", 2), ("s0", "s2", 3), ("s2", "s3", 4), ("s3", "s4", 5))


def write_town(writer: GraphWriter) -> None:
    """Write the town: 16 nodes of 4 labels, 18 relationships of 4 types."""
    for label, nodes in (("Person", PEOPLE), ("City", CITIES), ("Company", COMPANIES), ("Stop", STOPS)):
        rows: list[NodeRow] = [(name, 0, properties) for name, properties in nodes.items()]
        writer.add_nodes((label,), rows)
    for start, type_, end, name, joined in (
        ("Person", "LIVES_IN", "City", "since", LIVES_IN),
        ("Person", "WORKS_AT", "Company", "role", WORKS_AT),
        ("Person", "KNOWS", "Person", "weight", KNOWS),
        ("Stop", "NEXT", "Stop", "minutes", NEXT),
    ):
        ends: list[RelationshipRow] = [(a, b, 0, {name: value}) for a, b, value in joined]
        writer.add_relationships(start, type_, end, ends)
