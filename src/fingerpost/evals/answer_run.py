"""Asks questions and measures their answers; what a run came to can be kept, and compared with the run before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from pydantic import Field

from fingerpost.answers import quality, unsupported_claims
from fingerpost.core.answer import Answer, Status
from fingerpost.core.errors import FingerpostError, SourceError
from fingerpost.core.schema import Frozen
from fingerpost.core.version import __version__
from fingerpost.engine import KnowledgeBase, ReportingReader
from fingerpost.evals.lenient import agrees
from fingerpost.evals.report import quantile
from fingerpost.evals.samples import sample_of

SCORES: Final = ("faithfulness", "answer_relevance", "context_precision", "overall_score")
SHARES: Final = ("answered", "right", *SCORES)
"""The figures of a run that lie between 0 and 1, and that should not fall."""
_BY_CONCEPT: Final = ("TAGGED_BY", ".allocates", ".frees")
"""What says in a query what functions of code are for: tags, and the measures of memory."""


class Question(Frozen):
    """A question, with the query that says what is right if it is known."""

    question: str
    cypher: str | None = None


class Pipeline(Frozen):
    """What the domain's own state of a run says (`ReportingReader`), as that of code.

    `concepts` is whether tags of the graph were used, of a question that names what the graph has tags for; else None.
    """

    intent: str
    domain: str
    valid: bool
    coverage: float
    concepts: bool | None = None


class Asked(Frozen):
    """What came of one question; `right` is None if no gold is known, the scores and `sample` without an answer."""

    question: str
    status: str
    right: bool | None = None
    faithfulness: float | None = None
    answer_relevance: float | None = None
    context_precision: float | None = None
    overall_score: float | None = None
    unsupported: tuple[str, ...] = ()
    milliseconds: float = 0.0
    pipeline: Pipeline | None = None
    sample: dict[str, Any] | None = Field(default=None, exclude=True)


class AnswerRun(Frozen):
    """One run: when (ISO 8601), of which version, over which graph and questions (`digest`), and its figures."""

    when: str
    version: str
    graph: str
    questions: int
    digest: str
    figures: dict[str, float]


def read_questions(file: Path) -> list[Question]:
    """Questions of a file: JSON Lines with `question` and perhaps `cypher`, or one on each line; `#` begins a remark.

    Raises:
        SourceError: the file cannot be read (`source.missing`), or has no questions or a bad line (`source.format`).
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"{file} cannot be read: {error}", code="source.missing") from error
    found = [
        _question(line.strip(), f"{file}:{number}")
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.startswith("#")
    ]
    if not found:
        raise SourceError(f"{file} has no questions", code="source.format", details={"file": str(file)})
    return found


def _question(line: str, where: str) -> Question:
    if not line.startswith("{"):
        return Question(question=line)
    try:
        record = json.loads(line)
        return Question(question=str(record["question"]), cypher=record.get("cypher"))
    except (ValueError, KeyError, TypeError) as error:
        raise SourceError(f"{where}: this is not a question: {error}", code="source.format") from error


def measure(kb: KnowledgeBase, questions: Sequence[Question], graph: str, when: str) -> tuple[AnswerRun, list[Asked]]:
    """Ask the questions, and measure each answer and all together."""
    asked = [_asked(kb, one) for one in questions]
    said = "\n".join(f"{one.question}\t{one.cypher or ''}" for one in questions)
    digest = hashlib.sha256(said.encode()).hexdigest()[:12]
    run = AnswerRun(
        when=when, version=__version__, graph=graph, questions=len(asked), digest=digest, figures=_figures(asked)
    )
    return run, asked


def _asked(kb: KnowledgeBase, one: Question) -> Asked:
    answer = kb.ask(one.question)
    found = quality(answer)
    scores = {name: getattr(found, name) for name in SCORES} if found is not None else {}
    return Asked(
        question=one.question,
        status=answer.status.value,
        right=None if one.cypher is None else _right(kb, answer, one.cypher),
        unsupported=unsupported_claims(answer) if found is not None else (),
        milliseconds=round(answer.trace.milliseconds, 3),
        pipeline=_pipeline(kb, answer),
        sample=sample_of(answer),
        **scores,
    )


