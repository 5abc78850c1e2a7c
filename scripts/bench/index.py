"""The value index at scale: how fast it is built, how large it gets, how much memory that takes, how fast it answers.

    python -m scripts.bench.index [--values 1000000] [--words 300000] [--keep FOLDER] [--json OUT]

The values are made up, the same on every machine: names of one to four words, identifiers, dates, numbers. Look-ups are
those of a whole question: twenty words of which one names a value, in one of its usual forms, and one is misspelt.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from fingerpost.core.cells import Cell
from fingerpost.linking import INDEX_FILE, IndexBuilder, ValueIndex, ValueLinker, tokenise
from fingerpost.stores import Outline, build_schema

_LETTERS, _VOWELS = "bcdfghjklmnprstvwz", "aeiou"
_QUESTIONS, _WARM = 2_000, 200
_FILLER = "which of the people that live in this town have ever been seen with someone who knows".split()
_SHARES = (("name", 0.55), ("title", 0.25), ("code", 0.1), ("date", 0.02), ("number", 0.08))
"""What share of the values each property has; dates are few, as days are."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build, look up, and print the figures; write them as JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--values", type=int, default=1_000_000)
    parser.add_argument("--words", type=int, default=300_000, help="how many different words names are made of")
    parser.add_argument("--keep", type=Path, help="build the index here, and leave it")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="fingerpost-index-") as scratch:
        folder = options.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / INDEX_FILE).unlink(missing_ok=True)
        made = Invented(options.values, options.words)
        figures = {**_build(made, folder), **_look_up(made, folder)}
    for name, figure in figures.items():
        print(f"{name:<42} {figure:>14,.2f}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    return 0


class Invented:
    """A graph's values, each made from its number."""

    def __init__(self, count: int, words: int) -> None:
        self.counts = {name: max(1, int(count * share)) for name, share in _SHARES}
        self.counts["date"] = min(self.counts["date"], 36_000)
        chance = random.Random(1)
        self.words = sorted({_word(chance) for _ in range(words)})

    def values(self, owner: str, name: str, *, of_relationship: bool = False) -> Iterator[Cell]:
        """As `Store.values`."""
        chance = random.Random(name)
        for number in range(self.counts[name]):
            yield self._value(name, number, chance)

    def _value(self, name: str, number: int, chance: random.Random) -> Cell:
        if name == "number":
            return number
        if name == "code":
            return f"INV-{number:08d}"
        if name == "date":
            return f"{1 + number % 28}/{1 + number // 28 % 12}/{1900 + number // 336}"
        words = len(self.words)
        picked = [self.words[min(int(words * chance.random() ** 2), words - 1)] for _ in range(2 + (name == "title"))]
        return " ".join(picked) if name == "title" else " ".join(word.capitalize() for word in picked)

    def questions(self) -> Iterator[str]:
        """Questions of twenty words with the forms in which people name values."""
        chance = random.Random(2)
        for number, value in zip(range(_QUESTIONS), self.values("Thing", "name"), strict=False):
            first, last = str(value).split(" ")
            forms = (f"{first} {last}", f"{last}, {first}", f"{first} {last}s", f"{first.lower()} {last.lower()}")
            slip = chance.randrange(1, len(first))
            said = [*_FILLER, forms[number % 4], first[:slip] + first[slip + 1 :], f"inv {number}"]
            yield " ".join(said)


def _word(chance: random.Random) -> str:
    return "".join(
        chance.choice(_LETTERS) + chance.choice(_VOWELS) + chance.choice(("", chance.choice(_LETTERS)))
        for _ in range(chance.randint(2, 4))
    )


def _build(made: Invented, folder: Path) -> dict[str, float]:
    """Build the index the way a load does; the time to invent the values is taken off."""
    outline = Outline({"Thing": 1}, {"Thing": tuple(made.counts)}, {}, 1, 0)
    started = _clocks()
    for name in made.counts:
        for _ in made.values("Thing", name):
            pass
    inventing = _since(started)
    before, started = _peak(), _clocks()
    builder = IndexBuilder(folder)
    build_schema(outline, made.values, builder)
    streamed = _since(started)
    builder.finish()
    cpu, wall = (all_ - part for all_, part in zip(_since(started), inventing, strict=True))
    values = sum(made.counts.values())
    size = (folder / INDEX_FILE).stat().st_size
    return {
        "values": values,
        "entries": builder.count,
        "CPU seconds, values streamed in": streamed[0] - inventing[0],
        "CPU seconds, all": cpu,
        "values a CPU second (one core)": values / cpu,
        "values a second, other work beside it": values / wall,
        "bytes a value": size / values,
        "MiB on disk": size / 2**20,
        "MiB of memory, beyond what was held before": _peak() - before,
    }


def _look_up(made: Invented, folder: Path) -> dict[str, float]:
    index = ValueIndex(folder)
    linker = ValueLinker(index, ())
    spent: dict[str, list[float]] = {"values": [], "spelling": []}
    found = 0
    for number, question in enumerate(made.questions()):
        tokens = tokenise(question)
        started = time.perf_counter()
        mentions = linker.link(question, tokens, ())
        linked = time.perf_counter()
        index.misspelt(tokens[-3].norm)
        ended = time.perf_counter()
        if number >= _WARM:
            spent["values"].append((linked - started) * 1000)
            spent["spelling"].append((ended - linked) * 1000)
            found += any(mention.length > 1 for mention in mentions)
    index.close()
    every = [a + b for a, b in zip(spent["values"], spent["spelling"], strict=True)]
    figures = {"words of values": float(ValueIndex(folder).word_count), "questions": float(len(every))}
    figures["% whose value was found"] = 100 * found / len(every)
    for what, times in (
        ("values of a question", spent["values"]),
        ("one misspelt word", spent["spelling"]),
        ("both", every),
    ):
        times = sorted(times)
        figures[f"ms, {what}, p50"] = times[len(times) // 2]
        figures[f"ms, {what}, p95"] = times[int(len(times) * 0.95)]
    return figures


def _clocks() -> tuple[float, float]:
    return time.process_time(), time.perf_counter()


def _since(started: tuple[float, float]) -> tuple[float, float]:
    """CPU and wall seconds since then."""
    cpu, wall = _clocks()
    return cpu - started[0], wall - started[1]


def _peak() -> float:
    """Most memory held so far, in MiB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


if __name__ == "__main__":
    raise SystemExit(main())
