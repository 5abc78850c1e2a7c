"""Properties with names that kglite keeps for itself, by names that are computed, in lists of keys and in maps."""

from __future__ import annotations

import re
from contextlib import closing

import pytest

from fingerpost.core.cells import Node, Relationship
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.query_languages.cypher.gate import verify
from fingerpost.stores.kglite.store import KgliteStore
from scripts.fuzz.reference import Graph
from scripts.fuzz.stores_graphs import write_graph

BOOK = {"title": "Emma", "type": "novel", "id": "x1", "title_": "under", "year": 1815}
GRAPH = Graph(
    (
        Node("a1", ("Author",), {"name": "Jane Austen", "born": 1775}),
        Node("a2", ("Author",), {"name": "Emily"}),
        Node("b1", ("Book",), BOOK),
    ),
    (Relationship("r1", "WROTE", "a1", "b1", {"type": "pen", "since": 3}),),
)
PARAMETERS = {"key": "title", "place": 1, "map": {"title": "Emma", "year": 1815}, "maps": ({"title": "Emma"},)}
KEYS = tuple(sorted(BOOK))


@pytest.fixture(scope="module")
def store():
    with closing(KgliteStore.writer()) as writer:
        write_graph(GRAPH, writer)
        with closing(writer.reading()) as reading:
            yield reading


CASES = [
    # Computed names
    ("MATCH (a:Author) WHERE any(k IN keys(a) WHERE a[k] = 'Jane Austen') RETURN a.name", [("Jane Austen",)]),
    ("MATCH (b:Book) RETURN b['ti' + 'tle'], b['title'], b[$key], b['title_'], b['ti' + 'tle_']",
     [("Emma", "Emma", "Emma", "under", "under")]),
    ("MATCH (b:Book) WITH b, 'title' AS k RETURN b[k]", [("Emma",)]),
    ("MATCH (b:Book) UNWIND ['title', 'year', 'id', 'wings', null] AS k RETURN b[k]",
     [("Emma",), (1815,), ("x1",), (None,), (None,)]),
    ("MATCH (b:Book) UNWIND keys(b) AS k RETURN k, b[k]", [(key, BOOK[key]) for key in KEYS]),
    ("MATCH (a:Author {born: 1775}) RETURN a[head(keys(a))], a[last(keys(a))]", [(1775, "Jane Austen")]),
    ("MATCH ()-[r]->(b) RETURN keys(r), r['ty' + 'pe'], startNode(r)['na' + 'me'], endNode(r)[b['wings']]",
     [(("since", "type"), "pen", "Jane Austen", None)]),
    ("MATCH p = (:Author)-->() RETURN [n IN nodes(p) | n['na' + 'me']], [n IN nodes(p) | keys(n)]",
     [(("Jane Austen", None), (("born", "name"), KEYS))]),
    # Ends of relationships under a name
    ("MATCH ()-[q]->() UNWIND [q] AS r WITH endNode(r) AS n RETURN n['ti' + 'tle'], n {.title, y: n['ye' + 'ar']}",
     [("Emma", {"title": "Emma", "y": 1815})]),
    ("MATCH ()-[r]->() WITH r UNWIND [startNode(r), endNode(r)] AS n RETURN n['na' + 'me']",
     [("Jane Austen",), (None,)]),
    ("MATCH ()-[r]->() WITH r RETURN [n IN [startNode(r), endNode(r)] | n['title']]", [((None, "Emma"),)]),
    ("MATCH ()-[r]->() WITH r, startNode(r) AS n RETURN n {.*}", [({"name": "Jane Austen", "born": 1775},)]),
    # Places of a list
    ("UNWIND [[1, 2, 3]] AS l UNWIND [0, 1] AS i RETURN l[i], l[i + 1], l[-1], l[$place], l[size(l) - 1]",
     [(1, 2, 3, 2, 3), (2, 3, 3, 2, 3)]),
    ("WITH [1, 2] AS l RETURN [i IN range(0, 1) | l[i]]", [((1, 2),)]),
    # Keys
    ("MATCH (b:Book) WHERE 'title' IN keys(b) RETURN b.year", [(1815,)]),
    ("MATCH (n) WHERE NOT 'id' IN keys(n) AND 'name' IN keys(n) RETURN n.name ORDER BY n.name",
     [("Emily",), ("Jane Austen",)]),
    ("MATCH (b:Book) RETURN keys(b), size(keys(b)), keys(properties(b)), keys({title: 1, id: 2})",
     [(KEYS, 5, KEYS, ("id", "title"))]),
    ("MATCH (b:Book) RETURN keys(null)", [(None,)]),
    # Maps
    ("MATCH (b:Book) RETURN properties(b), b {.*}, b {.title, .year}", [(BOOK, BOOK, {"title": "Emma", "year": 1815})]),
    ("MATCH (b:Book) RETURN b {.*, title: 'x'}", [({**BOOK, "title": "x"},)]),
    ("MATCH (b:Book) WITH b, b.year AS title RETURN b {title}", [({"title": 1815},)]),
    ("MATCH (b:Book) WITH properties(b) AS m RETURN m.title, m['title'], m['ti' + 'tle'], keys(m)",
     [("Emma", "Emma", "Emma", KEYS)]),
    ("MATCH (b:Book) WITH b {.title} AS m RETURN m.title, m['ti' + 'tle'], keys(m)", [("Emma", "Emma", ("title",))]),
    ("MATCH (b:Book) WITH {title: b.title, id: 3} AS m RETURN m['i' + 'd'], m", [(3, {"id": 3, "title": "Emma"})]),
    ("MATCH (b:Book) WITH collect(b {.*}) AS l RETURN l[0].title, size(l), [m IN l | m['ti' + 'tle']]",
     [("Emma", 1, ("Emma",))]),
    ("RETURN $map.title, $map['title'], $map['ti' + 'tle'], keys($map)", [("Emma", "Emma", "Emma", ("title", "year"))]),
    ("UNWIND $maps AS m RETURN m['ti' + 'tle'], keys(m), m", [("Emma", ("title",), {"title": "Emma"})]),
    ("MATCH (b:Book) WHERE all(k IN keys($map) WHERE b[k] = $map[k]) RETURN b.title", [("Emma",)]),
    ("MATCH (b:Book) WHERE properties(b)['ti' + 'tle'] = 'Emma' RETURN b.year", [(1815,)]),
    # What stands behind IN
    ("RETURN 1 IN [x IN [1, 2] WHERE x > 1], 2 IN [1, 2][1..], 3 IN [1] + [3], 1 IN [1, [2]]",
     [(False, True, True, True)]),
    ("MATCH (a:Author) WHERE 'Emma' IN [(a)-->(b) | b.title] RETURN a.name", [("Jane Austen",)]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "rows"), CASES)
