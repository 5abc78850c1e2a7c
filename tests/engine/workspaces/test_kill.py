"""A writer that is killed loses nothing that it acknowledged; `python -m scripts.fuzz.kill_workspace` kills 100."""

from __future__ import annotations

from scripts.fuzz import kill_workspace


def test_five_killed_writers_lose_nothing():
    assert kill_workspace.run(moments=5, seed=7, longest=0.15) >= 5
