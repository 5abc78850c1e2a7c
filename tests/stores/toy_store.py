"""A store in one file, written from docs/plugins.md: a plain engine, nodes of one label, plain names, plain values."""

import datetime as dt
from pathlib import Path as Folder

import kglite

from fingerpost.core.cells import Duration, Node, Path, Point, Relationship
from fingerpost.core.errors import KnowledgeBaseError, LimitExceeded, StoreError
from fingerpost.core.names import said_name, stored_name
from fingerpost.stores import Capabilities, Origin, Streamed, SubprocessStore, WorkerProcess

FILE, LACKS = "toy.graph", ("interruptible", "several_labels", "any_names", "any_values", "work_limit")


class ToyWriter:
    def __init__(self, place, access=None):
        self._folder, self._graph = Folder(place), kglite.KnowledgeGraph()

    def add_nodes(self, labels, rows):
        self._add("CREATE (e:$one)", labels, [(own, {"id": id_, "fp_at": at}, {}) for id_, at, own in rows])

    def add_relationships(self, start, type_, end, rows):
        text = "MATCH (a:$start {id: row.a}) MATCH (b:$end {id: row.b}) CREATE (a)-[e:$one]->(b)"
        held = [(own, {"fp_at": at}, {"a": a, "b": b}) for a, b, at, own in rows]
        self._add(text, (type_,), held, start=start, end=end)

    def _add(self, text, names, rows, **ends):
        if len(names) > 1 or not all(n.isascii() and n.isidentifier() for own, *_ in rows for n in (*names, *own)):
            raise StoreError("a node has one label, and names are plain", code="store.write")
        held = [{"p": {**engine_value(dict(own)), **kept}, **joined} for own, kept, joined in rows]
        self._graph.cypher(f"UNWIND $rows AS row {text} SET e = row.p", params={"rows": held, "one": names[0], **ends})

    def reading(self):
        self.save()
        return ToyStore(self._folder)

    def save(self):
        try:
            self._graph.save(str(self._folder / FILE))
        except (kglite.KgError, OSError) as error:
            raise StoreError(f"{self._folder}: {error}", code="store.write") from error

    def close(self):
        self._graph = None


class ToyStore(SubprocessStore, Streamed):
    dialect = "kglite"
    capabilities = Capabilities(dialect, **dict.fromkeys(LACKS, False))
    writer = ToyWriter

    def __init__(self, folder):
        self._graph = kglite.load(str(folder / FILE)).freeze()
        self._ids = {int(r["n"]): r["id"] for r in self._ask("MATCH (n) RETURN elementId(n) AS n, n.id AS id", {})}
        self.child = WorkerProcess(f"{__name__}:ToyStore", folder)

    @classmethod
    def open(cls, place, access=None):
        try:
            return cls(Folder(place))
        except (kglite.KgError, OSError, ValueError) as error:
            code = "kb.damaged" if (Folder(place) / FILE).exists() else "kb.missing"
            raise KnowledgeBaseError(f"{place}: {error}", code=code) from error

    def answer(self, text, parameters, limits):  # in the process that WorkerProcess starts and ends in time
        view = self._ask(text, parameters, timeout_ms=limits.time_ms, row_limit=limits.rows)
        rows = tuple(tuple(self._cell(row[name]) for name in view.columns) for row in view)
        return tuple(view.columns), rows, view.diagnostics.get("total_rows") or len(rows)

    def operators(self, rows):
        return tuple(operation for _, operation, *_ in rows)

    def elements(self):
        self.child.start()  # which raises once the store is closed
        for pattern in ("(e)", "()-[e]->()"):
            for row in self._ask(f"MATCH {pattern} RETURN e, e.fp_at AS at", {}, timeout_ms=0):
                yield self._cell(row["e"]), Origin.unpack(row["at"])

    def _ask(self, text, parameters, **limits):
        given = {name: engine_value(value) for name, value in parameters.items()}
        try:
            return self._graph.cypher(text, params=given, **limits)
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
    if isinstance(value, dict):
        return {stored_name(name): engine_value(held) for name, held in value.items()}
    if isinstance(value, (list, tuple)):
        return [engine_value(item) for item in value]
    if isinstance(value, Duration) and not value.months and not value.nanoseconds and abs(value.seconds) < 86_400:
        return dt.timedelta(days=value.days, seconds=value.seconds)
    if isinstance(value, (Duration, Point)) or hasattr(getattr(value, "tzinfo", None), "key"):
        raise StoreError(f"the engine cannot hold {value}", code="store.write")
    return value
