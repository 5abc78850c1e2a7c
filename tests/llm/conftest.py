"""Scripted model servers, each a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from scripted_model import ModelServer


@pytest.fixture
def model_server(tmp_path: Path) -> Iterator[Callable[..., ModelServer]]:
    """Starts a model server with these replies."""
    started: list[ModelServer] = []

    def start(*script: dict[str, Any]) -> ModelServer:
        started.append(ModelServer(tmp_path, list(script)))
        return started[-1]

    yield start
    for server in started:
        server.stop()
