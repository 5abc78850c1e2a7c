"""Durations and points as databases write them into JSON."""

from __future__ import annotations

import pytest

from fingerpost.core.cells import Duration, Point
from fingerpost.ingest.exported_values import exported


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ({"duration": "P1M2DT3.5S"}, Duration(1, 2, 3, 500_000_000)),
        ({"duration": [0, 2, 5400]}, Duration(0, 2, 5400)),
        ({"duration": [1, 0, -3, 7]}, Duration(1, 0, -3, 7)),
        ({"coords": [7.4, 46.9], "crs": "wgs-84"}, Point(7.4, 46.9, None, 4326)),
        ({"crs": 4326, "coords": [7.4, 46.9]}, Point(7.4, 46.9, None, 4326)),
        ({"crs": "wgs-84", "latitude": 46.9, "longitude": 7.4, "height": None}, Point(7.4, 46.9, None, 4326)),
        ({"crs": "wgs-84-3d", "latitude": 46.9, "longitude": 7.4, "height": 540}, Point(7.4, 46.9, 540.0, 4979)),
        ({"srid": 7203, "x": 3, "y": 4}, Point(3.0, 4.0)),
        ({"srid": 9157, "x": 3, "y": 4, "z": 5}, Point(3.0, 4.0, 5.0, 9157)),
        ({"type": "Point", "coordinates": [7.4, 46.9]}, Point(7.4, 46.9, None, 4326)),
        ({"type": "Point", "coordinates": [7.4, 46.9, 540.0]}, Point(7.4, 46.9, 540.0, 4979)),
    ],
)
def test_what_is_a_duration_or_a_point(given, value):
    assert exported(given) == value


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"duration": "two hours"},
        {"duration": 90},
        {"duration": [1, 2]},
        {"duration": [0, 0, 1.5]},
        {"duration": [0, 0, True]},
        {"duration": [0, 0, 2**63]},
        {"duration": "PT3S", "of": "the film"},
        {"x": 3, "y": 4},
        {"srid": 7203, "x": "3", "y": 4},
        {"srid": 99, "x": 3, "y": 4},
        {"srid": True, "x": 3, "y": 4},
        {"crs": "mars", "coords": [1, 2]},
        {"crs": "wgs-84", "coords": [1]},
        {"crs": "wgs-84", "coords": "1, 2"},
        {"crs": "wgs-84", "latitude": 46.9},
        {"type": "LineString", "coordinates": [[1, 2], [3, 4]]},
        {"type": "Point", "coordinates": [1, 2, 3, 4]},
    ],
)
def test_what_is_an_object_of_its_own(given):
    assert exported(given) is None