def test_names_are_those_of_the_graph(store, text, rows):
    parameters = {name: PARAMETERS[name] for name in re.findall(r"\$(\w+)", text)}
    assert [tuple(row) for row in store.run(verify(text, dialect="kglite", parameters=parameters)).rows] == rows


REFUSED = [
    "MATCH (b:Book) WHERE properties(b) = {title: 'Emma'} RETURN b.year",
    "MATCH (b:Book) RETURN DISTINCT properties(b)",
    "MATCH (b:Book) WITH b {.*} AS m RETURN m, count(*)",
    "MATCH (b:Book) RETURN count(DISTINCT properties(b))",
    "MATCH (b:Book) RETURN b {.*} AS m UNION MATCH (a:Author) RETURN a {.*} AS m",
    "MATCH (b:Book) WITH collect(properties(b)) AS l UNWIND l AS m WITH m WHERE m IN l RETURN 1 AS x",
    "MATCH (b:Book) RETURN properties(b) AS m ORDER BY m",
]


@pytest.mark.parametrize("text", REFUSED)
def test_maps_of_all_properties_are_not_compared(text):
    with pytest.raises(UnsupportedConstruct) as caught:
        verify(text, dialect="kglite")
    assert caught.value.code == "query.unsupported"
    assert "map of all properties" in caught.value.message
