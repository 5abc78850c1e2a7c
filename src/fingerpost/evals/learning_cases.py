"""Cases to learn from: questions with what their golds say, and the candidates that a parser has for them."""

from __future__ import annotations

import multiprocessing
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from fingerpost.core.errors import FingerpostError
from fingerpost.core.schema import GraphSchema
from fingerpost.core.settings import Settings
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.evals.data import Example
from fingerpost.evals.golds import Gold, gold_of, lifted
from fingerpost.evals.learning_weights import Choice
from fingerpost.evals.oracle import equal_answers
from fingerpost.evals.sketch import Sketch, sketch
from fingerpost.evals.splits import fold_of, stratum
from fingerpost.linking.learned import Learned
from fingerpost.plans.model import Plan, Ref
from fingerpost.questions.parse import Candidate, Parser

FOLDS = 5
_WIDTH, _KEPT = 16, 40
"""Width of the beam, and candidates of one question, that weights are learned from."""
_RUN = 10
"""Candidates whose answers are compared."""
_CHUNK = 8
_OFTEN = 0.03
"""Least share of the returns of a label that a property must have to be looked at where none is named."""
_RETURNS = 4


@dataclass(frozen=True)
class Case:
    """An example with the plan of its gold, what that says, and the fold that it is in."""

    example: Example
    plan: Plan
    wanted: Sketch
    fold: int


def cases_of(schema: GraphSchema, examples: Sequence[Example]) -> list[Case]:
    """The examples that have a plan over a schema."""
    found = []
    for example in examples:
        plan = lifted(example.cypher)
        if plan is not None:
            try:
                wanted = sketch(plan, schema)
            except (FingerpostError, KeyError, IndexError):
                continue  # a gold that names what the graph does not have
            found.append(Case(example, plan, wanted, fold_of(stratum(example), FOLDS)))
    return found


def returns_of(schema: GraphSchema, cases: Sequence[Case]) -> dict[str, tuple[str, ...]]:
    """What golds that return one thing return of each label: properties, and "" for the node itself."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for case in cases:
        last = case.plan.then[-1] if case.plan.then else case.plan.branches[0][-1]
        columns = list(case.wanted.texts["columns"])
        if len(columns) == 1 and not last.aggregates and all(isinstance(c.operand, Ref) for c in last.columns):
            label, _, name = columns[0].partition(".")
            if label in schema.label_by_name:
                counts[label][name] += 1
    return {
        label: tuple(n for n, k in found.most_common(_RETURNS) if k >= _OFTEN * found.total())
        for label, found in counts.items()
    }


def choice(kb: KnowledgeBase, parser: Parser, case: Case) -> Choice:
    """The candidates of a case: their features, and which of them say what the gold says.

    Where none does, those of the first few that answer the same are as right.
    """
    features = []
    candidates = parser.parse(case.example.question, _KEPT, width=_WIDTH).candidates
    for candidate in candidates:
        amounts: Counter[str] = Counter()
        for reason in candidate.reasons:
            amounts[reason.feature] += reason.amount  # type: ignore[assignment]
        features.append(dict(amounts))
    right = agreeing(kb, case, candidates)
    return Choice(tuple(features), tuple(right if any(right) else _answering(kb, case, candidates)))


def agreeing(kb: KnowledgeBase, case: Case, candidates: Sequence[Candidate]) -> list[bool]:
    """Which candidates say what the gold of a case says."""
    return [case.wanted.agrees(sketch(candidate.plan, kb.schema)) for candidate in candidates]


def _answering(kb: KnowledgeBase, case: Case, candidates: Sequence[Candidate]) -> list[bool]:
    """Which candidates give the rows of the gold, where that hardly is by chance."""
    gold = gold_of(kb, case.example)
    if not isinstance(gold, Gold) or not gold.telling:
        return [False] * len(candidates)
    return [place < _RUN and equal_answers(kb, c.plan, gold) for place, c in enumerate(candidates)]


def choices(kb: KnowledgeBase, cases: Sequence[Case], models: Mapping[int, Learned], jobs: int = 1) -> Iterator[Choice]:
    """The candidates of cases, in their order; each by what was learned without its fold."""
    if jobs < 2:
        parsers = _parsers(kb, models)
        for case in cases:
            yield choice(kb, parsers[case.fold], case)
        return
    # Started anew, not forked: what a store has open is not to be shared.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _start, (str(kb.path), kb.settings, dict(models))) as pool:
        yield from pool.map(_choice, [case.example for case in cases], chunksize=_CHUNK)


_open: list[tuple[KnowledgeBase, dict[int, Parser]]] = []
"""What this process has open: one item, in a process that was started to find candidates."""


def _parsers(kb: KnowledgeBase, models: Mapping[int, Learned]) -> dict[int, Parser]:
    return {fold: kb.parser_with(learned, noting=True) for fold, learned in models.items()}


def _start(place: str, settings: Settings, models: Mapping[int, Learned]) -> None:
    kb = KnowledgeBase(place, settings)
    _open.append((kb, _parsers(kb, models)))


def _choice(example: Example) -> Choice:
    kb, parsers = _open[0]
    (case,) = cases_of(kb.schema, [example])
    return choice(kb, parsers[case.fold], case)
