"""One thing that was looked at, and how it is."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class State(StrEnum):
    """How something is: well, noteworthy, or in need of attention."""

    WELL = "well"
    INFO = "info"
    ILL = "ill"


@dataclass(frozen=True)
class Check:
    """One thing that was looked at; `hint` says what would help."""

    name: str
    state: State
    detail: str
    hint: str | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
