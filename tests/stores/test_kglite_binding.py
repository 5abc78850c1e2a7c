"""What kglite is given: parameters as they are, or built in their place; labels and types as parameters."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from hypothesis import given, strategies as st

from fingerpost.core.cells import Duration, Point
from fingerpost.core.names import quoted
from fingerpost.query_languages.cypher.gate import verify
from fingerpost.stores.kglite.binding import bound, bound_query
from fingerpost.testing.graphs import LABELS

PLACE = Point(12.5, 55.7, None, 4326)
MONTHS = Duration(months=1)
HOSTILE = st.text(st.sampled_from("`$:|{}()[]<-> \\'\"%,.;/*\n=aé汉_0"), min_size=1, max_size=8)


@pytest.mark.parametrize(("cell", "expression", "plain"), [
    (1, "$p", 1),
    ("text", "$p", "text"),
    (None, "$p", None),
    ((1, "a"), "$p", [1, "a"]),
    ({"a": 1}, "$p", {"a": 1}),
    ({"name": 1, "name_": 2}, "$p", {"name_": 1, "name__": 2}),
    (Duration(days=1, seconds=2), "$p", dt.timedelta(days=1, seconds=2)),
    (Duration(days=-1, seconds=-2), "$p", dt.timedelta(days=-1, seconds=-2)),
    (Duration(months=1), "duration($p)", {"months": 1, "days": 0, "seconds": 0, "nanoseconds": 0}),
    (Duration(seconds=90_000), "duration($p)", {"months": 0, "days": 0, "seconds": 90_000, "nanoseconds": 0}),
    (Duration(days=1, seconds=-1), "duration($p)", {"months": 0, "days": 1, "seconds": -1, "nanoseconds": 0}),
    (Duration(nanoseconds=1), "duration($p)", {"months": 0, "days": 0, "seconds": 0, "nanoseconds": 1}),
    (PLACE, "point($p)", {"longitude": 12.5, "latitude": 55.7}),
    (Point(1.0, 2.0), "$p", {"x": 1.0, "y": 2.0, "srid": 7203}),
    ((PLACE, PLACE), "[fp_x0 IN $p | point(fp_x0)]", [{"longitude": 12.5, "latitude": 55.7}] * 2),
    ((1, PLACE), "[$p[0], point($p[1])]", [1, {"longitude": 12.5, "latitude": 55.7}]),
    (((PLACE,),), "[fp_x0 IN $p | [fp_x1 IN fp_x0 | point(fp_x1)]]", [[{"longitude": 12.5, "latitude": 55.7}]]),
    ({"a": PLACE, "b": 1}, "{`a`: point($p.`a`), `b`: $p.`b`}", {"a": {"longitude": 12.5, "latitude": 55.7}, "b": 1}),
])  # fmt: skip
def test_how_a_cell_is_bound(cell, expression, plain):
    assert bound(cell, "$p") == (expression, plain)


def test_a_query_of_plain_names_and_values_is_sent_as_it_was_printed():
    query = verify(
        "MATCH (n:Person)-[r:KNOWS]->() WHERE n.age = $age RETURN n.name", parameters={"age": 30}, dialect="kglite"
    )
    assert bound_query(query.text, query.parameters) == (query.text, {"age": 30})


def test_labels_and_types_in_quotes_become_parameters():
    query = verify(
        "MATCH (n:`a b`:`é`)-[r:`x`|`汉字`]->(m:`a b`) WHERE n:`é` RETURN n.`a b` AS `a b`", dialect="kglite"
    )
    text, parameters = bound_query(query.text, query.parameters)
    assert text == ("MATCH (n:$fp_n0:$fp_n1)-[r:x|$fp_n2]->(m:$fp_n0) WHERE n:$fp_n1 RETURN n.`a b` AS `a b`")
    assert parameters == {"fp_n0": "a b", "fp_n1": "é", "fp_n2": "汉字"}


def test_parameters_of_labels_keep_clear_of_others():
    query = verify("MATCH (n:`a b`) WHERE n.x = $fp_n0 RETURN n", parameters={"fp_n0": 1}, dialect="kglite")
    text, parameters = bound_query(query.text, query.parameters)
    assert text == "MATCH (n:$fp_n0_) WHERE n.x = $fp_n0 RETURN n"
    assert parameters == {"fp_n0": 1, "fp_n0_": "a b"}


@given(HOSTILE, HOSTILE, HOSTILE, HOSTILE)
def test_no_name_is_taken_for_a_parameter_or_a_parameter_for_a_name(label, type_, key, alias):
    """A name in quotes that is no label or type stands as it was; a parameter is replaced wherever it stands."""
    text = (
        f"MATCH (n:{quoted(label)})-[r:{quoted(type_)}|T]->(m) WHERE n.{quoted(key)} = $v AND n:{quoted(label)} "
        f"RETURN [x IN [$v] | x] AS {quoted(alias)}, n {{.{quoted(key)}, a: $v}} AS m"
    )
    query = verify(text, parameters={"v": MONTHS}, dialect="kglite")
    found, parameters = bound_query(query.text, query.parameters)
    names = [name for name, value in parameters.items() if name.startswith("fp_n")]
    back = found.replace("duration($v)", "$v")
    for name in names:
        back = re.sub(rf"([:|])\${name}\b", lambda m, n=name: m[1] + quoted(parameters[n]), back)
    assert back == query.text
    assert found.count("duration($v)") == query.text.count("$v") == 3


@pytest.mark.parametrize("label", [label for label in LABELS if not label.isascii() or not label.isalnum()])
def test_every_label_in_quotes_is_told_from_what_stands_around_it(label):
    query = verify(
        f"MATCH (n:{quoted(label)} {{a: $a}}) RETURN n.{quoted(label)} AS x", parameters={"a": 1}, dialect="kglite"
    )
    text, parameters = bound_query(query.text, query.parameters)
    assert parameters == {"a": 1, "fp_n0": label}
    assert text == f"MATCH (n:$fp_n0 {{a: $a}}) RETURN n.{quoted(label)} AS x"
