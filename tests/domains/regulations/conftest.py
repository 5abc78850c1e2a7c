"""The sample statutes as a graph, and documents made to order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from laws_reader import Laws, read_laws

import fingerpost
from fingerpost.engine import KnowledgeBase
from fingerpost.samples import STATUTES_FOLDER, copy_sample

pytest.importorskip("lxml", reason='needs lxml: pip install "fingerpost[laws]"')


@pytest.fixture(scope="session")
def statutes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_sample(STATUTES_FOLDER, tmp_path_factory.mktemp("statutes"))


@pytest.fixture(scope="session")
def kb(statutes: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    place = tmp_path_factory.mktemp("laws") / "statutes.fp"
    fingerpost.load([statutes], place)
    with KnowledgeBase(place) as opened:
        yield opened


@pytest.fixture(scope="session")
def laws(statutes: Path) -> Laws:
    return read_laws(statutes)


@pytest.fixture
def act(tmp_path: Path) -> Callable[..., Path]:
    """Writes an act with this body and gives its file."""

    def write(body: str, name: str = "X-1", *, title: str = "Example Act", root: str = "Statute") -> Path:
        file = tmp_path / f"{name}.xml"
        file.write_text(
            f'<?xml version="1.0"?><{root} xmlns:lims="http://justice.gc.ca/lims" lims:current-date="2024-01-01" '
            f'xml:lang="en"><Identification><ShortTitle>{title}</ShortTitle></Identification><Body>{body}</Body></{root}>',
            encoding="utf-8",
        )
        return file

    return write
