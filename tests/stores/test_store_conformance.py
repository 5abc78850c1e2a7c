"""What holds of every store: what is written is read back exactly, counted rightly, within limits, never changed."""

from __future__ import annotations

import datetime as dt
import math
from concurrent.futures import ThreadPoolExecutor

import pytest
from store_graphs import CELLS, LABELS, PROPERTIES, hostile_properties, write_people

from fingerpost.core.cells import Duration, Node, Path, Point, Relationship, freeze
from fingerpost.core.errors import KnowledgeBaseError, LimitExceeded, QueryRejected, StoreError
from fingerpost.core.limits import Limits
from fingerpost.core.names import quoted
from fingerpost.core.schema import Endpoints, ValueType
from fingerpost.core.seal import mint
from fingerpost.engine.registry import store_class
from fingerpost.languages.cypher.verify import verify
from fingerpost.stores.protocol import Origin


def same(found, wanted):
    """Equal, of the same type, and with the same sign of zero, all the way down."""
    return repr(found) == repr(wanted)


@pytest.mark.parametrize("kind", CELLS)
@pytest.mark.parametrize("pattern", ["(e:Thing)", "()-[e:JOINS]->()"], ids=["node", "relationship"])
def test_a_property_is_read_back_as_it_was_written(cells, ask, kind, pattern):
    (row,) = ask(cells, f"MATCH {pattern} WHERE e.{quoted(kind)} IS NOT NULL RETURN e.{quoted(kind)}").rows
    assert same(row, (CELLS[kind],))


@pytest.mark.parametrize("kind", CELLS)
@pytest.mark.parametrize("pattern", ["(e:Thing)", "()-[e:JOINS]->()"], ids=["node", "relationship"])
def test_a_property_is_found_by_its_value(cells, ask, kind, pattern):
    found = ask(cells, f"MATCH {pattern} WHERE e.{quoted(kind)} = $value RETURN count(*)", value=CELLS[kind])
    assert found.rows == ((1,),)


@pytest.mark.parametrize("kind", CELLS)
def test_a_parameter_is_answered_as_it_was_given(cells, ask, kind):
    value = CELLS[kind]
    assert same(ask(cells, "RETURN $value", value=value).rows, ((value,),))
    assert same(ask(cells, "UNWIND $values AS v RETURN v", values=[value, value]).rows, ((value,), (value,)))
    assert same(ask(cells, "RETURN $map", map={"in": value}).rows, (({"in": value},),))


def test_a_number_that_is_none_stays_one(make, ask):
    store = make(lambda writer: writer.add_nodes(("N",), [("n", 0, {"x": math.nan})]))
    ((value,),) = ask(store, "MATCH (n:N) RETURN n.x").rows
    assert math.isnan(value)
    assert [math.isnan(value) for value in store.values("N", "x")] == [True]


@pytest.mark.parametrize("kind", CELLS)
@pytest.mark.parametrize(("owner", "of_relationship"), [("Thing", False), ("JOINS", True)])
def test_values_are_those_that_were_written(cells, kind, owner, of_relationship):
    assert same(list(cells.values(owner, kind, of_relationship=of_relationship)), [CELLS[kind]])


def test_an_element_has_its_properties_and_no_others(cells, ask):
    ((thing, joins, other),) = ask(cells, "MATCH (a)-[r]->(b) RETURN a, r, b").rows
    assert (thing.element_id, thing.labels) == ("a", ("Thing",))
    assert same(dict(sorted(thing.properties.items())), dict(sorted(CELLS.items())))
    assert (joins.type, joins.start, joins.end) == ("JOINS", "a", "b")
    assert same(dict(sorted(joins.properties.items())), dict(sorted(CELLS.items())))
    assert other == Node("b", ("Thing",))
    assert other.properties == {}, "a null is not stored"


def test_a_null_is_answered_as_one(cells, ask):
    assert ask(cells, "OPTIONAL MATCH (n:Thing) WHERE n.zero = 7 RETURN n, n.zero, null").rows == ((None, None, None),)


def test_the_ends_of_a_relationship_are_known_where_only_it_is_returned(people, ask):
    rows = ask(people, "MATCH (a {name: 'P5'})-[r]->(b) RETURN r").rows
    assert [(r.start, r.end) for (r,) in rows] == [("p5", "p0")]


