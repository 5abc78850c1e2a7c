"""The conformance kit on the embedded store, opened from a folder and as a load reads back what it wrote."""

from __future__ import annotations

from fingerpost.engine.registry import store_class
from fingerpost.testing import Answers, StoreConformance


class TestKglite(StoreConformance):
    kind = store_class("kglite")


class TestKgliteWhileItIsWritten(Answers):
    kind = store_class("kglite")
    reading = True
