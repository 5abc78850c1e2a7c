"""Metrics of the service, and one line of JSON in the log for each request."""

from __future__ import annotations

import json
import logging
import sys
import time
import uuid
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from fingerpost.core.spans import continued
from fingerpost.surfaces.guard import CALLER
from fingerpost.surfaces.guard.middleware import App, Message, Receive, Scope, Send

LOG = logging.getLogger("fingerpost.http")
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """The counters of one service."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "fingerpost_requests", "Requests by path and HTTP status.", ["path", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "fingerpost_request_seconds", "Seconds per request.", ["path"], buckets=_SECONDS, registry=self.registry
        )
        self.running = Gauge("fingerpost_requests_running", "Requests being worked on.", registry=self.registry)
        self.answers = Counter(
            "fingerpost_answers", "Answers by knowledge base and status.", ["base", "status"], registry=self.registry
        )
        self.refreshed = Counter(
            "fingerpost_refreshed", "Times that a worker took over a changed base.", ["base"], registry=self.registry
        )

    def text(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        return generate_latest(self.registry)


class Observed:
    """ASGI middleware around everything else: counts, times and logs each request, refused ones included."""

    def __init__(self, app: App, metrics: Metrics, paths: frozenset[str]) -> None:
        """Only `paths` are names in the metrics: what else is asked for must not add to them."""
        self._app = app
        self._metrics = metrics
        self._paths = paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id, status, started = uuid.uuid4().hex, 500, time.perf_counter()

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", request_id.encode())]
            await send(message)

        path = scope["path"] if scope["path"] in self._paths else "other"
        try:
            with self._metrics.running.track_inprogress(), continued(_headers(scope)):
                await self._app(scope, receive, sending)
        finally:
            seconds = time.perf_counter() - started
            self._metrics.requests.labels(path, str(status)).inc()
            self._metrics.seconds.labels(path).observe(seconds)
            fields = {"request": request_id, "method": scope["method"], "path": path, "status": status}
            more = {"ms": round(seconds * 1000, 1), "caller": scope.get(CALLER)}
            LOG.info("request", extra={"fields": {**fields, **more}})


def _headers(scope: Scope) -> dict[str, str]:
    """The headers that tell of a trace."""
    wanted = (b"traceparent", b"tracestate", b"baggage")
    return {name.decode(): value.decode("latin-1") for name, value in scope["headers"] if name in wanted}


class JsonLines(logging.Formatter):
    """Log records as one line of JSON each; what a client sent cannot break a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Format one record."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        line: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "event": record.getMessage()}
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=True, default=str)


def log_as_json() -> None:
    """Write the log of the service to standard error, and what its server warns of."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for log, level in ((LOG, logging.INFO), (logging.getLogger("uvicorn"), logging.WARNING)):
        log.handlers[:] = [handler]
        log.setLevel(level)
        log.propagate = False
