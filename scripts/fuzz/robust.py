"""Robustness: hostile questions, and those of every form, get a typed answer quickly; harmless changes change no plan;
slips are told.

    python -m scripts.fuzz.robust [--count 10000] [--kb KB] [--questions FILE.toml] [--show 10]

Without a knowledge base the library sample is asked, with the questions of tests/questions/library.toml.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import fingerpost as fp
from fingerpost.core.answer import Status
from fingerpost.core.errors import QuestionError
from fingerpost.engine import KnowledgeBase
from fingerpost.plans import fingerprint
from fingerpost.samples import LIBRARY_FOLDER, copy_sample
from scripts.fuzz.question_forms import QuestionForms
from scripts.fuzz.robust_texts import harmless, hostile, misspelt

_QUESTIONS = Path(__file__).parents[2] / "tests" / "questions" / "library.toml"


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask them all; 1 where something failed that must not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--kb", type=Path)
    parser.add_argument("--questions", type=Path, default=_QUESTIONS)
    parser.add_argument("--show", type=int, default=10)
    options = parser.parse_args(arguments)
    questions = read_questions(options.questions)
    with tempfile.TemporaryDirectory(prefix="fingerpost-robust-") as scratch:
        place = options.kb or Path(scratch) / "library.fp"
        if not options.kb:
            fp.load([copy_sample(LIBRARY_FOLDER, Path(scratch))], into=place)
        with fp.open(place) as kb:
            changed = _harmless(kb, questions, options.show)
            silent = _slips(kb, questions, options.show)
            words = sorted({word for question in questions for word in question.split()})
            failed = _asked("hostile", kb, (hostile(number, words) for number in range(options.count)), options.show)
            forms = QuestionForms(kb.schema, kb.store)
            failed += _asked("of all forms", kb, map(forms.question, range(options.count)), options.show)
    return int(bool(changed or silent or failed))


def read_questions(path: Path) -> list[str]:
    """The questions of a file of cases."""
    return [question for kind in tomllib.loads(path.read_text(encoding="utf-8")).values() for question in kind]


def reading(kb: KnowledgeBase, question: str) -> str:
    """What a question was read as: its plan's fingerprint, or that it has none."""
    answer = kb.ask(question)
    return fingerprint(answer.plan) if answer.plan is not None else answer.status.value


def _harmless(kb: KnowledgeBase, questions: Sequence[str], show: int) -> int:
    kinds: Counter[str] = Counter()
    asked, shown = 0, []
    for question in questions:
        plan = reading(kb, question)
        for kind, text in harmless(question):
            asked += 1
            if reading(kb, text) != plan:
                kinds[kind] += 1
                shown.append(f"    {kind}: {text}")
    print(f"harmless changes: {asked}, plans that changed: {sum(kinds.values())}  {dict(kinds)}")
    print("\n".join(shown[:show]))
    return sum(kinds.values())


def _slips(kb: KnowledgeBase, questions: Sequence[str], show: int) -> int:
    asked, changed, silent, shown = 0, 0, 0, []
    for number, question in enumerate(questions):
        before = kb.ask(question)
        for turn in range(3):
            text = misspelt(question, random.Random(3 * number + turn))
            if text is None:
                continue
            asked += 1
            after = kb.ask(text)
            if after.rows != before.rows:
                changed += 1
                shown.append(f"    {text}  -> {after.status.value}: {after.reading}")
                silent += after.status.value == "answered" and not after.notes
    print(f"slips: {asked}, answers that changed: {changed} ({100 * changed / asked:.1f}%), silently: {silent}")
    print("\n".join(shown[:show]))
    return silent


def _asked(kind: str, kb: KnowledgeBase, questions: Iterable[str], show: int) -> int:
    """Ask questions, and say how they ended and which were slowest; the number of those that failed."""
    spent: list[tuple[float, str, str]] = []
    failed = 0
    for text in questions:
        started = time.thread_time()
        try:
            answer = kb.ask(text)
            said = answer.error_code or answer.status.value
            wrong = answer.status is Status.FAILED or answer.trace.internal_errors > 0
        except QuestionError as error:
            said, wrong = error.code, False
        except Exception as error:  # whatever else it is, it is what is looked for here
            said, wrong = f"{type(error).__name__}: {error}", True
        if wrong:
            failed += 1
            print(f"    FAILED {said} on {text[:200]!r}")
        spent.append(((time.thread_time() - started) * 1000, said, text))
    spent.sort(reverse=True)
    slow = sum(milliseconds > 100 for milliseconds, _, _ in spent)
    ended = dict(Counter(said for _, said, _ in spent))
    print(f"{kind}: {len(spent)}, failed: {failed}, over 100 ms of CPU: {slow}, {ended}")
    for milliseconds, said, text in spent[:show]:
        print(f"    {milliseconds:8.1f} ms  {said:<14} {len(text):>6} {text[:90]!r}")
    return failed


if __name__ == "__main__":
    raise SystemExit(main())
