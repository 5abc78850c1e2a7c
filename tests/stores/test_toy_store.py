"""A store that was written from docs/plugins.md alone passes the kit, with what it cannot do said and refused."""

from __future__ import annotations

from pathlib import Path

import pytest
import toy_store
from scale import part_of_products

from fingerpost.testing import StoreConformance

NO_MONTHS = "durations are spans of time"
NO_POINTS = "there are no points"


@pytest.mark.sampled(6)
class TestToyStore(StoreConformance):
    kind = toy_store.ToyStore
    part = part_of_products(2)
    large = 3_000
    unheld = {
        "datetime_in_a_named_zone": "zones have no names",
        "duration_of_months": NO_MONTHS,
        "duration_of_nanoseconds": NO_MONTHS,
        "mixed_duration": NO_MONTHS,
        "durations": NO_MONTHS,
        "point": NO_POINTS,
        "point_in_space": NO_POINTS,
        "place": NO_POINTS,
        "place_with_height": NO_POINTS,
        "points": NO_POINTS,
        "places": NO_POINTS,
    }
    ungiven = unheld


def test_the_toy_is_small():
    lines = Path(toy_store.__file__).read_text(encoding="utf-8").splitlines()
    assert len(lines) < 120
