"""One question, one straight line: a table of named steps and the conditions between them.

Each step looks at the run so far, adds to it, and says how it went; the table tells which step follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from fingerpost.core.answer import Answer, Status
from fingerpost.core.containment import BUGS, line_of
from fingerpost.core.errors import FingerpostError, InternalError, KnowledgeBaseError, QuestionError
from fingerpost.core.names import NO_TEXT, is_text
from fingerpost.core.spans import span
from fingerpost.core.trace import OpenStep, Tracer
from fingerpost.core.watching import current_watch
from fingerpost.engine.context import AskContext
from fingerpost.engine.debugging import log_question
from fingerpost.engine.example_questions import example_questions, overview
from fingerpost.engine.finishing import answer_of
from fingerpost.engine.label_card import asked_label, label_card, of_label
from fingerpost.engine.question_reader import FilteringReader
from fingerpost.engine.run import Run
from fingerpost.engine.steps import ending, reading, recalling, running
from fingerpost.linking import speaking
from fingerpost.plans import Plan

_EXAMPLES = 6
"""The number of questions that an answer to "What can I ask?" suggests."""


Step = Callable[[Run, OpenStep], str]


def ask(
    context: AskContext, question: str, choice: int | None = None, filters: Mapping[str, object] | None = None
) -> Answer[Plan]:
    """Answer a question over one state of a graph. `filters` restrict the answer, where the graph's domain has any.

    Raises:
        QuestionError: `question.empty`, `question.too-long`; `question.choice`: there is no such reading;
            `question.filter`: there is no such filter, or it does not take that value.
        KnowledgeBaseError: `kb.damaged`; a part of the knowledge base cannot be read.
    """
    run = Run(context, checked(context, question), choice, filters=_filters(context, filters or {}))
    return _answered(run, "route")


def answer_plan(
    context: AskContext, question: str, plan: Plan, notes: Sequence[str], confidence: float = 1.0
) -> Answer[Plan]:
    """Answer a question by a plan: through the gate, with citations, as `ask` does with the plan that it reads."""
    run = Run(context, question, None, given=plan, confidence=confidence, notes=list(notes))
    return _answered(run, "verify")


def _answered(run: Run, first: str) -> Answer[Plan]:
    """The answer of a run that begins at a step."""
    tracer = Tracer(raising=run.context.settings.raise_internal_errors)
    with span("ask") as attributes:
        walk(run, tracer, first)
        answer = answer_of(run, tracer)
        attributes |= {"status": answer.status.value, "confidence": answer.confidence, "rows": len(answer.rows)}
    log_question(run.context.settings, answer)
    return answer


def checked(context: AskContext, question: str) -> str:
    """A question without needless blanks. Raises `QuestionError` if it is empty, too long, or no text."""
    question = question.strip() if any(mark in question for mark in "\"“`'") else " ".join(question.split())
    if not question or not any(character.isalnum() for character in question):
        raise QuestionError("the question is empty", code="question.empty")
    limit = context.settings.question_limit
    if len(question) > limit:
        raise QuestionError(f"the question has more than {limit} characters", code="question.too-long")
    if not is_text(question):
        raise QuestionError(NO_TEXT)
    return question


def _filters(context: AskContext, filters: Mapping[str, object]) -> Mapping[str, object]:
    """The filters that have a value, all of which the graph's domain knows."""
    given = {name: value for name, value in filters.items() if value not in (None, "", [], ())}
    known = context.reader.filters if isinstance(context.reader, FilteringReader) else ()
    for name in given:
        if name not in known:
            has = f"this graph has {', '.join(known)}" if known else "this graph has none"
            raise QuestionError(f"there is no filter {name}; {has}", code="question.filter")
    return given


def walk(run: Run, tracer: Tracer, first: str = "route") -> None:
    """Take the steps from `first` to the end, by the outcomes."""
    name: str | None = first
    while name is not None:
        name = follower(name, take(run, tracer, name))


