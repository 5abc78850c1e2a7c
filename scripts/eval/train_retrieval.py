"""Learns the ranker of retrieval: `python -m scripts.eval.train_retrieval DATA` writes `retrieval/ranker_meaning.json`.

With `--static`, sentence embeddings are left out, and it writes `retrieval/ranker.json`.

For each family of data sets, trees are learned from all other families, and written beside this file: measuring needs
them. What is shipped is learned from all. It needs scikit-learn, which is not among the dependencies: `pip install
scikit-learn`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from fingerpost.retrieval import Ranker, asked, linked, pooled, seeded
from scripts.eval.retrieval import LEFT_OUT
from scripts.eval.retrieval_sets import FAMILIES, RetrievalSet, sets_in

OUT = Path(__file__).parents[2] / "src/fingerpost/retrieval"
TREES = 120
QUESTIONS = 200
"""Questions of each set that are learned from, with and without titles."""


def main() -> None:
    """Compute the features of all sets, then learn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="a folder of data sets")
    parser.add_argument(
        "--out", type=Path, default=OUT, help="the folder to write to, instead of that which is shipped"
    )
    parser.add_argument("--kept", type=Path, help="a folder that keeps embeddings from one run to the next")
    parser.add_argument("--static", action="store_true", help="without sentence embeddings")
    given = parser.parse_args()
    examples: dict[str, list[tuple[Any, Any]]] = {family: [] for family in FAMILIES}
    for one in sets_in(given.data):
        for titles in (True, False):
            examples.setdefault(one.family, []).extend(
                examples_of(one, titles=titles, kept=given.kept, static=given.static)
            )
            print(f"read {one.name}, titles {'shown' if titles else 'hidden'}", flush=True)
    learned = {}
    for left_out in (*FAMILIES, "all"):
        rows = [pair for family, pairs in examples.items() if family != left_out for pair in pairs]
        learned[left_out] = learned_from(rows)
    name = "ranker.json" if given.static else "ranker_meaning.json"
    for folder, trees in ((given.out, {"all": learned.pop("all")}), (LEFT_OUT, learned)):
        (folder / name).write_text(json.dumps(trees, separators=(",", ":")) + "\n", encoding="utf-8")


def examples_of(
    data: RetrievalSet, *, titles: bool, kept: Path | None = None, static: bool = False
) -> list[tuple[Any, Any]]:
    """The features and labels of the candidates of each question."""
    import numpy

    index = data.index(titles=titles, kept=kept, static=static)
    first = Ranker([])
    found = []
    for question, gold in data.questions[:QUESTIONS]:
        pool = pooled(asked(question, index), index)
        numbers, features = linked(pool, index, seeded(pool, index, first.alone(pool.alone)))
        found.append((features, numpy.array([number in gold for number in numbers], dtype=int)))
    index.close()
    return found


def learned_from(rows: list[tuple[Any, Any]]) -> list[dict[str, list[float]]]:
    """Trees learned from features and labels, as arrays."""
    import numpy
    from sklearn.ensemble import HistGradientBoostingClassifier

    features = numpy.vstack([pair[0] for pair in rows])
    labels = numpy.concatenate([pair[1] for pair in rows])
    model = HistGradientBoostingClassifier(
        max_iter=TREES, learning_rate=0.07, max_leaf_nodes=12, min_samples_leaf=60, l2_regularization=1, random_state=0
    ).fit(features, labels)
    trees = []
    for (predictor,) in model._predictors:
        nodes = predictor.nodes
        inner = nodes["is_leaf"] == 0
        assert (nodes["left"][inner] == numpy.flatnonzero(inner) + 1).all(), "a left child is the next node"
        trees.append(
            {
                "feature": numpy.where(inner, nodes["feature_idx"], -1).tolist(),
                "right": nodes["right"].tolist(),
                "number": [round(float(x), 5) for x in numpy.where(inner, nodes["num_threshold"], nodes["value"])],
            }
        )
    return trees


if __name__ == "__main__":
    main()
