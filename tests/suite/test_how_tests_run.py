"""How this suite runs: which skips fail a run, that a file stays with one worker, and what a short run leaves out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]


def run_suite(folder: Path, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    """What pytest says about tests that are run apart."""
    (folder / "conftest.py").write_text('pytest_plugins = ["balance", "sampling", "skips"]\n')
    for number in (1, 2):
        (folder / f"test_part{number}.py").write_text(text)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "xdist", "-p", "no:cacheprovider", *options, str(folder)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(TESTS), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize(
    ("reason", "options", "code"),
    [
        ("needs the development data x beside the repository", ["--strict-skips"], 0),
        ("any_values: no property holds this", ["--strict-skips"], 0),
        ("out of sorts", ["--strict-skips"], 1),
        ("out of sorts", [], 0),
    ],
)
def test_a_skip_for_no_known_reason_fails_a_strict_run(
    tmp_path: Path, reason: str, options: list[str], code: int
) -> None:
    text = f"import pytest\n\ndef test_a(): pass\n\ndef test_b(): pytest.skip({reason!r})\n"
    ran = run_suite(tmp_path, text, *options)
    assert ran.returncode == code, ran.stdout + ran.stderr
    assert ("ERROR: " in ran.stdout) is bool(code)
    assert reason in ran.stdout or "2 skipped: " in ran.stdout


def test_a_file_stays_with_one_worker(tmp_path: Path) -> None:
    text = "import pytest\n\n@pytest.mark.parametrize('n', range(6))\ndef test_a(n): pass\n"
    ran = run_suite(tmp_path, text, "-n", "2", "--dist", "loadgroup", "--no-loadscope-reorder", "-v")
    placed = re.findall(r"\[(gw\d)\].* PASSED (\S*)::", ran.stdout)
    assert len(placed) == 12, ran.stdout + ran.stderr
    assert len(set(placed)) == 2


@pytest.mark.parametrize(
    ("long", "ran"), [("0", ["a0", "a5", "a7", "b0"]), ("1", [f"a{n}" for n in range(9)] + ["b0", "b1"])]
)
def test_of_what_is_sampled_a_short_run_takes_a_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, long: str, ran: list[str]
) -> None:
    monkeypatch.setenv("LONG_TESTS", long)
    head = "import pytest\n\npytestmark = pytest.mark.sampled(3)\n"
    tests = [
        f"@pytest.mark.parametrize('n', range({n}))\ndef test_{name}(n): pass\n" for name, n in (("a", 9), ("b", 2))
    ]
    said = run_suite(tmp_path, "\n".join([head, *tests, "def test_c(): pass\n"]), "-v", "-W", "ignore").stdout
    for part in ("test_part1", "test_part2"):
        found = re.findall(rf"{part}\.py::test_(\w)(?:\[(\d)\])? PASSED", said)
        assert [name + number for name, number in found] == [*ran, "c"], said
