"""Counts the facts that are read from sentences right, wrongly and not at all: `python -m scripts.eval.facts`.

The sentences of `facts.jsonl` were written for it: plain statements, denials, and commands, rules, plans, reports and
examples, which state nothing. A fact is written as `SUBJECT RELATION OBJECT`, with `NOT` if it is denied, and its
certainty if it is not plainly stated. `--file FILE` reads others of the same form.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from fingerpost.ingest import DocumentFact, facts_of, read_plain

FILE = Path(__file__).with_name("facts.jsonl")


def main() -> None:
    """Print a line for each sentence that is not read right, then precision and recall."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", type=Path, default=FILE, help="sentences with their facts")
    counts: Counter[str] = Counter()
    for text, stated, read in outcomes(parser.parse_args().file):
        counts.update(sentences=1, stated=len(stated), read=len(read), right=len(stated & read))
        for fact in sorted(read - stated):
            print(f"not stated: {fact}\n    {text}")
        for fact in sorted(stated - read):
            print(f"not read: {fact}\n    {text}")
    right = counts["right"]
    print(
        f"{counts['sentences']} sentences: of {counts['read']} facts read {right} are stated "
        f"({right / (counts['read'] or 1):.1%}), of {counts['stated']} stated {right} are read "
        f"({right / (counts['stated'] or 1):.1%})"
    )


def outcomes(file: Path) -> Iterator[tuple[str, set[str], set[str]]]:
    """Each text, the facts that it states, and those that are read in it."""
    for line in file.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        found = facts_of(read_plain("sentence", "", one["text"]))
        yield one["text"], set(one["facts"]), {told(fact) for fact in found if fact.relation != "REFERENCES"}


def told(fact: DocumentFact) -> str:
    """A fact as the file writes it."""
    certainty = "" if fact.certainty == "supported" else f" {fact.certainty}"
    return f"{fact.subject.text} {fact.relation} {fact.object.text}{' NOT' if fact.negated else ''}{certainty}"


if __name__ == "__main__":
    main()
