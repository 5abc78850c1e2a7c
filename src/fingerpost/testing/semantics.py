"""What engines do differently, settled: one case each, the same rows on every store or a refusal that says what for."""

from __future__ import annotations

import datetime as dt

import pytest

from fingerpost.stores import Store
from fingerpost.testing.asking import Case, ask
from fingerpost.testing.base import Conformance

UNIQUENESS: dict[str, Case] = {
    "relationships are unique in a match": Case(
        "MATCH (a)-[:KNOWS]->(b)<-[:KNOWS]-(c) RETURN a.name, c.name", [("Ann", "Ann"), ("Ann", "Ann")]),
    "they are in comma patterns too": Case("MATCH (a)-[:KNOWS]->(b), (c)-[:KNOWS]->(b) RETURN count(*)", [(2,)]),
    "they are not over two matches": Case("MATCH (a)-[:KNOWS]->(b) MATCH (c)-[:KNOWS]->(b) RETURN count(*)", [(7,)]),
    "nodes are not unique": Case("MATCH (a:Person {name: 'Ann'})-[:KNOWS]->()-[:KNOWS]->()-[:KNOWS]->(b) RETURN b.name",
                                 [("Ann",), ("Ann",)]),
    "hops use a relationship once": Case("MATCH (a:Person {name: 'Ann'})-[:KNOWS*1..6]->(b) RETURN count(*)", [(8,)]),
    "hops and an edge share none": Case(
        "MATCH (a:Stop {name: 'S0'})-[:NEXT]-(b)-[:NEXT*1..2]-(c) RETURN count(*)", [(6,)]),
    "a loop in either direction is one": Case("MATCH (a:Person {name: 'Dee'})-[:KNOWS]-(b) RETURN count(*)", [(1,)]),
    "an edge in either direction is two": Case("MATCH (a:Person)-[:KNOWS]-(b) RETURN count(*)", [(9,)]),
    "no walk back over an edge": Case("MATCH (a:Person {name: 'eve'})-[:LIVES_IN]->()<-[:LIVES_IN]-(b) RETURN b.name",
                                      [("Cid",)]),
    "exists multiplies no rows": Case(
        "MATCH (p:Person) WHERE EXISTS { (p)-[:KNOWS]->(:Person) } RETURN count(*)", [(4,)],
                                      needs="subqueries", refused="EXISTS"),
}  # fmt: skip
NULLS: dict[str, Case] = {
    "nulls last": Case(
        "MATCH (p:Person) RETURN p.age AS a ORDER BY a", [(25,), (30,), (30,), (41,), (None,)], ordered=True),
    "nulls first when descending": Case("MATCH (p:Person) RETURN p.age AS a ORDER BY a DESC",
                                        [(None,), (41,), (30,), (30,), (25,)], ordered=True),
    "a limit counts nulls": Case(
        "MATCH (p:Person) RETURN p.age AS a ORDER BY a DESC LIMIT 2", [(None,), (41,)], ordered=True),
    "null and false": Case("RETURN null AND false AS a, null AND true AS b, null OR true AS c, null OR false AS d",
                           [(False, None, True, None)]),
    "not null": Case("RETURN NOT null AS a, null XOR true AS b", [(None, None)], refused="XOR"),
    "null compared": Case(
        "RETURN null = null AS a, null <> 1 AS b, null < 1 AS c, null IS NULL AS d", [(None, None, None, True)]),
    "null in a list": Case("RETURN null IN [1] AS a, null IN [] AS b, 1 IN [2, null] AS c, 1 IN [1, null] AS d",
                           [(None, False, None, True)]),
    "null in arithmetic": Case("RETURN 1 + null AS a, 'x' + null AS b, toUpper(null) AS c, size(null) AS d",
                               [(None, None, None, None)]),
    "a filter drops what is unknown": Case("MATCH (p:Person) WHERE p.age > 0 OR p.age <= 0 RETURN count(*)", [(4,)]),
    "a filter drops what is not known not to be": Case(
        "MATCH (p:Person) WHERE NOT (p.age > 26) RETURN p.name", [("Bob",)]),
    "not equal to a null": Case("MATCH (p:Person) WHERE p.age <> 99 RETURN count(*)", [(4,)]),
    "not in with a null": Case("MATCH (p:Person) WHERE NOT p.age IN [25, null] RETURN count(*)", [(0,)]),
    "any with a null": Case("RETURN any(x IN [1, null] WHERE x = 1) AS a, any(x IN [2, null] WHERE x = 1) AS b",
                            [(True, None)], refused="any|quantif"),
    "case of a null": Case(
        "RETURN CASE null WHEN null THEN 1 ELSE 2 END AS a, CASE WHEN null THEN 1 ELSE 2 END AS b", [(2, 2)]),
    "nulls are one in distinct": Case("UNWIND [1, null, null, 1] AS x RETURN DISTINCT x", [(1,), (None,)]),
    "nulls are one group": Case("UNWIND [1, null, null] AS x RETURN x, count(*) AS n", [(1, 1), (None, 2)]),
    "a property that nothing has": Case("MATCH (c:City) RETURN DISTINCT c.nothing AS x", [(None,)]),
    "a property of a null": Case(
        "OPTIONAL MATCH (p:Person {name: 'Zed'}) RETURN p.age AS a, p.name IS NULL AS b", [(None, True)]),
    "an index that is null": Case("WITH [1, 2] AS l RETURN l[null] AS x", [(None,)]),
    "aggregates pass nulls over": Case(
        "UNWIND [1, null, 3] AS x RETURN count(x) AS a, sum(x) AS b, avg(x) AS c, collect(x) AS d",
                                       [(2, 4, 2.0, (1, 3))]),
}  # fmt: skip
_NOBODY = "MATCH (p:Person) WHERE p.age > 99 "
NOTHING: dict[str, Case] = {
    "count of nothing": Case(_NOBODY + "RETURN count(*) AS a, count(p) AS b, count(DISTINCT p.age) AS c", [(0, 0, 0)]),
    "sum and collect of nothing": Case(_NOBODY + "RETURN sum(p.age) AS a, collect(p.name) AS b", [(0, ())]),
    "avg, min and max of nothing": Case(
        _NOBODY + "RETURN avg(p.age) AS a, min(p.age) AS b, max(p.name) AS c", [(None, None, None)]),
    "groups of nothing": Case(_NOBODY + "RETURN p.name AS n, count(*) AS c", []),
    "a count of nothing handed on": Case(_NOBODY + "WITH count(p) AS n RETURN n + 1 AS m", [(1,)]),
    "a count of nothing that is matched": Case(
        "OPTIONAL MATCH (p:Person {name: 'Zed'}) RETURN count(*) AS a, count(p) AS b", [(1, 0)]),
    "count of each, none too": Case(
        "MATCH (c:City) OPTIONAL MATCH (c)<-[:LIVES_IN]-(p) RETURN c.name, count(p) AS n",
        [("Kirkby", 2), ("Leeds", 2), ("Oslo", 0)]),
    "unwind an empty list": Case("UNWIND [] AS x RETURN x", []),
    "unwind a null": Case("UNWIND null AS x RETURN x", []),
    "unwind an empty list in a row": Case("MATCH (p:Person {name: 'Bob'}) UNWIND p.tags AS t RETURN t", []),
    "an empty list is stored": Case("MATCH (p:Person) WHERE size(p.tags) = 0 RETURN p.name, p.tags", [("Bob", ())]),
    "a label that nothing has": Case("MATCH (n:Nothing) RETURN count(n) AS n", [(0,)], refused="Nothing"),
    "a type that nothing has": Case("MATCH (:Person)-[r:NOTHING]->() RETURN count(r) AS n", [(0,)], refused="NOTHING"),
    "nodes with no relationship": Case("MATCH (s:Stop) WHERE NOT (s)--() RETURN s.name", [("S5",)],
                                       needs="subqueries", refused="EXISTS|pattern"),
}  # fmt: skip
ORDERS: dict[str, Case] = {
    "order before collect": Case("MATCH (p:Person) WITH p ORDER BY p.name DESC RETURN collect(p.name) AS x",
                                 [(("eve", "Dee", "Cid", "Bob", "Ann"),)]),
    "order before collect, by group": Case(
        "MATCH (p:Person)-[:LIVES_IN]->(c) WITH c.name AS c, p.name AS p ORDER BY p DESC RETURN c, collect(p) AS x",
        [("Kirkby", ("Bob", "Ann")), ("Leeds", ("eve", "Cid"))]),
    "capitals before small letters": Case("UNWIND ['b', 'A', 'a', 'B', 'é'] AS x RETURN x ORDER BY x",
                                          [("A",), ("B",), ("a",), ("b",), ("é",)], ordered=True),
    "numbers by their size": Case(
        "UNWIND [2, 10, 1.5, -1] AS x RETURN toFloat(x) AS y ORDER BY y", [(-1.0,), (1.5,), (2.0,), (10.0,)],
                                  ordered=True),
    "texts of numbers by letters": Case(
        "UNWIND ['2', '10', '1'] AS x RETURN x ORDER BY x", [("1",), ("10",), ("2",)], ordered=True),
    "false before true": Case("UNWIND [true, false] AS x RETURN x ORDER BY x", [(False,), (True,)], ordered=True),
    "dates by time": Case("UNWIND ['2020-10-01', '2020-09-01', '1999-12-31'] AS x RETURN date(x) AS d ORDER BY d",
                          [(dt.date(1999, 12, 31),), (dt.date(2020, 9, 1),), (dt.date(2020, 10, 1),)], ordered=True),
    "an alias that hides a property": Case(
        "MATCH (c:City) RETURN -c.area AS area ORDER BY area LIMIT 1", [(-551.5,)], ordered=True),
    "order by an aggregate that is not returned": Case(
        "MATCH (p:Person)-[:WORKS_AT]->(c) WITH p, count(c) AS n RETURN p.name AS name ORDER BY n DESC, name LIMIT 2",
        [("Ann",), ("Bob",)], ordered=True),
}  # fmt: skip
ROWS: dict[str, Case] = {
    "distinct nodes are not distinct values": Case(
        "MATCH (p:Person)-[:WORKS_AT]->() WITH DISTINCT p RETURN p.age", [(30,), (25,), (30,)]),
    "count counts joined rows": Case(
        "MATCH (p:Person)-[:WORKS_AT]->(c) RETURN count(p) AS a, count(DISTINCT p) AS b", [(4, 3)]),
    "distinct lists": Case("UNWIND [[1, 2], [1, 2], [2, 1]] AS x RETURN DISTINCT x", [((1, 2),), ((2, 1),)]),
    "distinct texts tell case": Case("UNWIND ['a', 'A', 'a'] AS x RETURN DISTINCT x", [("a",), ("A",)]),
    "names tell case": Case("MATCH (p:Person) WHERE p.name = 'EVE' OR p.name STARTS WITH 'E' RETURN p.name", []),
    "duplicates stay": Case("MATCH (p:Person)-[:KNOWS]->(q) WHERE q.name = 'Bob' RETURN p.name", [("Ann",), ("Ann",)]),
    "a union is of whole rows": Case(
        "RETURN 1 AS a, 2 AS b UNION RETURN 1 AS a, 3 AS b UNION RETURN 1 AS a, 2 AS b", [(1, 2), (1, 3)]),
    "integers stay integers": Case("UNWIND [1, 2] AS x RETURN sum(x) AS a, max(x) AS b, avg(x) AS c", [(3, 2, 1.5)]),
    "floats stay floats": Case(
        "UNWIND [1.0, 2.0] AS x RETURN sum(x) AS a, max(x) AS b, x > 0 AS c", [(3.0, 2.0, True)]),
    "an integer property equals a float": Case("MATCH (p:Person) WHERE p.age = 25.0 RETURN p.name", [("Bob",)]),
    "a float property equals an integer": Case("MATCH (p:Person) WHERE p.score = 4 RETURN p.name", [("Dee",)]),
    "a number is no text": Case("MATCH (p:Person) WHERE toString(p.age) = '25' RETURN p.name", [("Bob",)]),
    "a product has all pairs": Case(
        "UNWIND [1, 2] AS a UNWIND [3, 4] AS b RETURN a, b", [(1, 3), (1, 4), (2, 3), (2, 4)]),
    "a list unwound is not its items' lists": Case("UNWIND [[1, 2], [3]] AS x RETURN size(x) AS n", [(2,), (1,)]),
}  # fmt: skip


