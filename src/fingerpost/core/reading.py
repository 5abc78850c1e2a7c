"""The `Reading` of a question: what would be run, without running it."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Generic

from pydantic import Field

from fingerpost.core.answer import Choice, PlanT, Span
from fingerpost.core.cell_fields import Parameters, no_parameters
from fingerpost.core.schema import Frozen
from fingerpost.core.trace import Trace


class ReadStatus(StrEnum):
    """How reading a question ended."""

    READ = "read"
    UNANSWERABLE = "unanswerable"
    REFUSED = "refused"
    FAILED = "failed"


class Reading(Frozen, Generic[PlanT]):
    """How a question is read: `readings`, best first, and the plan and query of the best. No row has been fetched.

    Asking also looks at what the readings find, so that its order and confidence may differ. `text` says why there is
    no plan; the other fields are those of `Answer`.
    """

    question: str
    status: ReadStatus
    text: str = ""
    readings: tuple[Choice[PlanT], ...] = ()
    reading: str = ""
    plan: PlanT | None = None
    query: str | None = None
    parameters: Parameters = Field(default_factory=no_parameters)
    confidence: float = 0.0
    spans: tuple[Span, ...] = ()
    ignored: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    error_code: str | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)
    trace: Trace = Trace()

    def __str__(self) -> str:
        return self.reading or self.text
