"""What a statement must leave alone, and a small graph to run it on, which is open for writing."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import kglite

from fingerpost.core.cells import Cell
from fingerpost.stores.kglite.binding import bound_query
from fingerpost.stores.kglite.store import KgliteStore
from scripts.fuzz.gate_trees import HOSTILE_NAMES, KEYS, LABELS
from scripts.servers.processes import children

_TIME_MS = 200
_WORK_UNITS = 50_000
_ROWS = 50
_CONTENT = ("MATCH (n) RETURN n", "MATCH ()-[r]->() RETURN r", "SHOW CONSTRAINTS")
_PLACES = ("/etc/passwd", "/proc/self/environ")


class Watch:
    """A graph, a file with a secret, a server that nobody calls, and the children of this process.

    The engine runs what it is given on a graph that is open for writing, so that nothing but the gate stands between a
    statement and the graph. `folder` is where the process works; nothing may appear in it.
    """

    def __init__(self, folder: Path) -> None:
        kglite.set_query_warning_policy("silent")
        self._folder = folder
        self._secret = f"secret-{secrets.token_hex(16)}"
        self.file = folder / "canary.csv"
        self.file.write_text(f"{self._secret}\n", encoding="utf-8")
        self._graph = _small_graph()
        self._content = self._hash()
        self._state = self._look()
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.setblocking(False)

    @property
    def address(self) -> tuple[str, int]:
        """Where the server listens."""
        host, port = self._server.getsockname()
        return str(host), int(port)

    def aimed(self, text: str) -> str:
        """A text whose files and addresses are those that are watched."""
        text = text.replace("/tmp/", f"{self._folder}/")
        for place in _PLACES:
            text = text.replace(place, str(self.file))
        return text.replace("127.0.0.1:9", f"127.0.0.1:{self.address[1]}")

    def run(self, text: str, parameters: Mapping[str, Cell]) -> tuple[bool, list[str]]:
        """Whether the engine ran a text, and what it touched that it must not touch."""
        shown, ran = "", True
        try:
            bound, values = bound_query(text, parameters)
            view = self._graph.cypher(
                bound, params=values, timeout_ms=_TIME_MS, max_work_units=_WORK_UNITS, row_limit=_ROWS
            )
            shown = view if isinstance(view, str) else repr(view.to_list())
        except (kglite.KgError, OverflowError, RecursionError, TypeError, ValueError) as error:
            shown, ran = str(error), False
        return ran, [*self.changes(), *(["the file was read"] if self._secret in shown else [])]

    def changes(self) -> list[str]:
        """What is no longer as it was."""
        found = ["the graph has changed"] if self._hash() != self._content else []
        found += [f"{name} changed" for name, was in self._look().items() if was != self._state[name]]
        with contextlib.suppress(BlockingIOError):
            self._server.accept()[0].close()
            found.append("the server was called")
        return found

    def _hash(self) -> str:
        """Nodes, relationships, constraints and indexes; the engine orders them as it likes."""
        found = [sorted(map(repr, self._graph.cypher(text).to_list())) for text in _CONTENT]
        return hashlib.sha256(repr((found, self._graph.indexes())).encode("utf-8", "surrogatepass")).hexdigest()

    def _look(self) -> dict[str, object]:
        stat = self.file.stat() if self.file.exists() else None
        return {
            "the file": None if stat is None else (stat.st_size, stat.st_mtime_ns, stat.st_ino),
            "the folder": sorted(os.listdir(self._folder)),
            "what the process has started": children(),
        }

    def close(self) -> None:
        """Let the server and the graph go."""
        self._server.close()
        del self._graph


def _small_graph() -> Any:
    writer = KgliteStore.writer()
    people = [(f"p{i}", i, {"nick": f"P{i}", "age": 20 + i, "score": i / 2, "tags": ("a", f"t{i}")}) for i in range(6)]
    writer.add_nodes(("Person",), people)
    writer.add_nodes(("City",), [(f"c{i}", i, {"nick": f"C{i}", "score": float(i)}) for i in range(3)])
    writer.add_nodes(("Film",), [(f"f{i}", i, {"nick": "` DETACH DELETE n //", "since": 1990 + i}) for i in range(2)])
    for type_, end, stop in (("KNOWS", "Person", 6), ("LIVES_IN", "City", 3), ("LIKES", "Film", 2)):
        letter = end[0].lower()
        joined = [(f"p{i}", f"{letter}{(i + 1) % stop}", i, {"since": 2000 + i}) for i in range(6)]
        writer.add_relationships("Person", type_, end, joined)
    for label in LABELS:  # the engine asks nothing of a label's property that no node of it has
        writer.add_nodes((label,), [(f"{label}-all", 0, dict.fromkeys((*KEYS, *HOSTILE_NAMES), "x"))])
    graph = writer.graph
    writer.close()
    return graph
