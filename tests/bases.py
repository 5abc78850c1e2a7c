"""Knowledge bases that are made once for a run, whichever of its workers asks first."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import fingerpost
from fingerpost.samples import copy_sample
from scripts.servers.jars import locked


def sample_base(folders: pytest.TempPathFactory, sample: str) -> Path:
    """The knowledge base of a sample, to read only; what it was loaded from lies beside it."""

    def load(folder: Path) -> None:
        fingerpost.load([copy_sample(sample, folder)], folder / "base.fp")

    return _once(folders, f"sample-{sample}", load) / "base.fp"


def base_of(folders: pytest.TempPathFactory, source: Path) -> Path:
    """The knowledge base of a source, to read only."""
    return _once(folders, str(source), lambda folder: fingerpost.load([source], folder / "base.fp")) / "base.fp"


def _once(folders: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that one worker makes while the others wait."""
    base = folders.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    made = shared / "made-once" / re.sub(r"\W+", "-", name)
    with locked(made.with_name(f"{made.name}.lock")):
        done = made / "done"
        if not done.exists():
            made.mkdir(exist_ok=True)
            make(made)
            done.touch()
    return made
