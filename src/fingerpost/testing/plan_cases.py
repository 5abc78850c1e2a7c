"""Plans over the town, written as the Cypher that lifts to them, with their rows: every part of a stage and of a match.

`tests/stores/test_kit.py` checks that together with `expression_cases` they hold every word that a plan has.
"""

from __future__ import annotations

from fingerpost.testing.asking import Case

PEOPLE = ["Ann", "Bob", "Cid", "Dee", "eve"]

STAGES: dict[str, Case] = {
    "one column": Case("MATCH (p:Person) RETURN p.name", [(name,) for name in PEOPLE]),
    "several columns": Case("MATCH (c:City) RETURN c.name AS a, c.area AS b, c.name AS d",
                            [("Kirkby", 10.0, "Kirkby"), ("Leeds", 551.5, "Leeds"), ("Oslo", 480.0, "Oslo")]),
    "a value as a column": Case("MATCH (c:Company) RETURN 1 AS one, 'x' AS two", [(1, "x"), (1, "x")]),
    "no match at all": Case("RETURN 1 AS x, 2.5 AS y, true AS z, null AS n", [(1, 2.5, True, None)]),
    "unwind a list": Case("UNWIND [3, 1, 1] AS x RETURN x", [(3,), (1,), (1,)]),
    "unwind a parameter": Case("UNWIND $list AS x RETURN x", [("a",), ("b",)], given={"list": ["a", "b"]}),
    "unwind a property": Case("MATCH (p:Person) UNWIND p.tags AS t RETURN p.name, t",
                              [("Ann", "x"), ("Ann", "y"), ("Cid", "y"), ("eve", "x")]),
    "unwind and match": Case("UNWIND ['Bob', 'Zed'] AS who MATCH (p:Person) WHERE p.name = who RETURN who, p.age",
                             [("Bob", 25)]),
    "unwind what was collected": Case(
        "MATCH (p:Person) WHERE p.age = 30 WITH collect(p.name) AS names UNWIND names AS n RETURN n",
        [("Ann",), ("Cid",)]),
    "order": Case("MATCH (c:City) RETURN c.name ORDER BY c.area", [("Kirkby",), ("Oslo",), ("Leeds",)], ordered=True),
    "order descending": Case("MATCH (c:City) RETURN c.name AS n ORDER BY n DESC",
                             [("Oslo",), ("Leeds",), ("Kirkby",)], ordered=True),
    "order by two keys": Case("MATCH (p:Person) WHERE p.age > 0 RETURN p.age AS a, p.name AS n ORDER BY a DESC, n",
                              [(41, "eve"), (30, "Ann"), (30, "Cid"), (25, "Bob")], ordered=True),
    "order by what is not returned": Case("MATCH (p:Person) WHERE p.age > 0 RETURN p.name ORDER BY p.born",
                                          [("eve",), ("Ann",), ("Cid",), ("Bob",)], ordered=True),
    "order by a function": Case("MATCH (p:Person) RETURN p.name ORDER BY toLower(p.name) DESC",
                                [("eve",), ("Dee",), ("Cid",), ("Bob",), ("Ann",)], ordered=True),
    "order by an aggregate": Case(
        "MATCH (p:Person)-[:WORKS_AT]->(c) RETURN p.name AS n, count(*) AS jobs ORDER BY jobs DESC, n",
        [("Ann", 2), ("Bob", 1), ("Cid", 1)], ordered=True),
    "skip": Case("MATCH (p:Person) RETURN p.name AS n ORDER BY n SKIP 3", [("Dee",), ("eve",)], ordered=True),
    "limit": Case("MATCH (p:Person) RETURN p.name AS n ORDER BY n LIMIT 2", [("Ann",), ("Bob",)], ordered=True),
    "skip and limit": Case("MATCH (p:Person) RETURN p.name AS n ORDER BY n SKIP 1 LIMIT 2",
                           [("Bob",), ("Cid",)], ordered=True),
    "a limit of nothing": Case("MATCH (p:Person) RETURN p.name LIMIT 0", []),
    "a skip beyond the end": Case("MATCH (p:Person) RETURN p.name SKIP 9", []),
    "distinct": Case("MATCH (p:Person)-[:LIVES_IN]->(c) RETURN DISTINCT c.name", [("Kirkby",), ("Leeds",)]),
    "distinct, ordered and cut": Case("MATCH (p:Person) RETURN DISTINCT p.age AS a ORDER BY a LIMIT 2",
                                      [(25,), (30,)], ordered=True),
    "a group": Case("MATCH (p:Person)-[:LIVES_IN]->(c) RETURN c.name, count(p)", [("Kirkby", 2), ("Leeds", 2)]),
    "a group of two keys": Case("MATCH (p:Person)-[r:WORKS_AT]->(c) RETURN r.role, c.name, count(*)",
                                [("smith", "Mill", 1), ("clerk", "Mill", 1), ("clerk", "Noon", 1), ("owner", "Noon",
                                1)]),
    "a group by a node": Case("MATCH (p:Person)-[:KNOWS]->(q) WITH q, count(*) AS n RETURN q.name, n",
                              [("Ann", 1), ("Bob", 2), ("Cid", 1), ("Dee", 1)]),
    "an aggregate before its key": Case("MATCH (p:Person)-[:LIVES_IN]->(c) RETURN count(*) AS n, c.name AS c",
                                        [(2, "Kirkby"), (2, "Leeds")]),
    "having": Case("MATCH (p:Person)-[r:WORKS_AT]->() WITH p.name AS n, count(r) AS jobs WHERE jobs > 1 RETURN n, jobs",
                   [("Ann", 2)]),
    "having before a limit": Case(
        "MATCH (p:Person) WITH p.name AS n, p.age AS a WHERE a >= 30 RETURN n, a ORDER BY a DESC, n LIMIT 2",
        [("eve", 41), ("Ann", 30)], ordered=True),
    "a limit before a filter": Case(
        "MATCH (p:Person) WITH p ORDER BY p.name LIMIT 2 WHERE p.age < 30 RETURN p.name", [("Bob",)]),
    "a limit before an aggregation": Case(
        "MATCH (p:Person) WITH p ORDER BY p.name LIMIT 3 RETURN count(*), sum(p.age)", [(3, 85)]),
    "an aggregation of an aggregation": Case(
        "MATCH (p:Person)-[:LIVES_IN]->(c) WITH c, count(*) AS n RETURN avg(n), max(n)", [(2.0, 2)]),
    "the best of each group": Case(
        "MATCH (p:Person)-[:LIVES_IN]->(c:City) WITH c, p ORDER BY p.age DESC "
        "WITH c, collect(p.name) AS names RETURN c.name, names[0]", [("Kirkby", "Ann"), ("Leeds", "eve")]),
    "the two best of each group": Case(
        "MATCH (p:Person)-[:WORKS_AT]->(c) WITH c, p ORDER BY p.name DESC "
        "WITH c, collect(p.name)[0..2] AS names RETURN c.name, names",
        [("Mill", ("Bob", "Ann")), ("Noon", ("Cid", "Ann"))]),
    "all that are tied at the most": Case(
        "MATCH (p:Person)-[:LIVES_IN]->(c) WITH c.name AS c, count(*) AS n WITH collect(c) AS cs, max(n) AS most "
        "MATCH (p:Person)-[:LIVES_IN]->(d) WITH d.name AS d, count(*) AS n, most WHERE n = most RETURN d, n",
        [("Kirkby", 2), ("Leeds", 2)]),
    "a match after a stage": Case(
        "MATCH (p:Person) WITH max(p.age) AS most MATCH (q:Person) WHERE q.age = most RETURN q.name", [("eve",)]),
    "a name that is handed on": Case(
        "MATCH (p:Person {name: 'Ann'}) WITH p MATCH (p)-[:LIVES_IN]->(c) RETURN c.name", [("Kirkby",)]),
}  # fmt: skip

