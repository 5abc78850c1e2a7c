"""All settings of the engine, read once when the engine is built, never on import."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field, SecretStr

from fingerpost.core.access import Access
from fingerpost.core.environment import PREFIX, EnvironmentSettings
from fingerpost.core.limits import Limits
from fingerpost.core.memory_settings import MemorySettings
from fingerpost.core.model_settings import ModelSettings

_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*", re.ASCII)


def _names(given: Any) -> Any:
    """Names from a comma-separated text, or a sequence of names."""
    names = [name.strip() for name in given.split(",")] if isinstance(given, str) else given
    if isinstance(names, (list, tuple)):
        for name in names:
            if not isinstance(name, str) or (name and not _NAME.fullmatch(name)):
                raise ValueError(f"Input should be names separated by commas; {name!r} is not a name")
        return tuple(name for name in names if name)
    return names


Names = Annotated[tuple[str, ...], BeforeValidator(_names)]
"""Names of functions or procedures; patterns are not accepted."""


def _model(given: Any) -> Any:
    """The name of a model, or a chat model of LangChain, which has `invoke`."""
    if given is not None and not isinstance(given, str) and not callable(getattr(given, "invoke", None)):
        raise ValueError("Input should be the name of a model, or a chat model of LangChain")
    return given


Model = Annotated[Any, BeforeValidator(_model)]
"""A language model: its name, or (in code only) a chat model of LangChain."""


class DatabaseSettings(EnvironmentSettings):
    """How a database is reached, and what is kept of it. In the environment as `FINGERPOST_DATABASE_<NAME>`.

    Raises:
        SettingsError: `settings.invalid`; a value is invalid.
    """

    prefix: ClassVar[str] = f"{PREFIX}DATABASE_"
    aliases: ClassVar[dict[str, tuple[str, ...]]] = {
        "url": ("NEO4J_URI",),
        "user": ("NEO4J_USERNAME", "NEO4J_USER"),
        "password": ("NEO4J_PASSWORD",),
        "name": ("NEO4J_DATABASE",),
    }

    url: str | None = Field(default=None, description="The database to open where the place is `env`.")
    user: str | None = Field(default=None, description="User for a database URL.")
    password: SecretStr | None = Field(default=None, description="Password of that user.")
    token: SecretStr | None = Field(default=None, description="Bearer token, instead of user and password.")
    name: str | None = Field(default=None, description="Database on the server; default: the server's.")
    wait_ms: int = Field(
        default=120_000, ge=1, description="Time to write one batch to a database, or to get its next rows."
    )

    @property
    def access(self) -> Access:
        return Access(
            user=self.user, password=self.password, token=self.token, database=self.name, wait_ms=self.wait_ms
        )


class Settings(EnvironmentSettings):
    """Settings of an engine, given in code or else in the environment as `FINGERPOST_<NAME>`.

    Times are milliseconds, sizes MiB unless the name says otherwise. `database`, `models` and `memory` are groups with
    settings of their own, and may be given as mappings: `Settings(models={"words": True})`.

    Raises:
        SettingsError: `settings.invalid`; a value is invalid, or there is no such setting.
    """

    aliases: ClassVar[dict[str, tuple[str, ...]]] = {
        "debug": ("DEBUG_MODE",),
    }

    time_limit_ms: int = Field(default=10_000, ge=1, le=3_600_000, description="Time limit per query.")
    row_limit: int = Field(default=10_000, ge=1, le=10_000_000, description="Rows kept per result.")
    work_limit: int = Field(default=20_000_000, ge=1, description="Work units per query.")
    memory_limit_mb: int = Field(default=2_048, ge=16, description="Memory per query.")
    question_limit: int = Field(default=2_000, ge=16, le=100_000, description="Longest question, in characters.")
    answer_threshold: float = Field(default=0.22, ge=0, le=1, description="Confidence below which no answer is given.")
    beam_width: int = Field(default=20, ge=1, le=512, description="Partial plans kept while composing.")
    plans_kept: int = Field(default=5, ge=1, le=50, description="Candidate plans ranked by running them.")
    feedback_work: int = Field(default=200_000, ge=0, description="Work units for running alternative readings.")
    citation_limit: int = Field(default=50, ge=0, le=10_000, description="Citations per answer.")
    citation_work: int = Field(default=1_000_000, ge=1, description="Work units each query for citations may spend.")
    citation_time_ms: int = Field(
        default=200, ge=1, description="Time limit for finding citations; ten times that where the store counts work."
    )
    list_limit: int = Field(default=10, ge=1, le=1_000, description="Items named in the text of an answer.")
    max_hops: int = Field(default=8, ge=1, le=30, description="Upper bound of a variable-length path.")
    max_product: int = Field(default=10_000_000, ge=1, description="Estimated combinations of disconnected patterns.")
    allowed_functions: Names = Field(default=(), description="Extra functions that queries may call.")
    allowed_procedures: Names = Field(default=(), description="Procedures that queries may call.")
    raise_internal_errors: bool = Field(
        default=False, description="Raise internal errors instead of dropping the reading they occur in."
    )
    debug: bool = Field(default=False, description="Log each question; show tracebacks of internal errors.")
    log_file: Path | None = Field(default=None, description="A file for the log of `debug`, beside standard error.")
    pack: str | None = Field(default=None, description="A pack to use instead of the one the knowledge base names.")
    model: Model = Field(
        default=None, description="A language model for questions that are not understood: `ollama:NAME`, a URL."
    )
    database: DatabaseSettings = Field(default_factory=DatabaseSettings, description="How a database is reached.")
    models: ModelSettings = Field(default_factory=ModelSettings, description="Limits of the language model.")
    memory: MemorySettings = Field(default_factory=MemorySettings, description="What a retrieval may take.")
    embeddings: str = Field(
        default="auto",
        min_length=1,
        description="`static`: search documents without sentence embeddings, even if installed; or an endpoint for "
        "them: `ollama:NAME`, a URL.",
    )
    name_pipeline: str | None = Field(
        default=None,
        description="A spaCy pipeline that finds names in documents as they are loaded: its name, or its folder.",
    )
    learned: str | None = Field(
        default=None, description="A file of `fingerpost learn` to use instead of the one found; `none` for none."
    )

    index_values_limit: int = Field(
        default=5_000_000,
        ge=0,
        description="Values of a database copied into the index; beyond that, properties are looked up there.",
    )
    cache_folder: Path | None = Field(default=None, description="Folder for cached schemas and values of databases.")

    @cached_property
    def limits(self) -> Limits:
        return Limits(
            time_ms=self.time_limit_ms,
            rows=self.row_limit,
            work_units=self.work_limit,
            memory_mb=self.memory_limit_mb,
        )
