"""RAGAS beside the measures without a model: `python -m scripts.eval.ragas_run PYTHON` (`make ragas`).

PYTHON has RAGAS. The questions of `judged_questions.txt` are asked of the sample program, and their answers are judged
by the replies that were recorded; with FINGERPOST_MODEL (URL#name), by that model where there are none.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import fingerpost
from fingerpost.samples import CODE_FILE, copy_sample

HERE = Path(__file__).parent


def main(python: str) -> int:
    """Print both; the exit code of what failed, else 0."""
    with tempfile.TemporaryDirectory() as folder:
        place, samples = Path(folder), Path(folder) / "samples.jsonl"
        fingerpost.load([copy_sample(CODE_FILE, place)], place / "shelf.fp")
        command = [sys.executable, "-m", "fingerpost", "eval", "answers", str(place / "shelf.fp")]
        command += [str(HERE / "judged_questions.txt"), "--samples", str(samples)]
        print("without a model:", flush=True)
        subprocess.run(command, check=True)
        print("by RAGAS:", flush=True)
        judged = [python, str(HERE / "judged.py"), str(samples), str(HERE / "judged_replies.json")]
        return subprocess.run(judged, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
