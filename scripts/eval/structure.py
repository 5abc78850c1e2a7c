"""What stands between questions and their right answers, counted by structure: no question, gold or answer is shown.

    python -m scripts.eval.structure DATA [--sets open,closed] [--sample N] [--graphs NAME,...] [--least N] [--most N]
        [--jobs N] [--keep FOLDER] [--json FILE]

Each question that is not answered right is looked into: where a right plan stands among the first twenty, what no
candidate has, and how the plan of the answer differs from that of the gold, part by part. Names are those of the
schema, and values are told by their kinds. Shown is what at least `--least` questions have in common, the `--most`
commonest of each section. So a cause can be named on graphs whose questions nobody reads, and then be built again on a
graph of one's own.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fingerpost.core.answer import Answer, Status
from fingerpost.core.cells import Cell
from fingerpost.core.containment import BUGS
from fingerpost.core.errors import FingerpostError
from fingerpost.core.schema import GraphSchema
from fingerpost.engine import KnowledgeBase
from fingerpost.evals.golds import Gold, Rows, lifted
from fingerpost.evals.sketch import PARTS, Sketch, sketch
from fingerpost.evals.unsaid import sayings
from fingerpost.plans import Plan
from scripts.eval.ablation import Task, spread, tasks_of
from scripts.eval.reading import opened, parser_of
from scripts.reading.asking import Judge, place_of_right
from scripts.reading.cases import Case
from scripts.reading.lacking import lacking

_LEAST, _MOST = 2, 15
_FIRST_FEW, _AMONG = 5, 20
"""Places of right plans: near the top, and as far as they are looked for."""
_ANSWERED = (Status.ANSWERED, Status.EMPTY)
Fact = tuple[str, str]
"""A section and what was found there."""


@dataclass(frozen=True)
class _Asked:
    """A question with its gold, and what became of it."""

    case: Case
    gold: Rows | Gold
    answer: Answer[Plan]
    verdict: str


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, and show the counts."""
    parser = parser_of(__doc__)
    parser.add_argument("--least", type=int, default=_LEAST, help="questions that must have something in common")
    parser.add_argument("--most", type=int, default=_MOST, help="lines of each section")
    chosen = parser.parse_args(arguments)
    with tasks_of(chosen) as tasks:
        counts = sum(spread(_counted, tasks, chosen.jobs), Counter[Fact]())
    print("\n".join(shown(counts, chosen.least, chosen.most)))
    if chosen.json is not None:
        told = [[*fact, number] for fact, number in counts.most_common() if number >= chosen.least]
        chosen.json.write_text(json.dumps(told, indent=1), encoding="utf-8")
    return 0


def shown(counts: Counter[Fact], least: int, most: int) -> Iterator[str]:
    """The lines that tell of each section what is common enough."""
    for section in dict.fromkeys(section for section, _ in sorted(counts, key=_place)):
        own = Counter({text: number for (name, text), number in counts.items() if name == section})
        common = [(text, number) for text, number in own.most_common(most) if number >= least]
        if common:
            yield section
            yield from (f"{number:6}  {text}" for text, number in common)


def differences(mine: Sketch, gold: Sketch) -> Iterator[Fact]:
    """How a plan differs from a gold's."""
    yield "first difference", gold.first_difference(mine)
    for part in PARTS:
        lacks, beyond = mine.lacks(gold, part), gold.lacks(mine, part)
        yield from ((f"{part}: lacks", text) for text in lacks)
        yield from ((f"{part}: has beyond", text) for text in beyond)
        if part == PARTS[0] and (lacks or beyond):
            yield "paths", f"lacks {'; '.join(lacks) or 'nothing'} | has beyond {'; '.join(beyond) or 'nothing'}"


def nameless(plan: Plan) -> Plan:
    """A plan whose values are told by their kinds alone."""
    return plan.model_copy(update={"parameters": {name: _kind(cell) for name, cell in plan.parameters.items()}})


def _kind(cell: Cell) -> str:
    if isinstance(cell, (tuple, list)):
        return f"list of {len(cell)}"
    return "nothing" if cell is None else type(cell).__name__


def _place(fact: Fact) -> tuple[int, str]:
    """Sections in the order in which they are read: verdicts first, then where right plans stand, then the parts."""
    section = fact[0]
    return (_SECTIONS.index(section) if section in _SECTIONS else len(_SECTIONS), section)


_SECTIONS = ("verdict", "place of a right plan", "no candidate has", "size", "not named", "first difference", "paths")


def _counted(task: Task) -> Counter[Fact]:
    """What the questions of a graph have in common."""
    graph, cases, keep = task
    counts: Counter[Fact] = Counter()
    with opened(graph, keep) as kb:
        judge = Judge(kb)
        for case in cases:
            gold = judge.gold(case)
            if gold is not None:
                counts.update(dict.fromkeys(_facts(kb, judge, case, gold), 1))
    return counts


def _facts(kb: KnowledgeBase, judge: Judge, case: Case, gold: Rows | Gold) -> Iterator[Fact]:
    try:
        answer = kb.ask(case.question)
    except (FingerpostError, *BUGS):  # a crash is counted, and is not to end the run
        yield "verdict", "failed"
        return
    verdict = answer.status.value
    if answer.status in _ANSWERED:
        verdict = "right" if judge.right(answer.rows, gold) else "wrong"
    yield "verdict", verdict
    if verdict != "right":
        yield from _of_miss(kb, judge, _Asked(case, gold, answer, verdict))


def _of_miss(kb: KnowledgeBase, judge: Judge, asked: _Asked) -> Iterator[Fact]:
    parsed, rank = place_of_right(kb, judge, asked.case, asked.gold, _AMONG)
    yield "place of a right plan", f"{asked.verdict}: {_range(rank)}"
    plan = lifted(asked.case.cypher) if asked.case.cypher else None
    if plan is None:
        yield "no candidate has", "the gold has no plan"
        return
    if rank is None:
        yield "no candidate has", lacking(kb.schema, parsed, plan)
    for saying in sayings(sketch(plan, kb.schema).needs, parsed.linked):
        if saying.how != "named":
            need = saying.need
            yield "not named", f"{need.kind} {need.owner}{'.' * bool(need.owner)}{need.name}: {saying.how}"
    if asked.verdict == "wrong" and asked.answer.plan is not None:
        yield from _sizes(asked.answer.rows, asked.gold)
        yield from differences(_outline(asked.answer.plan, kb.schema), _outline(plan, kb.schema))


def _outline(plan: Plan, schema: GraphSchema) -> Sketch:
    return sketch(nameless(plan), schema)


def _range(rank: int | None) -> str:
    if rank is None:
        return "none"
    return "first" if rank == 1 else f"2 to {_FIRST_FEW}" if rank <= _FIRST_FEW else f"{_FIRST_FEW + 1} to {_AMONG}"


def _sizes(rows: Rows, gold: Rows | Gold) -> Iterable[Fact]:
    """Whether there are as many rows and columns as the gold has."""
    wanted = gold.cells if isinstance(gold, Gold) else gold
    if rows and wanted:
        columns, lines = _compared(len(rows[0]), len(wanted[0])), _compared(len(rows), len(wanted))
        yield "size", f"{columns} columns, {lines} rows"
    else:
        yield "size", "no rows" if wanted else "rows where the gold has none"


def _compared(own: int, wanted: int) -> str:
    return "more" if own > wanted else "fewer" if own < wanted else "as many"


if __name__ == "__main__":
    raise SystemExit(main())
