"""Asking questions in several processes, each with the graphs open."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from fingerpost.core.settings import Settings
from fingerpost.evals.data import Example, Graphs
from fingerpost.evals.questions import Measures, Outcome, judge

_CHUNK = 8
"""Questions handed to a process at once."""
_open: list[tuple[Graphs, Measures]] = []
"""What this process has open: one item, in a process that was started to judge."""


def judged(graphs: Graphs, examples: Sequence[Example], measures: Measures, jobs: int) -> Iterator[Outcome]:
    """The outcomes of questions, in their order.

    Raises:
        SourceError: a question names a graph that was not given.
    """
    if jobs < 2 or len(examples) < 2:
        for example in examples:
            yield judge(graphs.of(example), example, measures)
        return
    # Started anew, not forked: what a store has open is not to be shared.
    context = multiprocessing.get_context("spawn")
    given = (graphs.sources(), graphs.settings, measures)
    with ProcessPoolExecutor(jobs, context, _start, given) as pool:
        yield from pool.map(_judge, examples, chunksize=_CHUNK)


def _start(sources: list[str], settings: Settings, measures: Measures) -> None:
    _open.append((Graphs(sources, None, settings), measures))


def _judge(example: Example) -> Outcome:
    graphs, measures = _open[0]
    return judge(graphs.of(example), example, measures)
