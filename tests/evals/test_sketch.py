"""Sketches: plans that say the same in other words have one, and plans that differ differ in the part they do."""

from __future__ import annotations

import pytest

from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.evals.golds import lifted
from fingerpost.evals.sketch import PARTS, Sketch, sketch

PEOPLE = "MATCH (m:Member {name: 'A'})-[:BORROWED]->(b:Book)<-[:BORROWED]-(n:Member {name: 'B'})"
TWO_LOOKS = (
    "MATCH (b:Book) WITH max(b.pages) AS best MATCH (b:Book) WITH best, b.pages AS key, b WHERE key = best RETURN b"
)
SAME = [
    ("MATCH (b:Book) RETURN b", "MATCH (x:Book) RETURN x"),
    ("MATCH (m:Member)-[:BORROWED]->(b:Book) RETURN m", "MATCH (b:Book)<-[:BORROWED]-(m:Member) RETURN DISTINCT m"),
    ("MATCH (m:Member)-[:BORROWED]->(b:Book) RETURN b", "MATCH (m)-[:BORROWED]->(b:Book) RETURN b"),
    (
        f"{PEOPLE} RETURN m",
        "MATCH (n:Member {name: 'B'})-[:BORROWED]->(b:Book)<-[:BORROWED]-(m:Member {name: 'A'}) RETURN m",
    ),
    (
        "MATCH (b:Book) RETURN b ORDER BY b.pages DESC LIMIT 1",
        TWO_LOOKS,
    ),
    ("MATCH (b:Book) WHERE NOT b.pages = 3 RETURN b", "MATCH (b:Book) WHERE b.pages <> 3 RETURN b"),
    ("MATCH (b:Book) RETURN count(b)", "MATCH (b:Book) RETURN count(DISTINCT b)"),
    ("MATCH (b:Book) RETURN size(collect(b.title))", "MATCH (b:Book) RETURN count(b.title)"),
    ("MATCH (b:Book) RETURN avg(toFloat(b.pages))", "MATCH (b:Book) WHERE b.pages IS NOT NULL RETURN avg(b.pages)"),
    ("MATCH (b:Book) RETURN b.title ORDER BY b.title", "MATCH (b:Book) RETURN b.title"),
]
OTHER = [
    ("path", "MATCH (m:Member)-[:BORROWED]->(b:Book) RETURN b", "MATCH (b:Book) RETURN b"),
    ("conditions", "MATCH (b:Book) WHERE b.pages > 3 RETURN b", "MATCH (b:Book) WHERE b.pages > 4 RETURN b"),
    ("conditions", f"{PEOPLE} RETURN b", f"{PEOPLE.replace(chr(39) + 'B', chr(39) + 'A')} RETURN b"),
    ("columns", f"{PEOPLE} RETURN m", f"{PEOPLE} RETURN n"),
    ("columns", "MATCH (b:Book) RETURN b", "MATCH (b:Book) RETURN b.title"),
    ("aggregates", "MATCH (b:Book) RETURN sum(b.pages)", "MATCH (b:Book) RETURN avg(b.pages)"),
    (
        "grouping",
        "MATCH (m:Member)-[:BORROWED]->(b:Book) WITH m, count(b) AS n RETURN n",
        "MATCH (m:Member)-[:BORROWED]->(b:Book) WITH b, count(b) AS n RETURN n",
    ),
    (
        "having",
        "MATCH (m:Member)-[:BORROWED]->(b:Book) WITH m, count(b) AS n WHERE n > 1 RETURN m",
        "MATCH (m:Member)-[:BORROWED]->(b:Book) WITH m, count(b) AS n WHERE n > 2 RETURN m",
    ),
    (
        "choice",
        "MATCH (b:Book) RETURN b ORDER BY b.pages DESC LIMIT 1",
        TWO_LOOKS.replace("max", "min"),
    ),
]


def of(kb: KnowledgeBase, text: str) -> Sketch:
    plan = lifted(text)
    assert plan is not None, text
    return sketch(plan, kb.schema)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_said_otherwise(library: KnowledgeBase, one: str, other: str) -> None:
    mine, theirs = of(library, one), of(library, other)
    assert mine.agrees(theirs), (mine.to_json(), theirs.to_json())
    assert mine.first_difference(theirs) in ("form", "nothing")


@pytest.mark.parametrize(("part", "one", "other"), OTHER)
def test_the_part_that_differs(library: KnowledgeBase, part: str, one: str, other: str) -> None:
    mine, theirs = of(library, one), of(library, other)
    assert not mine.agrees(theirs)
    differing = [p for p in PARTS if not mine.same(theirs, p)]
    assert differing[0] == part
    assert mine.first_difference(theirs).startswith(part)


def test_how_a_path_differs(library: KnowledgeBase) -> None:
    one, two = of(library, "MATCH (b:Book) RETURN b"), of(library, "MATCH (:Member)-[:BORROWED]->(b:Book) RETURN b")
    assert one.first_difference(two) == "path, node too many"
    assert two.first_difference(one) == "path, node missing"
    three = of(library, "MATCH (:Member)-[:RESERVED]->(b:Book) RETURN b")
    assert two.first_difference(three) == "path, other relation"
    assert two.lacks(three, "path") == ["Book -RESERVED- Member"]


def test_likeness_is_a_share(library: KnowledgeBase) -> None:
    one, two = of(library, "MATCH (b:Book) RETURN b"), of(library, "MATCH (b:Book) RETURN b.title")
    assert one.likeness(one) == 1.0
    assert one.likeness(two) == pytest.approx(1 / 3)


def test_what_a_plan_needs_words_for(library: KnowledgeBase) -> None:
    needs = of(library, "MATCH (m)-[:BORROWED]->(b:Book) WHERE b.pages > 3 AND m.name <> 'A' RETURN b.title").needs
    assert {(n.kind, str(n), n.denied) for n in needs} == {
        ("label", "Member", False),
        ("label", "Book", False),
        ("relation", "BORROWED", False),
        ("value", "Book.pages 3", False),
        ("value", "Member.name 'A'", True),
        ("property", "Book.title", False),
    }
