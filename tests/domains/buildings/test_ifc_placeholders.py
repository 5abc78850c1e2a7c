"""Texts that stand where nobody filled in a value are not loaded, and the load says how many there were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fingerpost.domains.buildings.loader.placeholders import RULES, placeholder

Make = Callable[..., Any]
FIXTURES = Path(__file__).parent / "fixtures" / "placeholders.txt"
CASES = [
    tuple(part.strip() for part in line.split(";"))
    for line in FIXTURES.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("name", "text", "what"), CASES)
def test_a_text_that_says_nothing_is_told_from_a_value(name: str, text: str, what: str) -> None:
    assert (placeholder(name, text) or "value") == what


def test_every_rule_has_a_case() -> None:
    assert {what for _, _, what in CASES} == {"value", *(what for what, _ in RULES)}


@pytest.mark.parametrize("schema", ["IFC2X3", "IFC4", "IFC4X3_ADD2"])
def test_placeholders_are_left_out_and_counted(model: Make, schema: str) -> None:
    one = model(schema)
    door, other = one.element("IfcDoor", "Door"), one.element("IfcDoor", "Other door")
    one.properties(
        door,
        "Pset_DoorCommon",
        FireRating=("IfcLabel", "Fire Rating"),
        Finish=("IfcText", "-"),
        Keynote=("IfcLabel", "_KEYNOTE_"),
        Reference=("IfcIdentifier", "D1"),
    )
    one.properties(other, "Pset_DoorCommon", FireRating=("IfcLabel", "EI 30"))
    graph = one.load()
    assert not {"fireRating", "finish", "keynote"} & set(graph.named("Door").properties)
    assert graph.named("Door").properties["reference"] == "D1"
    assert graph.named("Other door").properties["fireRating"] == "EI 30"
    assert graph.problems == {}, "a placeholder is nothing wrong with the file"
    [note] = graph.context.notes
    assert "3 texts" in note
    assert "2 the property's own name" in note
    assert "1 not filled in" in note


def test_a_shared_set_is_counted_once_an_element(model: Make) -> None:
    one = model()
    doors = [one.element("IfcDoor", f"Door {number}") for number in range(3)]
    one.define(one.property_set("Custom", one.single("Grade", "IfcLabel", "Grade")), *doors)
    graph = one.load()
    assert all("grade" not in graph.named(f"Door {number}").properties for number in range(3))
    assert "1 text " in graph.context.notes[0], "a set that three elements share says it once"


def test_a_model_without_placeholders_says_nothing_of_them(model: Make) -> None:
    one = model()
    one.properties(one.element("IfcDoor", "Door"), "Custom", Grade=("IfcLabel", "A"))
    assert one.load().context.notes == []
