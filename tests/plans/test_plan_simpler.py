"""A plan is run with less work where it says more than it must, and has the same rows."""

from __future__ import annotations

import pytest

from fingerpost.plans.simpler import simplified
from fingerpost.query_languages.cypher.gate import verify, verify_plan
from fingerpost.query_languages.cypher.lift import lift
from fingerpost.query_languages.cypher.lower import lower
from fingerpost.query_languages.cypher.parser import parse


@pytest.fixture(scope="module")
def kb(library):
    return library


KEPT = [
    "MATCH (a:Author)-[:WROTE]->(b:Book) WITH a.born AS one, a.died AS other WHERE one = other RETURN one",
    "MATCH (a:Author)-[:WROTE]->(b:Book) RETURN DISTINCT a AS who LIMIT 3",
    "MATCH (a:Author)-[:WROTE]->(b:Book) RETURN count(DISTINCT a) AS n",
    "MATCH (a:Author) RETURN DISTINCT a.name AS name",
    "MATCH (a:Author) RETURN count(DISTINCT a.name) AS n",
    "MATCH (a:Author) MATCH (b:Book) RETURN count(DISTINCT a) AS n",
    "UNWIND [1, 1] AS x MATCH (a:Author) RETURN count(DISTINCT a) AS n",
    "MATCH (a:Author) WITH a MATCH (b:Book) RETURN DISTINCT a AS who",
    "MATCH (a:Author) WITH a.name AS name, count(a) AS n RETURN DISTINCT n AS n",
    "OPTIONAL MATCH (a:Author) WITH a.name AS name, a AS who WHERE name = 'x' RETURN count(who) AS n",
    "MATCH (a:Author) WITH toLower(a.name) AS name, a AS who WHERE name = 'x' RETURN count(who) AS n",
]
CHANGED = [
    (
        (
            "MATCH (a:Author) WITH max(a.born) AS best MATCH (a:Author) WITH best, a.born AS k, a WHERE k = best "
            "RETURN a AS who, k"
        ),
        (
            "MATCH (a:Author) WITH max(a.born) AS best MATCH (a:Author) WHERE a.born = best WITH best, a.born AS k, a "
            "RETURN a AS who, k"
        ),
    ),
    ("MATCH (a:Author) RETURN count(DISTINCT a) AS n", "MATCH (a:Author) RETURN count(a) AS n"),
    ("MATCH (a:Author) RETURN DISTINCT a AS who, a.name AS name", "MATCH (a:Author) RETURN a AS who, a.name AS name"),
    (
        "MATCH (a:Author) WHERE a.born > 1900 WITH a AS who RETURN DISTINCT who AS who LIMIT 3",
        "MATCH (a:Author) WHERE a.born > 1900 WITH a AS who RETURN who AS who LIMIT 3",
    ),
    (
        "MATCH (a:Author) RETURN a.country AS land, count(DISTINCT a) AS n, count(DISTINCT a.name) AS names",
        "MATCH (a:Author) RETURN a.country AS land, count(a) AS n, count(DISTINCT a.name) AS names",
    ),
    (
        "MATCH (a:Author) WITH a.country AS land, a AS who WHERE land = 'France' RETURN DISTINCT who AS who",
        "MATCH (a:Author) WHERE a.country = 'France' WITH a.country AS land, a AS who RETURN who AS who",
    ),
    (
        "MATCH (a:Author)-[:WROTE]->(b:Book) WITH b.year AS y, a AS who WHERE y IS NULL RETURN DISTINCT who AS w",
        "MATCH (a:Author)-[:WROTE]->(b:Book) WHERE b.year IS NULL WITH b.year AS y, a AS who RETURN DISTINCT who AS w",
    ),
    (
        "MATCH (a:Author)-[:WROTE]->(b:Book) WITH a, b WITH a AS who, b WHERE who.born > 1900 RETURN who, b LIMIT 3",
        "MATCH (a:Author)-[:WROTE]->(b:Book) WHERE a.born > 1900 WITH a, b WITH a AS who, b RETURN who, b LIMIT 3",
    ),
]
TESTED_WHERE_THEY_ARE = [
    "MATCH (a:Author) WITH a LIMIT 3 WITH a AS who WHERE who.born > 1900 RETURN who AS w",
    "OPTIONAL MATCH (a:Author)-[:WROTE]->(b:Book) WITH a, b WITH a AS who WHERE who.born IS NULL RETURN who AS w",
    "OPTIONAL MATCH (a:Author)-[:WROTE]->(b:Book) WITH a, b WITH a AS who WHERE who.born > 1900 RETURN who AS w",
    "MATCH (a:Author)-[:WROTE]->(b:Book) WITH a, count(b) AS n WITH a AS who WHERE who.born > 1900 RETURN who AS w",
    "MATCH (a:Author)-[:WROTE]->(b:Book) WITH a, b WITH a AS who, count(b) AS n WHERE who.born > n RETURN who AS w",
]
KEPT += TESTED_WHERE_THEY_ARE

