"""What is released: the wheel and the source distribution have what users need, install, and run the tour."""

from __future__ import annotations

import io
import lzma
import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

from fingerpost import samples

ROOT = Path(__file__).resolve().parents[2]
WHEEL_BUDGET = 3_300_000
"""Bytes of the wheel. It was 3 MiB until questions about code and laws were composed of parts, whose words are data."""
LONG = bool(os.environ.get("LONG_TESTS"))
ALL_SAMPLES = [value for name, value in vars(samples).items() if name.endswith(("_FILE", "_FOLDER", "_LATER"))]
COPY = "import pathlib, fingerpost.samples as s; [s.copy_sample(name, pathlib.Path()) for name in {}]"

pytest.importorskip("hatchling", reason="needs the development dependency hatchling")


class Built(NamedTuple):
    """Both files of a release."""

    wheel: Path
    sdist: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("dist")
    _run(sys.executable, "-m", "hatchling", "build", "-d", folder, cwd=ROOT)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return Built(wheel, sdist)


def _run(*command: object, cwd: Path | None = None) -> str:
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    ran = subprocess.run([*map(str, command)], cwd=cwd, env=clean, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def _names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.endswith("RECORD")}


def test_the_wheel_is_typed_licensed_and_within_its_budget(built: Built) -> None:
    names = _names(built.wheel)
    assert built.wheel.stat().st_size <= WHEEL_BUDGET
    assert "fingerpost/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert any(name.endswith("data/share/man/man1/fingerpost.1") for name in names)
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"fingerpost"}
    with zipfile.ZipFile(built.wheel) as archive:
        (metadata,) = [archive.read(name).decode() for name in names if name.endswith("/METADATA")]
    assert "Classifier: Programming Language :: Python :: 3.11" in metadata
    for extra in ("databases", "documents", "ifc", "mcp", "neo4j", "rdf", "sheets"):
        assert f"Provides-Extra: {extra}" in metadata


def test_the_wheel_has_the_samples_and_the_entry_point(built: Built) -> None:
    sources = ROOT / "src" / "fingerpost"
    with zipfile.ZipFile(built.wheel) as archive:
        names = set(archive.namelist())
        packed = lzma.decompress(archive.read("fingerpost/samples/samples.zip.xz"))
        page = sources / "surfaces" / "page" / "static"  # git ignores the library, the wheel has it
        assert {f"fingerpost/surfaces/page/static/{file.name}" for file in page.iterdir()} <= names
        assert {f"fingerpost/engine/graph_questions/{name}.txt" for name in ("forms", "nouns")} <= names
        (entry_points,) = [name for name in names if name.endswith("entry_points.txt")]
        assert b"fingerpost = fingerpost.surfaces.cli.main:run" in archive.read(entry_points)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert "house/house.ifc" in archive.namelist()
        for file in (sources / "samples" / "library").glob("*.csv"):
            assert archive.read(f"library/{file.name}") == file.read_bytes()


def test_the_source_distribution_makes_the_same_wheel(built: Built, tmp_path: Path) -> None:
    with tarfile.open(built.sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    names = {path.name for path in source.iterdir()}
    assert {"CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md", "docs", "tests"} <= names
    _run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path / "dist", cwd=source)
    (again,) = (tmp_path / "dist").glob("*.whl")
    assert _names(again) == _names(built.wheel)


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of an environment with the wheel, and with the dependencies of the one that tests run in."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    with zipfile.ZipFile(built.wheel) as archive:
        (points,) = [archive.read(n).decode() for n in archive.namelist() if n.endswith("entry_points.txt")]
        assert "fingerpost = fingerpost.surfaces.cli.main:run" in points
        site = Path(_run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
        archive.extractall(site)
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def test_the_wheel_runs_the_tour(installed: Path, tmp_path: Path) -> None:
    where = _run(installed, "-c", "import fingerpost; print(fingerpost.__file__)", cwd=tmp_path)
    assert str(installed.parents[1]) in where
    tour = [installed, "-m", "fingerpost"]
    if LONG:  # else it runs from the sources only (`make demo`)
        assert "A house (IFC)" in _run(*tour, "demo", cwd=tmp_path)
    _run(installed, "-c", COPY.format(ALL_SAMPLES), cwd=tmp_path)
    assert "89 nodes, 221 relationships" in _run(*tour, "load", "library", "--into", "library.fp", cwd=tmp_path)
    answer = _run(*tour, "ask", "library.fp", "Who borrowed Emma?", cwd=tmp_path)
    assert answer.splitlines()[0] == "Siobhán O'Brien."


if LONG:  # installs all dependencies from the package index

    @pytest.mark.parametrize("kind", Built._fields)
    def test_a_fresh_environment_has_all_it_needs(built: Built, tmp_path: Path, kind: str) -> None:
        """From the index: only what the metadata names is there."""
        venv.create(tmp_path / "env", with_pip=True)
        script = tmp_path / "env" / "bin" / "fingerpost"
        python = script.with_name("python")
        _run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", getattr(built, kind))
        assert "load" in _run(script, "--help", cwd=tmp_path)
        shown = _run(script, "demo", "--keep", "demo", cwd=tmp_path)
        assert "Six invented statutes as of two dates (XML) was skipped" in shown
        assert "the documents were searched by words only" in shown
        assert 'pip install "fingerpost[ifc]"' in shown
        answer = _run(script, "ask", "demo/library.fp", "How many books are there?", cwd=tmp_path)
        assert answer.startswith("There are 34 books.")
