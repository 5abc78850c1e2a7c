"""What each function of the reader decides: it is switched off, and the questions that it had a say in are asked again.

    python -m scripts.eval.ablation DATA [--sets open,closed] [--sample N] [--graphs NAME,...] [--most N] [--jobs N]
        [--keep FOLDER] [--json FILE]

First all questions are asked while every function of `questions/` and `linking/` is watched. Then each function that
returned something else than its usual value (None, False, an empty list, what it was given) for 1 to `--most` questions
is made to return only that, and just these questions are asked again. Shown are, for each function, how many they were,
how many right answers are lost and gained without it, and how many that are wrong and sure come and go; questions are
never shown. What decides nothing can go; what returned its usual value only is shown with 0 questions.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

from scripts.eval.reading import chosen_data, opened, parser_of, this_week
from scripts.reading.asking import Outcome, outcomes
from scripts.reading.cases import Case, Graph
from scripts.reading.switches import Switches, usual_kind

PACKAGES = ("fingerpost.questions", "fingerpost.linking")
_MOST = 75


class Verdict(NamedTuple):
    """Whether an answer was right, and whether it was wrong and sure."""

    right: bool
    misleading: bool


class Watched(NamedTuple):
    """One question with its verdict and the kinds of values that each function returned for it."""

    case: Case
    verdict: Verdict
    returned: Mapping[str, frozenset[str]]


class Judged(NamedTuple):
    """One question with its verdict."""

    case: Case
    verdict: Verdict


class Off(NamedTuple):
    """A function to be switched off: what it usually returns, and the questions it had a say in, by graph."""

    usual: str
    cases: Mapping[str, Sequence[Judged]]

    @property
    def number(self) -> int:
        return sum(map(len, self.cases.values()))


class Effect(NamedTuple):
    """What switching a function off does: questions asked again, right answers lost and gained, wrong and sure ones
    that come and go."""

    asked: int = 0
    lost: int = 0
    gained: int = 0
    misled: int = 0
    spared: int = 0

    def with_one(self, before: Verdict, after: Verdict) -> Effect:
        """This with one question more."""
        return Effect(
            self.asked + 1,
            self.lost + (before.right and not after.right),
            self.gained + (after.right and not before.right),
            self.misled + (after.misleading and not before.misleading),
            self.spared + (before.misleading and not after.misleading),
        )


Task = tuple[Graph, list[Case], Path]
Again = tuple[Graph, Path, dict[str, tuple[str, list[Judged]]]]
_T = TypeVar("_T")
_R = TypeVar("_R")


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, switch off, ask again, and show what came of it."""
    parser = parser_of(__doc__)
    parser.add_argument(
        "--most", type=int, default=_MOST, help="questions from which on a function is not switched off"
    )
    chosen = parser.parse_args(arguments)
    with tasks_of(chosen) as tasks:
        watched = [one for found in spread(_watch, tasks, chosen.jobs) for one in found]
        off = switched(watched, chosen.most)
        again = [(graph, keep, _of_graph(off, graph.name)) for graph, _, keep in tasks]
        effects = {name: Effect() for name in off}
        for found in spread(_ask_again, again, chosen.jobs):
            for name, before, after in found:
                effects[name] = effects[name].with_one(before, after)
    print("\n".join(shown(len(watched), effects)))
    if chosen.json is not None:
        told = {name: effect._asdict() for name, effect in effects.items()}
        chosen.json.write_text(json.dumps(told, indent=1), encoding="utf-8")
    return 0


def switched(watched: Iterable[Watched], most: int) -> dict[str, Off]:
    """The functions that had a say in at most so many questions, with these."""
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    cases: defaultdict[str, list[Watched]] = defaultdict(list)
    for one in watched:
        for name, returned in one.returned.items():
            kinds[name].update(returned)
            cases[name].append(one)
    found = {}
    for name, seen in kinds.items():
        usual = usual_kind(seen)
        if usual is not None:
            by_graph: defaultdict[str, list[Judged]] = defaultdict(list)
            for one in cases[name]:
                if one.returned[name] != {usual}:
                    by_graph[one.case.graph].append(Judged(one.case, one.verdict))
            found[name] = Off(usual, by_graph)
    return {name: off for name, off in found.items() if off.number <= most}


def shown(number: int, effects: Mapping[str, Effect]) -> Iterator[str]:
    """The lines that tell of each function; those first whose loss would cost least."""
    yield f"{number} questions"
    yield "asked  lost  gained  misled  spared  function"
    for name, effect in sorted(effects.items(), key=lambda item: (item[1].lost - item[1].gained, item[0])):
        yield "{:5}  {:4}  {:6}  {:6}  {:6}  ".format(*effect) + name


def _of_graph(off: Mapping[str, Off], graph: str) -> dict[str, tuple[str, list[Judged]]]:
    found = {name: (one.usual, list(one.cases.get(graph, ()))) for name, one in off.items()}
    return {name: (usual, cases) for name, (usual, cases) in found.items() if cases}


@contextmanager
def tasks_of(chosen: argparse.Namespace) -> Iterator[list[Task]]:
    """The chosen questions by their graphs, with the folder where loaded graphs stay, or are while this lasts."""
    asked = chosen_data(chosen, this_week())
    with tempfile.TemporaryDirectory(prefix="fingerpost-reading-") as made:
        keep: Path = chosen.keep or Path(made)
        keep.mkdir(parents=True, exist_ok=True)
        yield [(asked.graphs[name], cases, keep) for name, cases in asked.cases.items()]


def spread(work: Callable[[_T], _R], tasks: Sequence[_T], jobs: int) -> Iterator[_R]:
    """What comes of each task, by so many processes."""
    if jobs < 2:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(work, tasks)


def _watch(task: Task) -> list[Watched]:
    graph, cases, keep = task
    switches = Switches(PACKAGES)
    with opened(graph, keep) as kb:
        list(outcomes(kb, cases[:1], lacks=False, oracle=False))  # what is built once for a graph is no decision
        switches.watch()
        asked = outcomes(kb, cases, lacks=False, oracle=False)
        found = [Watched(outcome.case, _verdict(outcome), switches.seen()) for outcome in asked]
        switches.restore()
    return found


def _ask_again(task: Again) -> list[tuple[str, Verdict, Verdict]]:
    graph, keep, functions = task
    switches = Switches(PACKAGES)
    found = []
    with opened(graph, keep) as kb:
        for name, (usual, before) in functions.items():
            _forget()
            switches.switch_off(name, usual)
            after = outcomes(kb, [one.case for one in before], lacks=False, oracle=False)
            found += [(name, one.verdict, _verdict(outcome)) for one, outcome in zip(before, after, strict=True)]
            switches.restore()
    _forget()
    return found


def _verdict(outcome: Outcome) -> Verdict:
    return Verdict(outcome.verdict == "right", outcome.verdict == "wrong" and outcome.sure)


def _forget() -> None:
    """Empty all caches of ours: they hold what was found with another function switched off."""
    for name, module in list(sys.modules.items()):
        if name.startswith("fingerpost."):
            for value in list(vars(module).values()):
                for one in (value, *(vars(value).values() if isinstance(value, type) else ())):
                    clear = getattr(one, "cache_clear", None)
                    if callable(clear):
                        clear()


if __name__ == "__main__":
    raise SystemExit(main())
