"""Asks the questions of a file about the export of a code base: `python -m scripts.eval.code EXPORT QUESTIONS`.

EXPORT is what `fingerpost load` reads. Each line of QUESTIONS is a question and, after `=>`, what is right: Cypher over
the loaded graph; `TEXT` and a regular expression that the answer begins with; `SET` and values; `REFUSE`.

`code_questions` has questions about cJSON 1.7.15 by somebody who had not seen how questions are read: `open.txt` may be
read, the misses of `judge.txt` are for figures only (`--figures` prints nothing else).
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import Counter
from pathlib import Path

import fingerpost
from fingerpost.core.answer import Answer, Status
from fingerpost.engine import KnowledgeBase
from fingerpost.plans import Plan

SURE = 0.8


def verdict(kb: KnowledgeBase, answer: Answer[Plan], wanted: str) -> str:
    """`right`, `rightly refused`, `refused`, `unsure and wrong`, or `sure and wrong`."""
    answered = answer.status in (Status.ANSWERED, Status.EMPTY)
    if wanted == "REFUSE" and not answered:
        return "rightly refused"
    if wanted == "REFUSE":
        right = False
    elif not answered:
        return "refused"
    elif wanted.startswith("TEXT "):
        right = re.match(wanted[5:], answer.text) is not None
    else:
        right = _same(kb, answer, wanted)
    if right:
        return "right"
    return f"{'sure' if answer.confidence >= SURE else 'unsure'} and wrong"


def _same(kb: KnowledgeBase, answer: Answer[Plan], wanted: str) -> bool:
    """Whether a column of the answer, or the number that it says, is what is wanted."""
    if wanted.startswith("SET"):
        values = {one for one in wanted[3:].strip().split(",") if one}
    else:
        values = {str(row[0]) for row in kb.query(wanted).rows}
    columns = [{_said(row[at]) for row in answer.rows} for at in range(len(answer.columns))]
    number = next(iter(values)) if len(values) == 1 else ""
    if re.fullmatch(r"\d+\.\d+", number):
        cells = [cell for column in columns for cell in column if re.fullmatch(r"-?\d+(?:\.\d+)?", cell)]
        return any(abs(float(cell) - float(number)) < 1e-6 for cell in cells)
    return values in columns or (not values and not answer.rows)


def _said(cell: object) -> str:
    properties = getattr(cell, "properties", None)
    return str(properties.get("name", cell)) if properties is not None else str(cell)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("export", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--figures", action="store_true", help="counts only, no question that was missed")
    given = parser.parse_args()
    lines = given.questions.read_text(encoding="utf-8").splitlines()
    pairs = [line.partition(" => ")[::2] for line in lines if line and not line.startswith("#")]
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        fingerpost.load([given.export], Path(folder) / "code.fp")
        with KnowledgeBase(Path(folder) / "code.fp") as kb:
            for question, wanted in pairs:
                answer = kb.ask(question)
                how = verdict(kb, answer, wanted)
                found[how] += 1
                if how not in ("right", "rightly refused") and not given.figures:
                    print(f"{how}: {question} [{answer.confidence:.2f}] {answer.text[:200]!r}")
    print(f"{len(pairs)} questions: {', '.join(f'{count} {how}' for how, count in found.most_common())}")


if __name__ == "__main__":
    main()
