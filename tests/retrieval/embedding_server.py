"""An OpenAI-compatible endpoint of embeddings as a process: the name of the model says how it behaves.

Texts are alike if they share words, or words of one meaning. Requests are written to a file, one JSON a line.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

SAME = {"automobile": "car", "stand": "kept", "garage": "parking"}
SIZE = 64
seen: dict[str, int] = {}


def vector(text: str, size: int = SIZE) -> list[float]:
    found = [0.001] * size
    for word in re.findall(r"\w+", text.lower()):
        found[int(hashlib.sha256(SAME.get(word, word).encode()).hexdigest(), 16) % size] += 1.0
    return found


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with open(sys.argv[1], "a", encoding="utf-8") as log:
            log.write(json.dumps({"path": self.path, "auth": self.headers.get("Authorization"), **body}) + "\n")
        model, texts = body["model"], body["input"]
        seen[model] = seen.get(model, 0) + 1
        data = [{"index": at, "embedding": vector(text)} for at, text in enumerate(texts)]
        status = 200
        if model == "few":
            data = data[1:]
        elif model == "longer":
            data = [{"index": at, "embedding": vector(text, SIZE + seen[model])} for at, text in enumerate(texts)]
        elif model == "infinite":
            data[0]["embedding"][0] = float("inf")
        elif model == "words":
            data = [{"index": 0, "embedding": "none"}]
        elif model == "refusing" or (model == "busy" and seen[model] == 1):
            status = 401 if model == "refusing" else 503
        elif model == "slow":
            time.sleep(3)
        reply = json.dumps({"data": list(reversed(data))}).encode() if model != "html" else b"<html>"
        self.send_response(status)
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, *_: object) -> None:
        pass


if __name__ == "__main__":
    server = HTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
