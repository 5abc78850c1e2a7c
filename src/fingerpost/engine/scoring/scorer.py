"""How likely a reading is right: by the model for every graph, and by what was learned of this one."""

from __future__ import annotations

from collections.abc import Mapping

from fingerpost.engine.scoring.answer_signs import FINDS_NOTHING
from fingerpost.engine.scoring.model import logistic, shipped

ALWAYS = "always"
"""The sign that every reading has."""
GENERIC = "generic"
"""The log odds that the model for every graph gives."""
_LOCAL = ("lead", "behind", "first", "weight", "question unmeant telling", "step as in an example")
"""Signs that may be worth something else in a graph of which something was learned: scores there have another scale."""


_CLEAR, _AHEAD = 0.6, 0.5
"""The probability and the lead in score from which on a reading needs no comparison with what others find."""


def is_clear(signs: Mapping[str, float], probability: float) -> bool:
    """Whether a reading that alone was run can do without the others: it finds something, is likely, and leads."""
    return probability >= _CLEAR and FINDS_NOTHING not in signs and signs.get("lead", 0.0) >= _AHEAD


class Scorer:
    """Gives readings their probability; `learned` are weights of `local_signs`, if any."""

    def __init__(self, learned: Mapping[str, float]) -> None:
        # What was learned with other signs says nothing here.
        self._learned = learned if GENERIC in learned else {}
        self._model = shipped()

    def probability(self, signs: Mapping[str, float]) -> float:
        """The probability, from 0 to 1, that a reading with these signs is right."""
        if self._learned:
            return weighed(local_signs(signs), self._learned)
        return round(self._model.probability(signs), 4)


def local_signs(signs: Mapping[str, float]) -> dict[str, float]:
    """The few signs that examples of one graph weigh anew."""
    found = {name: signs[name] for name in _LOCAL if signs.get(name)}
    return {ALWAYS: 1.0, GENERIC: shipped().odds(signs), **found}


def weighed(signs: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The probability of a logistic model."""
    return round(logistic(sum(weights.get(name, 0.0) * amount for name, amount in signs.items())), 4)
