"""What runs in the worker processes, each of which has all knowledge bases open.

Reading a question is computing; in one process, a hundred clients would wait for each other. A worker is sent work, and
the numbers of work that nobody waits for any more; it tells the steps, where that is wanted, and the result. It is sent
one piece of work after another, and further ones while a language model or a slow database is waited for.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from fingerpost import KnowledgeBase
from fingerpost.core.answer import Answer, Status
from fingerpost.core.cells import decode, encode
from fingerpost.core.errors import (
    FingerpostError,
    QueryRejected,
    QuestionError,
    SettingsError,
    UnsupportedConstruct,
)
from fingerpost.core.spans import continued
from fingerpost.core.trace import Step
from fingerpost.core.watching import Watch, watched
from fingerpost.engine import DialogueState, Joint, without_folders
from fingerpost.plans import Plan
from fingerpost.surfaces.http.open_bases import OpenBases
from fingerpost.surfaces.http.statuses import status_of
from fingerpost.surfaces.http.telemetry import send_spans


class Job(NamedTuple):
    """A piece of work: its number, its kind, the name of the knowledge base, what is given, whether to tell steps, and
    the span that it belongs to."""

    number: int
    kind: str
    name: str
    given: dict[str, Any]
    stepwise: bool
    span: dict[str, str]


class WorkFailed(Exception):
    """A bug ended a piece of work; `kind` names the exception, `trace` is its traceback."""

    def __init__(self, kind: str, trace: str) -> None:
        super().__init__(kind, trace)
        self.kind = kind
        self.trace = trace


@dataclass(frozen=True)
class Done:
    """What a worker gives back: a JSON document, the status of the answer, and the bases that were read anew."""

    body: str = ""
    status: str = ""
    refreshed: tuple[str, ...] = ()
    error: dict[str, Any] | None = None


ASIDE = "aside"
"""What a worker tells of a piece of work that waits for a model or a database: meanwhile there is time for others."""


def serve(connection: Connection, places: Mapping[str, str]) -> None:
    """Open every knowledge base, say so, and work; signals are for the parent, and the worker ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    send_rest = send_spans()
    bases = OpenBases(places)
    bases.open_all()
    connection.send(None)
    bench = _Bench(connection, bases)
    with suppress(EOFError, OSError):
        while (sent := connection.recv()) is not None:
            if isinstance(sent, Job):
                bench.begin(sent)
            else:
                bench.end(sent)
    send_rest()


class _Bench:
    """The work of this process, each piece on a thread of its own."""

    def __init__(self, connection: Connection, bases: OpenBases) -> None:
        self._connection, self._bases = connection, bases
        self._telling = threading.Lock()
        self._watches: dict[int, Watch] = {}

    def begin(self, job: Job) -> None:
        """Do a piece of work."""

        def on_step(step: Step) -> None:
            self._tell(job, step.model_dump(include={"name", "milliseconds"}))

        def on_draft(text: str) -> None:
            self._tell(job, {"text": text})

        told = (on_step, on_draft) if job.stepwise else (None, None)
        watch = self._watches[job.number] = Watch(told[0], lambda: self._tell(job, ASIDE), told[1])
        threading.Thread(target=self._do, args=(job, watch), daemon=True).start()

    def end(self, number: int) -> None:
        """End what nobody waits for any more, if it is still at work."""
        if (watch := self._watches.get(number)) is not None:
            watch.cancel()

    def _do(self, job: Job, watch: Watch) -> None:
        with watched(watch), continued(job.span):
            done = _tried(job, self._bases)
        del self._watches[job.number]
        self._tell(job, done)

    def _tell(self, job: Job, told: object) -> None:
        with self._telling:
            self._connection.send((job.number, told))


def _tried(job: Job, bases: OpenBases) -> Done | WorkFailed:
    """What a piece of work gives, or the bug that ended it."""
    try:
        return work(bases, job.kind, job.name, job.given)
    except Exception as error:
        return WorkFailed(type(error).__name__, traceback.format_exc())


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def work(bases: OpenBases, kind: str, name: str, given: dict[str, Any]) -> Done:
    """Do one piece of work on a knowledge base. Errors of ours are part of the result; bugs are raised."""
    refreshed: list[str] = []
    try:
        with bases.asked(list(given.get("memories") or (name,)), refreshed) as asked:
            if kind == "chat":
                body, status = _chat(asked, given)
            else:
                body, status = _KINDS[kind](asked[name], given)
                with _within(asked, given.get("namespace") or "") as own:
                    body = _without_folders(body, own)
    except FingerpostError as error:
        return Done(refreshed=tuple(refreshed), error={**error.to_json(), "status": status_of(error)})
    return Done(body, status, tuple(refreshed))


def _without_folders(body: str, bases: Mapping[str, KnowledgeBase]) -> str:
    """A reply without the folders of this machine above the documents."""
    return without_folders(body, [folder for base in bases.values() for folder in base.folders])


def _ask(base: KnowledgeBase, given: dict[str, Any]) -> tuple[str, str]:
    choice, filters, collections = given.get("choice"), given.get("filters"), given.get("collections") or ()
    with base.within(given.get("namespace") or "") as own:
        answer = own.ask(given["question"], choice=choice, filters=filters, collections=collections)
    return answer.model_dump_json(), answer.status.value


