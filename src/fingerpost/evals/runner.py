"""Running an evaluation over graphs and questions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from fingerpost.core.settings import Settings
from fingerpost.engine import KnowledgeBase
from fingerpost.evals import questions as _questions, roundtrip as _roundtrip
from fingerpost.evals.calibration import check_plot, write_plot
from fingerpost.evals.data import Example, Graphs, read_examples
from fingerpost.evals.figures import QuestionsReport
from fingerpost.evals.splits import sample, split
from fingerpost.evals.workers import judged


class Report(Protocol):
    """The figures of an evaluation."""

    def text(self) -> str: ...

    def to_json(self) -> dict[str, Any]: ...


def roundtrip(
    *,
    graphs: list[str],
    questions: list[Path],
    only: str | None = None,
    pack: str | None = None,
    json_out: Path | None = None,
    limit: int | None = None,
    time_limit_ms: int | None = None,
) -> _roundtrip.RoundtripReport:
    """Gold Cypher to plans and back, and run both ways.

    Raises:
        SourceError: a graph or a file of questions cannot be read.
    """
    report = _roundtrip.RoundtripReport()
    for kb, example in _asked(graphs, questions, only, pack, limit, time_limit_ms):
        report.outcomes.append(_roundtrip.judge(kb, example))
    _write(report, json_out)
    return report


@dataclass(frozen=True)
class Asking:
    """How questions are chosen and asked, and what is written.

    `sample` takes so many by chance, drawn by `seed`; `fold` (from 0) only those of one fold among `folds`
    (`evals.splits`). `oracle` is how many plans are looked at for a right one, `why` tells where the gold's plan was
    lost. `jobs` processes share the work. `outcomes` gets a line of JSON for each question while they are asked,
    `plot` an SVG of how far confidence can be trusted.
    """

    sample: int | None = None
    seed: int = 0
    folds: int | None = None
    fold: int | None = None
    oracle: int = 20
    why: bool = False
    jobs: int = 1
    outcomes: Path | None = None
    plot: Path | None = None

    def chosen(self, examples: list[Example]) -> list[Example]:
        """Those examples that are asked."""
        if self.folds is not None and self.fold is not None:
            _, examples = split(examples, self.folds, self.fold)
        return examples if self.sample is None else sample(examples, self.sample, self.seed)


_ALL = Asking()


def questions(
    *,
    graphs: list[str],
    questions: list[Path],
    only: str | None = None,
    pack: str | None = None,
    json_out: Path | None = None,
    limit: int | None = None,
    time_limit_ms: int | None = None,
    asking: Asking = _ALL,
) -> QuestionsReport:
    """Questions asked, answers compared with those of the golds.

    Raises:
        SourceError: a graph or a file of questions cannot be read.
        SettingsError: the plot is to be of a kind that is not drawn.
    """
    if asking.plot is not None:
        check_plot(asking.plot)
    report = QuestionsReport(oracle=asking.oracle, explained=asking.why)
    examples = asking.chosen(read_examples(questions, only, limit))
    measures = _questions.Measures(asking.oracle, asking.why)
    with ExitStack() as stack:
        named = stack.enter_context(Graphs(graphs, pack, _settings(time_limit_ms)))
        lines = stack.enter_context(asking.outcomes.open("w", encoding="utf-8")) if asking.outcomes else None
        for outcome in judged(named, examples, measures, asking.jobs):
            report.outcomes.append(outcome)
            if lines is not None:
                lines.write(json.dumps(outcome.to_json(), ensure_ascii=False, default=str) + "\n")
    _write(report, json_out)
    if asking.plot is not None:
        write_plot(asking.plot, report.pairs, ", ".join(file.stem for file in questions))
    return report


def _asked(
    graphs: list[str],
    files: list[Path],
    only: str | None,
    pack: str | None,
    limit: int | None,
    time_limit_ms: int | None,
) -> Iterator[tuple[KnowledgeBase, Example]]:
    """Each question with the knowledge base that it is about; all are open while this goes on."""
    examples = read_examples(files, only, limit)
    with Graphs(graphs, pack, _settings(time_limit_ms)) as named:
        for example in examples:
            yield named.of(example), example


def _settings(time_limit_ms: int | None) -> Settings:
    settings = Settings(row_limit=200_000)
    return settings if time_limit_ms is None else settings.model_copy(update={"time_limit_ms": time_limit_ms})


def _write(report: Report, json_out: Path | None) -> None:
    if json_out is not None:
        json_out.write_text(json.dumps(report.to_json(), indent=1, ensure_ascii=False, default=str), encoding="utf-8")
