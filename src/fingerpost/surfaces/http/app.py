"""The routes of the service."""

from __future__ import annotations

import asyncio
import inspect
import json
import time
import uuid
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import anyio
from fastapi import Depends, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.exceptions import HTTPException

from fingerpost import Answer, Reading, __version__
from fingerpost.core.errors import FingerpostError
from fingerpost.core.schema import GraphSchema
from fingerpost.engine import DomainRoute, SessionKey
from fingerpost.surfaces.guard import CALLER, MAY_NAME, MAY_TEACH, is_own
from fingerpost.surfaces.http.models import (
    Asked,
    ChatMessage,
    ChatReply,
    CypherGiven,
    Feedback,
    Kept,
    QuestionAsked,
    QuestionGiven,
    QuestionTraced,
)
from fingerpost.surfaces.http.service import Problem, Service, problem, unwritable

PUBLIC = frozenset(("/health", "/ready"))
_STREAM = "text/event-stream"
_CLOSED = 499
"""The status in log and metrics where the client has closed the connection."""
_PIECE = 80
"""Characters of one event of streamed text."""


def build_routes(service: Service) -> FastAPI:
    """The application without its guard."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await service.pool.start()
        service.started = True
        yield
        service.started = False
        await anyio.to_thread.run_sync(service.pool.close)
        service.sessions.close()
        if service.feedback is not None:
            service.feedback.close()

    app = FastAPI(
        title="fingerpost",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        dependencies=[Depends(_require_text)],
    )
    app.add_exception_handler(Exception, _failed)
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _refused)
    _add_questions(app, service)
    _add_graph(app, service)
    _add_state(app, service)
    for base, route in service.domain_routes:
        _add_domain(app, service, base, route)
    return app


def _add_questions(app: FastAPI, service: Service) -> None:
    @app.post("/ask", response_model=Answer)
    async def ask(given: Asked, request: Request) -> Response:
        """Answer a question, with citations, reading, plan and query."""
        _require_namespace(request, given.namespace)
        base = service.base(given.base)
        return await while_connected(request, service.work("ask", base, given.model_dump(exclude={"base"})))

    @app.post("/read", response_model=Reading)
    async def read(given: QuestionAsked, request: Request) -> Response:
        """Read a question without running anything: readings, plan, query, confidence."""
        base = service.base(given.base)
        return await while_connected(request, service.work("read", base, given.model_dump(exclude={"base"})))

    @app.post("/chat", response_model=ChatReply, responses={200: {"content": {_STREAM: {}}}})
    async def chat(given: ChatMessage, request: Request) -> Response:
        """Reply to a message, which may follow up on the session's last ones.

        With `stream`, events: `session`, a `step` when one has been taken, a `draft` for each sentence of a language
        model that the evidence holds, `text`, which replaces them, and `done` with the whole reply.
        """
        _require_namespace(request, given.namespace)
        session = given.session_id or uuid.uuid4().hex
        if given.stream:
            events = _events(service, given, request.scope.get(CALLER), session)
            return StreamingResponse(events, media_type=_STREAM, headers={"cache-control": "no-store"})

        async def reply() -> str:
            return (await service.chat(given, request.scope.get(CALLER), session)).model_dump_json()

        return await while_connected(request, reply())

    @app.delete("/chat/{session_id}", status_code=204)
    async def forget(session_id: str, request: Request, user_identifier: str = "") -> None:
        """Delete what is kept of a session."""
        key = SessionKey(request.scope.get(CALLER) or "", user_identifier, session_id)
        try:
            deleted = await anyio.to_thread.run_sync(service.sessions.delete, key)
        except FingerpostError as error:
            raise unwritable(error, "sessions cannot be changed now") from None
        if not deleted:
            raise problem(404, "session.missing", "there is no such session")

    @app.post("/feedback", response_model=Kept, status_code=201)
    async def feedback(given: Feedback, request: Request) -> Kept:
        """Keep a person's verdict on an answer; later answers to the same question follow that of who may teach."""
        base = service.base(given.base)
        if service.feedback is None:
            raise problem(404, "feedback.off", "this service keeps no feedback", "start it with --data DIR")
        caller = request.scope.get(CALLER)
        try:
            kept = await anyio.to_thread.run_sync(service.feedback.add, given, base, caller)
        except FingerpostError as error:
            raise unwritable(error, "feedback cannot be kept now") from None
        may_teach = request.scope.get(MAY_TEACH, False)
        return Kept(id=kept, **await service.learned(given, base, caller, may_teach=may_teach))


