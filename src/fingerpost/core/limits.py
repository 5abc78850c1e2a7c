"""What one question may cost. Every limit that cuts something says so in the answer."""

from __future__ import annotations

from pydantic import Field

from fingerpost.core.schema import Frozen


class Limits(Frozen):
    """Bounds of one run: time in milliseconds, rows kept, work units of the engine, memory in MiB."""

    time_ms: int = Field(default=10_000, ge=1, le=3_600_000)
    rows: int = Field(default=10_000, ge=0, le=10_000_000)
    work_units: int = Field(default=20_000_000, ge=1)
    memory_mb: int = Field(default=2_048, ge=16)
