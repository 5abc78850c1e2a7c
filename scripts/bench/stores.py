"""The same graph and the same twenty questions on every store, each in a process of its own.

    python -m scripts.bench.stores [--sizes 10000,100000] [--stores kglite,networkx,ladybug,neo4j] [--json OUT]

Sizes are relationships. For each store and size: seconds to load and to index; the most memory (of a Neo4j that of its
server); milliseconds of asking, and `cpu`, what this process worked of these; milliseconds of the query that it came to
when the engine is given it without us, by turns; `over` is what asking takes beyond that, at the median and at most of
the twenty questions. Then NetworkX beside grand-cypher. A store that cannot be had is named and left out. NetworkX is
left out above --networkx relationships: its objects fill the memory.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from scripts.bench.stores_graph import Town
from scripts.bench.stores_networkx import compared
from scripts.bench.stores_places import STORES, measure

_COLUMNS = (
    ("load s", "load_s"), ("index s", "index_s"), ("MiB", "memory_mb"), ("ask p50", "ask_p50"), ("p95", "ask_p95"),
    ("cpu p50", "cpu_p50"), ("raw p50", "raw_p50"), ("p95", "raw_p95"), ("over p50", "overhead_p50"),
    ("max", "overhead_max"),
)  # fmt: skip
_ONE_S = 3_600


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the tables, and write them as JSON where asked."""
    options = _options(arguments)
    if options.one:
        return _one(options)
    cells: list[dict[str, Any]] = []
    ratios: list[dict[str, Any]] = []
    print(f"{'relationships':>13} {'store':<9}" + "".join(f"{title:>10}" for title, _ in _COLUMNS) + "  answers")
    for size in (int(size) for size in options.sizes.split(",")):
        with tempfile.TemporaryDirectory(prefix="fingerpost-stores-", dir=options.scratch) as scratch:
            source = Path(scratch) / "source"
            source.mkdir()
            Town(size).write(source)
            for store in options.stores.split(","):
                if store == "networkx" and size > options.networkx:
                    print(f"{size:>13,} {store:<9}  left out: more than --networkx {options.networkx:,}")
                    continue
                cell = _apart(store, size, source, options.repeats)
                if cell is not None:
                    cells.append(cell)
                    print(_line(cell, cells), flush=True)
        if "networkx" in options.stores and size <= options.networkx:
            ratios += [{"relationships": size, **ratio} for ratio in _beside_grand_cypher(size, options.repeats)]
    if options.json:
        options.json.write_text(json.dumps({"stores": cells, "networkx": ratios}, indent=1), encoding="utf-8")
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="10000,100000")
    parser.add_argument("--stores", default=",".join(STORES))
    parser.add_argument("--repeats", type=int, default=5, help="how often each question is asked")
    parser.add_argument("--networkx", type=int, default=1_000_000, help="the most relationships for NetworkX")
    parser.add_argument("--scratch", type=Path, help="a folder with room for the graphs; else the system's own")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--source", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def _one(options: argparse.Namespace) -> int:
    """What the process of one store does: prints its figures."""
    with tempfile.TemporaryDirectory(prefix="one-", dir=options.source.parent) as scratch:
        figures = measure(options.one, Town(int(options.sizes)), options.source, Path(scratch), options.repeats)
    print(json.dumps(asdict(figures)))
    return 0


def _apart(store: str, size: int, source: Path, repeats: int) -> dict[str, Any] | None:
    """The figures of a store; says why where there are none."""
    command = [sys.executable, "-m", "scripts.bench.stores", "--one", store, "--sizes", str(size)]
    ended = subprocess.run(
        [*command, "--source", str(source), "--repeats", str(repeats)],
        capture_output=True,
        text=True,
        check=False,
        timeout=_ONE_S,
    )
    if ended.returncode:
        reason = ended.stderr.strip().splitlines()[-1] if ended.stderr.strip() else f"ended with {ended.returncode}"
        print(f"{size:>13,} {store:<9}  left out: {reason}")
        return None
    found: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    return found


def _line(cell: dict[str, Any], cells: Sequence[dict[str, Any]]) -> str:
    figures = "".join(f"{cell[name]:>10,.1f}" for _, name in _COLUMNS)
    return f"{cell['relationships']:>13,} {cell['store']:<9}{figures}  {_agreement(cell, cells)}"


def _agreement(cell: dict[str, Any], cells: Sequence[dict[str, Any]]) -> str:
    """How many questions were answered, and whether as the first store of this size answered them."""
    answered = sum(each["status"] in ("answered", "empty") for each in cell["questions"])
    first = next(each for each in cells if each["relationships"] == cell["relationships"])
    pairs = zip(cell["questions"], first["questions"], strict=True)
    others = [
        one["question"] for one, other in pairs if (one["status"], one["rows"]) != (other["status"], other["rows"])
    ]
    said = f"{answered} of {len(cell['questions'])} answered"
    return f"{said}, as on {first['store']}" if not others else f"{said}; other than on {first['store']}: {others}"


def _beside_grand_cypher(size: int, repeats: int) -> list[dict[str, Any]]:
    found = []
    for ratio in compared(Town(size), repeats):
        same = "the same rows" if ratio.same else "OTHER ROWS"
        print(
            f"{size:>13,} networkx {ratio.task:<8} ask {ratio.ask:8.2f} ms   query {ratio.query:8.3f} ms   "
            f"grand-cypher {ratio.grand:10.1f} ms   {ratio.times:8.0f} times, {same}",
            flush=True,
        )
        found.append({**asdict(ratio), "times": round(ratio.times, 1), "of_ask": round(ratio.grand / ratio.ask, 1)})
    return found


if __name__ == "__main__":
    raise SystemExit(main())
