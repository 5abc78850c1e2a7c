"""Stores that look up values in their own indexes, because there are too many to copy."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol, runtime_checkable

from fingerpost.core.schema import GraphSchema
from fingerpost.stores.outline import Outline


class Place(NamedTuple):
    """A property of a label or of a relationship type."""

    owner: str
    property: str
    of_relationship: bool = False

    def __str__(self) -> str:
        return f"{self.owner}.{self.property}"


class Holding(StrEnum):
    """How a text holds words: `any` of them, `all` of them, or one that is spelled `like` one."""

    ANY = "any"
    ALL = "all"
    LIKE = "like"


Found = tuple[Place, str]
"""A text that is a value, or an item of one, and where."""


@runtime_checkable
class FindsValues(Protocol):
    """What a store has that can look for values itself."""

    def estimate(self, outline: Outline) -> GraphSchema:
        """The schema of an outline, from a sample of what is large."""
        ...

    def findable(self) -> frozenset[Place]:
        """The properties in which it finds texts by an index, as its indexes are now."""
        ...

    def find(self, words: Sequence[str], how: Holding, places: Collection[Place], limit: int) -> list[Found]:
        """Texts that hold folded words, best first, as far as an index of words covers the places.

        Raises:
            StoreError: the database cannot be asked.
        """
        ...

    def equal(self, texts: Sequence[str], places: Collection[Place], limit: int) -> list[Found]:
        """Texts that are equal to one of these, where an index of whole values covers the places. Raises as `find`."""
        ...
