"""What a language model writes for the questions of the reading sets, beside what the parser reads.

Questions come from `scripts.eval.reading_sets`; the model is that of FINGERPOST_MODEL, and what it replied is kept
(`scripts.models.replies`).
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from fingerpost.core.settings import Settings
from fingerpost.core.trace import Tracer
from fingerpost.engine import KnowledgeBase
from fingerpost.engine.generation.generating import drafted, weighable
from fingerpost.engine.generation.weighing import Written
from fingerpost.engine.generation.writing import Writer
from fingerpost.engine.pipeline import checked, follower, take
from fingerpost.engine.run import Run
from fingerpost.llm import ModelSettings, model_of
from scripts.eval.reading import some, this_week
from scripts.eval.reading_graphs import loaded
from scripts.eval.reading_sets import Data, data
from scripts.models.replies import KeptReplies
from scripts.reading.asking import Judge
from scripts.reading.cases import Case, Graph

_ROWS = 200_000
_LIMITS = {"seconds": 600, "reply_tokens": 200, "question_tokens": 1_000_000}
"""What the environment does not say: local models are slow, and small ones do not always end."""


@dataclass(frozen=True)
class Draft:
    """A plan of the model with its signs, those where nothing is run, and whether its rows are the gold's."""

    notation: str
    right: bool
    signs: dict[str, float]
    dry: dict[str, float]


@dataclass(frozen=True)
class Drafted:
    """What a model wrote for a case, if it was `asked`; `confidence` is that of the parser's best reading."""

    case: Case
    confidence: float
    asked: bool = True
    drafts: tuple[Draft, ...] = ()


def parser_of(doc: str | None) -> argparse.ArgumentParser:
    """The options that the commands have in common."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--replies", type=Path, required=True, help="where replies are kept")
    parser.add_argument("--sets", default="open", help="open, closed, or both with a comma")
    parser.add_argument("--only", help="only sets of questions whose name begins so")
    parser.add_argument("--sample", type=int, default=8, help="questions of each graph and set")
    parser.add_argument("--graphs", help="some graphs only, with commas between them")
    parser.add_argument("--week", type=int, default=this_week(), help="which open graphs are held back")
    parser.add_argument("--keep", type=Path, required=True, help="where loaded graphs stay, or are already")
    parser.add_argument("--most", type=float, default=1.0, help="only questions that the parser is no surer of")
    parser.add_argument("--minutes", type=float, help="ask the model no longer than this; without it, to the end")
    parser.add_argument("--name", help="the name that replies are kept under; default: that of the model")
    return parser


def replies_of(given: argparse.Namespace) -> KeptReplies:
    """The kept replies of the model of the environment; without one, only what is kept is used."""
    spec = os.environ.get("FINGERPOST_MODEL")
    model = model_of(spec, limits()) if spec else None
    name = given.name or (model.name if model is not None else None)
    if name is None:
        raise SystemExit("set FINGERPOST_MODEL, or name a model whose replies are kept with --name")
    ends = float("inf") if given.minutes is None else time.monotonic() + 60 * given.minutes
    return KeptReplies(given.replies, name, model, ends)


def limits(below: float = 1.0) -> ModelSettings:
    """The limits of the model, which is asked where the parser is less sure than `below`."""
    variables = ModelSettings.variables()
    unset = {name: value for name, value in _LIMITS.items() if variables[name] not in os.environ}
    return ModelSettings(**unset, below=below)


def asked_of(given: argparse.Namespace) -> Data:
    """The graphs and questions that the options choose."""
    sets = given.sets.split(",")
    found = data(given.data, openly="open" in sets, closed="closed" in sets, sample=given.sample, week=given.week)
    if given.graphs:
        found = some(found, given.graphs.split(","))
    if given.only:
        cases = {name: [c for c in own if c.set.startswith(given.only)] for name, own in found.cases.items()}
        found = Data(found.graphs, {name: own for name, own in cases.items() if own})
    return found


def opened(graph: Graph, keep: Path, replies: KeptReplies | None, below: float) -> KnowledgeBase:
    """A graph with the model, asked where the parser is less sure than `below`; or with none."""
    settings = Settings(learned="none", row_limit=_ROWS, model=replies, models=limits(below))
    return KnowledgeBase(loaded(graph, keep), settings)


def written(graph: Graph, cases: list[Case], keep: Path, replies: KeptReplies, most: float) -> Iterator[Drafted]:
    """What the model writes for the cases of a graph of which the parser is no surer than `most`; those without a
    gold that runs, or of which a reply is missing, are left out."""
    with opened(graph, keep, replies, 1.0) as kb:
        judge = Judge(kb)
        for case in cases:
            found = _written(kb, judge, case, replies, most)
            if found is not None:
                yield found


def _written(kb: KnowledgeBase, judge: Judge, case: Case, replies: KeptReplies, most: float) -> Drafted | None:
    gold = judge.gold(case)
    if gold is None:
        return None
    run = Run(kb.context, checked(kb.context, case.question), None)
    comes = _comes_to_the_model(run)
    confidence = run.best.confidence if run.ranked else run.confidence
    if confidence > most:
        return None
    if not comes:
        return Drafted(case, confidence, asked=False)
    assert run.parsed is not None
    missed = replies.missed
    drafts = drafted(run, Writer(run, run.parsed, run.ask_model()))
    if drafts.error is not None and replies.missed > missed:
        return None
    dry = [replace(one, result=None) for one in drafts.found]
    pairs = zip(weighable(run, drafts.found), weighable(run, dry), strict=True)
    found = tuple(
        Draft(one.notation.value, judge.right(_rows(one), gold), signs, unrun) for (one, signs), (_, unrun) in pairs
    )
    return Drafted(case, confidence, drafts=found)


def _comes_to_the_model(run: Run) -> bool:
    tracer, name = Tracer(raising=False), "route"
    while name != "generate":
        follows = follower(name, take(run, tracer, name))
        if follows is None or follows in ("verify", "unanswerable"):
            return False
        name = follows
    return True


def _rows(one: Written) -> tuple[tuple[object, ...], ...]:
    return one.result.rows if one.result is not None else ()
