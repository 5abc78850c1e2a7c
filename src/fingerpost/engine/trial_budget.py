"""The budget for trying other readings, in units of work, so that the same reading wins on every machine.

Stores count the rows that a query holds, but hardly the work that finds none. So the work of each plan is estimated
before it runs, from the counts of the schema. Time ends a trial only as it ends any query, and sooner if a store counts
no work; the trace says so.
"""

from __future__ import annotations

import math

from fingerpost.core.limits import Limits
from fingerpost.engine.context import AskContext
from fingerpost.plans import Plan, estimated_work

_UNITS_PER_STEP = 20
"""Units of work for each relationship walked over. A unit is a row held, a tenth of a microsecond or two in the
embedded store; a step that holds none took 20 times that (500 readings of POLE)."""
_UNCOUNTED_MS = 250.0
"""Milliseconds that trials may take in all where the store counts no work."""


class TrialBudget:
    """What is left for trying readings of one question.

    Attributes:
        tried: how many readings were tried.
        too_costly: how many were not, as their estimate was more than was left.
        out_of_time: how many the clock ended or kept from being tried: a faster machine may answer otherwise.
    """

    def __init__(self, context: AskContext) -> None:
        limits = context.settings.limits
        self._schema = context.schema
        self._limits = limits
        self._units = float(context.settings.feedback_work) if context.store.capabilities.trials else 0.0
        counts_work = context.store.capabilities.work_limit
        self._milliseconds = limits.time_ms if counts_work else min(limits.time_ms, _UNCOUNTED_MS)
        self.tried = self.too_costly = self.out_of_time = 0

    def limits_for(self, plan: Plan) -> Limits | None:
        """The limits under which a plan may be tried; its estimate is spent. None: it may not be."""
        units = estimated_work(plan, self._schema) * _UNITS_PER_STEP
        if units > self._units or not self._units:
            self.too_costly += 1
            return None
        if self._milliseconds <= 0:
            self.out_of_time += 1
            return None
        self.tried += 1
        allowed = max(1, min(self._limits.work_units, int(self._units)))
        self._units -= units
        return self._limits.model_copy(update={"work_units": allowed, "time_ms": math.ceil(self._milliseconds)})

    def took(self, milliseconds: float, *, timed_out: bool) -> None:
        """Tell how long a trial took, and whether the clock ended it."""
        self._milliseconds -= milliseconds
        self.out_of_time += timed_out

    def to_json(self) -> dict[str, int]:
        """What the trace tells; nothing where no reading was to be tried."""
        told = {"tried": self.tried, "too_costly": self.too_costly, "out_of_time": self.out_of_time}
        return told if any(told.values()) else {}
