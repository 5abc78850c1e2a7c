"""The command that compares parser, model and both: replies are kept, and it goes on where it was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.models.compare import main

SHOPS = "shopId:ID,name,seats:int\n1,Corner,5\n2,Market,50\n3,Harbour,3\n"
ASKED = [
    ("How many shops are there?", "MATCH (s:Shop) RETURN count(s)", [[3]]),
    ("Which gribbles are roomier than 4?", "MATCH (s:Shop) WHERE s.seats > 4 RETURN s.name", [["Corner"], ["Market"]]),
]
COUNT, ROOMY = "MATCH (s:Shop) RETURN count(s)", "MATCH (s:Shop) WHERE s.seats > 4 RETURN s.name"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with one closed graph."""
    folder = tmp_path / "data"
    graph = folder / "spider" / "closed" / "shops"
    graph.mkdir(parents=True)
    (graph / "Shop.csv").write_text(SHOPS, encoding="utf-8")
    lines = [
        {"id": f"s{n}", "db": "shops", "question": question, "sql": "SELECT a FROM b", "answer": rows, "cypher": cypher}
        for n, (question, cypher, rows) in enumerate(ASKED)
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / "spider" / "questions_closed.jsonl").write_text(text, encoding="utf-8")
    return folder


def test_ways_are_compared_and_replies_kept(
    data: Path, tmp_path: Path, model_server: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = model_server({"content": COUNT}, {"content": ROOMY}, {"content": "NONE"})
    monkeypatch.setenv("FINGERPOST_MODEL", server.spec)
    told = tmp_path / "figures.json"
    options = [str(data), "--sets", "closed", "--keep", str(tmp_path / "kept"), "--replies", str(tmp_path / "replies")]
    assert main([*options, "--gather"]) == 0
    assert "3 replies were asked for; 2 questions are whole" in capsys.readouterr().out
    assert main([*options, "--below", "0.22,1", "--json", str(told)]) == 0
    out = capsys.readouterr().out
    assert "0 replies were asked for, 0 are missing" in out
    assert ASKED[0][0] not in out, "only figures are shown"
    assert len(server.requests) == 3
    figures = json.loads(told.read_text(encoding="utf-8"))
    assert list(figures) == ["parser", "model, cypher", "model, sql", "both, 0.22", "both, 1"]
    assert [figures[way]["right"] for way in figures] == ["50.0%", "100.0%", "100.0%", "100.0%", "100.0%"]
    assert figures["both, 0.22"]["gained"] == 1


def test_without_time_or_model_what_is_kept_counts(
    data: Path, tmp_path: Path, model_server: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = model_server({"content": COUNT})
    monkeypatch.setenv("FINGERPOST_MODEL", server.spec)
    options = [str(data), "--sets", "closed", "--keep", str(tmp_path / "kept"), "--replies", str(tmp_path / "replies")]
    assert main([*options, "--gather", "--minutes", "0"]) == 0
    assert server.requests == []
    monkeypatch.delenv("FINGERPOST_MODEL")
    assert main([*options, "--name", "tiny"]) == 0
    assert "0 replies were asked for, 2 are missing" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="FINGERPOST_MODEL"):
        main(options)
