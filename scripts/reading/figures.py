"""The figures of reading: how much is right, how sure it is, what is among the candidates, and how long it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fingerpost.evals.calibration import calibration_error
from fingerpost.evals.report import percent, quantile, table
from scripts.reading.asking import Outcome
from scripts.reading.cases import Graph

HEAD = (
    "set", "n", "right", "of answered", "wrong, sure", "refused", "asked back", "failed", "empty right", "none right",
    "oracle@1", "oracle@20", "calibration", "ms p50", "p95", "p99",
)  # fmt: skip
_KINDS = ("kind of gold query", "n", "right", "wrong", "wrong, sure", "oracle@1", "oracle@20")
_LEAST = 10
"""Questions from which on a kind of gold query has a line."""


def figures(found: Sequence[Outcome]) -> dict[str, Any]:
    """The figures of outcomes, as counts, seconds and errors of calibration."""
    counted = [o for o in found if o.verdict != "gold"]
    verdicts = Counter(o.verdict for o in counted)
    times = [o.milliseconds for o in counted]
    return {
        "n": len(counted),
        "right": verdicts["right"],
        "answered": sum(o.answered for o in counted),
        "wrong_sure": sum(o.sure and o.verdict == "wrong" for o in counted),
        "refused": verdicts["refused"],
        "asked_back": verdicts["asked back"],
        "failed": verdicts["failed"] + verdicts["crashed"],
        "nothing": sum(o.nothing for o in counted),
        "nothing_right": sum(o.nothing and o.verdict == "right" for o in counted),
        "none": sum(o.none for o in counted),
        "none_right": sum(o.none and o.verdict == "right" for o in counted),
        "oracle_1": sum(o.rank == 1 for o in counted),
        "oracle_20": sum(o.rank is not None for o in counted),
        "calibration_error": calibration_error([(o.confidence, o.verdict == "right") for o in counted if o.answered]),
        "ms": [round(quantile(times, share), 1) for share in (0.5, 0.95, 0.99)],
    }


def line(name: str, found: Sequence[Outcome]) -> tuple[str, ...]:
    """The figures of outcomes as a row of the table under `HEAD`."""
    own = figures(found)
    shares = [percent(own[key], own["n"]) for key in ("wrong_sure", "refused", "asked_back", "failed")]
    error = own["calibration_error"]
    return (
        name,
        str(own["n"]),
        percent(own["right"], own["n"]),
        percent(own["right"], own["answered"]),
        *shares,
        percent(own["nothing_right"], own["nothing"]),
        percent(own["none_right"], own["none"]),
        percent(own["oracle_1"], own["n"]),
        percent(own["oracle_20"], own["n"]),
        "-" if error is None else f"{error:.3f}",
        *(f"{ms:.0f}" for ms in own["ms"]),
    )


def parts(found: Sequence[Outcome], graphs: Mapping[str, Graph]) -> dict[str, list[Outcome]]:
    """The outcomes of readable, held back and closed graphs, and of each set."""

    def of(what: Callable[[Graph], bool]) -> list[Outcome]:
        return [outcome for outcome in found if what(graphs[outcome.case.graph])]

    wholes = {
        "open, read": of(lambda graph: graph.readable),
        "open, held": of(lambda graph: graph.held),
        "closed": of(lambda graph: graph.closed),
    }
    split: dict[str, list[Outcome]] = {}
    for name, own in wholes.items():
        if own:
            split[name] = own
            for each in sorted({outcome.case.set for outcome in own}):
                split[f"  {name}: {each}"] = [outcome for outcome in own if outcome.case.set == each]
    return split


def shown(found: Sequence[Outcome], graphs: Mapping[str, Graph], *, by_kind: bool) -> str:
    """All tables."""
    split = parts(found, graphs)
    texts = [table(HEAD, [line(name, own) for name, own in split.items()])]
    lost = Counter(outcome.lack for outcome in found if outcome.lack)
    if lost:
        whole = sum(graphs[outcome.case.graph].readable for outcome in found)
        rows = [(name, number, percent(number, whole)) for name, number in lost.most_common()]
        texts.append(table(("lost by (open, read)", "n", "of all"), rows))
    if by_kind:
        texts += [f"{name}\n{_kinds(own)}" for name, own in split.items() if not name.startswith(" ")]
    return "\n\n".join(texts)


def _kinds(found: Sequence[Outcome]) -> str:
    kinds = Counter(kind for outcome in found for kind in outcome.case.kinds)
    rows = []
    for kind, number in kinds.most_common():
        if number >= _LEAST:
            own = figures([outcome for outcome in found if kind in outcome.case.kinds])
            wrong = own["answered"] - own["right"]
            counts = (own["right"], wrong, own["wrong_sure"], own["oracle_1"], own["oracle_20"])
            rows.append((kind, own["n"], *(percent(count, own["n"]) for count in counts)))
    return table(_KINDS, rows)
