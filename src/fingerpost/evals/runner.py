"""Running an evaluation over graphs and questions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from fingerpost.core.settings import Settings
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.evals import questions as _questions
from fingerpost.evals import roundtrip as _roundtrip
from fingerpost.evals.data import Example, Graphs, read_examples


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


def questions(
    *,
    graphs: list[str],
    questions: list[Path],
    only: str | None = None,
    pack: str | None = None,
    json_out: Path | None = None,
    limit: int | None = None,
    time_limit_ms: int | None = None,
) -> _questions.QuestionsReport:
    """Questions asked, answers compared with those of the golds.

    Raises:
        SourceError: a graph or a file of questions cannot be read.
    """
    report = _questions.QuestionsReport()
    for kb, example in _asked(graphs, questions, only, pack, limit, time_limit_ms):
        report.outcomes.append(_questions.judge(kb, example))
    _write(report, json_out)
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
    settings = Settings(row_limit=200_000)
    if time_limit_ms is not None:
        settings = settings.model_copy(update={"time_limit_ms": time_limit_ms})
    with Graphs(graphs, pack, settings) as named:
        for example in examples:
            yield named.of(example), example


def _write(report: Report, json_out: Path | None) -> None:
    if json_out is not None:
        json_out.write_text(json.dumps(report.to_json(), indent=1, ensure_ascii=False, default=str), encoding="utf-8")
