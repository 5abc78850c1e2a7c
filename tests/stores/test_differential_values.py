"""Expressions over values of every kind, on kglite and on Neo4j: the same value, a refusal, or an error on both.

Where kglite is known to differ stands in `KNOWN`, with what it does; each of these must still be found.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import closing

import pytest
from scale import some

from fingerpost.core.errors import FingerpostError, QueryRejected, UnsupportedConstruct
from fingerpost.query_languages.cypher.gate import verify
from fingerpost.stores.bolt.store import BoltStore
from fingerpost.stores.kglite.store import KgliteStore

pytestmark = pytest.mark.xdist_group("neo4j")

VALUES = (
    "1 0 -7 2.5 0.0 -2.5 1.0 'a' '1' '2024-01-01' true null [1,2] [] [null] {a:1} 9223372036854775807 "
    "date('2024-01-01') datetime('2024-01-01T10:00:00Z') localdatetime('2024-01-01T10:00:00') "
    "time('10:00:00Z') duration('P1D')"
).split()
OPERATORS = ("+", "-", "*", "/", "%", "^", "=", "<>", "<", ">=", "IN", "||")
NUMBERS = ("1", "0", "-7", "2.5", "-2.5", "0.5", "-0.5", "2.45", "-1.55", "null", "9223372036854775807", "-0.0")
OF_NUMBERS = (
    "abs ceil floor round sign sqrt exp log log10 cos atan degrees radians toInteger toFloat toString isNaN"
).split()
TEXTS = ("'a'", "''", "' x '", "'1.5'", "'-7'", "'1e3'", "'TRUE'", "'Ünï'", "null", "'2024-01-01'", "'ß'")
OF_TEXTS = (
    "toLower toUpper trim ltrim rtrim size reverse toInteger toFloat toBoolean toString isEmpty char_length"
).split()
LISTS = ("[1,2]", "[]", "[null,1]", "null", "['a','b']")
OF_LISTS = ("head", "last", "tail", "size", "reverse", "isEmpty")
MOMENTS = (
    "date('2024-02-29')",
    "datetime('2024-01-01T10:20:30.123456+02:00')",
    "localdatetime('2024-01-01T10:20:30')",
    "time('10:20:30Z')",
    "localtime('10:20:30')",
    "duration('P1Y2M3DT4H5M6S')",
)
PARTS = (
    "year quarter month week weekYear day dayOfWeek ordinalDay hour minute second millisecond microsecond nanosecond "
    "timezone offset epochSeconds epochMillis years months days hours minutes seconds monthsOfYear"
).split()
OF_MOMENTS = ("date", "localtime", "toString")
GROUPS = ("[]", "[null]", "[1,2,3]", "[1,2.5]", "[1,1,null]", "['b','a']", "[3]", "[[1],[0]]", "[true,false]")
AGGREGATES = ("count", "collect", "min", "max", "sum", "avg", "stDev", "stDevP")
OTHERS = [
    "round(2.45, 1)", "round(-2.5, 0)", "[1,2,3][-1]", "[1,2,3][5]", "'abc' =~ '(?i)AB.'",
    "reduce(a = 0, x IN [1, null] | a + x)",
    "single(x IN [1, null] WHERE x = 1)", "none(x IN [null] WHERE x = 1)", "date('2024-W05-2')", "date('2024-060')",
    "date('2024-01-31') + duration('P1M')", "date('2024-01-31') + duration('PT25H')", "date({year: 2024, week: 1})",
    "duration.inDays(date('2024-01-01'), date('2024-03-05'))", "date(datetime('2024-01-01T23:00:00+02:00'))",
    "substring('hello', 1, 2)", "split('a,b,,c', ',')", "replace('aba', 'a', '')", "range(3, 0, -1)",
    "keys({b: 1, a: 2})",
    "nullIf(1, 1.0)", "nullIf(1, 2)", "coalesce(null, 1)", "toInteger(1.9)", "-5 % 3", "2 ^ 3", "1 / 0", "+3",
]  # fmt: skip
KNOWN = {
    "datetime('2024-01-01T00:00:00Z') = datetime('2024-01-01T02:00:00+02:00')": "one moment in two zones is equal",
    "toString(1e10)": "numbers are written without an exponent",
    "toString(1.5e-7)": "numbers are written without an exponent",
    "toString(datetime('2024-01-01T00:00:00+02:00'))": "seconds that are 0 are left out",
    "datetime(date('2024-01-01'))": "a date is a datetime at midnight",
    "localdatetime(date('2024-01-01'))": "a date is a datetime at midnight",
    "point.distance(point({longitude: 1, latitude: 2}), point({longitude: 2, latitude: 1}))": "another radius",
    "toInteger('9223372036854775808')": "what is too large is null",
}
"""What kglite computes otherwise and is left: seldom met, or close."""


def expressions() -> Iterator[str]:
    for operator in OPERATORS:
        yield from (f"{one} {operator} {other}" for one in VALUES for other in VALUES)
    for functions, values in ((OF_NUMBERS, NUMBERS), (OF_TEXTS, TEXTS), (OF_LISTS, LISTS), (OF_MOMENTS, MOMENTS)):
        yield from (f"{function}({value})" for function in functions for value in values)
    yield from (f"({moment}).{part}" for moment in MOMENTS for part in PARTS)


def queries() -> list[str]:
    single = [f"RETURN {expression} AS x" for expression in expressions()]
    groups = [f"UNWIND {group} AS x RETURN {name}({distinct}x) AS y"
              for group in GROUPS for name in AGGREGATES for distinct in ("", "DISTINCT ")]  # fmt: skip
    return [*some([*single, *groups], 40), *(f"RETURN {expression} AS x" for expression in OTHERS)]


@pytest.fixture(scope="module")
def stores(neo4j_servers):
    server = neo4j_servers("shared")
    with (
        closing(KgliteStore.writer()) as writer,
        closing(writer.reading()) as embedded,
        closing(BoltStore.open(server.url)) as remote,
    ):
        yield embedded, remote


def outcome(store, text):
    """What a query gives, or how it fails."""
    try:
        query = verify(text, dialect=store.dialect)
    except (QueryRejected, UnsupportedConstruct):
        return "refused"
    try:
        return plain(store.run(query).rows)
    except FingerpostError:
        return "fails"


def plain(value):
    """A value such that == compares it with its type; numbers to 12 places, as sums depend on the order of rows."""
    if isinstance(value, float):
        return "no number" if math.isnan(value) else float(f"{value:.12g}")
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return (type(value).__name__, value) if not isinstance(value, int) or isinstance(value, bool) else value


def test_values_are_equal_or_refused(stores):
    embedded, remote = stores
    wrong = []
    for text in queries():
        found = outcome(embedded, text)
        if found == "refused":
            continue
        wanted = outcome(remote, text)
        if found != wanted and not (found == "fails" or text.endswith("null / 0 AS x")):
            wrong.append(f"{text}: {found}, on Neo4j {wanted}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("expression", KNOWN)
def test_what_differs_is_known(stores, expression):
    """Where this fails, the store has been mended: the case belongs above."""
    one, other = (outcome(store, f"RETURN {expression} AS x") for store in stores)
    assert one != other


def test_neo4j_counts_only_relationships_that_have_the_property(neo4j_server):
    with neo4j_server.driver() as driver:
        driver.execute_query("CREATE (a:P)-[:R {w: 1}]->(b:P), (b)-[:R]->(a)")
        shortcut = driver.execute_query("MATCH ()-[r]->() RETURN count(r.w)").records[0].values()
    with closing(BoltStore.open(neo4j_server.url)) as store:
        assert store.run(verify("MATCH ()-[r]->() RETURN count(r.w)", dialect="neo4j")).rows == ((1,),)
    assert shortcut == [2], "the server is right by itself now: the rewrite is no longer needed"
