"""Measures a memory on documents and questions: passages alone, then passages and facts, in one run.

DATA is a folder with `documents/` and `questions.jsonl`. A question has a `category` and, as far as they apply:
`answer` (texts that the answer must have; none: it must be refused), `entities`, `sources` (ends of the keys of
documents), `forbidden` (texts that it must not have) and `certainty`.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from fingerpost.core.answer import Answer, Status
from fingerpost.core.errors import SourceError
from fingerpost.engine import Memory, Retrieval
from fingerpost.plans import Plan

COUNT = 5
_ROUNDS = 3
"""How often all questions are retrieved for; the first round warms up and does not count."""
QUESTIONS, DOCUMENTS = "questions.jsonl", "documents"
FAILURE, MULTI_HOP = "failure", "multi-hop"


class BenchQuestion(BaseModel):
    """One question and what its answer must have."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    category: str
    question: str
    answer: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    certainty: str | None = None


class Outcome(BaseModel):
    """How one side did on one question.

    `points` of 4: 2 for the answer, 1 for its sources cited, 1 for its entities in the context. `recall` is the share
    of the required documents among those of the context. `label` is whether the certainty is right, if one is required.
    """

    question: str
    category: str
    status: str
    right: bool
    points: float
    recall: float | None
    forbidden: int
    label: bool | None
    milliseconds: float
    text: str


class Side(BaseModel):
    """One side: all outcomes, the time of retrievals, and the share of cache hits by part."""

    name: str
    outcomes: tuple[Outcome, ...]
    p50_ms: float
    p95_ms: float
    stages_ms: dict[str, float]
    cache: dict[str, float]

    def of(self, category: str | None = None) -> list[Outcome]:
        """The outcomes of a category, or all."""
        return [one for one in self.outcomes if category in (None, one.category)]

    def points(self, category: str | None = None) -> float:
        """Percent of the points (0..100)."""
        found = self.of(category)
        return 100 * sum(one.points for one in found) / (4 * len(found)) if found else 0.0

    def recall(self) -> float:
        """The mean share (0..1) of required documents in the context."""
        found = [one.recall for one in self.outcomes if one.recall is not None]
        return sum(found) / len(found) if found else 0.0

    def labels(self) -> float:
        """The share (0..1) of certainties that are right."""
        found = [one.label for one in self.outcomes if one.label is not None]
        return sum(found) / len(found) if found else 1.0

    @property
    def forbidden(self) -> int:
        return sum(one.forbidden for one in self.outcomes)


class MemoryBench(BaseModel):
    """The result of a run; `gates` says which of the conditions hold."""

    documents: int
    questions: int
    baseline: Side
    ours: Side
    same_without_graph: bool
    audit_passed: bool

    @property
    def gates(self) -> dict[str, bool]:
        base, ours = self.baseline, self.ours
        gain = ours.points(MULTI_HOP) - base.points(MULTI_HOP)
        return {
            "20 points more on multi-hop than passages alone": gain >= 20,
            "no more forbidden claims": ours.forbidden <= base.forbidden,
            "p95 at most twice that of passages alone, or 50 ms": ours.p95_ms <= max(2 * base.p95_ms, 50),
            "at least 80% of the certainties are right": ours.labels() >= 0.8,
            "at least 60% of reads come from the cache": min(ours.cache.values(), default=0.0) >= 0.6,
            "without a graph, answers are those of the passages": self.same_without_graph,
            "the audit passes": self.audit_passed,
        }

    @property
    def passed(self) -> bool:
        return all(self.gates.values())


