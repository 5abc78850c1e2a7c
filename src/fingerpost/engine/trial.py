"""Trying readings: each is checked by the gate, and the likeliest are run within what trying may spend."""

from __future__ import annotations

import time

from fingerpost.core.containment import Containment
from fingerpost.core.errors import FingerpostError, PlanError, QueryRejected, StoreError, UnsupportedConstruct
from fingerpost.core.limits import Limits
from fingerpost.core.verified import VerifiedQuery
from fingerpost.engine.context import AskContext
from fingerpost.engine.trial_budget import TrialBudget
from fingerpost.plans import plural, words
from fingerpost.questions import Candidate
from fingerpost.stores import Result


class Trial:
    """The queries of candidates and what they found. All but the first may spend only so much work."""

    def __init__(self, context: AskContext, containment: Containment) -> None:
        self._context = context
        self._containment = containment
        self._spoiled: set[int] = set()
        self._queries: dict[int, VerifiedQuery] = {}
        self._results: dict[int, Result | None] = {}
        self._errors: dict[int, StoreError] = {}
        self.budget = TrialBudget(context)

    def unlisted(self, candidate: Candidate) -> tuple[str, ...]:
        """The note on groups that are not listed because they have none of what is counted."""
        head, nodes, result = candidate.head, candidate.state.nodes, self.result(candidate)
        owners = {nodes[key.owner].label for key in (*head.keys, *head.groups) if not key.edge}
        if not head.unlisted or head.optional is None or result is None or len(owners) != 1:
            return ()
        label = owners.pop()
        known = self._context.schema.label_by_name.get(label)
        if known is None or len(result.rows) >= known.count:
            return ()
        counted = plural(words(nodes[head.optional.owner].label))
        return (f"{plural(words(label))} without {counted} are not listed",)

    def guesses(self, candidate: Candidate) -> tuple[str, ...]:
        """What a reading rests on that was guessed when the graph was loaded."""
        known = self._context.schema.relationship_by_type
        types = dict.fromkeys(edge.type for edge in candidate.state.edges)
        return tuple(
            f"{type_} is {known[type_].description}" for type_ in types if type_ in known and known[type_].guessed
        )

    def is_sound(self, candidate: Candidate) -> bool:
        """Whether a candidate was checked and run without an internal error, as far as it was."""
        return id(candidate) not in self._spoiled

    def query(self, candidate: Candidate) -> VerifiedQuery | None:
        """What the gate made of a candidate, where it was tried and let through."""
        return self._queries.get(id(candidate))

    def result(self, candidate: Candidate) -> Result | None:
        """What a candidate found, where it was run and could be."""
        return self._results.get(id(candidate))

    def error(self, candidate: Candidate) -> StoreError | None:
        """Why a candidate that might spend all found nothing that is known."""
        return self._errors.get(id(candidate))

    def passes(self, candidate: Candidate) -> bool:
        """Whether the gate lets a reading through: one that it does not is not a reading of this graph."""
        if id(candidate) in self._queries:
            return True
        with self._containment.within("verify"):
            try:
                self._queries[id(candidate)] = self._context.gate.check_plan(candidate.plan)
            except (QueryRejected, UnsupportedConstruct, PlanError):
                return False
            return True
        self._spoiled.add(id(candidate))
        return False

    def run(self, candidate: Candidate, *, whole: bool) -> None:
        """Run a candidate that passed, with all of the limits where `whole`, else as far as the budget goes.

        Raises:
            StoreError: `store.unavailable`; what was asked was not the best, so that the others are not known.
        """
        self._results[id(candidate)] = self._whole(candidate) if whole else self._tried(candidate)

    def _whole(self, candidate: Candidate) -> Result | None:
        try:
            return self._ran(candidate, self._context.settings.limits)
        except StoreError as error:
            self._errors[id(candidate)] = error
        except FingerpostError:
            pass
        return None

    def _tried(self, candidate: Candidate) -> Result | None:
        limits = self.budget.limits_for(candidate.plan)
        if limits is None:
            return None
        started, code = time.perf_counter(), ""
        try:
            return self._ran(candidate, limits)
        except FingerpostError as error:
            code = error.code
            if code == "store.unavailable":
                raise
            return None
        finally:
            self.budget.took((time.perf_counter() - started) * 1000, timed_out=code == "limit.time")

    def _ran(self, candidate: Candidate, limits: Limits) -> Result | None:
        with self._containment.within("run"):
            return self._context.store.run(self._queries[id(candidate)], limits)
        self._spoiled.add(id(candidate))
        return None
