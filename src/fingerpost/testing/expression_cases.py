"""Conditions, lets and aggregates of plans over the town, with their rows."""

from __future__ import annotations

import datetime as dt

from fingerpost.core.cells import Cell, Duration
from fingerpost.testing.asking import Case


def _who(condition: str, *names: str, refused: str = "", needs: str = "", **given: Cell) -> Case:
    """The people of whom a condition holds."""
    return Case(
        f"MATCH (p:Person) WHERE {condition} RETURN p.name", [(name,) for name in names],
        given=given, refused=refused, needs=needs,
    )  # fmt: skip


CONDITIONS: dict[str, Case] = {
    "=": _who("p.age = 30", "Ann", "Cid"),
    "= a parameter": _who("p.name = $name", "Bob", name="Bob"),
    "= another property": Case("MATCH (p:Person), (q:Person) WHERE p.age = q.age AND p.name < q.name "
                               "RETURN p.name, q.name", [("Ann", "Cid")]),
    "= on nodes": Case("MATCH (p:Person)-[:KNOWS]->(q) WHERE p = q RETURN p.name", [("Dee",)]),
    "<>": _who("p.age <> 30", "Bob", "eve"),
    "<": _who("p.age < 30", "Bob"),
    "<=": _who("p.age <= 30", "Ann", "Bob", "Cid"),
    ">": _who("p.score > 1.5", "Bob", "Dee"),
    ">=": _who("p.score >= 1.5", "Ann", "Bob", "Dee"),
    "between": _who("25 < p.age <= 30", "Ann", "Cid"),
    "an integer with a float": _who("p.age < 30.5 AND p.score < 2", "Ann"),
    "on a date": _who("p.born < date('1990-06-01')", "Ann", "eve"),
    "on a date that is given": _who("p.born >= $day", "Bob", "Cid", day=dt.date(1990, 12, 31)),
    "on a text": _who("p.name >= 'Cid'", "Cid", "Dee", "eve"),
    "a boolean": _who("p.active", "Ann", "Cid"),
    "= false": _who("p.active = false", "Bob", "eve"),
    "in": _who("p.name IN ['Ann', 'Dee', 'Zed']", "Ann", "Dee"),
    "in a parameter": _who("p.age IN $ages", "Bob", "eve", ages=[25, 41, 99]),
    "in a property": _who("'y' IN p.tags", "Ann", "Cid"),
    "in a list that was collected": Case(
        "MATCH (p:Person) WHERE p.age = 30 WITH collect(p) AS ps MATCH (q:Person)-[:KNOWS]->(r) WHERE r IN ps "
        "RETURN q.name, r.name", [("Bob", "Cid"), ("Cid", "Ann")], refused="IN|list"),
    "in nothing": _who("p.name IN []"),
    "contains": _who("p.name CONTAINS 'e'", "Dee", "eve"),
    "starts with": _who("p.name STARTS WITH 'C'", "Cid"),
    "ends with": _who("p.name ENDS WITH 'e'", "Dee", "eve"),
    "matches": _who("p.name =~ '.*[dn].*'", "Ann", "Cid"),
    "is null": _who("p.age IS NULL", "Dee"),
    "is not null": _who("p.score IS NOT NULL", "Ann", "Bob", "Dee", "eve"),
    "is a label": Case("MATCH (n) WHERE n:City RETURN n.name", [("Kirkby",), ("Leeds",), ("Oslo",)]),
    "is not a label": Case(
        "MATCH (p:Person {name: 'Cid'})-->(n) WHERE NOT n:City RETURN n.name", [("Noon",), ("Ann",)]),
    "is one of two labels": Case("MATCH (n) WHERE n:City OR n:Company RETURN count(n)", [(5,)]),
    "not": _who("NOT p.age > 25", "Bob"),
    "not contains": _who("NOT p.name CONTAINS 'e'", "Ann", "Bob", "Cid"),
    "not in": _who("NOT p.name IN ['Ann', 'Dee']", "Bob", "Cid", "eve"),
    "and": _who("p.age = 30 AND p.name <> 'Ann'", "Cid"),
    "or": _who("p.age = 25 OR p.name = 'Dee'", "Bob", "Dee"),
    "and of ors": _who("(p.age = 25 OR p.age = 30) AND (p.name = 'Ann' OR p.name = 'Bob')", "Ann", "Bob"),
    "a function on the left": _who("toLower(p.name) STARTS WITH 'e'", "eve"),
    "a function on the right": _who("p.name = toUpper($n)", n="ann"),
    "a part of a date": _who("p.born.year = 1990", "Ann", "Cid"),
    "a size": _who("size(p.tags) = 1", "Cid", "eve"),
    "arithmetic": _who("p.age * 2 - 10 = 50", "Ann", "Cid"),
    "any of a list": _who("any(t IN p.tags WHERE t = 'x')", "Ann", "eve", refused="any|quantif"),
    "all of a list": _who("all(t IN p.tags WHERE t = 'x')", "Bob", "eve", refused="all|quantif"),
    "none of a list": _who("none(t IN p.tags WHERE t = 'x')", "Bob", "Cid", refused="none|quantif"),
    "a single one of a list": _who("single(t IN p.tags WHERE t > 'w')", "Cid", "eve", refused="single|quantif"),
    "exists": _who("EXISTS { (p)-[:WORKS_AT]->() }", "Ann", "Bob", "Cid", needs="subqueries", refused="EXISTS"),
    "not exists": _who("NOT EXISTS { (p)-[:WORKS_AT]->() }", "Dee", "eve", needs="subqueries", refused="EXISTS"),
    "exists with a condition": _who(
        "EXISTS { MATCH (p)-[r:LIVES_IN]->(c) WHERE r.since > 2010 AND c.area < 20 }", "Bob",
                                    needs="subqueries", refused="EXISTS"),
    "exists with alternatives": _who("EXISTS { MATCH (p)-[r:WORKS_AT]->(c) WHERE r.role = 'owner' OR c.name = 'Mill' }",
                                     "Ann", "Bob", needs="subqueries", refused="EXISTS"),
    "exists of two hops": _who("EXISTS { (p)-[:KNOWS]->()-[:LIVES_IN]->(:City {name: 'Leeds'}) }", "Bob",
                               needs="subqueries", refused="EXISTS"),
    "exists or a test": _who("p.name = 'eve' OR EXISTS { (p)-[:KNOWS]->(p) }", "Dee", "eve",
                             needs="subqueries", refused="EXISTS"),
    "exists between two that are bound": Case(
        "MATCH (a:Person), (b:Person) WHERE a.name < b.name AND NOT EXISTS { (a)-[:KNOWS]-(b) } RETURN count(*)",
        [(7,)],
        needs="subqueries", refused="EXISTS"),
}  # fmt: skip

