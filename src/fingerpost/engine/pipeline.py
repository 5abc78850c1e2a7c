"""One question, one straight line: a table of named steps and the conditions between them.

Each step looks at the run so far, adds to it, and says how it went; the table tells which step follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from fingerpost.core.answer import Answer, Choice, Span, Status
from fingerpost.core.cells import Cell
from fingerpost.core.containment import BUGS, line_of
from fingerpost.core.errors import FingerpostError, InternalError, KnowledgeBaseError, LimitExceeded, QuestionError
from fingerpost.core.trace import OpenStep, Tracer
from fingerpost.engine.asked_unit import asked_unit
from fingerpost.engine.by_part import by_part
from fingerpost.engine.citing import citations
from fingerpost.engine.context import AskContext
from fingerpost.engine.debugging import log_question
from fingerpost.engine.deciding import chosen_first, rivals, unknown_quotation
from fingerpost.engine.describing import described
from fingerpost.engine.emptied import emptied
from fingerpost.engine.example_questions import example_questions, overview
from fingerpost.engine.generation.generating import generate
from fingerpost.engine.query_intent import intent_of
from fingerpost.engine.question_reader import DomainReading, DomainRefusal, DomainRephrasing, FilteringReader
from fingerpost.engine.ranking import RANKED, rank
from fingerpost.engine.routing import route
from fingerpost.engine.run import Run
from fingerpost.plans import Plan
from fingerpost.questions import MOST_WORDS, Missing, corrections, differences, find_missing

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
    tracer = Tracer(raising=context.settings.raise_internal_errors)
    walk(run, tracer)
    answer = answer_of(run, tracer)
    log_question(context.settings, answer)
    return answer


def answer_plan(
    context: AskContext, question: str, plan: Plan, notes: Sequence[str], confidence: float = 1.0
) -> Answer[Plan]:
    """Answer a question by a plan: through the gate, with citations, as `ask` does with the plan that it reads."""
    run = Run(context, question, None, given=plan, confidence=confidence, notes=list(notes))
    tracer = Tracer(raising=context.settings.raise_internal_errors)
    walk(run, tracer, "verify")
    answer = answer_of(run, tracer)
    log_question(context.settings, answer)
    return answer


def checked(context: AskContext, question: str) -> str:
    """A question without needless blanks. Raises `QuestionError` if it is empty or too long."""
    question = question.strip() if any(mark in question for mark in "\"“`'") else " ".join(question.split())
    if not question or not any(character.isalnum() for character in question):
        raise QuestionError("the question is empty", code="question.empty")
    limit = context.settings.question_limit
    if len(question) > limit:
        raise QuestionError(f"the question has more than {limit} characters", code="question.too-long")
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
        QuestionError: `question.choice`.
        KnowledgeBaseError: `kb.damaged`.
    """
    with tracer.step(name) as step:
        try:
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


def _route(run: Run, step: OpenStep) -> str:
    run.route = route(run.question)
    step.decided = run.route.reason
    return "domain" if run.route.kind == "question" and run.context.reader is not None else run.route.kind


def _intent(run: Run, step: OpenStep) -> str:
    """The reading of the graph's domain, where it knows the question."""
    assert run.context.reader is not None
    reader = run.context.reader
    found: DomainReading | DomainRefusal | DomainRephrasing | None
    if run.filters and isinstance(reader, FilteringReader):
        found = reader.read_filtered(run.question, run.filters)
        if found is None:
            raise QuestionError("filters do not apply to this question", code="question.filter")
    else:
        found = reader.read(run.question)
    if found is None:
        step.decided = "left to the general reader"
        return "general"
    run.metadata = found.metadata
    if isinstance(found, DomainRephrasing):
        step.decided, run.rephrased = f"asked as: {found.question}", found
        run.notes.extend(found.notes)
        return "general"
    step.decided = found.intent
    if isinstance(found, DomainRefusal):
        run.text, run.status = found.text, Status.UNANSWERABLE
        run.missing = Missing(found.missing, found.suggestions, found.text)
        return "unknown"
    run.domain, run.confidence = found, found.confidence
    run.notes.extend(found.notes)
    return "read"


def _parse(run: Run, step: OpenStep) -> str:
    run.unit = asked_unit(run.asked, run.context.schema)
    run.parsed = run.context.parser.parse(run.asked, RANKED, containment=step.containment)
    step.decided = f"{len(run.parsed.candidates)} readings"
    step.details = {
        "mentions": len(run.parsed.linked.mentions),
        "readings": [
            {"score": round(candidate.score, 3), "reading": run.reading(candidate.plan)}
            for candidate in run.parsed.candidates[:3]
        ],
    }
    return "read" if run.parsed.candidates else _handed_on(run, "unread")


