"""What the routes share: the workers, the names of knowledge bases, metrics and feedback."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import anyio

from fingerpost.core.errors import FingerpostError
from fingerpost.engine import DialogueState, DomainRoute, SessionKey, Sessions
from fingerpost.surfaces.http.feedback import FeedbackFile
from fingerpost.surfaces.http.models import ChatCitation, ChatMessage, ChatReply, Feedback
from fingerpost.surfaces.http.observing import LOG, Metrics
from fingerpost.surfaces.http.pool import OnStep, Pool, WorkerDied
from fingerpost.surfaces.http.statuses import status_of
from fingerpost.surfaces.http.workers import WorkFailed

_SNIPPET = 200
_GRAPH = "graph_db"


class Problem(Exception):
    """An error for the client: the HTTP status and `{"error": ...}`."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        super().__init__(str(body))
        self.status = status
        self.body = body


def problem(status: int, code: str, message: str, hint: str | None = None) -> Problem:
    """A problem of the service itself."""
    return Problem(status, FingerpostError(message, code=code, hint=hint).to_json())


def unwritable(error: FingerpostError, message: str) -> Problem:
    """What the client is told of an error of a file or database of the service; where that is, is in the log."""
    LOG.error("unwritable", extra={"fields": {"code": error.code, "message": error.message}})
    return problem(status_of(error), error.code, message)


@dataclass
class Service:
    """Knowledge bases by name (the first is the default), asked in worker processes."""

    places: Mapping[str, str]
    pool: Pool
    metrics: Metrics
    feedback: FeedbackFile | None
    sessions: Sessions
    debug: bool
    domain_routes: tuple[tuple[str, DomainRoute], ...] = ()
    """Routes of domains, each with the knowledge base that they ask."""
    learning: bool = True
    """Whether verdicts become approvals."""
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
        for name in done.refreshed:
            self.metrics.refreshed.labels(name).inc()
            LOG.info("refreshed", extra={"fields": {"base": name}})
        if done.error is not None:
            raise Problem(done.error["status"], {"error": done.error["error"]})
        if kind in ("ask", "chat", "question"):
            self.metrics.answers.labels(base, done.status).inc()
        return done.body

    async def learned(self, given: Feedback, base: str, caller: str | None, *, may_teach: bool) -> dict[str, Any]:
        """The approval that a verdict became, or why it did not. Raises `Problem`."""
        if not self.learning:
            return {"reason": "this service does not learn from verdicts"}
        if not may_teach:
            return {"reason": "the verdict is kept, but this API key may not teach"}
        who = given.user_identifier or caller
        verdict = {"question": given.question, "right": given.verdict == "right", "query": given.query, "who": who}
        found: dict[str, Any] = json.loads(await self.work("judge", base, verdict))
        return found

    def chosen(self, sources: Mapping[str, bool] | None) -> list[str]:
        """The knowledge bases that the data sources of a message select; none if all are switched off.

        `graph_db` is the first, as agent hosts call it, unless one has that name or the first is named, too.
        """
        given = dict(sources or {})
        if _GRAPH in given:
            given.setdefault(self.base(_GRAPH if _GRAPH in self.places else None), given[_GRAPH])
        known = {name: wanted for name, wanted in given.items() if name in self.places}
        wanted = [name for name in self.places if known.get(name)]
        return wanted if wanted or known else [self.base(None)]

    async def chat(
        self, given: ChatMessage, caller: str | None, session: str, on_step: OnStep | None = None
    ) -> ChatReply:
        """The reply to a message of a session. Raises `Problem`."""
        started, bases = time.perf_counter(), self.chosen(given.data_sources)
        unselected = self._unselected(given.data_sources)
        found: dict[str, Any] = {"status": "unanswerable", "route": "none", "text": unselected}
        if bases:
            key = SessionKey(caller or "", given.user_identifier or "", session)
            found = await self._turn(given, bases, key, on_step)
        return ChatReply(
            reply=found["text"],
            session_id=session,
            message_id=uuid.uuid4().hex,
            timestamp=datetime.now(UTC),
            latency_ms=round((time.perf_counter() - started) * 1000, 3),
            route=found["route"],
            status=found["status"],
            citations=[citation for part in found.get("parts", ()) for citation in self._citations(part)],
            warnings=list(found.get("notes", ())),
            follow_up_suggestions=[*found.get("choices", ()), *found.get("suggestions", ())],
        )

    def _unselected(self, sources: Mapping[str, bool] | None) -> str:
        """What is said where no knowledge base is asked: also which of the sources that are wanted are not there."""
        unknown = [name for name, wanted in (sources or {}).items() if wanted and name not in (*self.places, _GRAPH)]
        if not unknown:
            return "No data source is selected."
        return f"No data source is selected: there is no {' or '.join(unknown)} here, only {', '.join(self.places)}."

    async def _turn(
        self, given: ChatMessage, bases: Sequence[str], key: SessionKey, on_step: OnStep | None
    ) -> dict[str, Any]:
        """What a worker makes of a message. A session that cannot be kept is a warning: the answer stands."""
        lost: FingerpostError | None = None
        memories = {base: DialogueState() for base in bases}
        try:
            for base in bases:
                memories[base] = await anyio.to_thread.run_sync(self.sessions.get, key, _part(base, given))
        except FingerpostError as error:
            lost = error
        kept = {name: one.model_dump() for name, one in memories.items()}
        asked = {"question": given.message, "namespace": given.namespace, "memories": kept}
        found: dict[str, Any] = json.loads(await self.work("chat", bases[0], asked, on_step))
        try:
            for base, memory in found["memories"].items():
                state = DialogueState.model_validate(memory)
                await anyio.to_thread.run_sync(self.sessions.put, key, _part(base, given), state)
        except FingerpostError as error:
            lost = error
        if lost is not None:
            LOG.error("session lost", extra={"fields": {"code": lost.code, "message": lost.message}})
            found["notes"] = [*found["notes"], "this session could not be kept: a follow-up may not be understood"]
        return found

    def _citations(self, part: Mapping[str, Any]) -> Iterator[ChatCitation]:
        """What an answer of one knowledge base rests on: its rows, and sentences of documents."""
        state = part["state"]
        if state["graph_db_enabled"]:
            yield ChatCitation(
                source=part["base"],
                snippet=_snippet(state["graph_query_results"]),
                row_count=state["graph_query_metadata"]["row_count"],
                confidence=state["confidence"],
                elements=part["elements"],
                cypher_query=state["cypher_query"] if self.debug else None,
            )
        if state["retrieved_docs"]:
            yield ChatCitation(
                source=part["base"],
                source_type="vector",
                snippet=_snippet(state["retrieved_docs"]),
                row_count=len(state["retrieved_docs"]),
                confidence=state["confidence"],
                elements=part["elements"],
            )


def _part(base: str, given: ChatMessage) -> str:
    """What a session's memory of a knowledge base is kept under: what was said of one namespace is not known to
    another."""
    return f"{base} {given.namespace}" if given.namespace else base


def _snippet(documents: Sequence[Mapping[str, Any]]) -> str:
    return "\n".join(document["page_content"] for document in documents)[:_SNIPPET]
