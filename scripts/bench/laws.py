"""Timings of federal law: loading beside a bare parse of the same files, and questions of each intent.

    python -m scripts.bench.laws FOLDER [--documents 5835] [--kb BASE] [--json OUT]

FOLDER (or BENCH_DATA/regulations) holds documents in the XML of Justice Laws. Where they are fewer, copies with new ids
stand in (see `scripts.bench.laws_corpus`). Wall time and processor time are given, because other work on the machine
lengthens only the first. With --kb, a base that was loaded before is asked.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import fingerpost as fp
from fingerpost.core.errors import FingerpostError
from scripts.bench.laws_corpus import DOCUMENTS, write_corpus

QUESTIONS = {
    "graph_relationship": (
        "What references the Employment Insurance Act?",
        "What does the Employment Insurance Act cite?",
        "Which regulations implement the Canada Pension Plan?",
        "What cites section 2 of the Old Age Security Act?",
        "Has the Old Age Security Act been amended?",
        "When was the Canada Pension Plan last amended?",
        "What amended section 7 of the Employment Insurance Act?",
        "What indirectly references the Statistics Act?",
        "Which acts cite each other?",
        "What are the 10 most cited acts?",
        "Show amendments to regulations implementing the Canada Pension Plan",
        "How are the Employment Insurance Act and the Canada Pension Plan related?",
        "Which sections of the Employment Insurance Act cite the Income Tax Act?",
        "What cites the Privacy Act but not the Access to Information Act?",
        "Which regulations cite the Old Age Security Act and were amended since 2020?",
        "How many regulations implement the Employment Insurance Act?",
        "What references the Interpretation Act?",
        "Quels règlements citent la Loi sur la sécurité de la vieillesse ?",
    ),
    "statistics": ("How many acts are there?", "How many sections does the Employment Insurance Act have?"),
    "definition": ("What is an insured person?", 'What does "claimant" mean in the Employment Insurance Act?'),
    "search": (
        "What does section 7 of the Employment Insurance Act say?",
        "Where can I find the rules about overpayments?",
    ),
    "comparison": ("Compare the Old Age Security Act and the Canada Pension Plan",),
    "eligibility": (
        "Who is eligible for a full monthly pension?",
        "Who qualifies for employment insurance benefits?",
        "Am I entitled to benefits if I quit my job?",
    ),
    "procedure": (
        "How do I apply for a death benefit?",
        "How long do I have to appeal to the Social Security Tribunal?",
        "How is a child's benefit calculated?",
    ),
    "compliance": (
        "Must an employer keep records?",
        "Do I need to reside in Canada for ten years?",
        "What information must an application contain?",
    ),
    "interpretation": (
        "What does interruption of earnings mean for teachers?",
        "Explain the waiting period for benefits",
    ),
}
"""Questions by intent."""

_REPEATS = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    data = os.environ.get("BENCH_DATA")
    parser.add_argument("folder", type=Path, nargs="?", default=Path(data) / "regulations" if data else None)
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    parser.add_argument("--kb", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(arguments)
    if options.folder is None and options.kb is None:
        parser.error("name a folder of laws, or set BENCH_DATA to a folder with regulations/ in it")
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="fingerpost-bench-") as scratch:
        base = options.kb
        if base is None:
            base = Path(scratch) / "laws.fp"
            found["load"] = _load(_corpus(options.folder, Path(scratch), options.documents), base)
            _say(found["load"])
        found["ask"] = dict(_ask(base))
    if options.json:
        options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return 0


def _corpus(folder: Path, scratch: Path, documents: int) -> Path:
    """The folder, or one with copies of its documents where it has fewer."""
    held = sum(1 for _ in folder.rglob("*.xml"))
    if held >= documents:
        return folder
    count, size = write_corpus(folder, scratch / "corpus", documents)
    print(f"{held} documents at hand; copies with new ids make {count} of {size / 1e6:.0f} MB", flush=True)
    return scratch / "corpus"


def _load(corpus: Path, into: Path) -> dict[str, float]:
    """Loading in a process of its own, and a bare parse of the same files."""
    from lxml import etree

    files = list(corpus.rglob("*.xml"))
    started, spent = time.perf_counter(), time.process_time()
    for file in files:
        etree.parse(str(file))
    bare, bare_cpu = time.perf_counter() - started, time.process_time() - spent
    started = time.perf_counter()
    command = [sys.executable, "-m", "fingerpost", "load", str(corpus), "--into", str(into)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "documents": len(files),
        "megabytes": sum(file.stat().st_size for file in files) / 1e6,
        "bare_seconds": bare,
        "bare_processor_seconds": bare_cpu,
        "load_seconds": time.perf_counter() - started,
        "load_processor_seconds": used.ru_utime + used.ru_stime,
        "peak_megabytes": used.ru_maxrss / 1e3,
    }


def _say(load: dict[str, float]) -> None:
    print(
        f"{load['documents']:.0f} documents, {load['megabytes']:.0f} MB: bare lxml parse {load['bare_seconds']:.1f} s "
        f"(processor {load['bare_processor_seconds']:.1f}); load {load['load_seconds']:.1f} s "
        f"(processor {load['load_processor_seconds']:.1f}), peak {load['peak_megabytes']:.0f} MB",
        flush=True,
    )


def _ask(base: Path) -> Iterator[tuple[str, dict[str, float]]]:
    """Each question several times, warm: the whole answer, and the query that it ran by itself."""
    print(
        f"{'intent':20} {'asked':>6} {'p50':>8} {'p95':>8} {'processor p50':>14} {'p95':>8} {'raw query p95':>14}   ms"
    )
    with fp.open(base) as kb:
        for questions in QUESTIONS.values():
            for question in questions:
                kb.ask(question)
        for intent, questions in QUESTIONS.items():
            wall: list[float] = []
            processor: list[float] = []
            raw: list[float] = []
            for question in questions * _REPEATS:
                started, spent = time.perf_counter(), time.process_time()
                answer = kb.ask(question)
                wall.append((time.perf_counter() - started) * 1e3)
                processor.append((time.process_time() - spent) * 1e3)
                if answer.query:
                    try:
                        raw.append(kb.query(answer.query, answer.parameters).milliseconds)
                    except FingerpostError:
                        continue
            row = {
                "asked": float(len(wall)),
                "p50": _percentile(wall, 50),
                "p95": _percentile(wall, 95),
                "processor_p50": _percentile(processor, 50),
                "processor_p95": _percentile(processor, 95),
                "raw_p95": _percentile(raw, 95),
            }
            print(
                f"{intent:20} {row['asked']:6.0f} {row['p50']:8.1f} {row['p95']:8.1f} {row['processor_p50']:14.1f} "
                f"{row['processor_p95']:8.1f} {row['raw_p95']:14.1f}",
                flush=True,
            )
            yield intent, row


def _percentile(values: list[float], percent: int) -> float:
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(percent / 100 * (len(ordered) - 1)))]


if __name__ == "__main__":
    raise SystemExit(main())
