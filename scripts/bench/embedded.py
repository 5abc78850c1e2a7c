"""Timings: asking, the gate, loading. Each is measured beside a plain way to do the same, in the same run.

    python -m scripts.bench.embedded [--data FOLDER] [--only ask,gate,load] [--json OUT]

Without data the samples are measured. FOLDER (or BENCH_DATA) holds `zograscope/` (graph_csv, train.jsonl),
`mind_the_query/` (graphs, auto_validated.jsonl) and `bim/duplex_A.ifc`; what it lacks is said and left out.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import median

import kglite

import fingerpost as fp
from fingerpost.core.cells import Cell
from fingerpost.core.errors import FingerpostError, QueryRejected, UnsupportedConstruct
from fingerpost.samples import HOUSE_FILE, LIBRARY_FOLDER, copy_sample

_QUESTIONS = 300
_WARM = 20
_GATE_GRAPHS = {"er": "er", "star_wars": "star_wars", "wwc": "wwc", "bloom50": "bloom"}
"""The name of a graph in the questions, and its folder."""
_BARE_NAMES = {"id": "own_id", ":ID": "key", ":LABEL": "label", ":START_ID": "start", ":END_ID": "end", ":TYPE": "type"}
_REPEATS = 5
_NODES, _EDGES = 200_000, 600_000
"""The size of the graph that is made to be loaded."""
_SAMPLE_QUESTIONS = (
    "How many books are there?",
    "Who wrote Emma?",
    "How many books did each author write?",
    "Which members have borrowed a book by Jane Austen?",
    "What are the three longest books?",
    "Which books were never borrowed?",
    "What is the average price of the books in French?",
    "Which genres have more than three books?",
)


@dataclass(frozen=True)
class Row:
    """One line of the report: what was measured, how often, and figures in the unit that it names."""

    what: str
    count: int
    p50: float
    p95: float
    p99: float
    unit: str = "ms"
    note: str = ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print a table, and write it as JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=os.environ.get("BENCH_DATA") or None)
    parser.add_argument("--only", default="ask,gate,load")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(arguments)
    data = Path(options.data) if options.data else None
    wanted = set(options.only.split(","))
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="fingerpost-bench-") as scratch:
        for name, part in (("load", _load), ("ask", _ask), ("gate", _gate)):
            if name not in wanted:
                continue
            for row in part(data, Path(scratch)):
                rows.append(row)
                print(_line(row), flush=True)
    if options.json:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1), encoding="utf-8")
    return 0


def _ask(data: Path | None, scratch: Path) -> Iterator[Row]:
    """Questions over a graph, the whole way, beside the query that each came to, by itself."""
    yield from _asked(
        "library sample", copy_sample(LIBRARY_FOLDER, scratch), scratch / "library.fp", _SAMPLE_QUESTIONS * 10
    )
    source = _there(data, "zograscope/graph_csv")
    questions = _there(data, "zograscope/train.jsonl")
    if source is not None and questions is not None:
        every = [json.loads(line)["question"] for line in questions.read_text(encoding="utf-8").splitlines()]
        random.seed(1)
        yield from _asked("POLE", source, scratch / "pole.fp", random.sample(every, _QUESTIONS))


def _asked(name: str, source: Path, into: Path, questions: Sequence[str]) -> Iterator[Row]:
    if not into.exists():
        fp.load([source], into=into)
    asking: list[float] = []
    raw: list[float] = []
    parsing: list[float] = []
    with fp.open(into) as kb:
        for question in questions[:_WARM]:
            kb.ask(question)
        for question in questions:
            started = time.perf_counter()
            answer = kb.ask(question)
            asking.append((time.perf_counter() - started) * 1000)
            parsing.extend(step.milliseconds for step in answer.trace.steps if step.name == "parse")
            if answer.query:
                raw.extend(_raw(kb, answer.query, answer.parameters))
    yield _row(f"ask, {name}", asking)
    yield _row(f"  of it reading the question, {name}", parsing)
    yield _row(f"  the answer's query by itself, {name}", raw)


def _raw(kb: fp.KnowledgeBase, query: str, parameters: Mapping[str, Cell]) -> Iterator[float]:
    """How long the store takes for the query that answered; nothing where it fails."""
    try:
        yield kb.query(query, parameters).milliseconds
    except FingerpostError:
        return


def _gate(data: Path | None, scratch: Path) -> Iterator[Row]:
    """Reading, checking and printing again, against the schema of the graph."""
    golds = _there(data, "mind_the_query/auto_validated.jsonl")
    if golds is None:
        return
    examples = [json.loads(line) for line in golds.read_text(encoding="utf-8").splitlines()]
    spent, refused = [], 0
    for name, folder in _GATE_GRAPHS.items():
        source = _there(data, f"mind_the_query/graphs/{folder}")
        if source is None:
            continue
        into = scratch / f"{name}.fp"
        fp.load([source], into=into)
        with fp.open(into) as kb:
            for example in (each for each in examples if each.get("db") == name):
                started = time.perf_counter()
                try:
                    kb.verify(example["cypher"])
                except (QueryRejected, UnsupportedConstruct):
                    refused += 1
                spent.append((time.perf_counter() - started) * 1000)
    yield _row("gate, golds of Mind-the-Query", spent, note=f"{refused} refused")


def _load(data: Path | None, scratch: Path) -> Iterator[Row]:
    """Loading, beside reading the same files with the libraries alone."""
    pole = _there(data, "zograscope/graph_csv")
    if pole is not None:
        yield from _compared("POLE", pole, scratch / "pole.fp", lambda: _bare_csv(pole, scratch / "bare.kgl"))
    made = _made_graph(scratch / "made")
    large = partial(_bare_csv, made, scratch / "bare.kgl")
    yield from _compared(f"{_NODES:,} nodes, {_EDGES:,} relationships", made, scratch / "made.fp", large, repeats=1)
    ifc = _there(data, "bim/duplex_A.ifc") or copy_sample(HOUSE_FILE, scratch)
    yield from _compared(ifc.name, ifc, scratch / "ifc.fp", lambda: _bare_ifc(ifc))


def _compared(
    name: str, source: Path, into: Path, bare: Callable[[], object], repeats: int = _REPEATS
) -> Iterator[Row]:
    """Both loads in turn. What else the machine does stretches the time; of the processor's time it says less."""
    ours, theirs, reports = [], [], []
    for _ in range(repeats):
        theirs.append(_spent(bare))
        ours.append(_spent(lambda: reports.append(fp.load([source], into=into))))
    ratio, of_processor = (median(one[at] for one in ours) / median(one[at] for one in theirs) for at in (0, 1))
    steps = ", ".join(f"{step} {seconds:.1f} s" for step, seconds in reports[-1].steps.items())
    note = f"{ratio:.2f} times the bare load, {of_processor:.2f} by processor time; {steps}"
    yield _row(f"load, {name}", [time for time, _ in ours], note=note)
    yield _row(f"  bare load, {name}", [time for time, _ in theirs])


