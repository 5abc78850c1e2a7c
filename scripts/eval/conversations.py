"""Asks what was said in conversations: `python -m scripts.eval.conversations` counts right, refused and wrong answers.

The four conversations and 60 questions beside this file were written for it. Later messages change what earlier ones
say; some questions ask how things were, or for what nobody said. An answer is right if its text, or the note that says
when it was said, has the expected words, and none of the outdated words before them; one without expected words must be
refused. `--folder DIR` asks others of the same form.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fingerpost as fp
from fingerpost.core.settings import Settings
from fingerpost.linking import clock

FOLDER = Path(__file__).with_name("conversations")
ASKED = dt.datetime(2026, 11, 25, 12, tzinfo=dt.UTC)


def main() -> None:
    """Print a line for each question that is not answered right, and the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="conversations, and questions.jsonl")
    counts: Counter[str] = Counter()
    for outcome, question, text in outcomes(parser.parse_args().folder):
        counts[outcome] += 1
        if outcome != "right":
            print(f"{outcome}: {question}\n    {text!r}")
    print(", ".join(f"{counts[outcome]} {outcome}" for outcome in ("right", "refused", "wrong")))


def outcomes(folder: Path) -> Iterator[tuple[str, str, str]]:
    """What became of each question: `right`, `refused` or `wrong`; the question, and the answer."""
    asked = [json.loads(line) for line in (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as place, clock.at(ASKED):
        for name in dict.fromkeys(one["conversation"] for one in asked):
            with fp.memory(Path(place, f"{name}.fp"), Settings(embeddings="static")) as memory:
                memory.add(folder / f"{name}.json")
                for one in asked:
                    if one["conversation"] == name:
                        answer = memory.ask(one["question"])
                        yield _outcome(one, answer), one["question"], answer.text


def _outcome(one: dict[str, Any], answer: fp.Answer) -> str:
    if answer.status != "answered":
        return "refused" if one["answer"] else "right"
    said = " ".join(note for note in answer.notes if note.startswith("said"))
    text = f"{answer.text}\n{said}".lower()
    at = text.find(one["answer"].lower()) if one["answer"] else -1
    outdated = [text.find(words.lower()) for words in one.get("not_before", ())]
    return "right" if at >= 0 and not any(0 <= place < at for place in outdated) else "wrong"


if __name__ == "__main__":
    main()