def test_paths_have_all_their_parts(people, ask):
    text = "MATCH p = (a {name: 'P0'})-[:KNOWS]->(b {name: 'P1'})-[:KNOWS]->(c {name: 'P2'}) RETURN p"
    ((path,),) = ask(people, text).rows
    assert isinstance(path, Path)
    assert [node.element_id for node in path.nodes] == ["p0", "p1", "p2"]
    assert [(r.start, r.end) for r in path.relationships] == [("p0", "p1"), ("p1", "p2")]
    assert path.nodes[0].properties == {"name": "P0", "age": 30}
    ((alone,),) = ask(people, "MATCH p = (a:Town) RETURN p").rows
    assert alone == Path((Node("t", ("Town",)),), ())


def test_elements_inside_lists_and_maps_are_elements(people, ask):
    ((nodes, inside),) = ask(people, "MATCH (a:Town)<-[r]-(b) RETURN collect(a) AS nodes, {one: r, two: [b]} AS m").rows
    assert nodes == (Node("t", ("Town",)),)
    assert isinstance(inside["one"], Relationship)
    assert [node.element_id for node in inside["two"]] == ["p0"]


@pytest.mark.parametrize("value", [
    {"months": 1, "days": 2, "seconds": 3, "note": "not a duration"},
    {"x": 1.0, "y": 2.0},
    {"id": "1", "labels": ["A"], "properties": {"a": 1}},
    {"start": "a", "end": "b", "type": "T", "id": "1", "properties": {}},
    {"nodes": [1], "relationships": []},
    {"name": "x", "type": "y", "id": "z", "name_": "w"},
])  # fmt: skip
def test_a_map_that_looks_like_something_else_stays_a_map(people, ask, value):
    ((found,),) = ask(people, "RETURN $value", value=value).rows
    assert not isinstance(found, (Duration, Point, Node, Relationship, Path))
    assert freeze(found) == freeze(value)


@pytest.mark.parametrize("name", PROPERTIES)
@pytest.mark.parametrize("pattern", ["(e)", "()-[e]->()"], ids=["node", "relationship"])
def test_a_property_of_any_name_is_read_and_found(names, ask, name, pattern):
    said = quoted(name)
    text = f"MATCH {pattern} WHERE e.{said} = $value RETURN e.number AS number, e.{said} AS {said}"
    found = ask(names, text, value=f"value of {name}")
    assert (found.columns, found.rows) == (("number", name), ((0, f"value of {name}"),))


@pytest.mark.parametrize("name", [name for name in PROPERTIES if name not in ("start", "end")])
@pytest.mark.parametrize("pattern", ["(e)", "()-[e]->()"], ids=["node", "relationship"])
def test_an_engine_has_nothing_of_its_own_under_a_name(names, ask, name, pattern):
    assert ask(names, f"MATCH {pattern} WHERE e.number = 1 RETURN e.{quoted(name)}").rows == ((None,),)


def test_properties_of_any_name_come_with_their_element(names, ask):
    ((node,),) = ask(names, "MATCH (n) WHERE n.number = 0 RETURN n").rows
    assert node.properties == {"number": 0, **hostile_properties()}
    ((relationship,),) = ask(names, "MATCH ()-[r]->() WHERE r.number = 0 RETURN r").rows
    assert relationship.properties == node.properties


@pytest.mark.parametrize(("number", "label"), list(enumerate(LABELS)))
def test_a_label_or_type_of_any_name_is_matched(names, ask, number, label):
    said = quoted(label)
    assert ask(names, f"MATCH (n:{said}) RETURN n.number, labels(n)").rows == ((number, (label,)),)
    assert ask(names, f"MATCH (n) WHERE n:{said} RETURN n.number").rows == ((number,),)
    assert ask(names, f"MATCH (a)-[r:{said}]->(b) RETURN a.number, type(r)").rows == ((number, label),)
    following = LABELS[(number + 1) % len(LABELS)]
    either = f"MATCH ()-[r:{said}|{quoted(following)}]->() RETURN count(*)"
    assert ask(names, either).rows == ((2,),)
    both = f"MATCH (a:{said})-[:{said}]->(b:{quoted(following)}) RETURN count(*)"
    assert ask(names, both).rows == ((1,),)


