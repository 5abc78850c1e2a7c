"""The step in which a language model writes the plan. What it writes is data until the gate has checked it."""

from __future__ import annotations

from dataclasses import dataclass, field

from fingerpost.core.errors import FingerpostError, ModelError
from fingerpost.core.trace import OpenStep
from fingerpost.engine.generation.prompt import Notation
from fingerpost.engine.generation.weighing import Written, probability, same_readings, signs_of
from fingerpost.engine.generation.writing import Writer
from fingerpost.engine.run import Run
from fingerpost.plans import Plan
from fingerpost.questions import find_missing
from fingerpost.stores import Result

UNPLANNED = 0.3
"""The confidence of a query that no plan can express; of these there are too few to tell how often they are right."""


@dataclass
class Drafts:
    """The plans of a model for one question, and why it could not be asked for more, if it could not."""

    found: list[Written] = field(default_factory=list)
    error: ModelError | None = None


def generate(run: Run, step: OpenStep) -> str:
    """Let the model write a plan.

    The outcome is "written"; "likely" where the parser's best reading is an answer and no less likely, or the same;
    or "none", also where no plan is likely enough for an answer. A query that the gate lets through but no plan can
    express is taken where there is no plan and the auditor has no veto.
    """
    model, parsed = run.context.model, run.parsed
    assert model is not None
    assert parsed is not None
    name = model.name
    writer = Writer(run, parsed, run.ask_model())
    drafts = drafted(run, writer)
    if drafts.error is not None:
        error = drafts.error
        run.notes.append(f"the language model {name} could not be asked: {error.message} [{error.code}]")
        step.decided = f"{error.code}: {error.message}"
    weighed = [(probability(signs), signs, written) for written, signs in weighable(run, drafts.found)]
    unplanned = not weighed and not run.likely and writer.unplanned is not None
    audit = _audited(run, writer, name) if unplanned else None
    step.details = {
        "model": name,
        "weighed": [
            {"notation": written.notation.value, "confidence": confidence, "signs": signs}
            for confidence, signs, written in weighed
        ],
        **writer.details(),
        **({"audit": audit} if audit else {}),
    }
    if run.unplanned is not None:
        step.decided = f"a query that no plan can express: {run.unplanned}"
        return "written"
    if not weighed:
        step.decided = step.decided or audit or "the model has no plan that passes"
        return "likely" if run.likely else "none"
    confidence, _, chosen = max(reversed(weighed), key=lambda one: one[0])
    step.decided = f"{chosen.notation.value}, confidence {confidence:.2f}: {run.reading(chosen.plan)}"
    if not run.likely and confidence < run.context.settings.answer_threshold:
        return "none"
    return _taken(run, chosen, confidence, name)


def _taken(run: Run, chosen: Written, confidence: float, name: str) -> str:
    """Take the plan of a model, or the parser's best reading: where it is an answer and the same, or likelier."""
    assert run.parsed is not None
    if run.likely:
        same = bool(same_readings(chosen, run.ranked[:1]))
        if same:
            run.notes.append(f"the language model {name} wrote a query that finds the same")
            run.confirm(confidence)
        if same or run.best.confidence >= confidence:
            return "likely"
    missing = find_missing(run.context.schema, run.parsed, run.best.candidate if run.ranked else None)
    run.notes.append(f"the language model {name} wrote the plan of this answer: check the reading")
    if missing.words:
        run.notes.append(f"fingerpost itself does not know: {', '.join(missing.words)}")
    run.unit = None  # the model was given the whole question
    run.write(chosen.plan, confidence, {"author": "model", "model": name})
    return "written"


def drafted(run: Run, writer: Writer) -> Drafts:
    """What the model writes: Cypher first, and SQL where that gives no plan, or none that the parser reads, too."""
    drafts = Drafts()
    try:
        for notation in Notation:
            plan = writer.plan(notation)
            if plan is None:
                continue
            drafts.found.append(Written(plan, notation, writer.refused, _result(run, plan)))
            if same_readings(drafts.found[-1], run.ranked):
                break
    except ModelError as error:
        drafts.error = error
    return drafts


def weighable(run: Run, found: list[Written]) -> list[tuple[Written, dict[str, float]]]:
    """The plans of a model with their signs."""
    assert run.parsed is not None
    return [
        (one, signs_of(one, [other for other in found if other is not one], run.parsed, run.ranked)) for one in found
    ]


def _audited(run: Run, writer: Writer, name: str) -> str:
    """Take the query that no plan can express, unless the auditor has a veto; what became of it."""
    assert writer.unplanned is not None
    assert run.context.model is not None
    try:
        verdict = writer.audit(writer.unplanned)
    except ModelError as error:
        run.notes.append(f"a query of {name} was not run, because it could not be audited: {error.message}")
        return f"not audited: {error.code}"
    outcome = "passed"
    if not verdict.passed:
        if run.context.model.settings.veto or not run.context.settings.debug:
            run.notes.append(f"a query of {name} was not run, because its audit says: {verdict.why}")
            return f"veto: {verdict.why}"
        outcome = f"overridden: {verdict.why}"
        run.notes.append(f"the veto of the audit was overridden; it says: {verdict.why}")
    run.notes.append(f"{name} wrote the query of this answer, which no plan can express: read the query itself")
    run.write_query(writer.unplanned, UNPLANNED, {"author": "model", "model": name, "audit": outcome})
    return outcome


def _result(run: Run, plan: Plan) -> Result | None:
    """What a plan finds; None if it is not to be run, or fails."""
    if not run.trying:
        return None
    try:
        return run.context.run(plan)
    except FingerpostError:
        return None
