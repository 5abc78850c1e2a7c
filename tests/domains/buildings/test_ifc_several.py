"""Several models in one knowledge base: each element belongs to its model, and levels of one name stay apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import fingerpost as fp

Make = Callable[..., Any]


@pytest.fixture
def both(model: Make, tmp_path: Path) -> Iterator[Any]:
    """Two models: three walls in `north`, two walls and a door in `south`, all on a level called Level 1."""
    paths = []
    for name, kinds in (("north", ("IfcWall",) * 3), ("south", ("IfcWall", "IfcWall", "IfcDoor"))):
        one = model("IFC4")
        for number, kind in enumerate(kinds):
            one.element(kind, f"{name} {number}")
        for entity in one.file.by_type("IfcRoot"):
            entity.GlobalId = name[0].upper() + entity.GlobalId[1:]
        one.path = tmp_path / f"{name}.ifc"
        one.path.write_text(one.text(), encoding="ascii")
        paths.append(one.path)
    fp.load(paths, tmp_path / "both.fp")
    with fp.open(tmp_path / "both.fp") as kb:
        yield kb


def test_a_question_may_name_its_model(both: Any) -> None:
    assert both.ask("How many walls are there?").rows == ((5,),)
    assert both.ask("How many walls are in the model north?").rows == ((3,),)
    assert both.ask("How many walls does the model south have?").rows == ((2,),)


def test_each_model_is_counted_by_itself(both: Any) -> None:
    rows = both.ask("How many walls are there per model?").rows
    assert sorted((getattr(name, "element_id", name), count) for name, count in rows) == [("north", 3), ("south", 2)]


def test_levels_of_one_name_are_not_merged(both: Any) -> None:
    assert both.ask("How many levels are there?").rows == ((2,),)
    assert sorted(row[-1] for row in both.ask("How many walls are on each level?").rows) == [2, 3]
