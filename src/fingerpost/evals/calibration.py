"""How far confidence can be trusted: reliability by bins, expected calibration error, and a plot of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from fingerpost.core.errors import SettingsError

BINS = 10
_SIZE, _LEFT, _TOP, _COUNTS = 400, 70, 50, 70


@dataclass(frozen=True)
class Bin:
    """Answers whose confidence is from `low` to `high`: how many, how sure and how often right, as shares."""

    low: float
    high: float
    number: int
    confidence: float
    right: float

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def bins(pairs: Sequence[tuple[float, bool]]) -> list[Bin]:
    """Pairs of confidence (0 to 1) and whether it was right, in ten bins of one width; empty bins are left out."""
    sorted_in: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for confidence, right in pairs:
        sorted_in[min(int(confidence * BINS), BINS - 1)].append((confidence, right))
    return [
        Bin(
            place / BINS,
            (place + 1) / BINS,
            len(found),
            sum(confidence for confidence, _ in found) / len(found),
            sum(right for _, right in found) / len(found),
        )
        for place, found in enumerate(sorted_in)
        if found
    ]


def calibration_error(pairs: Sequence[tuple[float, bool]]) -> float | None:
    """Expected calibration error: the mean distance, over answers, between how sure and how often right their bin is.

    None for no answers.
    """
    if not pairs:
        return None
    return sum(b.number * abs(b.confidence - b.right) for b in bins(pairs)) / len(pairs)


def plot(pairs: Sequence[tuple[float, bool]], title: str) -> str:
    """A reliability plot as SVG: a bar for how often each bin is right, the diagonal that it should meet, and below
    how many answers each bin holds."""
    found = bins(pairs)
    bottom, right = _TOP + _SIZE, _LEFT + _SIZE
    most = max((b.number for b in found), default=1)
    error = calibration_error(pairs)
    said = f"{len(pairs)} answers, calibration error {error:.3f}" if error is not None else "no answers"
    parts = [_text(_LEFT, 22, title, 15), _text(_LEFT, 40, said, 12)]
    for step in range(6):
        share, x, y = step / 5, _LEFT + _SIZE * step / 5, bottom - _SIZE * step / 5
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{right}" stroke="#ddd"/>')
        parts.append(_text(_LEFT - 8, y + 4, f"{share:.0%}", 11, "end"))
        parts.append(_text(x, bottom + _COUNTS + 34, f"{share:.1f}", 11, "middle"))
    width = _SIZE / BINS
    for b in found:
        x, tall, low = _LEFT + b.low * _SIZE, b.right * _SIZE, bottom + 16
        parts.append(_bar(x, bottom - tall, width, tall, "#4878a8"))
        level = bottom - b.confidence * _SIZE
        parts.append(f'<path d="M{x + 1:.1f} {level:.1f}h{width - 2:.1f}" stroke="#c44" stroke-width="2"/>')
        share = b.number / most * (_COUNTS - 16)
        parts.append(_bar(x, low + _COUNTS - 12 - share, width, share, "#999"))
        parts.append(_text(x + width / 2, low + _COUNTS - 15 - share, str(b.number), 10, "middle"))
    parts.append(f'<path d="M{_LEFT} {bottom}L{right} {_TOP}" stroke="#333" stroke-dasharray="4 4"/>')
    parts.append(f'<path d="M{_LEFT} {_TOP}V{bottom}H{right}" fill="none" stroke="#333"/>')
    parts.append(_text(_LEFT + _SIZE / 2, bottom + _COUNTS + 54, "confidence (red: the mean of the bin)", 12, "middle"))
    parts.append(_text(18, _TOP + _SIZE / 2, "share right", 12, "middle", turned=True))
    box = f"0 0 {right + 30} {bottom + _COUNTS + 70}"
    inside = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{right + 30}" font-family="sans-serif">'
        f'<rect width="100%" height="100%" fill="white"/>{inside}</svg>\n'
    )


def write_plot(file: Path, pairs: Sequence[tuple[float, bool]], title: str) -> None:
    """Write the reliability plot."""
    file.write_text(plot(pairs, title), encoding="utf-8")


def check_plot(file: Path) -> None:
    """Raises:
    SettingsError: the file is to be of a kind that is not drawn.
    """
    if file.suffix.lower() != ".svg":
        raise SettingsError(f"{file} cannot be drawn", hint="a plot is SVG: give a file that ends in .svg")


def _bar(x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<rect x="{x + 1:.1f}" y="{y:.1f}" width="{width - 2:.1f}" height="{height:.1f}" fill="{colour}"/>'


def _text(x: float, y: float, text: str, size: int, anchor: str = "start", *, turned: bool = False) -> str:
    turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turned else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}"{turn}>{escape(text)}</text>'
