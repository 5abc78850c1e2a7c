"""One store with one graph in it, measured in a process of its own: loading, asking, the query by itself, memory."""

from __future__ import annotations

import json
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import fingerpost as fp
from fingerpost.core.cells import Cell, encode
from fingerpost.engine import NetworkXKnowledgeBase, filling, remote
from fingerpost.stores.kglite import binding as kglite_binding
from fingerpost.stores.ladybug import binding as ladybug_binding
from fingerpost.stores.ladybug.store import database_path
from scripts.bench.stores_graph import Town
from scripts.bench.stores_networkx import graph_of

Raw = Callable[[str, Mapping[str, Any]], Any]


@dataclass
class Place:
    """An open store: the knowledge base over it, its engine asked without us, and what it took to get there."""

    kb: fp.KnowledgeBase
    raw: Raw
    load_s: float
    index_s: float
    server: int | None = None


@dataclass
class Figures:
    """What was measured of one store with one graph; in milliseconds unless stated otherwise."""

    store: str
    relationships: int
    load_s: float
    index_s: float
    memory_mb: float
    ask_p50: float
    ask_p95: float
    cpu_p50: float
    raw_p50: float
    raw_p95: float
    overhead_p50: float
    overhead_max: float
    questions: list[dict[str, Any]] = field(default_factory=list)


def measure(name: str, town: Town, source: Path, scratch: Path, repeats: int) -> Figures:
    """Load a graph into a store, ask all questions, and run the query of each answer by itself."""
    with ExitStack() as stack:
        place = _PLACES[name](town, source, scratch, stack)
        questions = [_asked(place, question, repeats) for question in town.questions()]
        memory = _memory_mb(place.server)
        edges = place.kb.schema.relationship_count
    asks = sorted(ms for each in questions for ms in each["ask"])
    cpu = sorted(ms for each in questions for ms in each["cpu"])
    raws = sorted(ms for each in questions for ms in each["raw"]) or [0.0]
    over = [each["overhead"] for each in questions]
    return Figures(
        store=name,
        relationships=edges,
        load_s=round(place.load_s - place.index_s, 2),
        index_s=round(place.index_s, 2),
        memory_mb=round(memory, 0),
        ask_p50=_at(asks, 0.5),
        ask_p95=_at(asks, 0.95),
        cpu_p50=_at(cpu, 0.5),
        raw_p50=_at(raws, 0.5),
        raw_p95=_at(raws, 0.95),
        overhead_p50=round(statistics.median(over), 2),
        overhead_max=round(max(over), 2),
        questions=questions,
    )


def _asked(place: Place, question: str, repeats: int) -> dict[str, Any]:
    """A question and the query that it came to, by turns; both were run once before."""
    answer = place.kb.ask(question)
    if answer.query:
        place.raw(answer.query, answer.parameters)
    asks, cpu, raws = [], [], []
    for _ in range(repeats):
        before = time.process_time()
        asks.append(_timed(lambda: place.kb.ask(question)))
        cpu.append((time.process_time() - before) * 1000)
        if answer.query:
            raws.append(_timed(lambda: place.raw(answer.query or "", answer.parameters)))
    overhead = statistics.median(asks) - (statistics.median(raws) if raws else 0.0)
    rows = sorted(json.dumps([_said(cell) for cell in row], sort_keys=True) for row in answer.rows)
    told = {"question": question, "status": answer.status.value, "rows": rows, "text": answer.text[:200]}
    return {**told, "ask": asks, "cpu": cpu, "raw": raws, "overhead": overhead}


def _said(cell: Cell) -> Any:
    """A cell to compare; engines add up in orders of their own, so that last digits differ."""
    return f"{cell:.9g}" if isinstance(cell, float) else encode(cell)


def _kglite(_: Town, source: Path, scratch: Path, stack: ExitStack) -> Place:
    load_s, index_s = _loaded(source, scratch / "graph.fp", fp.Settings())
    kb = stack.enter_context(fp.open(scratch / "graph.fp"))
    return Place(kb, _raw_kglite(kb), load_s, index_s)


