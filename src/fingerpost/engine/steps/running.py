"""From the plan to the text of the answer: verify, run, cite, compose."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.core.cells import Cell
from fingerpost.core.trace import OpenStep
from fingerpost.engine.by_part import by_part
from fingerpost.engine.citing import citations, shown_elements
from fingerpost.engine.describing import described
from fingerpost.engine.emptied import emptied
from fingerpost.engine.label_card import asks_about
from fingerpost.engine.query_intent import intent_of
from fingerpost.engine.question_reader import AnnotatingReader, NamingReader
from fingerpost.engine.run import Run
from fingerpost.engine.which_one import asks_back
from fingerpost.plans import Plan
from fingerpost.questions import corrections


def verify(run: Run, step: OpenStep) -> str:
    if run.unplanned is not None:
        run.query = run.context.gate.check(run.unplanned)
        step.decided = run.query.text
        step.details = {"intent": "lookup", "repairs": list(run.query.fixes_applied)}
        return "read" if run.dry else "verified"
    assert run.plan is not None
    if not run.dry and asks_back(run):
        step.decided = f"{len(run.offered)} parts answer differently"
        return "ambiguous"
    adapt = run.rephrased.adapt if run.rephrased is not None else None
    if adapt is not None and run.given is None:
        run.given = adapt(run.plan)
    known = run.best.query if run.ranked and run.given is None else None
    run.query = known or run.context.gate.check_plan(run.plan)
    step.decided = run.query.text
    reader = run.context.reader
    intent = reader.intent_of(run.plan) if isinstance(reader, NamingReader) else intent_of(run.plan)
    step.details = {"intent": intent, "repairs": list(run.query.fixes_applied)}
    run.notes.extend(run.query.fixes_applied)
    return "read" if run.dry else "verified"


def execute(run: Run, step: OpenStep) -> str:
    assert run.query is not None
    tried = run.best if run.ranked and run.given is None else None
    if tried is not None and tried.error is not None:
        raise tried.error
    run.result = (tried.result if tried is not None else None) or run.context.store.run(
        run.query, run.context.settings.limits
    )
    step.decided = f"{len(run.result.rows)} rows"
    if run.result.cut:
        kept, total = f"only the first {len(run.result.rows)}", run.result.total
        if total is None:
            run.notes.append(f"{kept} rows fit in memory; FINGERPOST_MEMORY_LIMIT_MB sets the limit")
        else:
            run.notes.append(f"{kept} of {total} rows were kept; FINGERPOST_ROW_LIMIT sets how many")
    return "ran" if run.unplanned is None else "unplanned"


def show(run: Run, step: OpenStep) -> str:
    """Cite and tell the rows of a query that no plan can express."""
    assert run.result is not None
    cited = shown_elements(run.context, run.result)
    run.citations, run.citation_total = cited.citations, cited.total
    composer = run.context.composer
    run.text, run.status = composer.rows(run.result.columns, run.result.rows, run.result.total)
    step.decided = run.status.value
    return "done"


def cite(run: Run, step: OpenStep) -> str:
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


def compose(run: Run, step: OpenStep) -> str:
    _compose(run)
    step.decided = run.status.value
    return "composed" if run.is_to_be_worded else "done"


def _compose(run: Run) -> None:
    """The text of the answer, and its notes."""
    assert run.result is not None
    assert run.plan is not None
    parts = run.domain.parts if run.domain is not None else run.rephrased.parts if run.rephrased is not None else {}
    run.notes.extend(by_part(run, parts))
    reader = run.context.reader
    run.notes.extend(reader.notes_on(run.plan) if isinstance(reader, AnnotatingReader) else ())
    if run.domain is not None and run.domain.compose is not None:
        run.result = run.domain.convert(run.result) if run.domain.convert is not None else run.result
        run.text, run.status = run.domain.compose(run.result)
        return
    plan, composer = run.told or run.plan, run.context.composer
    if run.unit is not None:
        composer = composer.showing(run.unit.symbols(run.units))
        run.result = run.unit.converted(run.result, run.units)
        if not run.unit.symbols(run.units):
            run.notes.append(f"nothing in this answer is measured in {run.unit.symbol}")
    if run.rephrased is not None and run.rephrased.compose is not None and run.ranked:
        run.text, run.status = run.rephrased.compose(run.result, run.shown_units)
        return
    run.text, run.status = composer.compose(plan, run.result.rows, run.result.total, run.read_from)
    if _found_nothing(run.result.rows, plan):
        why = emptied(run.context, plan)
        run.text = f"{run.text} {why}" if why is not None else run.text
    if run.domain is not None and run.domain.remark is not None:
        run.text += run.domain.remark(run.result, run.shown_units)
    card = described(run.context, plan, run.result, wanted=asks_about(run.question))
    if card is not None:
        run.text = card[0]
        run.notes.extend(card[1])
    run.notes.extend(run.best.notes if run.ranked else ())
    if run.parsed is not None:
        run.notes.extend(corrections(run.parsed, run.best.candidate))


def _found_nothing(rows: Sequence[tuple[Cell, ...]], plan: Plan) -> bool:
    """Whether there are no rows, or only a count of none or a measure of nothing: not where something was found, of
    which a value is not known."""
    if len(rows) != 1 or len(rows[0]) != 1:
        return not rows
    (value,) = rows[0]
    if value is None:
        return any(stage.aggregates for stage in plan.stages)
    return value == 0 and not isinstance(value, bool)
