"""What a model writes for one question, read as a plan; what is wrong with a query goes back to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from fingerpost.core.cells import Cell
from fingerpost.core.errors import (
    FingerpostError,
    MissingExtra,
    PlanError,
    QueryRejected,
    UnsupportedConstruct,
)
from fingerpost.core.schema import GraphSchema
from fingerpost.engine.example_library import nearest_examples
from fingerpost.engine.gate import Gate
from fingerpost.engine.generation.auditing import Verdict, messages_of_audit, verdict_of
from fingerpost.engine.generation.prompt import Notation, inputs_of, messages_for
from fingerpost.engine.model_calls import ModelCalls
from fingerpost.engine.run import Run
from fingerpost.plans import Plan, check
from fingerpost.query_languages import cypher_texts, language, lift_sql
from fingerpost.questions import Parsed

_REPAIRS = 2
"""How often findings go back for one question."""
_FINDINGS = 5
_APPROVED = 3
"""The number of approved questions that are examples."""
_WORKED = 5
"""The number of worked examples of the pack."""
_FENCE = re.compile(r"```(?:\w+)?\s*\n?(.*?)```", re.DOTALL)
_NONE = re.compile(r"\W*none\W*", re.IGNORECASE)
_SELECT = re.compile(r"\A\s*(?:\(\s*)*SELECT\b", re.IGNORECASE)
_DIALECT = "neo4j"
"""The dialect in which a checked Cypher query is printed to be lifted."""


class Writer:
    """Calls a model, parses its query into a plan, and sends errors back."""

    def __init__(self, run: Run, parsed: Parsed, calls: ModelCalls) -> None:
        self._context, self._calls = run.context, calls
        self._inputs = inputs_of(run.question, parsed)
        self._known = frozenset(str(m.value).casefold() for m in parsed.linked.mentions if m.value is not None)
        self._repairs = _REPAIRS
        self.refused = 0
        """How often what the model wrote last in a notation was refused."""
        near = run.context.recall.nearest(run.question, _APPROVED) if run.context.recall is not None else ()
        self._approved = [(one.question, one.plan) for one in near if self._passes(one.plan)]
        self._worked = nearest_examples(
            run.context.pack, run.question, _WORKED, prefer=str(run.hints.get("domain") or "")
        )
        self.unplanned: str | None = None
        """A query of the model that the gate lets through, as the store takes it, but that no plan can express."""

    def _passes(self, plan: Plan) -> bool:
        """Whether a plan that was approved once still fits the graph."""
        try:
            self._context.gate.check_plan(plan)
        except FingerpostError:
            return False
        return True

    def details(self) -> dict[str, Any]:
        """What the trace has: each call with its findings, what they came to, and the examples of the pack."""
        return {**self._calls.totals(), "examples": [one.question for one in self._worked]}

    def plan(self, notation: Notation) -> Plan | None:
        """The model's plan in a notation, checked by the gate; None if it has none.

        Raises:
            ModelError: a call failed, or the time or the tokens of the question are used up.
        """
        context = self._context
        messages = messages_for(context.schema, context.gate, self._inputs, notation, self._approved, self._worked)
        self.refused = 0
        while True:
            text = self._calls.reply(messages, notation.value)
            try:
                return plan_of(text, self._context.schema, self._context.gate, self._inputs.question, self._known)
            except MissingExtra as error:
                self._calls.made[-1]["findings"] = [error.message]
                return None
            except (QueryRejected, UnsupportedConstruct, PlanError) as error:
                findings = _findings(error)[:_FINDINGS]
                if isinstance(error, UnsupportedConstruct):
                    self._keep(_bare(text))
            self._calls.made[-1]["findings"] = findings
            self.refused += 1
            if self._repairs == 0 or (self.refused > 1 and text == messages[-2]["content"]):
                return None  # who writes the same again does not know better
            self._repairs -= 1
            wrong = "\n".join(finding[:300] for finding in findings)
            messages += [
                {"role": "assistant", "content": text[:2_000]},
                {"role": "user", "content": f"This was refused:\n{wrong}\nWrite the corrected query."},
            ]

    def audit(self, query: str) -> Verdict:
        """What the model says of a query that is to run without a plan. Raises `ModelError` as `plan` does."""
        return verdict_of(self._calls.reply(messages_of_audit(self._context.schema, self._inputs, query), "audit"))

    def _keep(self, query: str) -> None:
        """Keep the first query that no plan can express, if it passes the gate and invents no text."""
        if self.unplanned is not None or _SELECT.match(query):
            return
        try:
            text = self._context.gate.check(query).text
            texts = {str(place): said for place, said in enumerate(cypher_texts(query))}
        except FingerpostError:
            return
        if not any(_invented(texts, self._context.schema, self._inputs.question, self._known)):
            self.unplanned = text


def plan_of(
    text: str, schema: GraphSchema, gate: Gate, question: str, known: frozenset[str] = frozenset()
) -> Plan | None:
    """What a model wrote for a question, as a plan that passes the gate; None if it says that there is none.

    `known` are values of the graph that the question names, in lower case: texts that a plan may compare with.

    Raises:
        QueryRejected, UnsupportedConstruct, PlanError: it is not a query that the gate lets through, or no plan.
        MissingExtra: it is SQL, and the extra `sql` is not installed.
    """
    query = _bare(text)
    if _NONE.fullmatch(query):
        return None
    if _SELECT.match(query):
        plan = lift_sql(query, schema)
    else:
        verified = gate.check(query, dialect=_DIALECT)
        plan = language().lift(verified.text, verified.parameters)
    check(plan)
    invented = list(_invented(plan.parameters, schema, question, known))
    if invented:
        raise QueryRejected("; ".join(invented))
    gate.check_plan(plan)
    return plan


def _invented(
    parameters: Mapping[str, Cell], schema: GraphSchema, question: str, known: frozenset[str]
) -> Iterator[str]:
    """Texts that a plan compares with although neither the question nor the graph's index has them."""
    said = question.casefold()
    samples = {s.casefold() for label in schema.labels for p in label.properties for s in p.samples}
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


def _bare(text: str) -> str:
    """The query of a reply, without the Markdown fence and the prose that models like to put around it."""
    fenced = _FENCE.search(text)
    query = fenced[1] if fenced is not None else text
    return query.strip().rstrip(";").strip()


def _findings(error: FingerpostError) -> list[str]:
    """What the gate says of a query."""
    found = error.details.get("findings") or []
    said = [one.get("message", "") for one in found if isinstance(one, dict)]
    return [message for message in said if message] or [error.message]
