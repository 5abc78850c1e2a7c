"""Ranks candidates: a formula for the passages that expansion starts from, and learned trees for the final order.

The trees are learned from all data sets by `python -m scripts.eval.train_retrieval`. What it learns without one of them
lies beside it: only measuring needs that.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from fingerpost.retrieval.features import ALONE

FILE, MEANING_FILE = "ranker.json", "ranker_meaning.json"
"""The trees without and with sentence embeddings."""
ALL = "all"
_FORMULA = {"bm25": 0.35, "bm25_rank": 0.25, "dense": 0.2, "dense_rank": 0.15, "title_words": 0.2, "covered": 0.1}
_PINNED, _UNIQUE = 0.2, 0.2
_MOST = 1.3


class Ranker:
    """Trees that are summed, as arrays of all nodes: feature (-1: a leaf), right child (the left one is the next node)
    and number (the threshold of an inner node, the value of a leaf)."""

    def __init__(self, trees: list[dict[str, list[float]]], share: float = 1.0) -> None:
        """`share` is what the value of each tree counts."""
        import numpy

        sizes = [len(tree["feature"]) for tree in trees]
        self._roots: Any = numpy.concatenate([[0], numpy.cumsum(sizes)])[:-1].astype(int)
        shift: Any = numpy.repeat(self._roots, sizes)

        def joined(name: str) -> Any:
            return numpy.array([value for tree in trees for value in tree[name]], dtype=numpy.float64)

        self._feature = joined("feature").astype(int)
        self._number = joined("number")
        self._right = joined("right").astype(int) + shift
        self._share = share

    def alone(self, features: Any) -> Any:
        """Scores (0..1) of passages by themselves, from features of shape (passages, len(ALONE))."""
        import numpy

        total = sum(weight * features[:, ALONE.index(name)] for name, weight in _FORMULA.items())
        unique = features[:, ALONE.index("pin_unique")]
        total = total + features[:, ALONE.index("pinned")] * (_PINNED + _UNIQUE * unique)
        return numpy.clip(total, 0, _MOST) / _MOST

    def final(self, features: Any) -> Any:
        """Scores (0..1) of passages, from features of shape (passages, len(ALONE) + len(LINKED))."""
        import numpy

        rows = numpy.arange(len(features))[:, None]
        node: Any = numpy.tile(self._roots, (len(features), 1))
        while True:
            feature = self._feature[node]
            inner = feature >= 0
            if not inner.any():
                break
            below = features[rows, numpy.maximum(feature, 0)] <= self._number[node]
            node = numpy.where(inner, numpy.where(below, node + 1, self._right[node]), node)
        return 1 / (1 + numpy.exp(-(self._share * self._number[node]).sum(axis=1)))


@cache
def ranker_for(*, meaning: bool = False, folder: Path | None = None, name: str = ALL) -> Ranker:
    """The ranker that was learned from all data sets; those of a `folder` are found by `name`.

    `meaning`: for an index with sentence embeddings. Trees that know these are joined with those that do not, each at
    half its weight: what is learned of embeddings on one data set carries over to another less well than the rest.
    """
    place = files("fingerpost.retrieval") if folder is None else folder
    plain = _trees(place, FILE, name)
    return Ranker([*_trees(place, MEANING_FILE, name), *plain], 0.5) if meaning else Ranker(plain)


def _trees(folder: Traversable, file: str, name: str) -> list[dict[str, list[float]]]:
    learned: dict[str, list[dict[str, list[float]]]] = json.loads(folder.joinpath(file).read_text(encoding="utf-8"))
    return learned[name]
