"""Latency of the HTTP service with 1, 10 and 100 clients: `python -m scripts.bench.http`.

Each client asks the questions of the library sample one after another, over a connection of its own.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import fingerpost
from fingerpost.samples import LIBRARY_FOLDER, copy_sample

QUESTIONS = (
    ("How many books are there?", [[34]]),
    ("How many members are students?", None),
    ("Who borrowed Emma?", None),
    ("Which books cost more than 20?", None),
    ("How many books does each branch hold?", None),
)
SERVE = "from fingerpost.surfaces.cli.main import run; raise SystemExit(run())"


def served(base: Path, workers: int, *options: str) -> tuple[subprocess.Popen[str], int]:
    """A service of its own, and its port."""
    command = [sys.executable, "-c", SERVE, "serve", str(base), "--port", "0", "--workers", str(workers), *options]
    environment = {**os.environ, "FINGERPOST_HTTP_PER_MINUTE": "10000000", "FINGERPOST_HTTP_WAITING": "10000"}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    for line in process.stderr:
        found = re.search(r"serving on http://127\.0\.0\.1:(\d+)", line)
        if found:
            threading.Thread(target=process.stderr.read, daemon=True).start()  # the log must not fill the pipe
            return process, int(found[1])
    raise SystemExit("the service did not start")


def client(port: int, until: float, spent: list[float], wrong: list[str]) -> None:
    """Ask until the time is over; every answer is looked at."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    number = 0
    while time.perf_counter() < until:
        question, rows = QUESTIONS[number % len(QUESTIONS)]
        number += 1
        started = time.perf_counter()
        connection.request("POST", "/ask", json.dumps({"question": question}), {"content-type": "application/json"})
        response = connection.getresponse()
        body = response.read()
        spent.append((time.perf_counter() - started) * 1_000)
        if response.status != 200:
            wrong.append(f"{response.status}: {body[:200]!r}")
            continue
        answer = json.loads(body)
        if answer["status"] != "answered" or (rows is not None and answer["rows"] != rows):
            wrong.append(question)
    connection.close()


def resident_mib(pid: int) -> float:
    """Resident memory of a process in MiB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--clients", type=int, nargs="*", default=[1, 10, 100])
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder) / "library.fp"
        fingerpost.load([copy_sample(LIBRARY_FOLDER, Path(folder))], base)
        process, port = served(base, given.workers)
        try:
            client(port, time.perf_counter() + 2, [], [])
            print(f"{given.workers} workers, {os.cpu_count()} cores")
            for clients in given.clients:
                spent: list[float] = []
                wrong: list[str] = []
                until = time.perf_counter() + given.seconds
                threads = [threading.Thread(target=client, args=(port, until, spent, wrong)) for _ in range(clients)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                ranked = sorted(spent)
                print(
                    f"{clients:>4} clients: {len(spent) / given.seconds:7.1f} answers/s, "
                    f"p50 {statistics.median(ranked):8.1f} ms, p95 {ranked[int(len(ranked) * 0.95)]:8.1f} ms, "
                    f"{len(wrong)} wrong, {resident_mib(process.pid):.0f} MiB"
                )
                if wrong:
                    print(f"      first: {wrong[0]}")
        finally:
            process.terminate()
            process.wait(60)


if __name__ == "__main__":
    main()
