"""Units: what people call them, and how one of a kind is turned into another.

Every unit is so many of its kind's base unit. Temperatures do not only differ by a factor, and moneys by one of today:
neither is turned.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

METRE, SQUARE, CUBE, MASS = "m", "m²", "m³", "kg"

_TABLE = """
m 0.001 mm millimetre millimetres millimeter millimeters
m 0.01 cm centimetre centimetres centimeter centimeters
m 1 m metre metres meter meters
m 1000 km kilometre kilometres kilometer kilometers kms
m 0.3048 ft foot feet
m 0.0254 inch inches
m 0.9144 yd yard yards
m 1609.344 mi mile miles
m 1852 nm nmi nautical_mile nautical_miles sea_mile sea_miles
m² 1 m2 m² sqm
m² 0.01 dm2 dm²
m² 0.0001 cm2 cm²
m² 0.000001 mm2 mm²
m² 1000000 km2 km²
m² 0.09290304 ft2 ft² sqft sf
m² 0.83612736 yd2 yd²
m² 0.00064516 in2 in²
m² 10000 ha hectare hectares
m² 4046.8564224 acre acres
m³ 1 m3 m³ cbm
m³ 0.000001 cm3 cm³
m³ 0.000000001 mm3 mm³
m³ 0.001 l litre litres liter liters
m³ 0.000001 ml millilitre millilitres milliliter milliliters
m³ 0.028316846592 ft3 ft³ cuft
m³ 0.764554857984 yd3 yd³
m³ 0.000016387064 in3 in³
m³ 0.003785411784 gal gallon gallons
kg 1 kg kgs kilogram kilograms kilo kilos
kg 0.001 g gram grams
kg 0.000001 mg milligram milligrams
kg 1000 tonne tonnes ton tons
kg 0.45359237 lb lbs pound pounds
kg 0.028349523125 oz ounce ounces
s 0.001 ms millisecond milliseconds
s 1 s sec secs second seconds
s 60 min mins minute minutes
s 3600 h hr hrs hour hours
s 86400 days day
s 604800 weeks week
year 1 years year yr yrs
year 0.08333333333333333 months month
m/s 1 m/s mps
m/s 0.2777777777777778 km/h kmh kph
m/s 0.44704 mph
m/s 0.5144444444444445 knots knot kn
W 1 watt watts
W 1000 kw kilowatt kilowatts
W 1000000 mw megawatt megawatts
W 1000000000 gw gigawatt gigawatts
Wh 1000 kwh kilowatt_hour kilowatt_hours
Wh 1000000 mwh
Wh 1000000000 gwh
byte 1 byte bytes
byte 1000 kb kilobyte kilobytes
byte 1000000 mb megabyte megabytes
byte 1000000000 gb gigabyte gigabytes
byte 1000000000000 tb terabyte terabytes
byte 1024 kib kibibyte kibibytes
byte 1048576 mib mebibyte mebibytes
byte 1073741824 gib gibibyte gibibytes
Hz 1 hz hertz
Hz 1000 khz kilohertz
Hz 1000000 mhz megahertz
Hz 1000000000 ghz gigahertz
"""
UNITS: dict[str, tuple[str, float]] = {}
"""What people call a unit, and its base unit with how many of that it is."""
for _line in _TABLE.strip().splitlines():
    _base, _factor, *_names = _line.split()
    UNITS.update((_name.replace("_", " "), (_base, float(_factor))) for _name in _names)
for _name, (_base, _scale) in [*UNITS.items()]:
    if _base == METRE and _name.isalpha():
        UNITS.setdefault(f"square {_name}", (SQUARE, _scale**2))
        UNITS.setdefault(f"cubic {_name}", (CUBE, _scale**3))

GLUED = frozenset("mm cm m km ft yd mi kg g mg lb lbs oz min h hr hrs ms s kw kwh kb mb gb ml l mph kmh".split())
"""Units that may be written right behind the number."""
IGNORED = frozenset("percent dollars dollar euros euro usd eur gbp".split())
"""Words behind a number that say what it counts, where properties that hold it seldom say so."""


_SHORT = {"sq": "square", "cu": "cubic"}
_SUFFIXES = {
    **{name: name for name in "mm cm m km ft mg g kg lb oz min sec ms kw kwh kmh mph ml sqm ha".split()},
    **{name: name for name in "kb mb gb tb kib mib gib khz mhz ghz".split()},
    **{name: name for name in "inches feet miles minutes seconds hours days weeks months years".split()},
    **{name: name for name in "km2 m2 m3 metres meters kilometres kilometers litres liters grams kilograms".split()},
    **{name: name for name in ("nmi", "knots")},
    **dict.fromkeys("pct percent dollars euros pounds pence cents".split()),
    **{name: name.upper() for name in "usd eur gbp chf".split()},
}
"""Last words of names of properties that say what their numbers count, and the unit where it is one."""
_WHOLE_NAMES = frozenset(("ms", "milliseconds"))
"""Units that are the whole name of what is measured in them: `Milliseconds` of a track. Others are asked for by that
name: "how many minutes did it take"."""
MONEYS = frozenset("usd eur gbp chf dollars euros pounds pence cents".split())
"""Those of amounts of money."""
_OF_TWO_WORDS: dict[tuple[str, ...], str] = {
    **{(name, power): name + power for name in ("m", "km", "cm", "ft", "in") for power in ("2", "3")},
    **{("sq", name): name + "2" for name in ("m", "km", "ft")},
    ("square", "metres"): "m2",
    ("square", "meters"): "m2",
    ("square", "feet"): "ft2",
}
"""Units at the end of names that are two words when these are taken apart: `areaKm2`."""

_LETTERS = {
    "t": ("tonne", frozenset("weight wt mass load payload tonnage qty quantity amount".split())),
    "d": ("days", frozenset("duration dur time lag lead length age".split())),
    "h": ("hours", frozenset("duration dur time runtime".split())),
    "s": ("s", frozenset("duration dur time runtime".split())),
    "l": ("l", frozenset("volume vol capacity cap size amount tank content".split())),
    "w": ("watt", frozenset("power pwr wattage".split())),
    "nm": ("nm", frozenset("distance dist range leg voyage".split())),
    "kn": ("knots", frozenset("speed spd".split())),
    "kt": ("knots", frozenset("speed spd".split())),
    "kts": ("knots", frozenset("speed spd".split())),
}
"""Last letters of names that are a unit where what is measured stands before: `WT_T`, `capacityL`, `dist_nm`."""
_TWO = 2
_FOR_EACH = frozenset("price cost rate fee pay wage charge eur usd gbp chf per".split())
"""Words of names whose unit at the end is what the number is for: `PRICE_EUR_KG`, `steps_per_min`."""


def without_unit(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a property's name without the unit at their end: `dose_mg` is a dose."""
    if _is_sign(words[:-1]) and words[-1] not in MONEYS:
        return words
    if len(words) > _TWO and words[-2:] in _OF_TWO_WORDS:
        return words[:-2]
    return words[:-1] if len(words) > 1 and (words[-1] in _SUFFIXES or _letter(words) is not None) else words


