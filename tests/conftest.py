"""What several suites share: the development data where it is there, and steady property tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

SHARED = Path(__file__).resolve().parents[1].parent / "shared" / "data"

# Workers share the machine, so no test fails for being slow once; the same cases run everywhere.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Path]:
    """The path of a file of the development data; skips the test where it is absent."""

    def find(name: str) -> Path:
        path = SHARED / name
        if not path.exists():
            pytest.skip(f"needs the development data {name} beside the repository")
        return path

    return find