LETS: dict[str, Case] = {
    "add, subtract, multiply": Case(
        "MATCH (p:Person {name: 'Bob'}) RETURN p.age + 1, p.age - 5, p.age * 3", [(26, 20, 75)]),
    "divide in floats": Case("MATCH (p:Person {name: 'Bob'}) RETURN toFloat(p.age) / 2 AS x", [(12.5,)]),
    "quotient": Case("MATCH (p:Person {name: 'Bob'}) RETURN p.age / 2 AS x", [(12,)]),
    "modulo and power": Case("MATCH (p:Person {name: 'Bob'}) RETURN p.age % 7, p.age ^ 2", [(4, 625.0)]),
    "negate": Case("MATCH (p:Person {name: 'Bob'}) RETURN -p.age", [(-25,)]),
    "concatenate texts": Case("MATCH (p:Person {name: 'Bob'}) RETURN p.name + '!' AS x", [("Bob!",)]),
    "concatenate lists": Case("MATCH (p:Person {name: 'Ann'}) RETURN p.tags + ['z'] AS x", [(("x", "y", "z"),)]),
    "concatenate by its own sign": Case(
        "MATCH (p:Person {name: 'Bob'}) RETURN p.name || '!' AS x", [("Bob!",)], refused=r"\|\|"),
    "a list": Case("MATCH (p:Person {name: 'Bob'}) RETURN [p.age, 1] AS x", [((25, 1),)]),
    "a map": Case(
        "MATCH (p:Person {name: 'Bob'}) RETURN {who: p.name, age: p.age} AS x", [({"who": "Bob", "age": 25},)]),
    "a property of a map": Case("WITH {a: {b: 7}} AS m RETURN m.a.b AS x", [(7,)]),
    "an index": Case("MATCH (p:Person {name: 'Ann'}) RETURN p.tags[1] AS x", [("y",)]),
    "a slice": Case("WITH [1, 2, 3, 4] AS l RETURN l[1..3] AS a, l[2..] AS b, l[..1] AS c", [((2, 3), (3, 4), (1,))]),
    "coalesce": Case("MATCH (p:Person) RETURN p.name, coalesce(p.age, 0) AS a",
                     [("Ann", 30), ("Bob", 25), ("Cid", 30), ("Dee", 0), ("eve", 41)]),
    "choose": Case("MATCH (p:Person) RETURN p.name, CASE WHEN p.age >= 30 THEN 'old' ELSE 'young' END AS x",
                   [("Ann", "old"), ("Bob", "young"), ("Cid", "old"), ("Dee", "young"), ("eve", "old")]),
    "choose with nothing otherwise": Case("MATCH (p:Person) RETURN p.name, CASE WHEN p.age > 30 THEN p.age END AS x",
                                          [("Ann", None), ("Bob", None), ("Cid", None), ("Dee", None), ("eve", 41)]),
    "choose among several": Case(
        "MATCH (p:Person) RETURN p.name, CASE p.age WHEN 25 THEN 'a' WHEN 30 THEN 'b' ELSE 'c' END AS x",
        [("Ann", "b"), ("Bob", "a"), ("Cid", "b"), ("Dee", "c"), ("eve", "c")]),
    "holds": Case("MATCH (p:Person) RETURN p.name, p.age > 26 AS x",
                  [("Ann", True), ("Bob", False), ("Cid", True), ("Dee", None), ("eve", True)]),
    "count of a pattern": Case("MATCH (p:Person) RETURN p.name, COUNT { (p)-[:KNOWS]->() } AS n",
                               [("Ann", 2), ("Bob", 1), ("Cid", 1), ("Dee", 1), ("eve", 0)],
                               needs="subqueries", refused="COUNT"),
    "count of a pattern with a condition": Case(
        "MATCH (p:Person) WHERE COUNT { MATCH (p)-[r:KNOWS]->() WHERE r.weight > 0.6 } = 1 RETURN p.name",
        [("Ann",), ("Bob",), ("Cid",), ("Dee",)], needs="subqueries", refused="COUNT"),
    "a let in a chain": Case(
        "MATCH (p:Person) WHERE p.age > 0 WITH p.name AS n, p.age * 2 + 1 AS x RETURN n, x % 10 AS y",
                             [("Ann", 1), ("Bob", 1), ("Cid", 1), ("eve", 3)]),
    "text that is a number": Case("MATCH (p:Person) WHERE p.pay IS NOT NULL "
                                  "RETURN p.name, toFloat(replace(p.pay, ',', '')) AS x",
                                  [("Ann", 1000.0), ("Bob", 250.0), ("Cid", None)]),
    "text that is a date": Case(
        "MATCH (p:Person) WHERE p.joined IS NOT NULL WITH p, split(replace(replace(p.joined, '-', '/'), '.', "
        "'/'), '/') AS d "
        "RETURN p.name, d[2] + '-' + right('0' + d[1], 2) + '-' + right('0' + d[0], 2) AS x",
        [("Ann", "2017-08-06"), ("Bob", "2017-01-12")]),
    "parts of a date": Case(
        "MATCH (p:Person {name: 'Bob'}) RETURN p.born.year, p.born.month, p.born.day", [(1995, 7, 15)]),
    "a date and a duration": Case(
        "MATCH (p:Person {name: 'Cid'}) RETURN p.born + duration('P1M') AS x", [(dt.date(1991, 1, 31),)]),
    "a duration that is given": Case(
        "MATCH (p:Person {name: 'Cid'}) RETURN p.born - $d AS x", [(dt.date(1990, 12, 1),)],
                                     given={"d": Duration(days=30)}),
}  # fmt: skip

