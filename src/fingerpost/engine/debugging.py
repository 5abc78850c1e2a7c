"""Debug logs of questions: written with the setting `debug`, never without it."""

from __future__ import annotations

import json
import logging
import sys
import threading
from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeVar

from fingerpost.core.settings import Settings

LOGGER = "fingerpost.ask"
_FORMAT = "%(asctime)s %(name)s %(levelname)s %(message)s"
_log = logging.getLogger(LOGGER)
_lock = threading.Lock()
_targets: dict[Path | None, logging.Handler] = {}
_asked_within: ContextVar[bool] = ContextVar("asked_within", default=False)
_Answer = TypeVar("_Answer")


class _Console(logging.StreamHandler[Any]):
    """Writes to standard error as it is at the time of writing."""

    def __init__(self) -> None:
        super().__init__()

    def emit(self, record: logging.LogRecord) -> None:
        self.stream = sys.stderr
        super().emit(record)


class _File(logging.FileHandler):
    """Writes to a file. An answer is not lost to a file that cannot be written: standard error has a line instead."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            super().emit(record)
        except OSError:  # it is opened with the first record
            self.handleError(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is that of logging
        error = sys.exc_info()[1]
        reason = error.strerror if isinstance(error, OSError) else type(error).__name__
        sys.stderr.write(f"the debug log {self.baseFilename} cannot be written: {reason}\n")


def logged(settings: Settings, work: Callable[[], _Answer]) -> _Answer:
    """What work answers, with one line about that, and none about what it asks on its way."""
    token = _asked_within.set(True)
    try:
        answer = work()
    finally:
        _asked_within.reset(token)
    log_question(settings, answer)
    return answer


def log_question(settings: Settings, answer: Any) -> None:
    """Write one line of JSON about an answer or a reading, with `debug` only.

    It has the question, the query with its parameters, the reading as reasoning, confidence, verdict, repairs, rows
    and the milliseconds of each step. Line breaks in it are escaped, so that a question cannot forge a line.
    """
    if not settings.debug or _asked_within.get():
        return
    _prepare(settings.log_file)
    verified = next((step for step in answer.trace.steps if step.name == "verify"), None)
    written = next((step for step in answer.trace.steps if step.name == "generate"), None)
    line = {
        "question": answer.question,
        "query": answer.query,
        "parameters": answer.parameters,
        "reasoning": answer.reading,
        "confidence": answer.confidence,
        "verdict": answer.status,
        "audit": written.details.get("audit") if written is not None else None,
        "repairs": verified.details.get("repairs", []) if verified is not None else [],
        "rows": len(getattr(answer, "rows", ())),
        "error": answer.error_code,
        "ms": {step.name: step.milliseconds for step in answer.trace.steps},
    }
    _log.debug("%s", json.dumps(line, ensure_ascii=True, default=str))


def _prepare(file: Path | None) -> None:
    """Write to the console and, if it is set, to a file; each once however many knowledge bases are open."""
    with _lock:
        for target in {None, file}:
            if target in _targets:
                continue
            handler = _Console() if target is None else _File(target, encoding="utf-8", delay=True)
            handler.setFormatter(logging.Formatter(_FORMAT))
            _targets[target] = handler
            _log.addHandler(handler)
        _log.setLevel(logging.DEBUG)
