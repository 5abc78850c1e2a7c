"""What is printed for Memgraph, and what is refused by its name; nothing here is run on one."""

from __future__ import annotations

import pytest

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.query_languages.cypher.gate import verify


@pytest.mark.parametrize(("text", "printed"), [
    ("MATCH (a:A)-[:T]->(b) WHERE b.x = 1 RETURN b", "MATCH (a:A)-[:T]->(b) WHERE b.x = 1 RETURN b"),
    ("MATCH (a:A WHERE a.x = 1) RETURN a AS n", "MATCH (a:A) WHERE a.x = 1 RETURN a AS n"),
    ("MATCH (a:!A) RETURN a AS n", "MATCH (a) WHERE NOT a:A RETURN a AS n"),
    ("MATCH (a:A&B) RETURN a AS n", "MATCH (a:A:B) RETURN a AS n"),
    ("MATCH (a)-[:T]->{1,3}(b) RETURN b AS n", "MATCH (a)-[:T*1..3]->(b) RETURN b AS n"),
    ("MATCH p = shortestPath((a:A)-[:T*1..5]-(b:B)) RETURN p", "MATCH p = (a:A)-[:T *BFS 1..5]-(b:B) RETURN p"),
    ("MATCH p = shortestPath((a:A)-[*..8]->(b:B)) RETURN p", "MATCH p = (a:A)-[*BFS 1..8]->(b:B) RETURN p"),
    ("MATCH p = allShortestPaths((a:A)<-[r:T*..4]-(b:B)) RETURN p",
     "MATCH p = (a:A)<-[r:T *ALLSHORTEST 4 (fp_r, fp_n | 1)]-(b:B) RETURN p"),
    ("MATCH (a) WHERE EXISTS { MATCH (a)-->(b) WHERE b.x = 1 RETURN b } RETURN a",
     "MATCH (a) WHERE EXISTS { MATCH (a)-->(b) WHERE b.x = 1 } RETURN a"),
    ("MATCH (a) CALL (a) { MATCH (a)-->(b) RETURN count(b) AS n } RETURN a, n",
     "MATCH (a) CALL { WITH a MATCH (a)-->(b) RETURN count(b) AS n } RETURN a, n"),
    ("MATCH (a) WHERE a.fp_id = 1 RETURN elementId(a) AS n",
     "MATCH (a) WHERE a.fp_id_ = 1 RETURN coalesce(a.fp_id, elementId(a)) AS n"),
])  # fmt: skip
def test_it_is_printed_so(text, printed):
    assert verify(text, dialect="memgraph").text == printed


@pytest.mark.parametrize(("text", "named"), [
    ("MATCH (a) WHERE COUNT { (a)-->() } > 1 RETURN a", "COUNT"),
    ("MATCH (a) RETURN COLLECT { MATCH (a)-->(b) RETURN DISTINCT b.x } AS n", "COLLECT"),
    ("MATCH (a) WHERE a.x IS :: INTEGER RETURN a", "type"),
    ("MATCH p = ANY SHORTEST (a:A)-[:T]->{1,3}(b) RETURN p", "selector|quantified"),
    ("MATCH p = shortestPath((a:A)-[:T*0..5]-(b:B)) RETURN p", "least length"),
    ("MATCH (a) RETURN percentileCont(a.x, 0.5) AS n", "percentileCont"),
    ("MATCH (a) RETURN median(a.x) AS n", "percentileCont"),
    ("MATCH (a) RETURN date.truncate('year', a.x) AS n", r"date\.truncate"),
    ("MATCH (a) CALL (*) { MATCH (a)-->(b) RETURN count(b) AS n } RETURN n", r"CALL \(\*\)"),
])  # fmt: skip
def test_it_is_refused_by_its_name(text, named):
    with pytest.raises(UnsupportedConstruct, match=named):
        verify(text, dialect="memgraph")
