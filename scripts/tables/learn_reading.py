"""The model that gives readings their probability (`engine/scoring`), learned over many graphs.

    python -m scripts.tables.learn_reading DATA [--sample 24] [--foreign 6] [--keep FOLDER] [--lessons FILE]
        [--jobs 2] [--beside MODEL] [--write]

DATA holds the open sets as its README says. Of each of their graphs so many questions are asked; what each teaches is
which of its candidates give the gold's rows. Questions about other graphs and about what was taken away teach what
cannot be answered. FILE keeps the lessons, or has them already.

Small trees are boosted on the lessons, a candidate each. They are calibrated on a third of the graphs by trees that
were learned without these; the table shows what they choose there. How large a graph is is not learned from: those from
which names were taken away are small, and nothing is right there. MODEL is one that was learned before and keeps a
quarter of the say (docs/adr/0019-one-probability.md). It needs scikit-learn (`pip install --group learning`). Only
numbers and single words that questions over several graphs have in common are written.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

from fingerpost.engine import Model, Tree, is_clear, logistic, model_of
from fingerpost.evals.report import table
from fingerpost.linking import tokenise
from scripts.eval.reading_graphs import WITHOUT
from scripts.eval.reading_lessons import (
    FOREIGN,
    GONE,
    OWN,
    REFUSED,
    SMALL,
    SMALL_ABSENT,
    classes,
    gathered,
    own_classes,
    read,
    small_classes,
    write,
)
from scripts.eval.reading_sets import Data, data
from scripts.reading.asking import SURE
from scripts.reading.choosing import Choice, by_set, head, line
from scripts.reading.lessons import Lesson

MODEL = "fingerpost.engine.scoring", "model.json"
WORDS = "fingerpost.linking", "common_words.json"
RUN = (5, 1, 0)
"""How many candidates are run in the copies of a lesson that are learned from: as when asked, the first alone, none."""
_RARE = 150
"""How many candidates must have a sign for it to count."""
_WEIGHTS = {OWN: 4.0, REFUSED: 20.0, FOREIGN: 1.0, GONE: 1.5, SMALL: 4.0, SMALL_ABSENT: 4.0}
"""How much lessons of sets count beside others."""
_CALIBRATED = {OWN: 0.0, REFUSED: 0.3, FOREIGN: 0.3, GONE: 0.2}
"""How much these sets count in the calibration: what cannot be answered is asked too, and the questions of the tests
are those that the reader was written by."""
_PARTS = 3
"""One of so many graphs is left out for the calibration."""
_WORTH = {5: 1.0, 1: 0.4, 0: 0.3}
"""How much a copy of a lesson counts by how many candidates were run in it."""
_TREES = {
    "max_iter": 180,
    "max_depth": 4,
    "max_leaf_nodes": 12,
    "max_bins": 63,
    "learning_rate": 0.07,
    "l2_regularization": 20.0,
}
_LEAST_LEAF = 60
_ROUNDS = 4
"""How often the calibration is repeated."""
_SIZES = ("graph labels", "graph properties")
"""Signs that are not learned from: how large a graph is."""
_SHARE, _PULL = 0.25, 0.95
"""What an earlier model keeps of the say beside a new one, and how far what both say lies from `SURE`: two models say
something extreme for different reasons."""
Calibration = tuple[float, float]
"""A slope and a shift of log odds."""
_GRAPHS = 3
"""In how many graphs a word must be asked to be common."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Gather, learn and measure; write the model where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sample", type=int, default=24, help="questions of each graph and set")
    parser.add_argument("--foreign", type=int, default=6, help="questions about others asked of each graph")
    parser.add_argument("--keep", type=Path, help="where loaded graphs stay, or are already")
    parser.add_argument("--lessons", type=Path, help="gets the lessons, or has them already")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--beside", type=Path, help="a model learned before, which keeps a part of the say")
    parser.add_argument("--write", action="store_true", help="write the files that the wheel ships")
    given = parser.parse_args(arguments)
    if given.write:
        _write(WORDS, common_words(questions(_open(given.data, None), given.data)))
    asked = _open(given.data, given.sample)
    with tempfile.TemporaryDirectory(prefix="fingerpost-reading-") as made:
        lessons = _lessons(asked, given.keep or Path(made), given)
    examples = Examples(lessons)
    model, choices = learned_model(examples)
    print(table(head(), [line(name, found) for name, found in by_set(choices).items()]))
    if given.beside is not None:
        model = beside(model, model_of(json.loads(given.beside.read_text(encoding="utf-8"))))
    if given.write:
        _write(MODEL, model.to_json())
    return 0


