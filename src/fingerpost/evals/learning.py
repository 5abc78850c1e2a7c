"""Learns from examples of one graph: meanings of words, what is returned, and how readings are ranked.

A question must not be read with what was learned from it: the candidates from which weights are learned are found with
the phrases of other folds only, split by kind of return and relations or at random (`evals.splits`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from fingerpost.engine import KnowledgeBase
from fingerpost.evals.by import By
from fingerpost.evals.data import Example
from fingerpost.evals.learning_cases import Case, cases_of, choices, returns_of, rows_of
from fingerpost.evals.learning_near import Nearness
from fingerpost.evals.learning_weights import Choice, learned_weights
from fingerpost.evals.learning_words import learned_phrases
from fingerpost.linking import NOTHING_LEARNED, Learned, Linked
from fingerpost.questions import WEIGHTS

Progress = Callable[[int, int], None]


@dataclass
class Material:
    """Cases with their links and candidates: what is learned from, as a whole or without a fold."""

    kb: KnowledgeBase
    cases: list[Case]
    links: list[Linked]
    choices: list[Choice]

    @cached_property
    def _nearness(self) -> Nearness:
        return Nearness(self.kb.schema, self.cases, self.links, self.choices)

    def learned(self, without: int | None = None) -> Learned:
        """What is learned from all cases, or from those out of a fold."""
        kept = [place for place, case in enumerate(self.cases) if case.fold != without]
        words = _words(self.kb, [self.cases[p] for p in kept], [self.links[p] for p in kept])
        weights = learned_weights([self.choices[p] for p in kept], WEIGHTS)
        changed = {name: value for name, value in weights.items() if WEIGHTS.get(name) != value}
        return words.model_copy(
            update={
                "examples": len(kept),
                "by_example": self._nearness.by_example(kept, weights),
                **self._nearness.kept(kept),
                "rows": rows_of([self.cases[p] for p in kept]),
                "weights": {name: value for name, value in changed.items() if name in WEIGHTS},
                "features": {name: value for name, value in changed.items() if name not in WEIGHTS},
            }
        )


def material(
    kb: KnowledgeBase,
    examples: Sequence[Example],
    *,
    by: By = By.KINDS,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Material:
    """Look through examples: their golds, their words and their candidates."""
    cases = cases_of(kb.schema, examples, by)
    plain = kb.parser_with(NOTHING_LEARNED)
    links = [plain.link(case.example.question) for case in cases]
    models = {}
    for fold in {case.fold for case in cases}:
        kept = [place for place, case in enumerate(cases) if case.fold != fold]
        models[fold] = _words(kb, [cases[p] for p in kept], [links[p] for p in kept])
    found = []
    for choice in choices(kb, cases, models, jobs, by):
        found.append(choice)
        if progress is not None:
            progress(len(found), len(cases))
    return Material(kb, cases, links, found)


def _words(kb: KnowledgeBase, cases: Sequence[Case], links: Sequence[Linked]) -> Learned:
    said = [(linked, case.wanted.needs) for linked, case in zip(links, cases, strict=True)]
    return Learned(phrases=tuple(learned_phrases(said)), returns=returns_of(kb.schema, cases))