@pytest.mark.parametrize("name", PROPERTIES)
def test_aliases_columns_and_parameters_of_any_name(people, ask, name):
    said = quoted(name)
    text = f"MATCH (t:Town) WITH t.name AS {said} WHERE {said} = ${said} UNWIND [{said}] AS x RETURN x AS {said}"
    found = people.run(verify(text, dialect=people.dialect, parameters={name: "Kirkby"}))
    assert (found.columns, found.rows) == ((name,), (("Kirkby",),))


@pytest.mark.parametrize("label", LABELS)
def test_names_and_durations_that_are_bound_in_one_query(names, ask, label):
    """Both are put in where the query is bound: neither gets into the other's place."""
    said = quoted(label)
    value = Duration(14, 3, 4, 5)
    text = f"MATCH (`$v`:{said}) WHERE $v = $v RETURN $v AS `$v`, `$v`.`$p` AS `:`, [`x` IN [$v] | `x`] AS {said}"
    found = ask(names, text, v=value)
    own = "value of $p" if label == LABELS[0] else None
    assert (found.columns, found.rows) == (("$v", ":", label), ((value, own, (value,)),))


def test_the_schema_counts_labels_types_and_endpoints(people):
    schema = people.schema()
    assert {label.name: label.count for label in schema.labels} == {"Author": 2, "Guest": 1, "Person": 6, "Town": 1}
    assert {r.type: r.count for r in schema.relationships} == {"KNOWS": 6, "LIVES_IN": 1}
    assert (schema.node_count, schema.relationship_count) == (7, 7)
    assert schema.relationship_by_type["LIVES_IN"].endpoints == (Endpoints(start="Person", end="Town", count=1),)
    pairs = {(pair.start, pair.end): pair.count for pair in schema.relationship_by_type["KNOWS"].endpoints}
    assert pairs == {
        ("Person", "Person"): 6,
        ("Person", "Author"): 1,
        ("Author", "Person"): 1,
        ("Guest", "Person"): 1,
    }


def test_the_schema_counts_properties(people):
    schema = people.schema()
    person = {p.name: (p.type, p.present, p.distinct) for p in schema.label_by_name["Person"].properties}
    assert person == {
        "age": (ValueType.INTEGER, 5, 4),
        "books": (ValueType.INTEGER, 2, 2),
        "name": (ValueType.STRING, 6, 6),
    }
    assert {p.name: p.present for p in schema.label_by_name["Guest"].properties} == {"books": 1, "name": 1}
    knows = {p.name: (p.type, p.present, p.distinct) for p in schema.relationship_by_type["KNOWS"].properties}
    assert knows == {"since": (ValueType.INTEGER, 5, 2), "type": (ValueType.STRING, 5, 1)}


def test_the_schema_says_names_as_they_were_written(names):
    schema = names.schema()
    assert {label.name for label in schema.labels} == set(LABELS)
    assert {relationship.type for relationship in schema.relationships} == set(LABELS)
    assert {p.name for p in schema.label_by_name[LABELS[0]].properties} == {"number", *PROPERTIES}
    assert {p.name for p in schema.relationship_by_type[LABELS[0]].properties} == {"number", *PROPERTIES}
    for info in schema.relationship_by_type[LABELS[0]].properties:
        assert (info.present, info.distinct) == (1, 1), info.name
    assert {p.name for p in schema.label_by_name[LABELS[1]].properties} == {"number"}


def test_the_schema_knows_every_type_of_value(cells):
    types = {p.name: p.type for p in cells.schema().label_by_name["Thing"].properties}
    assert set(types) == set(CELLS), "what nothing has is no property"
    for kind, wanted in {
        "text": "string", "zero": "integer", "float": "float", "true": "boolean", "date": "date",
        "local time": "local_time", "time": "time", "local datetime": "local_datetime", "datetime": "datetime",
        "short duration": "duration", "duration of months": "duration", "point": "point", "place": "point",
        "texts": "list", "empty list": "list",
    }.items():  # fmt: skip
        assert types[kind] == wanted, kind


def test_equal_graphs_have_equal_schemas(make, people):
    assert make(write_people).schema().fingerprint == people.schema().fingerprint


def test_an_empty_graph_has_an_empty_schema(make, ask):
    store = make(lambda writer: None)
    schema = store.schema()
    assert (schema.labels, schema.relationships, schema.node_count, schema.relationship_count) == ((), (), 0, 0)
    assert ask(store, "MATCH (n) RETURN count(n)").rows == ((0,),)


