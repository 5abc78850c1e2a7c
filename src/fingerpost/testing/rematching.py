"""A relationship that is matched again is the one that was matched first."""

from __future__ import annotations

import pytest

from fingerpost.stores import Store
from fingerpost.testing.asking import Case, Rows
from fingerpost.testing.base import Conformance

KNOWN = "MATCH (a)-[r:KNOWS]->(b) WHERE b.name = 'P1' "


class Rematching(Conformance):
    """Bound relationships in a second MATCH."""

    @pytest.mark.parametrize(("text", "rows"), [
        ("WITH r MATCH (s)-[r]->(e) RETURN s.name, e.name", [("P0", "P1")]),
        ("WITH r MATCH (e)<-[r]-(s) RETURN s.name, e.name", [("P0", "P1")]),
        ("WITH r MATCH (s)-[r]-(e) RETURN s.name, e.name ORDER BY s.name", [("P0", "P1"), ("P1", "P0")]),
        ("MATCH (s)-[r]->(e) RETURN s.name, e.name", [("P0", "P1")]),
        ("WITH b, r MATCH (s)-[r]->(b) WHERE s.age = 30 RETURN s.name, b.name", [("P0", "P1")]),
        ("WITH a, r MATCH (a)-[r]->(s) RETURN s.name, a.name", [("P1", "P0")]),
        ("WITH r OPTIONAL MATCH (s:Town)-[r]->(e) RETURN s, type(r)", [(None, "KNOWS")]),
        ("WITH r AS q MATCH (s)-[q:KNOWS]->(e) RETURN s.name, e.name", [("P0", "P1")]),
        ("WITH collect(r) AS rs UNWIND rs AS r MATCH (s)-[r]->(e) RETURN s.name, e.name", [("P0", "P1")]),
        ("CALL { WITH r MATCH (s)-[r]->(e) RETURN e } RETURN e.name", [("P1",)]),
        ("CALL { MATCH (s)-[r:LIVES_IN]->(e) RETURN e } RETURN e.name", [("Kirkby",)]),
        ("WITH a MATCH (a)-[r:LIVES_IN]->(e) RETURN type(r), e.name", [("LIVES_IN", "Kirkby")]),
        ("WITH r MATCH p = (s)-[r]->(e)-[:KNOWS]->(x) RETURN length(p), x.name", [(2, "P2")]),
    ])  # fmt: skip
    def test_a_relationship_that_is_matched_again(self, people: Store, text: str, rows: Rows) -> None:
        case = Case(KNOWN + text, rows, "ORDER BY" in text, refused="CALL" if "CALL" in text else "", raw=True)
        self.check(people, case)
