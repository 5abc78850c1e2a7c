"""What kglite alone would compute otherwise: the values are Cypher's, or the query is refused.

The values are those of Neo4j 5; `test_differential_values` compares both stores.
"""

from __future__ import annotations

import datetime as dt
import math
from contextlib import closing

import pytest

from fingerpost.core.errors import StoreError, UnsupportedConstruct
from fingerpost.query_languages.cypher.dialects import KGLITE
from fingerpost.query_languages.cypher.gate import verify
from fingerpost.query_languages.cypher.semantics import kinds
from fingerpost.query_languages.cypher.semantics.functions import SIGNATURES
from fingerpost.stores.kglite.store import KgliteStore

NAN, INFINITY = math.nan, math.inf
VALUES = {
    "1 / 0.0": INFINITY,
    "-7 / 0.0": -INFINITY,
    "0 / 0.0": NAN,
    "2.5 / 0": INFINITY,
    "2.5 % 0": NAN,
    "1 / null": None,
    "5 / 2": 2,
    "7 / 2.0": 3.5,
    "sqrt(-1)": NAN,
    "sqrt(4)": 2.0,
    "sqrt(null)": None,
    "log(0)": -INFINITY,
    "log10(-1)": NAN,
    "round(-2.5)": -2.0,
    "round(-0.5)": 0.0,
    "round(2.5)": 3.0,
    "round(-2.6)": -3.0,
    "round(-2.5, 0)": -2.0,
    "round(-1.55, 1)": -1.6,
    "round(null)": None,
    "[1, 2] + null": None,
    "null + [1]": None,
    "[1] + [2]": (1, 2),
    "[1] || [2]": (1, 2),
    "'a' || 'b'": "ab",
    "'a' || null": None,
    "+3": 3,
    "duration('P1D') * 2 = duration('P2D')": True,
    "isEmpty('')": True,
    "isEmpty([1])": False,
    "isEmpty({})": True,
    "isEmpty(null)": None,
    "isNaN(0.0 / 0.0)": True,
    "isNaN(1)": False,
    "isNaN(null)": None,
    "nullIf(1, 1.0)": None,
    "nullIf('a', 'b')": "a",
    "nullIf(1, null)": 1,
    "e()": math.e,
    "toIntegerOrNull('1.5')": 1,
    "toIntegerOrNull([1])": None,
    "toFloatOrNull('x')": None,
    "toBooleanOrNull(1)": True,
    "toBooleanOrNull([1])": None,
    "toStringOrNull(1)": "1",
    "toStringOrNull([1])": None,
    "btrim(' a ')": "a",
    "datetime.fromEpoch(86401, 5000)": dt.datetime(1970, 1, 2, 0, 0, 1, 5, dt.UTC),
    "datetime.fromEpochMillis(-1500)": dt.datetime(1969, 12, 31, 23, 59, 58, 500000, dt.UTC),
    "datetime.fromEpochMillis(null)": None,
    "date.statement() = date()": True,
}
ROWS = {
    "UNWIND [[1.0, 0.0], [3.0, 2.0], [0.0, 0.0], [1.0, null]] AS p RETURN p[0] / p[1] AS x": (INFINITY, 1.5, NAN, None),
    "UNWIND [-2.5, -1.4, 1.5] AS x RETURN round(x) AS y": (-2.0, -1.0, 2.0),
    "UNWIND [-3.0, -2.0] AS x RETURN round(avg(x)) AS y": (-2.0,),
    "UNWIND [1, 1, null] AS x RETURN stDev(DISTINCT x) AS y": (0.0,),
    "UNWIND [1, 2] AS x RETURN stDev(x) AS y": (math.sqrt(0.5),),
    "UNWIND [] AS x RETURN stDev(x) AS y": (None,),
    "UNWIND [1, 2, 3, 4] AS x RETURN stDevP(x) AS y": (math.sqrt(1.25),),
    "UNWIND [3, 3] AS x RETURN 1 + stDevP(DISTINCT x) AS y": (1.0,),
    "UNWIND [] AS x RETURN stDevP(x) AS y": (None,),
    "UNWIND [4, 1, 3, 2] AS x RETURN percentileDisc(x, 0.5) AS y": (2,),
    "UNWIND [4.5, 1.5] AS x RETURN percentileDisc(x, 0.9) AS y": (4.5,),
    "UNWIND [[1], null] AS l RETURN [0] + l AS y": ((0, 1), None),
    "UNWIND [1.5, 2.5] AS x RETURN sum(x) / (count(x) - 2.0) AS y": (INFINITY,),
    "UNWIND [0.0, 2.0] AS x RETURN 1 / x AS y ORDER BY 1 / x": (0.5, INFINITY),
}
REFUSED = [
    "date('2024-01-01') = '2024-01-01'",
    "date('2024-01-01') < '2024-02-01'",
    "date('2024-01-01') IN ['2024-01-01']",
    "datetime('2024-01-01T00:00:00Z') = date('2024-01-01')",
    "datetime('2024-01-01T00:00:00Z') < localdatetime('2024-01-02T00:00:00')",
    "duration('P1D') / 2",
    "duration('P1D') * 1.5",
    "date('2024-01-31') + duration('PT25H')",
    "date('2024-01-31') - duration({hours: 25})",
    "round(2.45, 1, 'DOWN')",
    "round(45, -1)",
    "split('a,b', [',', ';'])",
    "{a: 1} < {a: 2}",
    "duration('P1D') < duration('P2D')",
    "sum(duration('P1D'))",
    "normalize('a')",
    "btrim('xax', 'x')",
    "valueType(1)",
    "duration.between(date(), date())",
    "nullIf(rand(), 1)",
    "datetime.realtime('Europe/Berlin')",
]


