"""The public interface of a package, imported on first use.

A package's `__init__` lists its exports twice: under `TYPE_CHECKING` for readers and type checkers, and in the table
passed to `lazy_exports`. An export must not have the name of a module of the package, which would shadow it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_exports(package: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package (PEP 562); `names` maps each module to the names that it exports."""
    homes = {name: f"{package}.{module}" for module, exported in names.items() for name in exported.split()}

    def find(name: str) -> Any:
        home = homes.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(home), name)

    return find
