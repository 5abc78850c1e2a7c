"""RAGAS beside the measures without a model: `python -m scripts.eval.ragas_run PYTHON` (`make ragas`).

PYTHON has RAGAS. The questions of `judged_questions.txt` are asked of the sample program. RAGAS judges the answers that
were recorded (`judged_samples.jsonl`), by the replies that were recorded with them: what it says is of those, and which
of today's are others is told. With FINGERPOST_MODEL (URL#name) today's are recorded, and that model is asked for the
replies that are missing.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import fingerpost
from fingerpost.samples import CODE_FILE, copy_sample

HERE = Path(__file__).parent
RECORDED = HERE / "judged_samples.jsonl"


def main(python: str) -> int:
    """Print both; the exit code of what failed, else 0."""
    with tempfile.TemporaryDirectory() as folder:
        place, samples = Path(folder), Path(folder) / "samples.jsonl"
        fingerpost.load([copy_sample(CODE_FILE, place)], place / "shelf.fp")
        command = [sys.executable, "-m", "fingerpost", "eval", "answers", str(place / "shelf.fp")]
        command += [str(HERE / "judged_questions.txt"), "--samples", str(samples)]
        print("without a model:", flush=True)
        subprocess.run(command, check=True)
        if os.environ.get("FINGERPOST_MODEL"):
            RECORDED.write_bytes(samples.read_bytes())
        today, recorded = _responses(samples), _responses(RECORDED)
        print("by RAGAS:", flush=True)
        for question in sorted(today):
            if today[question] != recorded.get(question):
                print(f"  not the answer of today: {question}", flush=True)
        judged = [python, str(HERE / "judged.py"), str(RECORDED), str(HERE / "judged_replies.json")]
        return subprocess.run(judged, check=False).returncode


def _responses(samples: Path) -> dict[str, str]:
    """The answer to each question."""
    read = map(json.loads, samples.read_text(encoding="utf-8").splitlines())
    return {one["user_input"]: one["response"] for one in read}


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