def _networkx(town: Town, _: Path, __: Path, stack: ExitStack) -> Place:
    graph = graph_of(town)
    with _indexing() as spent:
        started = time.perf_counter()
        kb = NetworkXKnowledgeBase(graph, label="kind", relation="relation")
        load_s = time.perf_counter() - started
    stack.callback(kb.close)
    return Place(kb, _raw_kglite(kb), load_s, spent[0])


def _raw_kglite(kb: fp.KnowledgeBase) -> Raw:
    def raw(text: str, given: Mapping[str, Any]) -> Any:
        bound, parameters = kglite_binding.bound_query(text, given)
        return kb.store._frozen.cypher(bound, params=parameters).to_list()  # type: ignore[attr-defined] # as we open it

    return raw


def _ladybug(_: Town, source: Path, scratch: Path, stack: ExitStack) -> Place:
    import ladybug

    url = f"ladybug://{scratch}/people"
    settings = fp.Settings(cache_folder=scratch / "cache")
    load_s, index_s = _loaded(source, url, settings)
    kb = stack.enter_context(fp.open(url, settings))
    file = database_path(scratch / "people")
    connection = ladybug.Connection(ladybug.Database(str(file), read_only=True))
    stack.callback(connection.close)

    def raw(text: str, given: Mapping[str, Any]) -> Any:
        bound, parameters = ladybug_binding.bound_query(text, given)
        found: Any = connection.execute(bound, parameters)
        return found.get_all()

    return Place(kb, raw, load_s, index_s)


def _neo4j(_: Town, source: Path, scratch: Path, stack: ExitStack) -> Place:
    from scripts.servers import Neo4jServer

    size = sum(file.stat().st_size for file in source.iterdir())
    memory = 512 if size < 50_000_000 else 2_048
    more = {"server.memory.pagecache.size": f"{memory}m", "db.memory.transaction.max": f"{memory // 2}m"}
    server = stack.enter_context(Neo4jServer(memory=memory, settings=more))
    settings = fp.Settings(cache_folder=scratch / "cache")
    load_s, index_s = _loaded(source, server.url, settings)
    kb = stack.enter_context(fp.open(server.url, settings))
    driver = stack.enter_context(server.driver())
    for label in ("Person", "Company", "City"):
        driver.execute_query(f"CREATE INDEX FOR (n:{label}) ON (n.name)")  # as its owner would
    driver.execute_query("CALL db.awaitIndexes()")
    session = stack.enter_context(driver.session(default_access_mode="READ"))

    def raw(text: str, given: Mapping[str, Any]) -> Any:
        return session.run(text, dict(given)).values()

    return Place(kb, raw, load_s, index_s, server.pid)


_PLACES: dict[str, Callable[[Town, Path, Path, ExitStack], Place]] = {
    "kglite": _kglite,
    "networkx": _networkx,
    "ladybug": _ladybug,
    "neo4j": _neo4j,
}
STORES = tuple(_PLACES)
"""The names of what can be measured."""


def _loaded(source: Path, into: str | Path, settings: fp.Settings) -> tuple[float, float]:
    """Seconds of a load, and of those that the schema and the index of values took."""
    with _indexing() as spent:
        started = time.perf_counter()
        fp.load([source], into=into, settings=settings)
        return time.perf_counter() - started, spent[0]


@contextmanager
def _indexing() -> Iterator[list[float]]:
    """Seconds that indexing takes meanwhile."""
    spent = [0.0]
    real = filling.indexed  # type: ignore[attr-defined]

    def timed(*given: Any, **named: Any) -> Any:
        started = time.perf_counter()
        try:
            return real(*given, **named)
        finally:
            spent[0] += time.perf_counter() - started

    filling.indexed = remote.indexed = timed  # type: ignore[attr-defined]
    try:
        yield spent
    finally:
        filling.indexed = remote.indexed = real  # type: ignore[attr-defined]


def _memory_mb(server: int | None) -> float:
    """The most memory that this process, or one that it started, has had; of a server, its own."""
    if server is not None:
        for line in Path(f"/proc/{server}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / 1024
    most = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return most / (2**20 if sys.platform == "darwin" else 1024)


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def _at(ordered: Sequence[float], share: float) -> float:
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 2)
