"""A model server of scripted replies, as a process of its own: `python model_server.py SCRIPT LOG`.

SCRIPT is a JSON list with one entry for each request, the last of which serves all further ones: `content` is what
the model writes (JSON is dumped), `body` a raw body instead; `status`, `headers`, `delay` (seconds), `trickle`
(seconds between bytes), `cut` (close after half of the body), `refuses` (answer 400 to requests with these fields).
`replies` are what it writes by the question that the last message has, instead.
Where a stream is asked for, it writes word by word, `trickle` seconds apart. Where `/messages` is asked, it speaks as
Anthropic does. LOG gets one line of JSON for each request. The port is printed.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from typing import Any

SCRIPT: list[dict[str, Any]] = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
LOG = Path(sys.argv[2])
NUMBERS = count()


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_args: object) -> None:
        pass

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with LOG.open("a", encoding="utf-8") as log:
            key = self.headers.get("Authorization") or self.headers.get("X-Api-Key")
            log.write(json.dumps({"key": key, "path": self.path, **request}) + "\n")
        self.tools = request.get("tools")
        entry = SCRIPT[min(next(NUMBERS), len(SCRIPT) - 1)]
        if "replies" in entry:
            told = " ".join(message["content"] for message in request["messages"])
            known = [reply for question, reply in entry["replies"].items() if question in told]
            entry = {**entry, "content": known[0] if known else "NONE"}
        time.sleep(entry.get("delay", 0))
        if set(entry.get("refuses", ())) & set(request):
            entry = {"status": 400, "body": "{}"}
        if request.get("stream") and "content" in entry:
            self._stream(entry)
            return
        body = self._body(entry)
        self.send_response(entry.get("status", 200))
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in entry.get("headers", {}).items():
            self.send_header(name, value)
        self.end_headers()
        if "trickle" in entry:
            for place in range(len(body)):
                self.wfile.write(body[place : place + 1])
                self.wfile.flush()
                time.sleep(entry["trickle"])
        else:
            self.wfile.write(body[: len(body) // 2] if entry.get("cut") else body)
        self.close_connection = True

    def _stream(self, entry: dict[str, Any]) -> None:
        """Server-sent events: a piece for each word; only half of them, and no end, where it is to be cut."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        pieces = re.findall(r"\S+\s*", entry["content"])
        events = self._claude(pieces) if self.path.endswith("/messages") else self._chunks(pieces)
        for place, (name, event) in enumerate(events):
            if entry.get("cut") and place > len(pieces) // 2:
                break
            self.wfile.write(f"{name}data: {event if isinstance(event, str) else json.dumps(event)}\n\n".encode())
            self.wfile.flush()
            time.sleep(entry.get("trickle", 0))
        self.close_connection = True

    def _chunks(self, pieces: list[str]) -> Iterator[tuple[str, Any]]:
        chunk = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "m"}
        for piece in pieces:
            yield "", {**chunk, "choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]}
        yield "", {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
        yield (
            "",
            {**chunk, "choices": [], "usage": {"prompt_tokens": 900, "completion_tokens": 100, "total_tokens": 1000}},
        )
        yield "", "[DONE]"

    def _claude(self, pieces: list[str]) -> Iterator[tuple[str, Any]]:
        said = {"id": "1", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": None}
        events: list[dict[str, Any]] = [
            {"type": "message_start", "message": {**said, "usage": {"input_tokens": 900, "output_tokens": 0}}},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            *(
                {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}}
                for piece in pieces
            ),
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 100}},
            {"type": "message_stop"},
        ]
        for event in events:
            yield f"event: {event['type']}\n", event

    def _body(self, entry: dict[str, Any]) -> bytes:
        if "body" in entry:
            return (entry["body"] * entry.get("times", 1)).encode()
        content = entry.get("content", "")
        text = content if isinstance(content, str) else json.dumps(content)
        if self.path.endswith("/messages"):
            said = {"id": "1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn"}
            used = {"input_tokens": 900, "output_tokens": 100}
            block = {"type": "text", "text": text}
            if self.tools:
                block = {"type": "tool_use", "id": "2", "name": self.tools[0]["name"], "input": json.loads(text)}
            return json.dumps({**said, "content": [block], "usage": used}).encode()
        message = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
        usage = {"prompt_tokens": 900, "completion_tokens": 100, "total_tokens": 1000}
        reply = {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [message]}
        return json.dumps({**reply, "usage": usage}).encode()


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_args: object) -> None:
        """A client that has gone away is no error."""


server = Server(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
