"""The weights of whole readings that every graph begins with, learned over many graphs at once: `whole.json`.

    python -m scripts.tables.learn_generic DATA [--loaded FOLDER] [--number 400] [--pairs 80] [--jobs 2]
        [--write]

DATA holds `mind_the_query`, `zograscope` and `pairs` as its README says. The graphs are loaded into FOLDER, or taken
from there. Of every graph so many questions are read; what each teaches is which of its readings says what the gold
says. Graphs that are not to be had (`pairs`) are stood in for (`scripts.tables.learn_pairs`).

The table shows how often the first plan is right on graphs that nothing was learned from, before and after. Only
weights of features are written, no text of the data.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import tomllib
from collections.abc import Collection, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from fingerpost.core.settings import Settings
from fingerpost.engine import KnowledgeBase, load
from fingerpost.evals.data import Example, Graphs, read_examples
from fingerpost.evals.learning_cases import agreeing, cases_of
from fingerpost.evals.learning_weights import Choice, Pace, learned_weights
from fingerpost.evals.report import percent, table
from fingerpost.evals.splits import sample
from fingerpost.evals.workers import shared
from fingerpost.questions import WEIGHTS, whole_features
from fingerpost.samples import LIBRARY_FOLDER, copy_sample
from scripts.tables.learn_pairs import stand_ins

BY_HAND = "by hand"
"""The feature that holds what the weights set by hand give a reading."""
MIND_THE_QUERY = {"er": "er", "star_wars": "star_wars", "wwc": "wwc", "bloom50": "bloom"}
"""The names that questions have for graphs, and the folders of these."""
LIBRARY = "library"
_KEPT, _WIDTH = 20, 14
_WORTH = 200
"""Questions for which it is worth to start processes."""
_OFTEN = 10
"""How many times the library's questions count for the weights of wholes: there is one such graph among many."""
_SHARE = 0.5
"""How much of what is learned is taken: the weights set by hand were set on some of the same graphs."""
_PACE = Pace(step=0.05)
_LEAST = 0.02
"""Smaller weights are left out."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn and measure; write what was learned where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--loaded", type=Path, help="where the graphs are loaded, or are already")
    parser.add_argument("--number", type=int, default=400, help="questions of each graph")
    parser.add_argument("--pairs", type=int, default=80, help="questions of each schema without a graph")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="write the file that the wheel ships")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="fingerpost-generic-") as made:
        place: Path = chosen.loaded or Path(made)
        place.mkdir(parents=True, exist_ok=True)
        asked = _graphs(chosen.data, place, chosen.number)
        drawn = [
            (name, folder, sample(found, chosen.pairs, 0)) for name, folder, found in stand_ins(chosen.data, place)
        ]
        choices = {name: _choices(name, folder, found, chosen.jobs) for name, folder, found in [*asked, *drawn]}
        _show_first(choices, [[name] for name, _, _ in asked] + [[name for name, _, _ in drawn]])
        if chosen.write:
            _write("fingerpost.questions", "whole.json", wholes(choices))
    return 0


def _graphs(data: Path, place: Path, number: int) -> list[tuple[str, Path, list[Example]]]:
    """Each graph with its folder and questions."""
    folder = data / "mind_the_query"
    asked = read_examples([folder / "auto_validated.jsonl", folder / "manual_validated.jsonl"])
    found = []
    for name, graph in MIND_THE_QUERY.items():
        own = sample([example for example in asked if example.graph == name], number, 0)
        found.append((name, _loaded(folder / "graphs" / graph, place / f"{graph}.fp"), own))
    crimes = data / "zograscope"
    own = sample(read_examples([crimes / "train.jsonl"]), number, 0)
    found.append(("pole", _loaded(crimes / "graph_csv", place / "pole.fp"), own))
    return [*found, (LIBRARY, _loaded(copy_sample(LIBRARY_FOLDER, place), place / f"{LIBRARY}.fp"), _plain())]


def _plain() -> list[Example]:
    """The questions over the library that the tests ask."""
    kinds = tomllib.loads(Path("tests/questions/library.toml").read_text(encoding="utf-8"))
    return [Example(q, q, cypher, None, kind) for kind, asked in kinds.items() for q, cypher in asked.items()]


def _loaded(source: Path, into: Path) -> Path:
    if not into.exists():
        load([source], into)
    return into


def _choices(name: str, folder: Path, examples: Sequence[Example], jobs: int) -> list[Choice]:
    settings = Settings(learned="none", row_limit=200_000)
    with Graphs([f"{name}={folder}"], None, settings) as graphs:
        shares = jobs if len(examples) >= _WORTH else 1
        found = shared(graphs, examples, whole_choice, shares)
        return [choice for choice in found if choice is not None]


def whole_choice(kb: KnowledgeBase, example: Example) -> Choice | None:
    """The candidates of a question by what their steps score and their features as wholes; None without a plan."""
    cases = cases_of(kb.schema, [example])
    if not cases:
        return None
    parsed = kb.parser.parse(example.question, _KEPT, width=_WIDTH)
    features = []
    for found in parsed.candidates:
        whole = whole_features(parsed.linked, found.state, found.head, kb.schema)
        score = sum(WEIGHTS[reason.feature] * reason.amount for reason in found.reasons if reason.feature not in whole)
        features.append({BY_HAND: score, **whole})
    return Choice(tuple(features), tuple(agreeing(kb, cases[0], parsed.candidates)))


def wholes(choices: Mapping[str, list[Choice]], without: Collection[str] = ()) -> dict[str, float]:
    """The weights of features of wholes, beside those set by hand, from all graphs but some."""
    asked: list[Choice] = []
    for name, found in choices.items():
        if name not in without:
            asked += found * (_OFTEN if name == LIBRARY else 1)
    weights = learned_weights(asked, {BY_HAND: 1.0})
    scale = weights.pop(BY_HAND)
    taken = {name: round(_SHARE * weight / scale, 3) for name, weight in sorted(weights.items())}
    return {name: weight for name, weight in taken.items() if abs(weight) >= _LEAST}


def _show_first(choices: Mapping[str, list[Choice]], left_out: Sequence[Collection[str]]) -> None:
    rows = []
    for names in left_out:
        weights = wholes(choices, names)
        found = [choice for name in names for choice in choices[name]]
        before, after = _first(found, {}), _first(found, weights)
        among = sum(any(choice.right) for choice in found)
        name = ", ".join(names) if len(names) == 1 else f"{len(names)} schemas without a graph"
        rows.append((name, len(found), *(percent(count, len(found)) for count in (before, after, among))))
    print(table(("graph left out", "questions", "first before", "after", f"among {_KEPT}"), rows), flush=True)


def _first(choices: Sequence[Choice], weights: Mapping[str, float]) -> int:
    """How often the best candidate is right."""
    count = 0
    for choice in choices:
        scores = [f[BY_HAND] + sum(weights.get(n, 0.0) * a for n, a in f.items()) for f in choice.features]
        count += bool(scores) and choice.right[scores.index(max(scores))]
    return count


def _write(package: str, name: str, weights: Mapping[str, float]) -> None:
    text = json.dumps(dict(sorted(weights.items())), indent=1, ensure_ascii=False)
    Path(str(files(package) / name)).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
