"""The step in which a language model writes the plan. What it writes is data until the gate has checked it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from pydantic import ValidationError

from fingerpost.core.cells import Cell
from fingerpost.core.errors import FingerpostError, ModelError, PlanError, QueryRejected, UnsupportedConstruct
from fingerpost.core.schema import Frozen
from fingerpost.core.trace import OpenStep
from fingerpost.engine.generation.prompt import messages_for
from fingerpost.engine.run import Run
from fingerpost.plans import Plan, check
from fingerpost.questions import Parsed, find_missing

_CALLS = 3
"""The first call, and two with what was wrong."""
_FINDINGS = 5
_CONFIDENCE = 0.5
"""The confidence of a model's plan: even odds, for it has not been calibrated on recorded answers."""
_FENCE = re.compile(r"\A\s*```(?:json)?\s*(.*?)\s*```\s*\Z", re.DOTALL)
_CHARACTERS_PER_TOKEN = 3


class _Reply(Frozen):
    """What a model is asked for; no plan where the graph cannot answer."""

    plan: Plan | None


def generate(run: Run, step: OpenStep) -> str:
    """Let the model write a plan: "written", or "none" where it has none that the gate lets through."""
    model, parsed = run.context.model, run.parsed
    assert model is not None
    assert parsed is not None
    name = model.endpoint.model
    writer = _Writer(run, parsed)
    try:
        plan = writer.plan()
    except ModelError as error:
        run.notes.append(f"the language model {name} could not be asked: {error.message} [{error.code}]")
        step.decided, plan = f"{error.code}: {error.message}", None
    step.details = {"model": name, **writer.details()}
    if plan is None:
        step.decided = step.decided or "the model has no plan that passes"
        return "none"
    step.decided = run.reading(plan)
    best = run.best.candidate if run.ranked else None
    missing = find_missing(run.context.schema, parsed, best)
    run.notes.append(f"the language model {name} wrote the plan of this answer: check the reading")
    if missing.words:
        run.notes.append(f"fingerpost itself does not know: {', '.join(missing.words)}")
    run.write(plan, _CONFIDENCE, {"author": "model", "model": name})
    return "written"


class _Writer:
    """Calls a model, checks what it writes and sends back what is wrong, within the time and tokens of a question."""

    def __init__(self, run: Run, parsed: Parsed) -> None:
        assert run.context.model is not None
        self._context, self._model, self._parsed = run.context, run.context.model, parsed
        self._question = run.question
        self._messages = messages_for(run.context, run.question, parsed)
        self._ends = time.monotonic() + self._model.settings.seconds
        self._tokens = self._model.settings.question_tokens
        self._calls: list[dict[str, Any]] = []

    def details(self) -> dict[str, Any]:
        """What the trace has of the calls."""
        return {"calls": self._calls, "tokens_left": self._tokens}

    def plan(self) -> Plan | None:
        """The model's plan, checked by the gate; None where it has none.

        Raises:
            ModelError: a call failed, or the time or the tokens of the question are used up.
        """
        for _ in range(_CALLS):
            text = self._called()
            findings: list[str] = []
            try:
                reply = _Reply.model_validate_json(_unfenced(text))
                if reply.plan is None:
                    return None
                check(reply.plan)
                findings = list(self._invented(reply.plan.parameters))
                if not findings:
                    self._context.gate.check_plan(reply.plan)
                    return reply.plan
            except ValidationError as error:
                found = error.errors(include_url=False, include_input=False, include_context=False)
                findings = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in found]
            except (QueryRejected, UnsupportedConstruct, PlanError) as error:
                findings = _findings(error)
            self._calls[-1]["findings"] = findings[:_FINDINGS]
            wrong = "\n".join(finding[:300] for finding in findings[:_FINDINGS])
            self._messages += [
                {"role": "assistant", "content": text},
                {"role": "user", "content": f"This plan was refused:\n{wrong}\nWrite the corrected JSON."},
            ]
        return None

    def _called(self) -> str:
        """One call's reply, its cost deducted."""
        asked = sum(len(message["content"]) for message in self._messages) // _CHARACTERS_PER_TOKEN
        if asked + self._model.settings.reply_tokens > self._tokens:
            raise ModelError("the tokens of this question are used up", code="model.budget")
        started = time.monotonic()
        if started >= self._ends:
            raise ModelError("the time of this question is used up", code="model.time")
        reply = self._model.complete(self._messages, _schema(), self._ends - started)
        spent = (reply.tokens_in or asked) + (reply.tokens_out or len(reply.text) // _CHARACTERS_PER_TOKEN)
        self._tokens -= spent
        milliseconds = round((time.monotonic() - started) * 1000, 1)
        self._calls.append({"milliseconds": milliseconds, "tokens": spent})
        return reply.text

    def _invented(self, parameters: Any) -> Iterator[str]:
        """Texts that a plan compares with although neither the question nor the graph's index has them."""
        said = self._question.casefold()
        known = {str(m.value).casefold() for m in self._parsed.linked.mentions if m.value is not None}
        samples = {s.casefold() for label in self._context.schema.labels for p in label.properties for s in p.samples}
        for value in parameters.values():
            for text in _texts(value):
                if text.casefold() not in said and text.casefold() not in known | samples:
                    yield f"the question does not say {text!r}"


def _texts(value: Cell) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _texts(item)


def _unfenced(text: str) -> str:
    """JSON without the Markdown fence that models like to put around it."""
    fenced = _FENCE.match(text)
    return fenced.group(1) if fenced else text


def _findings(error: FingerpostError) -> list[str]:
    """What the gate says of a plan."""
    found = error.details.get("findings") or []
    said = [one.get("message", "") for one in found if isinstance(one, dict)]
    return [message for message in said if message] or [error.message]


@lru_cache(maxsize=1)
def _schema() -> dict[str, Any]:
    """The JSON Schema of a reply, without descriptions."""
    schema: dict[str, Any] = _without_prose(_Reply.model_json_schema())
    return schema


def _without_prose(value: Any) -> Any:
    """A JSON Schema without what only people read; no field of a plan has one of these names."""
    if isinstance(value, dict):
        dropped = ("description", "title", "discriminator")
        return {key: _without_prose(inner) for key, inner in value.items() if key not in dropped}
    return [_without_prose(item) for item in value] if isinstance(value, list) else value
