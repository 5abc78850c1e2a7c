"""That the wheel carries the samples and the entry point."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_the_wheel_has_the_samples(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="needs the development dependency hatchling")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        assert "fingerpost/samples/house/house.ifc" in names
        page = ROOT / "src" / "fingerpost" / "surfaces" / "page" / "static"  # git ignores the library, the wheel has it
        assert {f"fingerpost/surfaces/page/static/{file.name}" for file in page.iterdir()} <= names
        assert {f"fingerpost/engine/graph_questions/{name}.txt" for name in ("forms", "nouns")} <= set(names)
        for file in (ROOT / "src" / "fingerpost" / "samples" / "library").glob("*.csv"):
            assert archive.read(f"fingerpost/samples/library/{file.name}") == file.read_bytes()
        (entry_points,) = [name for name in names if name.endswith("entry_points.txt")]
        assert b"fingerpost = fingerpost.surfaces.cli.main:run" in archive.read(entry_points)
