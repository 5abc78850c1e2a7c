"""One step of answering a question."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from fingerpost.core.schema import Frozen


class Step(Frozen):
    """One step of the pipeline. `details` is JSON-ready.

    `internal_errors` counts bugs in single readings, each of which was dropped; `details` lists them under that name.
    """

    name: str
    milliseconds: float
    decided: str = ""
    details: dict[str, Any] = Field(default_factory=dict)
    internal_errors: int = 0
