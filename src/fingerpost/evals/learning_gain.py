"""What learning gains: questions of folds that nothing was learned from, asked before and after."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fingerpost.engine import KnowledgeBase
from fingerpost.evals.calibration import calibration_error
from fingerpost.evals.data import Example, Graphs
from fingerpost.evals.learning import Material, Progress
from fingerpost.evals.learning_confidence import Sign, all_told, evaluated, held_out, learned_confidence
from fingerpost.evals.questions import RIGHT, Measures, Outcome
from fingerpost.evals.report import percent, table
from fingerpost.evals.splits import sample
from fingerpost.evals.workers import judged

_ENOUGH = 100
"""Readings from which weights of confidence are learned."""
_HEAD = ("fold", "questions", "equal before", "after", "right before", "after", "precision before", "after")


@dataclass
class Gain:
    """The outcomes of each fold, before and after, and the signs of its readings after, with which were right."""

    folds: dict[int, tuple[list[Outcome], list[Outcome]]] = field(default_factory=dict)
    signs: list[Sign] = field(default_factory=list)

    def text(self) -> str:
        rows = [(str(fold + 1), *_row(*pair)) for fold, pair in sorted(self.folds.items())]
        text = table(_HEAD, [*rows, ("all", *_row(*self._whole()))])
        error = self._error()
        return text if error is None else f"{text}\nexpected calibration error of confidence, by folds: {error:.3f}"

    def confidence(self) -> dict[str, float]:
        """Weights of confidence for this graph, drawn to those of every graph; none where too little was asked."""
        return learned_confidence(self.signs) if len(self.signs) >= _ENOUGH else {}

    def to_json(self) -> dict[str, Any]:
        before, after = self._whole()
        figures = {"questions": len(before), "before": _figures(before), "after": _figures(after)}
        error = self._error()
        return figures if error is None else {**figures, "calibration_error": round(error, 3)}

    def _error(self) -> float | None:
        """How far confidence is off on questions that neither it nor the ranking was learned from."""
        if len(self.signs) < _ENOUGH:
            return None
        return calibration_error(held_out(self.signs))

    def _whole(self) -> tuple[list[Outcome], list[Outcome]]:
        pairs = list(self.folds.values())
        return [o for pair in pairs for o in pair[0]], [o for pair in pairs for o in pair[1]]


def gain(found: Material, *, most: int | None = None, jobs: int = 1, progress: Progress | None = None) -> Gain:
    """Ask the questions of each fold without anything learned, and with what the other folds teach.

    `most` questions are drawn at random where there are more.
    """
    kb, result = found.kb, Gain()
    asked = [case.example for case in found.cases]
    chosen = {example.id for example in (asked if most is None else sample(asked, most, 0))}
    folds = sorted({case.fold for case in found.cases if case.example.id in chosen})
    done, total = 0, 2 * len(chosen)
    with tempfile.TemporaryDirectory(prefix="fingerpost-learn-") as folder:
        for fold in folds:
            examples = [c.example for c in found.cases if c.fold == fold and c.example.id in chosen]
            file = Path(folder) / f"{fold}.json"
            file.write_text(found.learned(without=fold).model_dump_json(), encoding="utf-8")
            pair = []
            for learned in ("none", str(file)):
                outcomes, signs = _asked(kb, examples, learned, jobs, signs=learned != "none")
                pair.append(outcomes)
                result.signs += signs
                done += len(examples)
                if progress is not None:
                    progress(done, total)
            result.folds[fold] = (pair[0], pair[1])
    return result


def _asked(
    kb: KnowledgeBase, examples: Sequence[Example], learned: str, jobs: int, *, signs: bool
) -> tuple[list[Outcome], list[Sign]]:
    settings = evaluated(kb.settings).model_copy(update={"learned": learned})
    with Graphs([f"graph={kb.path}"], None, settings) as graphs:
        outcomes = list(judged(graphs, examples, Measures(oracle=0), jobs))
        return outcomes, list(all_told(graphs, examples, jobs)) if signs else []


def _figures(outcomes: Sequence[Outcome]) -> dict[str, int]:
    counted = [o for o in outcomes if o.verdict != "gold"]
    return {
        "counted": len(counted),
        "equal": sum(o.verdict == "equal" for o in counted),
        "right": sum(o.verdict in RIGHT for o in counted),
        "answered": sum(o.verdict != "none" for o in counted),
    }


def _row(before: Sequence[Outcome], after: Sequence[Outcome]) -> tuple[Any, ...]:
    one, two = _figures(before), _figures(after)
    cells: list[Any] = [one["counted"]]
    for name, of in (("equal", "counted"), ("right", "counted"), ("right", "answered")):
        cells += [percent(figures[name], figures[of]) for figures in (one, two)]
    return tuple(cells)
