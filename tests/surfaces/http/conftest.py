"""One service for the run, over two knowledge bases, and one in debug mode."""

from __future__ import annotations

import pytest

pytest.importorskip("fastapi", reason="needs the extra http")

from bases import sample_base
from http_server import running

from fingerpost.samples import STATUTES_FOLDER

FAST = {"http_per_minute": "100000", "http_body_kb": "64"}


@pytest.fixture(scope="session")
def service(library_path, house_path, tmp_path_factory):
    data = tmp_path_factory.mktemp("service")
    places = (f"library={library_path}", f"house={house_path}")
    with running("serve", *places, "--port", "0", "--workers", "1", "--data", str(data), **FAST) as started:
        yield started


@pytest.fixture(scope="session")
def debugging(library_path, tmp_path_factory):
    statutes = sample_base(tmp_path_factory, STATUTES_FOLDER)
    with running(
        "serve", str(library_path), f"statutes={statutes}", "--port", "0", "--workers", "1", debug="1", **FAST
    ) as started:
        yield started