def _rank(run: Run, step: OpenStep) -> str:
    assert run.parsed is not None
    ranking = rank(run.context, run.parsed, step.containment, trying=run.trying)
    run.ranked = ranking.ranked
    if not run.ranked:
        raise InternalError("an internal error occurred in every reading of this question")
    threshold = run.context.settings.answer_threshold
    run.rivals = rivals(run.ranked, threshold, run.reading)
    if run.choice is not None:
        run.ranked = chosen_first(run.ranked, run.rivals, run.choice)
    step.decided = f"reading with confidence {run.best.confidence:.2f}: {run.reading(run.best.candidate.plan)}"
    step.details = {
        "confidence": round(run.best.confidence, 3),
        "reasons": [f"{reason.feature} {reason.amount:+.2f}" for reason in run.best.candidate.reasons if reason.amount],
        "runner_up": run.reading(run.ranked[1].candidate.plan) if len(run.ranked) > 1 else None,
        "told_apart": _told_apart(run),
        "trials": dict(ranking.trials),
    }
    if run.choice is not None:
        return "likely"
    if unknown_quotation(run.parsed, run.best):
        run.rivals = ()
        return _handed_on(run, "unlikely")
    if run.rivals:
        return "ambiguous"
    return "likely" if run.best.confidence >= threshold else _handed_on(run, "unlikely")


def _handed_on(run: Run, outcome: str) -> str:
    """What follows where the parser is at a loss: the language model, if there is one."""
    if run.context.model is None or run.choice is not None:
        return outcome
    run.unit = None  # the model is given the whole question
    return "generate"


def _told_apart(run: Run) -> list[str]:
    """What the reading that was taken has more or less than the runner-up."""
    if len(run.ranked) < 2 or run.parsed is None:
        return []
    best, second = (ranked.candidate for ranked in run.ranked[:2])
    said = [difference.said(run.parsed.linked) for difference in differences(best, second)]
    if run.choice is not None:
        return ["you chose it", *said]
    return said


def _verify(run: Run, step: OpenStep) -> str:
    assert run.plan is not None
    adapt = run.rephrased.adapt if run.rephrased is not None else None
    if adapt is not None and run.given is None:
        run.given = adapt(run.plan)
    known = run.best.query if run.ranked and run.given is None else None
    run.query = known or run.context.gate.check_plan(run.plan)
    step.decided = run.query.text
    step.details = {"intent": intent_of(run.plan), "repairs": list(run.query.fixes_applied)}
    run.notes.extend(run.query.fixes_applied)
    return "read" if run.dry else "verified"


def _execute(run: Run, step: OpenStep) -> str:
    assert run.query is not None
    tried = run.best if run.ranked and run.given is None else None
    if tried is not None and tried.error is not None:
        raise tried.error
    run.result = (tried.result if tried is not None else None) or run.context.store.run(
        run.query, run.context.settings.limits
    )
    step.decided = f"{len(run.result.rows)} rows"
    if run.result.cut:
        kept = f"only the first {len(run.result.rows)} of {run.result.total} rows were kept"
        run.notes.append(f"{kept}; FINGERPOST_ROW_LIMIT sets how many")
    return "ran"


def _compose(run: Run, step: OpenStep) -> str:
    assert run.result is not None
    assert run.plan is not None
    if run.domain is not None:
        run.text, run.status = run.domain.compose(run.result)
        step.decided = run.status.value
        return "done"
    plan, composer = run.told or run.plan, run.context.composer
    if run.rephrased is not None:
        run.notes.extend(by_part(run, run.rephrased))
    if run.unit is not None:
        composer = composer.showing(run.unit.symbols(run.units))
        run.result = run.unit.converted(run.result, run.units)
        if not run.unit.symbols(run.units):
            run.notes.append(f"nothing in this answer is measured in {run.unit.symbol}")
    if run.rephrased is not None and run.rephrased.compose is not None and run.ranked:
        run.text, run.status = run.rephrased.compose(run.result, _units(run))
        step.decided = run.status.value
        return "done"
    run.text, run.status = composer.compose(plan, run.result.rows, run.result.total, run.read_from)
    if _found_nothing(run.result.rows):
        why = emptied(run.context, plan)
        run.text = f"{run.text} {why}" if why is not None else run.text
    card = described(run.context, plan, run.result)
    if card is not None:
        run.text = card[0]
        run.notes.extend(card[1])
    run.notes.extend(run.best.notes if run.ranked else ())
    if run.parsed is not None:
        run.notes.extend(corrections(run.parsed, run.best.candidate))
    step.decided = run.status.value
    return "done"


def _found_nothing(rows: Sequence[tuple[Cell, ...]]) -> bool:
    """Whether there are no rows, or only a count of none."""
    return not rows or (len(rows) == 1 and len(rows[0]) == 1 and rows[0][0] == 0 and not isinstance(rows[0][0], bool))


def _cite(run: Run, step: OpenStep) -> str:
    assert run.result is not None
    assert run.plan is not None
    own = run.domain.cite(run.result) if run.domain is not None else None
    if own is not None:
        run.citations, run.citation_total = own
        step.decided = f"{len(run.citations)} elements, by the domain"
        return "cited"
    cited = citations(run.context, run.plan, run.result)
    run.citations, run.citation_total = cited.citations, cited.total
    run.read_from = cited.read_from
    run.notes.extend(cited.notes)
    step.decided = f"{len(run.citations)} elements"
    return "cited"