class Semantics(Conformance):
    """The meaning that plans rely on."""

    @pytest.mark.parametrize("name", UNIQUENESS)
    def test_relationship_uniqueness(self, town: Store, name: str) -> None:
        self.check(town, UNIQUENESS[name])

    @pytest.mark.parametrize("name", NULLS)
    def test_nulls(self, town: Store, name: str) -> None:
        self.check(town, NULLS[name])

    @pytest.mark.parametrize("name", NOTHING)
    def test_nothing(self, town: Store, name: str) -> None:
        self.check(town, NOTHING[name])

    @pytest.mark.parametrize("name", ORDERS)
    def test_order(self, town: Store, name: str) -> None:
        self.check(town, ORDERS[name])

    @pytest.mark.parametrize("name", ROWS)
    def test_rows(self, town: Store, name: str) -> None:
        self.check(town, ROWS[name])

    def test_a_tie_at_a_limit_is_one_of_those_tied(self, town: Store) -> None:
        found = ask(town, "MATCH (p:Person) WHERE p.age < 40 RETURN p.name, p.age ORDER BY p.age DESC LIMIT 1")
        assert found.rows in ((("Ann", 30),), (("Cid", 30),))
        both = ask(town, "MATCH (p:Person) WHERE p.age < 40 RETURN p.name, p.age ORDER BY p.age DESC LIMIT 2")
        assert sorted(both.rows) == [("Ann", 30), ("Cid", 30)]

    def test_one_query_gives_the_same_rows_each_time(self, town: Store) -> None:
        text = "MATCH (a:Person)-[r]->(b) RETURN a.name, b.name"
        first = sorted(ask(town, text).rows)
        assert all(sorted(ask(town, text).rows) == first for _ in range(5))