@pytest.mark.parametrize(("owner", "name", "of_relationship", "wanted"), [
    ("Person", "age", False, [30, 31, 32, 33]),
    ("Author", "books", False, [1, 3]),
    ("Guest", "name", False, ["P5"]),
    ("KNOWS", "since", True, [2000, 2001]),
    ("KNOWS", "type", True, ["x"]),
    ("KNOWS", "name", True, []),
    ("LIVES_IN", "since", True, []),
    ("Nobody", "name", False, []),
    ("Person", "nothing", False, []),
    ("Person", "id", False, []),
    ("KNOWS", "since", False, []),
])  # fmt: skip
def test_values_are_distinct(people, owner, name, of_relationship, wanted):
    assert sorted(people.values(owner, name, of_relationship=of_relationship)) == wanted


def test_values_tell_types_apart(make):
    rows = [(str(i), 0, {"x": value}) for i, value in enumerate([1, "1", 1, "1", dt.date(2017, 8, 11), "2017-08-11"])]
    store = make(lambda writer: writer.add_nodes(("N",), rows))
    assert sorted(map(repr, store.values("N", "x"))) == ["'1'", "'2017-08-11'", "1", "datetime.date(2017, 8, 11)"]


def test_all_values_of_a_large_label_are_there(make):
    count = 30_000
    rows = [(str(i), 0, {"x": i, "half": i // 2}) for i in range(count)]
    store = make(lambda writer: writer.add_nodes(("N",), rows))
    assert sorted(store.values("N", "x")) == list(range(count))
    assert sorted(store.values("N", "half")) == list(range(count // 2))
    (info,) = [p for p in store.schema().labels[0].properties if p.name == "half"]
    assert (info.present, info.distinct, info.distinct_is_exact) == (count, count // 2, True)


def test_origins_tell_where_elements_were_read(people, ask):
    nodes = [node for (node,) in ask(people, "MATCH (n) WHERE n.name IN ['P0', 'P5'] RETURN n ORDER BY n.name").rows]
    relationships = [r for (r,) in ask(people, "MATCH (a)-[r:KNOWS]->(b) WHERE a.name <> 'P5' RETURN r").rows]
    assert list(people.origins(nodes)) == [Origin(0, 1), Origin(2**20, 2**40 - 1)]
    found = {(r.start, r.end): at for r, at in zip(relationships, people.origins(relationships), strict=True)}
    assert found == {
        ("p0", "p1"): Origin(1, 0),
        ("p1", "p2"): Origin(1, 1),
        ("p2", "p0"): Origin(1, 2),
        ("p0", "p4"): Origin(1, 3),
        ("p0", "p0"): Origin(1, 4),
    }


def test_origins_stand_in_the_order_of_the_elements(people, ask):
    ((lives, person, _),) = ask(people, "MATCH (p)-[r:LIVES_IN]->(t) RETURN r, p, t").rows
    nowhere = Node("nobody")
    strange = Relationship("x", "LIVES_IN", "p0", "t")
    wanted = [None, Origin(0, 1), Origin(1, 10), Origin(0, 1), None]
    assert list(people.origins([nowhere, person, lives, person, strange])) == wanted
    assert list(people.origins([])) == []


def test_nodes_are_found_by_their_ids(people):
    found = people.nodes(["p4", "nobody", "t", "t"])
    assert found == {"p4": Node("p4", ("Person", "Author")), "t": Node("t", ("Town",))}
    assert found["p4"].properties == {"name": "P4", "age": 30, "books": 3}


PRODUCT = "MATCH (a), (b), (c), (d), (e), (f), (g), (h), (i), (j), (k) RETURN count(*)"
LISTS = "UNWIND range(1, 3000) AS a UNWIND range(1, 3000) AS b RETURN collect([a, b])"


@pytest.mark.parametrize(("text", "limits", "code"), [
    (PRODUCT, Limits(time_ms=50, work_units=10**12, memory_mb=10**6), "limit.time"),
    (PRODUCT, Limits(time_ms=60_000, work_units=10_000), "limit.work"),
    (LISTS, Limits(time_ms=60_000, memory_mb=16), "limit.memory"),
])  # fmt: skip
def test_a_limit_ends_a_query_and_says_which(people, ask, text, limits, code):
    with pytest.raises(LimitExceeded) as ended:
        ask(people, text, limits)
    assert ended.value.code == code
    assert ask(people, "MATCH (n:Town) RETURN n.name").rows == (("Kirkby",),), "the store goes on"


@pytest.mark.parametrize(("rows", "kept", "cut"), [(0, 0, True), (3, 3, True), (7, 7, False), (8, 7, False)])
def test_a_result_that_was_cut_says_so(people, ask, rows, kept, cut):
    found = ask(people, "MATCH (n) RETURN n.name", Limits(rows=rows))
    assert (len(found.rows), found.cut) == (kept, cut)
    assert found.total in (7, None)


def test_the_row_limit_cuts_no_rows_before_they_are_counted(people, ask):
    found = ask(people, "MATCH (n) RETURN count(n)", Limits(rows=1))
    assert (found.rows, found.cut) == (((7,),), False)
    assert ask(people, "MATCH (n:Person) RETURN n.name ORDER BY n.name DESC", Limits(rows=1)).rows == (("P5",),)


def minted(store, text):
    return mint(text=text, language="cypher", dialect=store.dialect, parameters={}, columns=())


@pytest.mark.parametrize("text", [
    "CREATE (n:Person {name: 'new'})",
    "MATCH (n:Person) SET n.name = 'x' RETURN n",
    "MATCH (n) DETACH DELETE n",
    "MATCH (n:Town) REMOVE n.name",
    "MERGE (n:Nation {name: 'x'}) RETURN n",
    "MATCH (n:Town) RETURN n; MATCH (n) DETACH DELETE n",
])  # fmt: skip
def test_a_store_that_is_asked_cannot_be_written(people, ask, text):
    """Even a query that no gate would make, as the store is a lock of its own."""
    with pytest.raises(StoreError):
        people.run(minted(people, text))
    assert ask(people, "MATCH (n) RETURN count(n), count(n.name)").rows == ((7, 7),)


def test_a_store_runs_nothing_but_verified_queries_of_its_dialect(people):
    with pytest.raises(QueryRejected) as refusal:
        people.run("MATCH (n) RETURN n")
    assert refusal.value.code == "query.unsealed"
    query = verify("RETURN 1", dialect=people.dialect)
    object.__setattr__(query, "text", "RETURN 2")
    with pytest.raises(QueryRejected) as refusal:
        people.run(query)
    assert refusal.value.code == "query.unsealed"
    other = "neo4j" if people.dialect != "neo4j" else "kglite"
    with pytest.raises(QueryRejected) as refusal:
        people.run(verify("RETURN 1", dialect=other))
    assert refusal.value.code == "query.dialect"


def test_what_an_engine_says_becomes_an_error_of_ours(people):
    with pytest.raises(StoreError) as failed:
        people.run(minted(people, "THIS IS NO QUERY"))
    assert failed.value.code == "store.failed"
    assert failed.value.details["query"] == "THIS IS NO QUERY"


def test_a_closed_store_says_so(make):
    store = make(lambda writer: writer.add_nodes(("N",), [("n", 0, {"x": 1})]))
    query = verify("RETURN 1", dialect=store.dialect)
    store.close()
    store.close()
    uses = (
        lambda: store.run(query),
        store.schema,
        lambda: list(store.values("N", "x")),
        lambda: store.origins([Node("n")]),
        lambda: store.nodes(["n"]),
    )
    for use in uses:
        with pytest.raises(StoreError) as refusal:
            use()
        assert refusal.value.code == "store.closed"


def test_several_threads_may_ask_at_once(people, ask):
    def count(number):
        return ask(people, "MATCH (n:Person) WHERE n.age >= $age RETURN count(n)", age=number % 5 + 30).rows[0][0]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(count, range(200))) == [(5, 3, 2, 1, 0)[number % 5] for number in range(200)]


@pytest.mark.parametrize("content", [None, b"", b"junk" * 100])
def test_a_folder_without_a_whole_graph_is_no_store(make, people, tmp_path, content):
    kind = store_class(people.dialect)
    if content is not None:
        with_graph = tmp_path / "whole"
        with_graph.mkdir()
        writer = kind.writer(str(with_graph))
        writer.add_nodes(("N",), [("n", 0, {})])
        writer.save()
        writer.close()
        for file in with_graph.iterdir():
            (tmp_path / file.name).write_bytes(content)
    with pytest.raises(KnowledgeBaseError) as refusal:
        kind.open(str(tmp_path))
    assert refusal.value.code == ("kb.missing" if content is None else "kb.damaged")
    assert str(tmp_path) in refusal.value.message
