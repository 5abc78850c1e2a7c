"""The gate beside other parsers of Cypher, in one run, and how its time grows with the text.

    python -m scripts.bench.gate [--data FOLDER] [--sample N] [--json OUT]

FOLDER (or BENCH_DATA) holds `tck/tck.json` and `mind_the_query/auto_validated.jsonl`; what it lacks is said and left
out. Ours parses, checks and prints; cypherast parses and does no more; graphglot validates. It takes long, so it gets
N statements of each kind, evenly spread (500 unless told; 0 for all of them).
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

from fingerpost.core.cells import Cell
from fingerpost.core.errors import FingerpostError
from fingerpost.query_languages.cypher.gate import MAX_TEXT, findings, verify
from fingerpost.query_languages.policy import Policy

Reads = Callable[[str], bool]
"""Whether a text is taken."""

_WARM = 50
_REPEATS = 5
_POLICY = Policy(procedures=frozenset(("test.my.proc", "test.labels", "test.donothing")))
"""The procedures that the suite's scenarios bring with them."""
_PARAMETER = re.compile(r"(?:(SKIP|LIMIT)\s+)?\$(\w+)", re.IGNORECASE)


def _filled(start: str, end: str, size: int, most: int) -> str:
    """A piece again and again, at most so often: of more text its names are longer."""
    count = min(size // len(start + end), most)
    return (start + "x" * (size // count - len(start + end)) + end) * count


_SIZES = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
_SHAPES: dict[str, Callable[[int], str]] = {
    "a list of numbers": lambda size: "RETURN [" + "1, " * ((size - 15) // 3) + "1] AS x",
    "a list of texts": lambda size: "MATCH (n) WHERE n.k IN [" + "'abcdefgh', " * ((size - 46) // 12) + "''] RETURN n",
    "patterns": lambda size: "MATCH " + _filled("(:A {k: 1})-[:R", "]->(), ", size - 20, 60) + "(n) RETURN n",
    "properties": lambda size: "MATCH (n) RETURN [" + _filled("n.abc", ", ", size - 26, 2_000) + "1] AS x",
    "a string": lambda size: f"MATCH (n) WHERE n.k = '{'x' * (size - 34)}' RETURN n",
}
_HARD: dict[str, str] = {
    "1 MB of conditions": "MATCH (n) WHERE " + "n.k = 1 OR " * 95_000 + "true RETURN n",
    "1 MB string": f"MATCH (n) WHERE n.k = '{'x' * 1_000_000}' RETURN n",
    "10,000 nested parentheses": "RETURN " + "(" * 10_000 + "1" + ")" * 10_000 + " AS x",
    "10,000 open parentheses": "RETURN " + "(" * 10_000,
    "10,000 nested lists": "RETURN " + "[" * 10_000 + "]" * 10_000 + " AS x",
    "10,000 negations": "RETURN " + "NOT " * 10_000 + "true AS x",
}


@dataclass(frozen=True)
class Row:
    """How one parser did on statements of one kind. `right` are those taken where valid, or rejected where not."""

    parser: str
    what: str
    kind: str
    count: int
    right: int
    p50_ms: float
    p99_ms: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and write the figures as JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=os.environ.get("BENCH_DATA") or None)
    parser.add_argument("--sample", type=int, default=500)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(arguments)
    rows: list[Row] = []
    statements = dict(_statements(Path(options.data) if options.data else None))
    print(f"{'':22}{'':24}{'statements':>12}{'right':>9}{'p50, ms':>10}{'p99, ms':>10}")
    for name, what, make in _PARSERS:
        try:
            reads = make()
        except ImportError:
            print(f"{name} is not installed and left out")
            continue
        said = name if name == "fingerpost" else f"{name} {version(name)}"
        for kind, texts in statements.items():
            chosen = _spread(texts, options.sample) if name == "graphglot" else texts
            rows.append(_measured(said, what, kind, chosen, reads))
            print(_line(rows[-1]), flush=True)
    _curve()
    _hard()
    if options.json:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1), encoding="utf-8")
    return 0


def ours(text: str) -> bool:
    """Whether the gate lets a text through: parsed, checked, and printed for Neo4j."""
    try:
        verify(text, dialect="neo4j", parameters=_parameters(text), policy=_POLICY)
    except FingerpostError:
        return False
    return True


def _cypherast() -> Reads:
    module = importlib.import_module("cypherast")

    def parses(text: str) -> bool:
        try:
            module.parse_one(text)
        except (module.CypherastError, RecursionError, ValueError):
            return False
        return True

    return parses


def _graphglot() -> Reads:
    dialect = importlib.import_module("graphglot.dialect").Dialect.get_or_raise("neo4j")

    def validates(text: str) -> bool:
        try:
            return bool(dialect.validate(text).success)
        except (RecursionError, ValueError):
            return False

    return validates


_PARSERS: tuple[tuple[str, str, Callable[[], Reads]], ...] = (
    ("fingerpost", "parse, verify, print", lambda: ours),
    ("cypherast", "parse", _cypherast),
    ("graphglot", "validate", _graphglot),
)


def _statements(data: Path | None) -> Iterator[tuple[str, list[str]]]:
    """Texts by kind: the suite's reads, its compile-time errors, and golds. What writes has no part."""
    suite, golds = _there(data, "tck/tck.json"), _there(data, "mind_the_query/auto_validated.jsonl")
    if suite is not None:
        scenarios = json.loads(suite.read_text(encoding="utf-8"))
        reads = [each for each in scenarios if not _writes(each["query"])]
        yield "TCK, valid reads", [each["query"] for each in reads if each["phase"] in (None, "runtime")]
        yield "TCK, invalid reads", [each["query"] for each in reads if each["phase"] == "compile time"]
    if golds is not None:
        lines = golds.read_text(encoding="utf-8").splitlines()
        yield "Mind-the-Query golds", [json.loads(line)["cypher"] for line in lines]


def _there(data: Path | None, name: str) -> Path | None:
    path = None if data is None else data / name
    if path is None or not path.exists():
        print(f"{name} is not there and left out")
        return None
    return path


def _writes(text: str) -> bool:
    return any(finding.code.startswith("W") for finding in findings(text))


def _parameters(text: str) -> dict[str, Cell]:
    """Values for parameters, which the suite does not give: 1 for a number of rows, else null."""
    return {name: 1 if count else None for count, name in _PARAMETER.findall(text)}


def _spread(texts: Sequence[str], count: int) -> Sequence[str]:
    if not count or count >= len(texts):
        return texts
    return [texts[number * len(texts) // count] for number in range(count)]


def _measured(parser: str, what: str, kind: str, texts: Sequence[str], reads: Reads) -> Row:
    for text in _spread(texts, _WARM):
        reads(text)
    spent, taken = [], 0
    for text in texts:
        started = time.perf_counter()
        taken += reads(text)
        spent.append((time.perf_counter() - started) * 1000)
    shares = statistics.quantiles(spent, n=100)
    right = len(texts) - taken if "invalid" in kind else taken
    return Row(parser, what, kind, len(texts), right, statistics.median(spent), shares[98])


def _line(row: Row) -> str:
    share = f"{100 * row.right / row.count:.1f}%"
    return f"{row.parser:22}{row.kind:24}{row.count:>12,}{share:>9}{row.p50_ms:>10.2f}{row.p99_ms:>10.2f}  {row.what}"


def _curve() -> None:
    """The time of growing texts of each shape, up to the longest that is looked at."""
    print(f"\ntime by length of text, ms (best of {_REPEATS}); the last column: how it grows, 1.0 is linearly")
    print(f"{'':22}" + "".join(f"{size:>10,}" for size in _SIZES))
    for shape, make in _SHAPES.items():
        best = [min(_timed(make(size))[0] for _ in range(_REPEATS)) for size in _SIZES]
        grows = (best[-1] / best[0]) / (_SIZES[-1] / _SIZES[0])
        print(f"{shape:22}" + "".join(f"{one:>10.2f}" for one in best) + f"{grows:>8.2f}")


def _hard() -> None:
    print(f"\nwhat is too much (a text has at most {MAX_TEXT:,} characters)")
    for what, text in _HARD.items():
        spent, said = _timed(text)
        print(f"{what:28}{spent:>9.2f} ms  {said}")


def _timed(text: str) -> tuple[float, str]:
    """How long the gate takes, and what it says first."""
    started = time.perf_counter()
    try:
        verify(text, dialect="neo4j")
    except FingerpostError as error:
        said = str(error).splitlines()[0]
    else:
        said = "let through"
    return (time.perf_counter() - started) * 1000, said


if __name__ == "__main__":
    sys.exit(main())