async def _require_text(request: Request) -> None:
    """Refuse half of a surrogate pair, which JSON can hold, but no text that is stored, sent on or answered."""
    if rb"\ud" not in (await request.body()).lower():
        return
    try:
        json.dumps(await request.json(), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise HTTPException(422, "body: half of a surrogate pair is no text") from None


def _require_namespace(request: Request, namespace: str) -> None:
    """Refuse documents of others: with API keys, a key has the namespace of its name and those below it."""
    if namespace and not (request.scope.get(MAY_NAME) or is_own(namespace, request.scope.get(CALLER))):
        hint = "this key has the namespace of its own name; make one with `fingerpost keys add NAME --namespaces`"
        raise problem(403, "namespace.forbidden", f"this key may not ask the namespace {namespace}", hint)


async def _events(service: Service, given: ChatMessage, caller: str | None, session: str) -> AsyncIterator[str]:
    """The events of one reply. An error is an event, too: the status has been sent by then."""
    yield _event("session", {"session_id": session})
    steps: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
    chat = asyncio.ensure_future(service.chat(given, caller, session, steps.put_nowait))
    chat.add_done_callback(lambda _: steps.put_nowait(None))
    try:
        while (step := await steps.get()) is not None:
            yield _event("draft" if "text" in step else "step", step)
        reply = await chat
    except Problem as error:
        yield _event("error", error.body)
        return
    finally:
        chat.cancel()  # the client may have gone away
    for start in range(0, len(reply.reply), _PIECE):
        yield _event("text", {"text": reply.reply[start : start + _PIECE]})
    yield _event("done", reply.model_dump(mode="json"))


def _event(name: str, data: Any) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


def _add_graph(app: FastAPI, service: Service) -> None:
    @app.get("/graph/schema", response_model=GraphSchema)
    async def schema(base: str | None = None) -> Response:
        """The labels, relationship types and properties of a graph."""
        return _json(await service.work("schema", service.base(base), {}))

    @app.post("/graph/cypher")
    async def cypher(given: CypherGiven, request: Request) -> Response:
        """Check a Cypher query and run it; in debug mode only."""
        _only_in_debug(service)
        work = service.work("cypher", service.base(given.base), given.model_dump(exclude={"base"}))
        return await while_connected(request, work)

    @app.post("/graph/query", response_model=QuestionTraced)
    async def question(given: QuestionGiven, request: Request) -> Response:
        """Answer a question, with the query, the verdict on it and its rows; in debug mode only."""
        _only_in_debug(service)
        work = service.work("question", service.base(given.base), given.model_dump(exclude={"base"}))
        return await while_connected(request, work)


def _only_in_debug(service: Service) -> None:
    if not service.debug:
        hint = "start it with FINGERPOST_DEBUG=1"
        raise problem(403, "http.debug-only", "this service takes queries in debug mode only", hint)


def _add_domain(app: FastAPI, service: Service, base: str, route: DomainRoute) -> None:
    async def endpoint(given: Any, request: Request) -> Response:
        return await while_connected(request, reply(given))

    async def reply(given: Any) -> str:
        started = time.perf_counter()
        questions = route.questions(given)
        filters = route.filters(given) or [{}] * len(questions)
        asked = [
            service.work("ask", base, {"question": question, "filters": dict(narrowing)})
            for question, narrowing in zip(questions, filters, strict=True)
        ]
        answers = [Answer.model_validate_json(body) for body in await asyncio.gather(*asked)]
        return route.reply(given, answers, (time.perf_counter() - started) * 1_000).model_dump_json()

    endpoint.__annotations__ = {"given": route.takes, "request": Request, "return": Response}
    description = inspect.cleandoc(route.takes.__doc__ or "")
    app.post(route.path, response_model=route.gives, description=description, name=route.path)(endpoint)


def _add_state(app: FastAPI, service: Service) -> None:
    @app.get("/health")
    async def health() -> dict[str, str]:
        """Whether the service runs."""
        return {"status": "ok", "version": __version__}

    @app.get("/ready")
    async def ready() -> Response:
        """Whether it can answer: 503 until every worker has opened the knowledge bases."""
        return JSONResponse({"ready": service.started}, status_code=200 if service.started else 503)

    @app.get("/metrics")
    async def metrics() -> Response:
        """Metrics in the text format of Prometheus."""
        return Response(service.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _json(body: str) -> Response:
    return Response(body, media_type="application/json")


async def while_connected(request: Request, work: Coroutine[Any, Any, str]) -> Response:
    """The JSON document that work gives; the work is cancelled if the client closes the connection."""
    doing = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait((doing, leaving), return_when=asyncio.FIRST_COMPLETED)
        return _json(doing.result()) if doing.done() else Response(status_code=_CLOSED)
    finally:
        doing.cancel()
        leaving.cancel()


async def _left(request: Request) -> None:
    """Wait until the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        continue


async def _failed(_: Request, error: Exception) -> Response:
    """A bug of the service itself, which is in the log with its traceback."""
    body = FingerpostError(f"the request failed by a bug: {type(error).__name__}", code="internal.error").to_json()
    return JSONResponse(body, status_code=500)


async def _problem(_: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return JSONResponse(error.body, status_code=error.status)


async def _refused(_: Request, error: Exception) -> Response:
    """What the framework refuses by itself: unknown paths and methods, bodies that are not JSON."""
    assert isinstance(error, HTTPException)
    code = {404: "http.path", 405: "http.method"}.get(error.status_code, "input.invalid")
    body = FingerpostError(str(error.detail), code=code).to_json()
    return JSONResponse(body, status_code=error.status_code, headers=error.headers)


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    problems = [{"place": ".".join(map(str, p["loc"])), "problem": p["msg"]} for p in error.errors()[:20]]
    message = "; ".join(f"{p['place']}: {p['problem']}" for p in problems[:5])
    body = FingerpostError(message, code="input.invalid", details={"problems": problems}).to_json()
    return JSONResponse(body, status_code=422)
