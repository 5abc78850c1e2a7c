"""Times of questions about code, embedded and on a Joern server: `python -m scripts.bench.code`.

Without arguments the sample program is asked the questions of the tests. `--graph FILE.cpg.bin --questions FILE` asks
those of a file about another graph, and says how many answers are those of the CPGQL beside each question.
`--export FOLDER --questions FILE` loads what Joern exported (neo4jcsv), and asks without a server.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import fingerpost
from fingerpost.core.answer import Status
from fingerpost.core.limits import Limits
from fingerpost.core.settings import Settings
from fingerpost.engine import KnowledgeBase
from fingerpost.query_languages import language
from fingerpost.stores import JoernClient
from scripts.servers.joern import JoernServer, exported

TESTS = Path(__file__).parents[2] / "tests"
FUNCTIONS = 'cpg.method.isExternal(false).nameNot("<.*").where(_.block.astChildren)'
SURE = 0.8
PATIENT = Limits(time_ms=120_000)


def percentiles(seconds: Sequence[float]) -> str:
    """Median and 95th percentile."""
    ordered = sorted(seconds)
    return f"p50 {statistics.median(ordered) * 1e3:.0f} ms, p95 {ordered[int(len(ordered) * 0.95)] * 1e3:.0f} ms"


def timed(kb: KnowledgeBase, questions: Sequence[str]) -> list[float]:
    """The seconds that each question takes."""
    spent = []
    for question in questions:
        started = time.perf_counter()
        kb.ask(question)
        spent.append(time.perf_counter() - started)
    return spent


class Served:
    """A base on a server, of which the time in the server is taken apart."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb
        self.inside = 0.0
        store = kb.context.store
        run = store.run

        def watched(*arguments: object) -> object:
            started = time.perf_counter()
            try:
                return run(*arguments)  # type: ignore[arg-type]
            finally:
                self.inside += time.perf_counter() - started

        store.run = watched  # type: ignore[method-assign, assignment]

    def ask(self, questions: Sequence[str]) -> tuple[list[float], list[float]]:
        """Seconds in the server and outside it, of each question."""
        server, pipeline = [], []
        for question in questions:
            self.inside = 0.0
            started = time.perf_counter()
            self.kb.ask(question)
            spent = time.perf_counter() - started
            server.append(self.inside)
            pipeline.append(spent - self.inside)
        return server, pipeline


def right(kb: KnowledgeBase, client: JoernClient, questions: Sequence[tuple[str, str]]) -> None:
    """Print how many answers are those of the queries beside the questions."""
    good, sure = 0, 0
    for question, query in questions:
        rows = client.run(language("cpgql").verify(query.replace("$F", FUNCTIONS)), PATIENT).rows
        wanted = {str(row[0]) for row in rows}
        answer = kb.ask(question)
        columns = [{str(row[at]) for row in answer.rows} for at in range(len(answer.columns))]
        lines = [{cell.rpartition(":")[2] for cell in column} for column in columns]
        yes = answer.text.startswith("Yes" if wanted == {"True"} else "No") and wanted <= {"True", "False"}
        fits = yes or wanted in columns or wanted in lines or (not wanted and answer.status is Status.EMPTY)
        good += fits
        sure += not fits and answer.confidence >= SURE
        if not fits:
            print(f"  not: {question}")
    print(f"right: {good} of {len(questions)}, sure and wrong: {sure}")


def embedded(export: Path, place: Path, questions: Sequence[str]) -> None:
    """Print what an export takes to load, and the time and the beginning of each answer."""
    started = time.perf_counter()
    report = fingerpost.load([export], place / "code.fp")
    spent, used = time.perf_counter() - started, time.process_time()
    print(f"{report.nodes:,} nodes, {report.relationships:,} relationships loaded in {spent:.0f} s", end=", ")
    print(f"{used:.0f} s of them of a processor, at most {memory():.1f} GB")
    started = time.perf_counter()
    with KnowledgeBase(place / "code.fp") as kb:
        timed(kb, questions[:1])
        print(f"opened, and the first answer after {time.perf_counter() - started:.1f} s")
        for question in questions:
            started = time.perf_counter()
            answer = kb.ask(question)
            seconds = time.perf_counter() - started
            text = " / ".join(answer.text.splitlines()[:3])
            print(f"  {seconds:6.2f} s  {answer.status} {answer.confidence:.2f}  {question}  {text[:120]}")
    print(f"at most {memory():.1f} GB")


def memory() -> float:
    """The most memory that this process has held, in GB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graph", type=Path, default=TESTS / "stores/joern/shelf.cpg.bin")
    parser.add_argument("--questions", type=Path, default=TESTS / "stores/joern/questions.txt")
    parser.add_argument("--memory", type=int, default=1024, help="MB of the server")
    parser.add_argument("--export", type=Path, help="a folder of CSV to load, without a server")
    given = parser.parse_args()
    lines = [line for line in given.questions.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    pairs = [line.partition(" => ")[::2] for line in lines]
    questions = [question for question, _ in pairs]
    if given.export is not None:
        with tempfile.TemporaryDirectory() as folder:
            embedded(given.export, Path(folder), questions)
        return
    with tempfile.TemporaryDirectory() as folder, JoernServer(given.graph, memory=given.memory) as server:
        place = Path(folder)
        started = time.perf_counter()
        fingerpost.load([exported(given.graph, place)], place / "code.fp")
        print(f"exported and loaded in {time.perf_counter() - started:.1f} s")
        with KnowledgeBase(place / "code.fp") as kb:
            timed(kb, questions[:1])
            print("embedded:", percentiles(timed(kb, questions)))
            if pairs[0][1]:
                right(kb, JoernClient(server.url), pairs)
        settings = Settings(cache_folder=place / "cache", time_limit_ms=PATIENT.time_ms)
        started = time.perf_counter()
        with KnowledgeBase(server.url, settings) as kb:
            print(f"opened on the server for the first time in {time.perf_counter() - started:.1f} s")
            served = Served(kb)
            served.ask(questions)  # the server compiles each query once
            inside, outside = served.ask(questions)
            print(f"in the server: {percentiles(inside)}")
            print(f"the pipeline without it: {percentiles(outside)}")
            started = time.perf_counter()
            with ThreadPoolExecutor(20) as pool:
                waited = [one for many in pool.map(lambda _: timed(kb, questions[:5]), range(20)) for one in many]
            rate = len(waited) / (time.perf_counter() - started)
            print(f"20 clients: {percentiles(waited)}, {rate:.1f} questions/s")


if __name__ == "__main__":
    main()
