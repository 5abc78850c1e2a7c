"""Traps of kglite that the store steps around, and what its writer does in a thread of its own."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from contextlib import closing
from zoneinfo import ZoneInfo

import kglite
import pytest

from fingerpost.core.cells import Duration, Point
from fingerpost.core.errors import StoreError
from fingerpost.core.limits import Limits
from fingerpost.query_languages.cypher.gate import verify
from fingerpost.stores.kglite.store import KgliteStore
from fingerpost.stores.kglite.writer import GRAPH_FILE


def graph(*rows, labels=("N",)):
    with closing(KgliteStore.writer()) as writer:
        writer.add_nodes(labels, [(str(number), 0, properties) for number, properties in enumerate(rows)])
        return writer.reading()


def test_rows_that_are_built_differently_are_written_together():
    """Each of these needs another expression: they are written group by group, and none is lost."""
    rows = [
        {"x": 1},
        {"x": Duration(1)},
        {"x": Point(1.0, 2.0, None, 4326)},
        {"x": (Duration(1), 2)},
        {"x": {"a": Duration(1)}, "y": Duration(2)},
        {"y": Duration(3)},
    ]
    found = (
        graph(*rows).run(verify("MATCH (n:N) RETURN n.x, n.y ORDER BY toInteger(elementId(n))", dialect="kglite")).rows
    )
    assert found == tuple((row.get("x"), row.get("y")) for row in rows)


def test_a_statement_that_fails_is_told_when_the_next_is_added_or_saved(tmp_path):
    with closing(KgliteStore.writer(tmp_path)) as writer:
        writer.add_nodes(("N",), [("1", 0, {"x": 2**70})])
        with pytest.raises(StoreError) as failure:
            writer.save()
        assert failure.value.code == "store.write"
        with pytest.raises(StoreError):
            writer.add_nodes(("N",), [("2", 0, {})])
        assert not (tmp_path / GRAPH_FILE).exists()


@pytest.mark.parametrize("value", ["\ud800", 2**63])
def test_a_value_that_the_engine_would_change_or_drop_is_refused(value):
    with pytest.raises(StoreError):
        graph({"x": value})


@pytest.mark.filterwarnings("error")
def test_values_of_another_type_may_follow_in_another_batch():
    values = [1, "a", 2.5, True, None, "1", 7]
    with closing(KgliteStore.writer()) as writer:
        for number, value in enumerate(values):
            writer.add_nodes(("N",), [(str(number), 0, {"x": value, "y": "k"})])
        found = writer.reading().run(verify("MATCH (n:N) RETURN n.x ORDER BY elementId(n)", dialect="kglite")).rows
    assert [(type(value), value) for (value,) in found] == [(type(value), value) for value in values]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("held", [0, 3, 1_000_000])
def test_relationships_between_the_same_nodes_are_all_there_whatever_batches_they_come_in(held, monkeypatch):
    """The engine's bulk call would take those of a later one for the first."""
    monkeypatch.setattr("fingerpost.stores.kglite.writer._MOST_HELD", held)
    batches = [
        ("A", [("a", "a2")] * 2),
        ("A", [("a", "a2"), ("a2", "a")]),
        ("B", [("a", "b")] * 2),
        ("A", [("a", "a2")]),
    ]
    with closing(KgliteStore.writer()) as writer:
        writer.add_nodes(("A",), [(name, 0, {"x": "1"}) for name in ("a", "a2")])
        writer.add_nodes(("B",), [("b", 0, {"x": "1"})])
        for end, ends in batches:
            writer.add_relationships("A", "R", end, [(*both, 1, {}) for both in ends])
        writer.add_relationships("A", "R", "A", [("a2", "a", 1, {"w": 1}), ("a2", "a", 1, {})])
        counted = verify("MATCH (a)-[r:R]->(b) RETURN elementId(a), elementId(b), count(r) AS n", dialect="kglite")
        found = writer.reading().run(counted).rows
    assert sorted(found) == [("a", "a2", 4), ("a", "b", 2), ("a2", "a", 3)]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("held", [0, 20, 4_000_000])
