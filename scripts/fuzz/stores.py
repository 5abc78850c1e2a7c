"""Compare the embedded store with a reference evaluator, and with Neo4j: random queries over small random graphs.

    python -m scripts.fuzz.stores [--count 20000] [--seed N] [--neo4j] [--show 10]

Each query goes through the gate and is run as any other. Rows are compared as multisets, and in order where ORDER BY
decides it. A query that the gate refuses, or that takes the reference too long, is counted and not compared. One that
finds something is right as it stands, so the gate, which knows the schema of the graph, must not repair it. Ends with 1
where something differs, and shows the smallest query and graph that still do. A query is told by the seed and its
number.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from fingerpost.core.cells import Cell, Path
from fingerpost.core.errors import FingerpostError, LimitExceeded, QueryRejected, UnsupportedConstruct
from fingerpost.core.limits import Limits
from fingerpost.core.names import ELEMENT_ID
from fingerpost.core.schema import GraphSchema
from fingerpost.evals.compare import plain
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.dialect import Draft
from fingerpost.query_languages.cypher.dialects.neo4j import PLAIN
from fingerpost.query_languages.cypher.gate import verify
from fingerpost.query_languages.cypher.parser import parse
from fingerpost.query_languages.cypher.printer import Printer
from fingerpost.query_languages.cypher.walk import has_aggregate, walk
from fingerpost.stores.kglite.store import KgliteStore
from fingerpost.stores.protocol import Store
from scripts.fuzz.reference import Expected, Graph, Reference, TooLong
from scripts.fuzz.reference_values import Unknown
from scripts.fuzz.stores_graphs import random_graph, write_graph
from scripts.fuzz.stores_patterns import PARAMETERS
from scripts.fuzz.stores_queries import Queries
from scripts.fuzz.stores_shrink import smallest

PER_GRAPH = 40
"""Queries that are asked of one graph."""
_LIMITS = Limits(rows=100_000, time_ms=20_000)
_NEO4J_LIMITS = Limits(rows=100_000, time_ms=60_000)
_CHECKS = (ast.SubqueryExpression, ast.PatternPredicate, ast.PatternComprehension, ast.CallSubquery)
Opened = Callable[[Graph], Store]
"""A store that holds a graph, and only that."""


@dataclass
class Report:
    """How often what came of it, and the queries that differ: their numbers, stores and what differs."""

    counts: Counter[str] = field(default_factory=Counter)
    different: list[tuple[int, str, str]] = field(default_factory=list)


def plain_row(row: Sequence[Cell]) -> tuple[Any, ...]:
    """A row to compare: elements by what they are, lists without their order."""
    return tuple(_plain(cell) for cell in row)


def _plain(cell: Cell) -> Any:
    if isinstance(cell, Path):
        return ("path", _plain(cell.nodes), _plain(cell.relationships))
    if isinstance(cell, (list, tuple)):
        return ("list", *sorted((_plain(item) for item in cell), key=repr))
    return plain(cell)


def compared(store: Store, expected: Expected, query: str | ast.Query, limits: Limits = _LIMITS) -> str:
    """What came of asking a store: "equal", "refused ...", or what is wrong."""
    try:
        verified = verify(query, dialect=store.dialect, parameters=PARAMETERS)
    except QueryRejected as error:
        return f"refused by the gate: {error.details['findings'][0]['code']}"
    except UnsupportedConstruct as error:
        return f"refused for {store.dialect}: {error.message}"
    if verified.fixes_applied:
        return "repaired by the gate"
    try:
        result = store.run(verified, limits)
    except LimitExceeded as error:
        return f"limited: {error.code}"
    except FingerpostError as error:
        return f"FAILS: {error.message.splitlines()[0][:150]}"
    rows = [plain_row(row) for row in result.rows]
    return "equal" if expected.allows(rows, plain_row) else f"WRONG: {_some(rows)} for {_wanted(expected)}"


def _some(rows: Sequence[Any]) -> str:
    return f"{len(rows)} rows {rows[:4]}"


def _wanted(expected: Expected) -> str:
    rows = [plain_row(row) for group in expected.groups for row in group]
    return f"{_some(rows)} SKIP {expected.skip} LIMIT {expected.limit}"


def is_wrong(outcome: str) -> bool:
    """Whether what came of a query is a difference."""
    return outcome.startswith(("WRONG", "FAILS", "REPAIRED"))


def is_found(tree: ast.Query, expected: Expected) -> bool:
    """Whether there are rows for which every pattern of a query had to match."""

    def may_fail(node: ast.AnyNode) -> bool:
        if isinstance(node, ast.Projection):
            return all(has_aggregate(item.expression) for item in node.items)
        return isinstance(node, _CHECKS) or (isinstance(node, ast.Match) and node.optional)

    return any(expected.groups) and len(tree.parts) == 1 and not any(map(may_fail, walk(tree)))


def repaired(tree: ast.Query, schema: GraphSchema) -> str:
    """What the gate repairs in a query that finds something; it may refuse names that the graph does not have."""
    try:
        fixes = verify(tree, schema, dialect="kglite", parameters=PARAMETERS).fixes_applied
    except (QueryRejected, UnsupportedConstruct):
        return ""
    return f"REPAIRED: {'; '.join(fixes)}" if fixes else ""


@contextmanager
def in_memory(graph: Graph) -> Iterator[Store]:
    """The embedded store with a graph in it, which has indexes if the number of its nodes is even."""
    with closing(KgliteStore.writer()) as writer:
        write_graph(graph, writer)
        if len(graph.nodes) % 2 == 0:
            for label in {node.labels[0] for node in graph.nodes}:
                for key in ("u", "k", "name_"):
                    writer.graph.create_index(label, key)
        with closing(writer.reading()) as store:
            yield store


class Comparison:
    """The queries of one seed."""

    def __init__(self, seed: int, other: Opened | None = None) -> None:
        self._seed = seed
        self._other = other
        self.report = Report()

    def graph(self, number: int) -> Graph:
        """The graph that a query is asked of."""
        return random_graph(Random(f"{self._seed}:graph:{number // PER_GRAPH}"))

    def text(self, number: int) -> str:
        """A query."""
        return Queries(Random(f"{self._seed}:{number}")).query()

    def run(self, numbers: range) -> Report:
        """Ask queries of the stores; neighbours share a graph."""
        for first in range(numbers.start - numbers.start % PER_GRAPH, numbers.stop, PER_GRAPH):
            graph = self.graph(first)
            with in_memory(graph) as store:
                stores = [store, *([self._other(graph)] if self._other is not None else [])]
                for number in range(max(first, numbers.start), min(first + PER_GRAPH, numbers.stop)):
                    self._one(number, graph, stores)
        return self.report

    def _one(self, number: int, graph: Graph, stores: Sequence[Store]) -> None:
        text = self.text(number)
        try:
            tree = parse(text)
            expected = Reference(graph, PARAMETERS).expected(tree)
        except TooLong:
            self.report.counts["too long for the reference"] += 1
            return
        if is_found(tree, expected) and (wrong := repaired(tree, stores[0].schema())):
            self.report.different.append((number, stores[0].dialect, wrong))
        for store in stores:
            outcome = compared(store, expected, text, _LIMITS if store.dialect == "kglite" else _NEO4J_LIMITS)
            if outcome == "equal" and not any(any(any(row) for row in group) for group in expected.groups):
                outcome = "equal, and nothing found"
            self.report.counts[f"{store.dialect}: {outcome.split(':')[0] if is_wrong(outcome) else outcome}"] += 1
            if is_wrong(outcome):
                self.report.different.append((number, store.dialect, outcome))

    def shown(self, number: int) -> str:
        """The smallest query and graph that differ as a query of the embedded store does."""
        kind = ""

        def differs(query: ast.Query, graph: Graph) -> bool:
            try:
                expected = Reference(graph, PARAMETERS).expected(query)
                with in_memory(graph) as store:
                    return compared(store, expected, query).startswith(kind or ("WRONG", "FAILS"))
            except (TooLong, Unknown, KeyError, AttributeError, TypeError):
                return False

        with in_memory(self.graph(number)) as store:
            tree = parse(self.text(number))
            kind = compared(store, Reference(self.graph(number), PARAMETERS).expected(tree), tree)[:12]
        tree, graph = smallest(tree, self.graph(number), differs)
        with in_memory(graph) as store:
            outcome = compared(store, Reference(graph, PARAMETERS).expected(tree), tree)
            ran = verify(tree, dialect=store.dialect, parameters=PARAMETERS).text
        query = Printer.printed(Draft(tree, PLAIN))
        nodes = "; ".join(f"{n.element_id}:{':'.join(n.labels)} {dict(n.properties)}" for n in graph.nodes)
        ends = "; ".join(f"{r.start}-{r.type}->{r.end} {dict(r.properties)}" for r in graph.relationships)
        return f"{query.text}\n  {query.parameters}\n  ran as {ran}\n  {outcome}\n  {nodes}\n  {ends}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print what came of it, and return 1 where something differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32))
    parser.add_argument("--show", type=int, default=5, help="so many differences are made small and shown")
    parser.add_argument("--neo4j", action="store_true", help="compare Neo4j too")
    options = parser.parse_args(arguments)
    print(f"seed {options.seed}, {options.count} queries", flush=True)
    started = time.perf_counter()
    with ExitStack() as stack:
        other = _neo4j(stack) if options.neo4j else None
        comparison = Comparison(options.seed, other)
        report = comparison.run(range(options.first, options.first + options.count))
    for what, count in report.counts.most_common():
        print(f"{count:>9}  {what}")
    print(f"{time.perf_counter() - started:9.1f}  seconds")
    for number, store, outcome in report.different[: options.show]:
        print(f"\nDIFFERS: number {number} on {store}\n  {comparison.text(number)}\n  {outcome}")
        if store == "kglite":
            print(f"  smaller: {comparison.shown(number)}")
    print(f"{len(report.different)} differ")
    return 1 if report.different else 0


def _neo4j(stack: ExitStack) -> Opened:
    """A server of its own, which is emptied for each graph."""
    from fingerpost.engine.registry import store_class
    from scripts.servers import Neo4jServer

    server = stack.enter_context(Neo4jServer())
    latest = stack.enter_context(ExitStack())
    kind = store_class("neo4j")

    def opened(graph: Graph) -> Store:
        latest.close()  # else each graph leaves connections to the end
        server.wipe(kept=ELEMENT_ID)
        with closing(kind.writer(server.url)) as writer:
            write_graph(graph, writer)
            writer.save()
        store = kind.open(server.url)
        latest.callback(store.close)
        return store

    return opened


if __name__ == "__main__":
    sys.exit(main())
