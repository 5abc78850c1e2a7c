"""Many clients at once; `python -m scripts.fuzz.soak_mcp` runs a hundred for a minute."""

from __future__ import annotations

import pytest

pytest.importorskip("mcp", reason="needs the extra mcp")

from scale import LONG

from scripts.fuzz import soak_mcp


def test_clients_at_once_lose_nothing_and_see_nothing_of_others():
    tally = soak_mcp.run(clients=100 if LONG else 12, seconds=60 if LONG else 1)
    assert tally.wrong == []
    assert len(tally.written) == soak_mcp.KEYS
    assert len(tally.spent) >= 12
