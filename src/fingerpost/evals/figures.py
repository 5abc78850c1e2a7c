"""The figures of questions asked: shares right, precision, oracles, calibration, time, and causes of what was lost."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from fingerpost.evals.calibration import bins, calibration_error
from fingerpost.evals.questions import RIGHT, Outcome
from fingerpost.evals.report import percent, quantile, table

ORACLES = (1, 5, 20)
_EXAMPLES = 3
_HEAD = ("questions", "n", "equal", "+ as sets", "+ ties", "+ typed order", "precision", "answered")


@dataclass
class QuestionsReport:
    """All outcomes, counted. `oracle` is how many plans were looked at for a right one."""

    outcomes: list[Outcome] = field(default_factory=list)
    oracle: int = 0
    explained: bool = False

    @property
    def counted(self) -> list[Outcome]:
        """The outcomes of golds that ran."""
        return [outcome for outcome in self.outcomes if outcome.verdict != "gold"]

    @property
    def pairs(self) -> list[tuple[float, bool]]:
        """Confidence, and whether it was right, of each answer."""
        return [(outcome.confidence, outcome.right) for outcome in self.counted if outcome.verdict != "none"]

    def text(self) -> str:
        counted, oracles = self.counted, self._oracles()
        rows = [self._row(name, found, oracles) for name, found in self._sections()]
        text = table((*_HEAD, *(f"oracle {k}" for k in oracles)), rows)
        times = [o.milliseconds for o in counted]
        text += f"\n\nmilliseconds a question: p50 {quantile(times, 0.5):.1f}, p95 {quantile(times, 0.95):.1f}"
        error = calibration_error(self.pairs)
        if error is not None:
            text += f"\nexpected calibration error of what was answered (10 bins): {error:.3f}"
        if self.explained:
            text += f"\n\n{self._causes()}"
        failed = len(self.outcomes) - len(counted)
        if failed:
            text += f"\n{failed} golds did not run and are not counted: "
            text += ", ".join(o.id for o in self.outcomes if o.verdict == "gold")
        return text

    def _oracles(self) -> tuple[int, ...]:
        return tuple(k for k in ORACLES if k <= self.oracle)

    def _sections(self) -> list[tuple[str, list[Outcome]]]:
        """The rows of the table: all, by whether the gold answers something, by graph, by group."""
        counted = self.counted
        sections = [("all", counted)]
        if any(o.gold_empty for o in counted):
            sections.append(("gold answers something", [o for o in counted if not o.gold_empty]))
            sections.append(("gold answers nothing", [o for o in counted if o.gold_empty]))
        for key in ("graph", "group"):
            groups: dict[str, list[Outcome]] = defaultdict(list)
            for outcome in counted:
                groups[getattr(outcome, key) or ""].append(outcome)
            if len(groups) > 1:
                sections.extend((f"  {name}", found) for name, found in sorted(groups.items()))
        return sections

    @staticmethod
    def _row(name: str, outcomes: list[Outcome], oracles: Sequence[int]) -> tuple[Any, ...]:
        number = len(outcomes)
        answered = [o for o in outcomes if o.verdict != "none"]
        within = [percent(sum(RIGHT.get(o.verdict, 9) <= least for o in outcomes), number) for least in range(4)]
        reached = [percent(sum(o.rank is not None and o.rank <= k for o in outcomes), number) for k in oracles]
        precision = percent(sum(o.right for o in answered), len(answered))
        return (name, number, *within, precision, percent(len(answered), number), *reached)

    def _causes(self) -> str:
        """Where the questions that were not answered equally were lost, the most frequent cause first."""
        lost = [outcome for outcome in self.counted if outcome.cause]
        counts = Counter(outcome.cause for outcome in lost)
        whole = len(self.counted)
        rows = []
        for cause, number in counts.most_common():
            ids = [outcome.id for outcome in lost if outcome.cause == cause][:_EXAMPLES]
            rows.append((cause, number, percent(number, whole), ", ".join(ids)))
        mains = Counter(outcome.cause.split(":")[0] for outcome in lost)
        summed = [(cause, number, percent(number, whole)) for cause, number in mains.most_common()]
        head = ("lost by", "n", "of all")
        return f"{table(head, summed)}\n\n{table((*head, 'for example'), rows)}"

    def to_json(self) -> dict[str, Any]:
        """Figures of all, of each section and of each stratum (kind of return x relation set), and every outcome."""
        strata: dict[tuple[str, tuple[str, ...]], list[Outcome]] = defaultdict(list)
        for outcome in self.counted:
            strata[outcome.kind, outcome.relations].append(outcome)
        return {
            "kind": "questions",
            "figures": {name.strip(): self._figures(found) for name, found in self._sections()},
            "strata": [
                {"kind": key[0], "relations": list(key[1]), **self._figures(found)}
                for key, found in sorted(strata.items(), key=lambda pair: (-len(pair[1]), pair[0]))
            ],
            "calibration": {"error": calibration_error(self.pairs), "bins": [b.to_json() for b in bins(self.pairs)]},
            "causes": dict(Counter(outcome.cause for outcome in self.counted if outcome.cause).most_common()),
            "outcomes": [outcome.to_json() for outcome in self.outcomes],
        }

    def _figures(self, outcomes: list[Outcome]) -> dict[str, Any]:
        times = [o.milliseconds for o in outcomes]
        verdicts = Counter(o.verdict for o in outcomes)
        reached = {f"oracle_{k}": sum(o.rank is not None and o.rank <= k for o in outcomes) for k in self._oracles()}
        return {
            "n": len(outcomes),
            "verdicts": dict(verdicts),
            "answered": len(outcomes) - verdicts["none"],
            "right": sum(o.right for o in outcomes),
            **reached,
            "ms_p50": quantile(times, 0.5),
            "ms_p95": quantile(times, 0.95),
        }
