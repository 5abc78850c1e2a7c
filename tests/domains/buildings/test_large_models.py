"""A model repeated in one file, by which loading is measured: each copy has ids of its own, in the one project."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ifcopenshell = pytest.importorskip("ifcopenshell", reason='needs ifcopenshell: pip install "fingerpost[ifc]"')

ROOT = Path(__file__).resolve().parents[3]
HOUSE = ROOT / "src/fingerpost/samples/house/house.ifc"


def test_a_repeated_model_loads_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, load: Callable[[Path], Any]
) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    from scripts.samples.make_large import main

    size = 2.5 * HOUSE.stat().st_size
    for name in ("large.ifc", "again.ifc"):
        main([str(HOUSE), str(tmp_path / name), str(size / 1e6)])
    assert size <= (tmp_path / "large.ifc").stat().st_size < 2 * size
    assert (tmp_path / "large.ifc").read_bytes() == (tmp_path / "again.ifc").read_bytes()
    model = ifcopenshell.open(tmp_path / "large.ifc")
    ids = [entity.GlobalId for entity in model.by_type("IfcRoot")]
    assert len(ids) == len(set(ids))
    graph, house = load(tmp_path / "large.ifc"), load(HOUSE)
    assert not graph.problems
    assert len(graph.labelled("Project")) == 1
    for label in ("Building", "Wall", "Room"):
        assert len(graph.labelled(label)) == 3 * len(house.labelled(label))
    assert len(graph.pairs("ON_LEVEL")) == 3 * len(house.pairs("ON_LEVEL"))


def test_what_is_no_model_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    from scripts.samples.make_large import main

    (tmp_path / "no.ifc").write_text("ISO-10303-21;")
    with pytest.raises(SystemExit, match="no data section"):
        main([str(tmp_path / "no.ifc"), str(tmp_path / "large.ifc"), "1"])
