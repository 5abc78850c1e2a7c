"""Names that an engine, or our printing, could take for something else: of labels, types, properties and variables."""

from __future__ import annotations

import pytest

from fingerpost.core.cells import Duration
from fingerpost.core.names import quoted
from fingerpost.stores import Store
from fingerpost.testing.asking import Case, Rows, ask
from fingerpost.testing.base import Conformance, shared
from fingerpost.testing.graphs import LABELS, PROPERTIES, hostile_properties

_PATTERNS = ("(e)", "()-[e]->()")
_NUMBERED = pytest.mark.parametrize(("number", "name"), list(enumerate(PROPERTIES)), ids=list(map(ascii, PROPERTIES)))


class HostileNames(Conformance):
    """Stored under any name, asked for by any name (`any_names`); said under any name by every store."""

    @_NUMBERED
    def test_a_property_of_any_name_is_read_and_found(self, names: Store, number: int, name: str) -> None:
        said = quoted(name)
        for pattern in self.share(_PATTERNS, 2, number):
            text = f"MATCH {pattern} WHERE e.{said} = $value RETURN e.number AS number, e.{said} AS {said}"
            found = ask(names, text, value=f"value of {name}")
            assert (found.columns, found.rows) == (("number", name), ((0, f"value of {name}"),))

    @pytest.mark.parametrize("name", [name for name in PROPERTIES if name not in ("start", "end")])
    def test_an_engine_has_nothing_of_its_own_under_a_name(self, names: Store, name: str) -> None:
        for pattern in self.share(_PATTERNS, 2, PROPERTIES.index(name)):
            assert ask(names, f"MATCH {pattern} WHERE e.number = 1 RETURN e.{quoted(name)}").rows == ((None,),), pattern

    def test_properties_of_any_name_come_with_their_element(self, names: Store) -> None:
        ((node,),) = ask(names, "MATCH (n) WHERE n.number = 0 RETURN n").rows
        assert node.properties == {"number": 0, **hostile_properties()}
        ((relationship,),) = ask(names, "MATCH ()-[r]->() WHERE r.number = 0 RETURN r").rows
        assert relationship.properties == node.properties

    @pytest.mark.parametrize(("number", "label"), list(enumerate(LABELS)))
    def test_a_label_or_type_of_any_name_is_matched(self, names: Store, number: int, label: str) -> None:
        said = quoted(label)
        following = quoted(LABELS[(number + 1) % len(LABELS)])
        cases: tuple[tuple[str, Rows], ...] = (
            (f"MATCH (n:{said}) RETURN n.number, labels(n)", ((number, (label,)),)),
            (f"MATCH (n) WHERE n:{said} RETURN n.number", ((number,),)),
            (f"MATCH (a)-[r:{said}]->(b) RETURN a.number, type(r)", ((number, label),)),
            (f"MATCH ()-[r:{said}|{following}]->() RETURN count(*)", ((2,),)),
            (f"MATCH (a:{said})-[:{said}]->(b:{following}) RETURN count(*)", ((1,),)),
        )
        for text, rows in self.share(cases, 2, number):
            assert ask(names, text).rows == rows, text

    @pytest.mark.parametrize("label", LABELS)
    def test_names_and_durations_that_are_bound_in_one_query(self, names: Store, label: str) -> None:
        """Both may be put in where a query is bound: neither gets into the other's place."""
        said = quoted(label)
        value = Duration(14, 3, 4, 5)
        text = f"MATCH (`$v`:{said}) WHERE $v = $v RETURN $v AS `$v`, `$v`.`$p` AS `:`, [`x` IN [$v] | `x`] AS {said}"
        found = ask(names, text, v=value)
        own = "value of $p" if label == LABELS[0] else None
        assert (found.columns, found.rows) == (("$v", ":", label), ((value, own, (value,)),))

    @_NUMBERED
    def test_a_pattern_asks_for_properties_of_any_name(self, names: Store, number: int, name: str) -> None:
        said, value = quoted(name), f"value of {name}"
        cases = (
            (f"MATCH (n {{{said}: $v}}) RETURN n.number", ((0,),), ""),
            (f"MATCH ({{{said}: $v}})-[r]->() RETURN r.number", ((0,),), ""),
            (f"MATCH (n {{number: 0, {said}: $v}}) WHERE n.number = 0 RETURN n.number", ((0,),), ""),
            (f"MATCH ()-[r {{{said}: $v}}]->() RETURN r.number", ((0,),), ""),
            (f"MATCH (a)-[* 1..2 {{{said}: $v}}]->(b) RETURN count(*)", ((1,),), ""),
            (f"MATCH (n) WHERE (n)-[{{{said}: $v}}]->() RETURN n.number", ((0,),), ""),
            (f"MATCH (n {{number: 0}}) RETURN [(n {{{said}: $v}})-->(m) | m.number] AS x", (((1,),),), "comprehension"),
            (f"MATCH (n {{{said}: 'another'}}) RETURN n.number", (), ""),
        )
        for text, rows, refused in self.share(cases, 4, number):
            self.check(names, Case(text, rows, given={"v": value}, refused=refused, raw=True))

    def test_the_schema_says_names_as_they_were_written(self, names: Store) -> None:
        schema = names.schema()
        assert {label.name for label in schema.labels} == set(LABELS)
        assert {relationship.type for relationship in schema.relationships} == set(LABELS)
        assert {p.name for p in schema.label_by_name[LABELS[0]].properties} == {"number", *PROPERTIES}
        assert {p.name for p in schema.relationship_by_type[LABELS[0]].properties} == {"number", *PROPERTIES}
        for info in schema.relationship_by_type[LABELS[0]].properties:
            assert (info.present, info.distinct) == (1, 1), info.name
        assert {p.name for p in schema.label_by_name[LABELS[1]].properties} == {"number"}

    @shared("name", PROPERTIES, 2)
    def test_aliases_columns_and_parameters_of_any_name(self, people: Store, name: str) -> None:
        said = quoted(name)
        text = f"MATCH (t:Town) WITH t.name AS {said} WHERE {said} = ${said} UNWIND [{said}] AS x RETURN x AS {said}"
        found = ask(people, text, **{name: "Kirkby"})
        assert (found.columns, found.rows) == ((name,), (("Kirkby",),))

    @_NUMBERED
    def test_a_pattern_binds_variables_of_any_name(self, people: Store, number: int, name: str) -> None:
        """An engine may read `n:Town` in backticks as a variable and a label."""
        said = quoted(name)
        cases: tuple[tuple[str, Rows, str], ...] = (
            (f"MATCH ({said}) RETURN count({said})", [(7,)], ""),
            (f"MATCH ({said}:Town) RETURN {said}.name AS x", [("Kirkby",)], ""),
            (f"MATCH (a)-[{said}:LIVES_IN]->(b) RETURN type({said}), b.name", [("LIVES_IN", "Kirkby")], ""),
            (f"MATCH {said} = (a)-[:LIVES_IN]->(b) RETURN length({said})", [(1,)], ""),
            (f"MATCH ({said}:Town) WITH {said}.name AS {said} RETURN {said}", [("Kirkby",)], ""),
            (f"MATCH ({said}:Person) WHERE {said}.books > 0 RETURN DISTINCT {said}.name AS x ORDER BY x",
             [("P4",), ("P5",)], ""),
            (f"MATCH ({said}:Town) RETURN {said} {{.name}} AS x", [({"name": "Kirkby"},)], "projection"),
            (f"MATCH ({said}:Town) RETURN [{said} IN [1, 2] | {said}] AS x, {said}.name AS y", [((1, 2), "Kirkby")],
             "comprehension"),
            (f"MATCH (a:Town) WHERE EXISTS {{ MATCH ({said})-->(a) WHERE {said}.age = 30 }} RETURN a.name",
             [("Kirkby",)], "EXISTS"),
            (f"MATCH (a:Town) RETURN [({said})-[:LIVES_IN]->(a) | {said}.name] AS x", [(("P0",),)], "comprehension"),
            (f"CALL {{ MATCH ({said}:Town) RETURN {said} }} RETURN {said}.name AS x", [("Kirkby",)], "CALL"),
        )  # fmt: skip
        for text, rows, refused in self.share(cases, 4, number):
            self.check(people, Case(text, rows, refused=refused, raw=True))

    @shared("name", PROPERTIES, 2, turn=1)
    def test_columns_keep_the_names_of_their_variables(self, people: Store, name: str) -> None:
        said = quoted(name)
        books = f"MATCH ({said}:Person) WHERE {said}.books > 0 "
        found = ask(people, f"{books} RETURN {said} ORDER BY {said}.name DESC")
        assert found.columns == (name,)
        assert [node.element_id for (node,) in found.rows] == ["p5", "p4"]
        with_alias = ask(people, f"{books} RETURN {said}.name AS {said} ORDER BY {said} DESC")
        assert (with_alias.columns, with_alias.rows) == ((name,), (("P5",), ("P4",)))
