"""What the routes share: the workers, the names of knowledge bases, metrics and feedback."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import anyio

from fingerpost.core.errors import FingerpostError
from fingerpost.engine import DialogueState, DomainRoute, SessionFile, SessionKey
from fingerpost.surfaces.http.feedback import FeedbackFile
from fingerpost.surfaces.http.models import ChatCitation, ChatMessage, ChatReply
from fingerpost.surfaces.http.observing import LOG, Metrics
from fingerpost.surfaces.http.pool import OnStep, Pool, WorkerDied
from fingerpost.surfaces.http.workers import WorkFailed

_SNIPPET = 200


class Problem(Exception):
    """An error for the client: the HTTP status and `{"error": ...}`."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        super().__init__(str(body))
        self.status = status
        self.body = body


def problem(status: int, code: str, message: str, hint: str | None = None) -> Problem:
    """A problem of the service itself."""
    return Problem(status, FingerpostError(message, code=code, hint=hint).to_json())


@dataclass
class Service:
    """Knowledge bases by name (the first is the default), asked in worker processes."""

    places: Mapping[str, str]
    pool: Pool
    metrics: Metrics
    feedback: FeedbackFile | None
    sessions: SessionFile
    debug: bool
    domain_routes: tuple[tuple[str, DomainRoute], ...] = ()
    """Routes of domains, each with the knowledge base that they ask."""
    started: bool = False

    def base(self, name: str | None) -> str:
        """The name of a knowledge base, checked. Raises `Problem`."""
        if name is None:
            return next(iter(self.places))
        if name not in self.places:
            raise problem(404, "base.missing", f"there is no knowledge base {name!r}", f"{', '.join(self.places)}")
        return name

    async def work(self, kind: str, base: str, given: dict[str, Any], on_step: OnStep | None = None) -> str:
        """The JSON document that a worker gives; cancelling ends the work. Raises `Problem`."""
        try:
            done = await self.pool.work(kind, base, given, on_step)
        except WorkFailed as error:  # its message may contain what the client must not see
            LOG.error("%s failed", kind, extra={"fields": {"error": error.trace}})
            raise problem(500, "internal.error", f"{kind} failed by a bug: {error.kind}") from None
        except WorkerDied:
            raise problem(500, "internal.error", f"{kind} failed: the process that worked on it died") from None
        if done.refreshed:
            self.metrics.refreshed.labels(base).inc()
            LOG.info("refreshed", extra={"fields": {"base": base}})
        if done.error is not None:
            raise Problem(done.error["status"], {"error": done.error["error"]})
        if kind in ("ask", "chat", "question"):
            self.metrics.answers.labels(base, done.status).inc()
        return done.body

    def chosen(self, sources: Mapping[str, bool] | None) -> str | None:
        """The knowledge base that the data sources of a message select; None if all are switched off."""
        if not sources:
            return self.base(None)
        wanted = [name for name in self.places if sources.get(name)]
        if wanted:
            return wanted[0]
        return None if any(name in sources for name in self.places) else self.base(None)

    async def chat(
        self, given: ChatMessage, caller: str | None, session: str, on_step: OnStep | None = None
    ) -> ChatReply:
        """The reply to a message of a session. Raises `Problem`."""
        started, base = time.perf_counter(), self.chosen(given.data_sources)
        found: dict[str, Any] = {"status": "unanswerable"}
        reply = "No data source is selected."
        if base is not None:
            found = await self._turn(
                given, base, SessionKey(caller or "", given.user_identifier or "", session), on_step
            )
            reply = found["state"]["final_answer"]
        state = found.get("state")
        return ChatReply(
            reply=reply,
            session_id=session,
            message_id=uuid.uuid4().hex,
            timestamp=datetime.now(UTC),
            latency_ms=round((time.perf_counter() - started) * 1000, 3),
            route=state["route"] if state is not None else "none",
            status=found["status"],
            citations=[self._citation(base or "", state, found)] if state and state["graph_db_enabled"] else [],
            warnings=list(found.get("notes", ())),
            follow_up_suggestions=[*found.get("choices", ()), *found.get("suggestions", ())],
        )

    async def _turn(self, given: ChatMessage, base: str, key: SessionKey, on_step: OnStep | None) -> dict[str, Any]:
        """What a worker makes of a message. A session that cannot be kept is a warning: the answer stands."""
        lost: FingerpostError | None = None
        memory = DialogueState()
        try:
            memory = await anyio.to_thread.run_sync(self.sessions.get, key, base)
        except FingerpostError as error:
            lost = error
        body = await self.work("chat", base, {"question": given.message, "memory": memory.model_dump()}, on_step)
        found: dict[str, Any] = json.loads(body)
        try:
            await anyio.to_thread.run_sync(self.sessions.put, key, base, DialogueState.model_validate(found["memory"]))
        except FingerpostError as error:
            lost = error
        if lost is not None:
            LOG.error("session lost", extra={"fields": {"code": lost.code, "message": lost.message}})
            found["notes"] = [*found["notes"], "this session could not be kept: a follow-up may not be understood"]
        return found

    def _citation(self, base: str, state: Mapping[str, Any], found: Mapping[str, Any]) -> ChatCitation:
        content = "\n".join(document["page_content"] for document in state["graph_query_results"])
        return ChatCitation(
            source=base,
            snippet=content[:_SNIPPET],
            row_count=state["graph_query_metadata"]["row_count"],
            confidence=state["confidence"],
            elements=found["elements"],
            cypher_query=state["cypher_query"] if self.debug else None,
        )
