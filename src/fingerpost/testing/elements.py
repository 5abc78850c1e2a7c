"""Nodes, relationships and paths in answers, their ids, and where they were read."""

from __future__ import annotations

from fingerpost.core.cells import Node, Path, Relationship
from fingerpost.stores import Origin, Store
from fingerpost.testing.asking import ask, same
from fingerpost.testing.base import Conformance
from fingerpost.testing.graphs import held


class Elements(Conformance):
    """Elements are elements wherever they stand, and the same ones each time."""

    def test_the_ends_of_a_relationship_are_known_where_only_it_is_returned(self, people: Store) -> None:
        rows = ask(people, "MATCH (a {name: 'P5'})-[r]->(b) RETURN r").rows
        assert [(r.start, r.end) for (r,) in rows] == [("p5", "p0")]

    def test_paths_have_all_their_parts(self, people: Store) -> None:
        text = "MATCH p = (a {name: 'P0'})-[:KNOWS]->(b {name: 'P1'})-[:KNOWS]->(c {name: 'P2'}) RETURN p"
        ((path,),) = ask(people, text).rows
        assert isinstance(path, Path)
        assert [node.element_id for node in path.nodes] == ["p0", "p1", "p2"]
        assert [(r.start, r.end) for r in path.relationships] == [("p0", "p1"), ("p1", "p2")]
        assert path.nodes[0].properties == {"name": "P0", "age": 30}
        ((alone,),) = ask(people, "MATCH p = (a:Town) RETURN p").rows
        assert alone == Path((Node("t", ("Town",)),), ())

    def test_a_path_against_its_relationships_keeps_their_direction(self, people: Store) -> None:
        ((path,),) = ask(people, "MATCH p = (t:Town)<-[:LIVES_IN]-(a) RETURN p").rows
        assert [node.element_id for node in path.nodes] == ["t", "p0"]
        assert [(r.type, r.start, r.end) for r in path.relationships] == [("LIVES_IN", "p0", "t")]

    def test_a_path_of_several_hops_has_all_its_parts(self, people: Store) -> None:
        text = "MATCH p = (a {name: 'P1'})-[r:KNOWS*2]->(b {name: 'P0'}) RETURN p, r"
        ((path, joined),) = ask(people, text).rows
        assert [node.element_id for node in path.nodes] == ["p1", "p2", "p0"]
        assert [(r.start, r.end) for r in joined] == [("p1", "p2"), ("p2", "p0")]

    def test_elements_inside_lists_and_maps_are_elements(self, people: Store) -> None:
        text = "MATCH (a:Town)<-[r]-(b) RETURN collect(a) AS nodes, {one: r, two: [b]} AS m"
        ((nodes, inside),) = ask(people, text).rows
        assert nodes == (Node("t", ("Town",)),)
        assert isinstance(inside["one"], Relationship)
        assert [node.element_id for node in inside["two"]] == ["p0"]

    def test_one_element_is_the_same_in_every_answer(self, people: Store) -> None:
        text = "MATCH (a:Person)-[r:LIVES_IN]->(b:Town) RETURN a, r, b"
        assert ask(people, text).rows == ask(people, text).rows
        ((person, lives, _),) = ask(people, text).rows
        ((again, joined),) = ask(people, "MATCH (b:Town) MATCH (b)<-[r]-(a) RETURN a, r").rows
        assert (again, joined) == (person, lives)

    def test_parallel_relationships_are_two(self, town: Store) -> None:
        rows = ask(town, "MATCH (a:Person {name: 'Ann'})-[r:KNOWS]->(b) RETURN r").rows
        assert len({r.element_id for (r,) in rows}) == 2
        assert sorted(r.properties["weight"] for (r,) in rows) == [0.5, 0.75]

    def test_origins_tell_where_elements_were_read(self, people: Store) -> None:
        text = "MATCH (n) WHERE n.name IN ['P0', 'P5'] RETURN n ORDER BY n.name"
        nodes = [node for (node,) in ask(people, text).rows]
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

    def test_origins_stand_in_the_order_of_the_elements(self, people: Store) -> None:
        ((lives, person, _),) = ask(people, "MATCH (p)-[r:LIVES_IN]->(t) RETURN r, p, t").rows
        nowhere = Node("nobody")
        strange = Relationship("x", "LIVES_IN", "p0", "t")
        wanted = [None, Origin(0, 1), Origin(1, 10), Origin(0, 1), None]
        assert list(people.origins([nowhere, person, lives, person, strange])) == wanted
        assert list(people.origins([])) == []

    def test_every_element_is_streamed_with_its_origin(self, people: Store) -> None:
        streamed = list(people.elements())
        nodes = [(e, at) for e, at in streamed if isinstance(e, Node)]
        joined = [(e, at) for e, at in streamed if isinstance(e, Relationship)]
        assert streamed == [*nodes, *joined], "nodes go first"
        assert {e.element_id: (e.labels, at) for e, at in nodes if e.element_id in ("p0", "p5", "t")} == {
            "p0": (("Person",), Origin(0, 1)),
            "p5": (("Person",), Origin(2**20, 2**40 - 1)),
            "t": (("Town",), Origin(0, 0)),
        }
        assert len(nodes) == 7
        assert {e.element_id: dict(e.properties) for e, _ in nodes}["p4"] == {"name": "P4", "age": 30, "books": 3}
        assert sorted((e.start, e.type, e.end, at.line) for e, at in joined if at is not None) == [
            ("p0", "KNOWS", "p0", 4),
            ("p0", "KNOWS", "p1", 0),
            ("p0", "KNOWS", "p4", 3),
            ("p0", "LIVES_IN", "t", 10),
            ("p1", "KNOWS", "p2", 1),
            ("p2", "KNOWS", "p0", 2),
            ("p5", "KNOWS", "p0", 9),
        ]
        answered = {r for (r,) in ask(people, "MATCH ()-[r]->() RETURN r").rows}
        assert answered == {e for e, _ in joined}, "as queries answer them"

    def test_every_value_is_streamed_as_it_was_written(self, cells: Store) -> None:
        streamed = {e.element_id: e for e, _ in cells.elements() if isinstance(e, Node)}
        (joins,) = [e for e, _ in cells.elements() if isinstance(e, Relationship)]
        wanted = sorted(held(self.unheld).items())
        for element in (streamed["a"], joins):
            assert same(sorted(element.properties.items()), wanted)
        assert streamed["b"].properties == {}

    def test_nodes_are_found_by_their_ids(self, people: Store) -> None:
        found = people.nodes(["p4", "nobody", "t", "t"])
        assert found == {"p4": Node("p4", ("Person",)), "t": Node("t", ("Town",))}
        assert found["p4"].properties == {"name": "P4", "age": 30, "books": 3}
        assert people.nodes([]) == {}

    def test_nodes_of_several_labels_have_them_all(self, authors: Store) -> None:
        found = authors.nodes(["p4", "p5"])
        assert {id_: set(node.labels) for id_, node in found.items()} == {
            "p4": {"Person", "Author"},
            "p5": {"Author", "Person", "Guest"},
        }
        assert ask(authors, "MATCH (n:Author:Person) WHERE n:Guest RETURN n.name").rows == (("P5",),)
        assert ask(authors, "MATCH (n:Author) RETURN DISTINCT n.name AS x ORDER BY x").rows == (("P4",), ("P5",))
