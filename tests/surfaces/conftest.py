"""Knowledge bases of the two samples, for the tests of the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import digest

import fingerpost
from fingerpost.samples import HOUSE_FILE, LIBRARY_FOLDER, copy_sample


@pytest.fixture(scope="session")
def library_source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_sample(LIBRARY_FOLDER, tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory, library_source: Path) -> Path:
    """A knowledge base of the library, to read only."""
    path = tmp_path_factory.mktemp("library") / "library.fp"
    fingerpost.load([library_source], path)
    return path


@pytest.fixture(scope="session")
def house_source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_sample(HOUSE_FILE, tmp_path_factory.mktemp("house-source"))


@pytest.fixture
def own_library(tmp_path: Path, library_source: Path) -> Path:
    """A knowledge base of the library that a test may damage."""
    path = tmp_path / "own.fp"
    fingerpost.load([library_source], path)
    return path


@pytest.fixture
def unharmed(library: Path) -> Callable[[], bool]:
    """Tells whether the library's knowledge base is as it was when the test began."""
    before = digest(library)
    return lambda: digest(library) == before
