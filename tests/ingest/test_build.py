"""From records to a graph: in any order, in batches, with what is wrong counted and never dropped in silence."""

from __future__ import annotations

import pytest

import fingerpost
from fingerpost.core.errors import SourceError
from fingerpost.engine.registry import store_class
from fingerpost.ingest import build
from fingerpost.ingest.build import UNLABELLED, GraphBuilder
from fingerpost.ingest.records import LoadContext, NodeRecord, RelationshipRecord
from fingerpost.query_languages.cypher.gate import verify
from fingerpost.stores import DEFAULT_STORE


class Built:
    """What a builder made of records."""

    def __init__(self, records, context=None):
        kind = store_class(DEFAULT_STORE)
        self.context = context or LoadContext()
        writer = kind.writer(None)
        builder = GraphBuilder(writer, self.context)
        builder.add_all(records)
        self.report = builder.finish()
        self.store = writer.reading()
        writer.close()

    def rows(self, text):
        return self.store.run(verify(text, dialect=self.store.dialect)).rows

    @property
    def problems(self):
        return {problem.kind: (problem.count, problem.examples) for problem in self.context.problems}


def node(name, *labels, line=0, **properties):
    return NodeRecord(name, labels, properties, line=line)


def joined(start, end, type_="T", line=0, **properties):
    return RelationshipRecord(start, end, type_, properties, line=line)


@pytest.fixture
def context(tmp_path):
    made = LoadContext()
    made.add_file(tmp_path / "people.csv")
    return made


def test_records_may_come_in_any_order():
    records = [joined("a", "b", x=1), node("b", "N"), joined("b", "a", x=2), node("a", "N"), joined("a", "a", x=3)]
    built = Built(records)
    assert (built.report.nodes, built.report.relationships, built.problems) == (2, 3, {})
    rows = built.rows("MATCH (a)-[r]->(b) RETURN elementId(a), elementId(b), r.x ORDER BY r.x")
    assert rows == (("a", "b", 1), ("b", "a", 2), ("a", "a", 3))


def test_relationships_of_missing_nodes_are_counted_with_the_first_places(context):
    records = [
        node("a", "N"),
        *(joined("a", f"x{line}", line=line) for line in range(2, 10)),
        joined("y", "z", line=20),
    ]
    built = Built(records, context)
    assert (built.report.nodes, built.report.relationships) == (1, 0)
    count, examples = built.problems["missing-endpoint"]
    assert count == 9
    assert examples == [f"people.csv:{line}: T to missing x{line}" for line in range(2, 7)]
    assert built.rows("MATCH ()-[r]->() RETURN count(r)") == ((0,),)


def test_both_missing_ends_are_named(context):
    built = Built([node("a", "N"), joined("y", "z", line=20)], context)
    assert built.problems == {"missing-endpoint": (1, ["people.csv:20: T to missing y, z"])}


def test_of_nodes_with_one_id_the_first_is_kept_and_the_others_are_counted(context):
    records = [node("a", "N", line=2, x=1), node("a", "N", line=3, x=2), node("a", "M", line=4, x=3), node("b", "N")]
    built = Built(records, context)
    assert built.report.nodes == 2
    count, (first, second) = built.problems["duplicate-id"]
    assert (count, first, second) == (2, "people.csv:3: id a again", "people.csv:4: id a again")
    assert built.rows("MATCH (n {x: 1}) RETURN elementId(n), labels(n)") == (("a", ("N",)),)
    assert built.rows("MATCH (n) RETURN count(n), max(n.x)") == ((2, 1),)


def test_a_place_is_told_by_its_number_where_no_file_is_known():
    built = Built([node("a", "N"), node("a", "N", line=7)])
    assert built.problems == {"duplicate-id": (1, ["record 7: id a again"])}


def test_a_node_without_labels_gets_one():
    built = Built([node("a"), node("b", "N"), joined("a", "b"), joined("b", "a")])
    assert built.rows("MATCH (n) RETURN elementId(n), labels(n) ORDER BY elementId(n)") == (
        ("a", (UNLABELLED,)),
        ("b", ("N",)),
    )
    assert built.rows("MATCH ()-[r]->() RETURN count(r)") == ((2,),)


def test_relationships_between_nodes_of_several_labels():
    people = [node("a", "A", "B"), node("b", "B", "A"), node("c", "B")]
    built = Built([*people, *(joined(start, end) for start in "abc" for end in "abc")])
    assert built.report.relationships == 9
    rows = built.rows("MATCH (a)-[:T]->(b) RETURN elementId(a) + elementId(b) AS ends ORDER BY ends")
    assert [row[0] for row in rows] == [a + b for a in "abc" for b in "abc"]


