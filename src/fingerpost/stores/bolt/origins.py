"""Origins that results included, so that citing them needs no further request."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from fingerpost.core.cells import Node, Relationship
from fingerpost.stores.protocol import Origin

Told: TypeAlias = dict[tuple[type, str], int | None]
"""Origins as they are packed, by kind and id of the element; None if an element has none."""

_KEPT = 20_000


class Origins:
    """The origins of the elements in the latest results. Safe to use from several threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[type, str], int | None] = OrderedDict()
        self._lock = threading.Lock()

    def note(self, told: Mapping[tuple[type, str], int | None]) -> None:
        """Keep the origins of a result."""
        with self._lock:
            for key, packed in told.items():
                self._kept[key] = packed
                self._kept.move_to_end(key)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)

    def known(self, elements: Iterable[Node | Relationship]) -> Told:
        """What is kept of these elements."""
        with self._lock:
            keys = [(type(element), element.element_id) for element in elements]
            return {key: self._kept[key] for key in keys if key in self._kept}


def unpacked(packed: int | None) -> Origin | None:
    return None if packed is None else Origin.unpack(packed)
