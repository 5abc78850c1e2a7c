"""A store in one file, as CONTRIBUTING.md says how: a plain engine; nodes of one label, plain names, no points."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path as Folder

import kglite

from fingerpost.core.cells import Duration, Node, Path, Point, Relationship
from fingerpost.core.errors import KnowledgeBaseError, LimitExceeded, StoreError
from fingerpost.core.limits import Limits
from fingerpost.core.names import said_name, stored_name
from fingerpost.core.verified import require_verified
from fingerpost.stores.child import Child
from fingerpost.stores.protocol import Capabilities, Explanation, Origin, Result
from fingerpost.stores.streamed import Streamed

FILE = "toy.graph"
LACKS = ("interruptible", "several_labels", "any_names", "any_values", "work_limit")


class ToyStore(Streamed):
    dialect = "kglite"
    capabilities = Capabilities(dialect, **dict.fromkeys(LACKS, False))

    def __init__(self, folder):
        self._graph = kglite.load(str(folder / FILE)).freeze()
        numbered = self._ask("MATCH (n) RETURN elementId(n) AS number, n.id AS id", {})
        self._ids = {int(row["number"]): row["id"] for row in numbered}
        self._child = Child(f"{__name__}:ToyStore", folder)

    @classmethod
    def open(cls, place, access=None):
        try:
            return cls(Folder(place))
        except (kglite.KgError, OSError, ValueError) as error:
            code = "kb.damaged" if (Folder(place) / FILE).exists() else "kb.missing"
            raise KnowledgeBaseError(f"{place}: {error}", code=code) from error

    @classmethod
    def writer(cls, place, access=None):
        return ToyWriter(Folder(place))

    def run(self, query, limits=None):
        require_verified(query, self.dialect)
        engine_value(query.parameters)
        found = self._child.run(query.text, query.parameters, limits or Limits())
        return Result(query.columns or found.columns, found.rows, found.cut, found.total, found.milliseconds)

    def answer(self, text, parameters, limits):  # in the process that Child starts, and ends when its time is over
        view = self._ask(text, parameters, timeout_ms=limits.time_ms, row_limit=limits.rows)
        rows = tuple(tuple(self._cell(row[name]) for name in view.columns) for row in view)
        return tuple(view.columns), rows, view.diagnostics.get("total_rows") or len(rows)

    def explain(self, query):
        require_verified(query, self.dialect)
        return Explanation(tuple(step["operation"] for step in self._ask(f"EXPLAIN {query.text}", query.parameters)))

    def elements(self):
        for pattern in ("(e)", "()-[e]->()"):
            for row in self._ask(f"MATCH {pattern} RETURN e, e.fp_at AS at", {}):
                yield self._cell(row["e"]), Origin.unpack(row["at"])

    def close(self):
        self._graph = None
        self._child.close()

    def _ask(self, text, parameters, **limits):
        if self._graph is None:
            raise StoreError("this store is closed", code="store.closed")
        sent = {name: engine_value(value) for name, value in parameters.items()}
        try:
            return self._graph.cypher(text, params=sent, **{"timeout_ms": 0, **limits})
        except (kglite.KgError, ValueError) as error:
            if isinstance(error, kglite.CypherTimeoutError) or "safety limit" in str(error):
                raise LimitExceeded(f"the query was too much: {error}", code="limit.time") from error
            raise StoreError(f"the store failed: {error}", details={"query": text}) from error

    def _cell(self, value):  # the engine says elements, paths and durations as maps with these keys, in this order
        if not isinstance(value, dict):
            return tuple(map(self._cell, value)) if isinstance(value, list) else value
        said = {said_name(key): self._cell(held) for key, held in value.items() if said_name(key)}
        known = {name: held for name, held in (said.get("properties") or {}).items() if held is not None}
        match tuple(value):
            case ("id", "labels", "properties"):
                return Node(value["properties"]["id"], tuple(value["labels"]), known)
            case ("id", "start", "end", "type", "properties"):
                ends = self._ids[value["start"]], self._ids[value["end"]]
                return Relationship(str(value["id"]), value["type"], *ends, known)
            case ("months", "days", "seconds", *_):
                return Duration(*value.values())
            case ("nodes", "relationships") if isinstance(said["nodes"][0], Node):
                return Path(said["nodes"], said["relationships"])
        return said


def engine_value(value):
    if isinstance(value, Mapping):
        return {stored_name(name): engine_value(held) for name, held in value.items()}
    if isinstance(value, (list, tuple)):
        return [engine_value(item) for item in value]
    if isinstance(value, Duration) and not value.months and not value.nanoseconds and abs(value.seconds) < 86_400:
        return dt.timedelta(days=value.days, seconds=value.seconds)
    if isinstance(value, (Duration, Point)) or hasattr(getattr(value, "tzinfo", None), "key"):
        raise StoreError(f"the engine cannot hold {value}", code="store.write")
    return value


class ToyWriter:
    def __init__(self, folder):
        self._folder, self._graph = folder, kglite.KnowledgeGraph()

    def add_nodes(self, labels, rows):
        self._add("CREATE (e:$one)", labels, [(own, {"id": id_, "fp_at": at}, {}) for id_, at, own in rows])

    def add_relationships(self, start, type_, end, rows):
        text = "MATCH (a:$start {id: row.a}) MATCH (b:$end {id: row.b}) CREATE (a)-[e:$one]->(b)"
        held = [(own, {"fp_at": at}, {"a": a, "b": b}) for a, b, at, own in rows]
        self._add(text, (type_,), held, start=start, end=end)

    def _add(self, text, names, rows, **ends):
        said = {*names, *(name for own, *_ in rows for name in own)}
        if len(names) > 1 or not all(name.isascii() and name.isidentifier() for name in said):
            raise StoreError("a node has one label, and names are plain", code="store.write")
        held = [{"p": {**engine_value(own), **kept}, **joined} for own, kept, joined in rows]
        given = {"rows": held, "one": names[0], **ends}
        self._graph.cypher(f"UNWIND $rows AS row {text} SET e = row.p", params=given, timeout_ms=0)

    def save(self):
        try:
            self._graph.save(str(self._folder / FILE))
        except (kglite.KgError, OSError) as error:
            raise StoreError(f"{self._folder}: {error}", code="store.write") from error

    def reading(self):
        self.save()
        return ToyStore(self._folder)

    def close(self):
        self._graph = None