def unit_in_name(words: tuple[str, ...]) -> str | None:
    """The unit that the name of a property says that it is in."""
    if len(words) >= _TWO and words[-1] in MONEYS:
        return _SUFFIXES[words[-1]]
    if len(words) == 1:
        return words[0] if words[0] in _WHOLE_NAMES else None
    if not _FOR_EACH.isdisjoint(words[:-1]) or _is_sign(words[:-1]):
        return None
    if len(words) > _TWO and words[-2:] in _OF_TWO_WORDS:
        return _OF_TWO_WORDS[words[-2:]]
    return _SUFFIXES.get(words[-1]) or _letter(words)


def _is_sign(words: tuple[str, ...]) -> bool:
    """Whether what stands before a unit is no word, but a letter and a number: the `gb` of `c6_gb` may be anything."""
    return len(words) == _TWO and len(words[0]) == 1 and words[1].isdigit()


def is_rate(words: tuple[str, ...]) -> bool:
    """Whether a name says that its number is for each of some unit: `price_per_kg`."""
    return not _FOR_EACH.isdisjoint(words)


def _letter(words: tuple[str, ...]) -> str | None:
    unit, measured = _LETTERS.get(words[-1], ("", frozenset[str]()))
    return unit if words[-2] in measured else None


def unit_named(name: str) -> tuple[str, float] | None:
    """The base unit of a unit and how many of it one is; None where it is not known. "Sq. ft." is square ft."""
    words = name.lower().replace(".", " ").split()
    return UNITS.get(" ".join(_SHORT.get(word, word) for word in words))


def base_unit(name: str) -> tuple[str, float]:
    """As `unit_named`; a unit that is not known is its own."""
    return unit_named(name) or (name, 1.0)


def other_units(name: str) -> Iterator[str]:
    """What a unit is called besides: kg is a kilo."""
    own = unit_named(name)
    yield from (other for other, known in UNITS.items() if known == own and other != name)


def unit_names() -> tuple[str, ...]:
    """What units are called, in words and as symbols; without the letters that mean other things as often."""
    return tuple(name for name in UNITS if len(name) > 1 or name == METRE)


def unit_symbol(base: str, scale: float) -> str:
    """What stands behind a number of this unit: ft² for square feet."""
    names = [name for name, known in UNITS.items() if known[0] == base and math.isclose(known[1], scale)]
    return next((name for name in names if name[-1] in "²³"), names[0])


def converted(value: float, base: str | None, scale: float, into: str | None) -> float | None:
    """A number of `scale` base units each, in another unit of the kind; None where they are of different kinds."""
    if base is None or into is None:
        return None
    target = base_unit(into)
    if target[0] != base:
        return None
    exact = value * scale / target[1]
    near = round(exact, 9)
    return near if abs(near - exact) <= 1e-9 * max(1.0, abs(exact)) and near != 0 else exact
