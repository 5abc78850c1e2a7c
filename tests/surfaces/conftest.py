"""A library of one's own, and one that must stay as it is, for the tests of the command line."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import digest


@pytest.fixture
def own_library(tmp_path: Path, library_path: Path) -> Path:
    """A knowledge base of the library that a test may damage."""
    return shutil.copytree(library_path, tmp_path / "own.fp")


@pytest.fixture
def unharmed(library_path: Path) -> Callable[[], bool]:
    """Tells whether the library's knowledge base is as it was when the test began."""
    before = digest(library_path)
    return lambda: digest(library_path) == before