MATCHES: dict[str, Case] = {
    "any node": Case("MATCH (n) RETURN count(n)", [(16,)]),
    "two patterns": Case("MATCH (a:City), (b:Company) RETURN count(*)", [(6,)]),
    "two patterns that share a node": Case(
        "MATCH (p:Person)-[:LIVES_IN]->(c), (p)-[:WORKS_AT]->(w) RETURN p.name, c.name, w.name",
        [("Ann", "Kirkby", "Mill"), ("Ann", "Kirkby", "Noon"), ("Bob", "Kirkby", "Mill"), ("Cid", "Leeds", "Noon")]),
    "two matches": Case("MATCH (p:Person {name: 'Bob'}) MATCH (p)-[:KNOWS]->(q) RETURN q.name", [("Cid",)]),
    "a chain": Case("MATCH (p:Person)-[:KNOWS]->(q)-[:LIVES_IN]->(c) RETURN p.name, c.name",
                    [("Ann", "Kirkby"), ("Ann", "Kirkby"), ("Bob", "Leeds"), ("Cid", "Kirkby")]),
    "against the direction": Case("MATCH (c:City)<-[:LIVES_IN]-(p) WHERE c.name = 'Leeds' RETURN p.name",
                                  [("Cid",), ("eve",)]),
    "either direction": Case(
        "MATCH (p:Person {name: 'Bob'})-[:KNOWS]-(q) RETURN q.name", [("Ann",), ("Ann",), ("Cid",)]),
    "any type": Case("MATCH (p:Person {name: 'Cid'})-[r]->(x) RETURN x.name", [("Leeds",), ("Noon",), ("Ann",)]),
    "one of two types": Case("MATCH (p:Person {name: 'Cid'})-[:LIVES_IN|WORKS_AT]->(x) RETURN x.name",
                             [("Leeds",), ("Noon",)]),
    "a relationship's property": Case("MATCH (p:Person)-[r:WORKS_AT {role: 'clerk'}]->(c) RETURN p.name, c.name",
                                      [("Bob", "Mill"), ("Cid", "Noon")]),
    "a relationship's type": Case("MATCH (p:Person {name: 'Bob'})-[r]->() RETURN type(r)",
                                  [("LIVES_IN",), ("WORKS_AT",), ("KNOWS",)], refused=r"type\("),
    "to itself": Case("MATCH (p:Person)-[:KNOWS]->(p) RETURN p.name", [("Dee",)]),
    "a circle": Case("MATCH (a:Person)-[:KNOWS]->(b)-[:KNOWS]->(c)-[:KNOWS]->(a) RETURN count(*)", [(6,)]),
    "a long chain in either direction": Case(
        "MATCH (c:City)-[:LIVES_IN]-(p:Person)-[:KNOWS]-(q:Person)-[:KNOWS]-(r:Person)-[:LIVES_IN]-(d:City) "
        "RETURN p.name, r.name, count(*) AS n",
        [("Ann", "Bob", 1), ("Bob", "Ann", 1), ("Ann", "Cid", 2), ("Cid", "Ann", 2), ("Bob", "Cid", 2),
         ("Cid", "Bob", 2)]),
    "so many hops": Case("MATCH (a:Stop {name: 'S0'})-[:NEXT*2]->(b) RETURN b.name", [("S3",), ("S3",)]),
    "from so many hops to so many": Case("MATCH (a:Stop {name: 'S0'})-[:NEXT*1..2]->(b) RETURN b.name",
                                         [("S1",), ("S2",), ("S3",), ("S3",)]),
    "no hop or more": Case("MATCH (a:Stop {name: 'S3'})-[:NEXT*0..2]->(b) RETURN b.name", [("S3",), ("S4",)]),
    "hops in either direction": Case("MATCH (a:Stop {name: 'S4'})-[:NEXT*1..2]-(b) RETURN b.name",
                                     [("S3",), ("S1",), ("S2",)]),
    "the relationships of hops": Case(
        "MATCH (a:Stop {name: 'S0'})-[rs:NEXT*3]->(b) RETURN size(rs), b.name", [(3, "S4"), (3, "S4")]),
    "a path": Case("MATCH p = (a:Stop {name: 'S3'})-[:NEXT]->(b) RETURN length(p)", [(1,)]),
    "the nodes of a path": Case(
        "MATCH p = (a:Stop {name: 'S1'})-[:NEXT*1..2]->(b) RETURN length(p), [n IN nodes(p) | n.name] AS names",
        [(1, ("S1", "S3")), (2, ("S1", "S3", "S4"))], refused="comprehension", raw=True),
    "the shortest path": Case(
        "MATCH (a:Stop {name: 'S0'}), (b:Stop {name: 'S4'}) MATCH p = shortestPath((a)-[:NEXT*..5]->(b)) RETURN "
        "length(p)",
        [(3,)], needs="shortest_path", refused="shortest"),
    "all shortest paths": Case(
        "MATCH (a:Stop {name: 'S0'}), (b:Stop {name: 'S3'}) MATCH p = allShortestPaths((a)-[:NEXT*..5]->(b)) "
        "RETURN length(p)", [(2,), (2,)], needs="shortest_path", refused="shortest"),
    "a shortest path in either direction": Case(
        "MATCH (a:Stop {name: 'S4'}), (b:Stop {name: 'S1'}) MATCH p = shortestPath((a)-[:NEXT*..5]-(b)) RETURN "
        "length(p)",
        [(2,)], needs="shortest_path", refused="shortest"),
    "no shortest path": Case(
        "MATCH (a:Stop {name: 'S0'}), (b:Stop {name: 'S5'}) MATCH p = shortestPath((a)-[:NEXT*..5]-(b)) RETURN "
        "length(p)",
        [], needs="shortest_path", refused="shortest"),
    "no shortest path from a node to itself": Case(
        "MATCH (a:Stop {name: 'S3'}) MATCH p = shortestPath((a)-[:NEXT*..5]-(a)) RETURN length(p)",
        [], needs="shortest_path", refused="shortest"),
    "shortest paths where some ends are the same": Case(
        "MATCH (a:Stop), (b:Stop {name: 'S0'}) MATCH p = shortestPath((a)-[:NEXT*..5]-(b)) RETURN a.name, length(p)",
        [("S1", 1), ("S2", 1), ("S3", 2), ("S4", 3)], needs="shortest_path", refused="shortest"),
    "an optional shortest path from a node to itself": Case(
        "MATCH (a:Stop {name: 'S0'}), (b:Stop {name: 'S0'}) OPTIONAL MATCH p = shortestPath((a)-[:NEXT*..5]->(b)) "
        "RETURN a.name, length(p)", [("S0", None)], needs="shortest_path", refused="shortest"),
    "an optional match": Case("MATCH (p:Person) OPTIONAL MATCH (p)-[:LIVES_IN]->(c) RETURN p.name, c.name",
                              [("Ann", "Kirkby"), ("Bob", "Kirkby"), ("Cid", "Leeds"), ("Dee", None), ("eve",
                              "Leeds")]),
    "an optional match with a condition": Case(
        "MATCH (p:Person) OPTIONAL MATCH (p)-[r:LIVES_IN]->(c) WHERE r.since = 2010 RETURN p.name, c.name",
        [("Ann", "Kirkby"), ("Bob", None), ("Cid", "Leeds"), ("Dee", None), ("eve", None)]),
    "a condition after an optional match": Case(
        "MATCH (p:Person) OPTIONAL MATCH (p)-[r:LIVES_IN]->(c) WITH p, c WHERE c.name = 'Leeds' RETURN p.name",
        [("Cid",), ("eve",)]),
    "two optional matches": Case(
        "MATCH (p:Person) OPTIONAL MATCH (p)-[:LIVES_IN]->(c) OPTIONAL MATCH (p)-[:WORKS_AT]->(w) "
        "RETURN p.name, c.name, w.name",
        [("Ann", "Kirkby", "Mill"), ("Ann", "Kirkby", "Noon"), ("Bob", "Kirkby", "Mill"), ("Cid", "Leeds", "Noon"),
         ("Dee", None, None), ("eve", "Leeds", None)]),
    "an optional match from a null": Case(
        "MATCH (p:Person {name: 'Dee'}) OPTIONAL MATCH (p)-[:LIVES_IN]->(c) OPTIONAL MATCH (c)<-[:LIVES_IN]-(q) "
        "RETURN p.name, c.name, q.name", [("Dee", None, None)]),
    "a match from a null": Case(
        "MATCH (p:Person {name: 'Dee'}) OPTIONAL MATCH (p)-[:LIVES_IN]->(c) WITH p, c MATCH (c)<-[:LIVES_IN]-(q) "
        "RETURN q.name", []),
    "an optional match between two that are bound": Case(
        "MATCH (a:Person {name: 'Ann'}), (b:Person {name: 'Cid'}) OPTIONAL MATCH (a)-[r:KNOWS]->(x)-[:KNOWS]->(b) "
        "RETURN count(r), count(DISTINCT x)", [(2, 1)]),
    "an optional match that no pattern of the graph fits": Case(
        "MATCH (c:City) OPTIONAL MATCH (c)<-[r:WORKS_AT]-(p:Person) RETURN count(*), count(r), count(p)", [(3, 0, 0)]),
    "an optional match in front": Case("OPTIONAL MATCH (p:Person {name: 'Zed'}) RETURN p.name, count(p)", [(None, 0)]),
}  # fmt: skip

