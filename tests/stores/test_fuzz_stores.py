"""A hundredth of `make fuzz-stores`, and that it sees a store that answers wrongly."""

from __future__ import annotations

from dataclasses import replace

from scale import LONG

from scripts.fuzz import stores as fuzz

COUNT = 20_000 if LONG else 120
FIXED_SEED = 7


def test_the_embedded_store_answers_as_the_reference_does(capsys):
    status = fuzz.main(["--seed", str(FIXED_SEED), "--count", str(COUNT)])
    printed = capsys.readouterr().out
    assert "equal" in printed
    assert status == 0, printed


def test_a_wrong_answer_is_seen_and_made_small(monkeypatch, capsys):
    """The store lacks what the reference evaluator knows."""
    write = fuzz.write_graph
    monkeypatch.setattr(fuzz, "write_graph", lambda graph, writer: write(replace(graph, relationships=()), writer))
    assert fuzz.main(["--seed", "1", "--count", "4", "--show", "1"]) == 1
    printed = capsys.readouterr().out
    assert "DIFFERS: number" in printed
    assert "smaller:" in printed
