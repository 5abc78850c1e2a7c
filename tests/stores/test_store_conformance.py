"""The conformance kit on the embedded store, opened from a folder and as a load reads back what it wrote."""

from __future__ import annotations

import pytest
from scale import part_of_products

from fingerpost.engine.registry import store_class
from fingerpost.testing import Answers, StoreConformance


class TestKglite(StoreConformance):
    kind = store_class("kglite")
    part = part_of_products(0)


@pytest.mark.sampled(5)
class TestKgliteWhileItIsWritten(Answers):
    kind = store_class("kglite")
    reading = True
    part = part_of_products(3)