@pytest.mark.parametrize("crowded", [1, 500])
@pytest.mark.parametrize("mixed", [False, True])
def test_relationships_keep_their_properties_in_whatever_batches_they_come(held, crowded, mixed, monkeypatch):
    monkeypatch.setattr("fingerpost.stores.kglite.writer._MOST_HELD", held)
    monkeypatch.setattr("fingerpost.stores.kglite.held._CROWDED", crowded)
    day = dt.date(1867, 7, 1)
    about = [
        {"start": 1, "end": "x", "on": day, "sure": True},
        {"start": 1, "end": "x", "on": day, "sure": True},
        {"start": 2},
        {},
        {"of": ("a", "b"), "sure": False},
        {"start": "two", "on": dt.time(12, 30)},
        {"type": "T", "id": 7, "part": 0.5},
    ]
    if not mixed:
        del about[5]
    wanted = []
    with closing(KgliteStore.writer()) as writer:
        writer.add_nodes(("A",), [(name, 0, {"x": "1"}) for name in ("a", "a2")])
        writer.add_nodes(("B",), [("b", 0, {"x": "1"})])
        for start, end, label in (("a", "a2", "A"), ("a", "b", "B"), ("a2", "a", "A")):
            for batch in (about[:4], about[2:], about[:1]):
                writer.add_relationships("A", "R", label, [(start, end, 1, each) for each in batch])
                wanted += [(start, end, each) for each in batch]
        store = writer.reading()
        found = [
            (each.start, each.end, dict(each.properties)) for each, _ in store.elements() if hasattr(each, "start")
        ]

    def ordered(rows):
        return [(start, end, sorted(each.items(), key=str)) for start, end, each in rows]

    assert sorted(map(str, ordered(found))) == sorted(map(str, ordered(wanted)))


@pytest.mark.filterwarnings("error")
def test_nodes_may_have_further_properties_in_another_batch():
    rows = [{"x": 1}, {"x": 2, "on": dt.date(1867, 7, 1)}, {"x": 3, "sure": True}, {"x": 4, "sure": None}]
    with closing(KgliteStore.writer()) as writer:
        for number, row in enumerate(rows):
            writer.add_nodes(("N",), [(str(number), 0, row)])
        found = writer.reading().run(verify("MATCH (n:N) RETURN n.x, n.on, n.sure ORDER BY n.x", dialect="kglite")).rows
    assert found == tuple((row["x"], row.get("on"), row.get("sure")) for row in rows)


def test_a_closed_writer_takes_nothing_more():
    writer = KgliteStore.writer()
    writer.close()
    writer.close()
    with pytest.raises(StoreError) as refusal:
        writer.add_nodes(("N",), [("1", 0, {})])
    assert refusal.value.code == "store.closed"


def test_a_folder_that_is_not_there_cannot_be_written(tmp_path):
    with closing(KgliteStore.writer(tmp_path / "nowhere")) as writer:
        writer.add_nodes(("N",), [("1", 0, {})])
        with pytest.raises(StoreError) as failure:
            writer.save()
        assert failure.value.code == "store.write"


def test_what_is_read_back_does_not_change_when_more_is_written():
    with closing(KgliteStore.writer()) as writer:
        writer.add_nodes(("N",), [("1", 0, {})])
        store = writer.reading()
        writer.add_nodes(("N",), [("2", 0, {})])
        count = verify("MATCH (n) RETURN count(n)", dialect="kglite")
        assert store.run(count).rows == ((1,),)
        assert writer.reading().run(count).rows == ((2,),)


def test_relationships_find_nodes_by_their_first_label():
    with closing(KgliteStore.writer()) as writer:
        writer.add_nodes(("A", "B"), [("1", 0, {})])
        writer.add_nodes(("B", "A"), [("2", 0, {})])
        writer.add_relationships("A", "T", "B", [("1", "2", 0, {})])
        store = writer.reading()
    assert store.run(verify("MATCH (a:B)-[:T]->(b:A) RETURN elementId(a), elementId(b)", dialect="kglite")).rows == (
        ("1", "2"),
    )


