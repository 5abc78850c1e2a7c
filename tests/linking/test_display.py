"""How nodes are called in answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import fingerpost
from fingerpost.core.cells import Node
from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, TextKind, ValueType
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.linking.display import Display
from fingerpost.linking.pack import Pack


def schema(*properties: str, count: int = 10, present: int = 10, distinct: int = 10) -> GraphSchema:
    infos = tuple(
        PropertyInfo(name=name, type=ValueType.STRING, present=present, distinct=distinct, samples=("sample",))
        for name in properties
    )
    return GraphSchema(
        labels=(LabelInfo(name="Thing", count=count, properties=infos),),
        relationships=(),
        node_count=count,
        relationship_count=0,
    )


def node(**properties: Any) -> Node:
    return Node(element_id="n1", labels=("Thing",), properties=properties)


@pytest.mark.parametrize(
    ("properties", "parts"),
    [
        (("id", "name"), ("name",)),
        (("title", "year"), ("title",)),
        (("firstName", "lastName", "email"), ("firstName", "lastName")),
        (("name", "surname"), ("name", "surname")),
        (("fullName", "firstName", "lastName"), ("fullName",)),
        (("name", "givenName", "familyName"), ("name",)),
        (("FirstName", "LastName", "Title"), ("FirstName", "LastName")),
        (("FIRST_NAME", "LAST_NAME"), ("FIRST_NAME", "LAST_NAME")),
        (("streetName", "city"), ("streetName",)),
        (("bookTitle", "pages"), ("bookTitle",)),
        (("code", "size"), ("code",)),
        (("country", "login"), ("login",)),
        ((), ()),
    ],
)
def test_what_names_a_label(properties: tuple[str, ...], parts: tuple[str, ...]) -> None:
    assert Display(schema(*properties)).parts("Thing") == parts


def test_a_name_of_something_else_that_many_share_gives_way_to_the_key() -> None:
    columns = {"orderID": ValueType.INTEGER, "freight": ValueType.FLOAT, "shipName": ValueType.STRING}
    infos = tuple(
        PropertyInfo(name=name, type=type_, present=10, distinct=3 if name == "shipName" else 10, samples=("1",))
        for name, type_ in columns.items()
    )
    label = LabelInfo(name="Order", count=10, properties=infos)
    display = Display(GraphSchema(labels=(label,), relationships=(), node_count=10, relationship_count=0))
    assert display.parts("Order") == ("orderID",)
    order = Node(element_id="n1", labels=("Order",), properties={"orderID": 7, "freight": 2.5, "shipName": "Bon app'"})
    assert (display.name(order), display.called(order)) == ("7", "order 7")


def test_a_property_that_most_lack_names_nothing() -> None:
    assert Display(schema("name", present=5)).parts("Thing") == ()


def test_a_property_that_many_share_names_nothing_unless_it_is_called_a_name() -> None:
    assert Display(schema("colour", distinct=3)).parts("Thing") == ()
    assert Display(schema("name", distinct=3)).parts("Thing") == ("name",)


def test_words_name_a_thing_before_codes_of_capital_letters() -> None:
    infos = tuple(
        PropertyInfo(name=name, type=ValueType.STRING, present=10, distinct=10, samples=samples)
        for name, samples in (("abbr", ("NO", "SE")), ("land", ("Norway", "Sweden")))
    )
    label = LabelInfo(name="Lands", count=10, properties=infos)
    display = Display(GraphSchema(labels=(label,), relationships=(), node_count=10, relationship_count=0))
    assert display.parts("Lands") == ("land",)


@pytest.mark.parametrize(
    ("columns", "parts"),
    [
        ({"close": (ValueType.FLOAT, "39.48"), "day": (ValueType.DATE, "2019-01-02")}, ("day",)),
        ({"volume": (ValueType.INTEGER, "148158800"), "day": (ValueType.DATE, "2019-01-02")}, ("day",)),
        ({"day": (ValueType.DATE, "2019-01-02"), "tripID": (ValueType.INTEGER, "7")}, ("tripID",)),
        ({"chance": (ValueType.FLOAT, "0.0016"), "rest": (ValueType.FLOAT, "47.75")}, ()),
    ],
)
def test_measures_name_nothing(columns: dict[str, tuple[ValueType, str]], parts: tuple[str, ...]) -> None:
    infos = tuple(
        PropertyInfo(name=name, type=type_, present=10, distinct=10, samples=(sample,))
        for name, (type_, sample) in columns.items()
    )
    label = LabelInfo(name="Readings", count=10, properties=infos)
    display = Display(GraphSchema(labels=(label,), relationships=(), node_count=10, relationship_count=0))
    assert display.parts("Readings") == parts


def test_a_pack_may_choose() -> None:
    pack = Pack(show={"Thing": "code"})
    assert Display(schema("name", "code"), pack).parts("Thing") == ("code",)
    assert Display(schema("name"), pack).parts("Thing") == ("name",), "the pack names what this graph lacks"


def test_a_node_goes_by_its_name_or_by_what_it_has_of_one_or_by_its_id() -> None:
    display = Display(schema("firstName", "lastName"))
    assert display.name(node(firstName="Zoë", lastName="Janssen")) == "Zoë Janssen"
    assert display.name(node(lastName="Janssen")) == "Janssen"
    assert display.name(node()) == "n1"
    assert display.name(Node(element_id="n2", labels=("Other",), properties={"name": "x"})) == "n2"


def test_a_name_that_is_a_number_is_shown() -> None:
    assert Display(schema("name")).name(node(name=0)) == "0"


def test_names_of_the_library(library: KnowledgeBase) -> None:
    named = {label.name: library.display.parts(label.name) for label in library.schema.labels}
    assert named == {
        "Author": ("name",),
        "Book": ("title",),
        "Branch": ("name",),
        "Genre": ("name",),
        "Member": ("firstName", "lastName"),
        "Publisher": ("name",),
    }


def test_rooms_go_by_their_long_names(house: KnowledgeBase) -> None:
    assert house.display.property("Room") == "longName"
    assert house.display.property("Wall") == "name"


def test_a_name_is_no_number_that_happens_to_tell_all_apart(tmp_path: Path) -> None:
    (tmp_path / "Account.csv").write_text(
        "id:ID,followers:int,handle,:LABEL\na1,812,nora,Account\na2,40,zedd,Account\na3,7,bao,Account\n",
        encoding="utf-8",
    )
    fingerpost.load([tmp_path / "Account.csv"], tmp_path / "forum.fp")
    with KnowledgeBase(tmp_path / "forum.fp") as kb:
        assert Display(kb.schema).parts("Account") == ("handle",)


def test_an_order_is_called_by_its_number_and_not_by_its_day() -> None:
    infos = (
        PropertyInfo(
            name="Order Date", type=ValueType.STRING, present=10, distinct=10, text_kind=TextKind.DAY_FIRST_DATE
        ),
        PropertyInfo(name="Order No.", type=ValueType.STRING, present=10, distinct=10, text_kind=TextKind.NUMERIC),
    )
    label = LabelInfo(name="orders", count=10, properties=infos)
    display = Display(GraphSchema(labels=(label,), relationships=(), node_count=10, relationship_count=0))
    order = Node(element_id="n1", labels=("orders",), properties={"Order Date": "01.02.2024", "Order No.": "7"})
    assert (display.name(order), display.called(order)) == ("7", "order 7")


def _called_by(label: str, *names: str) -> tuple[str, ...]:
    infos = tuple(PropertyInfo(name=name, type=ValueType.STRING, present=3, distinct=3) for name in sorted(names))
    known = LabelInfo(name=label, count=3, properties=infos)
    return Display(GraphSchema(labels=(known,), relationships=(), node_count=3, relationship_count=0)).parts(label)


def test_coaches_go_by_their_coach_name_and_a_supplier_by_what_is_called_so() -> None:
    assert _called_by("Coaches", "CoachID", "CoachName", "Speciality") == ("CoachName",)
    assert _called_by("Branches", "Code", "ManagerName") == ("Code",)
    assert _called_by("Supplier", "country", "supplier") == ("supplier",)


def test_a_state_of_which_there_are_few_goes_by_the_state_and_not_by_its_number() -> None:
    infos = (
        PropertyInfo(name="id", type=ValueType.INTEGER, present=90, distinct=90),
        PropertyInfo(name="tide_level", type=ValueType.INTEGER, present=90, distinct=7),
    )
    label = LabelInfo(name="tidelevels", count=90, properties=infos)
    display = Display(GraphSchema(labels=(label,), relationships=(), node_count=90, relationship_count=0))
    assert display.parts("tidelevels") == ("tide_level",)


def named(name: str, *samples: str, distinct: int = 10) -> PropertyInfo:
    return PropertyInfo(name=name, type=ValueType.STRING, present=10, distinct=distinct, samples=samples)


@pytest.mark.parametrize(
    ("properties", "parts"),
    [
        ((named("name", "tool_saw", "tool_fret_saw"), named("shown_title", "Saw", "Fret saw")), ("shown_title",)),
        ((named("name", "tool_saw"), named("shown_title", "Saw", distinct=3)), ("name",)),  # of several things
        ((named("name", "saw", "plane"), named("trade_name", "Sawyer", "Planer")), ("name",)),
        ((named("name", "Saw_2"), named("shown_title", "Saw")), ("name",)),
        ((named("name", "tool_saw"), named("class_name", "tools.Saw", "tools.Plane")), ("name",)),
    ],
)
def test_a_name_for_people_goes_before_a_code(properties: tuple[PropertyInfo, ...], parts: tuple[str, ...]) -> None:
    label = LabelInfo(name="Thing", count=10, properties=properties)
    graph = GraphSchema(labels=(label,), relationships=(), node_count=10, relationship_count=0)
    assert Display(graph).parts("Thing") == parts


def test_what_has_no_name_for_people_is_called_by_its_code() -> None:
    label = LabelInfo(name="Thing", count=10, properties=(named("name", "tool_saw"), named("dname", "Saw")))
    display = Display(GraphSchema(labels=(label,), relationships=(), node_count=10, relationship_count=0))
    assert display.name(node(name="tool_saw", dname="Saw")) == "Saw"
    assert display.name(node(name="tool_vice")) == "tool_vice"
    assert display.name(node(name="tool_vice", dname="")) == "tool_vice"
