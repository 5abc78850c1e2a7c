"""Questions of a NetworkX graph: through its copy in the embedded store, and through grand-cypher over the graph."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fingerpost.engine import NetworkXKnowledgeBase
from scripts.bench.stores_graph import Town, person


@dataclass(frozen=True)
class Ratio:
    """Milliseconds of one task, at the median: asked, as the same Cypher through the gate, and by grand-cypher."""

    task: str
    ask: float
    query: float
    grand: float
    same: bool

    @property
    def times(self) -> float:
        """How many times as long grand-cypher takes for the same query."""
        return self.grand / self.query


def graph_of(town: Town) -> Any:
    """The town as NetworkX users write a graph, with what grand-cypher reads beside it."""
    import networkx

    graph = networkx.MultiDiGraph()
    for key, label, held in town.nodes():
        graph.add_node(key, kind=label, **held)
    for start, type_, end, held in town.links():
        graph.add_edge(start, end, relation=type_, **held)
    return graph


def compared(town: Town, repeats: int) -> list[Ratio]:
    """A look-up, one hop and a top-k, both ways over the same graph."""
    from grandcypher import GrandCypher

    graph = graph_of(town)
    who = person(town.people // 2)
    one = f'WHERE n.name = "{who}"'
    tasks = (
        ("look-up", f"When was {who} born?", f"MATCH (n:Person) {one} RETURN n.born"),
        ("one hop", f"Who does {who} know?", f"MATCH (n:Person)-[:KNOWS]->(m:Person) {one} RETURN m.name"),
        (
            "top-k",
            "What are the top 5 companies by revenue?",
            "MATCH (n:Company) RETURN n.name, n.revenue ORDER BY n.revenue DESC LIMIT 5",
        ),
    )
    kb = NetworkXKnowledgeBase(graph, label="kind", relation="relation")
    for _, held in graph.nodes(data=True):
        held["__labels__"] = {held["kind"]}
    for *_, held in graph.edges(data=True):
        held["__labels__"] = {held["relation"]}
    found = []
    try:
        for task, question, text in tasks:
            theirs = GrandCypher(graph).run(text)
            rows = list(zip(*theirs.values(), strict=True))
            found.append(
                Ratio(
                    task,
                    _median(lambda asked=question: kb.ask(asked), repeats),  # type: ignore[misc]
                    _median(lambda said=text: kb.query(said), repeats),  # type: ignore[misc]
                    _median(lambda said=text: GrandCypher(graph).run(said), max(1, repeats // 5)),  # type: ignore[misc]
                    sorted(map(repr, kb.query(text).rows)) == sorted(map(repr, rows)),
                )
            )
    finally:
        kb.close()
    return found


def _median(work: Callable[[], object], times: int) -> float:
    work()
    spent = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        spent.append((time.perf_counter() - started) * 1000)
    return statistics.median(spent)