def test_values_of_a_label_that_others_have_beside_their_first_are_all_there():
    """The engine's statistics know nodes by their first label only."""
    with closing(KgliteStore.writer()) as writer:
        writer.add_nodes(("A",), [("1", 0, {"x": 1})])
        writer.add_nodes(("B", "A"), [("2", 0, {"x": 2, "y": 3})])
        store = writer.reading()
    assert sorted(store.values("A", "x")) == [1, 2]
    label = store.schema().label_by_name["A"]
    assert (label.count, {p.name: p.present for p in label.properties}) == (2, {"x": 2, "y": 1})


def test_what_relationships_join_is_counted_by_every_label_of_their_ends():
    """The engine counts by first labels; nodes of one first label may differ in the others."""
    sets = {"1": ("A",), "2": ("A", "B"), "3": ("B", "A"), "4": ("C", "B"), "5": ("D",)}
    joined = [("1", "2"), ("2", "3"), ("3", "1"), ("1", "4"), ("4", "5"), ("5", "5"), ("2", "5")]
    with closing(KgliteStore.writer()) as writer:
        for ident, labels in sets.items():
            writer.add_nodes(labels, [(ident, 0, {})])
        for start, end in joined:
            writer.add_relationships(sets[start][0], "T", sets[end][0], [(start, end, 0, {})])
        store = writer.reading()
    wanted = Counter((a, b) for start, end in joined for a in sets[start] for b in sets[end])
    assert store.outline().relationships["T"].endpoints == wanted


def test_values_are_those_of_properties_and_not_what_the_engine_derives():
    """It answers `r.start` from `r` itself, and calls a node without a name after its label."""
    with closing(KgliteStore.writer()) as writer:
        writer.add_nodes(("A",), [("1", 0, {"name": "Ann"}), ("2", 0, {"age": 3})])
        writer.add_relationships("A", "T", "A", [("1", "2", 0, {"start": "dawn", "a b": 1}), ("2", "1", 0, {})])
        store = writer.reading()
    names = (("A", "name", False), ("A", "age", False), ("T", "start", True), ("T", "a b", True))
    assert [list(store.values(owner, name, of_relationship=of)) for owner, name, of in names] == [
        ["Ann"],
        [3],
        ["dawn"],
        [1],
    ]
    schema = store.schema()
    held = [*schema.label_by_name["A"].properties, *schema.relationship_by_type["T"].properties]
    assert {each.name: each.present for each in held} == {"name": 1, "age": 1, "start": 1, "a b": 1}


def test_memory_and_work_are_told_apart_by_which_is_the_smaller():
    store = graph(*({"x": number} for number in range(400)))
    query = verify("MATCH (a), (b), (c) RETURN count(*)", dialect="kglite")
    limits = {"time_ms": 60_000}
    for given, code in (({"memory_mb": 16}, "limit.memory"), ({"work_units": 1_000}, "limit.work")):
        with pytest.raises(StoreError) as ended:
            store.run(query, Limits(**limits, **given))
        assert ended.value.code == code


@pytest.mark.parametrize("pattern", [
    "(a:A)-[:AB]-(b:B)<-[:AB]-(c:A)", "(a:A)-[:AB]->(b:B)-[:AB]-(c:A)", "(a)-[:AB]-(b)-[:AB]-(c)", "(a)--(b)--(c)--(d)",
])  # fmt: skip
@pytest.mark.parametrize("what", ["count(*)", "count(b)"])
@pytest.mark.parametrize("between", ["", "WITH b "])
def test_paths_in_either_direction_are_counted_as_they_are_listed(pattern, what, between):
    """The engine answers 0 for some of these counts, and gives the rows that it did not count."""
    with closing(KgliteStore.writer()) as writer:
        writer.add_nodes(("A",), [(f"a{i}", 0, {}) for i in range(4)])
        writer.add_nodes(("B",), [(f"b{i}", 0, {}) for i in range(3)])
        joined = [(f"a{i}", f"b{j}", 0, {}) for i in range(4) for j in range(3) if (i + j) % 2]
        writer.add_relationships("A", "AB", "B", joined)
        store = writer.reading()
    rows = store.run(verify(f"MATCH {pattern} RETURN elementId(b)", dialect="kglite")).rows
    assert rows
    assert store.run(verify(f"MATCH {pattern} {between}RETURN {what}", dialect="kglite")).rows == ((len(rows),),)


