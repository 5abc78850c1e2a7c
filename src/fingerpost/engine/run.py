"""One question on its way through the pipeline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from fingerpost.core.answer import Choice, Citation, Status
from fingerpost.core.errors import FingerpostError
from fingerpost.core.verified import VerifiedQuery
from fingerpost.engine.asked_unit import AskedUnit
from fingerpost.engine.context import AskContext
from fingerpost.engine.question_reader import DomainReading, DomainRephrasing, Evidence, WhichOne
from fingerpost.engine.ranking import Ranked
from fingerpost.engine.routing import Route
from fingerpost.plans import Plan
from fingerpost.questions import Missing, Parsed
from fingerpost.stores import Result

if TYPE_CHECKING:
    from fingerpost.engine.model_calls import ModelCalls

LONGEST_WORDED = 1_000
"""Characters of an answer that a language model may word."""


@dataclass
class Run:
    """What the steps have found out so far; each adds to it."""

    context: AskContext
    question: str
    choice: int | None
    dry: bool = False
    """Whether to stop before any query runs."""
    trying: bool = True
    """Whether readings may be run to compare them."""
    filters: Mapping[str, object] = field(default_factory=dict)
    given: Plan | None = None
    """A plan to answer instead of reading the question."""
    unplanned: str | None = None
    """A query to check and run where no plan can express it."""
    rephrased: DomainRephrasing | None = None
    calls: ModelCalls | None = None
    """The calls to the language model, where there were any."""
    likely: bool = False
    """Whether the best reading of the parser is an answer, where a language model has no better one."""
    unit: AskedUnit | None = None
    """The unit that the answer is wanted in."""
    route: Route | None = None
    domain: DomainReading | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    hints: Mapping[str, Any] = field(default_factory=dict)
    """What the domain knows of the things that the question names."""
    confidence: float = 0.0
    parsed: Parsed | None = None
    ranked: tuple[Ranked, ...] = ()
    rivals: tuple[Ranked, ...] = ()
    offered: tuple[Choice[Plan], ...] = ()
    """The parts of the graph to choose from, where a question means one of them."""
    missing: Missing | None = None
    query: VerifiedQuery | None = None
    result: Result | None = None
    text: str = ""
    status: Status = Status.FAILED
    citations: tuple[Citation, ...] = ()
    citation_total: int | None = None
    read_from: Mapping[int, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    error: FingerpostError | None = None
    _readings: dict[int, str] = field(default_factory=dict)

    @property
    def told(self) -> Plan | None:
        """The plan by which the answer is told: as it was read, before a domain limited it to a part of the graph."""
        if self.rephrased is None or self.rephrased.adapt is None or not self.ranked or self.plan is None:
            return self.plan
        return self.ranked[0].candidate.plan

    @property
    def which(self) -> WhichOne | None:
        """The parts of the graph of which the question means one, as its domain says."""
        if self.domain is not None:
            return self.domain.which
        return self.rephrased.which if self.rephrased is not None else None

    def reading(self, plan: Plan) -> str:
        """One of the plans read so far in English; computed once."""
        if id(plan) not in self._readings:
            self._readings[id(plan)] = plan.reading
        return self._readings[id(plan)]

    def ask_model(self) -> ModelCalls:
        """The calls to the language model, of which there is one; all of a question have their limits in common."""
        from fingerpost.engine.model_calls import ModelCalls

        assert self.context.model is not None
        self.calls = self.calls or ModelCalls(self.context.model)
        return self.calls

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The texts from which a language model may write the answer."""
        return self.domain.evidence if self.domain is not None else ()

    @property
    def is_to_be_worded(self) -> bool:
        """Whether a language model is to word what was found, or to write it from the evidence of a domain."""
        model = self.context.model
        if model is None or self.status is not Status.ANSWERED:
            return False
        short = len(self.text) <= LONGEST_WORDED and "\n" not in self.text
        return bool(self.evidence) or (model.settings.words and short)

    def confirm(self, confidence: float) -> None:
        """Take the parser's best reading, which somebody else wrote, too, as surely as that, unless it was surer."""
        best = self.best
        self.ranked = (replace(best, confidence=max(best.confidence, confidence)), *self.ranked[1:])

    def write(self, plan: Plan, confidence: float, metadata: Mapping[str, Any]) -> None:
        """Take a plan that somebody else wrote instead of the parser's readings."""
        self.given, self.confidence, self.metadata = plan, confidence, metadata
        self.ranked, self.rivals, self.missing, self.parsed = (), (), None, None

    def write_query(self, query: str, confidence: float, metadata: Mapping[str, Any]) -> None:
        """Take a query that no plan can express; it runs only if the gate lets it through."""
        self.unplanned, self.confidence, self.metadata = query, confidence, metadata
        self.given, self.domain = None, None
        self.ranked, self.rivals, self.missing, self.parsed = (), (), None, None

    @property
    def plan(self) -> Plan | None:
        """The plan that answers: of a domain's own reading, else of the best of the ranked ones."""
        if self.given is not None:
            return self.given
        if self.domain is not None:
            return self.domain.plan
        return self.ranked[0].candidate.plan if self.ranked else None

    @property
    def asked(self) -> str:
        """The question as the reader gets it: in the domain's words, without the unit of the answer."""
        if self.unit is not None:
            return self.unit.question
        return self.rephrased.question if self.rephrased is not None else self.question

    @property
    def units(self) -> dict[str, str]:
        """The unit of each column of the result as the graph has it."""
        plan = self.told
        if plan is None or self.result is None:
            return {}
        return self.context.composer.units(plan, durations=self.unit is not None and self.unit.of_time)

    @property
    def shown_units(self) -> dict[str, str]:
        """The unit of each column as it is shown."""
        units = self.units
        shown = self.unit.symbols(units) if self.unit is not None else {}
        return {column: shown.get(unit, unit) for column, unit in units.items()}

    @property
    def best(self) -> Ranked:
        return self.ranked[0]
