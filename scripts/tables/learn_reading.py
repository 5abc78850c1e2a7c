"""The model that gives readings their probability (`engine/scoring`), learned over many graphs.

    python -m scripts.tables.learn_reading DATA [--sample 40] [--foreign 6] [--week N] [--keep FOLDER]
        [--lessons FILE] [--jobs 2] [--write]

DATA holds the open sets as its README says. Of each graph that may be read so many questions are asked; what each
teaches is which of its candidates give the gold's rows. Questions about other graphs and about what was taken away
teach what cannot be answered. FILE keeps the lessons, or has them already.

Small trees are boosted on the lessons, a candidate each. They are calibrated on the graphs held back this week, which
are not learned from; the table shows what they choose there. It needs scikit-learn (`pip install --group learning`).
Only numbers and single words that questions over several graphs have in common are written.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

from fingerpost.engine import Model, Tree, is_clear, logistic
from fingerpost.evals.report import table
from fingerpost.linking import tokenise
from scripts.eval.reading import this_week
from scripts.eval.reading_graphs import WITHOUT
from scripts.eval.reading_lessons import FOREIGN, GONE, OWN, REFUSED, classes, gathered, own_classes, read, write
from scripts.eval.reading_sets import Data, data
from scripts.reading.choosing import Choice, by_set, head, line
from scripts.reading.lessons import Lesson

MODEL = "fingerpost.engine.scoring", "model.json"
WORDS = "fingerpost.linking", "common_words.json"
RUN = (5, 1, 0)
"""How many candidates are run in the copies of a lesson that are learned from: as when asked, the first alone, none."""
_RARE = 30
"""How many candidates must have a sign for it to count."""
_WEIGHTS = {OWN: 4.0, REFUSED: 20.0, FOREIGN: 1.0, GONE: 1.5}
"""How much lessons of sets count beside others."""
_CALIBRATED = {FOREIGN: 0.3}
"""How much these sets count in the calibration: what cannot be answered is asked too."""
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
Calibration = tuple[float, float]
"""A slope and a shift of log odds."""
_GRAPHS = 3
"""In how many graphs a word must be asked to be common."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Gather, learn and measure; write the model where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sample", type=int, default=40, help="questions of each graph and set")
    parser.add_argument("--foreign", type=int, default=6, help="questions about others asked of each graph")
    parser.add_argument("--week", type=int, default=this_week(), help="which open graphs are held back")
    parser.add_argument("--keep", type=Path, help="where loaded graphs stay, or are already")
    parser.add_argument("--lessons", type=Path, help="gets the lessons, or has them already")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="write the files that the wheel ships")
    given = parser.parse_args(arguments)
    asked = data(given.data, openly=True, closed=False, sample=given.sample, week=given.week)
    if given.write:
        every = data(given.data, openly=True, closed=False, sample=None, week=given.week)
        _write(WORDS, common_words(questions(every, given.data)))
    with tempfile.TemporaryDirectory(prefix="fingerpost-reading-") as made:
        lessons = _lessons(asked, given.keep or Path(made), given)
    examples = Examples(lessons)
    held = {name for name, graph in asked.graphs.items() if not graph.readable}
    learned = np.array([each.graph.removesuffix(WITHOUT) not in held for each in lessons])
    model, choices = learned_model(examples, learned)
    print(table(head(), [line(name, found) for name, found in by_set(choices).items()]))
    if given.write:
        _write(MODEL, model.to_json())
    return 0


def _lessons(asked: Data, keep: Path, given: argparse.Namespace) -> list[Lesson]:
    if given.lessons is not None and given.lessons.is_file():
        return list(read(given.lessons))
    keep.mkdir(parents=True, exist_ok=True)
    found = list(gathered([*own_classes(keep), *classes(asked, keep, given.foreign)], keep, given.jobs))
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
        self.names = sorted(name for name, count in counts.items() if count >= _RARE)
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


def learned_model(examples: Examples, learned: Any) -> tuple[Model, list[Choice]]:
    """The model of the lessons that are learned from, calibrated on the others, and what it chooses in these."""
    trees = fitted(examples, learned)
    raw = examples.raw(trees)
    calibration = 1.0, 0.0
    for _ in range(_ROUNDS):  # which readings run alone depends on the calibration
        best = examples.best(raw, ~learned, calibration)
        calibration = calibrated([(odds, right, _CALIBRATED.get(each.set, 1.0)) for each, odds, right in best])
    model = Model(trees_of(trees, examples.names), *calibration)
    return model, examples.choices(raw, ~learned, model)


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