def _made_graph(folder: Path) -> Path:
    """CSV files of people, the towns where they live and whom they know."""
    folder.mkdir()
    rng = random.Random(1)
    towns = _NODES // 20
    people = _NODES - towns
    with (folder / "nodes.csv").open("w", encoding="utf-8") as file:
        file.write(":ID,:LABEL,name,number:int\n")
        file.writelines(f"t{n},Town,Town {n},{n % 97}\n" for n in range(towns))
        file.writelines(f"p{n},Person,Person {n},{n % 89}\n" for n in range(people))
    with (folder / "relationships.csv").open("w", encoding="utf-8") as file:
        file.write(":START_ID,:END_ID,:TYPE,since:int\n")
        file.writelines(f"p{n},t{rng.randrange(towns)},LIVES_IN,{1950 + n % 70}\n" for n in range(people))
        known = (f"p{rng.randrange(people)},p{rng.randrange(people)},KNOWS,\n" for _ in range(_EDGES - people))
        file.writelines(known)
    return folder


def _bare_csv(folder: Path, out: Path) -> None:
    """All nodes and relationships of the files through kglite's bulk call, every value as its text."""
    nodes: dict[str, list[dict[str, str]]] = {}
    joined: dict[tuple[str, str, str], list[dict[str, str]]] = {}
    labels: dict[str, str] = {}
    later = []
    for path in sorted(folder.glob("*.csv")):
        with path.open(newline="", encoding="utf-8") as file:
            lines = csv.reader(file)
            names = [_BARE_NAMES.get(column, column.split(":")[0]) for column in next(lines)]
            records = [dict(zip(names, line, strict=True)) for line in lines]
        if "start" in names:
            later.append(records)
            continue
        for record in records:
            label = labels[record["key"]] = record.pop("label")
            nodes.setdefault(label, []).append(record)
    for records in later:
        for record in records:
            key = record.pop("type"), labels[record["start"]], labels[record["end"]]
            joined.setdefault(key, []).append(record)
    kglite.from_records(
        {
            "nodes": [{"type": label, "id_field": "key", "records": records} for label, records in nodes.items()],
            "connections": [
                {
                    "type": type_,
                    "source_type": start,
                    "source_id_field": "start",
                    "target_type": end,
                    "target_id_field": "end",
                    "records": records,
                }
                for (type_, start, end), records in joined.items()
            ],
        },
        save=str(out),
    )


def _bare_ifc(path: Path) -> int:
    """Open the file and look at every attribute of every entity once."""
    import ifcopenshell

    model = ifcopenshell.open(str(path))
    return sum(len(entity.get_info(recursive=False)) for entity in model)


def _there(data: Path | None, name: str) -> Path | None:
    """A file of the data; says so where it is not there."""
    if data is None:
        return None
    path = data / name
    if path.exists():
        return path
    print(f"left out: {path} is not there", file=sys.stderr)
    return None


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def _spent(work: Callable[[], object]) -> tuple[float, float]:
    """The milliseconds that something takes, and those of the processor in this process."""
    before = time.process_time()
    taken = _timed(work)
    return taken, (time.process_time() - before) * 1000


def _row(what: str, milliseconds: list[float], note: str = "") -> Row:
    spent = sorted(milliseconds)

    def at(share: float) -> float:
        return round(spent[min(len(spent) - 1, int(len(spent) * share))], 3) if spent else 0.0

    return Row(what, len(spent), at(0.5), at(0.95), at(0.99), note=note)


def _line(row: Row) -> str:
    figures = f"p50 {row.p50:10.2f}  p95 {row.p95:10.2f}  p99 {row.p99:10.2f} {row.unit}"
    return f"{row.what:<52} n {row.count:>5}  {figures}  {row.note}".rstrip()


if __name__ == "__main__":
    raise SystemExit(main())
