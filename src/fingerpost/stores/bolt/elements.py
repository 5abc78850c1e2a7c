"""All elements of a Bolt database, streamed for a copy."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from fingerpost.core.cells import Node, Relationship
from fingerpost.core.names import ELEMENT_ID, ELEMENT_ORIGIN
from fingerpost.stores.bolt.cells import Decoder
from fingerpost.stores.bolt.link import Link
from fingerpost.stores.protocol import Origin

_JOINED = f"MATCH (a)-[r]->(b) RETURN r, a.{ELEMENT_ID}, b.{ELEMENT_ID}"


def elements(link: Link) -> Iterator[tuple[Node | Relationship, Origin | None]]:
    """Every node, then every relationship (see `Store.elements`)."""
    decoder = Decoder()
    for (value,) in link.stream("MATCH (n) RETURN n"):
        yield decoder.node(value), _origin(value)
    for value, start, end in link.stream(_JOINED):
        relationship = decoder.cell(value)
        ends = {"start": start or relationship.start, "end": end or relationship.end}
        yield dataclasses.replace(relationship, **ends), _origin(value)


def _origin(element: Any) -> Origin | None:
    packed = element.get(ELEMENT_ORIGIN)
    return Origin.unpack(packed) if isinstance(packed, int) else None
