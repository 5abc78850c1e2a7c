"""The conformance kit on a real Neo4j."""

from __future__ import annotations

import pytest
from scale import part_of_products

from fingerpost.core.names import ELEMENT_ID
from fingerpost.engine.registry import store_class
from fingerpost.testing import StoreConformance


@pytest.mark.sampled(9)
class TestNeo4j(StoreConformance):
    kind = store_class("neo4j")
    part = part_of_products(4)
    slower = 3
    large = 3_000  # it reads a thousand rows at once
    unheld = {"lists": "lists of Neo4j hold no lists"}
    overrun_ms = 250

    @pytest.fixture(autouse=True)
    def _server(self, neo4j_servers):
        self.server = neo4j_servers("shared")

    def place(self, _folder):
        return self.server.url

    def clear(self, _place):
        self.server.wipe(kept=ELEMENT_ID)
