"""The report of a run and of those before it: one static page of HTML, Markdown, or JSON, by the file's suffix."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final

from fingerpost.core.errors import SourceError
from fingerpost.evals.answer_run import SHARES, AnswerRun, Asked

_COLOURS: Final = ("#1a73e8", "#188038", "#d93025", "#e8710a", "#9334e6", "#5f6368")
_WIDTH, _HEIGHT, _LEFT, _TOP = 720, 260, 40, 16
_STYLE: Final = (
    "body{font:14px/1.5 sans-serif;margin:2em auto;max-width:60em;padding:0 1em;color:#202124;background:#fff}"
    "table{border-collapse:collapse}td,th{border:1px solid #dadce0;padding:2px 8px;text-align:left}"
    ".failed{color:#b3261e}"
)


def write_report(file: Path, runs: Sequence[AnswerRun], asked: Sequence[Asked], failed: Sequence[str]) -> None:
    """Write the report of the last of some runs, in the form that the suffix names: .html, .md or .json.

    Raises:
        SourceError: `source.unknown-kind`: another suffix; `source.unwritable`.
    """
    make = {".html": html, ".htm": html, ".md": markdown, ".json": as_json}.get(file.suffix.lower())
    if make is None:
        raise SourceError(f"a report is .html, .md or .json, not {file.name}", code="source.unknown-kind")
    try:
        file.write_text(make(runs, asked, failed), encoding="utf-8")
    except OSError as error:
        raise SourceError(f"{file} cannot be written: {error.strerror}", code="source.unwritable") from error


def as_json(runs: Sequence[AnswerRun], asked: Sequence[Asked], failed: Sequence[str]) -> str:
    """The report as JSON: `runs`, oldest first, the `questions` of the last, and why it `failed`."""
    data = {
        "runs": [one.model_dump(mode="json") for one in runs],
        "questions": [one.model_dump(mode="json") for one in asked],
        "failed": list(failed),
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def markdown(runs: Sequence[AnswerRun], asked: Sequence[Asked], failed: Sequence[str]) -> str:
    """The report as Markdown."""
    run, names = runs[-1], _names(runs)
    lines = [f"# Answers over {run.graph}", "", f"{run.questions} questions, version {run.version}, {run.when}.", ""]
    lines += [f"- FAILED: {one}" for one in failed] + ([""] if failed else [])
    lines += [f"| when | version | {' | '.join(names)} |", "|---" * (len(names) + 2) + "|"]
    lines += [f"| {one.when} | {one.version} | {' | '.join(_shown(one, name) for name in names)} |" for one in runs]
    worst = _worst(asked)
    if worst:
        lines += ["", "| question | status | right | overall score | unsupported |", "|---|---|---|---|---|"]
        lines += [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in _cells(one))} |" for one in worst]
    return "\n".join(lines) + "\n"


def html(runs: Sequence[AnswerRun], asked: Sequence[Asked], failed: Sequence[str]) -> str:
    """The report as a page that loads nothing: the trend as a drawing, the runs and the worst answers as tables."""
    run, names = runs[-1], _names(runs)
    parts = [
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Answers over {escape(run.graph)}</title>',
        f"<style>{_STYLE}</style><h1>Answers over {escape(run.graph)}</h1>",
        f"<p>{run.questions} questions, version {escape(run.version)}, {escape(run.when)}.</p>",
        *(f'<p class="failed">Failed: {escape(one)}</p>' for one in failed),
        drawing(runs),
        _table(["when", "version", *names], [[r.when, r.version, *(_shown(r, n) for n in names)] for r in runs]),
    ]
    worst = _worst(asked)
    if worst:
        head = ["question", "status", "right", "overall score", "unsupported"]
        parts += ["<h2>Questions to look at</h2>", _table(head, [_cells(one) for one in worst])]
    return "\n".join(parts) + "</html>\n"


def drawing(runs: Sequence[AnswerRun]) -> str:
    """The shares of some runs as lines, in SVG: from 0 at the bottom to 1, the oldest run at the left."""
    size = f'width="{_WIDTH}" height="{_HEIGHT + 2 * _TOP + 20}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-size="11" font-family="sans-serif" role="img">']
    for tenth in range(0, 11, 2):
        y = _TOP + _HEIGHT * (1 - tenth / 10)
        parts.append(f'<line x1="{_LEFT}" x2="{_WIDTH - 10}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dadce0"/>')
        parts.append(f'<text x="8" y="{y + 4:.1f}">{tenth / 10:.1f}</text>')
    step = (_WIDTH - _LEFT - 20) / max(len(runs) - 1, 1)
    for number, (name, colour) in enumerate(zip(SHARES, _COLOURS, strict=True)):
        points = [
            (_LEFT + at * step, _TOP + _HEIGHT * (1 - one.figures[name]))
            for at, one in enumerate(runs)
            if name in one.figures
        ]
        if not points:
            continue
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
        parts.append(f'<text x="{_LEFT + number * 112}" y="{_HEIGHT + _TOP + 24}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>"])


def _names(runs: Sequence[AnswerRun]) -> list[str]:
    return list(dict.fromkeys(name for one in runs for name in one.figures))


def _shown(run: AnswerRun, name: str) -> str:
    value = run.figures.get(name)
    return "-" if value is None else f"{value:.0f}" if name.startswith("ms_") else f"{value:.3f}"


def _worst(asked: Sequence[Asked]) -> list[Asked]:
    """The questions that are worth a look: wrong, without an answer, or with claims that nothing supports."""
    return [one for one in asked if one.right is False or one.overall_score is None or one.unsupported]


def _cells(one: Asked) -> list[str]:
    right = "-" if one.right is None else "yes" if one.right else "no"
    score = "-" if one.overall_score is None else f"{one.overall_score:.3f}"
    return [one.question, one.status, right, score, ", ".join(one.unsupported)]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    shown = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>{shown}</table>"
