"""How often the sentences of an answer hold what was asked for: `python -m scripts.eval.sentences DATA`.

DATA has folders with `corpus.jsonl` and `queries.jsonl` (question, answer, aliases), whose questions need two passages
at least. Each set is a memory of passages, without facts and sentence embeddings. An answer is right if the expected
text stands in it; questions whose answer is yes or no are left out. "Wrong and sure" has a confidence of 0.8 or more.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import fingerpost as fp
from fingerpost.core.settings import Settings
from fingerpost.retrieval import stems
from scripts.eval.retrieval_sets import sets_in

SURE = 0.8


def main() -> None:
    """Print the counts of each set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--questions", type=int, default=100, help="at most so many of each set")
    given = parser.parse_args()
    for one in sets_in(given.data):
        counts = Counter(outcomes(given.data / one.name, one.passages, given.questions))
        told = ", ".join(f"{counts[kind]} {kind}" for kind in ("right", "refused", "wrong", "wrong and sure"))
        print(f"{one.name}: {counts.total()} questions, {told}", flush=True)


def outcomes(folder: Path, passages: list[tuple[str, str]], most: int) -> Iterator[str]:
    """What became of each question; `wrong and sure` are not counted as `wrong`."""
    lines = (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    asked = [one for one in map(json.loads, lines) if one["answer"].lower() not in ("yes", "no")][:most]
    with tempfile.TemporaryDirectory() as place:
        records = Path(place, "records.jsonl")
        told = ({"id": str(n), "title": title, "text": text} for n, (title, text) in enumerate(passages))
        records.write_text("".join(json.dumps(one) + "\n" for one in told), encoding="utf-8")
        with fp.memory(Path(place, "kb.fp"), Settings(embeddings="static"), graph=False) as memory:
            memory.add(records)
            for one in asked:
                answer = memory.ask(one["question"])
                said = f" {' '.join(stems(answer.text))} "
                right = any(f" {' '.join(stems(text))} " in said for text in (one["answer"], *one.get("aliases", ())))
                if answer.status != "answered":
                    yield "refused"
                elif right:
                    yield "right"
                else:
                    yield "wrong and sure" if answer.confidence >= SURE else "wrong"


if __name__ == "__main__":
    main()
