"""Replies of a real model, kept with the hash of their prompt.

With `FINGERPOST_TEST_MODEL=http://...#name`, prompts that are new or have changed are put to that model; `make
test-model` does so. Without it, they have no reply.
"""

from __future__ import annotations

import json
import os
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from fingerpost.engine.model_calls import digest

_MODEL = os.environ.get("FINGERPOST_TEST_MODEL")
_FILE = Path(__file__).with_name("replies.json")
_TOKENS, _SECONDS = 200, 600


def reply_to(messages: Sequence[dict[str, str]]) -> str | None:
    """The recorded reply to messages; None where there is none."""
    kept: dict[str, str] = json.loads(_FILE.read_text(encoding="utf-8")) if _FILE.exists() else {}
    key = digest(messages)
    if key not in kept and _MODEL is not None:
        kept[key] = _asked(_MODEL, messages)
        # Each at once: whoever stops in between goes on from there.
        _FILE.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return kept.get(key)


def _asked(model: str, messages: Sequence[dict[str, str]]) -> str:
    url, _, name = model.partition("#")
    body = json.dumps({"model": name, "messages": messages, "temperature": 0, "max_tokens": _TOKENS}).encode()
    call = urllib.request.Request(f"{url}/chat/completions", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(call, timeout=_SECONDS) as answer:
        return str(json.loads(answer.read())["choices"][0]["message"]["content"])
