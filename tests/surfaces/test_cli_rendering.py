"""How answers, cells and errors are written, for what no question over the samples brings about."""

from __future__ import annotations

import datetime as dt
import json
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from command_line import cli

import fingerpost
from fingerpost.core.answer import Choice, Citation, SourceRef, Span, Status
from fingerpost.core.cells import Duration, Node, Path as Route, Point, Relationship
from fingerpost.core.errors import FingerpostError, MissingExtra
from fingerpost.core.trace import Step, Trace
from fingerpost.surfaces.cli import answer_text
from fingerpost.surfaces.cli.cells import CellText
from fingerpost.surfaces.cli.failures import DEBUG, report
from fingerpost.surfaces.cli.main import run
from fingerpost.surfaces.cli.screen import Screen, visible


@pytest.fixture
def kb(library_path: Path) -> Any:
    with fingerpost.open(library_path) as opened:
        yield opened


def _shown(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_an_ambiguous_answer_numbers_its_readings(kb: Any, capsys: pytest.CaptureFixture[str]) -> None:
    choices = (Choice(reading="the book", confidence=0.4), Choice(reading="the member", confidence=0.4))
    answer = fingerpost.Answer(question="Emma?", status=Status.AMBIGUOUS, text="Two readings.", choices=choices)
    answer_text.show(Screen(), kb, answer)
    assert _shown(capsys) == ["Two readings.", "  1. the book", "  2. the member", "Choose one with --choose N."]


@pytest.mark.parametrize(
    ("total", "last"), [(2, "  Book b1 “B” (f.csv line 2)"), (12, "  and 10 more"), (None, "  and more")]
)
def test_citations_say_what_is_left_out(
    kb: Any, capsys: pytest.CaptureFixture[str], total: int | None, last: str
) -> None:
    source = SourceRef(file="f.csv", position="line 2")
    cited = tuple(Citation(element_id=f"b{i}", label="Book", name="B", source=source) for i in range(2))
    answer = fingerpost.Answer(
        question="q",
        status=Status.ANSWERED,
        text="t",
        citations=cited,
        citation_total=total,
        confidence=0.8,
        notes=("mind this",),
    )
    answer_text.show(Screen(), kb, answer)
    lines = _shown(capsys)
    assert lines[:3] == ["t", "Sources:", "  Book b0 “B” (f.csv line 2)"]
    assert lines[-2:] == [last, "note: mind this"]


@pytest.mark.parametrize(("confidence", "shown"), [(0.7973, "0.79"), (0.454, "0.45")])
def test_what_is_not_sure_is_never_rounded_up_to_it(confidence: float, shown: str) -> None:
    answer = fingerpost.Answer(question="q", status=Status.ANSWERED, text="t", confidence=confidence)
    assert answer_text.doubt_of(answer).startswith(f"Not sure (confidence {shown}).")


def test_an_explanation_shortens_what_a_step_decided(capsys: pytest.CaptureFixture[str]) -> None:
    details = {"runner_up": "another reading", "told_apart": ["+1.10 relation used (“by”)", *["-0.30 edge"] * 6]}
    steps = (Step(name="rank", milliseconds=1.5, decided="word " * 100, details=details),)
    answer = fingerpost.Answer(
        question="q",
        status=Status.ANSWERED,
        text="t",
        reading="the thing",
        confidence=0.5,
        ignored=("very",),
        spans=(Span(start=0, end=1, text="q", reading="its name"),),
        query="MATCH (n)\nRETURN n",
        parameters={"p": dt.date(2026, 1, 2)},
        trace=Trace(steps=steps),
    )
    answer_text.explain(Screen(), answer)
    lines = _shown(capsys)
    assert lines[:13] == [
        "",
        "Read as     the thing",
        "Confidence  0.50",
        "Runner-up   another reading",
        "Decided by  +1.10 relation used (“by”)" + "; -0.30 edge" * 5 + "; and 1 more",
        "Ignored     very",
        "Words",
        "  q  its name",
        "Query",
        "  MATCH (n)",
        "  RETURN n",
        'Parameters  {"p": "2026-01-02"}',
        "Steps       1.5 ms",
    ]
    assert lines[13].startswith("  rank              1.5 ms  word word")
    assert lines[13].endswith(" …")
    assert len(lines[13]) < 160


def test_cells(kb: Any) -> None:
    one, two = Node("a", ("Genre",), {"name": "Crime"}), Node("b", ("X", "Y"))
    edge = Relationship("r", "IS", "a", "b")
    cells = (
        None, True, False, 0, 1.5, "x", one, two, edge, Route((one, two), (edge,)), (1, None, "y"), {"k": (2,)},
        dt.date(2026, 1, 2), Duration(days=3), Point(1.0, 2.0),
    )  # fmt: skip
    assert CellText(kb.display).row(cells) == [
        "", "true", "false", "0", "1.5", "x", "Genre a “Crime”", "X:Y b", "a -[IS]-> b", "Genre a “Crime” - X:Y b",
        "[1, , y]", "{k: [2]}", "2026-01-02", "P3D", str(Point(1.0, 2.0)),
    ]  # fmt: skip


def test_nested_records_without_a_name_are_told_in_tables(tmp_path: Path) -> None:
    stops = [{"sequence": number % 6, "parcels": [{"code": f"P{number}"}]} for number in range(1, 13)]
    (tmp_path / "tours.json").write_text(json.dumps({"tours": [{"tour": "T1", "stops": stops}]}), encoding="utf-8")
    fingerpost.load([tmp_path / "tours.json"], into=tmp_path / "tours.fp")
    listed = cli("ask", tmp_path / "tours.fp", "List all stops", terminal=True).out
    assert "stop (sequence 5)" in listed
    counted = cli("ask", tmp_path / "tours.fp", "How many parcels per stop?", terminal=True).out
    assert "stop (sequence 5)" in counted
    assert "stops[0]" not in counted.partition("Sources")[0]


def test_control_characters_are_shown() -> None:
    assert visible("a\x1b[31m\x00\x9b\r b\tc\nd é") == "a\\x1b[31m\\x00\\x9b\\x0d b\tc\nd é"


@pytest.mark.parametrize(
    ("error", "code", "shown"),
    [
        (FingerpostError("wrong"), 1, "error: wrong [error]\n"),
        (MissingExtra("no x", hint="pip install x"), 11, "error: no x [extra.missing]\nhint: pip install x\n"),
        (typer.BadParameter("odd"), 2, "error: Invalid value: odd [usage]\nhint: see: fingerpost --help\n"),
        (PermissionError(13, "Permission denied", "/x"), 1, "error: /x: Permission denied [system]\n"),
        (FingerpostError("one\ntwo\x1b"), 1, "error: one [error]\ntwo\\x1b\n"),
    ],
)
def test_errors_have_one_shape(capsys: pytest.CaptureFixture[str], error: Exception, code: int, shown: str) -> None:
    assert report(error) == code
    assert capsys.readouterr() == ("", shown)
    assert report(error, as_json=True) == code
    assert set(json.loads(capsys.readouterr().err)["error"]) == {"code", "message", "hint", "details"}


def test_a_mistake_of_ours_is_told_without_a_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(KeyError) as raised:
        {}["oops"]
    assert report(raised.value) == 1
    assert capsys.readouterr().err.splitlines() == [
        "error: internal error: KeyError: 'oops' [internal]",
        f"hint: please report it, with the output of {DEBUG}=1",
    ]
    monkeypatch.setenv(DEBUG, "1")
    report(raised.value)
    assert "Traceback" in capsys.readouterr().err


def test_ctrl_c_while_the_commands_are_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("fingerpost.surfaces.cli.main._guarded", interrupted)
    assert run(["--version"]) == 130


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("10. one two three four", ["10. one two three", "    four"]),
        ("  one two three four five", ["  one two three", "  four five"]),
        ("a" * 30, ["a" * 30]),
        ("short\n\nlast", ["short", "", "last"]),
    ],
)
def test_long_lines_are_broken_between_words_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str, shown: list[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "18")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    Screen().prose(line)
    assert _shown(capsys) == shown
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False)
    Screen().prose(line)
    assert _shown(capsys) == line.split("\n")
