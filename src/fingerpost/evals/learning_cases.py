"""Cases to learn from: questions with what their golds say, and the candidates that a parser has for them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from fingerpost.core.errors import FingerpostError
from fingerpost.core.schema import GraphSchema
from fingerpost.engine import KnowledgeBase
from fingerpost.evals.by import By
from fingerpost.evals.data import Example, Graphs
from fingerpost.evals.golds import Gold, gold_of, lifted
from fingerpost.evals.learning_weights import Choice
from fingerpost.evals.oracle import equal_answers
from fingerpost.evals.sketch import Sketch, sketch
from fingerpost.evals.splits import fold_of, random_fold_of, stratum
from fingerpost.evals.workers import shared
from fingerpost.linking import NODES, PROPERTIES, Learned, Rows
from fingerpost.plans import Plan, Ref
from fingerpost.questions import Candidate, Drawn, Parser, summed

FOLDS = 5
_WIDTH, _KEPT = 16, 40
"""Width of the beam, and candidates of one question, that weights are learned from."""
_RUN = 10
"""Candidates whose answers are compared."""
_OFTEN = 0.03
"""Least share of the returns of a label that a property must have to be looked at where none is named."""
_RETURNS = 4
_LISTS, _NEARLY_ALL = 20, 0.95
"""How many lists must show a habit, and which share of them."""


@dataclass(frozen=True)
class Case:
    """An example with the plan of its gold, what that says, and the fold that it is in."""

    example: Example
    plan: Plan
    wanted: Sketch
    fold: int


def cases_of(schema: GraphSchema, examples: Sequence[Example], by: By = By.KINDS) -> list[Case]:
    """The examples that have a plan over a schema, in folds by kind or by chance."""
    found = []
    for example in examples:
        plan = lifted(example.cypher)
        if plan is not None:
            try:
                wanted = sketch(plan, schema)
            except (FingerpostError, KeyError, IndexError):
                continue  # a gold that names what the graph does not have
            fold = fold_of(stratum(example), FOLDS) if by is By.KINDS else random_fold_of(example, FOLDS)
            found.append(Case(example, plan, wanted, fold))
    return found


def returns_of(schema: GraphSchema, cases: Sequence[Case]) -> dict[str, tuple[str, ...]]:
    """What golds that return one thing return of each label: properties, and "" for the node itself."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for case in cases:
        last = case.plan.last
        columns = list(case.wanted.texts["columns"])
        if len(columns) == 1 and not last.aggregates and all(isinstance(c.operand, Ref) for c in last.columns):
            label, _, name = columns[0].partition(".")
            if label in schema.label_by_name:
                counts[label][name] += 1
    return {
        label: tuple(n for n, k in found.most_common(_RETURNS) if k >= _OFTEN * found.total())
        for label, found in counts.items()
    }


def rows_of(cases: Sequence[Case]) -> dict[str, Rows]:
    """Which rows the lists of golds have, by kind of list, where nearly all of enough say the same and it can matter.

    A list of things that nothing joins has each once anyway, and one that is cut or ordered says more than its rows.
    """
    counts: dict[str, Counter[Rows]] = defaultdict(Counter)
    for case in cases:
        stages = case.plan.stages
        last = stages[-1]
        joined = any(match.pattern.edges for stage in stages for match in stage.matches)
        if len(stages) == 1 and joined and not last.aggregates and last.limit is None:
            plain = all(isinstance(c.operand, Ref) and c.operand.property is None for c in last.columns)
            counts[NODES if plain else PROPERTIES][Rows.ONCE if last.distinct else Rows.KEPT] += 1
    return {
        kind: rows
        for kind, found in sorted(counts.items())
        for rows, count in found.items()
        if count >= _LISTS and count >= _NEARLY_ALL * found.total()
    }


def choice(kb: KnowledgeBase, parser: Parser, case: Case) -> Choice:
    """The candidates of a case: their features and outlines, and which of them say what the gold says.

    Where none does, those of the first few that answer the same are as right.
    """
    features, outlines = [], []
    drawn: dict[int, Drawn] = {}
    candidates = parser.parse(case.example.question, _KEPT, width=_WIDTH).candidates
    for candidate in candidates:
        state = candidate.state
        outlines.append(drawn.setdefault(id(state), Drawn(state)).with_head(candidate.head))
        features.append(summed((reason.feature, reason.amount) for reason in candidate.reasons))
    right = agreeing(kb, case, candidates)
    right = right if any(right) else _answering(kb, case, candidates)
    return Choice(tuple(features), tuple(right), tuple(outlines))


def agreeing(kb: KnowledgeBase, case: Case, candidates: Sequence[Candidate]) -> list[bool]:
    """Which candidates say what the gold of a case says."""
    return [case.wanted.agrees(sketch(candidate.plan, kb.schema)) for candidate in candidates]


def _answering(kb: KnowledgeBase, case: Case, candidates: Sequence[Candidate]) -> list[bool]:
    """Which candidates give the rows of the gold, where that hardly is by chance."""
    gold = gold_of(kb, case.example)
    if not isinstance(gold, Gold) or not gold.telling:
        return [False] * len(candidates)
    return [place < _RUN and equal_answers(kb, c.plan, gold) for place, c in enumerate(candidates)]


class Finding:
    """Finds the candidates of examples, each by what was learned without its fold: a task that processes can share."""

    def __init__(self, models: Mapping[int, Learned], by: By) -> None:
        self._models = models
        self._by = by
        self._parsers: dict[int, Parser] = {}

    def __call__(self, kb: KnowledgeBase, example: Example) -> Choice:
        (case,) = cases_of(kb.schema, [example], self._by)
        if case.fold not in self._parsers:
            self._parsers[case.fold] = kb.parser_with(self._models[case.fold], noting=True)
        return choice(kb, self._parsers[case.fold], case)


def choices(
    kb: KnowledgeBase, cases: Sequence[Case], models: Mapping[int, Learned], jobs: int = 1, by: By = By.KINDS
) -> Iterator[Choice]:
    """The candidates of cases, in their order; each by what was learned without its fold."""
    with Graphs([f"graph={kb.path}"], None, kb.settings) as graphs:
        yield from shared(graphs, [case.example for case in cases], Finding(models, by), jobs)
