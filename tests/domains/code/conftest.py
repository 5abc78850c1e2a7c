"""The sample program as a knowledge base and as records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from code_records import Records

import fingerpost
from fingerpost.engine import KnowledgeBase
from fingerpost.samples import CODE_FILE, copy_sample


@pytest.fixture(scope="session")
def shelf_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_sample(CODE_FILE, tmp_path_factory.mktemp("code"))


@pytest.fixture(scope="session")
def shelf_records(shelf_file: Path) -> Records:
    return Records(shelf_file)


@pytest.fixture(scope="session")
def shelf(shelf_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    place = tmp_path_factory.mktemp("shelf") / "shelf.fp"
    fingerpost.load([shelf_file], place)
    with KnowledgeBase(place) as kb:
        yield kb
