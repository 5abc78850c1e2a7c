"""Shapes: what they tell where a model does not state it, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ifcopenshell", reason='needs ifcopenshell: pip install "fingerpost[ifc]"')

import numpy as np
from shapely import box

import fingerpost as fp
from fingerpost.core.answer import Status
from fingerpost.domains.buildings.loader.neighbours import faces
from fingerpost.domains.buildings.loader.shapes import ShapesFailed, measured, shapes_of
from fingerpost.engine import GraphExporter, answer_exporter

Make = Callable[..., Any]
CUBE = np.array([(x, y, z) for x in (0, 2) for y in (0, 3) for z in (0, 4)], dtype=float)
SIDES = np.array(
    [
        (0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
        (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3),
    ]
)  # fmt: skip


def test_a_block_is_measured() -> None:
    found = measured(7, CUBE, SIDES)
    assert found is not None
    assert (found.step, found.box, found.height) == (7, (0, 0, 0, 2, 3, 4), 4)
    assert (found.length, found.width) == pytest.approx((3, 2))
    assert (found.plan_area, found.perimeter, found.top) == pytest.approx((6, 10, 6))
    assert (found.volume, found.side) == pytest.approx((24, 12))


def test_an_open_shape_has_no_volume_and_a_bent_one_no_length() -> None:
    assert measured(1, CUBE, SIDES[:-1]).volume is None  # type: ignore[union-attr]
    corner = np.concatenate([CUBE + np.array(moved) for moved in ((0, 0, 0), (0, 3, 0), (2, 3, 0))])
    bent = measured(1, corner, np.concatenate((SIDES, SIDES + 8, SIDES + 16)))
    assert bent is not None
    assert (bent.length, bent.side) == (None, None)
    assert bent.plan_area == pytest.approx(18)


def test_nothing_has_no_shape() -> None:
    assert measured(1, np.zeros((0, 3)), np.zeros((0, 3), dtype=int)) is None
    assert measured(1, np.zeros((3, 3)), np.array([(0, 1, 2)])) is None


@pytest.mark.parametrize(
    ("other", "are"),
    [
        (box(4.2, 0, 8, 4), True),
        (box(4, 0, 8, 4), True),
        (box(4.2, 3.7, 8, 8), False),
        (box(4.2, 4.2, 8, 8), False),
        (box(4.9, 0, 8, 4), False),
        (box(1, 4.3, 3, 6), True),
    ],
)
def test_neighbours_face_each_other(other: Any, are: bool) -> None:
    assert faces(box(0, 0, 4, 4), other) is are
    assert faces(other, box(0, 0, 4, 4)) is are


def _block(one: Any, entity: Any, corner: tuple[float, float, float], size: tuple[float, float, float]) -> None:
    """Give an entity the shape of a block, in millimetres."""
    known = one.file.by_type("IfcGeometricRepresentationContext")

    def point(*values: float) -> Any:
        return one.add("IfcCartesianPoint", tuple(float(value) for value in values))

    def place(*values: float) -> Any:
        return one.add("IfcAxis2Placement3D", point(*values))

    context = (
        known[0] if known else one.add("IfcGeometricRepresentationContext", None, "Model", 3, 1e-5, place(0, 0, 0))
    )
    one.project.RepresentationContexts = [context]
    middle = one.add("IfcAxis2Placement2D", point(size[0] / 2, size[1] / 2))
    profile = one.add("IfcRectangleProfileDef", "AREA", None, middle, float(size[0]), float(size[1]))
    solid = one.add(
        "IfcExtrudedAreaSolid", profile, place(0, 0, 0), one.add("IfcDirection", (0.0, 0.0, 1.0)), float(size[2])
    )
    body = one.add("IfcShapeRepresentation", context, "Body", "SweptSolid", [solid])
    entity.Representation = one.add("IfcProductDefinitionShape", None, None, [body])
    entity.ObjectPlacement = one.add("IfcLocalPlacement", None, place(*corner))


@pytest.fixture
def flat(model: Make, tmp_path: Path) -> Iterator[Any]:
    """A kitchen beside a hall, a bathroom corner to corner with the kitchen, a bedroom above it, a table, a wall."""
    one = model("IFC4")
    rooms = {
        "Kitchen": ((0, 0, 0), (4000, 3000, 2500)),
        "Hall": ((4200, 0, 0), (2000, 3000, 2500)),
        "Bathroom": ((4200, 3200, 0), (2000, 2000, 2500)),
        "Bedroom": ((0, 0, 2800), (4000, 3000, 2500)),
    }
    for name, (corner, size) in rooms.items():
        room = one.rooted("IfcSpace", name, LongName=name)
        one.aggregate(one.level, room)
        _block(one, room, corner, size)
    _block(one, one.element("IfcFurniture", "Table 1"), (1000, 1000, 0), (1600, 800, 750))
    _block(one, one.element("IfcWall", "Wall 1"), (4000, 0, 0), (200, 3000, 2500))
    stated = one.element("IfcWall", "Wall 2")
    _block(one, stated, (0, -200, 0), (4000, 200, 2500))
    one.quantities(stated, "Quantities", one.add("IfcQuantityArea", Name="NetSideArea", AreaValue=9.0))
    one.path.write_text(one.text(), encoding="ascii")
    report = fp.load([one.path], tmp_path / "flat.fp", geometry=True)
    assert any("7 shapes measured" in note for note in report.notes), report.notes
    with fp.open(tmp_path / "flat.fp") as kb:
        yield kb


def test_what_a_model_does_not_state_is_measured_and_said_to_be(flat: Any) -> None:
    asked = {
        "What is the area of the kitchen?": 12.0,
        "What is the volume of the kitchen?": 30.0,
        "How long is the wall Wall 1?": 3.0,
        "How thick is the wall Wall 1?": 0.2,
        "What is the total area of the walls?": 16.5,
        "How wide is the Table 1?": 1.6,
    }
    for question, wanted in asked.items():
        answer = flat.ask(question)
        assert answer.rows[0][-1] == pytest.approx(wanted), (question, answer.text)
        assert any("is computed, not stated" in note for note in answer.notes), (question, answer.notes)
    assert (
        "the area of 1 of 2 is computed, not stated by the model"
        in flat.ask("What is the total area of the walls?").notes
    )
    assert not any("computed" in note for note in flat.ask("What is the area of the wall Wall 2?").notes)

    neighbours = {
        "Which rooms are next to the kitchen?": {"Hall"},
        "What is next to the hall?": {"Kitchen", "Bathroom"},
        "Which room is above the kitchen?": {"Bedroom"},
        "What is below the bedroom?": {"Kitchen"},
        "What furniture is in the kitchen?": {"Table 1"},
    }
    for question, names in neighbours.items():
        answer = flat.ask(question)
        assert {row[0].properties["name"] for row in answer.rows} == names, (question, answer.text)
    assert any("computed from their shapes" in note for note in flat.ask("Which room is above the kitchen?").notes)
    assert flat.query("MATCH (r:Room)-[:BOUNDED_BY]->(w:Wall {name: 'Wall 1'}) RETURN r.name ORDER BY r.name").rows == (
        ("Hall",),
        ("Kitchen",),
    )


def test_the_camera_of_an_issue_looks_at_the_elements(flat: Any, tmp_path: Path) -> None:
    bcf = pytest.importorskip("bcf.bcfxml", reason='needs bcf-client: pip install "fingerpost[bcf]"')
    answer = flat.ask("Which rooms are next to the kitchen?")
    exporter = answer_exporter("bcf")
    assert isinstance(exporter, GraphExporter)
    (tmp_path / "hall.bcf").write_bytes(exporter.export_from(flat.context, answer, [answer.rows[0][0].element_id]))
    file = bcf.load(tmp_path / "hall.bcf")
    [topic] = file.topics.values()
    [viewpoint] = topic.viewpoints.values()
    camera = viewpoint.visualization_info.perspective_camera
    at, along = (np.array([one.x, one.y, one.z]) for one in (camera.camera_view_point, camera.camera_direction))
    away = np.array((5.2, 1.5, 0.0)) - at
    assert away / np.linalg.norm(away) == pytest.approx(along)


def test_without_shapes_it_is_refused_with_what_would_help(model: Make, tmp_path: Path) -> None:
    one = model("IFC4")
    one.aggregate(one.level, one.rooted("IfcSpace", "Kitchen", LongName="Kitchen"))
    one.path.write_text(one.text(), encoding="ascii")
    fp.load([one.path], tmp_path / "one.fp")
    with fp.open(tmp_path / "one.fp") as kb:
        answer = kb.ask("Which room is above the kitchen?")
    assert answer.status is Status.UNANSWERABLE
    assert "--geometry" in answer.text


def test_a_kernel_that_ends_does_not_end_the_load(tmp_path: Path) -> None:
    broken = tmp_path / "broken.ifc"
    broken.write_text("no model")
    with pytest.raises(ShapesFailed, match="ended with 1"):
        list(shapes_of(None, broken, [1], lambda: None))
