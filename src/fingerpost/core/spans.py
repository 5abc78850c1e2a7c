"""Spans of OpenTelemetry, where the process uses it: a span for each question, and one for each of its steps.

Nothing is imported for it: a host that wants spans has imported OpenTelemetry before it asks. Spans have no question,
no query and no value of the graph.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

_API = "opentelemetry.trace"


@contextmanager
def span(name: str) -> Iterator[dict[str, Any]]:
    """A span around a block, with the attributes that the block puts into the mapping."""
    api: Any = sys.modules.get(_API)
    attributes: dict[str, Any] = {}
    if api is None:
        yield attributes
        return
    with api.get_tracer("fingerpost").start_as_current_span(f"fingerpost.{name}") as current:
        yield attributes
        for key, value in attributes.items():
            current.set_attribute(f"fingerpost.{key}", value)


def carried() -> dict[str, str]:
    """What another process needs to go on with the current span; empty if there is none."""
    carrier: dict[str, str] = {}
    if _API in sys.modules:
        from opentelemetry.propagate import inject

        inject(carrier)
    return carrier


@contextmanager
def continued(carrier: Mapping[str, str]) -> Iterator[None]:
    """Spans within the block belong to the one that `carried`, or the headers of a request, tell of."""
    if _API not in sys.modules:
        yield
        return
    from opentelemetry.context import attach, detach
    from opentelemetry.propagate import extract

    token = attach(extract(carrier))
    try:
        yield
    finally:
        detach(token)
