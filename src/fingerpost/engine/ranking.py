"""Choosing among candidate plans: by score, and by what the graph has.

A reading that finds nothing gives way to a close one that finds something. Readings that are as good as each other and
find different things are ambiguous: which of them was meant, only the person knows.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from fingerpost.core.cells import Cell, freeze
from fingerpost.core.containment import Containment
from fingerpost.core.errors import FingerpostError, PlanError, QueryRejected, StoreError, UnsupportedConstruct
from fingerpost.core.limits import Limits
from fingerpost.core.verified import VerifiedQuery
from fingerpost.engine.confidence import confidence_of, generic_confidence, signs, unheeded
from fingerpost.engine.context import AskContext
from fingerpost.engine.trial_budget import TrialBudget
from fingerpost.plans import ORDERINGS, AggregateFunction, Comparison, Plan
from fingerpost.questions import BINDING, Against, Candidate, Kind, Parsed, Role, Term, find_missing, is_mutual, unused
from fingerpost.stores import Result

_CLOSE = 2.0
"""How far behind the best a reading may be and still take its place."""
_MOST_RIVALS = 3
"""Most readings that are offered."""
_TIE = 1e-6
"""How far apart the scores of readings may be that nothing tells apart."""


@dataclass(frozen=True)
class Ranked:
    """A candidate with its confidence (0 to 1), the words it ignores, and its query and result where it was tried.

    `signs` are what its confidence comes from. `error` is why a run that had all of the limits gave no result: another
    would give none either.
    """

    candidate: Candidate
    confidence: float
    ignored: tuple[str, ...] = ()
    query: VerifiedQuery | None = None
    result: Result | None = None
    notes: tuple[str, ...] = ()
    error: StoreError | None = None
    signs: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Ranking:
    """Readings, best first; the first `rivals` of them (0 or at least 2) are as likely and find different things."""

    ranked: tuple[Ranked, ...]
    rivals: int = 0
    trials: Mapping[str, int] = field(default_factory=dict)
    """What trying readings came to (`TrialBudget.to_json`)."""


def rank(
    context: AskContext, parsed: Parsed, containment: Containment | None = None, *, trying: bool = True
) -> Ranking:
    """The candidates of a question, best first; without those that meet an internal error, where it is contained.

    Without `trying`, none of them is run: the order and the confidence are by the words alone.

    Raises:
        StoreError: `store.unavailable`; what was asked last was not the best, so that the others are not known.
    """
    containment = containment or Containment()
    trial = _Trial(context, parsed, containment, trying=trying)
    order = trial.order()
    rivals: list[Candidate] = []
    with containment.within("rank"):
        rivals = trial.rivals(order)
    order = [*rivals, *(c for c in order if c not in rivals)] if rivals else order
    order = [candidate for candidate in order if trial.is_sound(candidate)]
    ranked: list[Ranked] = []
    for candidate in order:
        with containment.within("rank"):
            ranked.append(_ranked(context, parsed, trial, candidate, order))
    left = sum(candidate is reading.candidate for candidate in rivals for reading in ranked)
    return Ranking(tuple(ranked), left if left > 1 else 0, trial.budget.to_json())


def _ranked(context: AskContext, parsed: Parsed, trial: _Trial, candidate: Candidate, order: list[Candidate]) -> Ranked:
    """A candidate with its confidence among the others."""
    lead = candidate.score - max((c.score for c in order if trial.differ(c, candidate)), default=-math.inf)
    said = signs(parsed, candidate, lead, trial.tells(candidate))
    ignored = tuple(parsed.linked.tokens[i].text for i in unheeded(parsed, candidate))
    notes = tuple(_notes(parsed, candidate, ignored))
    query, result, error = trial.query(candidate), trial.result(candidate), trial.error(candidate)
    return Ranked(candidate, _sure(context, said), ignored, query, result, notes, error, said)


def _notes(parsed: Parsed, candidate: Candidate, ignored: Sequence[str]) -> Iterator[str]:
    """What a reader should know of a reading: words that it has no use for, and names that nothing here has."""
    if ignored:
        yield f"these words were passed over: {', '.join(ignored)}"
    unseen = [r for r in candidate.reasons if r.feature == "unseen value" and r.note]
    if unseen:
        yield f"nothing is called so: {', '.join(parsed.linked.text(r.start, r.end) for r in unseen)}"


class _Trial:
    """Candidates and what they find. All but the best may spend only so much work, the same on every machine.

    Where none of them is to be answered whatever it finds, none is run: words without sense make the dearest queries.
    """

    def __init__(self, context: AskContext, parsed: Parsed, containment: Containment, *, trying: bool = True) -> None:
        self._context = context
        candidates = parsed.candidates
        self._containment = containment
        self._spoiled: set[int] = set()
        self._queries: dict[int, VerifiedQuery] = {}
        self._results: dict[int, Result | None] = {}
        self._multisets: dict[int, Counter[Cell]] = {}
        self._error: StoreError | None = None
        self.budget = TrialBudget(context)
        first = next((i for i, c in enumerate(candidates) if self._passes(c)), 0)
        self._candidates = candidates[first:]
        best = self._candidates[0]
        self._close: list[Candidate] = []
        self._idle = True
        for candidate in self._candidates:
            with containment.within("rank"):
                if _comes_near(parsed, candidate, best):
                    self._close.append(candidate)
                    self._idle = self._idle and not (trying and _may_be_answered(context, parsed, candidate))

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
        """Why the first candidate, which may spend all, found nothing that is known."""
        return self._error if candidate is self._candidates[0] else None

    def finds(self, candidate: Candidate) -> bool | None:
        """Whether a candidate finds something; None where that is not known."""
        result = self.result(candidate)
        return None if result is None else found_something(candidate.plan, result)

    def tells(self, candidate: Candidate) -> bool | None:
        """Whether what a candidate finds speaks for it or against it; None where it does neither."""
        found = self.finds(candidate)
        return None if found is False and _nothing_answers(candidate) else found

    def differ(self, one: Candidate, other: Candidate) -> bool:
        """Whether two candidates are two, and are not known to find the same."""
        mine, theirs = self.result(one), self.result(other)
        if one is other or mine is None or theirs is None:
            return one is not other
        return self._rows(one, mine) != self._rows(other, theirs)

    def _rows(self, candidate: Candidate, result: Result) -> Counter[Cell]:
        if id(candidate) not in self._multisets:
            self._multisets[id(candidate)] = _multiset(result)
        return self._multisets[id(candidate)]

    def _found(self, candidate: Candidate) -> Result | None:
        if id(candidate) not in self._results:
            first = candidate is self._candidates[0]
            self._results[id(candidate)] = self._first(candidate) if first else self._tried(candidate)
        return self._results[id(candidate)]

    def _first(self, candidate: Candidate) -> Result | None:
        """What the best candidate finds, which may spend all that a query may."""
        try:
            return self._run(candidate, self._context.settings.limits)
        except StoreError as error:
            self._error = error
        except FingerpostError:
            pass
        return None

    def _tried(self, candidate: Candidate) -> Result | None:
        """What another candidate finds, as far as the budget goes."""
        limits = self.budget.limits_for(candidate.plan)
        if limits is None:
            return None
        started, code = time.perf_counter(), ""
        try:
            return self._run(candidate, limits)
        except FingerpostError as error:
            code = error.code
            if code == "store.unavailable":
                raise
            return None
        finally:
            self.budget.took((time.perf_counter() - started) * 1000, timed_out=code == "limit.time")

    def _run(self, candidate: Candidate, limits: Limits) -> Result | None:
        with self._containment.within("run"):
            return self._context.store.run(self._verified(candidate), limits)
        self._spoiled.add(id(candidate))
        return None

    def _verified(self, candidate: Candidate) -> VerifiedQuery:
        if id(candidate) not in self._queries:
            self._queries[id(candidate)] = self._context.gate.check_plan(candidate.plan)
        return self._queries[id(candidate)]

    def _passes(self, candidate: Candidate) -> bool:
        """Whether the gate lets a reading through: one that it does not is no reading of this graph."""
        with self._containment.within("verify"):
            try:
                self._verified(candidate)
            except (QueryRejected, UnsupportedConstruct, PlanError):
                return False
            return True
        self._spoiled.add(id(candidate))
        return False

    def order(self) -> list[Candidate]:
        """The candidates, the first one that finds something in front."""
        if self._idle:
            return list(self._candidates)
        best, close = self._candidates[0], self._close
        if not self._context.settings.feedback_work:
            close = close[:1]
        for candidate in close:
            with self._containment.within("rank"):
                result = self._found(candidate)
                if candidate is best and self.is_sound(best) and (result is None or _nothing_answers(best)):
                    break
                if result is not None and found_something(candidate.plan, result):
                    return [candidate, *(c for c in self._candidates if c is not candidate)]
        return list(self._candidates)

    def rivals(self, order: Sequence[Candidate]) -> list[Candidate]:
        """The readings of other patterns that score the same as the first and find something else."""
        best = order[0]
        result = None if self._idle else self._found(best)
        if result is None or not found_something(best.plan, result) or not self._context.settings.feedback_work:
            return []
        rivals, seen = [best], [self._rows(best, result)]
        for other in order[1:]:
            with self._containment.within("rank"):
                tied = abs(best.score - other.score) <= _TIE and other.head == best.head
                if not tied or _pattern(other) == _pattern(best) or not _says_as_much(other, best):
                    continue
                found = self._found(other)
                if found is None or not found_something(other.plan, found):
                    continue
                rows = self._rows(other, found)
                if rows not in seen:
                    rivals.append(other)
                    seen.append(rows)
                if len(rivals) == _MOST_RIVALS:
                    break
        return rivals if len(rivals) > 1 else []


def _comes_near(parsed: Parsed, candidate: Candidate, best: Candidate) -> bool:
    """Whether a candidate could take the place of the best one, should that find nothing."""
    if candidate.score < best.score - _CLOSE or not _says_as_much(candidate, best):
        return False
    return _as_written(parsed, best) <= _values(candidate) and _bounds(best) <= _bounds(candidate)


def _sure(context: AskContext, said: Mapping[str, float]) -> float:
    """The confidence of a reading by its signs, as was learned of this graph or else of others."""
    return confidence_of(said, context.learned.confidence or generic_confidence())


def _may_be_answered(context: AskContext, parsed: Parsed, candidate: Candidate) -> bool:
    """Whether a reading can be answered, should it find something and no other come near it."""
    sure = _sure(context, signs(parsed, candidate, math.inf, True))
    lacking = find_missing(context.schema, context.parser, parsed, candidate)
    return sure >= context.settings.answer_threshold and lacking is None


def _nothing_answers(candidate: Candidate) -> bool:
    """Whether finding nothing is as good an answer: to "is there", and where absence is asked for."""
    state = candidate.state
    denied = any(node.absent for node in state.nodes) or any(edge.absent for edge in state.edges)
    best = candidate.head.best
    checked = candidate.head.kind in (Kind.CHECK, Kind.ALL) or (best is not None and best.against is Against.SAME)
    return checked or denied or is_mutual(state) or any(condition.every for condition in state.filters)


def _pattern(candidate: Candidate) -> object:
    return candidate.state.nodes, candidate.state.edges, candidate.state.filters


def _multiset(result: Result) -> Counter[Cell]:
    """The rows of a result in no order."""
    return Counter(freeze(row) for row in result.rows)


def _says_as_much(other: Candidate, best: Candidate) -> bool:
    """Whether a reading passes over nothing that the best one heeds: "never" must not get lost for finding more."""
    if unused(other.state) > unused(best.state) or _compared(other) < _compared(best):
        return False
    if not _named(best) <= _named(other) or (_answers_what_was_said(other) and not _answers_what_was_said(best)):
        return False
    if _pattern(other) == _pattern(best) and not _asked(best) <= _asked(other):
        return False  # a gender that is not known is none: no reason to show the whole person
    if any(m.role is Role.BOTH for m in best.state.markers) and len(other.head.having) < len(best.head.having):
        return False  # "borrowed both Emma and Persuasion": not one of them
    return _bound(best) <= _bound(other) and len(other.state.skipped) <= len(best.state.skipped)


def _answers_what_was_said(candidate: Candidate) -> bool:
    """Whether an answer would be what the question names: "who follows Ann" as Ann, who follows somebody."""
    head, state = candidate.head, candidate.state
    naming = {reason.start for reason in candidate.reasons if reason.feature == "names it"}
    told = any(f.owner == head.focus.owner and not f.edge and f.start in naming for f in state.filters)
    shown = all(c.owner == head.focus.owner and c.property is None and not c.edge for c in head.columns)
    return head.kind is Kind.LIST and told and shown and head.best is None


def _as_written(parsed: Parsed, candidate: Candidate) -> set[tuple[int, str]]:
    """The values of a reading that the question has to the letter: who asks for "O+" does not mean "O-"."""
    tokens, question = parsed.linked.tokens, parsed.linked.question
    return {(start, value) for start, value in _values(candidate) if question.startswith(value, tokens[start].start)}


def _bounds(candidate: Candidate) -> set[tuple[int, str]]:
    """The properties that numbers bound, by the places of the numbers."""
    return {(f.start, f.property) for f in candidate.state.filters if f.comparison in ORDERINGS}


def _values(candidate: Candidate) -> set[tuple[int, str]]:
    """The values of the graph that a reading holds things against, by the places of their words."""
    stored = {reason.start for reason in candidate.reasons if reason.feature == "value"}
    same = (f for f in candidate.state.filters if f.comparison is Comparison.EQ and f.start in stored)
    return {(f.start, f.value) for f in same if isinstance(f.value, str)}


def _asked(candidate: Candidate) -> set[Term]:
    """The properties that a list shows."""
    return {term for term in candidate.head.columns if term.property is not None}


def _named(candidate: Candidate) -> set[int]:
    """The places of the words that a reading takes for labels."""
    return {reason.start for reason in candidate.reasons if reason.feature == "label"}


def _compared(candidate: Candidate) -> float:
    """How much of what was compared or described is of the property that was named for it."""
    return sum(reason.amount for reason in candidate.reasons if reason.feature in ("described value", "comparison"))


def _bound(candidate: Candidate) -> set[tuple[Role, int]]:
    waiting = set(candidate.state.pending)
    return {(m.role, m.start) for m in candidate.state.markers if m.role in BINDING and m not in waiting}


def found_something(plan: Plan, result: Result) -> bool:
    """Whether a result says anything: rows, and not just a count of zero, a null or a no."""
    if len(result.rows) != 1:
        return bool(result.rows)
    counts = {
        aggregate.name
        for stage in plan.stages
        for aggregate in stage.aggregates
        if aggregate.function is AggregateFunction.COUNT
    }
    return not all(
        cell is None or cell is False or (cell == 0 and name in counts)
        for name, cell in zip(plan.columns, result.rows[0], strict=True)
    )
