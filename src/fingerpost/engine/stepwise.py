"""The pipeline one step at a time, for hosts that keep what has been done and go on later, or in another process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fingerpost.core.answer import Answer, Status
from fingerpost.core.cells import decode, encode
from fingerpost.core.trace import Tracer
from fingerpost.engine.context import AskContext
from fingerpost.engine.debugging import log_question
from fingerpost.engine.finishing import answer_of
from fingerpost.engine.pipeline import checked, follower, take
from fingerpost.engine.run import Run
from fingerpost.plans import Plan
from fingerpost.stores import Result

_COSTLY = ("generate", "run", "word")
"""Steps that are not taken twice: they call a language model, or the store with all of the limits."""


class Stepwise:
    """A question on its way through the pipeline.

    What a costly step found is kept as JSON (`kept`). A run is continued by its outcomes so far and by what was kept:
    the costly steps are not taken again, the others are, and give the same. A query that was kept is never run as it
    is: its plan passes the gate again.
    """

    def __init__(self, context: AskContext, question: str, choice: int | None = None, *, trying: bool = True) -> None:
        """Begin with a question; without `trying`, no query runs before the step `run`.

        Raises:
            QuestionError: the question is empty or too long.
        """
        self._run = Run(context, checked(context, question), choice, trying=trying)
        self._tracer = Tracer(raising=context.settings.raise_internal_errors)
        self.next: str | None = "route"

    def step(self) -> str:
        """Take the next step; how it went. Raises as `pipeline.take` does."""
        assert self.next is not None
        name = self.next
        outcome = take(self._run, self._tracer, name)
        self.next = follower(name, outcome)
        return outcome

    def kept(self, name: str) -> dict[str, Any]:
        """What a step that was just taken has to keep, as JSON."""
        run = self._run
        if name == "generate":
            plan = run.given.model_dump(mode="json") if run.given is not None else None
            written = {"plan": plan, "unplanned": run.unplanned}
            confidence = run.best.confidence if run.ranked else run.confidence
            return {**written, "confidence": confidence, "metadata": dict(run.metadata), "notes": run.notes}
        if name == "word":
            return {"text": run.text, "metadata": dict(run.metadata), "notes": run.notes}
        if name == "run" and run.result is not None:
            result = run.result
            rows = [[encode(cell) for cell in row] for row in result.rows]
            return {"columns": result.columns, "rows": rows, "cut": result.cut, "total": result.total}
        return {}

    def replay(self, done: Sequence[tuple[str, str]], kept: Mapping[str, Mapping[str, Any]]) -> None:
        """Take the steps that were taken before, the costly ones from what was kept. Raises as `step` does."""
        for name, outcome in done:
            if name not in _COSTLY or name not in kept:
                self.step()
                continue
            with self._tracer.step(name) as step:
                step.decided = "taken before"
                self._restore(name, outcome, kept[name])
            self.next = follower(name, outcome)

    def _restore(self, name: str, outcome: str, kept: Mapping[str, Any]) -> None:
        run = self._run
        if name == "run":
            rows = tuple(tuple(decode(cell) for cell in row) for row in kept["rows"])
            run.result = Result(tuple(kept["columns"]), rows, kept["cut"], kept["total"])
            return
        run.notes = list(kept["notes"])
        if name == "word":
            run.text, run.metadata = kept["text"], kept["metadata"]
        elif outcome == "written" and kept["unplanned"] is not None:
            run.write_query(kept["unplanned"], kept["confidence"], kept["metadata"])
        elif outcome == "written":
            run.write(Plan.model_validate(kept["plan"]), kept["confidence"], kept["metadata"])
        elif outcome == "likely":
            run.confirm(kept["confidence"])

    @property
    def proposed(self) -> dict[str, Any]:
        """What is about to run, for a person to approve: question, reading, query, parameters, confidence."""
        run = self._run
        best = run.ranked[0].confidence if run.ranked else run.confidence
        return {
            "question": run.question,
            "reading": run.reading(run.plan) if run.plan is not None else "",
            "query": run.query.text if run.query is not None else "",
            "parameters": {name: encode(value) for name, value in run.query.parameters.items()} if run.query else {},
            "confidence": round(best, 4),
        }

    def refuse(self, reason: str) -> None:
        """End the run: its query was not approved."""
        self._run.status, self._run.text, self._run.result = Status.REFUSED, reason, None
        self.next = None

    def answer(self) -> Answer[Plan]:
        """The answer, when there is no next step."""
        answer = answer_of(self._run, self._tracer)
        log_question(self._run.context.settings, answer)
        return answer