def _refuse(run: Run, step: OpenStep) -> str:
    assert run.route is not None
    run.status, run.text = Status.REFUSED, run.route.message
    step.decided = run.route.kind
    return "done"


def _overview(run: Run, step: OpenStep) -> str:
    """What the graph has and what can be asked of it."""
    context = run.context
    most = _EXAMPLES if run.trying else 0
    questions = example_questions(context.schema, context.display, lambda one: ask(context, one), most)
    run.status, run.text, run.confidence = Status.ANSWERED, overview(context.schema, questions), 1.0
    run.metadata = {"intent": "help", "questions": list(questions)}
    step.decided = f"{len(questions)} example questions"
    return "done"


def _ambiguous(run: Run, step: OpenStep) -> str:
    run.status = Status.AMBIGUOUS
    run.text = "This question can be read in several ways, and they lead to different answers."
    step.decided = f"{len(run.rivals)} readings that are about as likely"
    return "done"


def _unanswerable(run: Run, step: OpenStep) -> str:
    run.status = Status.UNANSWERABLE
    assert run.parsed is not None
    words = len(run.parsed.linked.tokens)
    if words > MOST_WORDS:
        run.text = f"This question has {words} words; those of more than {MOST_WORDS} are not read."
        step.decided = f"{words} words"
        return "done"
    run.missing = find_missing(run.context.schema, run.parsed, run.best.candidate if run.ranked else None)
    if run.context.unfound:
        said = ", ".join(run.context.unfound)
        run.notes.append(f"values of {said} are not found by questions: `fingerpost doctor` says what to do")
    run.text = run.missing.text
    step.decided = ", ".join(run.missing.words)
    return "done"


def _fail(run: Run, step: OpenStep) -> str:
    assert run.error is not None
    run.status = Status.FAILED
    run.text = run.error.message
    if isinstance(run.error, LimitExceeded):
        run.notes.append(run.error.hint or "the limit can be raised in the settings")
    step.decided = run.error.code
    return "done"


STEPS: dict[str, Step] = {
    "route": _route,
    "intent": _intent,
    "parse": _parse,
    "rank": _rank,
    "generate": generate,
    "verify": _verify,
    "run": _execute,
    "compose": _compose,
    "cite": _cite,
    "overview": _overview,
    "refuse": _refuse,
    "ambiguous": _ambiguous,
    "unanswerable": _unanswerable,
    "fail": _fail,
}
NEXT: dict[tuple[str, str], str] = {
    ("route", "question"): "parse",
    ("route", "domain"): "intent",
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
    ("generate", "none"): "unanswerable",
    ("verify", "verified"): "run",
    ("run", "ran"): "cite",
    ("cite", "cited"): "compose",
    ("*", "error"): "fail",
}
"""Which step follows which outcome; an outcome that is not here ends the line."""


def answer_of(run: Run, tracer: Tracer) -> Answer[Plan]:
    """The answer of a run that has come to its end."""
    answered = run.status in (Status.ANSWERED, Status.EMPTY)
    best = run.ranked[0] if run.ranked else None
    plan = run.plan
    result = run.result if answered else None
    ignored: Sequence[str] = best.ignored if best is not None else ()
    return Answer[Plan](
        question=run.question,
        status=run.status,
        text=run.text,
        columns=result.columns if result is not None else (),
        rows=result.rows if result is not None else (),
        units=_units(run) if result is not None else {},
        citations=run.citations,
        citation_total=run.citation_total,
        confidence=round(best.confidence if best is not None else run.confidence, 4),
        reading=_reading(run),
        plan=plan,
        query=run.query.text if run.query is not None else None,
        parameters=dict(run.query.parameters) if run.query is not None else {},
        spans=spans_of(run),
        ignored=tuple(ignored),
        choices=tuple(
            Choice[Plan](reading=r.candidate.plan.reading, confidence=round(r.confidence, 4), plan=r.candidate.plan)
            for r in run.rivals
        ),
        missing=run.missing.words if run.missing is not None else (),
        suggestions=run.missing.suggestions if run.missing is not None else (),
        notes=tuple(dict.fromkeys(run.notes)),
        cut=result.cut if result is not None else False,
        error_code=run.error.code if run.error is not None else None,
        metadata=dict(run.metadata),
        trace=tracer.trace(),
    )


def _reading(run: Run) -> str:
    """The plan in English, with what a domain limited it to."""
    if run.told is None:
        return ""
    scope = run.rephrased.scope if run.rephrased is not None else ""
    return f"{run.reading(run.told)}, in {scope}" if scope else run.reading(run.told)


def _units(run: Run) -> dict[str, str]:
    """The unit of each column as it is shown."""
    units = run.units
    shown = run.unit.symbols(units) if run.unit is not None else {}
    return {column: shown.get(unit, unit) for column, unit in units.items()}


def spans_of(run: Run) -> tuple[Span, ...]:
    """What the words of the question were read as."""
    if run.parsed is None or not run.ranked or len(run.asked) != len(run.question):
        return ()
    return run.context.parser.spans(run.parsed, run.best.candidate)
