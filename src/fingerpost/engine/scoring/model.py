"""The probability that a reading is right, by its signs: a few small trees that were learned, and a calibration.

The model is data (`model.json`, made by `scripts/tables/learn_reading.py` from questions over many graphs). A tree is a
nested list: `[sign, bound, below, above]`, where a reading whose amount of the sign is at most the bound goes on below,
else above; a leaf is a number. Leaves are summed up, and the sum is calibrated on graphs that nothing was learned from.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

Tree = Any
"""A nested list, or a number."""
_MOST = 30.0


@dataclass(frozen=True)
class Model:
    """Trees over signs; the calibrated log odds are `slope` times their sum, plus `shift`."""

    trees: tuple[Tree, ...]
    slope: float = 1.0
    shift: float = 0.0

    def odds(self, signs: Mapping[str, float]) -> float:
        """The log odds that a reading with these signs is right."""
        amount_of = signs.get
        total = 0.0
        for tree in self.trees:
            while type(tree) is list:
                tree = tree[2] if amount_of(tree[0], 0.0) <= tree[1] else tree[3]
            total += tree
        return self.slope * total + self.shift

    def probability(self, signs: Mapping[str, float]) -> float:
        """The probability, from 0 to 1, that a reading with these signs is right."""
        return logistic(self.odds(signs))

    def to_json(self) -> dict[str, Any]:
        return {"slope": self.slope, "shift": self.shift, "trees": list(self.trees)}


def logistic(odds: float) -> float:
    """The probability for log odds."""
    return 1 / (1 + math.exp(-max(-_MOST, min(_MOST, odds))))


def model_of(data: Mapping[str, Any]) -> Model:
    """A model from its JSON form."""
    trees: Sequence[Tree] = data["trees"]
    return Model(tuple(trees), data["slope"], data["shift"])


@lru_cache(maxsize=1)
def shipped() -> Model:
    """The model for every graph."""
    return model_of(json.loads((files(__package__) / "model.json").read_text(encoding="utf-8")))