def _open(folder: Path, sample: int | None) -> Data:
    """All open graphs with so many questions of each set."""
    asked = data(folder, openly=True, closed=False, sample=sample, week=0)
    return Data({name: replace(graph, held=False) for name, graph in asked.graphs.items()}, asked.cases)


def _lessons(asked: Data, keep: Path, given: argparse.Namespace) -> list[Lesson]:
    if given.lessons is not None and given.lessons.is_file():
        return list(read(given.lessons))
    keep.mkdir(parents=True, exist_ok=True)
    taught = [*own_classes(keep), *classes(asked, keep, given.foreign), *small_classes()]
    found = list(gathered(taught, keep, given.jobs))
    if given.lessons is not None:
        write(found, given.lessons)
    return found


class Examples:
    """The candidates of lessons as arrays, each lesson as often as `RUN` says."""

    def __init__(self, lessons: Sequence[Lesson]) -> None:
        self.lessons = lessons
        signs: list[dict[str, float]] = []
        right: list[bool] = []
        weights: list[float] = []
        owners: list[int] = []
        run: list[int] = []
        for number, each in enumerate(lessons):
            for most in RUN:
                # Those of a question count less each, the more there are.
                worth = _WEIGHTS.get(each.set, 1.0) * _WORTH[most] / math.sqrt(len(each.right))
                signs += each.signs(most)
                right += each.right
                weights += [worth] * len(each.right)
                owners += [number] * len(each.right)
                run += [most] * len(each.right)
        counts = Counter(name for held in signs for name in held)
        self.names = sorted(name for name, count in counts.items() if count >= _RARE and name not in _SIZES)
        place = {name: number for number, name in enumerate(self.names)}
        self.amounts: Any = np.zeros((len(signs), len(place)), dtype=np.float32)
        for number, held in enumerate(signs):
            for name, amount in held.items():
                if name in place:
                    self.amounts[number, place[name]] = amount
        self.right, self.weights = np.array(right), np.array(weights)
        self.owners, self.run = np.array(owners), np.array(run)

    def raw(self, fitted: Any) -> Any:
        """The log odds of all candidates, not calibrated."""
        return fitted.decision_function(self.amounts)

    def best(self, raw: Any, chosen: Any, calibration: Calibration) -> Iterator[tuple[Lesson, float, bool]]:
        """The likeliest candidate of each lesson that is chosen, with its log odds, as it is when asked."""
        slope, shift = calibration
        places = np.flatnonzero(chosen[self.owners] & (self.run > 0))
        for of_lesson in np.split(places, np.flatnonzero(np.diff(self.owners[places])) + 1):
            if len(of_lesson):
                lesson = self.lessons[self.owners[of_lesson[0]]]
                most, alone = (of_lesson[self.run[of_lesson] == run] for run in RUN if run)
                probability = logistic(slope * raw[alone[0]] + shift)
                group = alone if is_clear(lesson.signs(1)[0], probability) else most
                first = group[np.argmax(raw[group])]
                yield lesson, float(raw[first]), bool(self.right[first])

    def choices(self, raw: Any, chosen: Any, model: Model) -> list[Choice]:
        return [
            Choice(each.set, each.graph, logistic(model.slope * odds + model.shift), right, any(each.right))
            for each, odds, right in self.best(raw, chosen, (model.slope, model.shift))
        ]


def fitted(examples: Examples, chosen: Any) -> Any:
    """Boosted trees over the candidates of lessons that are chosen."""
    rows = chosen[examples.owners]
    trees = HistGradientBoostingClassifier(min_samples_leaf=_LEAST_LEAF, random_state=0, **_TREES)
    return trees.fit(examples.amounts[rows], examples.right[rows], sample_weight=examples.weights[rows])