TO_ONE = [
    (
        "MATCH (a:Author)<-[:BY]-(b:Book) WITH DISTINCT b, a WITH a AS who, avg(b.year) AS x RETURN who.name AS n, x",
        "MATCH (a:Author)<-[:BY]-(b:Book) WITH b, a WITH a AS who, avg(b.year) AS x RETURN who.name AS n, x",
    ),
    (
        "MATCH (b:Book)-[:BY]->(a:Author)-[:OF]->(c:Land) WITH DISTINCT b, c RETURN sum(b.pages) AS x",
        "MATCH (b:Book)-[:BY]->(a:Author)-[:OF]->(c:Land) WITH b, c RETURN sum(b.pages) AS x",
    ),
    (
        "MATCH (b:Book)-[:BY]->(a:Author) RETURN a.name AS n, count(DISTINCT b) AS x",
        "MATCH (b:Book)-[:BY]->(a:Author) RETURN a.name AS n, count(b) AS x",
    ),
]
SEVERAL = [
    "MATCH (b:Book)-[:BY]->(a:Author) WITH DISTINCT a RETURN avg(a.born) AS x",
    "MATCH (b:Book)-[:BY]->(a:Author)<-[:BY]-(c:Book) WITH DISTINCT b, a RETURN avg(b.year) AS x",
    "MATCH (b:Book)-[:BY]-(a:Author) WITH DISTINCT b, a RETURN avg(b.year) AS x",
    "MATCH (b:Book)-[:BY|OF]->(a:Author) WITH DISTINCT b, a RETURN avg(b.year) AS x",
    "MATCH (b:Book)-[:BY*1..2]->(a:Author) WITH DISTINCT b, a RETURN avg(b.year) AS x",
    "MATCH (b:Book)-[]->(a:Author) WITH DISTINCT b, a RETURN avg(b.year) AS x",
    "MATCH (b:Book)-[:BY]->(a:Author)-[:WROTE]->(c:Land) WITH DISTINCT b, a RETURN avg(b.year) AS x",
    "MATCH (b:Book)-[:BY]->(a:Author) MATCH (c:Land) WITH DISTINCT b, a RETURN avg(b.year) AS x",
]


@pytest.mark.parametrize(("text", "wanted"), TO_ONE)
def test_what_leads_to_one_other_tells_rows_apart(text, wanted):
    plan = lift(parse(text))
    assert simplified(plan, {"BY", "OF"}.__contains__).fingerprint == lift(parse(wanted)).fingerprint
    assert simplified(plan) == plan
    assert simplified(plan, {"WROTE"}.__contains__) == plan


@pytest.mark.parametrize("text", SEVERAL)
def test_what_may_lead_to_several_does_not(text):
    plan = lift(parse(text))
    assert simplified(plan, {"BY", "OF"}.__contains__) == plan


def test_a_type_is_only_looked_at_where_something_depends_on_it():
    def asked(type_):
        raise AssertionError(type_)

    plan = lift(parse("MATCH (b:Book)-[:BY]->(a:Author) RETURN b.title AS t, a.name AS n"))
    assert simplified(plan, asked) == plan


@pytest.mark.parametrize("text", KEPT)
def test_what_says_something_is_kept(text):
    plan = lift(parse(text))
    assert simplified(plan) == plan


@pytest.mark.parametrize(("text", "wanted"), CHANGED)
def test_what_says_nothing_is_left_out_and_conditions_go_where_things_are_matched(text, wanted):
    assert simplified(lift(parse(text))).fingerprint == lift(parse(wanted)).fingerprint


@pytest.mark.parametrize("text", [*KEPT, *(text for text, _ in CHANGED)])
def test_the_rows_are_the_same(text, kb):
    plan = lift(parse(text))
    plainly = kb.store.run(verify(lower(plan), dialect="kglite", parameters=plan.parameters)).rows
    run = kb.store.run(verify_plan(plan, dialect="kglite")).rows
    assert sorted(map(repr, run)) == sorted(map(repr, plainly))
