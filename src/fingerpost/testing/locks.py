"""The last lock: a store runs what the gate made and nothing else, and writes nothing, whoever asks."""

from __future__ import annotations

from contextlib import suppress

import pytest

from fingerpost.core.errors import QueryRejected, StoreError, UnsupportedConstruct
from fingerpost.core.seal import mint
from fingerpost.core.verified import VerifiedQuery
from fingerpost.query_languages import language, languages
from fingerpost.stores import Explanation, Result, Store
from fingerpost.testing.asking import ask
from fingerpost.testing.base import Conformance

_WRITES = (
    "CREATE (n:Person {name: 'new'})",
    "CREATE (n:Person {name: 'new'}) RETURN n",
    "MATCH (n:Person) SET n.name = 'x' RETURN n",
    "MATCH (n:Person) SET n.name = null",
    "MATCH (n) DETACH DELETE n",
    "MATCH ()-[r]->() DELETE r",
    "MATCH (n:Town) REMOVE n.name",
    "MERGE (n:Nation {name: 'x'}) RETURN n",
    "MATCH (a:Town), (b:Person) CREATE (a)-[:KNOWS]->(b)",
    "MATCH (n:Town) FOREACH (x IN [1, 2] | CREATE (:Town))",
    "MATCH (n:Town) RETURN n; MATCH (n) DETACH DELETE n",
    "MATCH (n) DETACH DELETE n; MATCH (n) RETURN n",
    "PROFILE MATCH (n) DETACH DELETE n",
    "MATCH (n:Town) CALL { WITH n DETACH DELETE n } RETURN 1",
)
_READ_ALL = (
    "MATCH (n) OPTIONAL MATCH (n)-[r]->() RETURN count(DISTINCT n), count(DISTINCT n.name), count(r), sum(n.age)"
)


def _minted(store: Store, text: str, *, cleared: bool = False) -> VerifiedQuery:
    """A query that no gate would make."""
    return mint(text=text, language="cypher", dialect=store.dialect, parameters={}, columns=(), cleared=cleared)


class Locks(Conformance):
    """Asked around the gate."""

    @pytest.mark.parametrize(("number", "text"), list(enumerate(_WRITES)))
    def test_a_store_that_is_asked_cannot_be_written(self, people: Store, number: int, text: str) -> None:
        before = ask(people, _READ_ALL).rows
        assert before == ((7, 7, 7, 246),)
        for cleared in self.share((False, True), 2, number):
            with pytest.raises((StoreError, QueryRejected)):
                people.run(_minted(people, text, cleared=cleared))
            assert ask(people, _READ_ALL).rows == before

    @pytest.mark.parametrize("text", ["CREATE (n:Person)", "MATCH (n) DETACH DELETE n"])
    def test_a_write_is_not_run_to_be_explained(self, people: Store, text: str) -> None:
        before = ask(people, _READ_ALL).rows
        with suppress(StoreError, QueryRejected):
            people.explain(_minted(people, text))
        assert ask(people, _READ_ALL).rows == before

    def test_a_store_runs_nothing_but_verified_queries_of_its_dialect(self, people: Store) -> None:
        for use in (people.run, people.explain):
            with pytest.raises(QueryRejected) as refusal:
                _use(use, "MATCH (n) RETURN n")
            assert refusal.value.code == "query.unsealed"
            query = language().verify("RETURN 1", dialect=people.dialect)
            object.__setattr__(query, "text", "RETURN 2")
            with pytest.raises(QueryRejected) as refusal:
                _use(use, query)
            assert refusal.value.code == "query.unsealed"
            for other in (name for each in languages() for name in each.dialects):
                if other == people.dialect:
                    continue
                try:
                    foreign = language().verify("RETURN 1", dialect=other)
                except UnsupportedConstruct:
                    continue
                with pytest.raises(QueryRejected) as refusal:
                    _use(use, foreign)
                assert refusal.value.code == "query.dialect"

    def test_what_an_engine_says_becomes_an_error_of_ours(self, people: Store) -> None:
        with pytest.raises(StoreError) as failed:
            people.run(_minted(people, "THIS IS NO QUERY", cleared=True))
        assert failed.value.code == "store.failed"
        assert failed.value.details["query"] == "THIS IS NO QUERY"

    def test_a_query_is_explained_without_being_run(self, town: Store) -> None:
        text = "MATCH (a:Person)-[:KNOWS]->(b) RETURN b.name AS name, count(*) AS n ORDER BY n DESC LIMIT 3"
        explained = town.explain(language().verify(text, dialect=town.dialect))
        assert explained.operators
        assert all(isinstance(operator, str) and operator for operator in explained.operators)
        assert explained.estimated_rows is None or explained.estimated_rows >= 0
        forever = "MATCH (a), (b), (c), (d), (e), (f), (g), (h), (i), (j), (k) RETURN count(*)"
        assert town.explain(language().verify(forever, dialect=town.dialect)).operators


def _use(use: object, query: object) -> Result | Explanation:
    assert callable(use)
    done: Result | Explanation = use(query)
    return done
