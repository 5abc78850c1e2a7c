"""The comparison measures what it says: valid ones taken, invalid ones rejected, writing left out, absence told."""

from __future__ import annotations

import json

import pytest

from scripts.bench import gate as bench_gate

SCENARIOS = [
    {"query": "MATCH (n) RETURN n LIMIT $count", "phase": None},
    {"query": "RETURN 1 / 0 AS x", "phase": "runtime"},
    {"query": "RETURN $missing AS x", "phase": None},
    {"query": "MATCH (n) RETURN", "phase": "compile time"},
    {"query": "RETURN 1 AS x, 2 AS x", "phase": "compile time"},
    {"query": "CREATE (n)", "phase": None},
    {"query": "CREATE (n", "phase": "compile time"},
    {"query": "RETURN rand(1) AS x", "phase": "any time"},
]


@pytest.fixture(autouse=True)
def short(monkeypatch):
    monkeypatch.setattr(bench_gate, "_SIZES", (500, 1_000))
    monkeypatch.setattr(bench_gate, "_REPEATS", 1)
    monkeypatch.setattr(bench_gate, "_PARSERS", bench_gate._PARSERS[:1])


def test_it_counts_what_is_right(tmp_path, capsys):
    (tmp_path / "tck").mkdir()
    (tmp_path / "tck" / "tck.json").write_text(json.dumps(SCENARIOS))
    assert bench_gate.main(["--data", str(tmp_path), "--json", str(tmp_path / "out.json")]) == 0
    rows = json.loads((tmp_path / "out.json").read_text())
    assert [(row["kind"], row["count"], row["right"]) for row in rows] == [
        ("TCK, valid reads", 3, 3),
        ("TCK, invalid reads", 2, 2),
    ]
    said = capsys.readouterr().out
    assert "mind_the_query/auto_validated.jsonl is not there and left out" in said
    assert said.count("B004 a query has at most 100000 characters") == 2
    assert said.count("B001 this nests deeper than") == 4


def test_a_parser_that_is_not_installed_is_said(monkeypatch, capsys):
    def absent():
        raise ImportError

    monkeypatch.setattr(bench_gate, "_PARSERS", (("absent", "parse", absent),))
    bench_gate.main([])
    assert "absent is not installed and left out" in capsys.readouterr().out


@pytest.mark.parametrize("size", [1_000, 100_000])
@pytest.mark.parametrize("shape", bench_gate._SHAPES)
def test_texts_of_the_curve_are_as_long_as_said_and_let_through(shape, size):
    text = bench_gate._SHAPES[shape](size)
    assert size * 0.95 <= len(text) <= size
    assert bench_gate.ours(text)


def test_a_sample_is_spread_evenly():
    assert bench_gate._spread([str(number) for number in range(10)], 5) == ["0", "2", "4", "6", "8"]
    assert bench_gate._spread(["a"], 5) == bench_gate._spread(["a"], 0) == ["a"]
