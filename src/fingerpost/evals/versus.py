"""Two ways of answering on the same questions: the paired difference, its interval, time and cost.

A way is settings ("model=ollama:qwen,pack=library"; empty for those of the environment), or a file of outcomes that
`eval questions --outcomes` wrote before, with another version of the program or of a prompt for example.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from fingerpost.core.errors import SettingsError, SourceError
from fingerpost.core.settings import Settings
from fingerpost.evals.data import Graphs, read_examples
from fingerpost.evals.questions import Measures, Outcome
from fingerpost.evals.report import percent, quantile, table
from fingerpost.evals.splits import sample as drawn
from fingerpost.evals.workers import judged

_Z = 1.959964
"""The normal quantile of a 95% interval."""
_EXAMPLES = 5


@dataclass(frozen=True)
class VersusReport:
    """Outcomes of both ways, a pair for each question whose gold ran in both."""

    names: tuple[str, str]
    pairs: tuple[tuple[Outcome, Outcome], ...]

    @property
    def gained(self) -> list[str]:
        """The questions that only the second way answers right."""
        return [second.id for first, second in self.pairs if second.right and not first.right]

    @property
    def lost(self) -> list[str]:
        """The questions that only the first way answers right."""
        return [second.id for first, second in self.pairs if first.right and not second.right]

    @property
    def interval(self) -> tuple[float, float, float]:
        """The difference of the shares right, second less first, and its 95% interval (`paired_interval`)."""
        return paired_interval(len(self.gained), len(self.lost), len(self.pairs))

    def text(self) -> str:
        if not self.pairs:
            return "no question has a gold that ran in both"
        sides = [[pair[place] for pair in self.pairs] for place in (0, 1)]
        head = ("", "n", "right", "precision", "answered", "ms p50", "ms p95", "tokens", "cost")
        rows = [(name, *_figures(side)) for name, side in zip(("A", "B"), sides, strict=True)]
        named = "\n".join(f"{letter}: {name}" for letter, name in zip("AB", self.names, strict=True))
        difference, low, high = (f"{100 * value:+.1f}" for value in self.interval)
        lines = [
            f"B right where A is not: {_listed(self.gained)}",
            f"A right where B is not: {_listed(self.lost)}",
            f"difference in points, B less A: {difference}, 95% interval {low} to {high}",
        ]
        return f"{named}\n\n{table(head, rows)}\n\n" + "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Figures of both, the difference, and both outcomes of each question."""
        difference, low, high = self.interval if self.pairs else (0.0, -1.0, 1.0)
        return {
            "kind": "ab",
            "a": self.names[0],
            "b": self.names[1],
            "n": len(self.pairs),
            "difference": difference,
            "interval": [low, high],
            "gained": self.gained,
            "lost": self.lost,
            "outcomes": [{"a": first.to_json(), "b": second.to_json()} for first, second in self.pairs],
        }


def paired_interval(gained: int, lost: int, number: int) -> tuple[float, float, float]:
    """The difference of two shares of the same `number` of things, and its 95% interval (Agresti and Min, paired)."""
    more, less, whole = gained + 0.5, lost + 0.5, number + 2
    middle = (more - less) / whole
    spread = _Z * math.sqrt(more + less - (more - less) ** 2 / whole) / whole
    return (gained - lost) / max(number, 1), max(-1.0, middle - spread), min(1.0, middle + spread)


def _figures(side: Sequence[Outcome]) -> tuple[Any, ...]:
    answered = [outcome for outcome in side if outcome.verdict != "none"]
    right, times = sum(outcome.right for outcome in side), [outcome.milliseconds for outcome in side]
    shares = percent(right, len(side)), percent(right, len(answered)), percent(len(answered), len(side))
    spent = sum(outcome.tokens for outcome in side), f"{sum(outcome.cost for outcome in side):.4f}"
    return (len(side), *shares, f"{quantile(times, 0.5):.1f}", f"{quantile(times, 0.95):.1f}", *spent)


def _listed(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - _EXAMPLES} more" if len(ids) > _EXAMPLES else ""
    return f"{len(ids)}{': ' if ids else ''}{', '.join(ids[:_EXAMPLES])}{more}"


def versus(
    first: str,
    second: str,
    *,
    graphs: list[str],
    questions: list[Path],
    only: str | None = None,
    limit: int | None = None,
    sample: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    json_out: Path | None = None,
) -> VersusReport:
    """Compare two ways, each asked anew or read from a file of outcomes.

    Raises:
        SourceError: a graph, a file of questions or a file of outcomes cannot be read.
        SettingsError: `settings.invalid`; a way names no setting, or a value is invalid.
    """
    ways: list[Mapping[str, Outcome]] = []
    for way in (first, second):
        if Path(way).is_file():
            ways.append(read_outcomes(Path(way)))
            continue
        if not graphs or not questions:
            raise SourceError(f"to ask with “{way}”, give --graph and --questions")
        settings = settings_of(way)
        examples = read_examples(questions, only, limit)
        chosen = examples if sample is None else drawn(examples, sample, seed)
        with Graphs(graphs, None, settings) as named:
            found = judged(named, chosen, Measures(oracle=0), jobs)
            ways.append({outcome.id: outcome for outcome in found})
    one, other = ways
    ran = [key for key in one if key in other and "gold" not in (one[key].verdict, other[key].verdict)]
    report = VersusReport((first or "the settings of the environment", second), tuple((one[k], other[k]) for k in ran))
    if json_out is not None:
        json_out.write_text(json.dumps(report.to_json(), indent=1, ensure_ascii=False, default=str), encoding="utf-8")
    return report


def settings_of(way: str) -> Settings:
    """Settings by a text: `NAME=VALUE,GROUP.NAME=VALUE`, each a setting of the engine. Raises `SettingsError`."""
    values: dict[str, Any] = {"row_limit": 200_000}
    for part in filter(None, (one.strip() for one in way.split(","))):
        name, equals, value = part.partition("=")
        group, dot, own = name.partition(".")
        if equals and dot and own in getattr(Settings.groups().get(group), "model_fields", ()):
            values[group] = {**values.get(group, {}), own: value}
            continue
        if not equals or name not in Settings.variables():
            hint = "give NAME=VALUE,..., or the file that `eval questions --outcomes` wrote"
            raise SettingsError(f"“{part}” is neither a setting nor a file of outcomes", hint=hint)
        values[name] = value
    return Settings(**values)


def read_outcomes(file: Path) -> dict[str, Outcome]:
    """The outcomes of a file, by the ids of their questions. Raises `SourceError`."""
    known = {one.name for one in fields(Outcome)}
    found: dict[str, Outcome] = {}
    try:
        for line in file.read_text(encoding="utf-8").splitlines():
            values = json.loads(line)
            outcome = Outcome(**{name: value for name, value in values.items() if name in known})
            found[outcome.id] = outcome
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise SourceError(f"{file} is not a file of outcomes: {error}") from None
    return found