def test_one_type_may_join_different_labels_and_run_twice_between_two_nodes():
    records = [node("a", "A"), node("b", "B"), *(joined("a", "b", x=x) for x in (1, 1, 2)), joined("b", "a", x=3)]
    built = Built(records)
    assert built.rows("MATCH ()-[r:T]->() RETURN count(r), sum(r.x)") == ((4, 7),)


@pytest.mark.parametrize("count", [build.BATCH - 1, build.BATCH, build.BATCH + 1, 2 * build.BATCH + 1])
def test_nothing_is_lost_between_batches(count):
    nodes = (node(str(number), "N" if number % 3 else "M", x=number) for number in range(count))
    edges = (joined(str(number), str((number * 7) % count), x=number) for number in range(count))
    mixed = [record for pair in zip(nodes, edges, strict=True) for record in pair]
    built = Built(mixed)
    assert (built.report.nodes, built.report.relationships, built.problems) == (count, count, {})
    total = count * (count - 1) // 2
    assert built.rows("MATCH (n) RETURN count(n), sum(n.x)") == ((count, total),)
    wrong = "MATCH (a)-[r]->(b) WHERE r.x <> a.x RETURN count(r)"
    assert built.rows("MATCH ()-[r]->() RETURN count(r), sum(r.x)") == ((count, total),)
    assert built.rows(wrong) == ((0,),)


CSV = {
    "people.csv": ":ID,:LABEL,name\na,Person,Ann\nb,Person,Bob\na,Person,Amy\n",
    "knows.csv": ":START_ID,:END_ID,:TYPE\na,b,KNOWS\na,x,KNOWS\ny,b,KNOWS\n",
}


@pytest.fixture
def folder(tmp_path):
    source = tmp_path / "source"
    source.mkdir()
    for name, text in CSV.items():
        (source / name).write_text(text, encoding="utf-8")
    return source


def test_a_load_reports_what_was_wrong_and_loads_the_rest(folder, tmp_path):
    report = fingerpost.load([folder], tmp_path / "kb.fp")
    assert (report.nodes, report.relationships) == (2, 1)
    found = {problem.kind: (problem.count, problem.examples) for problem in report.problems}
    assert found == {
        "missing-endpoint": (2, ("knows.csv:3: KNOWS to missing x", "knows.csv:4: KNOWS to missing y")),
        "duplicate-id": (1, ("people.csv:4: id a again",)),
    }
    with fingerpost.open(tmp_path / "kb.fp") as kb:
        assert kb.query("MATCH (p:Person) RETURN p.name ORDER BY p.name").rows == (("Ann",), ("Bob",))


def test_a_strict_load_refuses_it_and_tells_the_same(folder, tmp_path):
    with pytest.raises(SourceError) as refusal:
        fingerpost.load([folder], tmp_path / "kb.fp", strict=True)
    assert refusal.value.code == "source.strict"
    assert "2 missing-endpoint (first: knows.csv:3: KNOWS to missing x)" in refusal.value.message
    assert refusal.value.details["duplicate-id"] == {"count": 1, "examples": ["people.csv:4: id a again"]}
    assert not (tmp_path / "kb.fp").exists()


def test_a_strict_load_of_what_is_right_goes_through(folder, tmp_path):
    (folder / "people.csv").write_text(":ID,:LABEL,name\na,Person,Ann\nb,Person,Bob\n", encoding="utf-8")
    (folder / "knows.csv").write_text(":START_ID,:END_ID,:TYPE\na,b,KNOWS\n", encoding="utf-8")
    report = fingerpost.load([folder], tmp_path / "kb.fp", strict=True)
    assert (report.nodes, report.relationships, report.problems) == (2, 1, ())


def test_ids_are_one_for_all_sources_of_a_load(folder, tmp_path):
    more = tmp_path / "more.csv"
    more.write_text(":ID,:LABEL,name\nx,Person,Xenia\na,Person,Abe\n", encoding="utf-8")
    report = fingerpost.load([folder, more], tmp_path / "kb.fp")
    assert (report.nodes, report.relationships) == (3, 2), "the other source has the missing end"
    found = {problem.kind: problem.count for problem in report.problems}
    assert found == {"missing-endpoint": 1, "duplicate-id": 2}
