"""`doctor`: the installation, a healthy knowledge base, and what ails others."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from command_line import cli, in_process_of_its_own

import fingerpost


def _states(document: dict[str, object], name: str) -> set[str]:
    checks = document["checks"]
    assert isinstance(checks, list)
    return {check["state"] for check in checks if check["name"].startswith(name)}


def test_the_installation_is_well() -> None:
    ran = cli("doctor")
    assert (ran.code, ran.err) == (0, "")
    lines = [" ".join(line.split()[:3]) for line in ran.out.splitlines()]
    assert f"ok fingerpost {fingerpost.__version__}" in lines
    for what in ("ok loader csv", "ok loader ifc", "ok store kglite", "ok packs buildings"):
        assert any(line.startswith(what) for line in lines), what


def test_json(library_path: Path) -> None:
    ran = cli("doctor", library_path, "--json")
    assert (ran.code, ran.err) == (0, "")
    document = ran.json
    assert set(document) == {"well", "checks"}
    assert document["well"] is True
    assert all(set(check) == {"name", "state", "detail", "hint"} for check in document["checks"])
    assert _states(document, "source ") == {"well"}
    assert sum(check["name"].startswith("source ") for check in document["checks"]) == 12


def test_a_missing_extra_is_named_and_is_no_trouble(tmp_path: Path) -> None:
    """An installation without ifcopenshell, played by hiding its metadata from a copy of what doctor asks."""
    hide = (
        "import importlib.metadata as m\n"
        "real = m.version\n"
        "def version(name):\n"
        "    if name == 'ifcopenshell':\n"
        "        raise m.PackageNotFoundError(name)\n"
        "    return real(name)\n"
        "m.version = version\n"
    )
    (tmp_path / "sitecustomize.py").write_text(hide, encoding="utf-8")
    ran = in_process_of_its_own("doctor", PYTHONPATH=str(tmp_path))
    assert (ran.code, ran.err) == (0, "")
    assert 'pip install "fingerpost[ifc]"' in ran.out
    assert "not installed" in ran.out


def test_a_source_that_was_changed(tmp_path: Path) -> None:
    source = tmp_path / "Person.csv"
    source.write_text("id:ID,name\n1,Ann\n", encoding="utf-8")
    kb = tmp_path / "kb.fp"
    fingerpost.load([source], kb)
    assert cli("doctor", kb).code == 0
    source.write_text("id:ID,name\n1,Bob\n", encoding="utf-8")
    ran = cli("doctor", kb)
    assert (ran.code, ran.err) == (1, "")
    assert "was changed since it was loaded" in ran.out
    source.write_text("id:ID,name\n1,Annabel\n", encoding="utf-8")
    assert "was changed since it was loaded" in cli("doctor", kb).out
    source.unlink()
    ran = cli("doctor", kb, "--json")
    assert ran.code == 1
    assert ran.json["well"] is False
    assert _states(ran.json, "source Person.csv") == {"ill"}


def test_problems_of_the_load_are_told(tmp_path: Path) -> None:
    source = tmp_path / "Person.csv"
    source.write_text("id:ID,name\n1,Ann,more\n", encoding="utf-8")
    fingerpost.load([source], tmp_path / "kb.fp")
    ran = cli("doctor", tmp_path / "kb.fp")
    assert ran.code == 1
    assert "1 × ragged-line, first: " in ran.out


@pytest.mark.parametrize("ill", ["missing", "newer", "no manifest", "no graph", "cut graph", "no index", "junk index"])
def test_a_knowledge_base_that_cannot_be_opened(own_library: Path, ill: str) -> None:
    manifest = own_library / "manifest.json"
    (data,) = own_library.glob("data-*")
    if ill == "missing":
        shutil.rmtree(own_library)
    elif ill == "newer":
        manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "version": 99}), encoding="utf-8")
    elif ill == "no manifest":
        manifest.unlink()
    elif ill == "no graph":
        (data / "graph.kgl").unlink()
    elif ill == "cut graph":
        (data / "graph.kgl").write_bytes((data / "graph.kgl").read_bytes()[:100])
    elif ill == "no index":
        (data / "values.sqlite").unlink()
    else:
        (data / "values.sqlite").write_bytes(b"junk" * 1000)
    ran = cli("doctor", own_library)
    assert ran.code == 7
    assert "ok  python" in ran.out, "the installation is looked at all the same"
    assert ran.err.startswith("error: ")
    as_json = cli("doctor", own_library, "--json")
    assert as_json.code == 7
    assert as_json.json["well"] is False
    assert as_json.json["error"] == as_json.error
