"""The faces of packages: what they export is there, and named the same for type checkers and at run time."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from pathlib import Path

import pytest

FACES = (
    "answers",
    "engine",
    "engine.workspaces",
    "ingest",
    "linking",
    "plans",
    "query_languages.cypher",
    "query_languages.cypher.dialects",
    "questions",
    "stores",
)


def _checked_names(package: str) -> dict[str, str]:
    """What a package exports for type checkers: its names, with the module that each is from."""
    source = Path(importlib.import_module(package).__file__ or "").read_text(encoding="utf-8")
    blocks = (node for node in ast.parse(source).body if isinstance(node, ast.If))
    imports = [node for block in blocks for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: node.module or "" for node in imports for alias in node.names}


@pytest.mark.parametrize("face", FACES)
def test_a_face_has_each_name_that_it_declares(face: str) -> None:
    package = importlib.import_module(f"fingerpost.{face}")
    names = _checked_names(package.__name__)
    assert names
    for name, module in names.items():
        assert getattr(package, name) is getattr(importlib.import_module(module), name)


@pytest.mark.parametrize("face", FACES)
def test_a_face_declares_each_name_that_it_has(face: str) -> None:
    package = importlib.import_module(f"fingerpost.{face}")
    table = ast.parse(Path(package.__file__ or "").read_text(encoding="utf-8"))
    calls = (node for node in ast.walk(table) if isinstance(node, ast.Call))
    (call,) = (call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "lazy_exports")
    given: dict[str, str] = ast.literal_eval(call.args[1])
    exported = {name: f"{package.__name__}.{module}" for module, names in given.items() for name in names.split()}
    assert exported == _checked_names(package.__name__)


@pytest.mark.parametrize("face", FACES)
def test_no_module_takes_the_place_of_a_name(face: str) -> None:
    package = importlib.import_module(f"fingerpost.{face}")
    modules = {module.name for module in pkgutil.iter_modules(package.__path__)}
    assert modules.isdisjoint(_checked_names(package.__name__))


def test_other_names_are_refused() -> None:
    engine = importlib.import_module("fingerpost.engine")
    assert not hasattr(engine, "nothing")
    with pytest.raises(ImportError, match="cannot import name 'nothing'"):
        from fingerpost.engine import nothing  # noqa: F401
