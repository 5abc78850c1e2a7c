"""What a retrieval over documents may take; the knowledge base's own settings are in `core/settings`."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from fingerpost.core.environment import PREFIX, EnvironmentSettings


class MemorySettings(EnvironmentSettings):
    """How far a retrieval follows facts, and how much it gives. In the environment as `FINGERPOST_MEMORY_<NAME>`.

    Raises:
        SettingsError: `settings.invalid`; a value is invalid.
    """

    prefix: ClassVar[str] = f"{PREFIX}MEMORY_"

    budget: int = Field(default=1_250, ge=1, le=1_000_000, description="Tokens of the context for a model.")
    hops: int = Field(default=2, ge=0, le=2, description="Relationships followed from an entity.")
    expanded: int = Field(default=20, ge=1, le=1_000, description="Entities expanded at each step.")
    edges: int = Field(default=10, ge=1, le=1_000, description="Relationships followed of each entity.")
    entities: int = Field(default=50, ge=1, le=10_000, description="Entities in all.")
    relationships: int = Field(default=30, ge=1, le=1_000, description="Relationships in a result.")
    cache_seconds: float = Field(
        default=300, ge=0, le=86_400, description="Lifetime of what is cached, which a write ends, too; 0 for none."
    )
