"""Files of questions, and a small graph whose every answer can be worked out by eye."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Questions = Callable[..., Path]

SHOPS = """shopId:ID,name,seats:int,size
1,Corner,5,9
2,Market,5,100
3,Harbour,3,20
"""
PEOPLE = "personId:ID,name\n11,Ada\n12,Bo\n"
VISITS = ":START_ID,:END_ID\n11,1\n11,1\n11,2\n12,1\n"


@pytest.fixture(scope="session")
def shops(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three shops (two of them with most seats) and two people who visited them."""
    folder = tmp_path_factory.mktemp("shops") / "shops"
    folder.mkdir()
    for name, text in (("Shop", SHOPS), ("Person", PEOPLE), ("VISITED", VISITS)):
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def questions(tmp_path: Path) -> Questions:
    """Writes a file of questions."""

    def write(*records: dict[str, Any] | str, name: str = "questions.jsonl") -> Path:
        lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        return tmp_path / name

    return write
