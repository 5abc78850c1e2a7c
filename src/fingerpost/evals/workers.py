"""Asking questions in several processes, each with the graphs open."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, TypeVar

from fingerpost.core.settings import Settings
from fingerpost.engine import KnowledgeBase
from fingerpost.evals.data import Example, Graphs
from fingerpost.evals.questions import Measures, Outcome, judge

T = TypeVar("T")

_CHUNK = 8
"""Questions handed to a process at once."""
_open: list[tuple[Graphs, Callable[[KnowledgeBase, Example], Any]]] = []
"""What this process has open and does with each question: one item, in a process that was started for it."""


def judged(graphs: Graphs, examples: Sequence[Example], measures: Measures, jobs: int) -> Iterator[Outcome]:
    """The outcomes of questions, in their order.

    Raises:
        SourceError: a question names a graph that was not given.
    """
    return shared(graphs, examples, partial(judge, measures=measures), jobs)


def shared(
    graphs: Graphs, examples: Sequence[Example], task: Callable[[KnowledgeBase, Example], T], jobs: int
) -> Iterator[T]:
    """What a task gives for each question, in their order. Several processes can only share a task of a module.

    Raises:
        SourceError: a question names a graph that was not given.
    """
    if jobs < 2 or len(examples) < 2:
        for example in examples:
            yield task(graphs.of(example), example)
        return
    # Started anew, not forked: what a store has open is not to be shared.
    context = multiprocessing.get_context("spawn")
    given = (graphs.sources(), graphs.settings, task)
    with ProcessPoolExecutor(jobs, context, _start, given) as pool:
        yield from pool.map(_do, examples, chunksize=_CHUNK)


def _start(sources: list[str], settings: Settings, task: Callable[[KnowledgeBase, Example], Any]) -> None:
    _open.append((Graphs(sources, None, settings), task))


def _do(example: Example) -> Any:
    graphs, task = _open[0]
    return task(graphs.of(example), example)