_AGES = "MATCH (p:Person) RETURN "

AGGREGATES: dict[str, Case] = {
    "count of rows": Case(_AGES + "count(*)", [(5,)]),
    "count of values": Case(_AGES + "count(p.age)", [(4,)]),
    "count of distinct values": Case(_AGES + "count(DISTINCT p.age)", [(3,)]),
    "sum": Case(_AGES + "sum(p.age), sum(p.score)", [(126, 7.0)]),
    "sum of distinct values": Case(_AGES + "sum(DISTINCT p.age)", [(96,)]),
    "avg": Case(_AGES + "avg(p.age), avg(p.score)", [(31.5, 1.75)]),
    "avg of distinct values": Case(_AGES + "avg(DISTINCT p.age)", [(32.0,)]),
    "min and max": Case(_AGES + "min(p.age), max(p.age), min(p.name), max(p.name)", [(25, 41, "Ann", "eve")]),
    "min and max of dates": Case(_AGES + "min(p.born), max(p.born)", [(dt.date(1979, 2, 28), dt.date(1995, 7, 15))]),
    "collect": Case("MATCH (p:Person) WITH p ORDER BY p.name RETURN collect(p.age) AS x", [((30, 25, 30, 41),)]),
    "collect distinct": Case(
        "MATCH (p:Person) WITH p ORDER BY p.age RETURN collect(DISTINCT p.age) AS x", [((25, 30, 41),)]),
    "collect distinct nodes": Case(
        "MATCH (p:Person)-[:KNOWS]-(q) WITH q, collect(DISTINCT p) AS ps RETURN q.name, size(ps)",
        [("Ann", 2), ("Bob", 2), ("Cid", 2), ("Dee", 1)]),
    "collect distinct nodes of many": Case(
        "MATCH (a:Stop)-[:NEXT*1..3]-(b) WITH collect(DISTINCT b) AS bs, count(*) AS n RETURN size(bs), n > 5",
        [(5, True)]),
    "median": Case(_AGES + "median(p.age) AS x", [(30.0,)], refused="median"),
    "median between two": Case(
        "MATCH (p:Person) WHERE p.age IN [25, 41] RETURN median(p.age) AS x", [(33.0,)], refused="median"),
    "percentileCont": Case(_AGES + "percentileCont(p.age, 0.9) AS x", [(37.7,)], refused="percentileCont"),
    "percentileDisc": Case(_AGES + "percentileDisc(p.age, 0.5) AS x", [(30,)], refused="percentileDisc"),
    "stDev": Case(_AGES + "stDev(p.age) AS x", [(6.757711644237764,)], refused="stDev"),
    "stDevP": Case(_AGES + "stDevP(p.age) AS x", [(5.852349955359813,)], refused="stDevP"),
    "count of some": Case(_AGES + "count(CASE WHEN p.age >= 30 THEN 1 END) AS x", [(3,)]),
    "sum of some": Case(_AGES + "sum(CASE WHEN p.active THEN p.age END) AS x", [(60,)]),
    "an aggregate of a let": Case(_AGES + "sum(p.age * 2) AS x, max(size(p.name)) AS y", [(252, 3)]),
    "a let of aggregates": Case(
        _AGES + "max(p.age) - min(p.age) AS x, toFloat(count(p.age)) / count(*) AS y", [(16, 0.8)]),
    "several in one group": Case(
        "MATCH (p:Person)-[:LIVES_IN]->(c) RETURN c.name AS c, count(*) AS n, avg(p.age) AS a, "
                                 "min(p.name) AS m", [("Kirkby", 2, 27.5, "Ann"), ("Leeds", 2, 35.5, "Cid")]),
}  # fmt: skip
