"""The rows at one place of a query, as they are likely to be."""

from __future__ import annotations

from dataclasses import dataclass, field

from fingerpost.query_languages.cypher.bounds.joins import MOST, Joins, Labels


@dataclass(slots=True)
class Peak:
    """The most rows at one place of a query, the most values that they hold, and the values of the widest row."""

    rows: float = 1.0
    held: float = 1.0
    width: int = 1

    def note(self, rows: float, width: int) -> None:
        """Rows at one place, and the values of each."""
        self.rows = max(self.rows, rows)
        self.held = max(self.held, rows * width)
        self.width = max(self.width, width)


@dataclass(slots=True)
class Rows:
    """The rows at one place, how wide they are, and the labels that their variables may have.

    `nested`: in a subquery, for one row of the query around it. `above_mean`: how far the rows may lie above the mean.
    """

    joins: Joins
    peak: Peak = field(default_factory=Peak)
    rows: float = 1.0
    width: int = 0
    labels: dict[str, Labels] = field(default_factory=dict)
    nested: bool = False
    above_mean: float = 1.0

    def times(self, factor: float, more: int) -> None:
        """Each row becomes several, with so many more values."""
        self.width += more
        self.rows = min(MOST, self.rows * min(MOST, factor))
        self.peak.note(min(MOST, self.rows * self.above_mean), self.width)
