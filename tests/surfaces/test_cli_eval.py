"""`eval`: that its two commands reach the evaluation with what was given."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import cli, in_process_of_its_own

CALLED = """
import sys, types
runner = types.ModuleType("fingerpost.evals.runner")
class Report:
    def __init__(self, what, options): self.what, self.options = what, options
    def text(self): return self.what + " " + repr(sorted(self.options.items()))
    def to_json(self): return {}
runner.Asking = lambda *given: given
runner.roundtrip = lambda **options: Report("roundtrip", options)
runner.questions = lambda **options: Report("questions", options)
sys.modules["fingerpost.evals.runner"] = runner
"""


@pytest.fixture
def recorded(tmp_path: Path) -> str:
    """A folder that puts a recorder in the place of the evaluation."""
    (tmp_path / "sitecustomize.py").write_text(CALLED, encoding="utf-8")
    return str(tmp_path)


def test_roundtrip_passes_everything_on(recorded: str) -> None:
    options = ["--graph", "a=x.csv", "--graph", "b.fp", "--questions", "q.jsonl", "--only", "graph=a", "--pack", "p"]
    more = ["--json", "out.json", "--limit", "3", "--time-limit-ms", "50"]
    ran = in_process_of_its_own("eval", "roundtrip", *options, *more, PYTHONPATH=recorded)
    assert (ran.code, ran.err) == (0, "")
    expected = {
        "graphs": ["a=x.csv", "b.fp"],
        "questions": [Path("q.jsonl")],
        "only": "graph=a",
        "pack": "p",
        "json_out": Path("out.json"),
        "limit": 3,
        "time_limit_ms": 50,
    }
    assert ran.out == f"roundtrip {sorted(expected.items())!r}\n"


def test_questions_has_the_same_options(recorded: str) -> None:
    ran = in_process_of_its_own(
        "eval", "questions", "--graph", "a", "--questions", "q", "--questions", "r", PYTHONPATH=recorded
    )
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("questions [('asking', ")
    assert "('graphs', ['a'])" in ran.out
    assert "('limit', None)" in ran.out
    assert "('asking', (None, 0, None, None, 20, False, 1, None, None))" in ran.out


def test_questions_has_options_of_its_own(recorded: str) -> None:
    options = ["--sample", "9", "--seed", "2", "--folds", "5", "--fold", "0", "--oracle", "0", "--why", "--jobs", "3"]
    files = ["--outcomes", "o.jsonl", "--plot", "p.svg"]
    ran = in_process_of_its_own(
        "eval", "questions", "--graph", "a", "--questions", "q", *options, *files, PYTHONPATH=recorded
    )
    assert (ran.code, ran.err) == (0, "")
    assert f"('asking', (9, 2, 5, 0, 0, True, 3, {Path('o.jsonl')!r}, {Path('p.svg')!r}))" in ran.out


def test_without_the_evaluation_all_else_works(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\nsys.modules['fingerpost.evals.runner'] = None\n", encoding="utf-8"
    )
    ran = in_process_of_its_own("eval", "roundtrip", "--graph", "a", "--questions", "q", PYTHONPATH=str(tmp_path))
    assert (ran.code, ran.out) == (11, "")
    assert "[extra.missing]" in ran.err
    assert in_process_of_its_own("--help", PYTHONPATH=str(tmp_path)).code == 0


def test_a_source_that_is_missing() -> None:
    ran = cli("eval", "questions", "--graph", "/nowhere.csv", "--questions", "/nowhere.jsonl")
    assert (ran.code, ran.out) == (6, "")
    assert ran.err.startswith("error: ")


def test_answers_are_measured(library_path: Path, tmp_path: Path) -> None:
    asked = tmp_path / "q.txt"
    asked.write_text("How many books are there?\nHow many frobnicated dragons are there?\n", encoding="utf-8")
    ran = cli("eval", "answers", str(library_path), str(asked))
    assert (ran.code, ran.err) == (0, "")
    assert "answered: 0.5000" in ran.out
