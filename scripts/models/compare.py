"""The parser alone, a language model alone, and both, on the same questions.

    FINGERPOST_MODEL=... python -m scripts.models.compare DATA --keep FOLDER --replies FOLDER [--sets open,closed]
        [--sample N] [--graphs NAME,...] [--only SET] [--most 1] [--minutes M] [--below 0.22,0.4,0.6,1] [--gather]
        [--json FILE]

DATA and `--keep` are those of `scripts.eval.reading`. Replies are kept by the hash of their prompt: a run that stops,
or has no more time, goes on where it was; without FINGERPOST_MODEL only what is kept counts (`--name` says of which
model). `both, N` asks the model where the parser is less sure than N. Of all ways the same questions count: those for
which all replies are there. With `--gather`, replies are asked for, and no figures shown.

Of `precision` and `wrong, sure` see `scripts.eval.reading`; `gained` and `lost` are the questions that this way has
right and the parser has not, and the other way round, and the interval is that of the paired difference in points.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fingerpost.engine.generation.weighing import probability
from fingerpost.evals.calibration import calibration_error
from fingerpost.evals.report import percent, table
from fingerpost.evals.versus import paired_interval
from scripts.models.drafts import Drafted, asked_of, opened, parser_of, replies_of, written
from scripts.reading.asking import Outcome, outcomes

_HEAD = ("way", "n", "right", "precision", "answered", "wrong, sure", "calibration", "gained", "lost", "interval")
PARSER = "parser"


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask all ways, and show their figures."""
    parser = parser_of(__doc__)
    parser.add_argument("--below", default="0.22,0.4,0.6,1", help="confidences below which both are asked")
    parser.add_argument("--json", type=Path, help="gets the figures")
    parser.add_argument("--gather", action="store_true", help="only ask for replies")
    given = parser.parse_args(arguments)
    if given.gather:
        return gathered(given)
    ways = compared(given, [float(one) for one in given.below.split(",")])
    lines = [(name, *_figures(found, ways[PARSER])) for name, found in ways.items()]
    print(table(_HEAD, lines))
    if given.json is not None:
        told = {name: dict(zip(_HEAD[1:], _figures(found, ways[PARSER]), strict=True)) for name, found in ways.items()}
        given.json.write_text(json.dumps(told, indent=1), encoding="utf-8")
    return 0


def compared(given: argparse.Namespace, thresholds: Sequence[float]) -> dict[str, list[Outcome]]:
    """The outcomes of each way, on the questions that all could answer."""
    replies, asked = replies_of(given), asked_of(given)
    ways: dict[str, list[Outcome]] = {}
    for name, cases in asked.cases.items():
        graph = asked.graphs[name]
        drafts = {one.case.id: one for one in written(graph, cases, given.keep, replies, given.most)}
        kept = [case for case in cases if case.id in drafts]
        with opened(graph, given.keep, None, 0.0) as kb:
            parser = list(outcomes(kb, kept, lacks=False, oracle=False))
        ways.setdefault(PARSER, []).extend(parser)
        for notation in ("cypher", "sql"):
            ways.setdefault(f"model, {notation}", []).extend(_of_model(one, drafts, notation) for one in parser)
        for threshold in thresholds:
            with opened(graph, given.keep, replies, threshold) as kb:
                found = list(outcomes(kb, kept, lacks=False, oracle=False))
            ways.setdefault(f"both, {threshold:g}", []).extend(found)
    print(f"{replies.asked} replies were asked for, {replies.missed} are missing\n")
    return ways


def gathered(given: argparse.Namespace) -> int:
    """Ask for the replies of all questions, as long as there is time."""
    replies, asked = replies_of(given), asked_of(given)
    found: list[Drafted] = []
    for name, cases in asked.cases.items():
        if not replies.over:
            found += written(asked.graphs[name], cases, given.keep, replies, given.most)
    print(f"{replies.asked} replies were asked for; {sum(one.asked for one in found)} questions are whole")
    return 0


def _of_model(found: Outcome, drafts: dict[str, Drafted], notation: str) -> Outcome:
    """The outcome of what the model writes in a notation; where it did not come to that, of what it wrote before."""
    one = drafts[found.case.id]
    if not one.asked:
        return found
    plans = [draft for draft in one.drafts if draft.notation == notation] or list(one.drafts)
    if not plans:
        return Outcome(found.case, "refused")
    return Outcome(found.case, "right" if plans[0].right else "wrong", probability(plans[0].signs))


def _figures(found: Sequence[Outcome], base: Sequence[Outcome]) -> tuple[Any, ...]:
    """One line of the table."""
    right = {one.case.id for one in found if one.verdict == "right"}
    before = {one.case.id for one in base if one.verdict == "right"}
    answered = [one for one in found if one.answered]
    error = calibration_error([(one.confidence, one.verdict == "right") for one in answered])
    gained, lost = len(right - before), len(before - right)
    _, low, high = paired_interval(gained, lost, len(found))
    return (
        len(found),
        percent(len(right), len(found)),
        percent(len(right), len(answered)),
        percent(len(answered), len(found)),
        percent(sum(one.sure and one.verdict == "wrong" for one in found), len(found)),
        "-" if error is None else f"{error:.3f}",
        gained,
        lost,
        f"{100 * low:+.1f} to {100 * high:+.1f}",
    )


if __name__ == "__main__":
    raise SystemExit(main())
