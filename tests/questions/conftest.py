"""The samples, loaded once."""

from __future__ import annotations

from pathlib import Path

import pytest

import fingerpost as fp
from fingerpost.samples import HOUSE_FILE, LIBRARY_FOLDER, copy_sample


def _loaded(name: str, into: Path) -> Path:
    folder = into / "graph.fp"
    fp.load([copy_sample(name, into)], into=folder)
    return folder


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    with fp.open(_loaded(LIBRARY_FOLDER, tmp_path_factory.mktemp("library"))) as kb:
        yield kb


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    with fp.open(_loaded(HOUSE_FILE, tmp_path_factory.mktemp("house"))) as kb:
        yield kb
