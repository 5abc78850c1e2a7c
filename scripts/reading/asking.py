"""Asking the questions of one graph, and judging the answers and the candidates by the rows that they give."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fingerpost.core.answer import Answer, Status
from fingerpost.core.cells import Cell
from fingerpost.core.containment import BUGS, Containment
from fingerpost.core.errors import FingerpostError
from fingerpost.engine import RANKED, KnowledgeBase
from fingerpost.evals.data import Example
from fingerpost.evals.golds import Gold, gold_of, lifted
from fingerpost.evals.oracle import TRIAL_WORK, ordered
from fingerpost.evals.questions import RIGHT
from fingerpost.plans import Plan, fingerprint
from fingerpost.questions import Parsed
from scripts.reading.cases import Case
from scripts.reading.lacking import OUTRANKED, REFUSED, lacking
from scripts.reading.rows import judged, says_nothing

Rows = Sequence[Sequence[Cell]]
SURE = 0.8
"""Confidence from which on an answer is given as sure."""
_KEPT = 2_000
"""Rows of a plan from which on they are not kept for other questions."""
_TRIAL_MS = 2_000
_VERDICTS = {
    Status.AMBIGUOUS: "asked back",
    Status.UNANSWERABLE: "refused",
    Status.REFUSED: "refused",
    Status.FAILED: "failed",
}


@dataclass(frozen=True)
class Outcome:
    """What became of one question.

    `verdict` is right, wrong, refused, asked back, failed, crashed (an error that should not be), or gold (the gold
    did not run). `nothing` marks a gold that says nothing, `none` an answer of no rows. `rank` (from 1) is the place
    of the first plan with the gold's rows among the first 20, whatever would be refused. `lack` is the class of what
    stands between the question and its right answer, where that was looked for.
    """

    case: Case
    verdict: str
    confidence: float = 0.0
    ignored: bool = False
    nothing: bool = False
    none: bool = False
    milliseconds: float = 0.0
    rank: int | None = None
    lack: str = ""
    text: str = ""

    @property
    def answered(self) -> bool:
        return self.verdict in ("right", "wrong")

    @property
    def sure(self) -> bool:
        """Whether it was answered as something to rely on."""
        return self.answered and self.confidence >= SURE and not self.ignored


class Judge:
    """Judges rows and plans by golds over one graph; what a plan gives is found once."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._rows: dict[str, Rows | None] = {}

    def gold(self, case: Case) -> Rows | Gold | None:
        """The rows of a case's gold, or what it gave when it was run; None if it cannot be."""
        if case.rows is not None:
            return case.rows
        found = gold_of(self._kb, Example(case.id, case.question, case.cypher, case.graph, ""))
        return found if isinstance(found, Gold) else None

    def right(self, rows: Rows, gold: Rows | Gold) -> bool:
        """Whether rows are those of a gold."""
        if not isinstance(gold, Gold):
            return judged(rows, gold)
        return judged(rows, gold.cells) or gold.verdict(self._kb, rows) in RIGHT

    def exactly(self, plan: Plan, gold: Gold) -> bool:
        """Whether a plan gives the rows of a gold and no cell more."""
        rows = self._given(plan)
        return rows is not None and gold.equals(rows)

    def gives(self, plan: Plan, gold: Rows | Gold) -> bool:
        """Whether a plan gives the rows of a gold."""
        rows = self._given(plan)
        return rows is not None and self.right(rows, gold)

    def _given(self, plan: Plan) -> Rows | None:
        key = fingerprint(plan)
        if key in self._rows:
            return self._rows[key]
        limits = self._kb.limits
        work, spent = min(limits.work_units, TRIAL_WORK), min(limits.time_ms, _TRIAL_MS)
        try:
            result = self._kb.run(plan, limits.model_copy(update={"work_units": work, "time_ms": spent}))
        except (FingerpostError, *BUGS):
            rows: Rows | None = None
        else:
            rows = None if result.cut else result.rows
        if rows is None or len(rows) <= _KEPT:
            self._rows[key] = rows
        return rows


def outcomes(kb: KnowledgeBase, cases: Iterable[Case], *, lacks: bool, oracle: bool = True) -> Iterator[Outcome]:
    """What becomes of each case; with `lacks`, also what stands between it and its right answer."""
    judge = Judge(kb)
    for case in cases:
        yield _outcome(kb, judge, case, lacks=lacks, oracle=oracle)


def _outcome(kb: KnowledgeBase, judge: Judge, case: Case, *, lacks: bool, oracle: bool) -> Outcome:
    gold = judge.gold(case)
    if gold is None:
        return Outcome(case, "gold")
    nothing = says_nothing(gold.cells if isinstance(gold, Gold) else gold)
    started = time.perf_counter()
    try:
        answer = kb.ask(case.question)
    except FingerpostError as error:
        return Outcome(case, "failed", nothing=nothing, text=error.message)
    except BUGS as error:  # a crash is counted, and is not to end the run
        return Outcome(case, "crashed", nothing=nothing, text=repr(error))
    spent = (time.perf_counter() - started) * 1000
    found = replace(_answered(judge, case, gold, answer), nothing=nothing, milliseconds=spent)
    return _looked_into(kb, judge, found, gold, lacks=lacks) if oracle else found


def _answered(judge: Judge, case: Case, gold: Rows | Gold, answer: Answer[Any]) -> Outcome:
    verdict = _VERDICTS.get(answer.status) or ("right" if judge.right(answer.rows, gold) else "wrong")
    none = answer.status is Status.EMPTY
    return Outcome(case, verdict, answer.confidence, bool(answer.ignored), none=none, text=answer.text)


def place_of_right(
    kb: KnowledgeBase, judge: Judge, case: Case, gold: Rows | Gold, most: int = RANKED
) -> tuple[Parsed, int | None]:
    """So many readings of a question, and at which place of their ranking the first right plan stands."""
    containment = Containment(raising=False)
    parsed = kb.parser.parse(case.question, most, containment=containment)
    try:
        order = ordered(kb, parsed, containment)
    except FingerpostError:
        order = list(parsed.candidates)
    return parsed, next((place for place, one in enumerate(order, 1) if judge.gives(one.plan, gold)), None)


def _looked_into(kb: KnowledgeBase, judge: Judge, found: Outcome, gold: Rows | Gold, *, lacks: bool) -> Outcome:
    """The outcome with the place of the first right plan, and with what is lacking."""
    parsed, rank = place_of_right(kb, judge, found.case, gold)
    if not lacks or found.verdict == "right":
        lack = ""
    elif rank is None:
        lack = lacking(kb.schema, parsed, lifted(found.case.cypher) if found.case.cypher else None)
    else:
        lack = OUTRANKED if rank > 1 else REFUSED
    return replace(found, rank=rank, lack=lack)
