"""How the gate stands against openCypher's conformance suite, the TCK.

    python -m scripts.eval.tck --data FOLDER

FOLDER holds `tck/tck.json`: a list of scenarios with `query`, the `phase` in which an error is expected or null, and
its `detail`, the error's name. Reads must pass, writing must be refused as such, and what the suite has rejected at
compile time must be rejected, with the same name. Values of parameters are not among the data: each is null here, or 1
where a number of rows is wanted.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fingerpost.core.cells import Cell
from fingerpost.core.errors import FingerpostError
from fingerpost.query_languages.cypher.gate import findings, verify
from fingerpost.query_languages.findings import Finding, Severity
from fingerpost.query_languages.policy import Policy

_POLICY = Policy(procedures=frozenset(("test.my.proc", "test.labels", "test.donothing")))
"""The procedures that the suite's scenarios bring with them; their signatures are not known to us."""
_QUOTED = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|//[^\n]*|/\*.*?\*/""", re.DOTALL)
_WRITES = re.compile(r"(?<![.:$\w])(?:CREATE|MERGE|DELETE|SET|REMOVE)\b(?!\s*[:.)])", re.IGNORECASE)
_PARAMETER = re.compile(r"\$(\w+)")
_COUNT = re.compile(r"(?:SKIP|LIMIT)\s+\$(\w+)", re.IGNORECASE)


@dataclass
class Figure:
    """One figure: how many there are, and which of them went wrong, each with what came of it."""

    what: str
    count: int = 0
    misses: list[tuple[str, str]] = field(default_factory=list)

    def add(self, query: str, wrong: str | None) -> None:
        self.count += 1
        if wrong is not None:
            self.misses.append((query, wrong))

    @property
    def share(self) -> float:
        return 1 - len(self.misses) / self.count if self.count else 1.0

    def __str__(self) -> str:
        return f"{self.what:44}{self.count - len(self.misses):6} of {self.count:<6}{100 * self.share:6.1f}%"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures and every miss."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=os.environ.get("BENCH_DATA") or None)
    options = parser.parse_args(arguments)
    if options.data is None:
        parser.error("where is the data? Give --data FOLDER or set BENCH_DATA")
    figures = measure(json.loads((Path(options.data) / "tck" / "tck.json").read_text(encoding="utf-8")))
    for figure in figures:
        print(figure)
    for figure in figures:
        for query, wrong in figure.misses:
            print(f"\n{figure.what}: {wrong}\n    " + query.strip().replace("\n", "\n    "))
    return 0


def measure(scenarios: Iterable[Mapping[str, Any]]) -> tuple[Figure, Figure, Figure, Figure]:
    """Reads that pass, writing that is refused, errors that are rejected, errors that are rejected by their name.

    An error in a statement that writes is rejected once it is refused as writing, and has no part in the last figure.
    A read that the suite has fail when it runs, or at any time, has no part in any: it may be refused before.
    """
    reads, writes = Figure("reads accepted"), Figure("writing refused as writing")
    errors, named = Figure("compile-time errors rejected"), Figure("compile-time errors rejected by their name")
    for scenario in scenarios:
        query, phase = scenario["query"], scenario["phase"]
        writing = _WRITES.search(_QUOTED.sub("''", query)) is not None
        found = _errors(query)
        if phase == "compile time":
            errors.add(query, None if found else f"accepted, not {scenario['detail']}")
            if not writing:
                names = {finding.name for finding in found}
                named.add(query, None if scenario["detail"] in names else f"{_said(found)}, not {scenario['detail']}")
        elif phase != "any time" and writing:
            refused = any(finding.code.startswith("W") for finding in found)
            writes.add(query, None if refused else _said(found))
        elif phase is None:
            reads.add(query, _refusal(query))
    return reads, writes, errors, named


def _parameters(query: str) -> dict[str, Cell]:
    counts = set(_COUNT.findall(query))
    return {name: 1 if name in counts else None for name in _PARAMETER.findall(query)}


def _errors(query: str) -> list[Finding]:
    found = findings(query, parameters=_parameters(query), policy=_POLICY)
    return [finding for finding in found if finding.severity is Severity.ERROR]


def _refusal(query: str) -> str | None:
    """Why the gate does not let a query through; None if it does."""
    try:
        verify(query, dialect="neo4j", parameters=_parameters(query), policy=_POLICY)
    except FingerpostError as error:
        return str(error)
    return None


def _said(found: Sequence[Finding]) -> str:
    return "; ".join(f"{finding.code} {finding.name or finding.message}" for finding in found) or "accepted"


if __name__ == "__main__":
    raise SystemExit(main())
