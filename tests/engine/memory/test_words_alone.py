"""Documents added and asked about where no extra is installed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

WITHOUT = """
import json, sys
for name in ("neo4j", "numpy", "wordllama", "tokenizers", "safetensors", "onnxruntime", "lxml", "pypdf"):
    sys.modules[name] = None
import fingerpost
memory = fingerpost.memory(sys.argv[1])
memory.add(sys.argv[2:])
print(json.dumps([(one.status.value, one.text, list(one.notes)) for one in map(memory.ask, json.load(sys.stdin))]))
"""
"""Hides the libraries of the extras from a process; its arguments are a memory and the files to add."""


def test_documents_are_searched_by_their_words_and_the_answer_says_so(tmp_path: Path) -> None:
    file = tmp_path / "leave.txt"
    file.write_text("Leave\n\nEmployees take ten days of leave each year. The office manager keeps the list.\n")
    asked = json.dumps(["How many days of leave do employees take?"])
    command = [sys.executable, "-c", WITHOUT, str(tmp_path / "memory"), str(file)]
    done = subprocess.run(command, input=asked, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    [[status, text, notes]] = json.loads(done.stdout)
    assert (status, "ten days" in text) == ("answered", True)
    assert any("words only" in note and "fingerpost[documents]" in note for note in notes)
