"""Knowledge bases of the two samples, to evaluate on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import fingerpost
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.samples import HOUSE_FILE, LIBRARY_FOLDER, copy_sample


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder = tmp_path_factory.mktemp("library")
    fingerpost.load([copy_sample(LIBRARY_FOLDER, folder)], folder / "library.fp")
    with KnowledgeBase(folder / "library.fp") as kb:
        yield kb


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    pytest.importorskip("ifcopenshell", reason="needs the extra ifc")
    folder = tmp_path_factory.mktemp("house")
    fingerpost.load([copy_sample(HOUSE_FILE, folder)], folder / "house.fp")
    with KnowledgeBase(folder / "house.fp") as kb:
        yield kb
