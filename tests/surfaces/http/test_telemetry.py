"""Spans reach a collector of OpenTelemetry: one trace from the client's request to the steps in a worker."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

pytest.importorskip("opentelemetry.sdk", reason="needs the extra telemetry")

from http_server import running
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

TRACE = "0af7651916cd43dd8448eb211c80319c"


@pytest.fixture
def collector(monkeypatch):
    """The spans that were sent to a collector."""
    spans = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self):
            sent = ExportTraceServiceRequest()
            sent.ParseFromString(self.rfile.read(int(self.headers["Content-Length"])))
            spans.extend(span for one in sent.resource_spans for part in one.scope_spans for span in part.spans)
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{server.server_address[1]}")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
    yield spans
    server.shutdown()
    server.server_close()


def test_a_question_is_one_trace_without_its_words(collector, library_path):
    with running("serve", str(library_path), "--port", "0", "--workers", "1") as server:
        given = {"question": "Who borrowed Emma?"}
        reply = server.send("POST", "/ask", given, traceparent=f"00-{TRACE}-b7ad6b7169203331-01")
        assert reply.status == 200
        assert server.stop() == 0
    ours = {span.span_id: span for span in collector if span.trace_id.hex() == TRACE}
    by_name = {span.name: span for span in ours.values()}
    steps = ["route", "parse", "rank", "verify", "run", "cite", "compose"]
    assert {f"fingerpost.{name}" for name in ("ask", *steps)} <= set(by_name)
    above = [span := by_name["fingerpost.run"]]
    while span.parent_span_id in ours:  # the web framework may add spans of its own
        above.append(span := ours[span.parent_span_id])
    assert above[1].name == "fingerpost.ask"
    assert above[-1].parent_span_id.hex() == "b7ad6b7169203331"
    assert "Emma" not in str(list(ours.values()))
    assert "fingerpost.confidence" in {attribute.key for attribute in by_name["fingerpost.ask"].attributes}


def test_without_a_collector_nothing_is_imported_for_it():

    code = (
        "import fingerpost.surfaces.http.telemetry as t, sys; t.send_spans()(); print('opentelemetry' in sys.modules)"
    )
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == "False"
