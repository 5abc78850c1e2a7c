"""The sets of questions that reading is measured on, as the data folder's README lays them out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scripts.eval.reading_graphs import records
from scripts.reading.cases import Case, Graph, evenly, held_graphs, kinds_of_sql

MANY = 10
"""How many times as many questions are taken of a graph that has thousands of them."""
_MIND_THE_QUERY = {"er": False, "star_wars": False, "wwc": True, "bloom": True}
"""Graphs of Mind-the-Query whose questions are in one file, and whether they are closed."""
_JUDGES = Path(__file__).parent / "judges"
"""Graphs whose questions nobody reads who works on how questions are read: figures only."""
_FOLDERS = {"bloom50": "bloom"}


@dataclass(frozen=True)
class Data:
    """Graphs by name, and the questions about each."""

    graphs: dict[str, Graph]
    cases: dict[str, list[Case]]


def data(folder: Path, *, openly: bool, closed: bool, sample: int | None, week: int, judges: bool = False) -> Data:
    """Open sets, closed ones, the judges, or more of them; `sample` questions at most of each set and graph."""
    found = [*_spider(folder / "spider"), *_plain(folder / "plain"), *_asked_of_cypher(folder)]
    if not (openly or closed):
        found = []
    held = held_graphs([graph.name for graph, _ in found if not graph.closed], week)
    graphs: dict[str, Graph] = {}
    cases: dict[str, list[Case]] = {}
    for graph, asked in found:
        if (closed if graph.closed else openly) and asked:
            graphs[graph.name] = replace(graph, held=graph.name in held)
            cases[graph.name] = _drawn(asked, sample)
    for graph, asked in _judges() if judges else ():
        graphs[graph.name] = graph
        cases[graph.name] = _drawn(asked, sample)
    return Data(graphs, cases)


def _drawn(asked: Sequence[Case], sample: int | None) -> list[Case]:
    sets = dict.fromkeys(case.set for case in asked)
    drawn: list[Case] = []
    for name in sets:
        own = [case for case in asked if case.set == name]
        many = MANY if name.startswith("mind-the-query") else 1
        drawn += evenly(own, None if sample is None else sample * many)
    return drawn


def _spider(folder: Path) -> Iterator[tuple[Graph, list[Case]]]:
    for part in ("open", "closed"):
        by_graph: dict[str, list[Case]] = {}
        for kind, name in (("questions", "spider"), ("synonyms", "spider synonyms")):
            for record in records(folder / f"{kind}_{part}.jsonl"):
                rows = tuple(tuple(row) for row in record["answer"])
                kinds = kinds_of_sql(record["sql"])
                case = Case(record["id"], name, record["db"], record["question"], record["cypher"] or "", rows, kinds)
                by_graph.setdefault(case.graph, []).append(case)
        for name, asked in sorted(by_graph.items()):
            yield Graph(name, folder / part / name, closed=part == "closed"), asked


def _plain(folder: Path) -> Iterator[tuple[Graph, list[Case]]]:
    by_graph: dict[str, list[Case]] = {}
    for number, record in enumerate(records(folder / "questions.jsonl")):
        if record["cypher"] is not None:  # else there is no answer, and nothing to compare
            case = Case(f"plain-{number}", "plain", record["graph"], record["question"], record["cypher"])
            by_graph.setdefault(case.graph, []).append(case)
    for name, asked in sorted(by_graph.items()):
        files = list((folder / name).iterdir())
        yield Graph(name, files[0] if len(files) == 1 else folder / name), asked


def _judges() -> Iterator[tuple[Graph, list[Case]]]:
    """Graphs of our own with questions by people who had not seen the code, in their words or in those of a schema."""
    for file in sorted(_JUDGES.glob("*.jsonl")):
        name = f"judge {file.stem}"
        asked = [
            Case(record["id"], name, name, record["question"], record["cypher"], kinds=(record["kind"].lower(),))
            for record in records(file)
            if record["cypher"] is not None
        ]
        yield Graph(name, file.with_suffix(""), closed=True), asked


def _asked_of_cypher(folder: Path) -> Iterator[tuple[Graph, list[Case]]]:
    """Mind-the-Query: golds are Cypher alone; of those that people judged only the right ones."""
    place = folder / "mind_the_query"
    by_graph: dict[str, list[Case]] = {}
    for file in ("auto_validated.jsonl", "manual_validated.jsonl"):
        for record in records(place / file):
            if record.get("logical", "1") == "1":
                name = _FOLDERS.get(record["db"], record["db"])
                by_graph.setdefault(name, []).append(_case(record, name))
    for name, is_closed in _MIND_THE_QUERY.items():
        yield Graph(name, place / "graphs" / name, closed=is_closed), by_graph.get(name, [])
    place = folder / "mind_the_query_closed"
    for name in ("covid", "osm"):
        asked = [_case(record, name) for record in records(place / f"questions_{name}.jsonl")]
        yield Graph(name, place / name, closed=True), asked


def _case(record: dict[str, Any], graph: str) -> Case:
    kinds = (record["category"].replace("_", " ").lower(),)
    name = f"mind-the-query {graph}"
    return Case(record["id"], name, graph, record["question"], record["cypher"], kinds=kinds)