def take(run: Run, tracer: Tracer, name: str) -> str:
    """Take one step; how it went. What goes wrong in it is its outcome `error`.

    Raises:
        QuestionError: `question.choice`; `question.cancelled`: the question was cancelled.
        KnowledgeBaseError: `kb.damaged`.
    """
    current_watch().check()
    with tracer.step(name) as step:
        try:
            with speaking(run.context.parser.spoken):
                return STEPS[name](run, step)
        except (QuestionError, KnowledgeBaseError):
            raise
        except FingerpostError as error:
            return _failed(run, step, error)
        except BUGS as error:
            if run.context.settings.raise_internal_errors:
                raise
            where = f"{type(error).__name__} in {line_of(error)}"
            return _failed(run, step, InternalError(f"an internal error ended this question: {where}"))


def follower(name: str, outcome: str) -> str | None:
    """The step that follows an outcome of a step; None at the end of the line."""
    return NEXT.get((name, outcome), NEXT.get(("*", outcome)))


def _failed(run: Run, step: OpenStep, error: FingerpostError) -> str:
    run.error = error
    step.decided = f"{error.code}: {error.message}"
    if "findings" in error.details:
        step.details = {**step.details, "findings": error.details["findings"]}
    return "error"


def _overview(run: Run, step: OpenStep) -> str:
    """What the graph has, or what all things of a label have, and what can be asked of it."""
    context = replace(run.context, model=None)  # examples are what the parser reads by itself
    most = _EXAMPLES if run.trying else 0
    label = asked_label(run.question, context.schema)
    schema = context.schema if label is None else of_label(context.schema, label)
    questions = example_questions(schema, context.display, lambda one: ask(context, one), most)
    text = overview(schema, questions) if label is None else label_card(schema, label, questions)
    run.status, run.text, run.confidence = Status.ANSWERED, text, 1.0
    run.metadata = {"intent": "help", "questions": list(questions)}
    step.decided = f"{len(questions)} example questions"
    return "done"


def _generate(run: Run, step: OpenStep) -> str:
    from fingerpost.engine.generation.generating import generate  # only where there is a model

    return generate(run, step)


def _word(run: Run, step: OpenStep) -> str:
    from fingerpost.engine.generation.wording import word

    return word(run, step)


STEPS: dict[str, Step] = {
    "route": reading.route_question,
    "recall": recalling.recall,
    "enrich": reading.enrich,
    "intent": reading.read_intent,
    "parse": reading.parse,
    "rank": reading.rank_readings,
    "generate": _generate,
    "verify": running.verify,
    "run": running.execute,
    "compose": running.compose,
    "word": _word,
    "show": running.show,
    "cite": running.cite,
    "overview": _overview,
    "refuse": ending.refuse,
    "ambiguous": ending.leave_open,
    "unanswerable": ending.tell_missing,
    "fail": ending.fail,
}
NEXT: dict[tuple[str, str], str] = {
    ("route", "question"): "parse",
    ("route", "domain"): "intent",
    ("route", "enrich"): "enrich",
    ("route", "approved"): "recall",
    ("recall", "recalled"): "verify",
    ("recall", "question"): "parse",
    ("recall", "domain"): "intent",
    ("recall", "enrich"): "enrich",
    ("enrich", "domain"): "intent",
    ("intent", "general"): "parse",
    ("intent", "read"): "verify",
    ("route", "help"): "overview",
    ("route", "change"): "refuse",
    ("route", "query"): "refuse",
    ("parse", "read"): "rank",
    ("parse", "unread"): "unanswerable",
    ("rank", "likely"): "verify",
    ("rank", "unlikely"): "unanswerable",
    ("rank", "ambiguous"): "ambiguous",
    ("parse", "generate"): "generate",
    ("rank", "generate"): "generate",
    ("generate", "written"): "verify",
    ("generate", "likely"): "verify",
    ("generate", "none"): "unanswerable",
    ("verify", "verified"): "run",
    ("verify", "ambiguous"): "ambiguous",
    ("run", "ran"): "cite",
    ("run", "unplanned"): "show",
    ("cite", "cited"): "compose",
    ("compose", "composed"): "word",
    ("*", "error"): "fail",
}
"""Which step follows which outcome; an outcome that is not here ends the line."""