def _pipeline(kb: KnowledgeBase, answer: Answer[Any]) -> Pipeline | None:
    reader = kb.context.reader
    if not isinstance(reader, ReportingReader):
        return None
    state = reader.state(answer)
    return Pipeline(
        intent=state["intent"],
        domain=state["domain"],
        valid=state["query_valid"],
        coverage=state["enrichment_coverage"],
        concepts=any(one in (answer.query or "") for one in _BY_CONCEPT)
        if any(state["enrichment_hints"].values())
        else None,
    )


def _right(kb: KnowledgeBase, answer: Answer[Any], cypher: str) -> bool:
    if answer.status not in (Status.ANSWERED, Status.EMPTY):
        return False
    try:
        gold = kb.query(cypher)
        return agrees(kb, answer.rows, gold.rows, None, answer.question)
    except FingerpostError as error:
        raise SourceError(f"the gold of “{answer.question}” does not run: {error.message}") from error


def _figures(asked: Sequence[Asked]) -> dict[str, float]:
    done = [one for one in asked if one.overall_score is not None]
    judged = [one.right for one in asked if one.right is not None]
    found = {"answered": len(done) / len(asked)}
    if judged:
        found["right"] = fmean(judged)
    for name in SCORES if done else ():
        found[name] = fmean(float(getattr(one, name)) for one in done)
    found |= _of_pipeline([(one.pipeline, one.right) for one in asked if one.pipeline is not None])
    times = [one.milliseconds for one in asked]
    found |= {"ms_p50": quantile(times, 0.5), "ms_p95": quantile(times, 0.95)}
    return {name: round(value, 4) for name, value in found.items()}


def _of_pipeline(asked: Sequence[tuple[Pipeline, bool | None]]) -> dict[str, float]:
    """Valid queries, mean coverage of enrichment, use of concepts that questions name, and what is right by kind."""
    if not asked:
        return {}
    found = {"valid": fmean(one.valid for one, _ in asked), "coverage": fmean(one.coverage for one, _ in asked)}
    if named := [one.concepts for one, _ in asked if one.concepts is not None]:
        found["concepts_used"] = fmean(named)
    for kind in ("intent", "domain"):
        for value in sorted({getattr(one, kind) for one, _ in asked}):
            judged = [right for one, right in asked if right is not None and getattr(one, kind) == value]
            if judged:
                found[f"right.{kind}.{value}"] = fmean(judged)
    return found


def read_history(file: Path) -> list[AnswerRun]:
    """The runs of a file, oldest first; none where there is no such file.

    Raises:
        SourceError: `source.format`; a line is not a run.
    """
    if not file.exists():
        return []
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
        return [AnswerRun.model_validate_json(line) for line in lines if line.strip()]
    except (OSError, ValueError) as error:
        raise SourceError(f"{file} is not a history of runs: {error}", code="source.format") from error


def alike(history: Iterable[AnswerRun], run: AnswerRun) -> list[AnswerRun]:
    """The runs over the same graph with the same questions, in their order."""
    return [one for one in history if (one.graph, one.digest) == (run.graph, run.digest)]


def before(history: Iterable[AnswerRun], run: AnswerRun) -> AnswerRun | None:
    """The last of the runs `alike`."""
    return next(reversed(alike(history, run)), None)


def failures(run: AnswerRun, last: AnswerRun | None, fall: float | None, least: dict[str, float]) -> tuple[str, ...]:
    """Why a run does not pass: figures that fell by more than `fall` since the last run, or that are under a least."""
    found = []
    for name in SHARES if last is not None and fall is not None else ():
        was, now = last.figures.get(name) if last else None, run.figures.get(name)
        if was is not None and (now is None or was - now > (fall or 0.0) + 1e-9):
            found.append(f"{name} fell from {was:.4f} to {'nothing' if now is None else f'{now:.4f}'}")
    for name, wanted in least.items():
        now = run.figures.get(name)
        if now is None or now < wanted:
            found.append(f"{name} is {'unknown' if now is None else f'{now:.4f}'}, and at least {wanted:.4f} is wanted")
    return tuple(found)
