"""The result of one check."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class State(StrEnum):
    """Ok, informative, or in need of attention."""

    WELL = "well"
    INFO = "info"
    ILL = "ill"


@dataclass(frozen=True)
class Check:
    """The result of one check; `hint` says what to do."""

    name: str
    state: State
    detail: str
    hint: str | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
