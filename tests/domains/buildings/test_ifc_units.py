"""Measures in the units that people use, whatever the project's units are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]


@pytest.mark.parametrize(
    ("prefix", "value", "metres"),
    [(None, 2.5, 2.5), ("MILLI", 2500.0, 2.5), ("CENTI", 250.0, 2.5), ("KILO", 0.0025, 2.5)],
)
@pytest.mark.parametrize("schema", ["IFC2X3", "IFC4", "IFC4X3_ADD2"])
def test_prefixes_of_the_metre(model: Make, schema: str, prefix: str | None, value: float, metres: float) -> None:
    one = model(schema, length=(prefix, "METRE"))
    one.quantities(one.element("IfcWall", "Wall"), "Q", one.add("IfcQuantityLength", "Length", None, None, value))
    assert one.load().named("Wall").properties["length"] == metres


@pytest.mark.parametrize(("name", "factor"), [("FOOT", 0.3048), ("INCH", 0.0254), ("'US SURVEY FOOT", 0.304800609601)])
def test_feet_and_inches(model: Make, name: str, factor: float) -> None:
    one = model("IFC2X3", length=(None, name))
    one.units += [
        one.converted("LENGTHUNIT", name, factor, "METRE", "IfcLengthMeasure"),
        one.converted("AREAUNIT", f"SQUARE {name}", factor**2, "SQUARE_METRE", "IfcAreaMeasure"),
        one.converted("VOLUMEUNIT", f"CUBIC {name}", factor**3, "CUBIC_METRE", "IfcVolumeMeasure"),
    ]
    wall = one.element("IfcWall", "Wall")
    one.level.Elevation = 10.0
    one.quantities(
        wall,
        "Q",
        one.add("IfcQuantityLength", "Length", None, None, 100.0),
        one.add("IfcQuantityArea", "NetSideArea", None, None, 100.0),
        one.add("IfcQuantityVolume", "NetVolume", None, None, 100.0),
    )
    graph = one.load()
    properties = graph.named("Wall").properties
    assert properties["length"] == pytest.approx(100 * factor)
    assert properties["netSideArea"] == pytest.approx(100 * factor**2)
    assert properties["netVolume"] == pytest.approx(100 * factor**3, rel=1e-6)
    assert graph.named("Level 1").properties["elevation"] == pytest.approx(10 * factor)


def test_a_prefix_belongs_to_the_length_inside_an_area(model: Make) -> None:
    one = model("IFC4")
    one.units += [one.si("AREAUNIT", "SQUARE_METRE", "MILLI"), one.si("VOLUMEUNIT", "CUBIC_METRE", "CENTI")]
    wall = one.element("IfcWall", "Wall")
    one.properties(wall, "S", Face=("IfcAreaMeasure", 2_000_000.0), Bulk=("IfcVolumeMeasure", 3_000_000.0))
    properties = one.load().named("Wall").properties
    assert (properties["face"], properties["bulk"]) == (2.0, 3.0)


def test_areas_are_square_metres_where_no_unit_is_assigned(model: Make) -> None:
    one = model("IFC4")
    one.properties(one.element("IfcWall", "Wall"), "S", Face=("IfcAreaMeasure", 12.0))
    graph = one.load()
    assert graph.named("Wall").properties["face"] == 12.0
    assert graph.unit("Wall", "face") == "m²"


def test_a_project_without_units_is_in_metres(model: Make) -> None:
    one = model("IFC4", length=(None, "none"))
    one.properties(one.element("IfcWall", "Wall"), "S", Gap=("IfcPositiveLengthMeasure", 0.012))
    graph = one.load()
    assert graph.named("Wall").properties["gap"] == 0.012
    assert not graph.problems


@pytest.mark.parametrize(
    ("unit", "value", "degrees"),
    [("radian", 0.5235987755982988, 30.0), ("degree", 30.0, 30.0), (None, 1.5707963267948966, 90.0)],
)
def test_angles_are_degrees(model: Make, unit: str | None, value: float, degrees: float) -> None:
    one = model("IFC4")
    if unit == "radian":
        one.units.append(one.si("PLANEANGLEUNIT", "RADIAN"))
    elif unit == "degree":
        one.units.append(one.converted("PLANEANGLEUNIT", "DEGREE", 0.0174532925199, "RADIAN", "IfcPlaneAngleMeasure"))
    one.properties(one.element("IfcSlab", "Slab"), "Pset_SlabCommon", PitchAngle=("IfcPlaneAngleMeasure", value))
    graph = one.load()
    assert graph.named("Slab").properties["pitchAngle"] == pytest.approx(degrees)
    assert graph.unit("Slab", "pitchAngle") == "°"


def test_masses_are_kilograms(model: Make) -> None:
    one = model("IFC4")
    one.units.append(one.si("MASSUNIT", "GRAM"))
    one.quantities(one.element("IfcBeam", "Beam"), "Q", one.add("IfcQuantityWeight", "NetWeight", None, None, 2500.0))
    assert one.load().named("Beam").properties["netWeight"] == 2.5


@pytest.mark.parametrize(("kind", "value"), [("KELVIN", 293.15), ("DEGREE_CELSIUS", 20.0), ("FAHRENHEIT", 68.0)])
def test_temperatures_are_celsius(model: Make, kind: str, value: float) -> None:
    one = model("IFC4")
    if kind == "FAHRENHEIT":
        base = one.add(
            "IfcMeasureWithUnit",
            one.add("IfcThermodynamicTemperatureMeasure", 5 / 9),
            one.si("THERMODYNAMICTEMPERATUREUNIT", "KELVIN"),
        )
        exponents = one.add("IfcDimensionalExponents", 0, 0, 0, 0, 1, 0, 0)
        unit = one.add(
            "IfcConversionBasedUnitWithOffset", exponents, "THERMODYNAMICTEMPERATUREUNIT", kind, base, 255.3722222222
        )
    else:
        unit = one.si("THERMODYNAMICTEMPERATUREUNIT", kind)
    one.units.append(unit)
    one.properties(one.rooted("IfcSpace", "101"), "S", Warmth=("IfcThermodynamicTemperatureMeasure", value))
    graph = one.load()
    assert graph.named("101").properties["warmth"] == pytest.approx(20.0)
    assert graph.unit("Space", "warmth") == "°C"


def test_derived_units(model: Make) -> None:
    one = model("IFC4")
    parts = [
        (one.si("POWERUNIT", "WATT", "KILO"), 1),
        (one.si("AREAUNIT", "SQUARE_METRE"), -1),
        (one.si("THERMODYNAMICTEMPERATUREUNIT", "KELVIN"), -1),
    ]
    elements = [one.add("IfcDerivedUnitElement", unit, power) for unit, power in parts]
    one.units.append(one.add("IfcDerivedUnit", elements, "THERMALTRANSMITTANCEUNIT"))
    one.properties(
        one.element("IfcWindow", "Window"),
        "Pset_WindowCommon",
        ThermalTransmittance=("IfcThermalTransmittanceMeasure", 0.0011),
        Flow=("IfcVolumetricFlowRateMeasure", 0.02),
        Share=("IfcPositiveRatioMeasure", 0.4),
    )
    graph = one.load()
    properties = graph.named("Window").properties
    assert properties["thermalTransmittance"] == 1.1
    assert graph.unit("Window", "thermalTransmittance") == "W/(m²·K)"
    assert (properties["flow"], graph.unit("Window", "flow")) == (0.02, "m³/s")
    assert (properties["share"], graph.unit("Window", "share")) == (0.4, None)


def test_money_has_the_currency_of_the_project(model: Make) -> None:
    one = model("IFC4")
    one.units.append(one.add("IfcMonetaryUnit", "EUR"))
    one.properties(one.element("IfcDoor", "Door"), "S", Price=("IfcMonetaryMeasure", 990.5))
    graph = one.load()
    assert (graph.named("Door").properties["price"], graph.unit("Door", "price")) == (990.5, "EUR")


def test_a_property_may_name_its_own_unit(model: Make) -> None:
    one = model("IFC4")
    wall = one.element("IfcWall", "Wall")
    centimetre = one.si("LENGTHUNIT", "METRE", "CENTI")
    own = one.single("Gap", "IfcLengthMeasure", 5.0, centimetre)
    bare = one.single("Depth", "IfcReal", 7.0, centimetre)
    one.define(one.property_set("S", own, bare), wall)
    one.quantities(wall, "Q", one.add("IfcQuantityLength", "Length", None, centimetre, 300.0))
    graph = one.load()
    properties = graph.named("Wall").properties
    assert (properties["gap"], properties["depth"], properties["length"]) == (0.05, 0.07, 3.0)
    assert graph.unit("Wall", "depth") == "m"


def test_noise_behind_the_last_true_digit_goes_away(model: Make) -> None:
    one = model("IFC4", length=(None, "METRE"))
    one.level.Elevation = 3.100000000000378
    one.quantities(one.element("IfcWall", "Wall"), "Q", one.add("IfcQuantityLength", "Offset", None, None, -6.6e-15))
    graph = one.load()
    assert graph.named("Level 1").properties["elevation"] == 3.1
    assert str(graph.named("Wall").properties["offset"]) == "0.0"


def test_a_broken_unit_is_reported_and_the_rest_is_read(model: Make) -> None:
    one = model("IFC4")
    one.units.append(one.add("IfcConversionBasedUnit", None, "AREAUNIT", "ACRE", None))
    one.properties(one.element("IfcWall", "Wall"), "S", Gap=("IfcLengthMeasure", 12.0), Face=("IfcAreaMeasure", 3.0))
    graph = one.load()
    assert graph.named("Wall").properties["gap"] == 0.012
    assert graph.named("Wall").properties["face"] == 3.0
    assert any("IfcConversionBasedUnit" in place for place in graph.problems["bad-record"])
