"""Sends spans to a collector of OpenTelemetry, if the environment names one (extra `telemetry`)."""

from __future__ import annotations

import os
from collections.abc import Callable

from fingerpost.core.errors import MissingExtra

_VARIABLES = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")


def send_spans() -> Callable[[], None]:
    """Send the spans of this process to the collector that the standard variables name; returns what sends the rest.

    Raises:
        MissingExtra: a collector is named, and the extra is not installed.
    """
    if not any(os.environ.get(name) for name in _VARIABLES):
        return lambda: None
    try:
        from opentelemetry import trace
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise MissingExtra("OpenTelemetry is not installed", hint='pip install "fingerpost[telemetry]"') from error
    named = {} if os.environ.get("OTEL_SERVICE_NAME") else {"service.name": "fingerpost"}
    provider = TracerProvider(resource=Resource.create(named))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    return provider.shutdown
