"""The weights that give plans of a model their confidence, learned from its replies to questions with golds.

    python -m scripts.models.learn DATA --keep FOLDER --replies FOLDER [--name NAME] [--sample N] [--write] ...

The options are those of `scripts.models.compare`; only open sets are of use. A plan that the model wrote is an example:
its signs, and whether its rows are the gold's; a second time, of less weight, as if nothing could be run. Weights are
those of a logistic model, drawn towards the weights as they are, so that few examples change them little. The table
shows how plans of each graph fare under weights that were learned from the other graphs: what they are worth, and how
often they are right. With `--write`, the weights of all graphs are written to where the wheel takes them from.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np

from fingerpost.engine.generation.weighing import MOST, weights
from fingerpost.engine.scoring.model import logistic
from fingerpost.evals.calibration import bins, calibration_error
from fingerpost.evals.report import percent, table
from scripts.models.drafts import asked_of, parser_of, replies_of, written

_PULL = 2.0
"""How much weights are drawn towards those that are there: the inverse of the variance of a prior around them."""
_STEPS = 30
"""Newton steps; the loss is convex, and has settled long before."""
_DRY = 0.3
"""How much an example counts of which nothing was run."""
_RARE = 8
"""How many examples must have a sign for it to get a weight that it did not have."""
_DIGITS = 3
Weights = dict[str, float]


@dataclass(frozen=True)
class Example:
    """The signs of a plan, whether it is right, of which graph it is, and how much it counts."""

    graph: str
    signs: Mapping[str, float]
    right: bool
    worth: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Gather, learn, measure; write the weights where asked."""
    parser = parser_of(__doc__)
    parser.add_argument("--write", action="store_true", help="write the file that the wheel ships")
    given = parser.parse_args(arguments)
    replies, asked = replies_of(given), asked_of(given)
    examples = []
    for name, cases in asked.cases.items():
        if not asked.graphs[name].readable:
            continue
        for one in written(asked.graphs[name], cases, given.keep, replies, given.most):
            for draft in one.drafts:
                examples.append(Example(name, draft.signs, draft.right, 1.0))
                examples.append(Example(name, draft.dry, draft.right, _DRY))
    print(shown(examples))
    told = json.dumps(learned(examples), indent=1)
    print(told)
    if given.write:
        file = Path(str(files("fingerpost.engine.generation") / "confidence.json"))
        file.write_text(told + "\n", encoding="utf-8")
    return 0


def learned(examples: Sequence[Example]) -> Weights:
    """The weights of signs."""
    counts = Counter(name for one in examples for name in one.signs)
    names = sorted(weights().keys() | {name for name, count in counts.items() if count >= _RARE})
    start = np.array([weights().get(name, 0.0) for name in names])
    rows = np.array([[one.signs.get(name, 0.0) for name in names] for one in examples]).reshape(-1, len(names))
    right = np.array([float(one.right) for one in examples])
    worth = np.array([one.worth for one in examples])
    found = start.copy()
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-rows @ found))
        slope = rows.T @ (worth * (likely - right)) + _PULL * (found - start)
        curve = (rows.T * (worth * likely * (1 - likely))) @ rows + _PULL * np.eye(len(names))
        found -= np.linalg.solve(curve, slope)
    return {name: round(float(weight), _DIGITS) for name, weight in zip(names, found, strict=True)}


def shown(examples: Sequence[Example]) -> str:
    """How plans of each graph fare under what was learned from the others."""
    pairs: list[tuple[float, bool]] = []
    for graph in sorted({one.graph for one in examples}):
        others = learned([one for one in examples if one.graph != graph])
        own = [one for one in examples if one.graph == graph and one.worth == 1.0]
        pairs += [(min(_probability(one.signs, others), MOST), one.right) for one in own]
    head = ("confidence", "plans", "mean", "right")
    rows = [(f"{b.low:.1f} to {b.high:.1f}", b.number, f"{b.confidence:.2f}", f"{b.right:.2f}") for b in bins(pairs)]
    right = percent(sum(is_right for _, is_right in pairs), len(pairs))
    error = calibration_error(pairs) or 0.0
    return f"{table(head, rows)}\n\n{len(pairs)} plans, {right} right, calibration error {error:.3f}"


def _probability(signs: Mapping[str, float], known: Weights) -> float:
    return logistic(sum(known.get(name, 0.0) * amount for name, amount in signs.items()))


if __name__ == "__main__":
    raise SystemExit(main())
