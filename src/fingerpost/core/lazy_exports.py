"""The public face of a package: what other packages may use, imported when it is first used.

A package's `__init__` names its face twice: under `TYPE_CHECKING` for readers and type checkers, and in the table that
is given here. No name of a face may be that of a module of the package, which would take its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_exports(package: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package (PEP 562); `names` are those that each of its modules exports."""
    homes = {name: f"{package}.{module}" for module, exported in names.items() for name in exported.split()}

    def find(name: str) -> Any:
        home = homes.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(home), name)

    return find
