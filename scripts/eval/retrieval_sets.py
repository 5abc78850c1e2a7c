"""Data for retrieval: folders with `corpus.jsonl` (id, title, text) and `queries.jsonl` (question, supporting)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fingerpost.retrieval import Meaning, PassageIndex, SentenceEmbedder, StaticEmbedder, sentence_embedder


@dataclass(frozen=True)
class RetrievalSet:
    """One data set; `family` is the part of its name before the first underscore or digit suffix."""

    name: str
    passages: list[tuple[str, str]]
    questions: list[tuple[str, frozenset[int]]]

    @property
    def family(self) -> str:
        return family_of(self.name)

    def index(self, *, titles: bool, kept: Path | None = None, static: bool = False) -> PassageIndex:
        """The index of the passages, with or without their titles; `kept` is a folder for their embeddings.

        `static`: without sentence embeddings, even if they are installed.
        """
        texts = [(title if titles else "", text) for title, text in self.passages]
        embedder = None if static else sentence_embedder()
        meaning = None if embedder is None else Meaning(embedder, self._embedded(embedder, texts, titles, kept))
        return PassageIndex(texts, StaticEmbedder(), meaning)

    def _embedded(
        self, embedder: SentenceEmbedder, texts: list[tuple[str, str]], titles: bool, kept: Path | None
    ) -> Any:
        import numpy

        file = kept / f"{self.name}-{'shown' if titles else 'hidden'}.npy" if kept else None
        if file is not None and file.exists():
            return numpy.load(file)
        vectors = embedder.embed([f"{title}. {text}" if title else text for title, text in texts])
        if file is not None:
            numpy.save(file, vectors)
        return vectors


FAMILIES = ("2wiki", "hotpot", "musique")


def family_of(name: str) -> str:
    """The family of a data set, by its name: a ranker must not be measured on the family it was learned from."""
    return next((family for family in FAMILIES if family in name.lower()), "all")


def sets_in(folder: Path) -> Iterator[RetrievalSet]:
    """The data sets below a folder, or the folder itself."""
    for path in [folder, *sorted(p for p in folder.iterdir() if p.is_dir())]:
        if (path / "corpus.jsonl").is_file() and (path / "queries.jsonl").is_file():
            yield _read(path)


def _read(path: Path) -> RetrievalSet:
    corpus = _lines(path / "corpus.jsonl")
    number = {str(one["id"]): n for n, one in enumerate(corpus)}
    questions = [
        (str(one["question"]), frozenset(number[str(key)] for key in one["supporting"]))
        for one in _lines(path / "queries.jsonl")
    ]
    return RetrievalSet(path.name, [(one.get("title") or "", one["text"]) for one in corpus], questions)


def _lines(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]