@pytest.fixture(scope="module")
def store():
    with closing(KgliteStore.writer()) as writer:
        writer.add_nodes(("A",), [("a", 1, {"x": 1})])
        writer.add_relationships("A", "R", "A", [("a", "a", 2, {})])
        with closing(writer.reading()) as reading:
            yield reading


def column(store, text):
    return [row[0] for row in store.run(verify(text, dialect="kglite")).rows]


def same(found, wanted):
    if isinstance(wanted, float):
        return isinstance(found, float) and (found == pytest.approx(wanted, nan_ok=True))
    return found == wanted and type(found) is type(wanted)


@pytest.mark.parametrize("expression", VALUES)
def test_a_value_is_that_of_cypher(store, expression):
    (found,) = column(store, f"RETURN {expression} AS x")
    assert same(found, VALUES[expression]), found


@pytest.mark.parametrize("text", ROWS)
def test_rows_are_those_of_cypher(store, text):
    found = column(store, text)
    assert len(found) == len(ROWS[text])
    assert all(map(same, found, ROWS[text])), found


@pytest.mark.parametrize("expression", REFUSED)
def test_what_it_cannot_compute_is_refused(expression):
    with pytest.raises(UnsupportedConstruct, match="kglite"):
        verify(f"RETURN {expression} AS x", dialect="kglite")


def test_what_is_given_is_told_by_its_value():
    with pytest.raises(UnsupportedConstruct, match="a date compared with a string"):
        verify("RETURN $a = $b AS x", dialect="kglite", parameters={"a": dt.date(2024, 1, 1), "b": "2024-01-01"})


_SAMPLES = {
    kinds.INTEGER: "1",
    kinds.STRING: "'1'",
    kinds.LIST: "[1]",
    kinds.MAP: "{year: 2024}",
    kinds.NODE: "n",
    kinds.RELATIONSHIP: "r",
    kinds.PATH: "p",
    kinds.DATE: "date()",
    kinds.DURATION: "duration('P1D')",
    kinds.POINT: "point({latitude: 1, longitude: 2})",
}


def sample(takes):
    """A value that an argument may have."""
    return "1" if takes is None else next((text for kind, text in _SAMPLES.items() if kind in takes), "1")


@pytest.mark.parametrize("name", sorted(KGLITE.functions))
def test_every_function_that_is_let_through_is_there(store, name):
    signature = SIGNATURES[name.lower()]
    arguments = [sample(signature.takes[i] if i < len(signature.takes) else None) for i in range(signature.least)]
    query = verify(f"MATCH p = (n)-[r]->(m) RETURN {name}({', '.join(arguments)}) AS x", dialect="kglite")
    assert "Unknown function" not in failure(store, query)


def failure(store, query):
    try:
        store.run(query)
    except StoreError as error:
        return error.message
    return ""