def test_a_query_in_a_process_of_its_own_answers_zones_by_their_names():
    moment = dt.datetime(2024, 7, 1, 9, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    query = verify("MATCH (n:N) WITH collect(n) AS all RETURN [a IN all | [b IN all | b.at]] AS at", dialect="kglite")
    assert not query.cleared
    with closing(graph({"at": moment})) as store:
        assert repr(store.run(query).rows[0][0]) == repr(((moment,),))


def many(count, start="n"):
    """Nodes with names that few share, a number of their own, a kind that many share, and prose."""
    for number in range(count):
        held = {"name": f"N {number % 700}", "code": number, "kind": f"k{number % 3}"}
        held["text"] = f"{number} " + "so " * 50
        yield f"{start}{number}", 0, held


def test_what_nodes_are_called_by_is_indexed_and_still_is_when_the_graph_is_opened(tmp_path):
    with closing(KgliteStore.writer(tmp_path)) as writer:
        writer.add_nodes(("Large",), list(many(2_000)))
        writer.add_nodes(("First", "Second"), list(many(1_500, start="f")))
        writer.add_nodes(("Small",), list(many(50, start="s")))
        writer.save()
    indexed = {(each["node_type"], each["property"]) for each in kglite.load(str(tmp_path / GRAPH_FILE)).list_indexes()}
    assert indexed == {(label, name) for label in ("Large", "First") for name in ("name_", "code")}
    with closing(KgliteStore.open(tmp_path)) as store:
        for label, each in ("Large", 3), ("First", 3), ("Second", 3), ("Small", 1):
            named = verify(f'MATCH (n:{label} {{name: "N 40"}}) RETURN n.code', dialect="kglite")
            assert len(store.run(named).rows) == each
            for number in "40", "40.0":
                numbered = verify(f"MATCH (n:{label} {{code: {number}}}) RETURN n.name", dialect="kglite")
                assert store.run(numbered).rows == (("N 40",),)


def test_a_look_up_by_name_does_not_go_through_the_label(tmp_path):
    """By the time it takes, in which no load of the machine hides a hundredfold."""
    count = 200_000
    with closing(KgliteStore.writer(tmp_path)) as writer:
        rows = [(str(number), 0, {"name": f"N {number}", "kind": str(number)[-1]}) for number in range(count)]
        writer.add_nodes(("N",), rows)
        writer.save()
    with closing(KgliteStore.open(tmp_path)) as store:
        looked_up = fastest(store, 'MATCH (n:N) WHERE n.name = "N 77" RETURN n.kind')
        looked_through = fastest(store, 'MATCH (n:N) WHERE n.kind = "x" RETURN n.name')
    assert looked_up * 10 < looked_through


def fastest(store, text):
    query = verify(text, dialect="kglite")
    return min(store.run(query).milliseconds for _ in range(10))


def test_a_property_that_the_engine_has_of_every_relationship_is_counted_where_it_was_stored():
    """It answers `r.start` from the relationship itself where none was."""
    names = ("start", "end", "start_id", "end_id", "connection_type", "since")
    with closing(KgliteStore.writer()) as writer:
        writer.add_nodes(("A",), [("1", 0, {}), ("2", 0, {})])
        writer.add_relationships("A", "T", "A", [("1", "2", 0, dict.fromkeys(names, 7)), ("2", "1", 0, {"other": 1})])
        store = writer.reading()
    (about,) = store.schema().relationships
    assert {one.name: (one.present, one.distinct) for one in about.properties} == dict.fromkeys(
        (*names, "other"), (1, 1)
    )
    assert [list(store.values("T", name, of_relationship=True)) for name in names] == [[7]] * len(names)
