"""How examples that are like a question speak for a reading of it: those of its outline, or of a part of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from fingerpost.questions.outline import Outline

NEAREST = 24
"""Examples that are looked at."""
_POWER = 4
"""How much more the nearer ones count."""
Near = Sequence[tuple[float, Outline | None]]
"""The nearest examples: how alike they are, and the outline of what was right there, where any reading was."""


class Likeness:
    """What the examples near a question say of its readings."""

    def __init__(self, near: Near) -> None:
        self._whole = sum(alike**_POWER for alike, _ in near)
        self._nearest: list[dict[str, float]] = [{} for _ in Outline._fields]
        self._shares: dict[str, float] = defaultdict(float)
        for alike, outline in near:
            for nearest, part in zip(self._nearest, outline or (), strict=False):
                nearest[part] = max(nearest.get(part, 0.0), alike)
            if outline is not None:
                self._shares[outline.whole] += alike**_POWER

    def nearest(self, outline: Outline) -> list[float]:
        """How alike the nearest example is that has a reading's outline, by its parts."""
        return [nearest.get(part, 0.0) for nearest, part in zip(self._nearest, outline, strict=True)]

    def share(self, outline: Outline) -> float:
        """How much of what is near has this outline."""
        return self._shares[outline.whole] / self._whole if self._whole else 0.0