def learned_model(examples: Examples) -> tuple[Model, list[Choice]]:
    """The model of all lessons, calibrated by trees learned without some graphs, and what these choose there."""
    out = np.array([_left_out(each.graph) for each in examples.lessons])
    raw = examples.raw(fitted(examples, ~out))
    calibration = 1.0, 0.0
    for _ in range(_ROUNDS):  # which readings run alone depends on the calibration
        best = examples.best(raw, out, calibration)
        calibration = calibrated([(odds, right, _CALIBRATED.get(each.set, 1.0)) for each, odds, right in best])
    trees = fitted(examples, np.ones_like(out))
    model = Model(trees_of(trees, examples.names), *calibration)
    return model, examples.choices(raw, out, model)


def beside(new: Model, old: Model) -> Model:
    """One model of both: the mean of their log odds, weighed by `_SHARE`, drawn towards those of being just sure."""
    odds = math.log(SURE / (1 - SURE))
    shares = _PULL * (1 - _SHARE), _PULL * _SHARE
    trees = [
        scaled(tree, share * one.slope) for one, share in zip((new, old), shares, strict=True) for tree in one.trees
    ]
    shift = sum(share * one.shift for one, share in zip((new, old), shares, strict=True)) + (1 - _PULL) * odds
    return Model(tuple(trees), 1.0, round(shift, 4))


def scaled(tree: Tree, by: float) -> Tree:
    """A tree with all leaves times a number."""
    return [*tree[:2], *(scaled(one, by) for one in tree[2:])] if isinstance(tree, list) else round(tree * by, 4)


def _left_out(graph: str) -> bool:
    """Whether a graph, with what was taken away or not, is left out for the calibration."""
    return int(hashlib.sha256(graph.removesuffix(WITHOUT).encode()).hexdigest(), 16) % _PARTS == 0


def calibrated(odds: Sequence[tuple[float, bool, float]]) -> Calibration:
    """The slope and shift with which log odds, weighted, are how often it is right (Platt's)."""
    amounts, right, weights = zip(*odds, strict=True)
    line = LogisticRegression(C=1e6).fit([[amount] for amount in amounts], right, sample_weight=weights)
    return round(float(line.coef_[0][0]), 4), round(float(line.intercept_[0]), 4)


def trees_of(fitted: Any, names: Sequence[str]) -> tuple[Tree, ...]:
    """The trees of a fitted classifier in the form of `engine.scoring.model`."""

    def tree(nodes: Any, number: int) -> Tree:
        node = nodes[number]
        if node["is_leaf"]:
            return round(float(node["value"]), 4)
        bound = round(float(node["num_threshold"]), 5)
        return [names[node["feature_idx"]], bound, tree(nodes, node["left"]), tree(nodes, node["right"])]

    first = round(float(fitted._baseline_prediction[0][0]), 4)
    return (first, *(tree(predictor.nodes, 0) for (predictor,) in fitted._predictors))


def questions(asked: Data, folder: Path) -> dict[str, list[str]]:
    """The questions about each graph that may be read, and about each schema of `pairs`."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name, cases in asked.cases.items():
        if asked.graphs[name].readable:
            found[name] += [case.question for case in cases]
    for file in ("cypherbench_train.jsonl", "neo4j_labs.jsonl"):
        with (folder / "pairs" / file).open(encoding="utf-8") as lines:
            for text in lines:
                record = json.loads(text)
                found[f"pairs {record['db']}"].append(record["question"])
    return found


def common_words(asked: dict[str, list[str]]) -> dict[str, float]:
    """How common the stems of words are: the log of the number of graphs asked with them, as a share of that of all."""
    graphs: Counter[str] = Counter()
    for own in asked.values():
        graphs.update({token.stem for question in own for token in tokenise(question) if not token.quoted})
    whole = math.log(len(asked))
    common = {stem: count for stem, count in graphs.items() if count >= _GRAPHS and stem.isalpha()}
    return {stem: round(math.log(count) / whole, 3) for stem, count in sorted(common.items())}


def _write(place: tuple[str, str], held: Any) -> None:
    package, name = place
    text = json.dumps(held, indent=0 if place == WORDS else None, ensure_ascii=False)
    text = text.replace("], [", "],\n[") if place != WORDS else text
    Path(str(files(package) / name)).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
