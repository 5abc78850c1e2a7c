"""Many clients of the HTTP service at once: `python -m scripts.fuzz.soak_http --clients 100 --seconds 60`.

Clients ask questions, read them without an answer, and hold conversations with follow-ups, one request after another,
each over a connection of its own. Every answer is looked at. It prints requests a second, how long they took and the
memory of the service with its workers at the beginning and at the end, and exits with 1 if something was wrong: an
error, a wrong answer, or memory that grew by more than a tenth.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import fingerpost
from fingerpost.samples import LIBRARY_FOLDER, copy_sample
from scripts.bench.http import resident_mib, served

GROWTH = 1.1
ASKED: tuple[tuple[str, list[list[Any]] | None], ...] = (
    ("How many books are there?", [[34]]),
    ("How many books cost more than 20?", [[3]]),
    ("Who borrowed Emma?", None),
    ("How many books does each branch hold?", None),
    ("Which author wrote the most books?", None),
)
DIALOGUE = (("Who borrowed Emma?", "Siobhán O'Brien"), ("and Persuasion?", None), ("how many is that?", None))


@dataclass
class Tally:
    """What happened: milliseconds and number of requests by route, and what went wrong."""

    spent: list[float] = field(default_factory=list)
    routes: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class Client:
    """One client with a connection of its own."""

    def __init__(self, port: int, number: int, tally: Tally) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self._chosen = random.Random(number)
        self._number = number
        self._tally = tally

    def work(self, until: float) -> None:
        """Send requests until the time is over."""
        kinds = (self._ask, self._ask, self._read, self._talk, self._schema)
        while time.perf_counter() < until:
            self._chosen.choice(kinds)()
        self._connection.close()

    def _send(self, method: str, path: str, given: dict[str, Any] | None = None) -> dict[str, Any] | None:
        started = time.perf_counter()
        body = None if given is None else json.dumps(given)
        self._connection.request(method, path, body, {"content-type": "application/json"})
        response = self._connection.getresponse()
        text = response.read()
        self._tally.spent.append((time.perf_counter() - started) * 1_000)
        self._tally.routes[path] += 1
        if response.status != 200:
            self._tally.wrong.append(f"{path}: {response.status} {text[:200]!r}")
            return None
        found: dict[str, Any] = json.loads(text)
        return found

    def _ask(self) -> None:
        question, rows = self._chosen.choice(ASKED)
        found = self._send("POST", "/ask", {"question": question})
        if found and (found["status"] != "answered" or (rows is not None and found["rows"] != rows)):
            self._tally.wrong.append(f"{question}: {found['status']} {found['rows']}")

    def _read(self) -> None:
        found = self._send("POST", "/read", {"question": self._chosen.choice(ASKED)[0]})
        if found and found["status"] != "read":
            self._tally.wrong.append(f"read: {found['status']}")

    def _schema(self) -> None:
        found = self._send("GET", "/graph/schema")
        if found and not found["labels"]:
            self._tally.wrong.append("schema: no labels")

    def _talk(self) -> None:
        session = f"{self._number}-{self._chosen.random()}"
        for message, expected in DIALOGUE:
            found = self._send("POST", "/chat", {"message": message, "session_id": session})
            if found and (found["status"] not in ("answered", "empty") or (expected or "") not in found["reply"]):
                self._tally.wrong.append(f"{message}: {found['status']} {found['reply'][:100]}")


def family_mib(pid: int) -> float:
    """Resident memory of a process and its children in MiB."""
    found = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return sum(map(resident_mib, [pid, *found]))


def soak(port: int, clients: int, seconds: float) -> Tally:
    """So many clients for so long."""
    tally = Tally()
    until = time.perf_counter() + seconds
    threads = [threading.Thread(target=Client(port, number, tally).work, args=(until,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return tally


def run(clients: int, seconds: float, workers: int) -> tuple[Tally, float, float]:
    """A whole run with a service of its own, and its memory before and after; it is warm when it begins."""
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder) / "library.fp"
        fingerpost.load([copy_sample(LIBRARY_FOLDER, Path(folder))], base)
        process, port = served(base, workers, "--data", str(Path(folder) / "data"))
        try:
            soak(port, min(clients, 10), max(1.0, seconds / 10))
            before = family_mib(process.pid)
            tally = soak(port, clients, seconds)
            return tally, before, family_mib(process.pid)
        finally:
            process.terminate()
            process.wait(60)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    tally, before, after = run(given.clients, given.seconds, given.workers)
    ranked = sorted(tally.spent)
    print(f"{len(ranked):,} requests by {given.clients} clients in {given.seconds:g} s: {dict(tally.routes)}")
    print(
        f"{len(ranked) / given.seconds:.1f} a second, p50 {statistics.median(ranked):.0f} ms, "
        f"p95 {ranked[int(len(ranked) * 0.95)]:.0f} ms; {before:.0f} MiB before, {after:.0f} MiB after"
    )
    if after > before * GROWTH:
        tally.wrong.append(f"memory grew from {before:.0f} to {after:.0f} MiB")
    print("\n".join(tally.wrong[:20]) or "no error, no wrong answer, flat memory")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
