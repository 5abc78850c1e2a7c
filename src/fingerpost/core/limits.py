"""The limits of one query. An answer reports every limit that cut something."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from fingerpost.core.errors import LimitExceeded
from fingerpost.core.schema import Frozen


class Limits(Frozen):
    """Limits of one run: time in milliseconds, rows kept, the engine's work units, memory in MiB."""

    time_ms: int = Field(default=10_000, ge=1, le=3_600_000)
    rows: int = Field(default=10_000, ge=0, le=10_000_000)
    work_units: int = Field(default=20_000_000, ge=1)
    memory_mb: int = Field(default=2_048, ge=16)


def out_of_time(time_ms: int, details: dict[str, Any] | None = None) -> LimitExceeded:
    """The error of a query that took longer than so many milliseconds."""
    said = f"the query took longer than {time_ms} ms"
    return LimitExceeded(said, code="limit.time", hint="FINGERPOST_TIME_LIMIT_MS sets how long", details=details)


def out_of_memory(memory_mb: int, details: dict[str, Any] | None = None) -> LimitExceeded:
    """The error of a query that would hold more than so many MiB."""
    said = f"the query would hold more than {memory_mb} MiB"
    return LimitExceeded(said, code="limit.memory", hint="FINGERPOST_MEMORY_LIMIT_MB sets how much", details=details)


def out_of_work(units: int) -> LimitExceeded:
    """The error of a query that needs more than so many units of an engine's work."""
    said = f"the query needs more than {units} units of work"
    return LimitExceeded(said, code="limit.work", hint="FINGERPOST_WORK_LIMIT sets how much")
