"""Tables for the engine's bulk calls, which take a third of the time of statements and of a `pandas.DataFrame` read no
more than what these have."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_KINDS = {
    str: ("string", "string"),
    int: ("int64", "integer"),
    float: ("float64", "float"),
    bool: ("bool", "boolean"),
    dt.date: ("object", "datetime"),
}
"""The types of values that are handed on so: what pandas calls a column of them, and what the engine does."""


class _Column(list[Any]):
    """The values of a column, of one type; None where there is none."""

    def __init__(self, values: Iterable[Any], dtype: str) -> None:
        super().__init__(values)
        self.dtype = dtype

    def isna(self) -> _Column:
        """Which values are missing."""
        return _Column((value is None for value in self), "bool")

    def tolist(self) -> list[Any]:
        """The values."""
        return self


class Frame:
    """Columns by their names, and the types that the engine is told."""

    def __init__(self, columns: Mapping[str, _Column], types: dict[str, str]) -> None:
        self._columns = columns
        self.columns = list(columns)
        self.types = types

    def reset_index(self, *, drop: bool) -> Frame:
        """The rows are numbered already."""
        return self

    def __getitem__(self, name: str) -> _Column:
        return self._columns[name]

    def __len__(self) -> int:
        return len(self._columns[self.columns[0]])


def framed(columns: Mapping[str, Sequence[Any]]) -> Frame | None:
    """Columns as a frame; None where one has values of several types, or any that the engine would change or drop."""
    made: dict[str, _Column] = {}
    types: dict[str, str] = {}
    for name, values in columns.items():
        present = [value for value in values if value is not None]
        kinds = set(map(type, present))
        kind = kinds.pop() if len(kinds) == 1 else None
        if kind not in _KINDS or not _kept(present):
            return None
        dtype, types[name] = _KINDS[kind]
        made[name] = _Column(values, dtype)
    return Frame(made, types)


def _kept(values: Sequence[Any]) -> bool:
    """Whether the engine keeps such values: not NaN, integers of more than 64 bits, or halves of surrogate pairs."""
    if isinstance(values[0], str):
        try:
            "".join(values).encode()
        except UnicodeEncodeError:
            return False
        return True
    if isinstance(values[0], float):
        return not any(map(math.isnan, values))
    return isinstance(values[0], (bool, dt.date)) or all(
        -(2**63) <= bound < 2**63 for bound in (min(values), max(values))
    )
