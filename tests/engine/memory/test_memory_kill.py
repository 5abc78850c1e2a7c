"""A process that is killed loses no document that it acknowledged; `python -m scripts.fuzz.kill_memory` kills 100."""

from __future__ import annotations

import os

from scripts.fuzz import kill_memory


def test_nothing_acknowledged_is_lost():
    moments = 100 if os.environ.get("LONG_TESTS") else 3
    assert kill_memory.run(moments=moments, seed=7, longest=0.15) >= moments
