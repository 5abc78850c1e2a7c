"""The limits of one query. An answer reports every limit that cut something."""

from __future__ import annotations

from pydantic import Field

from fingerpost.core.schema import Frozen


class Limits(Frozen):
    """Limits of one run: time in milliseconds, rows kept, the engine's work units, memory in MiB."""

    time_ms: int = Field(default=10_000, ge=1, le=3_600_000)
    rows: int = Field(default=10_000, ge=0, le=10_000_000)
    work_units: int = Field(default=20_000_000, ge=1)
    memory_mb: int = Field(default=2_048, ge=16)
