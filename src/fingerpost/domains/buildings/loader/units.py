"""Project units: what a measure in an IFC file means in the units that people use.

Lengths come out in metres, areas in square metres, volumes in cubic metres, masses in kilograms, angles in degrees,
temperatures in degrees Celsius, everything else in its SI unit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

Entity: TypeAlias = Any
"""An `ifcopenshell.entity_instance`. Asking it for an attribute that its class lacks is slow: it loads all rules."""

SYMBOLS: Final[dict[str, str]] = {
    "LENGTHUNIT": "m",
    "AREAUNIT": "m²",
    "VOLUMEUNIT": "m³",
    "MASSUNIT": "kg",
    "TIMEUNIT": "s",
    "PLANEANGLEUNIT": "°",
    "SOLIDANGLEUNIT": "sr",
    "THERMODYNAMICTEMPERATUREUNIT": "°C",
    "POWERUNIT": "W",
    "ENERGYUNIT": "J",
    "FORCEUNIT": "N",
    "PRESSUREUNIT": "Pa",
    "MODULUSOFELASTICITYUNIT": "Pa",
    "SHEARMODULUSUNIT": "Pa",
    "FREQUENCYUNIT": "Hz",
    "ROTATIONALFREQUENCYUNIT": "Hz",
    "ELECTRICCURRENTUNIT": "A",
    "ELECTRICVOLTAGEUNIT": "V",
    "ELECTRICRESISTANCEUNIT": "Ω",
    "ELECTRICCAPACITANCEUNIT": "F",
    "LUMINOUSFLUXUNIT": "lm",
    "LUMINOUSINTENSITYUNIT": "cd",
    "ILLUMINANCEUNIT": "lx",
    "LINEARVELOCITYUNIT": "m/s",
    "ACCELERATIONUNIT": "m/s²",
    "VOLUMETRICFLOWRATEUNIT": "m³/s",
    "MASSFLOWRATEUNIT": "kg/s",
    "MASSDENSITYUNIT": "kg/m³",
    "MASSPERLENGTHUNIT": "kg/m",
    "AREADENSITYUNIT": "kg/m²",
    "THERMALTRANSMITTANCEUNIT": "W/(m²·K)",
    "THERMALRESISTANCEUNIT": "m²·K/W",
    "THERMALCONDUCTANCEUNIT": "W/(m·K)",
    "THERMALADMITTANCEUNIT": "W/(m²·K)",
    "THERMALEXPANSIONCOEFFICIENTUNIT": "1/K",
    "SPECIFICHEATCAPACITYUNIT": "J/(kg·K)",
    "HEATFLUXDENSITYUNIT": "W/m²",
    "HEATINGVALUEUNIT": "J/kg",
    "VAPORPERMEABILITYUNIT": "kg/(s·m·Pa)",
    "TORQUEUNIT": "N·m",
    "LINEARFORCEUNIT": "N/m",
    "PLANARFORCEUNIT": "N/m²",
    "LINEARSTIFFNESSUNIT": "N/m",
}

PREFIXES: Final[dict[str, float]] = {
    "EXA": 1e18, "PETA": 1e15, "TERA": 1e12, "GIGA": 1e9, "MEGA": 1e6, "KILO": 1e3, "HECTO": 1e2, "DECA": 1e1,
    "DECI": 1e-1, "CENTI": 1e-2, "MILLI": 1e-3, "MICRO": 1e-6, "NANO": 1e-9, "PICO": 1e-12, "FEMTO": 1e-15,
    "ATTO": 1e-18,
}  # fmt: skip

# A prefix belongs to the length inside: a square millimetre is (1e-3)² m².
_POWERS: Final = {"SQUARE_METRE": 2, "CUBIC_METRE": 3}
_SPATIAL: Final = frozenset({"m", "m²", "m³", "°"})
_KELVIN_AT_ZERO_CELSIUS: Final = 273.15


@dataclass(frozen=True, slots=True)
class Unit:
    """`value * scale + offset` is the value in `symbol`."""

    symbol: str | None
    scale: float = 1.0
    offset: float = 0.0

    def convert(self, value: float) -> float:
        """The value in `symbol`, without the noise that conversion and exporters add after the last digit."""
        converted = value * self.scale + self.offset
        if self.symbol in _SPATIAL:
            return round(converted, 9) + 0.0
        return float(f"{converted:.12g}")


def named_scale(unit: Entity) -> tuple[float, float, bool]:
    """Scale and offset to the coherent SI unit, and whether a temperature came out in Celsius.

    Raises:
        ValueError: the unit is none that can be converted.
    """
    kind = unit.is_a()
    if kind == "IfcSIUnit":
        scale = float(PREFIXES.get(unit.Prefix or "", 1.0) ** _POWERS.get(unit.Name, 1))
        return (scale * 1e-3 if unit.Name == "GRAM" else scale), 0.0, unit.Name == "DEGREE_CELSIUS"
    if kind.startswith("IfcConversionBasedUnit"):
        factor = unit.ConversionFactor
        inner, _, celsius = named_scale(factor.UnitComponent)
        value = factor.ValueComponent
        scale = inner * float(getattr(value, "wrappedValue", value))
        if not math.isfinite(scale) or scale == 0:
            raise ValueError(f"a conversion factor of {scale}")
        return scale, float(unit.ConversionOffset) if kind.endswith("WithOffset") else 0.0, celsius
    if kind == "IfcContextDependentUnit":
        return 1.0, 0.0, False
    raise ValueError(f"{kind} is not a unit that can be converted")


def unit_of(entity: Entity) -> Unit:
    """The conversion that an `IfcUnit` stands for.

    Raises:
        ValueError, TypeError, AttributeError, RuntimeError: the unit is broken.
    """
    if entity.is_a("IfcMonetaryUnit"):
        return Unit(str(entity.Currency))
    unit_type = entity.UnitType
    symbol = SYMBOLS.get(unit_type)
    if entity.is_a("IfcDerivedUnit"):
        scale = math.prod(named_scale(part.Unit)[0] ** part.Exponent for part in entity.Elements)
        return Unit(symbol, scale) if symbol else Unit(None)
    if entity.is_a("IfcContextDependentUnit"):
        return Unit(entity.Name)
    scale, offset, celsius = named_scale(entity)
    if unit_type == "PLANEANGLEUNIT":
        scale = math.degrees(scale)
    if unit_type == "THERMODYNAMICTEMPERATUREUNIT" and not celsius:
        offset -= _KELVIN_AT_ZERO_CELSIUS
    return Unit(symbol, scale, offset) if symbol else Unit(None)


class ProjectUnits:
    """The units that a project assigns, by unit type; a type without an assignment has its SI unit."""

    def __init__(self) -> None:
        self._by_type: dict[str, Unit] = {
            "PLANEANGLEUNIT": Unit("°", math.degrees(1.0)),
            "THERMODYNAMICTEMPERATUREUNIT": Unit("°C", 1.0, -_KELVIN_AT_ZERO_CELSIUS),
        }
        self._by_measure: dict[str, Unit | None] = {}
        self._by_entity: dict[int, Unit] = {}

    def assign(self, entity: Entity) -> None:
        """Take one unit of the project's `IfcUnitAssignment`.

        Raises:
            ValueError, TypeError, AttributeError, RuntimeError: the unit is broken.
        """
        unit_type = "MONETARYUNIT" if entity.is_a("IfcMonetaryUnit") else entity.UnitType
        self._by_type[unit_type] = unit_of(entity)

    def of_type(self, unit_type: str) -> Unit:
        """The unit of a type such as `LENGTHUNIT`."""
        return self._by_type.get(unit_type) or Unit(SYMBOLS.get(unit_type))

    def of_measure(self, measure: str) -> Unit | None:
        """The unit of a value class such as `IfcPositiveLengthMeasure`; None if the class has no unit."""
        if measure not in self._by_measure:
            name = measure.removeprefix("Ifc").removeprefix("NonNegative").removeprefix("Positive")
            unit_type = name.removesuffix("Measure").upper() + "UNIT"
            known = measure.endswith("Measure") and (unit_type in SYMBOLS or unit_type in self._by_type)
            self._by_measure[measure] = self.of_type(unit_type) if known else None
        return self._by_measure[measure]

    def of_entity(self, entity: Entity) -> Unit:
        """The unit that a property or quantity names for itself.

        Raises:
            ValueError, TypeError, AttributeError, RuntimeError: the unit is broken.
        """
        step = entity.id()
        if step not in self._by_entity:
            self._by_entity[step] = unit_of(entity)
        return self._by_entity[step]