def _read(base: KnowledgeBase, given: dict[str, Any]) -> tuple[str, str]:
    reading = base.read(given["question"])
    return reading.model_dump_json(), reading.status.value


def _chat(asked: Mapping[str, KnowledgeBase], given: dict[str, Any]) -> tuple[str, str]:
    memories = {name: DialogueState.model_validate(memory) for name, memory in given["memories"].items()}
    with _within(asked, given.get("namespace") or "") as bases:
        joint = Joint(bases, memories)
        answer = joint.ask(given["question"])
        whole = json.dumps(_told(joint, answer), ensure_ascii=False, default=str)
        found = json.loads(_without_folders(whole, bases))
    found["memories"] = {name: memory.model_dump() for name, memory in joint.memories.items()}
    return json.dumps(found, ensure_ascii=False, default=str), answer.status.value


def _told(joint: Joint, answer: Answer[Plan]) -> dict[str, Any]:
    """An answer of a conversation as the service tells it."""
    memories = joint.memories
    state, elements = answer.state(), [str(citation) for citation in answer.citations]
    whole = {"base": next(iter(memories)), "state": state, "elements": elements}
    return {
        "text": answer.text,
        "route": state["route"],
        "parts": answer.metadata.get("parts", [whole]) if len(memories) > 1 else [whole],
        "status": answer.status,
        "notes": answer.notes,
        "suggestions": answer.suggestions,
        "choices": [choice.reading for choice in answer.choices],
    }


@contextmanager
def _within(bases: Mapping[str, KnowledgeBase], namespace: str) -> Iterator[Mapping[str, KnowledgeBase]]:
    """Knowledge bases in a namespace, for the length of a block; those that have no such namespace as they are.

    Raises:
        QuestionError: `namespace.unknown`: none has it; `namespace.invalid`.
    """
    unknown = None
    with ExitStack() as opened:
        found = {}
        for name, base in bases.items():
            try:
                found[name] = opened.enter_context(base.within(namespace))
            except QuestionError as error:
                if error.code != "namespace.unknown":
                    raise
                unknown = error
        if unknown is not None and not found:
            raise unknown
        yield {name: found.get(name, base) for name, base in bases.items()}


def _schema(base: KnowledgeBase, given: dict[str, Any]) -> tuple[str, str]:
    return base.schema.model_dump_json(), "ok"


def _cypher(base: KnowledgeBase, given: dict[str, Any]) -> tuple[str, str]:
    try:
        parameters = {name: decode(value) for name, value in (given["params"] or {}).items()}
    except (ValueError, RecursionError) as error:
        raise QueryRejected(f"a parameter is invalid: {error}", code="query.parameter") from None
    verified = base.verify(given["query"], parameters)
    result = base.store.run(verified, base.limits)
    found = {
        "success": True,
        "columns": result.columns,
        "rows": [[encode(cell) for cell in row] for row in result.rows],
        "row_count": len(result.rows),
        "cut": result.cut,
        "query": verified.text,
        "fixes_applied": verified.fixes_applied,
    }
    return json.dumps(found, ensure_ascii=False), "ok"


def _question(base: KnowledgeBase, given: dict[str, Any]) -> tuple[str, str]:
    """A question with everything that led to its rows, by the names that agent hosts know."""
    answer = base.ask(given["query"])
    state = answer.state()
    understood = answer.status in (Status.ANSWERED, Status.EMPTY)
    ambiguous = answer.status is Status.AMBIGUOUS
    found = {
        "success": understood,
        "columns": answer.columns,
        "rows": [[encode(cell) for cell in row] for row in answer.rows],
        "row_count": len(answer.rows),
        "documents": state["graph_query_results"],
        "error": None if understood or ambiguous else answer.text,
        "cypher_query": answer.query,
        "verification_result": state["cypher_verification_result"],
        "reasoning": answer.reading or None,
        "confidence": answer.confidence,
        "latency_ms": round(answer.trace.milliseconds, 3),
        "requires_clarification": ambiguous,
        "clarification_question": " / ".join(c.reading for c in answer.choices) if ambiguous else None,
    }
    return json.dumps(found, ensure_ascii=False, default=str), answer.status.value


def _judge(base: KnowledgeBase, given: dict[str, Any]) -> tuple[str, str]:
    """A person's verdict into the approvals of a knowledge base, if there is a plan that it can be about."""
    try:
        kept = base.judge(given["question"], right=given["right"], query=given["query"], who=given["who"])
    except (QuestionError, QueryRejected, UnsupportedConstruct, SettingsError) as error:
        return json.dumps({"approval": None, "reason": error.message}), "ok"
    reason = None if kept is not None else "the question has no plan of its own"
    return json.dumps({"approval": kept.id if kept is not None else None, "reason": reason}), "ok"


_KINDS = {
    "judge": _judge,
    "ask": _ask,
    "read": _read,
    "schema": _schema,
    "cypher": _cypher,
    "question": _question,
}
