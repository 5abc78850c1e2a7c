"""Calibration: bins, the error, and the plot."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from fingerpost.core.errors import SettingsError
from fingerpost.evals.calibration import bins, calibration_error, check_plot, plot, write_plot

PAIRS = [(0.95, True), (1.0, True), (0.95, False), (0.15, False), (0.15, True), (0.1, False)]


def test_bins() -> None:
    low, high = bins(PAIRS)
    assert (low.low, low.high, low.number) == (0.1, 0.2, 3)
    assert (low.confidence, low.right) == (pytest.approx(0.4 / 3), pytest.approx(1 / 3))
    assert (high.number, high.right) == (3, pytest.approx(2 / 3))


def test_the_error_is_the_mean_distance() -> None:
    assert calibration_error(PAIRS) == pytest.approx((0.2 + (2.9 / 3 - 2 / 3)) / 2)
    assert calibration_error([(1.0, True), (0.0, False)]) == 0
    assert calibration_error([(0.9, False)]) == pytest.approx(0.9)
    assert calibration_error([]) is None


def test_the_plot_has_a_bar_for_each_bin() -> None:
    tree = ET.fromstring(plot(PAIRS, "<questions> & more"))
    space = "{http://www.w3.org/2000/svg}"
    bars = [e for e in tree.iter(f"{space}rect") if e.get("fill") == "#4878a8"]
    assert [round(float(bar.get("height") or 0)) for bar in bars] == [133, 267]
    texts = [element.text for element in tree.iter(f"{space}text")]
    assert "<questions> & more" in texts
    assert "6 answers, calibration error 0.250" in texts
    assert "no answers" in [e.text for e in ET.fromstring(plot([], "x")).iter(f"{space}text")]


def test_only_svg_is_drawn(tmp_path: Path) -> None:
    write_plot(tmp_path / "x.svg", PAIRS, "x")
    assert (tmp_path / "x.svg").read_text(encoding="utf-8") == plot(PAIRS, "x")
    check_plot(tmp_path / "x.SVG")
    with pytest.raises(SettingsError, match=r"x\.png cannot be drawn"):
        check_plot(tmp_path / "x.png")
