"""The step in which a language model writes the plan. What it writes is data until the gate has checked it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from fingerpost.core.errors import FingerpostError, ModelError
from fingerpost.core.trace import OpenStep
from fingerpost.engine.generation.prompt import Notation
from fingerpost.engine.generation.writing import Writer
from fingerpost.engine.run import Run
from fingerpost.engine.scoring.signs import rows_key
from fingerpost.plans import Plan
from fingerpost.questions import find_missing

AGREED, ALONE, UNPLANNED = 0.6, 0.4, 0.3
"""The confidence of a model's plan: where another notation or a reading of the parser finds the same rows, and where
nothing else does; and that of a query which no plan can express. Models have not been calibrated; these are below what
answers of the parser mostly have."""
_READINGS = 5


@dataclass(frozen=True)
class _Written:
    """A plan of the model, in which notation it was written, and the rows that it finds (None: not known)."""

    plan: Plan
    notation: Notation
    rows: Hashable


def generate(run: Run, step: OpenStep) -> str:
    """Let the model write a plan: "written", or "none" where it has none that the gate lets through.

    It writes Cypher first, and SQL where that gives no plan, or none that finds what a reading of the parser finds.
    A query that the gate lets through but no plan can express is taken where there is no plan and the auditor has no
    veto.
    """
    model, parsed = run.context.model, run.parsed
    assert model is not None
    assert parsed is not None
    name = model.name
    writer = Writer(run, parsed)
    found: list[_Written] = []
    agreed: tuple[str, ...] = ()
    try:
        for notation in Notation:
            plan = writer.plan(notation)
            if plan is not None:
                found.append(_Written(plan, notation, _rows(run, plan)))
            agreed = tuple(_agreeing(run, found))
            if agreed:
                break
    except ModelError as error:
        run.notes.append(f"the language model {name} could not be asked: {error.message} [{error.code}]")
        step.decided = f"{error.code}: {error.message}"
    audit = _audited(run, writer, name) if not found and writer.unplanned is not None else None
    step.details = {"model": name, "agreed": list(agreed), **writer.details(), **({"audit": audit} if audit else {})}
    if run.unplanned is not None:
        step.decided = f"a query that no plan can express: {run.unplanned}"
        return "written"
    if not found:
        step.decided = step.decided or audit or "the model has no plan that passes"
        return "none"
    chosen = found[-1]
    step.decided = f"{chosen.notation.value}: {run.reading(chosen.plan)}"
    missing = find_missing(run.context.schema, parsed, run.best.candidate if run.ranked else None)
    run.notes.append(f"the language model {name} wrote the plan of this answer: check the reading")
    if missing.words:
        run.notes.append(f"fingerpost itself does not know: {', '.join(missing.words)}")
    run.write(chosen.plan, AGREED if agreed else ALONE, {"author": "model", "model": name})
    return "written"


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


def _rows(run: Run, plan: Plan) -> Hashable:
    """What the rows of a plan have in common with others that find the same; None if it is not to be run, or fails."""
    if not run.trying:
        return None
    try:
        result = run.context.run(plan)
    except FingerpostError:
        return None
    return rows_key(result) if result.rows else None


def _agreeing(run: Run, found: list[_Written]) -> Iterator[str]:
    """Who else finds the rows of the last plan: another notation, or a reading of the parser."""
    if not found:
        return
    last = found[-1]
    for other in found[:-1]:
        same = last.rows is not None and other.rows == last.rows
        if same or other.plan.fingerprint == last.plan.fingerprint:
            yield other.notation.value
    for ranked in run.ranked[:_READINGS]:
        rows = rows_key(ranked.result) if ranked.result is not None and ranked.result.rows else None
        same = last.rows is not None and rows == last.rows
        if same or ranked.candidate.plan.fingerprint == last.plan.fingerprint:
            yield "parser"
            return
