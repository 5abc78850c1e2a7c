"""Kills processes that add, change and forget documents: `python -m scripts.fuzz.kill_memory --moments 100`.

After each kill, every document that was acknowledged must be there as it was acknowledged, with its passages and facts,
and the graph must be that of the documents.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import fingerpost as fp
from fingerpost.engine import audit
from scripts.fuzz.kill import command, killed

_DOCUMENTS = 12


def text(version: int) -> str:
    """A document of one passage and two facts."""
    return f"Service {version} depends on Queue {version % 7}. Service {version} is owned by Team {version % 5}."


def write(folder: Path) -> None:
    """Change documents until killed; each line says what is done, after it is done."""
    with fp.memory(folder) as memory:
        version = 10_000 * (1 + len(memory.history()))
        chance = random.Random(version)
        while True:
            version += 1
            key = f"d{chance.randrange(_DOCUMENTS)}"
            if chance.random() < 0.2:
                memory.forget(key)
                print(key, "", flush=True)
            else:
                memory.add_text(text(version), key=key)
                print(key, version, flush=True)


def check(folder: Path, expected: dict[str, str]) -> None:
    """Compare a folder with what was acknowledged; one more document may have been written.

    Raises:
        AssertionError: something is lost, or there by half.
    """
    with fp.memory(folder) as memory:
        held = {key: document.text for key in memory.documents() if (document := memory.store.document(key))}
        other = {key for key in {*held, *expected} if held.get(key) != expected.get(key)}
        assert len(other) <= 1, f"lost: {sorted(other)}"
        for key, found in held.items():
            (passage,) = memory.store.passages_of(key)
            assert found[passage.start : passage.stop] == found
            assert len(memory.store.facts_in(key, 0, len(found))) == 2
        expected.clear()
        expected.update(held)
    found_wrong = audit(folder)
    wrong = [*found_wrong.broken, *found_wrong.missing, *found_wrong.missing_ids]
    assert not wrong, wrong


def run(moments: int, seed: int, longest: float = 0.3) -> int:
    """Kill so many writers of one folder; how many documents they wrote."""
    chance = random.Random(seed)
    written = 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "kb.fp")
        fp.memory(folder).close()
        expected: dict[str, str] = {}
        for _ in range(moments):
            for line in killed("scripts.fuzz.kill_memory", folder, chance.uniform(0, longest)):
                key, version = line.split(" ")
                written += 1
                if version:
                    expected[key] = text(int(version))
                else:
                    expected.pop(key, None)
            check(folder, expected)
    return written


if __name__ == "__main__":
    command(__doc__, write, run, "writes")
