"""From the question to ranked readings: route, intent, parse, rank."""

from __future__ import annotations

from fingerpost.core.answer import Status
from fingerpost.core.errors import InternalError, QuestionError
from fingerpost.core.trace import OpenStep
from fingerpost.engine.asked_unit import unit_asked_for
from fingerpost.engine.deciding import chosen_first, rivals, unknown_quotation
from fingerpost.engine.describing import one_first
from fingerpost.engine.label_card import asked_label, asks_about
from fingerpost.engine.question_reader import (
    DomainReading,
    DomainRefusal,
    DomainRephrasing,
    EnrichingReader,
    FilteringReader,
    QuestionReader,
)
from fingerpost.engine.ranking import RANKED, rank
from fingerpost.engine.routing import route
from fingerpost.engine.run import Run
from fingerpost.engine.steps.recalling import as_approved, reader_of
from fingerpost.linking import without_courtesy
from fingerpost.questions import Missing, differences


def route_question(run: Run, step: OpenStep) -> str:
    schema = run.context.schema
    run.route = route(run.question, schema.names)
    step.decided = run.route.reason
    if run.route.kind != "question":
        return run.route.kind
    outcome = "approved" if run.context.recall and run.choice is None and not run.filters else reader_of(run)
    if outcome == "question" and asked_label(run.question, schema) is not None:
        step.decided = "it asks about all things of a label"
        return "help"
    return outcome


def enrich(run: Run, step: OpenStep) -> str:
    """What the graph's domain knows of the things that the question names."""
    assert isinstance(run.context.reader, EnrichingReader)
    run.hints = run.context.reader.enrich(without_courtesy(run.question))
    named = [value for values in run.hints.values() if isinstance(values, list) for value in values]
    step.decided = ", ".join(map(str, named)) or "no tags"
    step.details = {"hints": dict(run.hints)}
    return "domain"


def read_intent(run: Run, step: OpenStep) -> str:
    """The reading of the graph's domain, where it knows the question."""
    assert run.context.reader is not None
    reader = run.context.reader
    found: DomainReading | DomainRefusal | DomainRephrasing | None
    if run.filters and isinstance(reader, FilteringReader):
        found = reader.read_filtered(run.question, run.filters)
        if found is None:
            raise QuestionError("filters do not apply to this question", code="question.filter")
    else:
        found = _read(run, reader)
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
    run.domain, run.confidence, run.unit = found, found.confidence, found.unit
    run.notes.extend(found.notes)
    return "read"


def _read(run: Run, reader: QuestionReader) -> DomainReading | DomainRefusal | DomainRephrasing | None:
    """What a domain makes of a question without its courtesies; else of the same with its slips put right."""
    question = without_courtesy(run.question)
    found = reader.read(question)
    if found is not None:
        return found
    tokens, corrected = run.context.parser.respelled(question)
    if not corrected:
        return None
    right = question
    for place in sorted(corrected, reverse=True):
        right = f"{right[: tokens[place].start]}{corrected[place]}{right[tokens[place].end :]}"
    found = reader.read(right)
    if found is not None:
        for place, word in sorted(corrected.items()):
            run.notes.append(f"“{tokens[place].text}” was read as “{word}”")
    return found


def parse(run: Run, step: OpenStep) -> str:
    run.unit = unit_asked_for(run.asked, run.context.schema)
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


def rank_readings(run: Run, step: OpenStep) -> str:
    assert run.parsed is not None
    ranking = rank(run.context, run.parsed, step.containment, trying=run.trying)
    run.ranked, settled_by = as_approved(run, ranking.ranked)
    if not run.ranked:
        raise InternalError("an internal error occurred in every reading of this question")
    if run.choice is None and asks_about(run.question):
        run.ranked = one_first(run.context, run.ranked)
    threshold = run.context.settings.answer_threshold
    run.rivals = rivals(run.ranked, threshold, run.reading)
    is_chosen = run.choice is not None and (run.which is None or bool(run.rivals))
    if is_chosen and run.choice is not None:
        run.ranked = chosen_first(run.ranked, run.rivals, run.choice)
    step.decided = f"reading with confidence {run.best.confidence:.2f}: {run.reading(run.best.candidate.plan)}"
    step.details = {
        "confidence": round(run.best.confidence, 3),
        "reasons": [f"{reason.feature} {reason.amount:+.2f}" for reason in run.best.candidate.reasons if reason.amount],
        "runner_up": run.reading(run.ranked[1].candidate.plan) if len(run.ranked) > 1 else None,
        "told_apart": _told_apart(run),
        "trials": dict(ranking.trials),
        **({"settled_by": settled_by} if settled_by else {}),
    }
    if is_chosen:
        return "likely"
    if unknown_quotation(run.parsed, run.best):
        run.rivals = ()
        return _handed_on(run, "unlikely")
    if run.rivals:
        return "ambiguous"
    run.likely = run.best.confidence >= threshold
    if run.likely and not _is_worth_a_call(run):
        return "likely"
    return _handed_on(run, "likely" if run.likely else "unlikely")


def _is_worth_a_call(run: Run) -> bool:
    """Whether a language model is asked for a question that the parser reads; not where a domain limits its plan."""
    model, adapted = run.context.model, run.rephrased is not None and run.rephrased.adapt is not None
    return model is not None and not adapted and run.best.confidence < model.settings.below


def _handed_on(run: Run, outcome: str) -> str:
    """What follows where the parser is at a loss: the language model, if there is one."""
    if run.context.model is None or run.choice is not None:
        return outcome
    if not run.likely:
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
