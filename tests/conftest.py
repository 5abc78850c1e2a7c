"""What several suites share: the development data where it is there, the samples, and steady property tests."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bases import base_of, sample_base
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from scale import LONG, examples

from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.samples import HOUSE_FILE, LIBRARY_FOLDER

pytest_plugins = ["balance", "sampling", "servers.fixtures", "skips"]

SHARED = Path(__file__).resolve().parents[1].parent / "shared" / "data"

# A bug that costs one reading only is a failure here.
os.environ.setdefault("FINGERPOST_RAISE_INTERNAL_ERRORS", "true")
# Sentence embeddings cost ten times what the rest of adding a document costs; tests of them ask for them.
os.environ.setdefault("FINGERPOST_EMBEDDINGS", "static")

# Workers share the machine, so no test fails for being slow once; the same cases run everywhere.
settings.register_profile(
    "steady",
    deadline=None,
    derandomize=True,
    max_examples=examples(100),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("steady")
if not LONG:
    # It reads all sources for constants to try, 8 s in each worker of a new checkout; what it then tries depends on
    # which modules happen to be imported.
    providers._get_local_constants = Constants


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Path]:
    """The path of a file of the development data; skips the test where it is absent."""

    def find(name: str) -> Path:
        path = SHARED / name
        if not path.exists():
            pytest.skip(f"needs the development data {name} beside the repository")
        return path

    return find


@pytest.fixture(scope="session")
def shared_base(shared: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The knowledge base of a source of the development data, loaded once for the run, to read only."""
    return lambda name: base_of(tmp_path_factory, shared(name))


@pytest.fixture(scope="session")
def library_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the library's knowledge base, to read only."""
    return sample_base(tmp_path_factory, LIBRARY_FOLDER)


@pytest.fixture(scope="session")
def library_source(library_path: Path) -> Path:
    """The files that it was loaded from."""
    return library_path.with_name(LIBRARY_FOLDER)


@pytest.fixture(scope="session")
def library(library_path: Path) -> Iterator[KnowledgeBase]:
    """The library's knowledge base, open."""
    with KnowledgeBase(library_path) as kb:
        yield kb


@pytest.fixture(scope="session")
def house_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the house's knowledge base, to read only."""
    pytest.importorskip("ifcopenshell", reason="needs the extra ifc")
    return sample_base(tmp_path_factory, HOUSE_FILE)


@pytest.fixture(scope="session")
def house_source(house_path: Path) -> Path:
    """The file that it was loaded from."""
    return house_path.with_name(Path(HOUSE_FILE).name)


@pytest.fixture(scope="session")
def house(house_path: Path) -> Iterator[KnowledgeBase]:
    """The house's knowledge base, open."""
    with KnowledgeBase(house_path) as kb:
        yield kb