UNIONS: dict[str, Case] = {
    "a union": Case("MATCH (c:City) RETURN c.name AS n UNION MATCH (c:Company) RETURN c.name AS n",
                    [("Kirkby",), ("Leeds",), ("Oslo",), ("Mill",), ("Noon",)]),
    "a union drops what is twice": Case(
        "MATCH (p:Person) WHERE p.age = 30 RETURN p.age AS x UNION MATCH (p:Person) WHERE p.age > 25 RETURN p.age AS x",
        [(30,), (41,)]),
    "a union of all": Case(
        "MATCH (p:Person) WHERE p.age = 30 RETURN p.age AS x UNION ALL MATCH (p:Person) WHERE p.age > 25 RETURN "
        "p.age AS x",
        [(30,), (30,), (30,), (30,), (41,)]),
    "three branches": Case("RETURN 1 AS x UNION RETURN 2 AS x UNION RETURN 1 AS x", [(1,), (2,)]),
    "a stage after a union": Case(
        "CALL { MATCH (c:City) RETURN c.name AS n UNION MATCH (c:Company) RETURN c.name AS n } "
        "RETURN count(n) AS c, min(n) AS first", [(5, "Kirkby")], refused="CALL|union"),
    "a stage after a union of all": Case(
        "CALL { MATCH (p:Person) RETURN p.age AS a UNION ALL MATCH (p:Person) RETURN p.age AS a } "
        "WITH a WHERE a > 30 RETURN a, count(*) AS n", [(41, 2)], refused="CALL|union"),
    "a limit after a union": Case(
        "CALL { MATCH (c:City) RETURN c.name AS n UNION MATCH (c:Company) RETURN c.name AS n } "
        "RETURN n ORDER BY n DESC LIMIT 2", [("Oslo",), ("Noon",)], ordered=True, refused="CALL|union"),
}  # fmt: skip
