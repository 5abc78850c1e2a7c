"""How examples that are like a question speak for a reading of it: those of its outline, or of a part of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from fingerpost.questions.outline import Outline

NEAREST = 24
"""Examples that are looked at."""
_STEPS = (0.4, 0.6, 0.75, 0.9)
_POWER = 4
"""How much more the nearer ones count."""
_NAMES = {
    part: (f"like {part}", f"share {part}", [(f"like {part} over {step}", step) for step in _STEPS])
    for part in Outline._fields
}
Near = Sequence[tuple[float, Outline | None]]
"""The nearest examples: how alike they are, and the outline of what was right there, where any reading was."""


class Likeness:
    """What the examples near a question say of its readings."""

    def __init__(self, near: Near) -> None:
        self._whole = sum(alike**_POWER for alike, _ in near)
        self._nearest: list[dict[str, float]] = [{} for _ in Outline._fields]
        self._shares: list[dict[str, float]] = [defaultdict(float) for _ in Outline._fields]
        for alike, outline in near:
            for place, part in enumerate(outline or ()):
                self._nearest[place][part] = max(self._nearest[place].get(part, 0.0), alike)
                self._shares[place][part] += alike**_POWER

    def nearest(self, outline: Outline) -> list[float]:
        """How alike the nearest example is that has a reading's outline, by its parts."""
        return [nearest.get(part, 0.0) for nearest, part in zip(self._nearest, outline, strict=True)]

    def features(self, outline: Outline) -> dict[str, float]:
        """The features of a reading with this outline."""
        found: dict[str, float] = {}
        for place, (part, name) in enumerate(zip(outline, Outline._fields, strict=True)):
            alike = self._nearest[place].get(part)
            if alike:
                like, share, steps = _NAMES[name]
                found[like] = alike
                found[share] = self._shares[place][part] / self._whole
                found.update((over, 1.0) for over, step in steps if alike > step)
        return found
