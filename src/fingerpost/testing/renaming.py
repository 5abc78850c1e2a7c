"""Names that are defined again, and hidden ones, mean in a store what they mean in Cypher."""

from __future__ import annotations

import pytest

from fingerpost.core.errors import FingerpostError
from fingerpost.stores import Store
from fingerpost.testing.asking import Case, Rows, ask
from fingerpost.testing.base import Conformance

OLDEST = (
    "MATCH (p:Person) WHERE p.age IS NOT NULL WITH p, p.age AS key ORDER BY key DESC LIMIT 2 WITH min(key) AS best "
)


class Renaming(Conformance):
    """An alias is what it was defined as last."""

    @pytest.mark.parametrize(("text", "rows"), [
        (OLDEST + "MATCH (q:Person) WITH best, q.age AS key, q WHERE key >= best RETURN q.name, key ORDER BY key",
         [("P2", 32), ("P3", 33)]),
        (OLDEST + "MATCH (q:Person) WITH best, q.age AS p, q WHERE p >= best RETURN q.name, p AS key ORDER BY key",
         [("P2", 32), ("P3", 33)]),
        (OLDEST + "MATCH (p:Person) WITH best, p.age AS key, p WHERE key >= best RETURN p.name, key ORDER BY p.name",
         [("P2", 32), ("P3", 33)]),
        ("UNWIND [1, 5] AS key WITH max(key) AS m UNWIND [4, 5, 6] AS x WITH x AS key, m WHERE key >= m RETURN key",
         [(5,), (6,)]),
        ("UNWIND [1, 2] AS x WITH x AS a WITH a AS b WITH b AS a WHERE a > 1 RETURN a", [(2,)]),
        ("UNWIND [1, 2] AS a WITH a + 1 AS a WITH a + 1 AS a WHERE a > 3 RETURN a", [(4,)]),
        (OLDEST + "MATCH (p:Person) WITH best, p.age AS key, count(*) AS n WHERE n = 2 AND key < best RETURN key, n",
         [(30, 2)]),
        (OLDEST + "CALL { MATCH (q:Person) RETURN q.age AS key, q } WITH key, q, best WHERE key >= best RETURN q.name",
         [("P2",), ("P3",)]),
        (OLDEST + "UNWIND [31, 32, 40] AS key WITH key, best WHERE key > best RETURN key", [(40,)]),
        (OLDEST + "MATCH (key:Person) WITH key, best WHERE key.age > best RETURN key.name", [("P3",)]),
        (OLDEST + "MATCH (q:Person) WITH best, q.age AS key, q WHERE key >= best "
         "WITH collect(q.name) AS names UNWIND names AS key WITH key WHERE key <> 'P2' RETURN key", [("P3",)]),
        (OLDEST + "MATCH (q:Person) WITH best, q.age AS key, q WITH *, key + 1 AS next WHERE next > best + 1 "
         "RETURN q.name, [key IN [key, next] | key] AS key", [("P3", (33, 34))]),
        (OLDEST + "CALL { WITH best MATCH (q:Person) WITH best, q.age AS key, q WHERE key >= best "
         "RETURN q.name AS name } RETURN name ORDER BY name", [("P2",), ("P3",)]),
        (OLDEST + "MATCH (q:Person) WITH best, q.age AS key WHERE key >= best RETURN key "
         "UNION MATCH (t:Town) WITH t.name AS key WHERE key STARTS WITH 'K' RETURN key", [(32,), (33,), ("Kirkby",)]),
    ])  # fmt: skip
    def test_a_name_that_is_defined_again_is_the_new_one(self, people: Store, text: str, rows: Rows) -> None:
        lacks = "CALL" if "CALL" in text else "comprehension" if "|" in text else ""
        self.check(people, Case(text, rows, refused=lacks, raw=True))

    def test_columns_keep_their_names(self, people: Store) -> None:
        text = OLDEST + "MATCH (q:Person) WITH best, q.age AS key, q WHERE key >= best RETURN q, key, best"
        assert ask(people, text).columns == ("q", "key", "best")

    def test_a_name_that_went_out_of_scope_is_not_there(self, people: Store) -> None:
        with pytest.raises(FingerpostError):
            ask(people, OLDEST + "MATCH (q:Person) RETURN key")
