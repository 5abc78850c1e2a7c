"""Bounds of IDS files as ifctester takes them: with the standard's precision, and attributes in the units of a model.

IDS states measures in SI units, and takes numbers for equal within a relative and an absolute millionth. ifctester
converts the values of property sets, but not those of attributes, and knows no precision for bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

_LEAST: Final = ("minInclusive", "minExclusive")
_MOST: Final = ("maxInclusive", "maxExclusive")
_NEAR: Final = 1e-6
_LENGTHS: Final = frozenset({"IfcLengthMeasure", "IfcPositiveLengthMeasure", "IfcNonNegativeLengthMeasure"})


@contextmanager
def in_units_of(model: Any, specifications: Iterable[Any]) -> Iterator[None]:
    """While it lasts, the numbers that specifications compare are those that the model's values are compared with."""
    from ifcopenshell.util.unit import calculate_unit_scale

    metre: Final = 1 / float(calculate_unit_scale(model))
    lengths = _lengths(model)
    before: list[tuple[Any, dict[str, Any]]] = []
    for facet in (one for each in specifications for one in (*each.applicability, *each.requirements)):
        options = getattr(getattr(facet, "value", None), "options", None)
        if isinstance(options, dict) and set(options) <= {*_LEAST, *_MOST}:
            is_length = type(facet).__name__ == "Attribute" and facet.name in lengths
            before.append((facet.value, options))
            facet.value.options = {
                side: _widened(side, float(bound)) * (metre if is_length else 1) for side, bound in options.items()
            }
    try:
        yield
    finally:
        for value, options in before:
            value.options = options


def _widened(side: str, bound: float) -> float:
    """A bound that what is as great as it is within; one that is exclusive leaves this out."""
    margin = abs(bound) * _NEAR + _NEAR
    return bound - margin if side in ("minInclusive", "maxExclusive") else bound + margin


def _lengths(model: Any) -> frozenset[str]:
    """The names of attributes that are lengths in the model's schema."""
    from ifcopenshell import ifcopenshell_wrapper

    schema = ifcopenshell_wrapper.schema_by_name(model.schema_identifier)
    return frozenset(
        one.name()
        for entity in schema.entities()
        for one in entity.attributes()
        if (kind := one.type_of_attribute().as_named_type()) is not None and kind.declared_type().name() in _LENGTHS
    )