def questions_of(file: Path) -> list[BenchQuestion]:
    """The questions of a file.

    Raises:
        SourceError: the file is missing, or a line is not a question (`source.format`).
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"{file} cannot be read: {error}", code="source.missing") from error
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found.append(BenchQuestion.model_validate(json.loads(line)))
        except (ValueError, ValidationError) as error:
            raise SourceError(f"{file} line {number} is not a question: {error}") from error
    if not found:
        raise SourceError(f"{file} has no questions")
    return found


def run_memory_bench(data: Path) -> MemoryBench:
    """Load the documents of a folder into a memory, and measure both sides.

    Raises:
        SourceError: the folder lacks documents or questions.
    """
    from fingerpost.engine import audit

    questions = questions_of(data / QUESTIONS)
    with tempfile.TemporaryDirectory(prefix="fingerpost-bench-") as folder:
        place = Path(folder, "kb.fp")
        with Memory(place, graph=True) as memory:
            report = memory.add(data / DOCUMENTS)
            if report.problems:
                where, code, message = report.problems[0]
                raise SourceError(message, code=code, details={"file": where})
        with Memory(place, graph=False) as plain, Memory(place, graph=True) as whole:
            baseline, ours = _side("passages", plain, questions), _side("passages and facts", whole, questions)
            same = all(_alike(plain.ask(q.question), _without(place, q)) for q in questions if q.category == FAILURE)
        passed = audit(place).passed
    return MemoryBench(
        documents=report.documents,
        questions=len(questions),
        baseline=baseline,
        ours=ours,
        same_without_graph=same,
        audit_passed=passed,
    )


def _without(place: Path, question: BenchQuestion) -> Answer[Plan]:
    """The answer while the graph is switched off on a memory that had it on."""
    with Memory(place, graph=True) as memory:
        memory.graph = False
        return memory.ask(question.question)


def _alike(one: Answer[Plan], other: Answer[Plan]) -> bool:
    return (one.status, one.text, one.citations) == (other.status, other.text, other.citations)


def _side(name: str, memory: Memory, questions: Sequence[BenchQuestion]) -> Side:
    memory.search("warm up", 1)  # the index is made by the first search
    taken: list[float] = []
    stages: dict[str, list[float]] = {}
    for round_ in range(_ROUNDS):
        if round_ == 1:
            memory.reset_cache_counts()
        for question in questions:
            started = time.perf_counter()
            found = memory.retrieve(question.question, COUNT)
            milliseconds = (time.perf_counter() - started) * 1000
            if not found.cache_hit:
                taken.append(milliseconds)
                for stage, value in found.latency_breakdown.items():
                    stages.setdefault(stage, []).append(value)
    hits = {part: counts.rate for part, counts in memory.cache_counts().items() if counts.asked}
    outcomes = tuple(_outcome(memory, question) for question in questions)
    taken.sort()
    return Side(
        name=name,
        outcomes=outcomes,
        p50_ms=round(taken[len(taken) // 2], 2) if taken else 0.0,
        p95_ms=round(taken[int(len(taken) * 0.95)], 2) if taken else 0.0,
        stages_ms={stage: round(sum(values) / len(values), 2) for stage, values in stages.items()},
        cache={part: round(rate, 3) for part, rate in hits.items()},
    )


def _outcome(memory: Memory, question: BenchQuestion) -> Outcome:
    started = time.perf_counter()
    answer = memory.ask(question.question)
    milliseconds = (time.perf_counter() - started) * 1000
    found = memory.retrieve(question.question, COUNT)
    text = answer.text.lower()
    if question.answer:
        right = answer.status is Status.ANSWERED and all(wanted.lower() in text for wanted in question.answer)
    else:
        right = answer.status is not Status.ANSWERED
    recall = _recall(question, found)
    cited = {one.source.file for one in answer.citations if one.source}
    sources = all(any(file.endswith(wanted) for file in cited) for wanted in question.sources)
    complete = all(name.lower() in f"{text} {found.context.lower()}" for name in question.entities)
    claims = sum(claim.lower() in text for claim in question.forbidden) if answer.status is Status.ANSWERED else 0
    label = None if question.certainty is None else answer.metadata.get("certainty") == question.certainty
    points = (2 * right + sources + complete) if question.answer else 4 * right
    return Outcome(
        question=question.question,
        category=question.category,
        status=answer.status.value,
        right=right,
        points=max(points - claims, 0),
        recall=recall,
        forbidden=claims,
        label=label,
        milliseconds=round(milliseconds, 2),
        text=answer.text,
    )


def _recall(question: BenchQuestion, found: Retrieval) -> float | None:
    if not question.sources:
        return None
    held = [any(source.endswith(wanted) for source in found.sources) for wanted in question.sources]
    return sum(held) / len(held)
